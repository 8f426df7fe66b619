-- Random rules of one to three numbers as Lua source, with loops that a box sweeps by rows. Loops have as many turns as
-- a coordinate, and contain branches, quotients, returns and a changing local. Some options lie outside the box. The
-- play of one rule in twenty may be endless.
local random = require "spec.support.random"

local M = {}

local NAMES = { "a", "b", "c" }

local arity
local scope -- the names an expression may read
local first -- the number of the coordinate that a move lowers
local changes -- may a loop write to x?

local draw

-- An option: its first coordinate is `by` less, those before it stay; what comes after is anything small.
local function option(by)
  local list = { table.unpack(NAMES, 1, first - 1) }
  list[first] = ("%s - %s"):format(NAMES[first], by)
  for i = first + 1, arity do list[i] = draw("later"):gsub("SAME", NAMES[i]):gsub("K", by) end
  return table.concat(list, ", ")
end

draw = random.grammar {
  name = function() return random.pick(scope) end,
  first = function() return NAMES[first] end,
  nine = random.range(1, 9), ten = random.range(2, 9), few = random.range(2, 5), bit = random.range(0, 1),
  six = random.range(0, 6),
  size = { "$name", "math.min($name, $nine)", "math.min($name, $name)", "$name // $few", "$name % $ten",
    "($name + $name) // 2", "$six" },
  compare = { "<", "<=", "==", "~=", ">" },
  condition = { "$size $compare $size", "($name + $name) % $few == $bit" },
  later = { { 2, "SAME" }, "$size", "math.min(2 * K, 14)", "K", "2 * K" },
  less = function() return option "1" end,
  taken = function() return option "k" end,
  last = { "k", "k > 2", "true" },
  move = function()
    first = math.random(arity)
    return draw "shape"
  end,
  shape = {
    "local last for k = 1, $first do last = $last end while last do if $first > 0 then emit($less) end last = nil end",
    { 3, "if $first > 0 and $condition then emit($less) end" }, { 6, "for k = 1, $limit do $body end" },
  },
  limit = { "$first", "math.min($first, $size)" },
  body = function()
    scope[#scope + 1] = "k"
    local text = draw(changes and "changing" or "turn") .. draw "other"
    scope[#scope] = nil
    return text
  end,
  changing = { { 3, "$turn" }, "x = k $turn", "$turn x = k", "$turn x = x // 2" },
  turn = { "$emit$break$return" },
  emit = { { 2, "emit($taken)" }, "if $condition then emit($taken) end" },
  ["break"] = { { 4, "" }, " if $condition then break end" },
  ["return"] = { { 5, "" }, " if $condition then return end" },
  other = { { 4, "" }, function()
    first = math.random(arity)
    return (" if %s > 0 then emit(%s) end"):format(NAMES[first], option "1")
  end },
  stop = { { 11, "" }, "\n  if $condition then return end" },
}

--- The text of a function(emit, ...) of this number of coordinates.
function M.source(numbers)
  arity, scope, changes = numbers, { table.unpack(NAMES, 1, numbers) }, false
  local lines, coordinates = {}, table.concat(scope, ", ")
  local head = coordinates
  if math.random(8) == 1 then
    lines[1], head = ("local %s = ..."):format(head), "..."
  end
  if math.random(3) == 1 then
    lines[#lines + 1] = "local x = " .. draw(random.pick { "name", "size" })
    scope[#scope + 1] = "x"
    changes = math.random(2) == 1
  end
  for _ = 1, math.random(3) do lines[#lines + 1] = draw "move" .. draw "stop" end
  if math.random(20) == 1 then lines[#lines + 1] = ("if %s then emit(%s) end"):format(draw "condition", coordinates) end
  return ("return function(emit, %s)\n  %s\nend"):format(head, table.concat(lines, "\n  "))
end

return M
