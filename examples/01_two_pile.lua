-- Two-pile move-size dynamic Nim: from a rule to a table, a proof or a counterexample.
local ta = require "takeaway"

print "== The paper's example: piles 3 and 4, at most 2 may be taken, f(k) = k"
local game = ta.two_pile("k")
print("options (p, q, next limit):", game:options(3, 4, 2))
print("outcome:", game:outcome(3, 4, 2), "winning moves:", game:winning_moves(3, 4, 2))

print "\n== L(p, q), the least winning move, for three rules"
for _, f in ipairs { "k", "2k", "3k" } do
  local g = ta.two_pile(f)
  print(g:table(16))
  print(("the closed form holds on all %d cells to 500: %s\n"):format(select(2, g:verify(500)), g:verify(500)))
end

print "== Which rules have the closed form? Exactly the admissible ones"
for _, f in ipairs { "floor(7k/2)", "ceil(5k/2)", "ceil(301k/100)", "4k" } do
  local g = ta.two_pile(f)
  local admissible, why = g:admissible()
  print(f, admissible and "admissible" or why.message)
  if not admissible then print("", "first wrong cell:", g:counterexample()) end
end

print "\n== A rule of one's own: a Lua function"
local own = ta.two_pile(function(k) return k % 3 == 0 and 1 or 2 * k end)
print(own:table(12))
print("admissible:", own:admissible())
print("(9, 12, 4):", own:outcome(9, 12, 4), own:winning_moves(9, 12, 4))

print "\n== Normal and misere play, f(k) = 2k: L(5, q) for q = 1..16"
for _, misere in ipairs { false, true } do
  local g, row = ta.two_pile("2k", { misere = misere }), {}
  for q = 1, 16 do row[q] = tostring(g:least_move(5, q)) end
  print(misere and "misere" or "normal", table.concat(row, " "))
end

print "\n== And far beyond any table, f(k) = 2k"
local p, q = 10 ^ 15, 10 ^ 15 + 48
print(("L(10^15, 10^15 + 48) = %d, by case %s"):format(ta.two_pile("2k"):least_move(p, q),
  ta.two_pile("2k"):strategy(p, q).case))
