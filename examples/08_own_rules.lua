-- A game of one's own, from rules to a pattern.
--
-- Small Change: two piles. A move takes any number of counters from one pile, or the same
-- number from both, but then at most three.
local ta = require "takeaway"

local change = ta.ruleset {
  name = "Small Change",
  options = function(emit, a, b)
    for k = 1, a do emit(a - k, b) end
    for k = 1, b do emit(a, b - k) end
    for k = 1, math.min(a, b, 3) do emit(a - k, b - k) end
  end,
  measure = function(a, b) return a + b end,
}

-- First check that the rules are well-formed.
print("validate:", change:validate { from = { 12, 12 } })

-- One position, every question.
local p = change(7, 9)
print(p, "outcome " .. p:outcome(), "nim value " .. p:nim_value(), "moves left " .. p:remoteness())
print("winning moves:", table.unpack(p:winning_moves()))
print("in misere:", p:misere_outcome())

-- The P-positions, up to any size.
local SIZE = 200
assert(change:solve { from = { SIZE, SIZE }, what = "outcome" })
local pairs_found = {}
for a = 0, SIZE do
  for b = a, SIZE do
    if change(a, b):outcome() == "P" then pairs_found[#pairs_found + 1] = { a, b } end
  end
end
io.write("P-positions:")
for i = 1, 18 do io.write((" (%d,%d)"):format(table.unpack(pairs_found[i]))) end
print(" ...")

-- Is there a pattern? From (4,4) on they seem to repeat 8 further up on both piles.
local holds = true
for i = 4, #pairs_found - 5 do
  local now, later = pairs_found[i], pairs_found[i + 5]
  holds = holds and later[1] == now[1] + 8 and later[2] == now[2] + 8
end
print("every fifth pair is 8 further, both piles, to " .. SIZE .. ":", holds)
print(change:statistics())
