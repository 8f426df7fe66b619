--- Lecture notes on one-pile games: two subtraction games, powers of two, Fibonacci Nim, and the theorem on the set H
-- of losing sizes. They follow Epp and Ferguson, "A Note on Takeaway Games", Fibonacci Quarterly 18, 1980, and Zieve,
-- Games of No Chance, 1996. Checked by definition, in plain Lua.
local P = { title = "Take-away games, lecture notes" }

local function add(id, claim, printed, says, corrected, limit, range)
  P[#P + 1] = { id, claim, printed = printed, says = says, corrected = corrected,
    limit = limit, range = range or "n <= %d" }
end

-- wins(n, x): the mover wins from n with at most x to take, when k may be followed by f(k).
local function dynamic(f)
  local least = { [0] = math.huge } -- the least winning move
  local function L(n)
    for m = #least + 1, n do
      local x = 1
      while f(x) >= least[m - x] do x = x + 1 end
      least[m] = x
    end
    return least[n]
  end
  return function(n, x) return n > 0 and x >= L(n) end, L
end

local function mex_sequence(options)
  local values = {}
  return function(n)
    for m = values[0] and #values + 1 or 0, n do
      local seen, v = {}, 0
      for _, h in ipairs(options(m)) do seen[values[h]] = true end
      while seen[v] do v = v + 1 end
      values[m] = v
    end
    return values[n]
  end
end

add("subtraction", "taking 1 to 4: the nim value of n is n mod 5", function(limit)
  local value = mex_sequence(function(n)
    local list = {}
    for a = 1, math.min(4, n) do list[a] = n - a end
    return list
  end)
  for n = 0, limit do if value(n) ~= n % 5 then return "n = " .. n end end
end, nil, nil, 400)

add("lemma 1", "any even number but not the whole pile, or an odd pile whole: g(0) = 0, g(2k) = k-1, g(2k-1) = k",
  function(limit)
    local value = mex_sequence(function(n)
      local list = {}
      for a = 2, n - 1, 2 do list[#list + 1] = n - a end
      if n % 2 == 1 then list[#list + 1] = 0 end
      return list
    end)
    for n = 0, limit do
      local said = n == 0 and 0 or n % 2 == 0 and n // 2 - 1 or (n + 1) // 2
      if value(n) ~= said then return "n = " .. n end
    end
  end, nil, nil, 200)

local function same(k) return k end
local function double(k) return 2 * k end

add("lemma 2a", "f(k) = k: (n, *) is N if n is not a power of 2", function(limit)
  local wins = dynamic(same)
  for n = 1, limit do
    if n & (n - 1) ~= 0 and not wins(n, n - 1) then return "n = " .. n end
  end
end, nil, nil, 1024)
local function powers(from)
  return function(limit)
    local wins, n = dynamic(same), from
    while n <= limit do
      if wins(n, n - 1) then return "n = " .. n end
      n = 2 * n
    end
  end
end
add("lemma 2b", "f(k) = k: (2^k, *) is P for k >= 1", powers(2), "for k >= 0: (1, *) has no move", powers(1), 1024)

local function fibonacci(limit)
  local F = { 1, 2 }
  while F[#F] < limit do F[#F + 1] = F[#F] + F[#F - 1] end
  return F
end
add("lemma 3", "f(k) = 2k: (n, *) is P iff n is a Fibonacci number", function(limit)
  local wins, is = dynamic(double), {}
  for _, F in ipairs(fibonacci(limit)) do is[F] = true end
  for n = 1, limit do if wins(n, n - 1) == (is[n] or false) then return "n = " .. n end end
end, nil, nil, 1000)

-- n = F + y, the largest Fibonacci number F < n: the bound claimed for the last term of y.
local function greedy(bound)
  return function(limit)
    local F = fibonacci(limit)
    for n = 4, limit do
      local i = #F
      while F[i] > n do i = i - 1 end
      local y, last = n - F[i], nil
      for j = i, 1, -1 do if F[j] <= y then y = y - F[j] last = j end end
      if last and not bound(F, i, n - F[i], F[last]) then return ("n = %d = %d + %d"):format(n, F[i], n - F[i]) end
    end
  end
end
add("lemma 3a", "n = F_k + y, 0 < y < F_(k-1): y < F_(k-1)/2 where A takes y whole", greedy(function(F, i, y, last)
  return last ~= y or i < 2 or 2 * y < F[i - 1]
end), "y < F_k/2: the pile that is left cannot be taken", greedy(function(F, i, y, last)
  return last ~= y or 2 * y < F[i]
end), 1000)

-- B's plan against (F, *): after A takes m, win the game on the part of `top` that is left,
-- leaving `base`. Every reply that wins there must win the whole.
local function plan(base_is_larger)
  return function(limit)
    local F, wins = fibonacci(limit), dynamic(double)
    for i = 3, #F do
      local top = base_is_larger and F[i - 2] or F[i - 1]
      for m = 1, top - 1 do
        local part, all = top - m, F[i] - m
        for r = 1, math.min(part, 2 * m) do
          if F[i] <= limit and not wins(part - r, 2 * r) and wins(all - r, 2 * r) then
            return ("%d, A takes %d: (%d,%d), and the reply %d loses"):format(F[i], m, all, 2 * m, r)
          end
        end
      end
    end
  end
end
add("lemma 3b", "B answers (F_(k+1), *) by playing on the top F_k of it, above F_(k-1)", plan(false),
  "on the top F_(k-1), above F_k", plan(true), 377, "Fibonacci numbers to %d")

-- H by the theorem, or nil past its end; and as the n with (n, *) in P.
local function theorem_H(f, limit)
  local H = { 1 }
  while true do
    local h = H[#H]
    if f(h) < h then return H end
    local i = 1
    while f(H[i]) < h do i = i + 1 end
    if h + H[i] > limit then return H end
    H[#H + 1] = h + H[i]
  end
end

local MONOTONE = {
  { "k", same }, { "2k", double }, { "3k", function(k) return 3 * k end }, { "4k", function(k) return 4 * k end },
  { "k+1", function(k) return k + 1 end }, { "5", function() return 5 end },
  { "ceil(k/2)", function(k) return (k + 1) // 2 end }, { "floor(3k/2)", function(k) return 3 * k // 2 end },
}
local function H_theorem(functions)
  return function(limit)
    for _, entry in ipairs(functions) do
      local f, is = entry[2], {}
      local wins = dynamic(f)
      for _, h in ipairs(theorem_H(f, limit)) do is[h] = true end
      for n = 1, limit do
        if wins(n, n - 1) == (is[n] or false) then
          return ("f = %s, n = %d is %sin H"):format(entry[1], n, is[n] and "not " or "")
        end
      end
    end
  end
end
local ANY = {
  { "{2,1,3,4,..}", function(k) return ({ 2, 1 })[k] or k end },
  { "{3,1,3,4,..}", function(k) return ({ 3, 1 })[k] or k end },
}
for _, entry in ipairs(MONOTONE) do ANY[#ANY + 1] = entry end
add("theorem 1", "H_(j+1) = H_j + the least H_i with f(H_i) >= H_j; H ends where f(H_j) < H_j (any f)", H_theorem(ANY),
  "for nondecreasing f", H_theorem(MONOTONE), 400, "8 nondecreasing f and 2 others, n <= %d")
P[#P].range_corrected = "8 nondecreasing f, n <= %d"

add("theorem 1.move", "nondecreasing f: the last term of n, written greedily in H, is the least winning move",
  function(limit)
    for _, entry in ipairs(MONOTONE) do
      local _, L = dynamic(entry[2])
      local H = theorem_H(entry[2], limit)
      for n = 1, limit do
        local rest, i = n, #H
        while rest > 0 do
          while H[i] > rest do i = i - 1 end
          rest = rest - H[i]
        end
        if L(n) ~= H[i] then return ("f = %s, n = %d"):format(entry[1], n) end
      end
    end
  end, nil, nil, 400, "8 nondecreasing f, n <= %d")

return P
