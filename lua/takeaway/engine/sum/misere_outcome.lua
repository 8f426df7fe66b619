-- The outcome of a sum in misere play: by a search, alternating with a misere quotient for impartial terms.
--
-- A search meets every reachable sum of components. Where positions split into parts, these are far more than the
-- components. A quotient's size depends on the components (@{takeaway.engine.ruleset.closure}), and it is right at all
-- their sums.

local budget = require "takeaway.base.budget"
local closures = require "takeaway.engine.ruleset.closure"
local failure = require "takeaway.base.failure"
local turns = require "takeaway.engine.sum.dovetail"

-- Costs relative to a position of the search, whose options the engine generates natively: a component, whose options
-- are generated in Lua, and a position of the quotient.
local COMPONENT, POSITION = 120, 2
local COMPONENTS_MOST, OPTIONS_MOST = 4095, 1000000 -- of a quotient, and of all its components
local POSITIONS_MOST = 2000000 -- of a quotient
local BOUNDED = 60000 -- budget of a turn when the user bounds memory, which quotients do not count

-- Makes the core's quotient of a closure, from its name and settings. The family of quotients sets it.
local quotient_of

-- Have all terms a quotient?
local function have_quotients(terms, rules_of)
  for _, t in ipairs(terms) do
    local rules = rules_of(t.position)
    if rules.partizan or rules.terminal or rules.entails then return false end
  end
  return true
end

local function element_of(quotient, terms)
  local x = 0
  for _, t in ipairs(terms) do
    x = x and quotient.closure:times(quotient.core, x, t.position, t.count)
  end
  return x
end

-- The outcome of the terms by a quotient that is right at their components; nil for other components, or when a rule
-- raises.
local function outcome_by(quotient, terms)
  local ran, x = failure.try(element_of, quotient, terms)
  return ran and x and (quotient.core:is_p(x) and "P" or "N") or nil
end

-- The quotient of the components reachable from the terms, within the budget of a turn. Or nil, and whether the budget
-- was too small. A rule that raises is left to the search, which may not need that position. So is the end of an outer
-- budget, which ends the search too.
local function find(terms, room)
  local list = {}
  for i, t in ipairs(terms) do list[i] = t.position end
  local components = math.min(room // COMPONENT, COMPONENTS_MOST)
  local most = { components = components, options = OPTIONS_MOST }
  local ran, closure, _, _, full = failure.try(closures.find, list, most)
  if not ran or not closure then return nil, ran and full and components < COMPONENTS_MOST end
  local quotient
  local positions = math.min(room // POSITION + 1, POSITIONS_MOST)
  local code
  ran, quotient, _, code = failure.try(quotient_of, closure, "sum", { positions = positions })
  if not ran or not quotient then return nil, code == "ELIMIT" and positions < POSITIONS_MOST end
  closure.options = nil -- not needed to find elements
  return { closure = closure, core = quotient, room = room }
end

local function misere_outcome(terms, rules_of, engine, question, search)
  if not quotient_of or not have_quotients(terms, rules_of) then return search() end
  local rules = #terms > 0 and rules_of(terms[1].position)
  for _, t in ipairs(terms) do rules = rules == rules_of(t.position) and rules end
  local function by_quotient(room)
    if question.limits[2] > 0 and room > BOUNDED then return nil, false end
    local quotient, more, message, code = budget.run(nil, function()
      local found, small = find(terms, room)
      return found, small, budget.over()
    end)
    if code then return nil, false, "misere_outcome: " .. message, code end
    if not quotient then return nil, more end
    if rules then rules.quotient = quotient end -- until the rules are cleared
    return outcome_by(quotient, terms)
  end
  local kept = rules and rules.quotient
  local answer = kept and outcome_by(kept, terms)
  if answer then return answer end
  if kept then
    local _, message, code
    answer, _, message, code = by_quotient(kept.room)
    if answer or code then return answer, message, code end
  end
  local function within(room) return question:within(engine, room, search) end
  return turns.ask(within, within, by_quotient)
end

return { outcome = misere_outcome, bind = function(f) quotient_of = f end }
