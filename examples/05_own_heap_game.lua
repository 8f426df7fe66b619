-- A heap game of your own: a function that names the options of a heap.
local ta = require "takeaway"

-- Take a proper divisor of the heap, or split it into two equal heaps of more than one.
local game = ta.heap(function(n, emit)
  for k = 1, n // 2 do
    if n % k == 0 then emit(n - k) end
  end
  if n % 2 == 0 and n > 2 then emit(n // 2, n // 2) end
end)

print(game:nim_values(32))
print("lost heaps: " .. table.concat(game:p_positions(32), " "))
print(("heaps 12 and 9: %s"):format(game:outcome(12, 9)))
for _, move in ipairs(game:winning_moves(12, 9)) do
  print(("  heap %d to %s"):format(move.heap, table.concat(move.to, " and ")))
end

-- The ready rules do the same in a few lines each. The even and odd game of lecture notes: take any positive even
-- number but not the whole heap, or a whole odd heap. Its lemma: g(2k) = k - 1, g(2k - 1) = k.
local even_odd = ta.heap(require("takeaway.rules.even_odd").heap)
for k = 1, 500 do assert(even_odd:nim_value(2 * k) == k - 1 and even_odd:nim_value(2 * k - 1) == k) end
print("\neven and odd: " .. tostring(even_odd:nim_values(20)))
local p = even_odd:periodicity(1000)
print(("g(n + %d) = g(n) + %d seen from %d to %d; a rule's period is observed, never proved"):format(p.period, p.saltus,
  p.preperiod, p.heaps))

local grundy = ta.heap(require("takeaway.rules.grundy").heap)
print("Grundy's game: " .. tostring(grundy:nim_values(30)))
print(select(2, grundy:periodicity(400)))
