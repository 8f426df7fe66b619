-- Random declarations. The grammar generates each piece as a declaration and as Lua, which evaluates it. The Lua form
-- has parentheses around every piece, which tests the reader's precedence.
local random = require "spec.support.random"

local M = {}

local functions = {
  f = function(k) return k * k % 7 end,
  t = setmetatable({ [0] = 3, 1, 4, 1, 5 }, { __index = function(_, k) return k % 5 - 1 end }),
}
M.functions = functions

local linear -- no calls of f and t
local variables
local names -- the variables and parameters that a piece may read
local parameter, other -- those that a guard bounds

-- A name in both forms.
local function variable(name) return name, "env." .. name end

local draw
draw = random.grammar {
  forms = 2,
  space = { { 2, "" }, " " },
  digit = random.range(0, 5), two = random.range(2, 3), four = random.range(1, 4), low = random.range(-3, 2),
  six = random.range(-2, 3), high = random.range(0, 4),
  name = function() return variable(random.pick(names)) end,
  p = function() return variable(parameter) end, q = function() return variable(other) end,

  -- The tightest binding terms, with a sign or a factor, in products and quotients from left to right: 3k//2, -a * 2
  -- mod 3.
  tight = { least = { "$digit", { 4, "$name" } }, "$digit", { 3, "$name" }, "($term)" },
  factor = { least = { "$name" }, { 3, "$name" }, "($term)" },
  signed = { { 2, "$tight" }, { "-$tight", "(-$tight)" }, { "$two$space$factor", "($two * $factor)" } },
  chain = {
    least = { "$signed" },
    { 4, "$signed" }, { "$chain*$space$four", "($chain * $four)" }, { "$chain//$space$four", "($chain // $four)" },
    { "$chain%$space$four", "($chain % $four)" }, { "$chain mod $four", "($chain % $four)" },
  },
  term = {
    least = { "$chain" },
    { 2, "$chain" }, { 2, "$quotient" }, { "$chain + $chain", "($chain + $chain)" },
    { "$chain - $chain", "($chain - $chain)" }, { 2, function(level) return draw(linear and "linear" or "several", level) end },
  },
  quotient = {
    { "floor(($term)/$four)", "($term // $four)" }, { "ceil(($term) / $four)", "(-(-$term // $four))" },
    { "($term)//$four", "($term // $four)" }, { "($term)%$four", "($term % $four)" },
    { "($term) mod $four", "($term % $four)" },
  },
  linear = { { "min($term, $term)", "math.min($term, $term)" }, { "max($term, $term)", "math.max($term, $term)" },
    { "abs($term)", "math.abs($term)" } },
  several = { { 3, "$linear" }, { "f($term)", "f($term)" }, { "t($term)", "t[$term]" } },
  target = function() return draw("term", 3) end,

  -- A term that may be a fraction; as Lua, 12 times that.
  fraction = function() return draw("divided", 4) end,
  divided = { { 2, "$term", "(12 * $term)" }, { "($term)/2", "(6 * $term)" }, { "($term)/3", "(4 * $term)" },
    { "($term)/4", "(3 * $term)" } },
  sign = { "<", "<=", ">", ">=", { "=", "==" }, "==", "~=", { "!=", "~=" } },
  comparison = {
    { "$fraction $sign$space$fraction", "($fraction $sign $fraction)" },
    { "$fraction1 $sign1$space$fraction2 $sign2 $fraction3", "($fraction1 $sign1 $fraction2 and $fraction2 $sign2 $fraction3)" },
  },
  condition = {
    least = { "$comparison" },
    { 2, "$comparison" }, { "not ($condition)", "(not $condition)" },
    { "($condition) or $condition", "($condition or $condition)" },
    { "($condition) and ($condition)", "($condition and $condition)" },
  },

  -- Guards that leave p a range within 30 of 0, by the variables and the parameters before it.
  top = { { 3, "$modest" }, { "min(max($target, -15), 15)", "math.min(math.max($target, -15), 15)" } },
  modest = function() -- a linear form of the variables, within 30 of 0
    local all = names
    names = variables
    local text, lua = draw "pair"
    names = all
    return text, lua
  end,
  plain = function() return draw("signed", 0) end,
  pair = { { 2, "$plain" }, { "$plain // $two", "($plain // $two)" }, { "$plain + $plain", "($plain + $plain)" },
    { "$plain - $plain", "($plain - $plain)" } },
  bound = {
    { "$low <= $p <= $top", "$low <= $p and $p <= $top" },
    { "$two$p < $top, $p > $low", "$two * $p < $top and $p > $low" },
    { "$p = $top", "$p == $top" },
    { "$two$p = $top", "$two * $p == $top" },
    { "not ($p < $low or $p > $top)", "$p >= $low and $p <= $top" },
    { "floor($p/$two) <= min(7, $top), ($p + 1) // 2 >= $low",
      "$p // $two <= math.min(7, $top) and ($p + 1) // 2 >= $low" },
    { "$p = $six1 or $p = $high1 or $low1 <= $p and $p < $six1", "$p == $six1 or $p == $high1 or $low1 <= $p and $p < $six1" },
    { "max($p, $high1) <= $top, min($p, $high1) >= $low",
      "math.max($p, $high1) <= $top and math.min($p, $high1) >= $low" },
    { "abs($p) <= $top", "math.abs($p) <= $top" },
  },
  together = { { "$p + 2$q <= $modest, $p >= 0, $q > -2", "$p + 2 * $q <= $modest and $p >= 0 and $q > -2" } },
}

-- The function of an environment that a Lua form is.
local function compiled(lua)
  local known = { math = math, f = functions.f, t = functions.t }
  return assert(load(("return function(env) return %s end"):format(lua), "=drawn", "t", known))()
end

-- A move: its text, its parameters, and the function that gives the option of an environment, or nil.
local function random_move()
  local parameters, guards = {}, {}
  for i = 1, math.random(0, 2) do parameters[i] = random.pick { "k", "take" } .. i end
  local function guard(symbol) guards[#guards + 1] = table.pack(draw(symbol)) end
  names = variables
  if #parameters == 2 and math.random(3) == 1 then
    parameter, other = table.unpack(parameters)
    guard "together"
    names = { parameter, other, table.unpack(variables) }
  else
    for _, p in ipairs(parameters) do
      parameter = p
      guard "bound"
      names = { p, table.unpack(names) }
    end
  end
  for _ = 1, math.random(0, 2) do guard "condition" end
  local texts, tests = {}, {}
  for i, forms in ipairs(guards) do
    local at = math.random(i) -- in any order
    table.insert(texts, at, forms[1])
    table.insert(tests, at, ("(%s)"):format(forms[2]))
  end
  local targets, option = {}, {}
  for i = 1, #variables do targets[i], option[i] = draw "target" end
  tests[#tests + 1] = ("{ %s }"):format(table.concat(option, ", "))
  local head = #parameters > 0 and table.concat(parameters, ", ") .. ": " or ""
  return { text = head .. table.concat(texts, ", ") .. " -> " .. table.concat(targets, ", "), parameters = parameters,
           option = compiled(table.concat(tests, " and ")) }
end

--- The argument of `ta.moves`, its moves and `over` as functions of an environment, and its variables. With `is_linear`
-- it calls no functions.
function M.declaration(is_linear)
  linear = is_linear or false
  variables = random.pick { { "n" }, { "a", "b" }, { "a", "b", "limit_1" } }
  names = variables
  local d, over = { table.concat(variables, ", ") }, nil
  if math.random(3) == 1 then
    local lua
    d.over, lua = draw("condition", 1)
    over = compiled(lua)
  end
  local moves = random.list(1, 3, random_move)
  for i, move in ipairs(moves) do d[i + 1] = move.text end
  local all = table.concat(d, " ") .. " " .. (d.over or "")
  for name, f in pairs(functions) do -- a function that no move calls is refused
    if all:find("%f[%a]" .. name .. "%(") then d[name] = f end
  end
  return d, moves, over, variables
end

return M
