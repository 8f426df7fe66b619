-- Random rules as Lua source: loops, closures, tables, goto, extreme integers, shifts, division by possible zeros.
-- Every loop ends within a few turns. `source(arity)` is the text of a function(emit, ...).
local random = require "spec.support.random"

local M = {}

local scope -- names of integers that can be read
local writable -- those that can be written
local arity, labels

-- A name that no other production has.
local function fresh(prefix)
  return function()
    labels = labels + 1
    return prefix .. labels
  end
end

-- A comma-separated list of as many draws as the rule has numbers.
local function each(draw)
  local list = {}
  for i = 1, arity do list[i] = draw() end
  return table.concat(list, ", ")
end

local draw
draw = random.grammar({
  constant = {
    "0", "1", "2", "3", "4", "7", "10", "-1", "-2", "63", "64", "-64", "127", "128", "255", "256", "1000", "70000",
    "0x7fffffffffffffff", "math.mininteger", "1 << 62", "-0x7fffffffffffffff", "0xfffffffff",
  },
  binary = { { 3, "+" }, { 3, "-" }, "*", "//", "%", "&", "|", "~", "<<", ">>" },
  compare = { "<", "<=", ">", ">=", "==", "~=" },
  name = function() return random.pick(scope) end,
  expression = {
    least = { "$constant", { 2, "$name" } },
    { 3, "$constant" }, { 7, "$name" }, { 3, "-$name" }, { 3, "~$name" }, { 3, "$call" },
    { 3, "($condition and $expression or $expression)" }, { 18, "($expression $binary $expression)" },
  },
  call = {
    "math.min($expression, $expression)", "math.max($expression, $expression, $expression)", "math.abs($expression)",
    "(math.ult($expression, $expression) and $name or $name)", "twice($expression)", "least($expression, $expression)",
    "T[($expression & 3) + 1]", "math.floor($expression / $divisor)", "(GRID[$expression & 3][$expression] or $name)",
    "F(($expression & 7) + $one)", "(T[$expression] or $name)",
  },
  divisor = { "2", "3", "4", "5" },
  one = { { 7, "1" }, "0" },
  condition = {
    least = { "$name == nil", "FLAG", { 5, "$name $compare $constant" } },
    "not ($condition)", "($condition and $condition)", "($condition or $condition)", { 2, "$name == nil" }, { 2, "FLAG" },
    { 9, "$expression $compare $expression" },
  },
  value = function() return draw("expression", 3) end,
  small = function() return draw("expression", random.pick { 0, 1, 2 }) end,
  test = function() return draw("condition", 3) end,

  emit = { { 9, "emit($option)" }, "emit({ $option })" },
  option = function()
    local list = {}
    for i = 1, arity do list[i] = draw "small" end
    if math.random(12) == 1 then table.remove(list, math.random(arity)) end
    return table.concat(list, ", ")
  end,

  -- Names of integers, labels and tables. Statements see those integers that stand in the production around them.
  v = fresh "v", again = fresh "again", row = fresh "r", f = fresh "f", t = fresh "t",
  inner = function(level, around)
    local outer = scope
    scope = { table.unpack(outer) }
    for _, name in ipairs(random.keys(around)) do
      if name:find "^v%d" then scope[#scope + 1] = around[name][1] end
    end
    local text = draw("block", level)
    scope = outer
    return text
  end,
  block = { "$statement", "$statement $statement", "$statement $statement $statement" },
  statement = {
    least = { { 6, "$emit" }, { 2, "$local" }, { 2, "$assignment" }, "$mode" },
    { 3, "$emit" }, "$local", "$assignment", "$mode", "$stop", "$fault", "$if", "$counted", "$affine",
    "for $v1, $v2 in ipairs($list) do $inner end",
    "for $v1, $t1 in ipairs(PAIRS) do local $v2, $v3 = $t1[1], $t1[2] $inner end",
    "do local $row1 = GRID[$name & 7] if $row1 then if $test then $row1 = GRID[2] end $along end end",
    "local $v1 = $name & 7 while $v1 > 0 do $v1 = $v1 - 1 $inner $break end",
    "local $v1 = 0 repeat $v1 = $v1 + 1 $inner until $v1 > ($name & 3)",
    "do local $v1 = $name & 3 ::$again1:: $inner if $v1 > 0 then $v1 = $v1 - 1 goto $again1 end end",
    "for $v1 = 1, $name & 7 do if $test then goto $again1 end do $inner end ::$again1:: end",
    "local function $f1($v1) $inner return $name end $f1($small)",
    { "local $v1 = $name local function $f1(x) $v1 = $v1 + x return $v1 end $f1($small) $f1($name)", keeps = true },
    "local $t1 = { $name, $name } $t1[#$t1 + 1] = $name for $v1 = 1, #$t1 do $t1[$v1] = $t1[$v1] + $small end $entries",
    "local $t1 = {} for $v1 = 1, $arity do $t1[$v1] = $small end emit(table.unpack($t1))",
  },
  ["local"] = { { "local $v1 = $value", keeps = true, writable = true } },
  assignment = function()
    local x, y = draw "name", draw "name"
    if not writable[x] then return "local _ = 1" end
    if x ~= y and writable[y] and math.random(2) == 1 then return ("%s, %s = %s, %s"):format(x, y, y, x) end
    return ("%s = %s"):format(x, draw "value")
  end,
  mode = { 'if MODE == "left" then $emit end', 'if MODE == "right" then $emit end', "if MODE == nil then $emit end",
    "if MODE == 3 then $emit end" },
  stop = { "if $test then return end", { 3, "" } },
  fault = { 'if FLAG then local s = "x" .. 1 end', "if a == 5 then G = 1 end", "if a == 7 then error 'seven' end", { 9, "" } },
  ["if"] = { { 2, "if $test then $inner end" }, "if $test then $inner elseif $test then $inner end",
    { 2, "if $test then $inner else $inner end" }, "if $test then $inner elseif $test then $inner else $inner end" },
  counted = {
    { 13, "for $v1 = $name & 7, $name & 7$step do $inner end" },
    "for $v1 = math.maxinteger - ($name & 3), math.maxinteger do $inner end",
    "for $v1 = math.mininteger + 2, math.mininteger, -1 do $inner end",
    "for $v1 = $name & 7, ($name & 15) / 2$step do $inner end",
  },
  step = { { 2, "" }, ", 1", ", 2", ", -1", ", -3", ", ($name & 3) + 1", ", $name & 1" },
  affine = function() -- straight, affine: what becomes a run
    labels = labels + 1
    local k = "k" .. labels
    local option = each(function() return (draw("coordinate", 1):gsub("K", k)) end)
    return ("for %s = %s & 7, %s & 31, %d do emit(%s) end"):format(k, draw "name", draw "name", math.random(3), option)
  end,
  coordinate = { "$name", "$name - K", "$name + 2 * K", "$name - K * 3", "-K + $name", "~K - $name",
    "K * 0x4000000000000001 + $name" },
  list = { { 2, "T" }, "NONE", "{ $name, 5 }" },
  along = function(level, around) -- a row of a table that stands in the production around this
    local row = around.row1[1]
    local text = draw("turns", level, around)
    return (text:gsub("ROW", row))
  end,
  turns = { "for $v1, $v2 in ipairs(ROW) do $inner end", "for $v1 = 1, #ROW do local $v2 = ROW[$v1] $inner end" },
  ["break"] = { "if $test then break end", { 3, "" } },
  entries = function(_, around)
    local i = 0
    return ("emit(%s)"):format(each(function()
      i = i + 1
      return ("%s[%d]"):format(around.t1[1], i == 1 and 1 or 3)
    end))
  end,
  arity = function() return tostring(arity) end,
}, function(production, drawn)
  local name = drawn.v1[1]
  scope[#scope + 1] = name
  writable[name] = production.writable
end)

--- The source of a rule of this number of components.
function M.source(components)
  arity, labels, scope, writable = components, 0, {}, {}
  for i = 1, arity do
    scope[i] = ("abcdefgh"):sub(i, i)
    writable[scope[i]] = math.random(3) == 1
  end
  local names = table.concat(scope, ", ")
  scope[#scope + 1] = "U"
  local body = {}
  for i = 1, math.random(2, 6) do body[i] = draw("statement", 6) end
  return ([[
local T, NONE, PAIRS, U, FLAG, MODE = { 1, 3, 4, 9 }, {}, { { 1, 2 }, { -1, 3 } }, %s, %s, %s
local GRID, F = { [0] = { 7, 8 }, { 1, 2, 3 }, {}, { [0] = 4, 5 }, { 6 } }, require "takeaway".move_function(function(k)
  return k * k
end)
local function twice(x) return x * 2 end
local function least(x, y) if x < y then return x else return y end end
return function(emit, %s) %s end]]):format(draw "constant", random.pick { "true", "false" },
    random.pick { '"left"', '"right"', "nil" }, names, table.concat(body, " "))
end

local NUMBERS = {
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 31, 63, 64, 65, -1, -2, -5, -64, math.maxinteger, math.mininteger,
  math.maxinteger - 1, math.mininteger + 1, 1 << 52, (1 << 52) + 1, -(1 << 53), 1 << 32, -(1 << 31),
}

--- A position of this number of integers, small or extreme.
function M.position(components)
  local list = {}
  for i = 1, components do list[i] = math.random(3) > 1 and math.random(0, 9) or random.pick(NUMBERS) end
  return list
end

return M
