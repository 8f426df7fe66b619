--- Impartial games in misere play, where the player who cannot move wins: canonical forms and genera.
--
-- Two games are equal in misere play when each can replace the other in every sum without changing the outcome. A
-- misere value is a game up to this equality: the canonical form, the simplest game equal to it. It is far finer than a
-- nim value: 1, 2, 3, 5, 22 and 4,171,780 of the games born by days 0 to 5 are distinct. `p:misere_canonical_form()`
-- gives that of a position of any impartial ruleset.
--
-- `v + w` is the sum, `n * v` n copies, `v == w` equality. If one side is a misere value, the other may be the size of
-- a nim heap or text.
--
-- **Names**, as CGSuite prints them:
--
-- * `*[2]` is the heap of 2. `*[2#0]` is the game with the options `*[2#]` and 0, listed one after another;
-- * `*[2#]` is the game whose one option is `*[2]`. Inside it needs parentheses: `*[(2#0)3]`;
-- * heaps of 10 and more are `&10;`;
-- * a bracket below a game holds what is added or subtracted: `*[2[2]]` is `*[2] + *[2]`, `*[2[#1]]` is `*[2#] + *[1]`,
--   `*[2[#-2]]` the X with X + `*[2]` = `*[2#]`;
-- * so `*[42]` is the game with the options `*[4]` and `*[2]`; the heap of 42 is `*[&42;]`, `*42` or
--   `ta.misere_value(42)`.
--
-- **The store.** One store, `ta.misere_values`, holds all misere values of a Lua state, as `ta.values` holds values.
-- Forms of sums grow fast: `ta.misere_values:limit{...}` limits it.
--
-- Source: Conway, On Numbers and Games, chapter 12; Berlekamp, Conway, Guy, Winning Ways,
-- chapter 13; Siegel, Combinatorial Game Theory (2013), chapter V.
-- @module takeaway.family.misere

local core = require "takeaway.core"
local genera = require "takeaway.base.genus"

local M = {}
local methods = core.misere_value_methods

-- The value of a list, whose keys the core judges; `inside` has the lists that this one is in.
local function value_of(x, inside)
  if type(x) ~= "table" then return core.misere_value(x) end
  if inside[x] then core.raise "misere_value: options: expected a list of misere values, got one that holds itself" end
  inside[x] = true
  local options = {}
  for key, option in pairs(x) do
    local message, code
    if type(option) == "table" then option, message, code = value_of(option, inside) end
    if code then return nil, message, code end
    options[key] = option
  end
  inside[x] = nil
  return core.misere_value(options)
end

--- A misere value from a name, a nim heap, or a list of options.
-- @function misere_value
-- @param x text such as `"*[2#0] + *[3]"`; an integer >= 0, a nim heap; a list of options, each anything that
--   `misere_value` takes; a misere value
-- @treturn v the misere value; or nil, a message and "ELIMIT" or "ECANCELLED". Raises for a wrong text, with a caret
--   under the error
-- @usage
-- local v = ta.misere_value { { 2 }, 0 }
-- assert(tostring(v) == "*[2#0]" and v == ta.misere_value "*[2#0]")
function M.misere_value(x) return value_of(x, {}) end

--- All misere values born by a day.
-- @function misere_day
-- @tparam int n the day, >= 0
-- @treturn table list of misere values, by birthday, number of options and nim values; or nil, a message and "ELIMIT":
--   from day 6 on there are too many, and day 5 has 4,171,780 (half a minute and about 700 MB)
-- @usage assert(#ta.misere_day(4) == 22)
M.misere_day = core.misere_day

M.genus = genera.genus

-- The store of misere values: an object that prints what it holds.
M.misere_values = core.misere_values

--- The present and the greatest size of the store.
-- @function misere_values:statistics
-- @treturn table `{games, bytes, most_games, most_bytes, results, cleared}`; `results`: stored sums, mates, differences
--   and links

--- Limit the store, as `ta.values:limit`.
-- @function misere_values:limit
-- @tparam table settings `games`, `memory` (bytes), `progress`, `seconds` (of one call; math.huge: no limit)

--- Remove all misere values: a value made before raises when it is used again.
-- @function misere_values:clear

--- The outcome in misere play.
-- @function v:misere_outcome
-- @treturn string "P" or "N"

--- The outcome in normal play.
-- @function v:outcome
-- @treturn string "P" or "N"

--- The nim value, in normal play.
-- @function v:nim_value
-- @treturn int

--- The misere nim value: the n for which v + `*n` is a P-position in misere play.
-- @function v:misere_nim_value
-- @treturn int

--- The genus: see @{takeaway.base.genus}.
-- @function v:genus
-- @treturn genus.genus the genus

--- The day on which v is born: the most moves it can last.
-- @function v:birthday
-- @treturn int

--- The options of the canonical form.
-- @function v:options
-- @treturn table list of misere values, ascending

--- The mate: `*1` for 0, otherwise the game whose options are the mates of the options. A game with its mate is a
-- P-position.
-- @function v:mate
-- @treturn v the misere value

--- The X with X + w = v. There is at most one.
-- @function v:misere_minus
-- @param w a misere value, the size of a nim heap, or text
-- @treturn v X; or nil, a message and "EUNSUPPORTED" where there is none
-- @usage assert(tostring(ta.misere_value "*[2#]":misere_minus(2)) == "*[2[#-2]]")

--- The parts: the even games other than 0 and v that can be added to some game to make v. (`*1` is part of every
-- game.)
-- @function v:parts
-- @treturn table list of misere values, ascending

--- All ways to write v as a sum of primes, and `*1` where v is odd. There may be more than one.
-- @function v:partitions
-- @treturn table list of lists of misere values

--- Test whether v has no parts. It is false for 0 and `*1`.
-- @function v:is_prime
-- @treturn boolean

--- Test whether v is born before v + `*1`.
-- @function v:is_even
-- @treturn boolean

--- Test whether v is a part of the game whose only option is v. This is equivalent to: each option of v is a part of v.
-- @function v:is_extraverted
-- @treturn boolean

--- Test whether v is a part of each of its options. Only 0 and `*1` are.
-- @function v:is_introverted
-- @treturn boolean

--- Test whether v is a nim heap.
-- @function v:is_nim_heap
-- @treturn boolean

--- Test whether v is tame: v and all its followers have the genus of a sum of nim heaps. Classes are those of the even
-- one of v and v + `*1`.
-- @function v:is_tame
-- @treturn boolean

--- Test whether v is wild: not tame.
-- @function v:is_wild
-- @treturn boolean

--- Test whether v behaves as a tame game because its other options are reverted. They are answered by moves to
-- generally tame games, one with its nim value and one with its misere nim value.
-- @function v:is_generally_tame
-- @treturn boolean

--- Test for the same with reverting moves to tameable games: sums with tame games have the genus given by nim
-- arithmetic.
-- @function v:is_tameable
-- @treturn boolean

--- Test whether v is restive: all options tame, the nim value 0 or 1, the misere nim value larger.
-- @function v:is_restive
-- @treturn boolean

--- Test whether v is restive except for options that are generally tame, or reverted.
-- @function v:is_generally_restive
-- @treturn boolean

--- Test whether v is restless: all options generally tame, the misere nim value 0 or 1, the nim value larger.
-- @function v:is_restless
-- @treturn boolean

--- Test whether v is half tame: v is not generally tame, and v + v is generally tame of genus `0^0`.
-- @function v:is_half_tame
-- @treturn boolean; or nil, a message and "ELIMIT"

--- Test whether v and w are linked: some X makes both v + X and w + X P-positions in misere play. They are, unless one
-- of them is an option of the other.
-- @function v:is_linked_to
-- @param w a misere value, the size of a nim heap, or text
-- @treturn boolean

--- An X for which both v + X and w + X are P-positions in misere play.
-- @function v:link
-- @param w a misere value, the size of a nim heap, or text
-- @treturn v X; or nil, a message and "EUNSUPPORTED" where there is none

--- An X for which v + X is a P-position in misere play and w + X is not.
-- @function v:distinguisher
-- @param w a misere value, the size of a nim heap, or text
-- @treturn v X; or nil, a message and "EUNSUPPORTED" where v and w are equal
-- @usage
-- local v, w = ta.misere_value "*[2#]", ta.misere_value "*[2[2]]" -- as hard to tell apart as *[2#] and *[2] + *[2]
-- local x = v:distinguisher(w)
-- assert((v + x):misere_outcome() == "P" and (w + x):misere_outcome() == "N")

--- Test whether v equals w. Unlike `==`, w may also be a number or text.
-- @function v:equals
-- @param w a misere value, the size of a nim heap, or text
-- @treturn boolean

local ascii = methods.text

-- A name as LaTeX: what is below a game, in brackets or as #, is its index.
local function latex(name)
  local written = {}
  for game, below in (name:sub(3, -2) .. "[]"):gmatch "([^%[]*)%[([^%]]*)%]" do
    written[#written + 1] = game:gsub("#+", "_{%0}") .. (below ~= "" and "_{" .. below .. "}" or "")
  end
  return "{\\ast}[" .. table.concat(written):gsub("[#&]", "\\%0") .. "]"
end

local WRITE = {
  ascii = function(name) return name end,
  unicode = function(name) return "∗" .. name:sub(2) end,
  latex = latex,
}

--- The name of v.
-- @function v:text
-- @tparam[opt="ascii"] string notation "ascii", "unicode", which `ta.misere_value` reads too, or "latex", which writes
--   brackets below a game as its index
-- @treturn string or nil, a message and "ELIMIT" when the name has more than 4 million characters
function methods.text(v, notation)
  local name, message, code = ascii(v)
  local write = WRITE[notation or "ascii"]
  if not write then core.raise 'text: notation: expected "ascii", "unicode" or "latex"' end
  if not name then return nil, message, code end
  return write(name)
end

--- The followers, each once: v, its options, their options, and so on.
-- @function v:followers
-- @treturn table list of misere values, v first
function methods.followers(v)
  local list, seen = { v }, { [v] = true }
  for _, g in ipairs(list) do
    for _, option in ipairs(g:options()) do
      if not seen[option] then list[#list + 1], seen[option] = option, true end
    end
  end
  return list
end

--- The number of followers of v, v included.
-- @function v:follower_count
-- @treturn int
function methods.follower_count(v) return #methods.followers(v) end

--- The misere quotient of the followers, Q(v): the outcome of all their sums. As of @{position:misere_quotient}.
-- @function v:misere_quotient
-- @tparam[opt] table settings `elements`, `positions`
-- @treturn quotient.quotient the quotient; or nil, message, code
-- @usage assert(ta.misere_value "*[2#320]":misere_quotient():order() == 8)

return {
  title = "Misere canonical forms of impartial games",
  everywhere = true, -- a word of all rules: this name may stand anywhere
  calls = M,
  documented = { "base/genus" },
  samples = { misere_value = { 0 }, misere_day = { 0 }, genus = { "0" } },
  kinds = {
    misere_value = {
      noun = "misere value", sample = "misere_value", reads = "text", methods = methods,
      gives = {
        options = {}, mate = {}, misere_minus = { 0 }, parts = {}, partitions = {}, link = { 0 }, genus = {},
        followers = {},
      },
      report = require "takeaway.family.misere.report",
    },
    genus = { noun = "genus", sample = "genus", reads = "text", methods = genera.methods, gives = { plus = { "0" } } },
  },
}
