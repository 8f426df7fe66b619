-- Random rules of two numbers as Lua source, from what a declaration writes as floors, mods, cases and named functions:
-- shifts, bits, table entries, products, loops with a step. `source()` is the text of a chunk that returns a rule.
local random = require "spec.support.random"

local M = {}

local scope

local draw
draw = random.grammar {
  name = function() return random.pick(scope) end,
  small = random.range(0, 5), right = random.range(0, 3), left = random.range(-1, 2),
  mask = { "1", "3", "6", "7", "-2", "-5", "10" }, bits = { "1", "2", "5", "-4" }, flips = { "1", "2", "7", "-1" },
  divisor = { "2", "3", "-2", "(b + 1)", "x" }, modulus = { "2", "3", "-3", "(b + 1)", "x" }, entry = { "1", "2" },
  expression = {
    least = { "$small", { 3, "$name" } },
    "($expression >> $right)", "($expression << $left)", "($expression & $mask)", "($expression | $bits)",
    "($expression ~ $flips)", "($expression + $expression)", "($expression - $expression)",
    "math.max($expression - $expression, 0)", "math.min($expression, $expression)", "($expression // $divisor)",
    "($expression % $modulus)", "($name * $expression)", "T[$expression % 3]", "(LONG[$expression] or $small)",
    "(T[$expression] or $name)", "ROWS[1 + ($expression & 1)][$entry]", "F(1 + ($expression & 3))",
  },
  one = function() return draw("expression", 1) end,
  two = function() return draw("expression", math.random(0, 2)) end,
  ["end"] = function() return draw("expression", math.random(0, 1)) end,
  compare = { "<", "<=", ">", ">=", "==", "~=" },
  condition = { "math.ult($one, $name)", { 5, "$one $compare $one" } },
  emit = { "emit($two, $end)" },
  when = { "if $condition then $emit end" },
  from = { "1", "x", "b", "a & 1" }, to = { "a", "b", "a >> 1", "math.min(a, b)" },
  inner = function()
    scope[#scope + 1] = "k"
    local text = draw(random.pick { "emit", "when", "when" })
    scope[#scope] = nil
    return text
  end,
  step = { { 2, "1" }, "2", "x", "b + 1", "b" }, back = { "-1", "-x" },
  loop = { { 6, "for k = $from, $to, $step do $inner end" }, { 2, "for k = $to, $from, $back do $inner end" } },
  start = { "", "if b == 0 then return end", "if a < b then return end" },
  statement = { "$loop", "$emit", "$when" },
  body = { "$start $statement", "$start $statement $statement" },
}

function M.source()
  scope = { "a", "b", "x" }
  return ([[
local T, ROWS, LONG, F = { [0] = 2, 1, 3 }, { { 1, 4 }, { 2, 0 } }, {}, require "takeaway".move_function "k^2 + 1"
for i = -1, 11 do LONG[i] = i * i %% 7 end
return function(emit, a, b)
  local x = b + %d
  %s
end]]):format(math.random(0, 2), draw "body")
end

return M
