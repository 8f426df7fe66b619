--- Tools for the statements of the NIM with Cash paper: standard Nim, f, g and states as the game evaluates them.
local ta = require "takeaway"

local T = {}

function T.braces(A) return "{" .. table.concat(A, ",") .. "}" end

local cache = setmetatable({}, { __mode = "v" })

-- The game of A with W(n) and f listed to n.
function T.game(A, to)
  local name = T.braces(A)
  local G = cache[name]
  if not G then
    G = { A = A, name = name, a1 = A[1], cash = ta.cash(A), f1 = {}, f2 = {}, W = {}, known = -1 }
    cache[name] = G
  end
  for n = G.known + 1, to do
    G.f1[n], G.f2[n] = G.cash:rich(n)
    G.W[n] = G.cash:normal_winner(n) == "I"
    G.known = n
  end
  return G
end

function T.wins(G, n, d, e) return assert(G.cash:winner(n, d, e)) == "I" end

function T.g(G, n) return G.cash:poor(n) end

-- f_A and its partner: the thresholds of the winner of standard Nim, and of the other.
function T.f_pair(G, n)
  if G.W[n] then return G.f1[n], G.f2[n] end
  return G.f2[n], G.f1[n]
end

function T.C1(G, n, a) return G.f1[n] - G.f2[n - a] - a end
function T.C2(G, n, a) return G.f2[n] - G.f1[n - a] end

-- {L..M}.
function T.interval(L, M)
  local A = {}
  for a = L, M do A[#A + 1] = a end
  return A
end

-- Subsets of {1..m}, least largest member first.
function T.subsets(m)
  local list = {}
  for mask = 1, (1 << m) - 1 do
    local A = {}
    for a = 1, m do if mask >> (a - 1) & 1 == 1 then A[#A + 1] = a end end
    list[#list + 1] = A
  end
  return list
end

T.general = T.subsets(5)
T.general[#T.general + 1] = { 1, 2, 6 }
T.general[#T.general + 1] = { 3, 5, 6, 10, 11 }

-- test(G, n, limit) says what is wrong at n, or nothing; every n for every set.
function T.numbers(sets, test, from)
  return function(limit)
    for n = from or 0, limit do
      for _, A in ipairs(sets) do
        local G = T.game(A, limit)
        local bad = test(G, n, limit)
        if bad then return ("%s, n = %d: %s"):format(G.name, n, bad) end
      end
    end
  end
end

-- ok(G, n, d, e, f1, f2, g1, g2) at every state; least n first, then least d, then e.
function T.states(sets, ok)
  return function(limit)
    for n = 0, limit do
      for _, A in ipairs(sets) do
        local G = T.game(A, limit)
        local f1, f2 = G.f1[n], G.f2[n]
        local g1, g2 = T.g(G, n)
        for d = 0, n do
          for e = 0, n do
            if not ok(G, n, d, e, f1, f2, g1, g2) then
              return ("A = %s, (%d;%d,%d): %s wins; f = %d, %d, g = %d, %d"):format(G.name, n, d, e,
                T.wins(G, n, d, e) and "I" or "II", f1, f2, g1, g2)
            end
          end
        end
      end
    end
  end
end

-- As states, over critical states alone, X(i, b, b2) claimed to be "I wins".
function T.critical(sets, modulus, X)
  return T.states(sets, function(G, n, d, e, f1, f2, g1, g2)
    if d < g1 or d >= f1 or e < g2 or e >= f2 then return true end
    return T.wins(G, n, d, e) == X(G.A, n % modulus(G.A), f1 - 1 - d, f2 - 1 - e)
  end)
end

-- Is X, a function of A, i, b, b2, a solution set for each set?
function T.solution(sets, X)
  return function(limit)
    for _, A in ipairs(sets) do
      local G = T.game(A, 0)
      local S = assert(G.cash:solution_set(function(i, b, b2) return X(A, i, b, b2) end))
      local ok, at = S:check { limit = limit }
      if not ok then return ("A = %s, (i;b,b') = (%d;%d,%d)"):format(G.name, at.i, at.b, at.b2) end
    end
  end
end

return T
