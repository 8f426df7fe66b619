-- Lower bounds for the size of an automaton of the P-positions, and what is proved of two piles with a limit.
--
-- Two prefixes are different states if the same further digits lead from one to a P-position and from the other not. So
-- the prefixes of a table's positions are distinguished by all choices of the last digits. The number of kinds is a
-- lower bound for every automaton in that base. If the set has an automaton, these numbers stop growing once the table
-- is large enough. While they grow, learning from tables of that size cannot succeed.
local ta = require "takeaway"

-- ---- Kinds of prefixes --------------------------------------------------------------------

-- Numbers of `length` digits, the last `left` of them open; least(p, ...) is the least limit that wins.
local function kinds(base, length, left, piles, least)
  local letters = base ^ (piles + 1) // 1 | 0
  local width = base ^ left // 1 | 0
  local function kind(begin)
    local parts, at, low = {}, {}, begin[piles + 1] * width
    local function fill(i)
      if i > piles then
        parts[#parts + 1] = string.char(math.tointeger(math.max(0, math.min(least(table.unpack(at)) - low, width))))
        return
      end
      for n = begin[i] * width, begin[i] * width + width - 1 do
        at[i] = n
        fill(i + 1)
      end
    end
    fill(1)
    return table.concat(parts)
  end
  local first, number = {}, {}
  for i = 1, piles + 1 do first[i] = 0 end
  local queue = { first }
  number[kind(first)] = true
  for _ = 1, length - left do -- those with one more digit
    local longer = {}
    for _, begin in ipairs(queue) do
      for letter = 0, letters - 1 do
        local next, rest = {}, letter
        for i = 1, piles + 1 do next[i], rest = begin[i] * base + rest % base, rest // base end
        local name = kind(next)
        if not number[name] then number[name], longer[#longer + 1] = true, next end
      end
    end
    queue = longer
  end
  local count = 0
  for _ in pairs(number) do count = count + 1 end
  return count
end

local function two_pile_kinds(f, base, length)
  local t = ta.two_pile(f):table(base ^ length // 1 - 1 | 0)
  return kinds(base, length, base == 2 and 3 or 2, 2, function(p, q)
    return p > 0 and q > 0 and t(p, q) or math.huge
  end)
end

-- Three piles, by the definition: play is over when a pile is empty.
local function three_pile_kinds(f, length)
  local side, least = 1 << length, {}
  local across, down = side, side * side
  for a = 0, side - 1 do
    for b = 0, side - 1 do
      for c = 0, side - 1 do
        local cell, x = a * down + b * across + c, 1
        local smallest = math.min(a, b, c)
        while x < smallest and f(x) >= least[cell - x * down] and f(x) >= least[cell - x * across]
          and f(x) >= least[cell - x] do
          x = x + 1
        end
        least[cell] = smallest > 0 and x or math.huge
      end
    end
  end
  return kinds(2, length, 2, 3, function(a, b, c) return least[a * down + b * across + c] end)
end

-- ---- Theorems -----------------------------------------------------------------------------

local function two_pile(f)
  return ta.moves { "a, b, x", name = "two piles, f = " .. f, over = "a = 0 or b = 0",
                    "k: 1 <= k <= x, k <= a -> a - k, b, " .. f, "k: 1 <= k <= x, k <= b -> a, b - k, " .. f }
end

local WALLS = { [4] = true, [6] = true, [7] = true, [8] = true, [9] = true, [10] = true, [11] = true, [12] = true }
local SECONDS = tonumber(os.getenv "TAKEAWAY_SECONDS") or 2.5 -- for each unproved game

-- The states and seconds; without a theorem, the last guess.
local function prove(f, seconds)
  local start, states = os.clock(), 0
  local theorem = two_pile(f):theorem { numeration = 2, seconds = seconds, progress = function(n) states = n end }
  return theorem and theorem.positions:states(), os.clock() - start, states
end

local function gcd(a, b) return b == 0 and a or gcd(b, a % b) end

print "two piles, f = floor(p k/q), base 2: the states of the automaton of the P-positions, and the seconds it takes"
print "| p \\ q | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 |\n|---|---|---|---|---|---|---|---|---|"
for p = 1, 8 do
  local cells = {}
  for q = 1, 8 do
    local whole = q == 1 and WALLS[p]
    local states, seconds
    if gcd(p, q) == 1 and not whole then states, seconds = prove(("floor(%dk/%d)"):format(p, q)) end
    cells[q] = whole and "none found" or states and ("%d, %.2f s"):format(states, seconds) or ""
  end
  print(("| **%d** | %s |"):format(p, table.concat(cells, " | ")))
end

print "\ntwo piles, f = c k: the automaton, or how many states a guess had when the time was up;"
print "and how many an automaton has at least, by numbers below that"
print "| c | proved | guess | 2^10 | 2^11 | 2^12 | 2^13 | base 3, 3^8 |\n|---|---|---|---|---|---|---|---|"
for c = 1, 12 do
  local f, cells = c .. "k", {}
  for length = 10, 13 do cells[#cells + 1] = two_pile_kinds(f, 2, length) end
  cells[#cells + 1] = two_pile_kinds(f, 3, 8)
  local states, _, guess = prove(f, WALLS[c] and SECONDS)
  print(("| %d | %s | %s | %s |"):format(c, states or "no", states and "" or guess, table.concat(cells, " | ")))
end

print "\nthree piles, base 2: how many states an automaton has at least, by piles below that"
print "| f | 2^4 | 2^5 | 2^6 | 2^7 |\n|---|---|---|---|---|"
for _, case in ipairs { { "k", function(k) return k end }, { "floor(3k/2)", function(k) return 3 * k // 2 end },
                        { "k + 1", function(k) return k + 1 end }, { "2k", function(k) return 2 * k end } } do
  local cells = {}
  for length = 4, 7 do cells[#cells + 1] = three_pile_kinds(case[2], length) end
  print(("| %s | %s |"):format(case[1], table.concat(cells, " | ")))
end
