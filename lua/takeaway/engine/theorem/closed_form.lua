--- Known shapes of sets of P-positions and of nim values, each proved equal to the set.
--
-- A shape is first held against the vectors of a small box, which costs little and refuses most; then the statement is
-- asked as a formula over all numbers. What is not decided is not said.
-- @module takeaway.engine.theorem.closed_form

local beatty = require "takeaway.engine.theorem.closed_form.beatty"
local parts = require "takeaway.engine.theorem.closed_form.parts"
local periods = require "takeaway.engine.theorem.closed_form.periods"
local question = require "takeaway.engine.theorem.closed_form.question"
local xor = require "takeaway.engine.theorem.closed_form.xor"

local SHAPES = {
  p_positions = { xor.xor, xor.misere, parts.least_part, periods.numbers, beatty, parts.main_theorem, periods.pairs },
  nim_value = { xor.values, periods.values },
}
SHAPES.least_limit = SHAPES.p_positions

--- The text of the first shape that is proved equal to what a theorem is about.
-- @return it; or nil, message, code
return function(t)
  local of_values = t.what == "nim_value"
  local set = of_values and t.values or t.positions
  local q = question.of(set)
  for _, shape in ipairs(SHAPES[t.what]) do
    local said = shape(q)
    if said then return said end
  end
  return nil, "closed_form: none of the known shapes is the set; that is no proof that it has no other", "EUNSUPPORTED"
end
