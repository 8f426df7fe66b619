--- Values of short partizan games.
--
-- `ta.value "{3||2|1}"` is a value: the canonical form of a game, so that two games are
-- equal exactly when their values are. Values are immutable, and equal ones are the same
-- object, so they can be keys of tables.
--
-- **Arithmetic and order.** `v + w`, `v - w`, `-v`, `n * v` (n an integer), `v == w`, `v < w`,
-- `v <= w`. Except in `==`, one side may be a number or text: `v + 1`, `v < "1/2"`. These
-- raise where a method would return nil, message, code.
--
-- **Names.** Numbers `7`, `-5/8`; nimbers `*`, `*3`; ups and downs `^`, `vv`, `^3*2`; sums of
-- these without a sign, `3/4*`, `6^*`; `+-1`, `+-{2|1}`; `Tiny(2)`, `Miny(1/2)`; `^[2]` and `^<2>`,
-- the sums of up-powers and the up-powers; everything else in braces, `{3||2*|1*}`, where
-- the longest run of bars divides first. `tostring(v)` writes ASCII, `v:text("unicode")` and
-- `v:text("latex")` the rest; `ta.value` reads ASCII and Unicode back.
--
-- **The store.** All values of a Lua state live in one store, `ta.values`, which only grows until
-- it is cleared; see @{values}. Stops, means, temperatures and coordinates are texts such
-- as `"3/4"`, which `ta.number` makes values.
--
-- Source: Conway, On Numbers and Games; Berlekamp, Conway, Guy, Winning Ways; Siegel,
-- Combinatorial Game Theory (2013).
-- @module takeaway.family.value

local core = require "takeaway.core"

local M = {}

--- A value from a name, a number, or lists of options.
-- @function value
-- @param x text such as `"{1|0} + ^*"` (names, `+`, `-`, parentheses); an integer, or a float taken as
--   the exact double; a table `{left = {...}, right = {...}}` of anything that `value` takes; a value
-- @return the value; or nil, a message and "ERANGE" or "ELIMIT". Raises when the text is no
--   value, with the place marked by a caret
-- @usage
-- local v = ta.value "{3||2|1}"
-- assert(v == ta.value { left = { 3 }, right = { "{2|1}" } })
M.value = core.value

--- A number as a value.
-- @function number
-- @param x text such as `"-5/8"`, an integer, or a float taken as the exact double. Numerators to
--   2^62, denominators powers of two to 2^62
-- @return the value; or nil, a message and "ERANGE". Raises when x is no number
-- @usage assert(ta.number "3/4" + ta.number "1/4" == ta.value(1))
M.number = core.number

--- The nimber *n.
-- @function star
-- @tparam[opt=1] integer n from 0, below 2^30 (beyond: nil, a message, "ERANGE")
-- @return the value
M.star = core.star

--- n times up; negative n: down.
-- @function up
-- @tparam[opt=1] integer n beyond -2^30, below 2^30 (beyond: nil, a message, "ERANGE")
-- @return the value
M.up = core.up

--- The store of values.
--
-- `ta.values:statistics()` gives `{games, bytes, most_games, most_bytes, comparisons,
-- canonical_forms, cleared}`. `ta.values:limit{games=, memory=, progress=}` bounds it: at a limit
-- calls return nil, a message and "ELIMIT", and what is held stays; `progress(done, 0)` is called
-- with the number of games held in long computations, and cancels them by returning
-- false ("ECANCELLED"); `limit{}` takes the function away. By default half of the memory free
-- at the start may be used. `ta.values:clear()` forgets everything: values made before raise
-- when they are used again.
M.values = core.values

--- The value of a position of NIM with Cash: `n` stones, Left with `d` and Right with `e` dollars.
-- @function cash_value
-- @tparam {integer,...} A moves: taking a stones costs a dollars
-- @tparam integer n stones
-- @param d dollars of Left, an integer from 0 or `math.huge`; more than n count as n
-- @param e dollars of Right
-- @return the value; or nil, a message and "ELIMIT". Cost: (d + 1)(e + 1) canonical forms
-- @usage assert(tostring(ta.cash_value({1, 2}, 2, 2, 1)) == "1/2")
M.cash_value = core.cash_value

local methods = core.value_methods

--- Methods of values.
-- @section methods

--- `v:outcome()`: "P", "N", "L" or "R".
-- @function outcome

--- `v:left_options()`, `v:right_options()`: lists of values, those of the canonical form.
-- @function left_options

--- `v:left_incentives()`, `v:right_incentives()`: what a move gains, v^L - v and v - v^R, the best ones.
-- @function left_incentives

--- `v:left_stop()`, `v:right_stop()`: the number reached when that player starts, as text.
-- @function left_stop

--- `v:mean()`, `v:temperature()`: as text. An integer has temperature -1, a number of denominator
-- 2^k has -1/2^k; all others 0 or more.
-- @function mean

--- `v:birthday()`: the day on which v is born, an integer (beyond 2^62: nil, message, "ERANGE").
-- @function birthday

--- `v:is_number()`, `is_integer`, `is_nimber`, `is_infinitesimal`, `is_all_small`: booleans.
-- @function is_number

--- `v:nim_value()`: m when v is *m; or nil, a message and "EPARTIZAN".
-- @function nim_value

--- `v:equals(w)`, `v:confused(w)`: booleans; w may be a number or text.
-- @function equals

--- `v:text(notation)`: "ascii", "unicode" or "latex"; nil, a message and "ELIMIT" when the name has
-- more than 4 million characters.
-- @function text

--- `v:ordinal_sum(w)`: a move in v ends w. This and the next three depend on the form
-- and are taken on canonical forms.
-- @function ordinal_sum

--- `v:conjunctive_sum(w)`: a move in both, until one ends.
-- @function conjunctive_sum

--- `v:selective_sum(w)`: only the first move selects, one part, which leaves the sum, or both, which
-- leaves the conjunctive sum (CGSuite's SelectiveSum). 1/2 with 1/2 is 3/4.
-- @function selective_sum

--- `v:selective_compound(w)`: every move selects, one part or both (ONAG, chapter 14). 1/2 with 1/2 is 1,
-- `*m` with `*n` is `*(m+n)`.
-- @function selective_compound

--- `v:norton_product(unit)`: Norton's product by a positive unit; else nil, message, "EUNSUPPORTED".
-- @function norton_product

--- `v:heat(t)`, `v:overheat(s, t)`, `v:cool(t)` for a number t > -1, and `v:freeze()`, cooling by the
-- temperature.
-- @function heat

--- `v:atomic_weight()`: a value; or nil, a message and "EUNSUPPORTED" when v has none (or is born after
-- day 1,048,575 and is no number + ups + nimber).
-- @function atomic_weight

--- `v:reduced_canonical_form()`: the simplest game an infinitesimal away from v.
-- @function reduced_canonical_form

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

--- `v:thermograph()`: the walls over t >= 0.
-- @function thermograph
-- @return `{mean, temperature, left, right}`; a wall is the list of its corners `{t, value, slope}` by
--   rising t from 0, slope (-1, 0 or 1: value against t) that of the wall after the corner; the last
--   is the foot of the mast. Coordinates are texts. Prints itself
-- @usage print(ta.value "{3||2|1}":thermograph())
function methods.thermograph(v)
  local t, message, code = corners_of(v)
  if not t then return nil, message, code end
  return setmetatable(t, thermograph)
end

--- `v:atomic_decomposition()`: v as a number + a multiple of up + the rest.
-- @function atomic_decomposition
-- @return `{number = x, up = w, rest = r}` with v = x + w.up + r: x the mean, w the atomic weight of
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
  if not up then return nil, message, code end
  local ups
  ups, message, code = methods.norton_product(up, core.up(1))
  if not ups then return nil, message, code end
  return { number = number, up = up, rest = small - ups }
end

return M
