-- Euclid: take a multiple of the smaller number from the larger. The player who makes a zero wins. The numbers are far
-- beyond a search; sums with other games work too.
local ta = require "takeaway"

local euclid = ta.euclid()
print(euclid)
for b = 1, 12 do
  local line = {}
  for a = 1, 24 do line[a] = ("%2d"):format(euclid:nim_value(a, b)) end
  print("  " .. table.concat(line, " "))
end

-- Ratios of neighbours in the Fibonacci sequence are alternately above and below the golden ratio.
local small, large = 1, 2
while large < 10 ^ 18 do small, large = large, small + large end
print(("(%d, %d): %s, (%d, %d): %s"):format(large, small, euclid:outcome(large, small), small, large - small,
  euclid:outcome(small, large - small)))

-- A sum with a Nim heap: which moves win.
local sum = euclid:position(34, 5) + ta.rules.nim(3)
print(sum, sum:outcome())
for _, move in ipairs(sum:winning_moves()) do print("  " .. tostring(move)) end
