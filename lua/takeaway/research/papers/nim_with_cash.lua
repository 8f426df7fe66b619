--- Gasarch, Purtilo and Ulrich, "NIM with Cash" (arXiv 1511.04035): sections 1 to 4.
-- Sections 5 to 11 are in papers/cash_families.lua.
local T = require "takeaway.research.papers.cash_tools"
local wins, states, numbers = T.wins, T.states, T.numbers

local P = { title = "NIM with Cash" }

local STATES = "32 sets, all n, d, e <= %d"
local NUMBERS = "32 sets, all n <= %d"

local function add(id, claim, printed, says, corrected, limit, range)
  P[#P + 1] = { id, claim, printed = printed, says = says, corrected = corrected,
    limit = limit or 16, range = range or STATES }
end

-- W(n) = II exactly on the residues for which lost(G, n) is true.
local function normal(sets, lost)
  return numbers(sets, function(G, n)
    if G.W[n] == lost(G.A, n) then return "the mover " .. (G.W[n] and "wins" or "loses") end
  end)
end

local ranges, evens, triples_even, triples_odd = {}, {}, {}, {}
for L = 1, 6 do for M = L + 1, 9 do ranges[#ranges + 1] = T.interval(L, M) end end
for L = 2, 8, 2 do
  evens[#evens + 1] = { 1, L }
  triples_even[#triples_even + 1] = { 1, L, L + 1 }
  triples_odd[#triples_odd + 1] = { 1, L + 1, L + 2 }
end

add("1.5.1", "A = {L..M}, L < M: the mover loses iff n mod (L+M) < L",
  normal(ranges, function(A, n) return n % (A[1] + A[#A]) < A[1] end), nil, nil, 200,
  "L <= 6, M <= 9, n <= %d")
add("1.5.2", "A = {1,L}, L even: the mover loses iff n mod (L+1) is in 0, 2, ..., L-2",
  normal(evens, function(A, n) local i = n % (A[2] + 1) return i < A[2] and i % 2 == 0 end),
  nil, nil, 200, "L = 2, 4, 6, 8, n <= %d")
add("1.5.3", "A = {1,L,L+1}, L even: the mover loses iff n mod 2L is in 0, 2, ..., L-2",
  normal(triples_even, function(A, n) local i = n % (2 * A[2]) return i < A[2] and i % 2 == 0 end),
  nil, nil, 200, "L = 2, 4, 6, 8, n <= %d")
add("1.5.4", "A = {1,L,L+1}, L odd: the mover loses iff n mod (2L+1) is in 0, 2, ..., L-1",
  normal(triples_odd, function(A, n) local i = n % (2 * A[2] + 1) return i < A[2] and i % 2 == 0 end),
  nil, nil, 200, "L = 3, 5, 7, 9, n <= %d")

-- Does the named player win by taking min A at every turn, against every play?
local function miserly(A, n, d, e, mover_plays)
  local function survives(m, mine, yours, my_turn)
    if my_turn then
      return m >= A[1] and mine >= A[1] and survives(m - A[1], mine - A[1], yours, false)
    end
    for _, a in ipairs(A) do
      if a <= m and a <= yours and not survives(m - a, mine, yours - a, true) then return false end
    end
    return true
  end
  if mover_plays then return survives(n, d, e, true) end
  return survives(n, e, d, false)
end

-- The example's claims for A = {1,3,4}: the winner of a state, and the way ("miserly", "normally").
local function example(n, d, e, who, how)
  return function()
    local G = T.game({ 1, 3, 4 }, 14)
    local name = ("(%d;%s,%d)"):format(n, d == math.huge and "inf" or d, e)
    if wins(G, n, d, e) ~= (who == "I") then return name .. " is won by the other player" end
    if how == "miserly" and not miserly(G.A, n, d, e, who == "I") then
      return name .. ": always taking 1 does not win"
    end
    local rich = who == "I" and wins(G, n, d, math.huge) or who == "II" and not wins(G, n, math.huge, e)
    if how == "normally" and not rich then return name .. ": not enough to win normally" end
  end
end

local function one(id, claim, printed, says, corrected)
  add(id, claim, printed, says, corrected, 14, "A = {1,3,4}, this state")
end

one("1.11.1", "(14; inf, 10): II wins normally", example(14, math.huge, 10, "II", "normally"))
one("1.11.2", "(14; 4, 4): II wins miserly", example(14, 4, 4, "II", "miserly"))
one("1.11.3", "(14; 9, 9): I wins, first taking 1", function()
  local moves = T.game({ 1, 3, 4 }, 14).cash:winning_moves(14, 9, 9)
  if #moves ~= 1 or moves[1] ~= 1 then return "the winning moves are " .. table.concat(moves, ", ") end
end)
one("1.11.3a", "(9; 8, 5): I wins miserly", example(9, 8, 5, "I", "miserly"))
one("1.11.3b", "(10; 8, 6): I wins miserly, and normally", example(10, 8, 6, "I", "miserly"),
  "(10; 8, 6): I wins normally", example(10, 8, 6, "I", "normally"))
one("1.11.3c.i", "(7; 7, 4): I wins miserly", example(7, 7, 4, "I", "miserly"))
one("1.11.3c.ii", "(8; 7, 5): I wins miserly, and normally", example(8, 7, 5, "I", "miserly"),
  "(8; 7, 5): I wins normally", example(8, 7, 5, "I", "normally"))
one("1.11.3c.iii", "(10; 7, 7): I wins normally", example(10, 7, 7, "I", "normally"))

add("1.12", "the mover wins iff some legal a leads to a state the next mover loses",
  states(T.general, function(G, n, d, e)
    local some = false
    for _, a in ipairs(G.A) do
      some = some or a <= n and a <= d and not wins(G, n - a, e, d - a)
    end
    return some == wins(G, n, d, e)
  end))
add("2.2.1", "W(n) = I: f^I(n) dollars win against any purse (and no less does)",
  numbers(T.general, function(G, n)
    if not G.W[n] then return end
    for d = 0, n do
      if wins(G, n, d, math.huge) ~= (d >= G.f1[n]) then return ("d = %d, f^I = %d"):format(d, G.f1[n]) end
    end
  end), nil, nil, 60, NUMBERS)
add("2.2.2", "W(n) = II: f^II(n) dollars win against any purse (and no less does)",
  numbers(T.general, function(G, n)
    if G.W[n] then return end
    for e = 0, n do
      if wins(G, n, math.huge, e) == (e >= G.f2[n]) then return ("e = %d, f^II = %d"):format(e, G.f2[n]) end
    end
  end), nil, nil, 60, NUMBERS)
add("2.3", "f of the loser of standard Nim is the least that turns the game when the other is short",
  numbers(T.general, function(G, n)
    local x1, x2 = G.cash:exact_rich(n)
    if x1 ~= G.f1[n] or x2 ~= G.f2[n] then
      return ("f = %d, %d; least = %d, %d"):format(G.f1[n], G.f2[n], x1, x2)
    end
  end),
  "the least is at most f", numbers(T.general, function(G, n)
    local x1, x2 = G.cash:exact_rich(n)
    if x1 > G.f1[n] or x2 > G.f2[n] then return "the least is more than f" end
  end), 60, NUMBERS)
add("2.4.1", "d >= f^I, e < f^II: I wins", states(T.general, function(G, n, d, e, f1, f2)
  return not (d >= f1 and e < f2) or wins(G, n, d, e)
end))
add("2.4.2", "d < f^I, e >= f^II: II wins", states(T.general, function(G, n, d, e, f1, f2)
  return not (d < f1 and e >= f2) or not wins(G, n, d, e)
end))
add("2.4.3", "d >= f^I, e >= f^II: as in standard Nim", states(T.general, function(G, n, d, e, f1, f2)
  return not (d >= f1 and e >= f2) or wins(G, n, d, e) == G.W[n]
end))

add("3.2", "g(n + 2k a1) = g(n) + k a1, for both", numbers(T.general, function(G, n)
  for k = 1, 3 do
    local x1, x2 = T.g(G, n + 2 * k * G.a1)
    local g1, g2 = T.g(G, n)
    if x1 ~= g1 + k * G.a1 or x2 ~= g2 + k * G.a1 then return "k = " .. k end
  end
end), nil, nil, 60, NUMBERS)
add("3.3", "d < g^I(n) gives d - a < g^II(n-a), a <= n", numbers(T.general, function(G, n)
  for _, a in ipairs(G.A) do
    local _, g2 = T.g(G, math.max(n - a, 0))
    if a <= n and T.g(G, n) - a > g2 then return "a = " .. a end
  end
end), nil, nil, 60, NUMBERS)
add("3.4", "e < g^II(n) gives e < g^I(n-a1): they are equal, n >= a1", numbers(T.general, function(G, n)
  local _, g2 = T.g(G, n)
  if n >= G.a1 and g2 ~= T.g(G, n - G.a1) then return "g^II(n) = " .. g2 end
end), nil, nil, 60, NUMBERS)
add("3.5.1", "e < g^II and d//a1 > e//a1: I wins", states(T.general, function(G, n, d, e, _, _, _, g2)
  return not (e < g2 and d // G.a1 > e // G.a1) or wins(G, n, d, e)
end))
add("3.5.2", "d < g^I and d//a1 <= e//a1: II wins", states(T.general, function(G, n, d, e, _, _, g1)
  return not (d < g1 and d // G.a1 <= e // G.a1) or not wins(G, n, d, e)
end))
add("3.6.1", "e < g^II, d >= g^I gives d//a1 > e//a1", states(T.general, function(G, _, d, e, _, _, g1, g2)
  return not (e < g2 and d >= g1) or d // G.a1 > e // G.a1
end))
add("3.6.2", "d < g^I, e >= g^II gives d//a1 <= e//a1", states(T.general, function(G, _, d, e, _, _, g1, g2)
  return not (d < g1 and e >= g2) or d // G.a1 <= e // G.a1
end))
add("3.7.1", "d >= g^I, e < g^II: I wins", states(T.general, function(G, n, d, e, _, _, g1, g2)
  return not (d >= g1 and e < g2) or wins(G, n, d, e)
end))
add("3.7.2", "d < g^I, e >= g^II: II wins", states(T.general, function(G, n, d, e, _, _, g1, g2)
  return not (d < g1 and e >= g2) or not wins(G, n, d, e)
end))
add("3.7.3", "both poor: I wins iff d//a1 > e//a1", states(T.general, function(G, n, d, e, _, _, g1, g2)
  return not (d < g1 and e < g2) or wins(G, n, d, e) == (d // G.a1 > e // G.a1)
end))

-- Every state is critical, or decided by a rich or a poor player; never both.
local function covers(upper)
  return states(T.general, function(G, _, d, e, f1, f2, g1, g2)
    local is = g1 <= d and d < f1 and g2 <= e and e < upper(G, f2, g1)
    return is ~= (d >= f1 or e >= f2 or d < g1 or e < g2)
  end)
end
add("4.1", "critical is g^I <= d < f^I and g^II <= e < g^I: what sections 2 and 3 leave open",
  covers(function(_, _, g1) return g1 end),
  "critical is g^I <= d < f^I and g^II <= e < f^II", covers(function(_, f2) return f2 end), 20)
add("4.2", "g^I(n) <= f^I(n) and g^II(n) <= f^II(n), for all n", numbers(T.general, function(G, n)
  local g1, g2 = T.g(G, n)
  if g1 > G.f1[n] or g2 > G.f2[n] then return ("g = %d, %d, f = %d, %d"):format(g1, g2, G.f1[n], G.f2[n]) end
end), "n >= a1: so for the winner of standard Nim; for the other g <= f + a1",
  numbers(T.general, function(G, n)
    if n < G.a1 then return end
    local g1, g2 = T.g(G, n)
    local slack1, slack2 = G.W[n] and 0 or G.a1, G.W[n] and G.a1 or 0
    if g1 > G.f1[n] + slack1 or g2 > G.f2[n] + slack2 then return "g is larger" end
  end), 90, NUMBERS)

-- 4.5 with the sign of C^I from `sign`: b, b' after taking a, from b, b' before.
local function successor(sign)
  return states(T.general, function(G, n, d, e, f1, f2)
    for _, a in ipairs(G.A) do
      if a <= n and a <= d then
        local c1, c2 = f1 - G.f2[n - a] + sign * a, T.C2(G, n, a)
        if G.f2[n - a] - 1 - (d - a) ~= f1 - 1 - d - c1 then return false end
        if G.f1[n - a] - 1 - e ~= f2 - 1 - e - c2 then return false end
      end
    end
    return true
  end)
end
add("4.4.1", "C^I(n,a) = f^I(n) - f^II(n-a) + a, so that 4.5 holds", successor(1),
  "C^I(n,a) = f^I(n) - f^II(n-a) - a", successor(-1))
add("4.4", "{3,5,6,10,11} is not cash-periodic, even from an offset: C^II(16k, 5) grows by 1 with k",
  function(limit)
    local G = T.game({ 3, 5, 6, 10, 11 }, 16 * (limit + 1))
    for k = 5, limit do
      if T.C2(G, 16 * (k + 1), 5) ~= T.C2(G, 16 * k, 5) + 1 then return "k = " .. k end
    end
  end, nil, nil, 100, "5 <= k <= %d")
add("4.5", "the triple (i; b, b') after a move follows from the one before, by c^I and c^II",
  successor(-1))

-- 4.6: if the mover wins a critical state, min A wins.
add("4.6", "from a critical state that is won, taking min A wins (as solution sets demand)",
  states(T.general, function(G, n, d, e, f1, f2, g1, g2)
    if d < g1 or d >= f1 or e < g2 or e >= f2 or not wins(G, n, d, e) then return true end
    return not wins(G, n - G.a1, e, d - G.a1)
  end), "some member of A wins", states(T.general, function(G, n, d, e, f1, f2, g1, g2)
    if d < g1 or d >= f1 or e < g2 or e >= f2 or not wins(G, n, d, e) then return true end
    return #G.cash:winning_moves(n, d, e) > 0
  end), 16)

local function lemma47(strict)
  return numbers(T.general, function(G, n)
    if n < G.a1 then return end
    local g1, g2 = T.g(G, n)
    local _, lower = T.g(G, n - G.a1)
    for x = 0, n do
      if (strict and x > g1 and x - G.a1 <= lower) or (not strict and x >= g1 and x - G.a1 < lower) then
        return "d = " .. x
      end
      for _, a in ipairs(G.A) do
        local low = a <= n and T.g(G, n - a) or 0
        if (strict and x > g2 and x <= low) or (not strict and x >= g2 and x < low) then return "e = " .. x end
      end
    end
  end)
end
add("4.7", "d > g^I(n) gives d-a1 > g^II(n-a1); e > g^II(n) gives e > g^I(n-a)", lemma47(true),
  "the same with >= for >, which Theorem 4.8 needs", lemma47(false), 60, NUMBERS)
add("4.8", "with a solution set X, critical states are won iff their triple is in X", function(limit)
  for _, A in ipairs { { 1, 2 }, { 1, 3, 4 }, { 1, 4, 5 }, { 2, 3 }, { 3, 4, 5 } } do
    local game = T.game(A, 0).cash
    local X, m = assert(game:solution_set()), game:cash_period().period
    local bad = T.critical({ A }, function() return m end,
      function(_, i, b, b2) return X:contains(i, b, b2) end)(limit)
    if bad then return bad end
  end
end, nil, nil, 40, "5 sets with a proved solution set, all critical states, n <= %d")

for _, statement in ipairs(require "takeaway.research.papers.cash_families") do P[#P + 1] = statement end

return P
