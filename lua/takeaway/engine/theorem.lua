--- Theorems: the P-positions of a declared game, all of them, as an automaton, with a proof.
--
--    local t = ta.moves{ "a, b, x", over = "a = 0 or b = 0",
--      "k: 1 <= k <= x, k <= a -> a - k, b, 2k",
--      "k: 1 <= k <= x, k <= b -> a, b - k, 2k" }:theorem()
--    t:is_p("123456789012345678901234567890", 7, 3)
--
-- The set is guessed and then proved. The guess: an automaton is learned from positions that the engine solves
-- (`automaton` of the core). The proof: what must hold of it for all positions is decided
-- (@{takeaway.engine.automata.obligations}). Where it does not hold there is a position at which the guess and the
-- engine differ; it joins what is known, and the guess is made anew. So what is returned is a theorem about the
-- declaration over the numbers 0, 1, 2, ... (Lua's integers end at 2^63), or nothing.
--
-- A game that has no such automaton, in any numeration that is tried, is never claimed: how far the guesses went is
-- said. Sources: Buechi 1960; Bruyere, Hansel, Michaux and Villemaire 1994; for learning winning regions Neider and
-- Topcu, TACAS 2016; for Wythoff's game by such proofs Mignoty, Renard, Rigo and Whiteland, IJGT 54, 2025.
-- @module takeaway.engine.theorem

local certificate = require "takeaway.engine.automata.certificate"
local core = require "takeaway.core"
local learning = require "takeaway.engine.theorem.learning"
local numerations = require "takeaway.engine.numeration"
local obligations = require "takeaway.engine.automata.obligations"
local oracles = require "takeaway.engine.theorem.oracle"
local path = require "takeaway.engine.automata.path"
local rulesets = require "takeaway.engine.ruleset"
local sets = require "takeaway.engine.automata.sets"
local text = require "takeaway.base.text"
local watches = require "takeaway.base.watch"

-- In which order numerations are tried, and with how much: states of a guess, and the share of the time.
local NUMERATIONS = { "2", "zeckendorf", "pell", "3" }
local ROUNDS = { { states = 80, share = 0.04 }, { states = 2000, share = 0.21 } }
local ON_THE_WAY = 100000 -- states of an automaton on the way

local SETTINGS = { numeration = true, misere = true, seconds = true, progress = true }

local function check_settings(settings)
  if settings == nil then return {} end
  if type(settings) ~= "table" then
    core.raise(("theorem: settings: expected a table, got a %s"):format(type(settings)))
  end
  for key in pairs(settings) do
    if not SETTINGS[key] then
      core.raise(("theorem: settings: unknown setting %s; known are misere, numeration, progress, seconds"):format(
        text.visible(tostring(key))))
    end
  end
  local seconds = settings.seconds
  if seconds ~= nil and not (type(seconds) == "number" and seconds > 0) then
    core.raise "theorem: seconds: expected a positive number"
  end
  return settings
end

-- ---- What is learned ------------------------------------------------------------------------

local P_POSITIONS = {
  ask = function(misere) return misere and "misere_outcome" or "outcome" end,
  holds = function(outcome) return outcome == "P" end,
  vectors = function(_, position) return { position } end,
}

-- ---- Theorems -----------------------------------------------------------------------------

local Theorem = { __name = "takeaway.theorem" }
Theorem.__index = Theorem

local function rank_text(game)
  local parts = {}
  for i, name in ipairs(game.d.variables) do
    local c = game.rank[i]
    if c > 0 then parts[#parts + 1] = (c == 1 and "" or c) .. name end
  end
  return table.concat(parts, " + ")
end

local function new_theorem(self, p, winning)
  return setmetatable({
    rules = self.rules,
    misere = self.game.misere or false,
    numeration = self.numeration,
    positions = sets.of(self.numeration, self.rules.declaration.variables, p),
    rank = rank_text(self.game),
    falls = self.game.rank,
    winning = winning,
    legal = self.game.legal,
    examples = #self.examples // #self.rules.declaration.variables,
  }, Theorem)
end

function Theorem:__tostring()
  local d = self.rules.declaration
  return ("theorem: the P-positions (%s) of %s, in %s play, are those that an automaton of %s accepts, reading %s\n"
    .. "proved for all of them: %s falls with every move, no move joins two, every other position%s has a move to one")
    :format(table.concat(d.variables, ", "), text.visible(self.rules.name), self.misere and "misere" or "normal",
      text.count(self.positions:states(), "state"), self.numeration.title, self.rank,
      self.misere and " that goes on" or "")
end

--- Is a position a P-position?
-- @function theorem:is_p
-- @param ... its numbers; decimal text for those beyond 10^18
-- @treturn boolean
function Theorem:is_p(...) return self.positions:contains(...) end

--- The outcome of a position.
-- @function theorem:outcome
-- @param ... its numbers
-- @treturn string "N" or "P"
function Theorem:outcome(...) return self:is_p(...) and "P" or "N" end

--- A winning move of a position.
-- @function theorem:winning_move
-- @param ... its numbers, of any length as decimal text
-- @treturn table `move`, its number in the declaration, and its parameters by name; nil where there is none
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

--- Where the last variable is a limit on the next move: the least limit with which the player to move wins.
-- @function theorem:least_limit
-- @param ... the other numbers
-- @treturn int the limit, as decimal text where it is large; math.huge where there is none; or nil, message, code
function Theorem:least_limit(...)
  local d = self.rules.declaration
  local others = { table.unpack(d.variables, 1, #d.variables - 1) }
  if #others == 0 then core.raise "least_limit: the positions have one number, and no limit beside it" end
  if not self.least then
    local least, message, code = self.numeration:set(("%s: not P(%s) and A least: least < %s => P(%s)"):format(
      table.concat(d.variables, ", "), table.concat(d.variables, ", "), d.variables[#d.variables],
      table.concat(others, ", ") .. ", least"), { P = self.positions })
    if not least then return nil, message, code end
    self.least = least
  end
  local words = sets.words(self.numeration.core, "least_limit", others, { ... })
  local found = path.find(self.numeration.core, self.least.automaton, words, 1)
  return found and found[1] or math.huge
end

--- Does a formula hold, in which P is the set of P-positions?
-- @function theorem:ask
-- @tparam string formula such as "A a, b: P(a, b, 1) => P(b, a, 1)"
-- @treturn boolean; or nil, message, code
function Theorem:ask(formula) return self.numeration:ask(formula, { P = self.positions }) end

--- The automaton as text, as `set:text` gives it.
-- @function theorem:text
-- @tparam[opt="table"] string form "table", "dot" or "walnut"
-- @treturn string
function Theorem:text(form) return self.positions:text(form) end

--- The theorem and its proof as text, for @{takeaway.research.check_theorem} or a checker of one's own: the game, the
-- numeration, the automaton and for each move the one of the positions that it wins.
-- @function theorem:certificate
-- @treturn string the text; or nil, message, "ELIMIT" or "ENOMEM"
-- @usage
-- local t = ta.moves{ "n", "k: 1 <= k <= 3, k <= n -> n - k" }:theorem()
-- assert(ta.check_theorem(t:certificate()))
function Theorem:certificate() return certificate.text(self) end

-- ---- The search -----------------------------------------------------------------------------

local function clock_up(self) return os.clock() > self.until_clock end

-- Call f, and end what the core does in it once the time is up: then nil, why, "ELIMIT".
local function in_time(self, f, ...)
  local outer = watches.get()
  watches.set(function(done, total)
    if done ~= nil and clock_up(self) then return false end
    if outer then return outer(done, total) end
  end)
  local results = table.pack(pcall(f, ...))
  watches.set(outer)
  if not results[1] then error(results[2], 0) end
  if results[4] == "ECANCELLED" and clock_up(self) then return nil, "the time was up", "ELIMIT" end
  return table.unpack(results, 2, results.n)
end

-- One numeration, until a guess is proved: the theorem; or nil and how far it went.
local function attempt(self, round)
  local d = self.rules.declaration
  local count, far = #d.variables, nil
  while true do
    if self.progress and self.progress(far and far.states or 0, 0) == false then
      return nil, "cancelled", "ECANCELLED"
    end
    local p, message, code = in_time(self, learning.guess, self, count, round.states)
    if clock_up(self) then -- the engine answered no more, so the last guess is none
      return nil, (far and far.text or "no guess was made") .. ", and the time was up", "ELIMIT", true
    end
    if not p then return nil, far and far.text or message, code end
    far = { states = p:states() }
    self.game.within = learning.within(self)
    local winning, why
    winning, why, code = in_time(self, obligations.prove, self.game, p)
    if winning then return new_theorem(self, p, winning) end
    if code == "ECANCELLED" then return nil, "cancelled", code end
    far.text = ("a guess of %s fails (%s)"):format(text.count(p:states(), "state"), why)
    local refuted = self.game.refuted
    if not (refuted and learning.learn_from(self, p, refuted.vector)) and not learning.more(self) then
      return nil, far.text, "ELIMIT"
    end
  end
end

local function tried_text(tried)
  local lines = {}
  for i, one in ipairs(tried) do lines[i] = ("  in %s: %s"):format(one.title, one.text) end
  return table.concat(lines, "\n")
end

-- The automata of the game in a numeration, once.
local function prepare(self, which)
  local numeration, message, code = numerations.numeration(which, { states = ON_THE_WAY })
  if not numeration then return nil, message, code end
  local game
  game, message, code = obligations.game(numeration.core, self.rules.declaration, self.misere)
  if not game then return nil, message, code end
  return { rules = self.rules, numeration = numeration, game = game, oracle = self.oracle, kind = self.kind,
           examples = self.examples, progress = self.progress }
end

local function check_declaration(rules)
  local d = rules.declaration
  if not d then
    return ("theorem: %s was made from Lua functions; theorems are proved of declarations (ta.moves)"):format(
      rules.name)
  end
  if d.left then return "theorem: " .. rules.name .. " is partizan; theorems are proved of impartial games" end
  if #d.variables > learning.MOST then
    return ("theorem: %s has %d variables; at most %d are read"):format(rules.name, #d.variables, learning.MOST)
  end
  local linear, why = rules:linear()
  if not linear then return ("theorem: %s is not linear: %s"):format(rules.name, why) end
end

--- Find and prove which positions are P-positions.
--
-- For games declared by `ta.moves`, linear, with as many as 8 variables, whose positions are numbers 0, 1, 2, ...
-- @function rules:theorem
-- @tparam[opt] table settings
--   `numeration`: one of @{takeaway.engine.numeration.numeration}; several are tried without it;
--   `misere`: who cannot move wins;
--   `seconds`: processor time for all of the search, 60 without it;
--   `progress`: called with the states of each guess and 0; returning false cancels
-- @treturn theorem the theorem; or nil, why none was found (which numerations were tried, and how far), "ELIMIT" or
--   "EUNSUPPORTED", and for "ELIMIT" whether the time was up
function rulesets.methods:theorem(settings)
  settings = check_settings(settings)
  local unfit = check_declaration(self)
  if unfit then return nil, unfit, "EUNSUPPORTED" end
  local search = { rules = self, misere = settings.misere or false, kind = P_POSITIONS, examples = {},
                   progress = settings.progress }
  search.oracle = oracles.new(self, search.kind.ask(search.misere))
  local which = settings.numeration and { settings.numeration } or NUMERATIONS
  local start, seconds, tried, prepared = os.clock(), settings.seconds or 60, {}, {}
  for _, round in ipairs(ROUNDS) do
    for i, one in ipairs(which) do
      local message, code, found, late
      if not prepared[i] then
        prepared[i], message, code = prepare(search, one)
        if not prepared[i] and code == "EUNSUPPORTED" then return nil, "theorem: " .. message, code end
      end
      local attempted = prepared[i]
      if attempted then
        attempted.until_clock = #which == 1 and start + seconds or math.min(start + seconds, os.clock()
          + seconds * round.share)
        attempted.oracle.until_clock = attempted.until_clock
        found, message, code, late = attempt(attempted, round)
        if found then return found end
        if code == "ECANCELLED" or code == "EUNSUPPORTED" then return nil, "theorem: " .. message, code end
      end
      tried[i] = { title = attempted and attempted.numeration.title or tostring(one), text = message, late = late }
    end
  end
  local late = false
  for _, one in ipairs(tried) do late = late or one.late or false end
  return nil, "theorem: none was found; what was tried is no proof that there is none\n" .. tried_text(tried), "ELIMIT",
    late
end

-- Nothing is public but the methods; these are for the registry.
return setmetatable({}, { __index = { methods = Theorem } })
