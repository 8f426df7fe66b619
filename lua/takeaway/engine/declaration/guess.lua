--- A guess whether a game is automatic: a finite automaton for its P-positions, tested on further positions. It is no
-- proof, but a reason to look for one (@{takeaway.engine.theorem}).
-- @module takeaway.engine.declaration.guess

local budget = require "takeaway.base.budget"
local numerations = require "takeaway.engine.numeration"
local core = require "takeaway.core"
local rulesets = require "takeaway.engine.ruleset"
local sets = require "takeaway.engine.automata.sets"
local text = require "takeaway.base.text"

local NUMERATIONS = { "2", "zeckendorf", "pell" }
local LEARNED = { 512, 64, 32, 16, 10 } -- numbers below are learned from, by the number of variables; then twice that
local SIDES = { 64, 24, 12, 7, 5 } -- of the box on which the guess must agree
local GUESSES, STATES, TRIED, POSITIONS = 10, 80, 65536, 2000000

local Guess = { __name = "guess" }
function Guess.__tostring(guess)
  return ("the P-positions%s look automatic: %s in %s, learned from %s < %d, fit %d positions"):format(guess.misere
    and " in misere play" or "", text.count(guess.states, "state"), guess.title, guess.variables, guess.learned,
    guess.tried)
end

-- Call see for positions of the box below `to`: all of them, or a sample that is the same in each run. A sparse set
-- needs a large sample, so this takes up to TRIED positions.
local function each_below(count, to, see)
  local all, state, position = to ^ count <= TRIED, 20160229, {}
  for index = 0, math.tointeger(math.min(to ^ count, TRIED)) - 1 do
    local rest = index
    if not all then
      state = state * 6364136223846793005 + 1442695040888963407
      rest = state >> 8
    end
    for i = 1, count do position[i], rest = rest % to, rest // to end
    if not see(position) then return nil end
  end
  return math.tointeger(math.min(to ^ count, TRIED))
end

-- Learn from numbers below `learned` an automaton that fits larger ones, or nil. When a guess fails below that, learn
-- again with the failed position.
local function learn(rules, which, learned, is_p)
  local variables, numeration, wrong = rules.declaration.variables, numerations.numeration(which), {}
  local count = #variables
  local learner = numeration.core:learner(count, SIDES[count])
  for _ = 1, GUESSES do
    local automaton = learner:guess(function(_, ...) -- the argument `matters` is not used
      for i = 1, count do
        if (select(i, ...)) >= learned then return nil end
      end
      return is_p(...)
    end, wrong, STATES)
    if not automaton then return nil end
    local set = sets.of(numeration, variables, automaton)
    local function fits(to)
      return each_below(count, to, function(position)
        if set:contains(table.unpack(position)) == is_p(table.unpack(position)) then return true end
        wrong = position
      end)
    end
    if fits(learned) then
      local tried = fits(learned + LEARNED[count])
      return tried and { states = automaton:states(), numeration = which, title = numeration.title, learned = learned,
                         tried = tried, variables = table.concat(variables, ", ") }
    end
  end
end

-- An automaton in one numeration, or nil. Tries two sizes, since more numbers may be needed.
local function attempt(rules, which, is_p, misere)
  local learned = LEARNED[#rules.declaration.variables]
  local found = learn(rules, which, learned, is_p) or learn(rules, which, 2 * learned, is_p)
  if not found then return nil end
  found.misere = misere
  return setmetatable(found, Guess)
end

--- Test whether the P-positions look automatic.
--
-- An automaton is learned from small positions, in base 2, Zeckendorf's and Pell's numeration, and tested on larger
-- ones. Rules that stand for a misere game are guessed in misere play.
-- @function rules:guess
-- @treturn table `{numeration =, states =, learned =, tried =, misere =}`, which prints as a sentence: `rules:theorem`
--   with this numeration is worth a try. Or nil where no automaton of at most 80 states fits, a position is drawn, or
--   there is no declaration of an impartial game of at most 5 numbers. Or nil, message, code where a limit in force is
--   reached or a progress function cancels
-- @usage assert(ta.rules.wythoff:guess().numeration == "zeckendorf")
function rulesets.methods:guess(...)
  if select("#", ...) > 0 then core.raise("guess: expected nothing, got " .. text.shown((...))) end
  local rules = self:as_moves()
  if not rules or rules.partizan or not rules:linear() or #rules.declaration.variables > #LEARNED then return nil end
  local private = rulesets.ruleset({ name = rules.name, options = rules.options }, { limit = POSITIONS })
  local full, misere, message, code = false, rules.origin and rules.origin.misere or false, nil, nil
  local function is_p(...)
    if full then return nil end
    local position = private(...)
    local outcome, why, kind = position[misere and "misere_outcome" or "outcome"](position)
    if select(3, budget.inherited()) then message, code = why, kind end
    full = outcome == nil or outcome == "D" -- a game that need not end has no theorem
    if full then return nil end
    return outcome == "P"
  end
  for _, which in ipairs(NUMERATIONS) do
    local found = attempt(rules, which, is_p, misere)
    if found then return found end
    if full then break end
  end
  if not code then message, code = budget.over() end
  if code then return nil, "guess: " .. message, code end
end

-- Only the method is public.
return {}
