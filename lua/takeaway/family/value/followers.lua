--- The followers of a value: their number, stopping positions, parity, misere play.
--
-- Each call is a recursion over the canonical form and visits every follower once. A number + ups + nimber has many
-- followers, so its answers are formulas:
--
--     x + n up + *m  has the Left option x and the Right option x + (n-1) up + *(m xor 1), n >= 1, but x^* = {x, x*|x};
--
-- so its ups end, after n - 1 steps, with x^*k, k = m xor ((n - 1) mod 2).
-- @module takeaway.family.value.followers

local core = require "takeaway.core"

local methods = core.value_methods

local M = {}

local MOST = 10000000

-- number, |up|, star of a number + ups + nimber, and whether up >= 0; nil for other values.
local function parts(v)
  local p = methods.number_up_star(v)
  if p then return p.number, math.abs(p.up), p.star, p.up >= 0 end
end

-- The nimber after the last of n ups, when m is that of the first.
local function last_star(n, m) return m ~ ((n - 1) & 1) end

-- The number of followers of a number + ups + nimber: x and its own, the ups, the nimbers at their end.
local function count_compact(x, n, m)
  local number, message, code = core.number(x)
  if not number then return nil, message, code end
  local born
  born, message, code = methods.birthday(number)
  if not born then return nil, message, code end
  if n == 0 then return born + 1 + m end
  local k = last_star(n, m)
  return born + 1 + n + (k == 1 and 1 or k ~ 1)
end

local TOO_MANY = "this value has more than 10000000 followers"

--- The followers of v in the canonical form, each once: v, its options, their options, and so on.
-- @function v:followers
-- @treturn table list of values; or nil, a message and "ELIMIT" when there are more than 10 million
function M.followers(v)
  local list, seen, at = { v }, { [v] = true }, 1
  local deepest = {} -- by number: the largest nimber beside it whose options are listed, as those of smaller ones are
  while list[at] do
    local x, n, m = parts(list[at])
    local compact, why, kind = nil, nil, nil
    if x then compact, why, kind = count_compact(x, n, m) end
    if x and not compact and kind ~= "ERANGE" then return nil, why, kind end
    if x and (compact or MOST + 1) > MOST then return nil, TOO_MANY, "ELIMIT" end
    local beside = x and n == 0 and m > 0
    local there = beside and m <= (deepest[x] or 0)
    for _, query in ipairs(there and {} or { methods.left_options, methods.right_options }) do
      local options, message, code = query(list[at])
      if not options then return nil, message, code end
      for _, o in ipairs(options) do
        if not seen[o] then
          seen[o] = true
          list[#list + 1] = o
        end
      end
    end
    if beside then deepest[x] = math.max(m, deepest[x] or 0) end
    if #list > MOST then return nil, TOO_MANY, "ELIMIT" end
    at = at + 1
  end
  return list
end

--- The number of followers of v in the canonical form, v included.
-- @function v:follower_count
-- @treturn int or nil, a message and "ERANGE" beyond 2^62, "ELIMIT" when it is no number + ups + nimber and has more
--   than 10 million followers
-- @usage assert(ta.value "25/16":follower_count() == 7)
function M.follower_count(v)
  local x, n, m = parts(v)
  if x then return count_compact(x, n, m) end
  local all, message, code = M.followers(v)
  if not all then return nil, message, code end
  return #all
end

-- The result of `of(v, answer)`, where `answer(option)` computes the options' results; each value is computed once.
local function recursion(v, of)
  local known = {}
  local function answer(g)
    local result = known[g]
    if result == nil then
      result = of(g, answer)
      known[g] = result
    end
    return result
  end
  return answer(v)
end

local function options(v)
  return assert(methods.left_options(v)), assert(methods.right_options(v))
end

local BEYOND = math.huge

local function plus(a, b)
  if a == BEYOND or b == BEYOND or a > math.maxinteger - b then return BEYOND end
  return a + b
end

-- The number of stopping positions of x + n up + *m: 2 3^(m-1) for *m; each up before the last adds 1.
local function stops_compact(n, m)
  if n == 0 then
    local count = m == 0 and 1 or 2
    for _ = 2, math.min(m, 42) do count = plus(count, plus(count, count)) end
    return count
  end
  local k = last_star(n, m)
  return plus(k == 1 and 4 or plus(1, stops_compact(0, k ~ 1)), n - 1)
end

--- The number of stopping positions in the tree of the canonical form: 1 for a number, else the sum over all options
-- (Siegel, II.3).
-- @function v:stop_count
-- @treturn int or nil, a message and "ERANGE" beyond 2^63
-- @usage assert(ta.value "{3||2|1}":stop_count() == 3)
function M.stop_count(v)
  local count = recursion(v, function(g, answer)
    local x, n, m = parts(g)
    if x then return stops_compact(n, m) end
    local total = 0
    for _, list in ipairs { options(g) } do
      for _, o in ipairs(list) do total = plus(total, answer(o)) end
    end
    return total
  end)
  if count == BEYOND then return nil, "this value has more than 2^63 stopping positions", "ERANGE" end
  return count
end

-- "even", "odd" or "neither": the kind opposite to that of every option. `known(number text)` is the kind of a number,
-- or nil if the options decide.
local function parity(v, known)
  return recursion(v, function(g, answer)
    local x, n, m = parts(g)
    if x then
      local of_number = known(x)
      if n > 0 or m > 1 or of_number == "neither" then return "neither" end
      return m == 0 and of_number or of_number == "even" and "odd" or "even"
    end
    local seen
    for _, list in ipairs { options(g) } do
      for _, o in ipairs(list) do
        local kind = answer(o)
        if kind == "neither" or seen and seen ~= kind then return "neither" end
        seen = kind
      end
    end
    return seen == "even" and "odd" or "even"
  end)
end

local function number_parity(x)
  if x:find "/" then return "neither" end
  return tonumber(x:sub(-1)) % 2 == 0 and "even" or "odd"
end

local function temper(v) return parity(v, function() return "even" end) end

--- Test whether v is even: 0, or all its options are odd.
-- @function v:is_even
-- @treturn boolean
function M.is_even(v) return parity(v, number_parity) == "even" end

--- Test whether v is odd: not 0, and all its options are even.
-- @function v:is_odd
-- @treturn boolean
function M.is_odd(v) return parity(v, number_parity) == "odd" end

--- Test whether v is even-tempered: a number, or all its options are odd-tempered.
-- @function v:is_even_tempered
-- @treturn boolean
function M.is_even_tempered(v) return temper(v) == "even" end

--- Test whether v is odd-tempered: no number, and all its options are even-tempered.
-- @function v:is_odd_tempered
-- @treturn boolean
function M.is_odd_tempered(v) return temper(v) == "odd" end

-- The outcome of the canonical form in misere play. Right wins an integer n > 0, since he cannot move. Beyond four ups
-- only their number mod 2 matters, since Left can move to x in each.
local function misere(v)
  return recursion(v, function(g, answer)
    local x, n, m, positive = parts(g)
    if x and n == 0 and m == 0 and not x:find "/" then
      return x == "0" and "N" or x:sub(1, 1) == "-" and "L" or "R"
    end
    if x and n > 4 then
      n = 3 + ((n - 3) & 1)
      return answer(core.number(x) + core.up(positive and n or -n) + core.star(m))
    end
    local left, right = options(g)
    local left_wins, right_wins = #left == 0, #right == 0
    for _, o in ipairs(left) do left_wins = left_wins or answer(o):find "[LP]" ~= nil end
    for _, o in ipairs(right) do right_wins = right_wins or answer(o):find "[RP]" ~= nil end
    return left_wins and (right_wins and "N" or "L") or right_wins and "R" or "P"
  end)
end

--- The outcome of the canonical form in misere play, where the player who cannot move wins.
--
-- It depends on the form, not on the value: games that are equal in normal play may differ in it.
-- @function v:misere_outcome
-- @treturn string "P", "N", "L" or "R"
function M.misere_outcome(v) return misere(v) end

return { methods = M }
