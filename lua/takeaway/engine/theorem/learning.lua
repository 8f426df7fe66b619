--- Guesses of the set that a theorem is about, from what the engine answers in a box of positions.
--
-- A guess is the least automaton that is found to agree with the engine on a small box and on the examples so far. When
-- what must hold of it fails somewhere, the guess is wrong there or at an option; that is the next example. Where the
-- engine's box does not hold those positions it grows.
-- @module takeaway.engine.theorem.learning

local sets = require "takeaway.engine.automata.sets"

local M = {}

local SIDES = { 64, 24, 12, 7, 5, 4, 3, 3 } -- of the box that every guess agrees with, by the number of variables
local EXAMPLES = 8 -- of one failure

--- How many numbers a vector may have.
M.MOST = #SIDES

--- A guess.
-- @param self the search: `numeration`, `oracle`, `kind`, `examples`
-- @tparam int count of the numbers of a vector
-- @tparam int states the most that it may have
-- @return an automaton; or nil, message, code
function M.guess(self, count, states)
  local kind = self.kind
  local function member(...)
    local found = self.oracle.answer(...)
    if found == nil then return nil end
    return kind.holds(found, ...)
  end
  local p, message, code = self.numeration.core:learn(count, member, SIDES[count], self.examples, states)
  while not p and code == "ERANGE" and self.oracle:grow() do -- more must be known
    p, message, code = self.numeration.core:learn(count, member, SIDES[count], self.examples, states)
  end
  return p, message, code
end

-- The vectors of a position at which the guess is wrong; nil where the engine does not say.
local function wrong_at(self, p, position, refuted)
  if not self.oracle:reach(position) then return nil end
  local answer, wrong = self.oracle.answer(table.unpack(position)), {}
  if answer == nil then return nil end
  for _, vector in ipairs(self.kind.vectors(answer, position, refuted)) do
    local words = sets.words(self.numeration.core, "theorem", vector, vector)
    if p:accepting(p:read(0, words)) ~= self.kind.holds(answer, table.unpack(vector)) then wrong[#wrong + 1] = vector end
  end
  return wrong
end

--- An obligation failed at a position: there, or at one of its options, the guess is wrong. What is found is added to
-- the examples.
-- @param self the search
-- @param p the guess
-- @tparam {int,...} refuted a vector whose first numbers are the position
-- @treturn boolean whether anything was found
function M.learn_from(self, p, refuted)
  local count, found = #self.rules.declaration.variables, 0
  local position = { table.unpack(refuted, 1, count) }
  for i = 1, count do
    if math.type(position[i]) ~= "integer" then return false end
  end
  if not self.oracle:reach(position) then return false end
  local candidates = { position }
  if not self.game.over_at(position) then
    for _, option in ipairs(self.oracle:options(position) or {}) do
      candidates[#candidates + 1] = { table.unpack(option, 1, count) }
    end
  end
  for _, candidate in ipairs(candidates) do
    for _, vector in ipairs(found < EXAMPLES and wrong_at(self, p, candidate, refuted) or {}) do
      table.move(vector, 1, #vector, #self.examples + 1, self.examples)
      found = found + 1
    end
  end
  return found > 0
end

return M
