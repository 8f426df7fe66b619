--- Values of short partizan games.
--
-- `ta.value "{3||2|1}"` is a value: the canonical form of a game. Two games are equal exactly when their values are.
-- Values are immutable, and equal values are the same object, so they can be keys of tables.
--
-- **Arithmetic and order.** `v + w`, `v - w`, `-v`, `n * v` (n an integer), `v == w`, `v < w`, `v <= w`. Except in
-- `==`, one side may be a number or text: `v + 1`, `v < "1/2"`. These raise where a method would return nil, message,
-- code.
--
-- **Names.** These are the names of values:
--
-- * numbers `7`, `-5/8`, `0.375`, of any length; nimbers `*`, `*3`; ups and downs `^`, `vv`, `^3*2`; sums of these
--   without a sign, `3/4*`, `6^*`;
-- * `+-1`, `+-{2|1}`; `Tiny(2)`, `Miny(1/2)`; `^[2]` and `^<2>`, the sums of up-powers and the up-powers;
-- * everything else in braces, `{3||2*|1*}`, where the longest run of bars divides first.
--
-- `tostring(v)` writes ASCII, and `v:text("unicode")` and `v:text("latex")` the others; `ta.value` reads ASCII and
-- Unicode. CGSuite prints values in this notation. Its input is another notation, CGScript, where `3*5` is 15:
-- `v:text("cgscript")` writes that, `3+*5`.
--
-- **The store.** One store, `ta.values`, holds all values of a Lua state. It grows until it is cleared:
-- `ta.values:statistics()`, `ta.values:limit{...}`, `ta.values:clear()`. Stops, means, temperatures and coordinates are
-- texts such as `"3/4"`, which `ta.number` makes values.
--
-- Source: Conway, On Numbers and Games; Berlekamp, Conway, Guy, Winning Ways; Siegel,
-- Combinatorial Game Theory (2013).
-- @module takeaway.family.value

local core = require "takeaway.core"
local failure = require "takeaway.base.failure"
local loopy = require "takeaway.engine.loopy"
local ordinals = require "takeaway.family.value.ordinal"
local visible = require "takeaway.base.text"

local M = {}

--- A value from a name, a number, or lists of options.
-- Also called game value, switch, ups and downs, tiny, miny, dyadic rational.
-- @function value
-- @param x text such as `"{1|0} + ^*"` (names, `+`, `-`, parentheses); an integer, or a float taken as the exact
--   double; a table `{left = {...}, right = {...}}` of anything that `value` takes; a value; names of loopy games,
--   `"on"`, `"{0|pass}"`, `"over & v"`, see @{takeaway.family.loopy}; an infinite nimber, `"*(w+5)"`
-- @treturn v the value; or nil, a message and "ERANGE" or "ELIMIT". Raises when the text is no value, with a caret
--   under the error
-- @usage
-- local v = ta.value "{3||2|1}"
-- assert(v == ta.value { left = { 3 }, right = { "{2|1}" } })
function M.value(x)
  local found, message, code = failure.catch(loopy.read, x)
  if found ~= nil then return found end
  if code then return nil, message, code end
  if type(x) == "string" then found, message, code = ordinals.read_nimber(x) end
  if found then return found end
  if code then return nil, message, code end
  return core.value(x)
end

-- The integer in a text such as "12" or "2^100"; false for other texts.
local function integer(text)
  local base, exponent = text:match "^%s*(%d+)%^(%d+)%s*$"
  if not base then return text:find "^%s*%d+%s*$" and core.number(text) or false end
  local result, square, n = core.number(1), core.number(base), math.tointeger(exponent)
  local message, code
  while n and n > 0 and result and square do
    if n % 2 == 1 then result, message, code = result:conway_product(square) end
    n = n // 2
    if result and n > 0 then square, message, code = square:conway_product(square) end
  end
  if not n or not result or not square then
    return nil, message and message:gsub("^conway_product: ", "number: ") or "an exponent beyond 2^63", code or "ERANGE"
  end
  return result
end

-- "3^5/2^80", "12" or "2^100" as a value; false for other texts; nil, message, code.
local function ratio(term)
  local over, bar, under = term:match "^([^/]*)(/?)([^/]*)$"
  local parts = {}
  for i, part in ipairs { over, bar == "/" and under or nil } do
    local n, message, code = integer(part)
    if not n then return n, message, code end
    parts[i] = tostring(n)
  end
  return over and core.number(table.concat(parts, "/")) or false
end

local function not_a_number(x)
  core.raise(('number: x: expected a number such as "3/4" or "2^100", got %s'):format(visible.quoted(x)))
end

--- A number as a value.
-- Also called dyadic rational.
-- @function number
-- @param x text such as `"-5/8"`, `"2^100 - 1"`, `"3^5/2^80"`, an integer, or a float taken as the exact double. Here
--   `^` is a power (in `ta.value "2^100"` it is a hundred ups). At most 2^18 binary digits before the point, fewer
--   after it
-- @treturn v the value; or nil, a message and "ERANGE". Raises when x is no number
-- @usage assert(ta.number "2^100" - ta.number "1/2^70" < ta.value(2.0^100))
function M.number(x)
  if type(x) ~= "string" or not x:find "%d%s*%^%s*%d" then return core.number(x) end
  local sum, rest = core.number(0), x
  repeat
    local sign, term, more = rest:match "^%s*([%+%-]?)([%d%^/%s]+)(.*)$"
    if not term or (sign == "") ~= (rest == x) and sign ~= "-" then not_a_number(x) end
    local value, message, code = ratio(term)
    if value == false then not_a_number(x) end
    if value then
      sum, message, code = failure.catch(function() return sign == "-" and sum - value or sum + value end)
    end
    if not value or not sum then return nil, message, code end
    rest = more
  until rest == ""
  return sum
end

M.ordinal, M.surreal, M.star = ordinals.calls.ordinal, ordinals.calls.surreal, ordinals.calls.star

--- n times up; negative n: down.
-- @function up
-- @tparam[opt=1] integer n above -2^30, below 2^30 (otherwise nil, a message, "ERANGE")
-- @treturn v the value
M.up = core.up

-- The store of values: an object that prints its contents.
M.values = core.values

--- The present and the greatest size of the store.
-- @function values:statistics
-- @treturn table `{games, bytes, most_games, most_bytes, comparisons, canonical_forms, cleared}`

--- Limit the store.
--
-- At a limit calls return nil, a message and "ELIMIT", and the store keeps its values. So does a call that computes the
-- same results again and again because `memory` cannot hold them. Long computations call `progress(done, 0)` with the
-- number of games held, and are cancelled when it returns false ("ECANCELLED"). `limit{}` removes the function. The
-- default memory is half of what is free at the start.
-- @function values:limit
-- @tparam table settings `games`, `memory` (bytes), `progress`, `seconds` (of one call; math.huge: no limit)

--- Remove all values: a value made before raises when it is used again.
-- @function values:clear

--- The value of a position of NIM with Cash: `n` stones, Left with `d` and Right with `e` dollars.
-- @function cash_value
-- @tparam {integer,...} A moves: taking a stones costs a dollars
-- @tparam integer n stones
-- @param d dollars of Left, an integer >= 0 or `math.huge`; more than n count as n
-- @param e dollars of Right
-- @treturn v the value; or nil, a message and "ELIMIT". Cost: (d + 1)(e + 1) canonical forms
-- @usage assert(tostring(ta.cash_value({1, 2}, 2, 2, 1)) == "1/2")
M.cash_value = core.cash_value

local methods = core.value_methods

--- The outcome, which says who wins.
-- @function v:outcome
-- @treturn string "P", "N", "L" or "R"

--- Left's options in the canonical form.
-- @function v:left_options
-- @treturn table list of values

--- Right's options in the canonical form.
-- @function v:right_options
-- @treturn table list of values

--- The best incentives of Left: v^L - v, what a move gains.
-- @function v:left_incentives
-- @treturn table list of values

--- The best incentives of Right: v - v^R, what a move gains.
-- @function v:right_incentives
-- @treturn table list of values

--- The number reached when Left starts.
-- @function v:left_stop
-- @treturn string such as "3/4"

--- The number reached when Right starts.
-- @function v:right_stop
-- @treturn string such as "3/4"

--- The numbers reached when Left starts and when Right starts.
-- @function v:stops
-- @treturn string Left starting, such as "3/4"
-- @treturn string Right starting
function methods.stops(v) return methods.left_stop(v), methods.right_stop(v) end

--- The mean.
-- @function v:mean
-- @treturn string such as "3/4"

--- The temperature. An integer has temperature -1, and a number of denominator 2^k has -1/2^k. All others have 0 or
-- more. Also called hotness.
-- @function v:temperature
-- @treturn string such as "3/4"

--- The day on which v is born.
-- @function v:birthday
-- @treturn int or nil, message, "ERANGE" beyond 2^62

--- Test whether v is a number.
-- @function v:is_number
-- @treturn boolean

--- Test whether v is an integer.
-- @function v:is_integer
-- @treturn boolean

--- Test whether v is a nimber.
-- @function v:is_nimber
-- @treturn boolean

--- Test whether v is infinitesimal: between -x and x for every number x > 0.
-- @function v:is_infinitesimal
-- @treturn boolean

--- Test whether v is all-small: in every follower both players can move or neither can.
-- @function v:is_all_small
-- @treturn boolean

--- m when v is *m.
-- @function v:nim_value
-- @treturn int or nil, a message and "EPARTIZAN"

--- Test whether v equals w. Unlike `==`, w may also be a number or text.
-- @function v:equals
-- @param w a value, a number or text
-- @treturn boolean

--- Test whether v is confused with w: neither greater nor less nor equal.
-- @function v:confused
-- @param w a value, a number or text
-- @treturn boolean

--- The name of v.
-- @function v:text
-- @tparam[opt="ascii"] string notation "ascii", "unicode", "latex", or "cgscript": an expression that CGSuite takes as
--   input (in braces it takes integers below 2^31 and 16,383 options)
-- @treturn string or nil, a message and "ELIMIT" when the name has more than 4 million characters

--- The ordinal sum: a move in v ends w. This and the next three depend on the form, and use canonical forms.
-- @function v:ordinal_sum
-- @param w a value, a number or text
-- @treturn v the value

--- The conjunctive sum: a move in both, until one ends.
-- @function v:conjunctive_sum
-- @param w a value, a number or text
-- @treturn v the value

--- The selective sum (CGSuite's SelectiveSum): only the first move selects. A move in one part leaves the sum, a move
-- in both the conjunctive sum. 1/2 with 1/2 is 3/4.
-- @function v:selective_sum
-- @param w a value, a number or text
-- @treturn v the value

--- The selective compound: every move selects one part or both (ONAG, chapter 14). 1/2 with 1/2 is 1, `*m` with `*n` is
-- `*(m+n)`.
-- @function v:selective_compound
-- @param w a value, a number or text
-- @treturn v the value

--- Norton's product.
-- @function v:norton_product
-- @param unit a positive value
-- @treturn v the product; or nil, message, "EUNSUPPORTED" where the unit is not positive

--- v heated.
-- @function v:heat
-- @param t a value or number, which raises the Left options and lowers the Right ones
-- @treturn v the value

--- v overheated.
-- @function v:overheat
-- @param s a value or number
-- @param t a value or number
-- @treturn v the value

--- v cooled.
-- @function v:cool
-- @param t a number above -1
-- @treturn v the value

--- v cooled by its temperature.
-- @function v:freeze
-- @treturn v the value

--- The atomic weight.
-- @function v:atomic_weight
-- @treturn v a value; or nil, a message and "EUNSUPPORTED" when v has none (or is born after
--   day 1,048,575 and is no number + ups + nimber)

--- The simplest game an infinitesimal away from v.
-- @function v:reduced_canonical_form
-- @treturn v the value

-- The methods of loopy values (@{takeaway.family.loopy}), which plain ones have, too.

--- v itself: a plain value is its own onside.
-- @function v:onside
-- @treturn v the value

--- v itself: a plain value is its own offside.
-- @function v:offside
-- @treturn v the value

--- Test whether v is a stopper. A plain value is.
-- @function v:is_stopper
-- @treturn boolean true

--- Test whether the sides of v are stoppers. Those of a plain value are.
-- @function v:is_stopper_sided
-- @treturn boolean true

--- Test whether play must end. With a plain value it must.
-- @function v:is_loopfree
-- @treturn boolean true

--- Test whether the only cycles of v are passes. A plain value has no cycles.
-- @function v:is_plumtree
-- @treturn boolean true

--- Test whether v is stable. A plain value is.
-- @function v:is_stable
-- @treturn boolean true

--- Test whether v is a pseudonumber: a number, or a loopy value of that kind.
-- @function v:is_pseudonumber
-- @treturn boolean

--- Test whether v + v = v.
-- @function v:is_idempotent
-- @treturn boolean

--- The degree of loopiness, 0.
-- @function v:degree
-- @treturn v the value 0

--- The variety, 0.
-- @function v:variety
-- @treturn v the value 0

--- The onside of v + w.
-- @function v:upsum
-- @param w a value, plain or loopy, a number or text
-- @treturn v the value

--- The offside of v + w.
-- @function v:downsum
-- @param w a value, plain or loopy, a number or text
-- @treturn v the value

--- v as a number + ups + a nimber, when it is one.
-- @function v:number_up_star
-- @treturn table `{number = "3/4", up = 2, star = 1}` of `3/4^^*`; or nil, a message and "EUNSUPPORTED"

--- Conway's product, taken on canonical forms (ONAG, chapter 1). Nimbers give their nim product.
-- @function v:conway_product
-- @param w a value, a number or text
-- @treturn v the value; or nil, a message and "ERANGE"
-- @usage assert(ta.star(4):conway_product "*4" == ta.star(6))

--- The companion: the image of v under the automorphism of the lattice of games born by day n >= 1 (Siegel, III.2).
-- @function v:companion
-- @treturn v the value
-- @usage assert(ta.up():companion() == ta.value "^*")

for _, part in ipairs { "followers", "powers" } do
  for name, method in pairs(require("takeaway.family.value." .. part).methods) do methods[name] = method end
end

local forms = require "takeaway.family.value.form"

for name, call in pairs(forms.calls) do M[name] = call end
for name, call in pairs(require("takeaway.family.value.sensible").calls) do M[name] = call end

local hot_sums = require "takeaway.family.value.hot_sum"

M.hot_sum = hot_sums.calls.hot_sum

local function wall_text(name, wall)
  local corners = {}
  for i, corner in ipairs(wall) do corners[i] = ("%s at %s"):format(corner.value, corner.t) end
  return ("%s wall: %s"):format(name, table.concat(corners, ", "))
end

local thermograph = {
  __name = "takeaway.thermograph",
  __tostring = function(t)
    return ("mean %s, temperature %s\n%s\n%s"):format(t.mean, t.temperature, wall_text("left", t.left),
      wall_text("right", t.right))
  end,
}

local corners_of = methods.thermograph
local below_zero = require "takeaway.family.value.subzero_thermograph"

--- The thermograph: the walls over t >= 0, or over t >= -1 (Siegel, II.5).
-- @function v:thermograph
-- @tparam[opt=0] integer from 0 or -1
-- @treturn table `{mean, temperature, left, right}`; or nil, a message and "ERANGE". It prints itself. A wall is the
--   list of its corners `{t, value, slope}` in order of t. The slope (-1, 0 or 1: value against t) is that of the wall
--   after the corner. The last corner is the foot of the mast. Coordinates are texts
-- @usage print(ta.value "{3||2|1}":thermograph())
function methods.thermograph(v, from)
  if from ~= nil and from ~= 0 and from ~= -1 then failure.misuse("thermograph: from: expected 0 or -1") end
  local t, message, code = corners_of(v)
  if not t then return nil, message, code end
  if from == -1 then t = below_zero(v, t) end
  return setmetatable(t, thermograph)
end

--- v as a number + a multiple of up + the rest.
-- @function v:atomic_decomposition
-- @treturn table `{number = x, up = w, rest = r}` with v = x + w.up + r: x the mean, w the atomic weight of
--   v - x, r of atomic weight 0; or nil, a message and "EUNSUPPORTED" when v is not
--   infinitesimally near a number or v - x has no atomic weight
-- @usage
-- local d = ta.value "6^3*2":atomic_decomposition()
-- assert(tostring(d.number) == "6" and tostring(d.up) == "3" and tostring(d.rest) == "*2")
function methods.atomic_decomposition(v)
  local mean, message, code = methods.mean(v)
  if not mean then return nil, message, code end
  local number = core.number(mean)
  local small = v - number
  local up
  up, message, code = methods.atomic_weight(small)
  if not up then return nil, (message:gsub("^atomic_weight:", "atomic_decomposition:")), code end
  local ups
  ups, message, code = methods.norton_product(up, core.up(1))
  if not ups then return nil, message, code end
  return { number = number, up = up, rest = small - ups }
end

return {
  title = "Values of short partizan games",
  everywhere = true, -- the engine itself computes with values: this name may be used anywhere
  kin = { "cash" },
  calls = M,
  samples = {
    value = { "0" }, number = { 0 }, star = { 1 }, up = { 1 }, ordinal = { "w" }, surreal = { "3/2" },
    hot_sum = { { "+-1" } },
    form = { "{*|*}" }, sensible_options = { "{0|1}", "left" }, sensible_lines = { "{0|1}", "left" },
    cash_value = { { 1 }, 0, 0, 0 },
  },
  kinds = {
    value = {
      noun = "value", sample = "value", reads = "text", methods = methods,
      gives = {
        cool = { "1" }, heat = { "1" }, freeze = {}, norton_product = { "1" }, ordinal_sum = { "1" },
        overheat = { "1", "1" }, reduced_canonical_form = {}, conjunctive_sum = { "1" }, selective_sum = { "1" },
        selective_compound = { "1" }, sequential_compound = { "1" }, join = { "1" }, left_options = {},
        right_options = {}, thermograph = {}, left_incentives = {},
        right_incentives = {}, conway_product = { "1" }, companion = {}, ordinal_product = { "1" }, pow_to = { 2 },
        followers = {}, incentives = {}, subordinate = { "0" },
      },
      report = require "takeaway.family.value.report",
    },
    form = {
      noun = "form", sample = "form", methods = forms.methods,
      gives = {
        canonical_form = {}, left_options = {}, right_options = {}, followers = {}, ordinal_sum = { 1 },
        conjunctive_sum = { 1 }, selective_sum = { 1 }, selective_compound = { 1 }, conway_product = { 1 },
        ordinal_product = { 1 }, sequential_compound = { 1 }, join = { 1 },
      },
    },
    hot_sum = {
      noun = "hot sum", sample = "hot_sum", methods = hot_sums.methods,
      gives = { value = {} },
    },
    ordinal = {
      noun = "ordinal", sample = "ordinal", methods = ordinals.methods,
      gives = {
        abs = {}, birthday = {}, usual_sum = { "w" }, usual_product = { "w" }, usual_power = { "w" }, nim_sum = { "w" },
        nim_product = { "w" }, nim_power = { 2 }, nim_quotient = { "w" }, nim_sqrt = {}, nim_roots = { 1, "w" },
      },
    },
    surreal = {
      noun = "surreal number", sample = "surreal", methods = ordinals.surreal_methods,
      gives = {
        numerator = {}, denominator = {}, reciprocal = {}, abs = {}, floor = {}, ceiling = {}, value = {}, ordinal = {},
        birthday = {},
      },
    },
  },
  documented = { "family/value/followers", "family/value/powers", "family/value/ordinal", "family/value/surreal",
    "family/value/transfinite",
    "family/value/hot_sum", "family/value/form", "family/value/sensible" },
}
