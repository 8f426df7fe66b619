--- Misere quotients of positions, with everything that can be reached from one, by the rules of any impartial game.
--
-- The components that can be reached are heaps of a game (@{takeaway.engine.ruleset.closure}), and its quotient is that
-- of the position: Q(G) of Plambeck and Siegel 2008. So any rules have quotients, not only rules on numbers.
-- @module takeaway.family.heap.of_positions

local budget = require "takeaway.base.budget"
local closures = require "takeaway.engine.ruleset.closure"
local core = require "takeaway.core"
local failure = require "takeaway.base.failure"
local misere_outcome = require "takeaway.engine.sum.misere_outcome"
local positions = require "takeaway.engine.ruleset.position"
local sums = require "takeaway.engine.sum"
local text = require "takeaway.base.text"

local M = {}

local MOST = { components = 4095, options = 1000000 } -- a quotient has at most this many heaps

--- The heap game of a closure: heap n is component n.
function M.game(closure, name)
  local options = closure.options
  return core.heap(function(n, emit)
    for _, heaps in ipairs(options[n] or {}) do emit(table.unpack(heaps)) end
  end, { name = name })
end

misere_outcome.bind(function(closure, name, settings)
  return core.misere_quotient(M.game(closure, name), #closure.components, settings)
end)

-- The positions of a sum, or a single position or value.
local function terms_of(asked)
  local x = sums.of_value(asked) or asked
  if positions.is_position(x) then return { x } end
  if not sums.is_sum(x) then
    core.raise("misere_quotient: expected a position, a sum or a misere value, got " .. text.shown(asked))
  end
  local list = {}
  for i, t in ipairs(x.terms) do list[i] = t.position end
  return list
end

--- The misere quotient of what can be reached from a position of any impartial rules: the outcome of all sums of such
-- positions in misere play. Its heaps are the components that can be reached, @{quotient:components}.
-- @function position:misere_quotient
-- @tparam[opt] table settings as of @{takeaway.family.heap}: `elements`, `positions`
-- @treturn quotient.quotient the quotient; or nil, message, code: "ELIMIT" as of heap games, and where more than 4095
--   components, or 10^6 options of all of them, can be reached; "ELOOPY"; "EPARTIZAN"; "EUNSUPPORTED" where a
--   `terminal` rule or entailing moves decide the winner; "ELIMIT" and "ECANCELLED" by the rules' `seconds` and
--   `progress`; failures of the rules
-- @usage assert(ta.rules.cram(3, 4):misere_quotient():order() == 12)

--- The misere quotient of what can be reached from the terms of a sum, as of @{position:misere_quotient}.
-- @function sum:misere_quotient
-- @tparam[opt] table settings
-- @treturn quotient.quotient the quotient; or nil, message, code

-- Explore from the positions, and call ask on the heap game of the closure.
local function made_of(asked, list, ask)
  local name = tostring(asked)
  local closure, message, code = closures.find(list, MOST)
  if not closure then return nil, ("misere_quotient: %s: %s"):format(name, message), code end
  local game = M.game(closure, name)
  local q
  q, message, code = ask(game, #closure.components)
  if not q then return nil, message, code end
  q.closure, q.of = closure, game
  return q
end

-- The quotient of a position or a sum: ask(game, n) on the heap game of the reachable positions; or nil, message, code.
function M.quotient(asked, ask)
  local list = terms_of(asked)
  for _, position in ipairs(list) do
    local rules = positions.rules_of(position)
    local why
    if rules.partizan then
      return nil, ("misere_quotient: %s: a partizan game has no misere quotient"):format(rules.name), "EPARTIZAN"
    elseif rules.terminal or rules.entails then
      why = "a terminal rule or entailing moves decide the winner"
      return nil, ("misere_quotient: %s: %s"):format(rules.name, why), "EUNSUPPORTED"
    end
  end
  return budget.about(asked, made_of, asked, list, ask)
end

local function unreachable(q, call, position)
  failure.raise(nil, ("%s: %s cannot be reached from %s"):format(call, tostring(position), tostring(q.asked)), "ELIMIT")
end

-- The element x times that of a position, `copies` times.
local function times(q, call, x, position, copies)
  return q.closure:times(q.core, x, position, copies) or unreachable(q, call, position)
end

local function element_of(q, call, argument, i)
  argument = sums.of_value(argument) or argument
  if positions.is_position(argument) then return times(q, call, 0, argument, 1) end
  if sums.is_sum(argument) then
    local x = 0
    for _, t in ipairs(argument.terms) do x = times(q, call, x, t.position, t.count) end
    return x
  end
  local n = type(argument) == "number" and math.tointeger(argument)
  if not n or n < 0 or n > #q.closure.components then
    local wanted = "%s: argument %d: expected a position, a value or the number of a component, from 0 to %d, got %s"
    core.raise(wanted:format(call, i, #q.closure.components, text.shown(argument)))
  end
  return q.core:element(n)
end

--- The number of the element of a sum.
-- @param ... positions, sums, values, numbers of components
-- @treturn int; or nil, message, "ELIMIT" for components that cannot be reached, other failures of the rules
function M.element(q, call, ...)
  local arguments = table.pack(...)
  return failure.catch(function()
    local x = 0
    for i = 1, arguments.n do x = q.core:product(x, element_of(q, call, arguments[i], i)) end
    return x
  end)
end

--- The winning moves of a sum of components: `{heap = i, to = option}`, an option of the i-th argument.
function M.winning_moves(q, ...)
  local arguments = table.pack(...)
  return failure.catch(function()
    local list, elements = {}, {}
    for i = 1, arguments.n do elements[i] = element_of(q, "winning_moves", arguments[i], i) end
    for i = 1, arguments.n do
      local others = 0
      for j, x in ipairs(elements) do
        if j ~= i then others = q.core:product(others, x) end
      end
      local from = arguments[i]
      if type(from) == "number" then from = q.closure.components[from] end
      if from and not from.options then from = sums.of_value(from) end -- a value: its position, which has `options`
      for _, option in ipairs(from and failure.raise(from:options()) or {}) do
        local x = q.core:product(others, element_of(q, "winning_moves", option, i))
        if q.core:is_p(x) then list[#list + 1] = text.record { heap = i, to = option } end
      end
    end
    return text.record(list)
  end)
end

return M
