--- Powers, subordinates, the ordinal product, and up-powers, all built on the ordinal sum.
--
-- In the ordinal sum B:X a move in B ends X. It depends on the form of B, but only on the values of the options of B:
-- B:X = {B^L, B:X^L | B^R, B:X^R}. And B:X <= B:Y exactly when X <= Y. (This is the colon principle, Winning Ways,
-- chapter 7, applied to B:X - B:Y, where each move has its mirror.)
-- @module takeaway.family.value.powers

local core = require "takeaway.core"
local failure = require "takeaway.base.failure"

local methods = core.value_methods

local M = {}

local DEPTH = 10000

-- A result that a call failed to give: nil, a message, a code, carried out of a recursion as an error.
local function need(result, message, code)
  if result == nil then error({ message = message, code = code }, 0) end
  return result
end

-- Run a recursion on x, and give back what it could not do.
local function attempt(x, f, ...)
  local born, message, code = methods.birthday(x)
  if not born then return nil, message, code end
  if born > DEPTH and not methods.is_integer(x) then
    return nil, ("this is for values born by day %d"):format(DEPTH), "ELIMIT"
  end
  local ok, result = pcall(f, ...)
  if ok then return result end
  if type(result) == "table" and result.code then return nil, result.message, result.code end
  if type(result) == "string" and result:find("the store holds", 1, true) then -- of operators
    return nil, result, "ELIMIT"
  end
  failure.again(result)
end

local function options_of(v) return need(methods.left_options(v)), need(methods.right_options(v)) end

-- B:X for the B whose options have these values, each X once.
local function ordinal_summer(lefts, rights)
  local known = {}
  local function sum(x)
    if known[x] then return known[x] end
    local lists = { table.move(lefts, 1, #lefts, 1, {}), table.move(rights, 1, #rights, 1, {}) }
    for side, options in ipairs { options_of(x) } do
      for _, o in ipairs(options) do table.insert(lists[side], sum(o)) end
    end
    known[x] = need(core.value { left = lists[1], right = lists[2] })
    return known[x]
  end
  return sum
end

-- ---- Subordinates ----

-- The X with base:X = v, or nil. An option of v that is base:Y is one of X's, Y; the others come from options
-- of the base. For X in canonical form the options base:X^L all are in the canonical form of base:X: none is dominated
-- (base:X^L exceeds neither itself nor falls below a Left option of the base, to which Left could move and win),
-- and none is reversible, as X^L is not. An option that comes of the base's and happens to be base:Y changes
-- nothing. So what the recursion finds is X, if there is one, and the sum tells.
local function subordinate(v, base, sum)
  local known = {}
  local function find(g)
    if known[g] ~= nil then return known[g] or nil end
    known[g] = false
    local lists = { {}, {} }
    for side, options in ipairs { options_of(g) } do
      for _, o in ipairs(options) do
        local x = find(o)
        if x then table.insert(lists[side], x) end
      end
    end
    local x = need(core.value { left = lists[1], right = lists[2] })
    if sum(x) == g then known[g] = x end
    return known[g] or nil
  end
  known[base] = core.value(0)
  return find(v)
end

--- The X for which base:X, the ordinal sum, is v (Siegel, II.7). A base that is a value is taken in canonical form, a
-- form as it is.
-- @function v:subordinate
-- @param base a value, a number, text, or a form (`ta.form`)
-- @treturn v the value X; or nil, a message and "EUNSUPPORTED" when there is none, "ELIMIT" for values born
--   after day 10,000
-- @usage assert(ta.value "1/8":subordinate(1) == ta.value(-3))
function M.subordinate(v, base)
  local form = type(base) == "table" and base or nil
  if form and not form.option_values then
    failure.misuse "subordinate: base: expected a value or a form, got a table"
  end
  local lists
  if form then
    lists = { form:option_values() }
    base = form:canonical_form()
  else
    local given, message, code = core.value(base)
    if not given then return nil, message, code end
    base = given
    if methods.is_integer(v) and methods.is_integer(base) and (base >= 0 and v >= base or base <= 0 and v <= base) then
      return v - base
    end
  end
  return attempt(v, function()
    if not form then lists = { options_of(base) } end
    local x = subordinate(v, base, ordinal_summer(lists[1], lists[2]))
    return need(x, "this value is no ordinal sum with that base", "EUNSUPPORTED")
  end)
end

-- ---- Powers ----

--- v to the power 1 to x, the sum of the powers v^1, ..., v^x for an integer x: v:(y), where 1:y = x. `pow_to(0)` is 0.
-- @function v:pow_to
-- @param x a number, 0 or more
-- @treturn v the value; or nil, a message and "EUNSUPPORTED" when x is no number or negative
-- @usage assert(ta.up():pow_to(3) == ta.value "^[3]")
function M.pow_to(v, x)
  local exponent, message, code = core.value(x)
  if not exponent then return nil, message, code end
  if not methods.is_number(exponent) or exponent < 0 then
    return nil, "an exponent is a number, 0 or more", "EUNSUPPORTED"
  end
  if exponent == core.value(0) then return exponent end
  local y
  y, message, code = M.subordinate(exponent, 1)
  if not y then return nil, message, code end
  return methods.ordinal_sum(v, y)
end

--- v to the power x: {0 | H - v:pow_to(x - 1)} of v = {0|H}; for an integer n, `pow_to(n) - pow_to(n - 1)`
-- (Siegel, II.4).
-- @function v:pow
-- @param x a number, 1 or more
-- @treturn v the value; or nil, a message and "EUNSUPPORTED" when x is no number >= 1, or v is not {0|H}
-- @usage assert(ta.up():pow(3) == ta.value "^<3>")
function M.pow(v, x)
  local exponent, message, code = core.value(x)
  if not exponent then return nil, message, code end
  if not methods.is_number(exponent) or exponent < 1 then
    return nil, "an exponent is a number, 1 or more", "EUNSUPPORTED"
  end
  local left, right = methods.left_options(v), methods.right_options(v)
  if not (left and right and #left == 1 and #right == 1 and methods.equals(left[1], 0)) then
    return nil, "powers are of games {0|H}", "EUNSUPPORTED"
  end
  local sum
  sum, message, code = M.pow_to(v, exponent - 1)
  if not sum then return nil, message, code end
  return core.value { left = { 0 }, right = { right[1] - sum } }
end

-- ---- The ordinal product ----

--- The ordinal product: w with each of Left's moves replaced by v, each of Right's by -v.
--
-- v times w is {v w^L : v^L, v w^R : -v^R | v w^L : v^R, v w^R : -v^L}, where the products are taken as forms, not in
-- canonical form. `*m` times `*n` is `*(mn)` as an ordinary product.
-- @function v:ordinal_product
-- @param w a value, a number or text
-- @treturn v the value; or nil, a message and "ELIMIT" for w born after day 10,000
-- @usage assert(ta.value "1/2":ordinal_product "1/4" == ta.value "11/32")
function M.ordinal_product(v, w)
  local other, message, code = core.value(w)
  if not other then return nil, message, code end
  local born = methods.birthday(other)
  if not born or born > DEPTH then return nil, ("this is for w born by day %d"):format(DEPTH), "ELIMIT" end
  return attempt(v, function()
    local sides = { options_of(v) }
    local negatives = { {}, {} }
    for side = 1, 2 do
      for i, o in ipairs(sides[side]) do negatives[3 - side][i] = -o end
    end
    local known = {} -- of a follower of w: the values of the options of the product, and the summer on them
    local function product(h)
      if known[h] then return known[h] end
      local lists = { {}, {} }
      for from, options in ipairs { options_of(h) } do
        for _, o in ipairs(options) do
          local sum = product(o).sum
          for to = 1, 2 do
            for _, k in ipairs((from == 1 and sides or negatives)[to]) do table.insert(lists[to], sum(k)) end
          end
        end
      end
      known[h] = { left = lists[1], right = lists[2], sum = ordinal_summer(lists[1], lists[2]) }
      return known[h]
    end
    local form = product(other)
    return need(core.value { left = form.left, right = form.right })
  end)
end

-- ---- Sums of which one part ends the other ----

--- The sequential compound: v is played until nobody can move there, then w (Stromquist and Ullman, Sequential
-- compounds of combinatorial games, 1993). A player who cannot move in v while the other can has no move.
-- @function v:sequential_compound
-- @param w a value, a number or text
-- @treturn v the value; or nil, a message and "ELIMIT" for v born after day 10,000
-- @usage assert(ta.star(3):sequential_compound "*2" == ta.star(3))
function M.sequential_compound(v, w)
  local after, message, code = core.value(w)
  if not after then return nil, message, code end
  local born = methods.birthday(v)
  if not born or born > DEPTH then return nil, ("this is for v born by day %d"):format(DEPTH), "ELIMIT" end
  return attempt(v, function()
    local known = { [core.value(0)] = after }
    local function compound(g)
      if known[g] then return known[g] end
      local lists = { {}, {} }
      for side, options in ipairs { options_of(g) } do
        for i, o in ipairs(options) do lists[side][i] = compound(o) end
      end
      known[g] = need(core.value { left = lists[1], right = lists[2] })
      return known[g]
    end
    return compound(v)
  end)
end

--- The join: a move in one removes the other.
-- @function v:join
-- @param w a value, a number or text
-- @treturn v the value; or nil, a message and a code, as `left_options`
-- @usage assert(ta.value(1):join "-1" == ta.value "*")
function M.join(v, w)
  local other, message, code = core.value(w)
  if not other then return nil, message, code end
  return attempt(core.value(0), function()
    local lists = { options_of(v) }
    for side, options in ipairs { options_of(other) } do
      table.move(options, 1, #options, #lists[side] + 1, lists[side])
    end
    return need(core.value { left = lists[1], right = lists[2] })
  end)
end

-- ---- Up-powers ----

local digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

local expansion = {
  __name = "takeaway.uptimal_expansion",
  __tostring = function(e)
    local list = { e.number == "0" and e.star > 0 and "" or e.number, e.star == 0 and "" or "*",
      e.star > 1 and e.star or "", "." }
    for i, a in ipairs(e) do
      local size = math.abs(a)
      list[4 + i] = (size < 36 and digits:sub(size + 1, size + 1) or "(" .. size .. ")") .. (a < 0 and "-" or "")
    end
    return table.concat(list) .. (#e == 0 and "0" or "")
  end,
}

local MULTIPLES_MOST = 4000000 -- of all followers together

-- An expansion's star and its first n multiples, each with its sign turned by `sign`, as text.
local function key(sign, star, a, n)
  while n > 0 and a[n] == 0 do n = n - 1 end
  local list = { star }
  for i = 1, n do list[i + 1] = sign * a[i] end
  return table.concat(list, " ")
end

-- The last i up to n for which a[i] is `most` or less, or 0.
local function last_of(a, n, most)
  while n > 0 and a[n] > most do n = n - 1 end
  return n
end

-- The keys of all options but the one that is far off from the number, *m + a[1] ^ + ... + a[n] ^<n> with
-- a[n] > 0 and n > 1 (McKay's theorem: Siegel, Combinatorial Game Theory, II.4).
local function near_options(m, a, n)
  local cut = a[n] == 1 and n - 1 or last_of(a, n, 0)
  local below = last_of(a, n, -1)
  local near = { key(1, cut == 0 and a[1] > 0 and 0 or m, a, cut) }
  if below > 0 then
    local more = {}
    for i = 1, below do more[i] = a[i] + 1 end
    table.insert(near, key(1, m ~ 1, more, below))
  elseif a[1] == 0 then
    for star = 0, m - 1 do table.insert(near, key(1, star, a, 0)) end
  elseif m == 1 then
    local differs = 1
    while differs < n and a[differs] == 1 do differs = differs + 1 end
    if a[differs] <= 1 then table.insert(near, key(1, 0, a, 0)) end
  end
  return near
end

local function same(keys, others)
  local missing, count = {}, 0
  for _, k in ipairs(keys) do
    if not missing[k] then missing[k], count = true, count + 1 end
  end
  for _, k in ipairs(others) do
    if not missing[k] then return false end
    missing[k], count = nil, count - 1
  end
  return count == 0
end

-- That of a number + ups + a nimber, or nil.
local function short_expansion(v)
  local parts = methods.number_up_star(v)
  return parts and { number = parts.number, star = parts.star, parts.up ~= 0 and parts.up or nil }
end

-- For v's followers and v: the number, the nimber and the multiples, or false. An uptimal's option far off, the
-- only one of its side, has the other star and one less of all up-powers: so it tells the multiples but for their
-- count, which is told by the longest option, and the others have to be those of the theorem.
local function expander()
  local known, multiples = {}, 0
  local expand

  -- The expansion of {near | far} if sign is 1, of {far | near} if it is -1.
  local function from_far(sign, nears, fars)
    local far = #fars == 1 and expand(fars[1])
    if not far then return false end
    local longest = #far
    local keys = {}
    for i, o in ipairs(nears) do
      local e = expand(o)
      if not e or e.number ~= far.number then return false end
      longest, keys[i] = math.max(longest, #e), key(sign, e.star, e, #e)
    end
    for _, n in ipairs { #far, longest + 1 } do
      multiples = multiples + n
      if multiples > MULTIPLES_MOST then
        need(nil, ("this is for followers of up to %d multiples of up-powers"):format(MULTIPLES_MOST), "ELIMIT")
      end
      local a = {}
      for i = 1, n do a[i] = sign * (far[i] or 0) + 1 end
      if n > 1 and a[n] > 0 and same(near_options(far.star ~ 1, a, n), keys) then
        local e = { number = far.number, star = far.star ~ 1 }
        for i = 1, n do e[i] = sign * a[i] end
        return e
      end
    end
    return false
  end

  function expand(v)
    if known[v] == nil then
      known[v] = short_expansion(v) or false
      if not known[v] and methods.left_stop(v) == methods.right_stop(v) then
        local lefts, rights = options_of(v)
        known[v] = from_far(1, lefts, rights) or from_far(-1, rights, lefts)
      end
    end
    return known[v]
  end
  return expand
end

--- v as a number + a nimber + multiples of up-powers (Siegel, II.4; Winning Ways, chapter 8).
-- @function v:uptimal_expansion
-- @treturn table the multiples of `^`, `^<2>`, `^<3>`, ... as integers, and `number`, a text, and `star`: v is their
--   sum. It prints itself as CGSuite does, `3*2.C-0F` for 3 + *2 - 12 ^ + 15 ^<3>. No call reads that text; use v's own
--   name. Or nil, a message and "EUNSUPPORTED" when v is no such sum, or "ELIMIT" where v is born after day 10,000 or
--   its followers have more than 4,000,000 multiples
-- @usage
-- local e = ta.value "{^^|^*}":uptimal_expansion()
-- assert(tostring(e) == "0.21" and e[1] == 2 and e[2] == 1)
function M.uptimal_expansion(v)
  local e, message, code = short_expansion(v), nil, nil
  if not e and methods.left_stop(v) == methods.right_stop(v) then
    e, message, code = attempt(v, function() return expander()(v) end)
  end
  if e then return setmetatable(e, expansion) end
  message = message or "uptimal_expansion: this value is no number + a nimber + multiples of up-powers"
  return nil, message, code or "EUNSUPPORTED"
end

-- ---- Kinds ----

--- Test whether v is a number + a nimber + multiples of up-powers.
-- @function v:is_uptimal
-- @treturn boolean; or nil, a message and a code, as `uptimal_expansion`
function M.is_uptimal(v)
  local e, message, code = M.uptimal_expansion(v)
  if e or code == "EUNSUPPORTED" then return e ~= nil end
  return nil, message, code
end

--- Test whether v is a number + ups + a nimber, `3/4^^*2`.
-- @function v:is_number_up_star
-- @treturn boolean
function M.is_number_up_star(v) return methods.number_up_star(v) ~= nil end

--- Test whether v is infinitesimally near a number, so that its stops are equal.
-- @function v:is_numberish
-- @treturn boolean
function M.is_numberish(v) return methods.left_stop(v) == methods.right_stop(v) end

-- x for {x || x | z} with a number x and a mean of z below it.
local function is_tiny(v)
  local left, right = methods.left_options(v), methods.right_options(v)
  if not (left and right and #left == 1 and #right == 1 and methods.is_number(left[1])) then return false end
  local near, far = methods.left_options(right[1]), methods.right_options(right[1])
  if not (near and far and #near == 1 and #far == 1 and near[1] == left[1]) then return false end
  local mean = methods.mean(far[1])
  return mean ~= nil and core.number(mean) < left[1]
end

--- Test whether v is a number, or a number + a tiny or miny of any game: `5`, `3Tiny({2|1})`.
-- @function v:is_number_tiny
-- @treturn boolean
function M.is_number_tiny(v)
  return methods.is_number(v) or not methods.number_up_star(v) and (is_tiny(v) or is_tiny(-v))
end

--- Test whether v has an atomic weight.
-- @function v:is_atomic
-- @treturn boolean
function M.is_atomic(v) return methods.atomic_weight(v) ~= nil end

--- The best incentives of both players, what a move gains, each once.
-- @function v:incentives
-- @treturn table list of values; or nil, a message and a code as of `left_incentives`
-- @usage assert(ta.up():incentives()[1] == ta.value "^*")
function M.incentives(v)
  local all = {}
  for _, query in ipairs { methods.left_incentives, methods.right_incentives } do
    local list, message, code = query(v)
    if not list then return nil, message, code end
    for _, gain in ipairs(list) do all[#all + 1] = gain end
  end
  local best = {}
  for i, a in ipairs(all) do
    local beaten = false
    for j, b in ipairs(all) do beaten = beaten or a < b or a == b and j < i end
    if not beaten then best[#best + 1] = a end
  end
  return best
end

return { methods = M, ordinal_summer = ordinal_summer }
