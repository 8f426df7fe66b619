--- Sections 5 to 11 of "NIM with Cash": the families, the conjectures, the appendix.
local T = require "takeaway.research.papers.cash_tools"
local wins, states, numbers = T.wins, T.states, T.numbers

local P = {}

local function add(id, claim, printed, says, corrected, limit, range)
  P[#P + 1] = { id, claim, printed = printed, says = says, corrected = corrected,
    limit = limit, range = range }
  return P[#P]
end

-- 2l or 2l+1 -> l.
local function half(A) return A[2] // 2 end

-- f(G, n) against a formula of A, k, i where n = k m + i.
local function threshold(sets, modulus, which, formula)
  return numbers(sets, function(G, n)
    local m = modulus(G.A)
    local pair = { T.f_pair(G, n) }
    local said = formula(G.A, n // m, n % m, n)
    if pair[which] ~= said then return ("it is %d, not %d"):format(pair[which], said) end
  end)
end

-- The tables of C: said(A, i, a) gives c^I, c^II, or nil for no claim.
local function tables(sets, modulus, said, from)
  return numbers(sets, function(G, n)
    for _, a in ipairs(G.A) do
      if a <= n and n >= (from and from(G.A) or 0) then
        local i = n % modulus(G.A)
        local c1, c2 = said(G.A, i, a)
        local x1, x2 = T.C1(G, n, a), T.C2(G, n, a)
        if c1 and c1 ~= x1 then return ("C^I(n,%d) = %d, not %d"):format(a, x1, c1) end
        if c2 and c2 ~= x2 then return ("C^II(n,%d) = %d, not %d"):format(a, x2, c2) end
      end
    end
  end)
end

local function lost(sets, modulus, top)
  return numbers(sets, function(G, n)
    local i = n % modulus(G.A)
    if G.W[n] == (i <= top(G.A) and i % 2 == 0) then return "the mover " .. (G.W[n] and "wins" or "loses") end
  end)
end

-- ---- Section 5: {1, L}, L even ----

local FIVE = { { 1, 2 }, { 1, 4 }, { 1, 6 }, { 1, 8 } }
local RANGE5 = "L = 2, 4, 6, 8, n <= %d"
local function m5(A) return A[2] + 1 end

add("5.1", "the mover loses iff n mod (L+1) is in 0, 2, ..., L-2",
  lost(FIVE, m5, function(A) return A[2] - 2 end), nil, nil, 200, RANGE5)
add("5.2", "f_A, of the winner of standard Nim: Lk + ceil(i/2) if i < L, L(k+1) if i = L",
  threshold(FIVE, m5, 1, function(A, k, i) return A[2] * k + (i < A[2] and (i + 1) // 2 or A[2]) end),
  nil, nil, 200, RANGE5)
add("5.3", "the other's f: n//2 if n < L; Lk + i//2 - l + 1 if i < L; Lk + l if i = L",
  threshold(FIVE, m5, 2, function(A, k, i, n)
    if n < A[2] then return n // 2 end
    return A[2] * k + (i < A[2] and i // 2 - half(A) + 1 or half(A))
  end), nil, nil, 200, RANGE5)
add("5.4", "g^I(n) = n//2 + 1, g^II(n) = (n+1)//2", numbers(FIVE, function(G, n)
  local g1, g2 = T.g(G, n)
  if g1 ~= n // 2 + 1 or g2 ~= (n + 1) // 2 then return "g differs" end
end), nil, nil, 200, RANGE5)

local function c5(A, i, a)
  local L = A[2]
  if a == 1 then return i == L and L - 1 or 0, 0 end
  return 0, i == L - 1 and 0 or L - 1
end
add("5.5", "cash-periodic with period L+1 (for all n), and these c^I, c^II", tables(FIVE, m5, c5),
  "the same from n = 2L on", tables(FIVE, m5, c5, function(A) return 2 * A[2] end), 120, RANGE5)

local function X5(A, i, x, y)
  local q = A[2] - 1
  if i % 2 == 0 and i < A[2] then return x < y // q * q end
  return y >= x // q * q
end
add("5.6", "X (rows in steps of L-1) is a solution set", T.solution(FIVE, X5), nil, nil, 20,
  "L = 2, 4, 6, 8, b, b' < %d")

local function statement57(number, claim, printed, says, corrected, limit)
  add("5.7." .. number, claim, states(FIVE, printed), says, corrected and states(FIVE, corrected),
    limit or 24, "L = 2, 4, 6, 8, all n, d, e <= %d")
end
statement57(1, "d >= f^I, e < f^II: I wins", function(G, n, d, e, f1, f2)
  return not (d >= f1 and e < f2) or wins(G, n, d, e)
end)
statement57(2, "d < f^I, e >= f^II: II wins", function(G, n, d, e, f1, f2)
  return not (d < f1 and e >= f2) or not wins(G, n, d, e)
end)
statement57(3, "d >= g^I, e >= g^II: as in standard Nim", function(G, n, d, e, _, _, g1, g2)
  return not (d >= g1 and e >= g2) or wins(G, n, d, e) == G.W[n]
end, "d >= f^I, e >= f^II: as in standard Nim", function(G, n, d, e, f1, f2)
  return not (d >= f1 and e >= f2) or wins(G, n, d, e) == G.W[n]
end)
statement57(4, "d >= g^I, e < g^II: I wins", function(G, n, d, e, _, _, g1, g2)
  return not (d >= g1 and e < g2) or wins(G, n, d, e)
end)
statement57(5, "d < g^I, e >= g^II: II wins", function(G, n, d, e, _, _, g1, g2)
  return not (d < g1 and e >= g2) or not wins(G, n, d, e)
end)
statement57(6, "d < g^I, e < g^I: I wins iff d//a1 = e//a1", function(G, n, d, e, _, _, g1)
  return not (d < g1 and e < g1) or wins(G, n, d, e) == (d == e)
end, "d < g^I, e < g^II: I wins iff d > e", function(G, n, d, e, _, _, g1, g2)
  return not (d < g1 and e < g2) or wins(G, n, d, e) == (d > e)
end)
local function part7(shift)
  return function(G, n, d, e, f1, f2, g1, g2)
    if d < g1 or d >= f1 or e < g2 or e >= f2 then return true end
    return wins(G, n, d, e) == X5(G.A, n % m5(G.A), f1 - 1 - d, f2 - shift - e)
  end
end
statement57(7, "critical, d = f^I - b - 1, e = f^II - b': I wins iff (i, b, b') is in X", part7(0),
  "so with e = f^II - b' - 1", part7(1), 40)

-- ---- Sections 6 and 7: {1, L, L+1} ----

local SIX, SEVEN = { { 1, 3, 4 }, { 1, 5, 6 }, { 1, 7, 8 } }, { { 1, 2, 3 }, { 1, 4, 5 }, { 1, 6, 7 } }
local RANGE6, RANGE7 = "L = 3, 5, 7, n <= %d", "L = 2, 4, 6, n <= %d"
local function m6(A) return 2 * A[2] + 1 end
local function m7(A) return 2 * A[2] end

add("6.1", "the mover loses iff n mod (2L+1) is in 0, 2, ..., L-1",
  lost(SIX, m6, function(A) return A[2] - 1 end), nil, nil, 200, RANGE6)
add("6.2", "f_A = h + ceil(i/2) if i <= L, h + L + ceil((i-L)/2) else; h = (3L+1)k/2",
  threshold(SIX, m6, 1, function(A, k, i)
    local L, h = A[2], (3 * A[2] + 1) * k // 2
    return i <= L and h + (i + 1) // 2 or h + L + (i - L + 1) // 2
  end), nil, nil, 200, RANGE6)
add("6.3", "the other's f = h + i//2 if i <= L+1, h + L + (i-L)//2 else",
  threshold(SIX, m6, 2, function(A, k, i)
    local L, h = A[2], (3 * A[2] + 1) * k // 2
    return i <= L + 1 and h + i // 2 or h + L + (i - L) // 2
  end), nil, nil, 200, RANGE6)
add("6.4.1", "cash-periodic with period 2L+1; c(i, 1): l+1 at L+1, l at L+2, else 0; 0",
  tables(SIX, m6, function(A, i, a)
    if a ~= 1 then return end
    return i == A[2] + 1 and half(A) + 1 or i == A[2] + 2 and half(A) or 0, 0
  end), nil, nil, 150, RANGE6)
add("6.4.2", "c(i, L): 0, -l, 1 or 0; l, L-1 or L, as i is 0, to L, beyond and even or odd",
  tables(SIX, m6, function(A, i, a)
    local L = A[2]
    if a ~= L then return end
    local c1 = i == 0 and 0 or i <= L and -half(A) or 1 - i % 2
    return c1, i <= L + 1 and half(A) or i % 2 == 0 and L - 1 or L
  end), nil, nil, 150, RANGE6)
local function c643(change)
  return tables(SIX, m6, function(A, i, a)
    local L, l = A[2], half(A)
    if a ~= L + 1 then return end
    local even = i % 2 == 0
    local c1 = (i < 2 or i > L) and 0 or (even and -l or -l + 1) - change
    return c1, (i < 1 or i > L + 1) and L or (even and l or l - 1) + change
  end)
end
add("6.4.3", "c(i, L+1): -l, or -l+1 for odd i, on [2, L]; l, or l-1 for odd i, on [1, L+1]", c643(0),
  "-l-1, or -l for odd i; l+1, or l for odd i", c643(1), 150, RANGE6)
local function X65(A, i, x, y)
  local q = A[2] - 1
  if i == A[2] + 1 then return y >= x // q * q end
  if (i < A[2] + 1) == (i % 2 == 0) then return x <= y // q * q end
  return y > x // q * q
end
local function X6(A, i, x, y)
  local L, l = A[2], half(A)
  if i == L + 1 then return y >= x // L * L end
  if (i < L + 1) == (i % 2 == 0) then return x < l + y // L * L end
  return y >= l + x // L * L
end
add("6.5", "X in steps of L-1 is a solution set", T.solution(SIX, X65),
  "so it is in steps of L: x < l + L(y//L); y >= l + L(x//L); y >= L(x//L)", T.solution(SIX, X6), 20,
  "L = 3, 5, 7, b, b' < %d")
add("6.5.w", "that X says who wins the critical states", T.critical(SIX, m6, X65),
  "the corrected X does", T.critical(SIX, m6, X6), 45, "L = 3, 5, 7, all critical states, n <= %d")

add("7.1", "the mover loses iff n mod 2L is in 0, 2, ..., L-2",
  lost(SEVEN, m7, function(A) return A[2] - 2 end), nil, nil, 200, RANGE7)
add("7.2", "f_A = h + ceil(i/2) if i < L, h + L + ceil((i-L)/2) else; h = 3Lk/2",
  threshold(SEVEN, m7, 1, function(A, k, i)
    local L, h = A[2], 3 * A[2] * k // 2
    return i < L and h + (i + 1) // 2 or h + L + (i - L + 1) // 2
  end), nil, nil, 200, RANGE7)
add("7.3", "the other's f = h + i//2 if i <= L, h + L + (i-L)//2 else",
  threshold(SEVEN, m7, 2, function(A, k, i)
    local L, h = A[2], 3 * A[2] * k // 2
    return i <= L and h + i // 2 or h + L + (i - L) // 2
  end), nil, nil, 200, RANGE7)
local function c7(which)
  return tables(SEVEN, m7, function(A, i, a)
    local L, l, odd = A[2], half(A), i % 2
    if which ~= (a == 1 and 1 or a == L and 2 or 3) then return end
    if a == 1 then return (i == L or i == L + 1) and l or 0, 0 end
    if a == L then return (1 <= i and i < L and -l or 0) + odd, (i <= L and l or L) - odd end
    return 2 <= i and i < L and -l or 0, 1 <= i and i <= L and l or L
  end)
end
add("7.4.1", "cash-periodic with period 2L; c(i, 1): l at L and L+1, else 0; 0", c7(1), nil, nil, 150, RANGE7)
add("7.4.2", "c(i, L): -l on [1, L-1], else 0, and 1 more for odd i; l to L, then L, 1 less for odd i",
  c7(2), nil, nil, 150, RANGE7)
add("7.4.3", "c(i, L+1): -l on [2, L-1], else 0; l on [1, L], else L", c7(3), nil, nil, 150, RANGE7)
local function X7(A, i, x, y)
  local l = half(A)
  if i % 2 == 1 or i == A[2] then return y >= x // l * l end
  return x < y // l * l
end
add("7.5", "X in steps of l is a solution set", T.solution(SEVEN, X7), nil, nil, 20, "L = 2, 4, 6, b, b' < %d")
add("7.5.w", "that X says who wins the critical states", T.critical(SEVEN, m7, X7), nil, nil, 45,
  "L = 2, 4, 6, all critical states, n <= %d")

-- ---- Section 8: {L..M} ----

-- The least offset from which f(n+L+M) = f(n) + M, on n <= 40 L^2 + 20 (L+M).
local function theta(L, M)
  local top = 8 * L * L + 8 * (L + M)
  local G, least = T.game(T.interval(L, M), top + L + M), 0
  for n = 0, top do
    if G.f1[n + L + M] ~= G.f1[n] + M or G.f2[n + L + M] ~= G.f2[n] + M then least = n + 1 end
  end
  return least <= top - 2 * (L + M) and least or nil
end

local function pairs_to(limit, wrong)
  for M = 1, limit do
    for L = 1, math.min(M, 8) do
      local bad = wrong(L, M, theta(L, M))
      if bad then return ("A = {%d..%d}: %s"):format(L, M, bad) end
    end
  end
end

local RANGE8 = "L <= 8, M <= %d"
add("8.1.1", "f(n+L+M) = f(n) + M from an offset Theta on, for both f", function(limit)
  return pairs_to(limit, function(_, _, t) return not t and "no offset" or nil end)
end, nil, nil, 16, RANGE8)

local function exact_theta(L, M)
  if L == 1 or M == L then return 0 end
  local q, r = 2 * (L - 1) // (M - L), 2 * (L - 1) % (M - L)
  return q == 0 and 3 * L - 1 or q * (L + M) + r + 1
end
local function theta_formula(limit)
  return pairs_to(limit, function(L, M, t)
    if t ~= exact_theta(L, M) then return ("Theta = %s, not %d"):format(t, exact_theta(L, M)) end
  end)
end
add("8.1.2", "Theta <= 5(M-L)^2 + 2", function(limit)
  return pairs_to(limit, function(L, M, t)
    if t > 5 * (M - L) ^ 2 + 2 then return ("Theta = %d"):format(t) end
  end)
end, "0 if L = 1 or M = L; else, 2(L-1) = q(M-L) + r: 3L-1 if q = 0, q(L+M) + r + 1 if not", theta_formula,
  16, RANGE8)
add("8.1.3", "M >= 2L gives Theta = 2(L+1)", function(limit)
  return pairs_to(limit, function(L, M, t)
    if M >= 2 * L and t ~= 2 * (L + 1) then return ("Theta = %d"):format(t) end
  end)
end, "L >= 2: 3L-1 if M >= 3L-1, 4L-1 if 2L <= M <= 3L-2", function(limit)
  return pairs_to(limit, function(L, M, t)
    if L < 2 or M < 2 * L then return end
    if t ~= (M >= 3 * L - 1 and 3 * L - 1 or 4 * L - 1) then return ("Theta = %d"):format(t) end
  end)
end, 16, RANGE8)

local function m8(A) return A[1] + A[#A] end
local function X8(shift)
  return function(A, i, b, b2)
    local L = A[1]
    i = i + shift * L
    if i < L then return b // L <= b2 // L end
    if i < 2 * L then return b // L <= (b2 - L) // L end
    if i < 3 * L then return b // L <= (b2 - 3 * L + i + 1) // L end
    return b // L <= b2 // L
  end
end
local wide, thin = {}, {}
for M = 1, 8 do
  for L = 1, M do
    if M == L or M >= 2 * L - 1 then wide[#wide + 1] = T.interval(L, M) end
    if L < M and M <= 2 * L - 2 and M <= 6 then thin[#thin + 1] = T.interval(L, M) end
  end
end
local RANGE82 = "M = L or M >= 2L-1, M <= 8, all critical states, n <= %d"
add("8.2", "conjecture 2: critical states are won iff in X", T.critical(wide, m8, X8(0)),
  "with the rows of X shifted by L", T.critical(wide, m8, X8(1)), 45, RANGE82)
add("8.2.thin", "the shifted rows hold for L < M <= 2L-2 too", T.critical(thin, m8, X8(1)), nil, nil, 60,
  "L < M <= 2L-2, M <= 6, all critical states, n <= %d")

-- ---- Sections 9 and 11 ----

local function subsets_check(test)
  return function(limit)
    for _, A in ipairs(T.subsets(limit)) do
      local bad = test(assert(T.game(A, 0).cash:asymptotics()))
      if bad then return "A = " .. T.braces(A) .. ": " .. bad end
    end
  end
end
local RANGE9 = "all subsets of {1..%d}, all n by certificate"
add("9.1", "f(Am + i) = Bm + c_i for all m: one slope for all residues, no offset",
  subsets_check(function(as)
    for i = 0, as.modulus - 1 do
      if as.slope1(i) ~= as.slope1(0) or as.slope2(i) ~= as.slope1(0) then return "slopes differ" end
    end
    if as.preperiod > 0 then return ("irregular before n = %d"):format(as.preperiod) end
  end), "f(Am + i) = B_i m + c_i from an offset on (conjecture 9.2)",
  subsets_check(function(as) return not as:check() and "the certificate fails" or nil end), 8, RANGE9).most = 16
add("9.2", "f(Am + i) = B_i m + c_i from an offset on",
  subsets_check(function(as) return not as:check() and "the certificate fails" or nil end), nil, nil, 8,
  RANGE9).most = 16

-- Slope and constant of f for {3,5,6,10,11}, n = 16k + i.
local APPENDIX = {
  { 11, 2, 11, -2, 11, 4, 10, 5, 10, 3, 11, 3, 10, 5, 10, 6, 11, 6, 11, 5, 11, 10, 10, 10, 10, 8, 11, 11,
    10, 10, 10, 11 },
  { 11, 0, 10, 0, 11, 0, 11, 2, 11, -1, 11, 4, 11, 2, 11, 4, 11, 4, 10, 5, 11, 3, 11, 6, 11, 5, 11, 10,
    11, 6, 11, 10 },
}
local PRINTED = {
  { 11, 3, 10, 3, 11, 5, 10, 5, 10, 3, 11, 3, 10, 5, 10, 6, 11, 6, 10, 8, 11, 10, 10, 10, 10, 8, 11, 11,
    10, 10, 10, 11 },
  { 11, 0, 10, 0, 11, 0, 11, 3, 11, -1, 11, 5, 11, 3, 11, 5, 11, 5, 10, 5, 11, 3, 11, 6, 11, 5, 11, 10,
    11, 6, 11, 10 },
}
local function appendix(forms, from1, from2)
  return function(limit)
    local G = T.game({ 3, 5, 6, 10, 11 }, limit)
    for n = 64, limit do
      local at = 2 * (n % 16)
      local k = n // 16
      for which, f in ipairs { G.f1, G.f2 } do
        local said = forms[which][at + 1] * k + forms[which][at + 2]
        if n >= (which == 1 and from1 or from2) and f[n] ~= said then
          return ("f^%s(%d) = %d, not %d"):format(("I"):rep(which), n, f[n], said)
        end
      end
    end
  end
end
add("9.3", "f of {3,5,6,10,11} is linear on residues mod 16 for n >= 64", appendix(APPENDIX, 64, 64),
  "f^I from 66 on, f^II from 63 on", appendix(APPENDIX, 66, 63), 2000, "n <= %d").least = 64
add("11", "f of {3,5,6,10,11}: 32 formulas, k >= 4", appendix(PRINTED, 64, 64),
  "23 of them; nine constants of the loser's f corrected", appendix(APPENDIX, 66, 63), 2000, "n <= %d").least = 64

return P
