-- Games by definition, in plain Lua: the reference for values.
-- A game is an id; options[id] are its left and right options. Nothing is simplified.
-- Rules (tables of left and right functions on strings) also become values here.

local board = require "spec.support.boards".board
local play = require "spec.support.play"

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

function P.options(g, side) return games[g][side] end

-- The game as text, with all of its options.
function P.text(g)
  local sides = { {}, {} }
  for side, list in ipairs(games[g]) do
    for i, o in ipairs(list) do sides[side][i] = P.text(o) end
  end
  return ("{%s|%s}"):format(table.concat(sides[1], ","), table.concat(sides[2], ","))
end

-- The value of a game, from those of its options.
function P.valuer(ta) return play.value(ta.value, P.options) end

-- The game that a value's canonical form is.
function P.former()
  return play.value(function(sides) return P.game(sides.left, sides.right) end, function(value, side)
    return side == 1 and value:left_options() or value:right_options()
  end)
end

-- ---- Rules: left(position) and right(position) are lists of strings ----

function P.lists_of(rules)
  return function(position, side) return rules[side == 1 and "left" or "right"](position) end
end

function P.rules_valuer(ta, rules) return play.value(ta.value, P.lists_of(rules)) end

-- Rules of spec/support/boards.lua on boards of this width, whose rows are joined without a separator.
local function joined(width, left, right)
  local function moves(rule)
    return function(text)
      local list = {}
      rule(function(option) list[#list + 1] = option:gsub("/", "") end, (text:gsub(("."):rep(width), "%0/"):gsub("/$", "")))
      return list
    end
  end
  return { left = moves(left), right = moves(right) }
end

-- Left puts dominoes upright, Right flat, on squares ".".
function P.domineering(width)
  return joined(width, function(emit, text) board.dominoes(emit, text, false, true) end,
    function(emit, text) board.dominoes(emit, text, true, false) end)
end

-- A stone clobbers a neighbour of the other colour. Left has x.
function P.clobber(width)
  return joined(width, function(emit, text) board.clobber(emit, text, "x", "o") end,
    function(emit, text) board.clobber(emit, text, "o", "x") end)
end

-- Toads (t, Left) move right, frogs left, one step or over up to `jump` of the others.
function P.toads_and_frogs(jump)
  return joined(999, function(emit, strip) board.step(emit, strip, "t", "f", 1, jump) end,
    function(emit, strip) board.step(emit, strip, "f", "t", -1, jump) end)
end

-- A string of edges from the ground: l for Left, r for Right, g for both.
function P.hackenbush()
  local function moves(own)
    return function(s)
      local list = {}
      for i in s:gmatch("()[g" .. own .. "]") do list[#list + 1] = s:sub(1, i - 1) end
      return list
    end
  end
  return { left = moves "l", right = moves "r" }
end

return P
