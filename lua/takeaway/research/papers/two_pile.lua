--- Holshouser and Reiter, "Two Pile Move-Size Dynamic Nim" (Discrete Mathematics and
-- Theoretical Computer Science 7, 2005). Checked only by its recursion, in plain Lua.
local P = { title = "Two Pile Move-Size Dynamic Nim" }

local function add(id, claim, printed, says, corrected, limit, range)
  P[#P + 1] = { id, claim, printed = printed, says = says, corrected = corrected,
    limit = limit, range = range }
  return P[#P]
end

local function g(n) return n == 0 and math.huge or n & -n end

-- f with f(inf) = inf, remembered; or from a list with a rest.
local function named(name, f) return { name = name, f = function(k) return k == math.huge and k or f(k) end } end
local function listed(values, rest)
  return named("{" .. table.concat(values, ",") .. ",..}", function(k) return values[k] or rest(k) end)
end

local ADMISSIBLE = {
  named("k", function(k) return k end), named("2k", function(k) return 2 * k end),
  named("3k", function(k) return 3 * k end), named("floor(7k/2)", function(k) return 7 * k // 2 end),
  named("ceil(5k/2)", function(k) return (5 * k + 1) // 2 end), named("k+2", function(k) return k + 2 end),
  named("4k-1", function(k) return 4 * k - 1 end), named("g(k)", function(k) return g(k) end),
}

-- L(p, q) by the recursion; `misere`: the player who empties a pile loses.
local function recursion(F, misere)
  local memo = {}
  local function L(p, q)
    if p > q then p, q = q, p end
    if p == 0 then return misere and 0 or math.huge end
    local key = p << 20 | q
    if memo[key] then return memo[key] end
    local least = math.huge
    for x = 1, misere and q or p do
      local fx = F.f(x)
      if (x <= p and fx < L(p - x, q)) or fx < L(p, q - x) then least = x break end
    end
    memo[key] = least
    return least
  end
  return L
end

-- The closed form in (smaller pile a, difference N).
local function closed(F, a, N)
  return (N == 0 or a <= F.f(g(N))) and a or g(N)
end

-- Over admissible f, all a and N with larger pile <= limit; bad(F, L, a, N) says what is wrong.
local function positions(bad)
  return function(limit)
    for _, F in ipairs(ADMISSIBLE) do
      local L = recursion(F)
      for q = 1, limit do
        for a = 1, q do
          local what = bad(F, L, a, q - a)
          if what then return ("f = %s, piles (%d,%d): %s"):format(F.name, a, q, what) end
        end
      end
    end
  end
end

-- The least violated condition of Definition 2, to `limit`: number and place.
local function violation(f, limit)
  for N = 1, limit do
    local B = g(N) == N
    if f(g(N)) > f(N) then return 1, N end
    if B and f(N) >= 4 * N then return 2, N end
    if B and f(N) < N then return 3, N end
    if B and f(N) >= 2 * N and N + f(N) > f(2 * N) then return 4, N end
  end
end

local function ratios(rounded, admitted)
  return function(limit)
    local function test(num, den)
      local function f(k) return rounded(num * k, den) end
      local c, at = violation(f, limit)
      if (c == nil) ~= admitted(num, den) then
        return c and ("r = %d/%d violates (%d) at %d"):format(num, den, c, at)
          or ("r = %d/%d is admissible"):format(num, den)
      end
    end
    for den = 1, 10 do
      for num = 1, 5 * den do
        local bad = test(num, den)
        if bad then return bad end
      end
    end
    return test(301, 100)
  end
end

add("2.linear", "f = k, 2k, 3k are admissible, 4k is not", function(limit)
  for r = 1, 4 do
    local c = violation(function(k) return r * k end, limit)
    if (c == nil) ~= (r < 4) then return "f = " .. r .. "k" end
  end
end, nil, nil, 256, "arguments to %d")
add("2.floor", "floor(r k) is admissible iff 1 <= r < 4",
  ratios(function(n, d) return n // d end, function(n, d) return d <= n and n < 4 * d end), nil, nil, 256,
  "r with denominator <= 10 and 3.01, arguments to %d")
add("2.ceil", "ceil(r k) is admissible iff 1 <= r < 4",
  ratios(function(n, d) return (n + d - 1) // d end, function(n, d) return d <= n and n < 4 * d end),
  "iff 1 <= r <= 3",
  ratios(function(n, d) return (n + d - 1) // d end, function(n, d) return d <= n and n <= 3 * d end), 256,
  "r with denominator <= 10 and 3.01, arguments to %d")

local RANGE = "8 admissible f, piles to %d"
add("main", "L is a if N = 0 or a <= f(g(N)), else g(N)", positions(function(F, L, a, N)
  local least = L(a, a + N)
  if least ~= closed(F, a, N) then return ("L = %d, not %d"):format(least, closed(F, a, N)) end
end), nil, nil, 60, RANGE)
add("note 1", "L <= a and L <= f(g(N)); in Case 2, g(N) <= f(g(N)) < a", positions(function(F, L, a, N)
  local least, h = L(a, a + N), F.f(g(N))
  if least > a or least > h then return "L = " .. least end
end), nil, nil, 60, RANGE)
add("lemma 1", "g(x) < g(N): g(x) = g(N-x) if x < N, g(x) = g(x-N) if x > N, and g(x) = g(N+x)", function(limit)
  for N = 1, limit do
    for x = 1, limit do
      if g(x) < g(N) and (x == N or g(math.abs(N - x)) ~= g(x) or g(N + x) ~= g(x)) then
        return ("x = %d, N = %d"):format(x, N)
      end
    end
  end
end, nil, nil, 128, "x, N <= %d")
local function lemma2(strict)
  return function(limit)
    for _, F in ipairs(ADMISSIBLE) do
      for k = 0, limit do
        local low, high = F.f(1 << k), F.f(2 << k)
        if low > high or (strict and low == high) then return ("f = %s, x = 2^%d"):format(F.name, k) end
      end
    end
  end
end
add("lemma 2", "x < y powers of 2, f admissible: f(x) <= f(y)", lemma2(false), "f(x) < f(y)", lemma2(true), 50,
  "8 admissible f, powers to 2^%d").most = 59 -- 7 * 2^60 is no integer of 64 bits
add("lemma 3", "a <= f(g(N)), N < x < a + N: taking x from the larger pile does not win",
  positions(function(F, L, a, N)
    if a > F.f(g(N)) then return end
    for x = N + 1, a + N - 1 do
      if F.f(x) < L(a, a + N - x) then return "x = " .. x end
    end
  end), nil, nil, 32, RANGE)

-- The prescribed move wins: case(F, a, N, h) is "smaller", "larger" or nil where it does not apply.
local function strategy(case)
  return positions(function(F, L, a, N)
    local two = N > 0 and a > F.f(g(N))
    local pile = case(F, a, N, two and g(N) or nil)
    if not pile then return end
    local take = two and g(N) or a
    local rest = pile == "smaller" and L(a - take, a + N) or L(a, a + N - take)
    if F.f(take) >= rest then return ("%d from the %s pile loses"):format(take, pile) end
  end)
end
add("strategy.1", "Case 1: take the smaller pile whole",
  strategy(function(_, _, _, h) return not h and "smaller" or nil end), nil, nil, 60, RANGE)
add("strategy.A", "Case 2, g(N-h) >= 4h with h = g(N): take h from the larger pile",
  strategy(function(_, _, N, h) return h and g(N - h) >= 4 * h and "larger" or nil end), nil, nil, 60, RANGE)
add("strategy.B1", "Case 2, g(N-h) = 2h, f(h) < 2h: take h from the larger pile",
  strategy(function(F, _, N, h)
    return h and g(N - h) == 2 * h and F.f(h) < 2 * h and "larger" or nil
  end), nil, nil, 60, RANGE)
add("strategy.B2", "Case 2, g(N-h) = 2h, h + f(h) <= f(2h): h from the smaller pile if f(h) < a - h, else the larger",
  strategy(function(F, a, N, h)
    if not h or g(N - h) ~= 2 * h or h + F.f(h) > F.f(2 * h) then return end
    return F.f(h) < a - h and "smaller" or "larger"
  end), nil, nil, 60, RANGE)

-- ---- The converse ----

-- The positions {a, N} one of which fails when condition c is violated at x; the named one first.
local function suspects(f, c, x)
  if c == 1 then return { { f(g(x)) + x, 0 }, { f(g(x)), x } } end
  if c == 2 then
    local a = math.max(f(x), f(2 * x), x + f(4 * x)) + 1
    return { { a, 3 * x }, { a, 2 * x }, { a - x, 4 * x } }
  end
  if c == 3 then return { { 2 * x, 2 * x }, { x, 3 * x } } end
  return { { x + f(x), 3 * x }, { x + f(x), 2 * x } }
end

-- Functions with a violation: four whose named position is innocent, and pseudo-random ones.
local function violators(limit)
  local list = {
    listed({ 3, 7, 6, 15, 9, 6, 9, 31 }, function(k) return 4 * g(k) - 1 end),
    listed({ 6, 6, 9, 15, 9, 9, 9, 12 }, function(k) return 4 * g(k) - 1 end),
    listed({ 3, 4, 15, 5, 6, 11, 9, 4 }, function(k) return 3 * k end),
    listed({ 3, 2, 5, 11, 1, 5, 8, 8 }, function(k) return 3 * k end),
  }
  local seed = 1
  for _ = 1, limit do
    local values = {}
    for k = 1, 8 do
      seed = (seed * 1103515245 + 12345) % 2147483648
      values[k] = 1 + seed // 65536 % (3 * k)
    end
    list[#list + 1] = listed(values, function(k) return 3 * k end)
  end
  return list
end

-- Condition c fails at x <= 8 for f: does the closed form fail at the named one, at some?
local function converse(c, named_one)
  return function(limit)
    for _, F in ipairs(violators(limit)) do
      local L = recursion(F)
      for x = 1, 8 do
        local B, f = g(x) == x, F.f
        local fails = c == 1 and f(x) < f(g(x)) or c == 2 and B and f(x) >= 4 * x or c == 3 and B and f(x) < x
          or c == 4 and B and f(x) >= 2 * x and x + f(x) > f(2 * x)
        if fails then
          local wrong = false
          for i, s in ipairs(suspects(f, c, x)) do
            if i == 1 or not named_one then wrong = wrong or L(s[1], s[1] + s[2]) ~= closed(F, s[1], s[2]) end
          end
          if not wrong then
            local s = suspects(f, c, x)[1]
            return ("f = %s, x = %d: right at [%d,%d]"):format(F.name, x, s[1], s[2])
          end
        end
      end
    end
  end
end
for c, place in ipairs { "[f(g(x))+x, 0]", "[a, 3x], a > max(f(x), f(2x), x+f(4x))", "[2x, 2x]", "[x+f(x), 3x]" } do
  add("converse." .. c, ("condition %d fails at x: the closed form is wrong at %s"):format(c, place),
    converse(c, true), "it is wrong there or at another of two or three positions", converse(c, false), 120,
    "%d + 4 functions, x <= 8")
end

-- ---- Misere ----

add("misere", "the strategy is of no use in misere play, a different game", function(limit)
  local F = ADMISSIBLE[1]
  local L = recursion(F, true)
  for q = 2, limit do
    for a = 2, q - 1 do
      local h = g(q - a)
      if a > F.f(h) and F.f(h) >= L(a, q - h) then return end -- some prescribed move loses
    end
  end
  return ("f = k: every move of Case 2 from the larger pile wins in misere too, piles to %d"):format(limit)
end, "f(x) >= g(x) and f(2^i) < 2^(i+1): the misere least move is g(N), from the larger pile", function(limit)
  for _, F in ipairs { ADMISSIBLE[1], named("2k-1", function(k) return 2 * k - 1 end), ADMISSIBLE[8] } do
    local L = recursion(F, true)
    for q = 1, limit do
      for a = 1, q do
        if L(a, q) ~= g(q - a) then return ("f = %s, piles (%d,%d)"):format(F.name, a, q) end
      end
    end
  end
end, 40, "piles to %d").least = 3 -- no smaller piles are in Case 2

return P
