--- What a theorem may be about: the set to learn, the query to the engine, and the proof.
--
-- A kind has these fields. `tracks(d)` is the number of numbers in a vector. `ask(misere)` names the query for a
-- position. `holds(answer, ...)` returns whether the vector is in the set. `vectors(answer, position, vector)` returns
-- the vectors of a position at which a guess that fails at `vector` may be wrong. `prove(game, set)` returns the proof,
-- or nil and the reason, with `game.refuted`. `finish(t, set, proof)` fills the theorem. `set` names its field with
-- the set. `unfit(d, misere)` returns why there can be no theorem.
-- @module takeaway.engine.theorem.kinds

local limits = require "takeaway.engine.automata.limits"
local obligations = require "takeaway.engine.automata.obligations"
local sets = require "takeaway.engine.automata.sets"
local values = require "takeaway.engine.automata.values"

local function nothing() end

-- ---- P-positions --------------------------------------------------------------------------

local p_positions = {
  set = "positions",
  unfit = nothing,
  tracks = function(d) return #d.variables end,
  ask = function(misere) return misere and "misere_outcome" or "outcome" end,
  holds = function(outcome) return outcome == "P" end,
  vectors = function(_, position) return { position } end,
  prove = obligations.prove,
}

function p_positions.finish(t, set, winning)
  t.positions, t.winning = sets.of(t.numeration, t.rules.declaration.variables, set), winning
  return true
end

-- ---- Nim values ---------------------------------------------------------------------------

local function with(position, value)
  local vector = { table.unpack(position) }
  vector[#vector + 1] = value
  return vector
end

local nim_value = {
  set = "values",
  tracks = function(d) return #d.variables + 1 end,
  ask = function() return "nim_value" end,
  holds = function(value, ...) return value == (select(select("#", ...), ...)) end,
  prove = values.prove,
}

function nim_value.unfit(_, misere)
  return misere and "nim values are for normal play; in misere play use what = \"p_positions\"" or nil
end

function nim_value.vectors(value, position, vector)
  local list = { with(position, value) }
  for i = #position + 1, #vector do list[#list + 1] = with(position, vector[i]) end
  return list
end

-- A name for a value that no variable has.
local function free(variables)
  local name = "v"
  for _ = 1, #variables do
    for _, one in ipairs(variables) do
      if one == name then name = name .. "v" end
    end
  end
  return name
end

function nim_value.finish(t, set, proof)
  local d = t.rules.declaration
  local names = { table.unpack(d.variables) }
  names[#names + 1] = free(d.variables)
  t.values, t.below, t.reaching = sets.of(t.numeration, names, set), proof.below, proof.reaching
  local zero, message, code = values.positions(t.numeration.core, d, set, proof)
  if not zero then return nil, message, code end
  t.positions, t.winning = sets.of(t.numeration, d.variables, zero.positions), zero.winning
  return true
end

-- ---- Least limits -------------------------------------------------------------------------

local least_limit = setmetatable({ set = "limits" }, { __index = p_positions })

function least_limit.unfit(d)
  return #d.variables == 1 and "positions have one number, so there is no limit" or nil
end

--- Fill a theorem with its least limits.
function least_limit.find(t)
  local variables = t.rules.declaration.variables
  local found, message, code = limits(t.numeration.core, t.positions.automaton, #variables)
  if not found then return nil, message, code end
  t.limits = sets.of(t.numeration, variables, found.least)
  t.finite = sets.of(t.numeration, { table.unpack(variables, 1, #variables - 1) }, found.finite)
  t.monotone = found.monotone
  return true
end

function least_limit.finish(t, set, winning)
  p_positions.finish(t, set, winning)
  return least_limit.find(t)
end

return { p_positions = p_positions, nim_value = nim_value, least_limit = least_limit }
