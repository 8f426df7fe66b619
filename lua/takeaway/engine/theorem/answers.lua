--- Theorems, with answers for numbers of any length.
--
-- Each theorem has `positions`, its set of P-positions. A theorem with `what = "nim_value"` has `values`, the set of
-- the (position, nim value). One with `what = "least_limit"` has `limits`, the set of the (position, least limit), and
-- `finite`, the positions with such a limit. All are sets (@{takeaway.engine.automata.sets}).
-- @module takeaway.engine.theorem.answers

local certificate = require "takeaway.engine.automata.certificate"
local certified = require "takeaway.engine.theorem.certified"
local closed_form = require "takeaway.engine.theorem.closed_form"
local core = require "takeaway.core"
local failure = require "takeaway.base.failure"
local kinds = require "takeaway.engine.theorem.kinds"
local method_tables = require "takeaway.base.methods"
local path = require "takeaway.engine.automata.path"
local sets = require "takeaway.engine.automata.sets"
local text = require "takeaway.base.text"

local M = {}

local Theorem = method_tables.class("takeaway.theorem", "theorem", true)

M.methods = Theorem

local function rank_text(game)
  local parts = {}
  for i, name in ipairs(game.d.variables) do
    local c = game.rank[i]
    if c > 0 then parts[#parts + 1] = (c == 1 and "" or c) .. name end
  end
  return table.concat(parts, " + ")
end

--- The theorem of a search with a proved guess.
-- @return it; or nil, message, code
function M.theorem(search, guess, proof)
  local t = setmetatable({
    rules = search.rules,
    what = search.what,
    misere = search.game.misere or false,
    numeration = search.numeration,
    rank = rank_text(search.game),
    falls = search.game.rank,
    given = search.game.given,
    bounds = { bytes = search.settings.bytes, states = search.settings.states },
    legal = search.game.legal,
    examples = #search.examples // search.kind.tracks(search.rules.declaration),
  }, Theorem)
  local finished, message, code = kinds[t.what].finish(t, guess, proof)
  if not finished then return nil, message, code end
  return t
end

-- ---- The statement ------------------------------------------------------------------------

local says = {}

local function place(t, count)
  local variables = t.rules.declaration.variables
  return ("(%s) of %s"):format(table.concat(variables, ", ", 1, count or #variables), text.visible(t.rules.name))
end

local function play(t) return t.misere and "misere" or "normal" end

local function why(t)
  return ("%s decreases with every move; no move leads from a P-position to a P-position; every other position%s has "
    .. "a move to a P-position"):format(t.rank, t.misere and " with a legal move" or "")
end

local function automaton(set) return "an automaton of " .. text.count(set:states(), "state") end

function says.p_positions(t)
  return ("theorem: the P-positions %s, in %s play, are those that %s accepts, reading %s\n"
    .. "proved for all positions: %s"):format(place(t), play(t), automaton(t.positions), t.numeration.title, why(t))
end

function says.nim_value(t)
  local names = t.values.variables
  return ("theorem: the nim value of the position %s is the %s for which %s accepts (%s), reading %s\n"
    .. "proved for all positions: %s decreases with every move; every position has a value; no move leads to an equal "
    .. "value; some move leads to each smaller value"):format(place(t), names[#names], automaton(t.values),
      table.concat(names, ", "), t.numeration.title, t.rank)
end

function says.least_limit(t)
  local variables = t.rules.declaration.variables
  local x = variables[#variables]
  local none = not t.finite.automaton:complement():is_empty() and "; no limit wins if it accepts none" or ""
  return ("theorem: the least limit %s >= 1 that wins at %s, in %s play, is the %s for which %s accepts (%s), "
    .. "reading %s%s; %s larger limit wins, too\nproved for all positions, from the P-positions: %s"):format(x,
      place(t, #variables - 1), play(t), x, automaton(t.limits), table.concat(variables, ", "), t.numeration.title,
      none, t.monotone and "every" or "not every", why(t))
end

function Theorem:__tostring() return says[self.what](self) .. (self.note and "\n" .. self.note or "") end

-- ---- Positions ----------------------------------------------------------------------------

--- Test whether a position is a P-position.
-- @function theorem:is_p
-- @param ... its numbers; decimal text for those beyond 10^18
-- @treturn boolean
function Theorem:is_p(...) return sets.contains(self.positions, "is_p", { ... }) end

--- The outcome of a position.
-- @function theorem:outcome
-- @param ... its numbers
-- @treturn string "N" or "P"
function Theorem:outcome(...) return sets.contains(self.positions, "outcome", { ... }) and "P" or "N" end

--- A winning move of a position.
-- @function theorem:winning_move
-- @param ... its numbers, of any length as decimal text
-- @treturn table `move`, its number in the declaration, and its parameters by name; nil if there is none
function Theorem:winning_move(...)
  local d = self.rules.declaration
  local words = sets.words(self.numeration.core, "winning_move", d.variables, { ... })
  if self.positions.automaton:accepting(self.positions.automaton:read(0, words)) then return nil end
  for i, move in ipairs(d.options) do
    local found = path.find(self.numeration.core, self.winning[i], words, #move.parameters)
    if found then
      local result = { move = i }
      for j, name in ipairs(move.parameters) do result[name] = found[j] end
      return text.record(result)
    end
  end
  return nil
end

--- The nim value of a position, by a theorem with `what = "nim_value"`.
-- @function theorem:nim_value
-- @param ... its numbers, of any length as decimal text
-- @treturn int the value, as decimal text if it is large
-- @usage
-- local t = ta.moves{ "n", "k: 1 <= k <= 3, k <= n -> n - k" }:theorem{ what = "nim_value" }
-- assert(t:nim_value("100000000000000000000000000000000002") == 2)
function Theorem:nim_value(...)
  if not self.values then
    core.raise "nim_value: this theorem is about P-positions; call rules:theorem{what = \"nim_value\"}"
  end
  local words = sets.words(self.numeration.core, "nim_value", self.rules.declaration.variables, { ... })
  return path.find(self.numeration.core, self.values.automaton, words, 1)[1]
end

--- The least limit >= 1 with which the player to move wins, if the last variable is a limit on the next move.
-- @function theorem:least_limit
-- @param ... the other numbers, of any length as decimal text
-- @treturn int the limit, as decimal text if it is large; math.huge if there is none; or nil, message, code
function Theorem:least_limit(...)
  local variables = self.rules.declaration.variables
  if #variables == 1 then core.raise "least_limit: positions have one number, so there is no limit" end
  local others = { table.unpack(variables, 1, #variables - 1) }
  local words = sets.words(self.numeration.core, "least_limit", others, { ... })
  if not self.limits then
    local found, message, code = kinds.least_limit.find(self)
    if not found then return nil, message, code end
  end
  local found = path.find(self.numeration.core, self.limits.automaton, words, 1)
  return found and found[1] or math.huge
end

-- ---- The whole set ------------------------------------------------------------------------

--- Does a formula hold for all numbers?
--
-- P is the set of P-positions. In a theorem on nim values V is the set of the positions with their values; in one on
-- least limits L is the set of the positions with their limits.
-- @function theorem:ask
-- @tparam string formula such as "A a, b: P(a, b, 1) => P(b, a, 1)"
-- @treturn boolean; or nil, message, code
function Theorem:ask(formula)
  return self.numeration:ask(formula, { P = self.positions, V = self.values, L = self.limits })
end

--- The number of P-positions with each number below a bound, as `set:count`.
-- @function theorem:count
-- @param bound of all numbers, or as many bounds as there are numbers; of any length as decimal text
-- @treturn int the number, decimal text from 10^18 on; or nil, message, "ELIMIT"
function Theorem:count(...) return self.positions:count(...) end

--- The first P-positions, as `set:first`: by their largest number, then by the first, the second, ...
-- @function theorem:first
-- @tparam[opt] int n their number
-- @treturn {{int,...},...} the positions; without n only the first; or nil, message, "ELIMIT"
function Theorem:first(...) return self.positions:first(...) end

--- A known shape that is proved equal to the P-positions, or to the nim values.
--
-- The shapes are the xor of the numbers or of remainders, the least part of a number (low bits), the Main Theorem on
-- two piles, Beatty's pairs, and periods. In misere play there is also the shape of normal play, with the finitely many
-- positions at which the two differ.
-- @function theorem:closed_form
-- @treturn string the shape; or nil, why, "EUNSUPPORTED" if the set has none of them
-- @usage
-- local nim = ta.moves{ "a, b", "k: 1 <= k <= a -> a - k, b", "k: 1 <= k <= b -> a, b - k" }
-- assert(nim:theorem():closed_form() == "a xor b = 0")
function Theorem:closed_form() return closed_form(self) end

--- The automaton of the theorem's set.
-- @function theorem:automaton
-- @treturn sets.set the P-positions; the positions with their nim values; those with their least limits;
--   `ta.plot.automaton` draws it
function Theorem:automaton() return self[kinds[self.what].set] end

--- The automaton as text, as of `set:text`.
-- @function theorem:text
-- @tparam[opt="table"] string form "table", "dot", "walnut" or "regex"
-- @treturn string the text; or nil, message, "ELIMIT"
function Theorem:text(form) return self:automaton():text(form) end

--- The theorem and its proof as text, for @{takeaway.research.check_theorem} or your own checker.
--
-- It has the game, the numeration, the automaton, and for each move the automaton of the positions that it wins. The
-- theorem keeps the text.
-- @function theorem:certificate
-- @treturn string the text; or nil, message, "ELIMIT" or "ENOMEM"
-- @usage
-- local t = ta.moves{ "n", "k: 1 <= k <= 3, k <= n -> n - k" }:theorem()
-- assert(ta.check_theorem(t:certificate()))
function Theorem:certificate()
  if self.written then return self.written end
  local written, message, code = failure.catch(function() return certificate(self.numeration, certified(self)) end)
  if not written then return nil, message, code end
  self.written = written
  return written
end

return M
