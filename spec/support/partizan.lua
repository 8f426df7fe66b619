-- Games by definition, in plain Lua: the reference that the values are held against.
-- A game is an id; options[id] are its left and right options. Nothing is simplified.
-- Rules (tables of left and right functions on strings) are made values here as well.

local P = {}

local games, index = {}, {}

local function key(list)
  local ids = {}
  for i, g in ipairs(list) do ids[i] = g end
  table.sort(ids)
  local kept = {}
  for i, g in ipairs(ids) do if g ~= ids[i - 1] then kept[#kept + 1] = g end end
  return table.concat(kept, ","), kept
end

-- The game with these lists of options.
function P.game(left, right)
  local l, lefts = key(left)
  local r, rights = key(right)
  local name = l .. "|" .. r
  if not index[name] then
    games[#games + 1] = { lefts, rights }
    index[name] = #games
  end
  return index[name]
end

P.zero = P.game({}, {})

function P.left(g) return games[g][1] end
function P.right(g) return games[g][2] end

local known = {}

-- g <= h: no left option of g is >= h, no right option of h is <= g.
function P.le(g, h)
  local k = g << 32 | h
  if known[k] ~= nil then return known[k] end
  local answer = true
  for _, gl in ipairs(games[g][1]) do
    if P.le(h, gl) then answer = false break end
  end
  if answer then
    for _, hr in ipairs(games[h][2]) do
      if P.le(hr, g) then answer = false break end
    end
  end
  known[k] = answer
  return answer
end

local sums = {}

function P.add(g, h)
  local k = g << 32 | h
  if sums[k] then return sums[k] end
  local lists = { {}, {} }
  for side = 1, 2 do
    for _, o in ipairs(games[g][side]) do lists[side][#lists[side] + 1] = P.add(o, h) end
    for _, o in ipairs(games[h][side]) do lists[side][#lists[side] + 1] = P.add(g, o) end
  end
  sums[k] = P.game(lists[1], lists[2])
  return sums[k]
end

local negatives = {}

function P.negative(g)
  if negatives[g] then return negatives[g] end
  local lists = { {}, {} }
  for side = 1, 2 do
    for _, o in ipairs(games[g][side]) do lists[3 - side][#lists[3 - side] + 1] = P.negative(o) end
  end
  negatives[g] = P.game(lists[1], lists[2])
  return negatives[g]
end

-- A random game born by `day`, with up to `width` options on a side.
function P.random(day, width)
  if day == 0 then return P.zero end
  local lists = { {}, {} }
  for side = 1, 2 do
    for i = 1, math.random(0, width) do lists[side][i] = P.random(math.random(0, day - 1), width) end
  end
  return P.game(lists[1], lists[2])
end

-- The value of a game, from those of its options.
function P.valuer(ta)
  local of = {}
  local function value(g)
    if of[g] then return of[g] end
    local lists = { {}, {} }
    for side = 1, 2 do
      for i, o in ipairs(games[g][side]) do lists[side][i] = value(o) end
    end
    of[g] = ta.value { left = lists[1], right = lists[2] }
    return of[g]
  end
  return value
end

-- The game that a value's canonical form is.
function P.former()
  local of = {}
  local function form(v)
    if of[v] then return of[v] end
    local lists = { {}, {} }
    for i, o in ipairs(v:left_options()) do lists[1][i] = form(o) end
    for i, o in ipairs(v:right_options()) do lists[2][i] = form(o) end
    of[v] = P.game(lists[1], lists[2])
    return of[v]
  end
  return form
end

-- ---- Rules: left(position) and right(position) are lists of strings ----

function P.rules_valuer(ta, rules)
  local of = {}
  local function value(position)
    if of[position] then return of[position] end
    local lists = { {}, {} }
    for i, p in ipairs(rules.left(position)) do lists[1][i] = value(p) end
    for i, p in ipairs(rules.right(position)) do lists[2][i] = value(p) end
    of[position] = ta.value { left = lists[1], right = lists[2] }
    return of[position]
  end
  return value
end

local function put(s, i, c) return s:sub(1, i - 1) .. c .. s:sub(i + 1) end

-- Strips and boards are strings with a fixed width; rows are joined without separator.
local function neighbours(width, size)
  local pairs_of = {}
  for i = 1, size do
    if i % width ~= 0 then pairs_of[#pairs_of + 1] = { i, i + 1 } end
    if i + width <= size then pairs_of[#pairs_of + 1] = { i, i + width } end
  end
  return pairs_of
end

-- Left puts dominoes upright, Right flat, on squares ".".
function P.domineering(width)
  local function moves(step, upright)
    return function(board)
      local list = {}
      for i = 1, #board - step do
        local j = i + step
        local same_row = (i - 1) // width == (j - 1) // width
        if (upright or same_row) and board:sub(i, i) == "." and board:sub(j, j) == "." then
          list[#list + 1] = put(put(board, i, "#"), j, "#")
        end
      end
      return list
    end
  end
  return { left = moves(width, true), right = moves(1, false) }
end

-- A stone clobbers a neighbour of the other colour. Left has x.
function P.clobber(width)
  local function moves(own, other)
    return function(board)
      local list = {}
      for _, pair in ipairs(neighbours(width, #board)) do
        for turn = 1, 2 do
          local i, j = pair[turn], pair[3 - turn]
          if board:sub(i, i) == own and board:sub(j, j) == other then
            list[#list + 1] = put(put(board, i, "."), j, own)
          end
        end
      end
      return list
    end
  end
  return { left = moves("x", "o"), right = moves("o", "x") }
end

-- Toads (t, Left) move right, frogs left, one step or over up to `jump` of the others.
function P.toads_and_frogs(jump)
  local function moves(own, other, step)
    return function(strip)
      local list = {}
      for i = 1, #strip do
        if strip:sub(i, i) == own then
          local j = i + step
          while strip:sub(j, j) == other and math.abs(j - i) <= jump do j = j + step end
          if j >= 1 and strip:sub(j, j) == "." then list[#list + 1] = put(put(strip, i, "."), j, own) end
        end
      end
      return list
    end
  end
  return { left = moves("t", "f", 1), right = moves("f", "t", -1) }
end

-- A string of edges from the ground: l for Left, r for Right, g for both.
function P.hackenbush()
  local function moves(own)
    return function(s)
      local list = {}
      for i = 1, #s do
        local c = s:sub(i, i)
        if c == own or c == "g" then list[#list + 1] = s:sub(1, i - 1) end
      end
      return list
    end
  end
  return { left = moves("l"), right = moves("r") }
end

return P
