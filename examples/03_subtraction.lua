-- Subtraction games: take k counters, k in a set. Sequences, periods with a proof, and heaps of 10^18.
local ta = require "takeaway"

for _, set in ipairs { { 1, 2, 3, 4 }, { 2, 3, 7 }, { 1, 5, 12, 31 } } do
  local game = ta.subtraction(set)
  local p = game:periodicity(10000)
  print(game)
  print("  " .. tostring(game:nim_values(60)))
  print(("  period %d from %d on, %s"):format(p.period, p.preperiod, p.proved and "proved" or "observed"))
end

-- All moves except some: values rise for ever, by `saltus` every period.
local game = ta.subtraction { all_but = { 2, 3, 7 } }
local p = game:periodicity(10000)
print(game)
print(("  g(n + %d) = g(n) + %d from %d on, %s"):format(p.period, p.saltus, p.preperiod,
  p.proved and "proved" or "observed"))
print(("  g(10^18) = %d"):format(game:nim_value(10 ^ 18 // 1 | 0)))

-- A sum of heaps: every winning move.
local sum = ta.subtraction { 2, 3, 7 }
print("heaps 10^18, 44 and 13 of {2, 3, 7}: " .. sum:outcome(10 ^ 18 // 1 | 0, 44, 13))
for _, move in ipairs(sum:winning_moves(10 ^ 18 // 1 | 0, 44, 13)) do
  print(("  heap %d to %d"):format(move.heap, move.to[1] or 0))
end
