-- One pile with memory: after a move of k the next may take at most f(k). Powers of two, Fibonacci Nim and others, and
-- a printed proof that fails at 13, replayed.
local ta = require "takeaway"
local function list(t) return table.concat(t, " ") end

print "Losing opening sizes H to 60, by f:"
for _, f in ipairs { "k", "2k", "3k", "0k+4" } do
  local sizes, complete = ta.one_pile(f):losing_sizes(60)
  print(("  f(k) = %-5s %s%s"):format(f, list(sizes), complete and "  (that is all of H)" or " ..."))
end

local game = ta.one_pile(2)
print("\nFibonacci Nim, f(k) = 2k. Every n is a sum of Fibonacci numbers, no two neighbours (Zeckendorf):")
for _, n in ipairs { 12, 13, 100, 10 ^ 18 // 1 | 0 } do
  print(("  %d = %s; opening %s, least winning take %d"):format(n, table.concat(game:representation(n), " + "),
    game:outcome(n), game:least_move(n)))
end
print("Nim values at 10 after the last move took k = 0..5:")
for k = 0, 5 do io.write(k == 0 and "  " or " ", game:nim_value(10, 2 * k)) end

-- A lemma in lecture notes says: from 13 = 8 + 5, after the first player takes 3, think of what is left as 5
-- (at the bottom) and 5 on top, and follow a winning strategy on the top 5 under the bound 6.
print "\n\nThe printed proof at 13: the first player takes 3, leaving 10 and bound 6."
print("  on the top 5, bound 6, winning takes: " .. list(game:winning_moves(5, 6)))
local rest, bound = 10 - 5, 2 * 5
print(("  so it takes 5 and leaves %d with bound %d: %s-position; the opponent takes all"):format(rest, bound,
  game:outcome(rest, bound)))
print("  what does win at 10, bound 6: " .. list(game:winning_moves(10, 6)))
-- Repaired: the bottom is the larger Fibonacci number, 8, and the top what is above it.
print("  with 8 at the bottom the top is 2, bound 6: " .. list(game:winning_moves(2, 6)) .. ", and that wins")
assert(rest == 5 and game:outcome(rest, bound) == "N" and game:outcome(8, 4) == "P")
