-- From one's own rule to a theorem: all P-positions, for numbers of any length, and which statements about them hold.
local ta = require "takeaway"

-- Two heaps: take at most three counters from the first, any number from the second, or two from both.
local game = ta.moves{ "a, b", name = "three and any",
  "k: 1 <= k <= 3, k <= a -> a - k, b",
  "k: 1 <= k <= b -> a, b - k",
  "a >= 2, b >= 2 -> a - 2, b - 2" }
print(game:text())

local theorem = assert(game:theorem())
print(theorem)
print("P-positions to 12: " .. tostring(theorem.positions:vectors { to = 12 }))

-- Statements that the list suggests, about all positions. The last one is false.
for _, formula in ipairs {
  "A a: E b: P(a, b) and b <= 3",
  "A a, b, c: P(a, b) and P(a, c) => b = c",
  "A a, b: P(a, b) <=> P(a + 4, b)",
  "A a, b: P(a, b) <=> P(b, a)",
} do
  print(("%-40s %s"):format(formula, theorem:ask(formula)))
end

-- Large numbers. The engine agrees where it can.
local a, b = "1000000000000000000000000000000", 5
print(theorem:outcome(a, b), theorem:winning_move(a, b))
for n = 0, 30 do
  for m = 0, 30 do assert(theorem:outcome(n, m) == game(n, m):outcome()) end
end

-- In misere play the set differs. Each set has its own proof.
local misere = assert(game:theorem { misere = true })
print(misere.positions)
print(theorem.numeration:ask("A a, b: P(a, b) => not M(a, b)", { P = theorem.positions, M = misere.positions }))
