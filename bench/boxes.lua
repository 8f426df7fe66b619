-- Rows of the book: boxes of positions of a rule in Lua, which rules:grid sweeps. The definition is loops in Lua over
-- one array, written only for that game.
local ta = require "takeaway"
local row = dofile "bench/row.lua"

local min = math.min

local function two_integers(emit, a, b)
  if a > 0 then emit(a - 1, b) end
  if b > 0 then emit(a, b - 1) end
  if a > 1 and b > 1 then emit(a - 2, b - 2) end
end

local function wythoff(emit, a, b)
  for k = 1, a do emit(a - k, b) end
  for k = 1, b do emit(a, b - k) end
  for k = 1, min(a, b) do emit(a - k, b - k) end
end

local function two_pile(emit, p, q, x)
  for k = 1, min(p, x) do emit(p - k, q, 2 * k) end
  for k = 1, min(q, x) do emit(p, q - k, 2 * k) end
end

-- The same, with an emit that returns true when it needs no more options.
local function two_pile_until(emit, p, q, x)
  for k = 1, min(p, x) do if emit(p - k, q, 2 * k) then return end end
  for k = 1, min(q, x) do if emit(p, q - k, 2 * k) then return end end
end

-- All values, in order, combined into one number.
local function of_list(values)
  local h = 0
  for i = 1, #values do h = h * 31 + values[i] end
  return h
end

local function of_grid(grid, dimensions)
  local h, numbers = 0, { N = 1, P = 0 }
  local function add(value) h = h * 31 + (math.tointeger(value) or numbers[tostring(value)]) end
  if dimensions == 2 then
    for _, _, value in grid:cells() do add(value) end
  else
    for _, _, _, value in grid:cells() do add(value) end
  end
  return h
end

local function swept(r, n, native, threads)
  local rules = ta.ruleset({ name = "bench", options = r.rule }, { native = native })
  local to = r.dimensions == 2 and { n, n } or { n, n, n }
  return assert(rules:grid { what = r.what, to = to, threads = threads }), rules:statistics().bytes
end

local function called(r, n)
  return row.calls(function(emit)
    for a = 0, n do
      for b = 0, n do
        for c = 0, r.dimensions == 2 and 0 or n do r.rule(emit, a, b, c) end
      end
    end
  end)
end

local function box(r)
  r.definition = r.definition or "Lua: loops over one array, for this game alone"
  r.bound = r.bound or "calls: the rule in Lua, once on each position, its emit counts"
  r.kernel = function(n) return swept(r, n, true) end
  r.limit = r.limit or function(n) return called(r, n) end
  r.same = function(values, _, kernel)
    return (kernel or r.compares) and of_grid(values, r.dimensions) or of_list(values)
  end
  r.items = function(n) return (n + 1.0) ^ r.dimensions end
  row.measure(r)
end

box {
  name = "boxes, nim values, three options a position", cost = "n^2", n = 400, tiny = 12, rule = two_integers,
  what = "nim_value", dimensions = 2,
  define = function(n)
    local g, side = {}, n + 1
    for a = 0, n do
      for b = 0, n do
        local i = a * side + b + 1
        local x = a > 0 and g[i - side]
        local y = b > 0 and g[i - 1]
        local z = a > 1 and b > 1 and g[i - 2 * side - 2]
        local v = 0
        while v == x or v == y or v == z do v = v + 1 end
        g[i] = v
      end
    end
    return g
  end,
}

box {
  name = "boxes, nim values, Wythoff's game", cost = "n^3", n = 200, tiny = 12, rule = wythoff, what = "nim_value",
  dimensions = 2,
  define = function(n)
    local g, side, seen = {}, n + 1, {}
    for a = 0, n do
      for b = 0, n do
        local i, v = a * side + b + 1, 0
        for j = i - a * side, i - side, side do seen[g[j]] = i end
        for j = i - b, i - 1 do seen[g[j]] = i end
        for j = i - min(a, b) * (side + 1), i - side - 1, side + 1 do seen[g[j]] = i end
        while seen[v] == i do v = v + 1 end
        g[i] = v
      end
    end
    return g
  end,
}

-- (p, q, x), x <= n: a limit of n or more is no limit. The first losing option of a position decides.
local function outcomes(n)
  local won, side, i = {}, n + 1, 0
  local down = side * side
  for p = 0, n do
    for q = 0, n do
      for x = 0, n do
        i = i + 1
        local base, wins = i - x, 0
        for k = 1, min(p, x) do
          if won[base - k * down + min(2 * k, n)] == 0 then
            wins = 1
            break
          end
        end
        if wins == 0 then
          for k = 1, min(q, x) do
            if won[base - k * side + min(2 * k, n)] == 0 then
              wins = 1
              break
            end
          end
        end
        won[i] = wins
      end
    end
  end
  return won
end

-- For each position, the number of its options up to the deciding one.
local function options_needed(n)
  local won, side, needed = outcomes(n), n + 1, {}
  for p = 0, n do
    for q = 0, n do
      for x = 0, n do
        local count, found = 0, false
        two_pile_until(function(a, b, y)
          count = count + 1
          found = won[(a * side + b) * side + min(y, n) + 1] == 0
          return found
        end, p, q, x)
        needed[#needed + 1] = count
      end
    end
  end
  return needed
end

local needed
box {
  name = "boxes, outcomes, (p, q, x), f = 2k", cost = "n^3", n = 70, tiny = 6, rule = two_pile, what = "outcome",
  dimensions = 3, define = outcomes,
  definition = "Lua: loops over one array, left at the first losing option",
  bound = "calls: the rule in Lua, once on each position, left at the option that decides",
  prepare = function(n) needed = options_needed(n) end,
  limit = function(n)
    local i, left = 0, 0
    local function emit()
      left = left - 1
      return left == 0
    end
    for p = 0, n do
      for q = 0, n do
        for x = 0, n do
          i = i + 1
          left = needed[i]
          two_pile_until(emit, p, q, x)
        end
      end
    end
  end,
}

box {
  name = "boxes, remoteness, (p, q, x), f = 2k", cost = "n^4", n = 50, tiny = 6, rule = two_pile, what = "remoteness",
  dimensions = 3,
  define = function(n)
    local value, side, i = {}, n + 1, 0
    local down = side * side
    for p = 0, n do
      for q = 0, n do
        for x = 0, n do
          i = i + 1
          local base, least, most = i - x, math.huge, -1
          for k = 1, min(p, x) do
            local moves = value[base - k * down + min(2 * k, n)]
            if moves % 2 == 1 then
              if moves > most then most = moves end
            elseif moves < least then
              least = moves
            end
          end
          for k = 1, min(q, x) do
            local moves = value[base - k * side + min(2 * k, n)]
            if moves % 2 == 1 then
              if moves > most then most = moves end
            elseif moves < least then
              least = moves
            end
          end
          value[i] = least < math.huge and least + 1 or most + 1
        end
      end
    end
    return value
  end,
}

local compared = {
  name = "boxes, nim values, f = 2k: the rule compiled", cost = "n^4", n = 30, tiny = 6, rule = two_pile,
  what = "nim_value", dimensions = 3, compares = true, definition = "the engine, which calls the rule in Lua",
}
compared.define = function(n) return (swept(compared, n, false)) end
box(compared)

-- The same by several threads. The signature samples cells, so it costs no more than they do.
local function shared(r)
  r.kernel = function(n, threads) return swept(r, n, true, threads) end
  r.items = function(n) return (n + 1.0) ^ r.dimensions end
  r.same = function(grid, n)
    local h = 0
    for place = 0, r.items(n) - 1, 97 do
      local at, list = place // 1 | 0, {}
      for i = r.dimensions, 1, -1 do list[i], at = at % (n + 1), at // (n + 1) end
      local value = grid(table.unpack(list))
      h = h * 31 + (math.tointeger(value) or tostring(value):byte())
    end
    return h
  end
  row.measure(r)
end

shared { name = "threads: boxes, nim values, Wythoff's game", n = 900, tiny = 60, rule = wythoff, what = "nim_value",
         dimensions = 2 }
shared { name = "threads: boxes, outcomes, (p, q, x), f = 2k", n = 220, tiny = 60, rule = two_pile, what = "outcome",
         dimensions = 3 }
shared { name = "threads: boxes, nim values, (p, q, x), f = 2k", n = 220, tiny = 60, rule = two_pile,
         what = "nim_value", dimensions = 3 }

-- Solved into a file that ta.open reads, with one bit for a position.
do
  local path = os.tmpname()
  local rules = ta.moves { "a, b, c", "k: 1 <= k <= a -> a - k, b, c", "k: 1 <= k <= b -> a, b - k, c",
                           "k: 1 <= k <= c -> a, b, c - k" }
  local function clear()
    os.remove(path)
    rules:clear()
  end
  local function solved(n, threads)
    local db = assert(rules:solve_to { file = path, to = n, threads = threads })
    return db, db:info().bytes
  end
  local function cells(n) return (n + 1.0) ^ 3 end

  row.measure {
    name = "boxes, outcomes of three piles, into a file", cost = "n^3", n = 100, tiny = 6,
    definition = "Lua: loops over one array, left at the first losing option",
    bound = "the same box swept in memory, no file",
    clear = clear, items = cells, kernel = solved,
    limit = function(n) assert(rules:grid { what = "outcome", to = { n, n, n } }) end,
    same = function(values, _, kernel)
      if not kernel then return of_list(values) end
      local h = 0
      for place = 0, values:count() - 1 do h = h * 31 + 1 - values.core:answer(place) end
      values:close()
      return h
    end,
    define = function(n)
      local won, side, i = {}, n + 1, 0
      local down = side * side
      for a = 0, n do
        for b = 0, n do
          for c = 0, n do
            i = i + 1
            local wins = 0
            for j = i - c, i - 1 do if won[j] == 0 then wins = 1 break end end
            if wins == 0 then for j = i - b * side, i - side, side do if won[j] == 0 then wins = 1 break end end end
            if wins == 0 then for j = i - a * down, i - down, down do if won[j] == 0 then wins = 1 break end end end
            won[i] = wins
          end
        end
      end
      return won
    end,
  }
  row.measure {
    name = "threads: boxes, outcomes of three piles, into a file", n = 560, tiny = 20,
    clear = clear, items = cells, kernel = solved,
    same = function(values)
      local h = 0
      for place = 0, values:count() - 1, 97 do h = h * 31 + 1 - values.core:answer(place) end
      values:close()
      return h
    end,
  }
  os.remove(path)
end
