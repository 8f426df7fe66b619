-- Rules in Lua as programs, all in one run: the floor, which is calling the rule once on every position with an emit
-- that only counts; the engine with Lua called for every position; and the engine as it is. The best of some runs
-- each, for what else the machine does. Then growth from n to 2n; and a million positions against plain loops in Lua.
local ta = require "takeaway"

local function time_of(f)
  collectgarbage()
  collectgarbage()
  local start = os.clock()
  local result = f()
  return os.clock() - start, result
end

local function best_of(n, f)
  local best, result = math.huge, nil
  for _ = 1, n do
    local time, found = time_of(f)
    if time < best then best, result = time, found end
  end
  return best, result
end

local function floor_of(rule, sides)
  local count = 0
  local function emit() count = count + 1 end
  local third = sides[3] or 1
  for a = 0, sides[1] - 1 do
    for b = 0, sides[2] - 1 do
      for c = 0, third - 1 do rule(emit, a, b, c) end
    end
  end
  return count
end

local function grid_of(rule, sides, native, what)
  local rules = ta.ruleset({ name = "bench", options = rule }, { native = native })
  local to = {}
  for i, side in ipairs(sides) do to[i] = side - 1 end
  return rules, assert(rules:grid { what = what or "nim_value", to = to })
end

local signature = 0

local function sign(number) signature = (signature * 31 + number) % 1000000007 end

local function measure(name, rule, sides)
  local positions = sides[1] * sides[2] * (sides[3] or 1)
  local floor, options = best_of(2, function() return floor_of(rule, sides) end)
  local lua = time_of(function() return grid_of(rule, sides, false) end)
  local best, rules = best_of(5, function() return (grid_of(rule, sides, true)) end)
  local larger = { table.unpack(sides) }
  larger[1] = 2 * larger[1]
  local twice = best_of(3, function() return grid_of(rule, larger, true) end)
  local each = 1e9 / positions
  local row = "%-28s %3d options: the floor %6.0f ns, through Lua %6.0f, as it is %5.0f: %.3f of the floor, "
    .. "%.0f times as fast as through Lua; n to 2n %.2f"
  print(row:format(name, options // positions, floor * each, lua * each, best * each, best / floor, lua / best,
    twice / best))
  assert(rules:compiled() == true)
  sign(options)
end

measure("two integers", function(emit, a, b)
  if a > 0 then emit(a - 1, b) end
  if b > 0 then emit(a, b - 1) end
  if a > 1 and b > 1 then emit(a - 2, b - 2) end
end, { 600, 600 })

measure("(p, q, x), f = 2k", function(emit, p, q, x)
  if p == 0 or q == 0 then return end
  for k = 1, math.min(p, x) do emit(p - k, q, math.min(2 * k, 60)) end
  for k = 1, math.min(q, x) do emit(p, q - k, math.min(2 * k, 60)) end
end, { 60, 60, 61 })

measure("(p, q, x), f = 1 + k % 8", function(emit, p, q, x)
  if p == 0 or q == 0 then return end
  for k = 1, math.min(p, x) do emit(p - k, q, 1 + k % 8) end
  for k = 1, math.min(q, x) do emit(p, q - k, 1 + k % 8) end
end, { 180, 180, 9 })

measure("Wythoff", function(emit, a, b)
  for k = 1, a do emit(a - k, b) end
  for k = 1, b do emit(a, b - k) end
  for k = 1, math.min(a, b) do emit(a - k, b - k) end
end, { 301, 301 })

measure("three piles and a pass", function(emit, a, b, c)
  for k = 1, a do emit(a - k, b, c) end
  for k = 1, b do emit(a, b - k, c) end
  for k = 1, c do emit(a, b, c - k) end
  if a > 0 and (a + b + c) % 5 == 0 then emit(a - 1, b, c) end
end, { 40, 40, 40 })

-- ---- Every (p, q, x) to 100, f = 2k --------------------------------------------------

local N, min = 100, math.min

local function two_pile(emit, p, q, x)
  for k = 1, min(p, x) do emit(p - k, q, 2 * k) end
  for k = 1, min(q, x) do emit(p, q - k, 2 * k) end
end

-- The same by plain loops, a limit of 100 or more being no limit: does the player to move win? Up to the first option
-- that loses.
local function plain_outcome()
  local won = {}
  for p = 0, N do
    for q = 0, N do
      for x = 0, N do
        local wins = false
        for k = 1, min(p, x) do
          if not won[((p - k) * (N + 1) + q) * (N + 1) + min(2 * k, N)] then
            wins = true
            break
          end
        end
        if not wins then
          for k = 1, min(q, x) do
            if not won[(p * (N + 1) + q - k) * (N + 1) + min(2 * k, N)] then
              wins = true
              break
            end
          end
        end
        won[(p * (N + 1) + q) * (N + 1) + x] = wins
      end
    end
  end
  return won
end

local function plain_remoteness()
  local of = {}
  for p = 0, N do
    for q = 0, N do
      for x = 0, N do
        local least, most = math.huge, -1
        for k = 1, min(p, x) do
          local moves = of[((p - k) * (N + 1) + q) * (N + 1) + min(2 * k, N)]
          if moves % 2 == 1 then
            if moves > most then most = moves end
          elseif moves < least then
            least = moves
          end
        end
        for k = 1, min(q, x) do
          local moves = of[(p * (N + 1) + q - k) * (N + 1) + min(2 * k, N)]
          if moves % 2 == 1 then
            if moves > most then most = moves end
          elseif moves < least then
            least = moves
          end
        end
        of[(p * (N + 1) + q) * (N + 1) + x] = least < math.huge and least + 1 or most + 1
      end
    end
  end
  return of
end

local function million(what, f, read)
  local slow, of = best_of(2, f)
  local fast = best_of(5, function() return grid_of(two_pile, { N + 1, N + 1, N + 1 }, true, what) end)
  local _, grid = grid_of(two_pile, { N + 1, N + 1, N + 1 }, true, what)
  for p, q, x, value in grid:cells() do
    if (p + q + x) % 7 == 0 then assert(read(value) == of[(p * (N + 1) + q) * (N + 1) + x]) end
  end
  print(("%-28s %.3f s, plain loops in Lua %.3f s: %.1f times as fast")
    :format("a million of " .. what, fast, slow, slow / fast))
end

million("outcome", plain_outcome, function(outcome) return tostring(outcome) == "N" end)
million("remoteness", plain_remoteness, function(moves) return moves end)

-- The same programs through the system's C compiler, whose own time is not counted.
local function measure_cc(name, rule, sides)
  local to, best = {}, { math.huge, math.huge }
  for i, side in ipairs(sides) do to[i] = side - 1 end
  for _ = 1, 3 do
    for i, mode in ipairs { true, "cc" } do
      local rules = ta.ruleset({ name = "bench", options = rule }, { native = mode })
      local _, reasons = rules:compiled()
      if reasons[1] then return print(name .. ": " .. reasons[1]) end
      best[i] = math.min(best[i], (time_of(function() return assert(rules:grid { what = "remoteness", to = to }) end)))
    end
  end
  print(("%-28s by the C compiler %.2f of the register machine's time"):format(name, best[2] / best[1]))
end

measure_cc("(p, q, x), f = 1 + k % 8", function(emit, p, q, x)
  if p == 0 or q == 0 then return end
  for k = 1, math.min(p, x) do emit(p - k, q, 1 + k % 8) end
  for k = 1, math.min(q, x) do emit(p, q - k, 1 + k % 8) end
end, { 180, 180, 9 })

measure_cc("bits, shifts, a loop", function(emit, a, b)
  local x, n = a ~ (b << 3), 0
  while x ~= 0 do
    x, n = x & (x - 1), n + 1
  end
  for k = 1, math.min(a, 5) do emit(a - k, (b * n + k) % (b + 1)) end
  for k = 1, math.min(b, n) do emit(a, b - k) end
end, { 400, 400 })

-- Ready rules, asked once from nothing: that they are compiled must not cost, however small the question is.
for _, case in ipairs {
  { "nim", "nim_value", 5, 3 }, { "nim", "nim_value", 40, 30 }, { "wythoff", "outcome", 4, 3 },
  { "wythoff", "nim_value", 25, 25 }, { "euclid", "nim_value", 30, 23 }, { "kayles", "nim_value", 5 },
  { "kayles", "nim_value", 60 }, { "dawsons_kayles", "outcome", 60 }, { "grundy", "nim_value", 60 },
  { "even_odd", "outcome", 200 }, { "chomp", "outcome", 4, 5 }, { "silver_dollar", "outcome", 2, 5, 9 },
  { "silver_dollar", "outcome", 3, 8, 15 }, { "domineering", "outcome", "..../..../..../...." },
  { "cram", "nim_value", ".../.../..." }, { "cram", "nim_value", "..../..../...." },
  { "clobber", "outcome", "xoxo/oxox/xoxo" }, { "toads_and_frogs", "outcome", "TTT..FFF" },
  { "toads_and_frogs", "outcome", "TTTT..FFFF" },
} do
  local name, what = case[1], case[2]
  local fields = require("takeaway.rules." .. name)
  local function ask(native, times)
    for _ = 1, times do
      local p = ta.ruleset(fields, { native = native })(table.unpack(case, 3))
      p[what](p)
    end
  end
  local once = time_of(function() ask(true, 1) end)
  local times, on, off = math.max(1, math.min(200, 0.004 // once)), math.huge, math.huge
  for _ = 1, 15 do
    on = math.min(on, (time_of(function() ask(true, times) end)))
    off = math.min(off, (time_of(function() ask(false, times) end)))
  end
  print(("%-16s %-20s once: %9.1f us, %.2f of the time through Lua"):format(name, table.concat(case, ", ", 3),
    on / times * 1e6, on / off))
end

print("signature " .. signature)
