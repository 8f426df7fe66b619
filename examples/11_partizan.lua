-- Two partizan games, a sum of them, its best move and its temperature.

local ta = require "takeaway"

local domineering, toads = ta.rules.domineering(2, 3), ta.rules.toads_and_frogs
local parts = { domineering, toads "TTTT..FFF", toads "TT..FFF" }

local sum = 0 * domineering
for _, p in ipairs(parts) do
  local v = p:canonical_form()
  print(("%-30s %-14s mean %-4s temperature %s"):format(tostring(p), tostring(v), v:mean(), v:temperature()))
  sum = sum + p
end
local value = sum:canonical_form()
print(("%-30s %-14s mean %-4s temperature %s, outcome %s"):format("the sum", tostring(value), value:mean(),
  value:temperature(), value:outcome()))
assert(value:outcome() == sum:outcome())

-- Left's best move: it leaves the most, whatever else is in the sum.
local best
for _, option in ipairs(sum:left_options()) do
  local after = option:canonical_form()
  if not best or best.after < after then best = { option = option, after = after } end
end
print(("Left moves best to %s, worth %s"):format(tostring(best.option), tostring(best.after)))
print(value:thermograph())
