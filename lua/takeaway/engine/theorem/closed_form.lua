--- Known shapes of sets of P-positions and of nim values, each proved equal to the set.
--
-- A shape is first compared with the vectors of a small box, which costs little and refuses most. Then a formula over
-- all numbers decides the statement. An undecided shape is not reported. In misere play the shape may also be that of
-- normal play, proved for this purpose, except at finitely many positions.
-- @module takeaway.engine.theorem.closed_form

local numerations = require "takeaway.engine.numeration"
local beatty = require "takeaway.engine.theorem.closed_form.beatty"
local parts = require "takeaway.engine.theorem.closed_form.parts"
local periods = require "takeaway.engine.theorem.closed_form.periods"
local question = require "takeaway.engine.theorem.closed_form.question"
local xor = require "takeaway.engine.theorem.closed_form.xor"

local SECONDS = 5 -- for the theorem in normal play

local SHAPES = {
  p_positions = { xor.xor, xor.misere, parts.least_part, periods.numbers, beatty, parts.main_theorem, periods.pairs },
  nim_value = { xor.values, periods.values },
}
SHAPES.least_limit = SHAPES.p_positions

-- The text of the first shape that is proved equal to what a theorem is about; nil where none is.
local function shape_of(t)
  local q = question.of(t.what == "nim_value" and t.values or t.positions)
  for _, shape in ipairs(SHAPES[t.what]) do
    local said = shape(q)
    if said then return said end
  end
end

-- In misere play that differs from normal play at finitely many positions: the list of all of these. The theorem in
-- normal play has the bounds of the one in misere play: sets meet in one formula if their bounds are the same.
local function nearly_normal(t)
  local numeration = t.numeration
  local normal = t.rules:theorem { numeration = numerations.named(numeration) or numeration, misere = false,
    seconds = SECONDS, bytes = t.bounds.bytes, states = t.bounds.states, rank = t.given }
  if not normal then return nil end
  local list = table.concat(t.rules.declaration.variables, ", ")
  local differ = numeration:set(("%s: not (P(%s) <=> M(%s))"):format(list, list, list), { P = normal.positions,
    M = t.positions })
  local found = differ and differ:first(question.LISTED + 1)
  if not found or #found > question.LISTED then return nil end
  local at = {}
  for i, vector in ipairs(found) do at[i] = "(" .. table.concat(vector, ", ") .. ")" end
  local said = shape_of(normal)
  return "as in normal play" .. (#at > 0 and " except at " .. table.concat(at, ", ") or "")
    .. (said and "; in normal play " .. said or "")
end

--- The text of the first shape that is proved equal to the set of a theorem.
-- @return it; or nil, message, code
return function(t)
  local said = shape_of(t) or t.misere and nearly_normal(t)
  if said then return said end
  return nil, "closed_form: the set has none of the known shapes; it may have another", "EUNSUPPORTED"
end
