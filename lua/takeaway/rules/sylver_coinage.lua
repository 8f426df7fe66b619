--- Sylver Coinage: name a number >= 2 that is no sum of numbers named before; each may be used any number of times.
-- (The player who names 1 loses, so nobody does.) Called with the numbers named; a position is the text of those that
-- matter, in order: "4 5".
--
-- Numbers with a common divisor above 1 leave infinitely many options, which are not listed. Their outcome is known
-- where a theorem gives it. A prime >= 5 alone is a P-position, and two numbers without a common divisor are an
-- N-position, except 2 and 3 (R. L. Hutchings).
-- E. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, chapter 18 (1982); G. Sicherman, Theory and practice of
-- Sylver Coinage, Integers 2 (2002).
local failure = require "takeaway.base.failure"
local starts = require "takeaway.rules.start"

local MOST = 1 << 16 -- of the least number

local function gcd(a, b)
  while b ~= 0 do a, b = b, a % b end
  return a
end

local function divisor(list)
  local common = 0
  for _, n in ipairs(list) do common = gcd(common, n) end
  return common
end

-- By remainder modulo the least number the least sum with it; nil where there is none.
local function least_sums(list)
  local m, least = list[1], { [0] = 0 }
  for i = 2, #list do
    local n, circles = list[i], gcd(m, list[i])
    for r = 0, circles - 1 do -- along each circle of remainders twice, from wherever
      local at = r
      for _ = 1, 2 * (m // circles) do
        local to = (at + n) % m
        local sum = least[at] and least[at] + n
        if sum and (not least[to] or sum < least[to]) then least[to] = sum end
        at = to
      end
    end
  end
  return least
end

-- Is n a sum of the list?
local function is_sum(least, m, n) return least[n % m] ~= nil and least[n % m] <= n end

-- The numbers that are no sums of the others, ascending, as text.
local function kept(list)
  local left = {}
  table.sort(list)
  for _, n in ipairs(list) do
    if #left == 0 or not is_sum(least_sums(left), left[1], n) then left[#left + 1] = n end
  end
  return table.concat(left, " ")
end

local function numbers(text)
  local list = {}
  for n in text:gmatch "%d+" do list[#list + 1] = math.tointeger(n) end
  return list
end

-- The prime factors of n from 5 on: the first; nil where there is none.
local function large_factor(n)
  for _, small in ipairs { 2, 3 } do
    while n % small == 0 do n = n // small end
  end
  for d = 5, math.floor(n ^ 0.5), 2 do
    if n % d == 0 then return d end
  end
  return n > 1 and n or nil
end

local rules, searched

-- By Hutchings's theorems, and by search where options can be listed.
local function outcome(text)
  local list = numbers(text)
  local common = divisor(list)
  if #list == 1 then
    local factor = large_factor(list[1])
    if factor then return factor == list[1] and "P" or "N" end -- a multiple is answered by the prime
    if list[1] < 4 then return "N" end -- 2 and 3 are each other's answers
  elseif #list == 2 and common == 1 then
    return list[2] == 3 and "P" or "N"
  end
  if common > 1 then
    return nil, ("outcome: numbers with the common divisor %d leave endless options; no theorem here tells who wins")
      :format(common), "EUNSUPPORTED"
  end
  searched = searched or require "takeaway.engine.ruleset".ruleset { name = rules.name, options = rules.options }
  return searched(text):outcome()
end

rules = {
  outcome = outcome,
  name = "Sylver Coinage",
  tables = "a position is a text of numbers",
  example = { 4, 5 },
  check = starts.numbers("number ...", 2, function(...)
    if math.min(...) > MOST then return ("expected a number to %d among them"):format(MOST) end
  end),
  start = function(...)
    local list = { ... }
    for i, n in ipairs(list) do list[i] = math.tointeger(n) end
    return kept(list)
  end,
  options = function(emit, text)
    local list = numbers(text)
    local common = divisor(list)
    if common > 1 then
      failure.raise(nil, ("numbers with the common divisor %d leave endless options"):format(common), "EUNSUPPORTED")
    end
    local m, least, last = list[1], least_sums(list), 0
    for r = 0, m - 1 do last = math.max(last, least[r] - m) end
    for n = 2, last do
      if not is_sum(least, m, n) then
        local named = table.move(list, 1, #list, 1, {})
        named[#named + 1] = n
        emit(kept(named))
      end
    end
  end,
}

return rules
