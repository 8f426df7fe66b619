-- Heap games: subtraction sets, codes and scripts, their sums, their misère play and their periods, by definition.
local heap_games = require "spec.support.heap_games"
local same = require "spec.property.games.same"
local ta = require "takeaway"

local function set_of(most, largest)
  local set, has = {}, {}
  for k = 1, math.random(most) do
    set[k] = math.random(largest)
    has[set[k]] = true
  end
  return set, has
end

local function subtraction(size)
  local set, has = set_of(4, 3 * size)
  local but = math.random(2) == 1
  local text = ("ta.subtraction{%s}"):format((but and "all_but = { %s }" or "%s"):format(table.concat(set, ", ")))
  return ta.subtraction(but and { all_but = set } or set), text, function(n, emit)
    for k = 1, n do
      if (has[k] or false) ~= but then emit(n - k) end
    end
  end
end

local function code(size)
  local digits = {}
  for i = 1, math.random(1, size + 1) do digits[i] = math.random(0, 7) end
  local text = (math.random(3) == 1 and "4." or "0.") .. table.concat(digits)
  return ta.octal(text), ("ta.octal \"%s\""):format(text), heap_games.rule(text)
end

local function script(size)
  local _, text, rule = (math.random(2) == 1 and subtraction or code)(size)
  return ta.heap(rule), ("ta.heap(the rule of %s)"):format(text), rule
end

local function heaps(size)
  local game, text, rule = ({ subtraction, code, script })[math.random(3)](size)
  local values, to = {}, 12 * size
  for n = 0, to do
    local seen = {}
    rule(n, function(...)
      local sum = 0
      for _, m in ipairs { ... } do sum = sum ~ values[m] end
      seen[sum] = true
    end)
    values[n] = heap_games.mex(seen)
    same(values[n], game:nim_value(n), "%s:nim_value(%d)", text, n)
  end
  local sequence = game:nim_values(to)
  for n = 0, to do same(values[n], sequence(n), "%s:nim_values(%d)(%d)", text, to, n) end
  local period = game:periodicity(to)
  for n = period and period.preperiod or to, period and to - period.period or 0 do
    same(values[n] + period.saltus, values[n + period.period], "%s:periodicity(%d) is %s: the value of %d", text, to, period,
      n + period.period)
  end
  local normal, misere = heap_games.outcomes(rule, true), heap_games.outcomes(rule)
  for _ = 1, 10 do
    local sum = {}
    for i = 1, math.random(3) do sum[i] = math.random(0, size + 2) end
    local shown = table.concat(sum, ", ")
    same(normal(table.unpack(sum)), game:outcome(table.unpack(sum)), "%s:outcome(%s)", text, shown)
    same(misere(table.unpack(sum)), game:misere_outcome(table.unpack(sum)), "%s:misere_outcome(%s)", text, shown)
  end
end

-- The misère quotient of the heaps to some size says of every sum what the definition says.
local function quotients(size)
  local game, text, rule = code(math.min(size, 3))
  local to = size + 1
  local quotient = game:misere_quotient(to)
  if not quotient then return end
  local misere = heap_games.outcomes(rule)
  for _ = 1, 20 do
    local sum = {}
    for i = 1, math.random(4) do sum[i] = math.random(0, to) end
    same(misere(table.unpack(sum)), quotient:outcome(table.unpack(sum)), "%s:misere_quotient(%d):outcome(%s)", text, to,
      table.concat(sum, ", "))
  end
end

-- Positions of codes with their rules in Lua: the same ruleset by another path.
local function rules_of_codes(size)
  local game, text = code(size)
  local lua = ta.rules.take_and_break(game:code())
  for n = 0, size do
    same(game:nim_value(n), lua(n):nim_value(), "ta.rules.take_and_break of %s at %d: the nim value", text, n)
    same(game:misere_outcome(n), lua(n):misere_outcome(), "ta.rules.take_and_break of %s at %d, misère", text, n)
  end
end

return {
  { name = "heaps: sets, codes and scripts", play = heaps, short = 180 },
  { name = "misère quotients", play = quotients, short = 45 },
  { name = "codes as rules in Lua", play = rules_of_codes, short = 120 },
}
