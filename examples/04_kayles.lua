-- Take-and-break games by code. Bit j of digit k allows taking k counters and leaving exactly j heaps:
-- 0.77 is Kayles (take one or two, part the rest if you like), 0.07 Dawson's Kayles, 0.[3] Nim.
local ta = require "takeaway"

local kayles = ta.octal "0.77"
print(kayles:nim_values(40))
for _, code in ipairs { "0.77", "0.07", "0.156", "0.165", "0.16" } do
  local p = ta.octal(code):periodicity(600000)
  print(("%-6s period %6d from %6d on, %s from heaps 0..%d"):format(code, p.period, p.preperiod,
    p.proved and "proved" or "observed", p.heaps))
end

print("\nThree rows of 10, 9 and 8 pins: " .. kayles:outcome(10, 9, 8))
for _, move in ipairs(kayles:winning_moves(10, 9, 8)) do
  print(("  row %d, leave %s"):format(move.heap, table.concat(move.to, " and ")))
end

-- Misere play: the player who moves last loses. Nim values do not add, so the sum itself is searched.
io.write "\nMisere nim values of single rows:"
for n = 0, 20 do io.write(" ", kayles:misere_nim_value(n)) end
print("\nMisere, rows of 3 and 2: " .. kayles:misere_outcome(3, 2) .. "; normal: " .. kayles:outcome(3, 2))

-- Heaps of different games in one sum.
local sum = ta.heaps { { kayles, 7 }, { ta.octal "0.[3]", 5 }, { ta.one_pile(2), 10, 4 } }
print("\n" .. tostring(sum) .. "\n  nim value " .. sum:nim_value())
for _, move in ipairs(sum:winning_moves()) do
  local what = move.take and "take " .. move.take or #move.to == 0 and "take it whole"
    or "leave " .. table.concat(move.to, " and ")
  print(("  in summand %d: %s"):format(move.heap, what))
end
