--- Suspense numbers: how long play lasts where the winner delays and the loser hurries.
--
-- Remoteness is the reverse: the winner hurries and the loser delays. It decides a conjunctive sum, which ends with the
-- component that ends first. Suspense decides a continued conjunctive sum, which ends with the component that ends
-- last. Players move in every component that has not ended. Its suspense is the greatest of those of its components
-- (Smith 1966; ONAG, chapter 14).
--
-- The suspense of a position without options is 0. In normal play the player to move loses where it is even. So it is 1
-- + the greatest even suspense of an option, or 1 + the least suspense where none is even. In misere play lost
-- positions are odd, and it is 1 + the greatest odd one, or 1 + the least. It is computed from the ends of play, for
-- each follower once.
-- @module takeaway.engine.sum.suspense

local budget = require "takeaway.base.budget"
local failure = require "takeaway.base.failure"
local positions = require "takeaway.engine.ruleset.position"
local sums = require "takeaway.engine.sum"
local world = require "takeaway.engine.sum.compound_index"

local UNDER_WAY = -1
local MOST = 1 << 18 -- positions, unless a limit is set

-- The suspense of a component from those of its options.
local function fold(known, options, lost)
  local longest, shortest
  for _, n in ipairs(options) do
    local s = known[n]
    if s % 2 == lost and (not longest or s > longest) then longest = s end
    if not shortest or s < shortest then shortest = s end
  end
  return shortest and 1 + (longest or shortest) or 0
end

-- Returns a function that checks the search's limits at every step, from the positions held and the moves made; it
-- raises at a limit. The budget checks time, memory and progress. Without limits the search may hold 2^18 positions,
-- 150 MB.
local function bounds(call)
  local most, depth, bounded = budget.inherited()
  local function over(...) failure.raise(nil, call .. ": " .. string.format(...), "ELIMIT") end
  return function(held, moves)
    if most > 0 and held > most then over("limit of %d positions reached", most) end
    if depth > 0 and moves >= depth then over("the limit of %d moves is reached, with no end of play", depth) end
    if not bounded and held > MOST then
      over("%d positions are held; a limit (`limit`, `memory`, `seconds` or `depth`) lets it hold more", MOST)
    end
    budget.poll(call, held)
  end
end

-- Depth first search with an explicit stack. Raises when play repeats, or at a limit.
local function solve(call, component, misere, bound)
  local W, known, stack = world(false), {}, {}
  local root, lost = W:number(component), misere and 1 or 0
  local function push(n)
    known[n] = UNDER_WAY
    stack[#stack + 1] = { n = n, options = W:options(n, "left"), at = 0 }
  end
  push(root)
  while #stack > 0 do
    local top = stack[#stack]
    bound(#W.components, #stack - 1)
    top.at = top.at + 1
    local n = top.options[top.at]
    if not n then
      known[top.n] = fold(known, top.options, lost)
      stack[#stack] = nil
    elseif known[n] == UNDER_WAY then
      failure.raise(nil, ("%s: play need not end: %s comes back"):format(call, W:text(n)), "ELOOPY")
    elseif not known[n] then
      push(n)
    end
  end
  return known[root]
end

local function suspense(component, misere)
  local call = misere and "misere_suspense" or "suspense"
  for _, t in ipairs((component + sums.new {}).terms) do
    local rules = t.position:ruleset()
    if rules.partizan then return nil, call .. ": a partizan game; suspense is of impartial ones", "EPARTIZAN" end
    if rules.terminal or rules.entails then
      return nil, ("%s: %s ends by a rule, or has entailing moves"):format(call, rules.name), "EUNSUPPORTED"
    end
  end
  local by = component.ruleset and component:ruleset().suspense_by
  if by then return by(misere, table.unpack(component)) end
  return budget.run(nil, solve, call, component, misere, bounds(call))
end

--- The suspense number: moves left when the winner delays and the loser hurries. It is even where the player to move
-- loses.
-- @function position:suspense
-- @treturn int or nil, message, code: "EPARTIZAN"; "EUNSUPPORTED" with a `terminal` rule or entailing moves; "ELOOPY"
--   where play need not end; "ELIMIT" by the ruleset's `limit`, `memory`, `seconds` or `depth`, or, without any, at
--   2^18 positions; "ECANCELLED" by its progress function, or the watcher
-- @usage assert(ta.rules.nim(5):suspense() == 1 and ta.rules.nim(5):remoteness() == 1)

--- The suspense number in misere play. It is odd where the player to move loses.
-- @function position:misere_suspense
-- @treturn int as of @{position:suspense}

for _, methods in ipairs { positions.methods, sums.methods } do
  function methods.suspense(component) return suspense(component, false) end
  function methods.misere_suspense(component) return suspense(component, true) end
end

return {}
