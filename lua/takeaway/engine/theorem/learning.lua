--- Guesses of the set that a theorem is about, from the engine's answers in a box of positions.
--
-- A guess is a minimal automaton that agrees with the engine on a small box, on samples from the engine's whole box,
-- and on the examples so far. If a proof obligation fails at a position, the guess is wrong there or at an option; that
-- is the next example. If the engine's box does not hold those positions, or no failing position is known, the box
-- grows and the samples become more.
-- @module takeaway.engine.theorem.learning

local sets = require "takeaway.engine.automata.sets"

local M = {}

local SIDES = { 64, 24, 12, 7, 5, 4, 3, 3 } -- of the box that every guess agrees with, by the number of variables
local EXAMPLES = 8 -- most examples taken from one failure
local SAMPLES = 3000 -- samples at first
local SHORTER = 3 -- for vectors with numbers of one length: the lengths, from the longest down
local ENOUGH = 300000 -- samples; with more, guesses get no further ones
local OFTEN = 20 -- multiple of SAMPLES that is added when nothing else refutes a guess

--- How many numbers a vector may have.
M.MOST = #SIDES

-- ---- Samples ------------------------------------------------------------------------------

-- Pseudorandom numbers, the same in each run.
local function dice()
  local state = 88172645463325252
  return function(bound)
    state = state ~ (state << 13)
    state = state ~ (state >> 7)
    state = state ~ (state << 17)
    return (state >> 1) % bound
  end
end

local function number(roll, before, side)
  if before and roll(4) == 0 then return math.min(math.max(0, before + roll(7) - 3), side - 1) end
  local bits = 1
  while 1 << bits < side do bits = bits + 1 end
  return math.min(roll(1 << roll(bits + 1)), side - 1)
end

-- Add vectors of the engine's box to the samples, with the values at which the answer changes. With three numbers or
-- more beside a limit, half of the vectors have numbers of one length. The others have about equally many numbers of
-- each length, often with two nearly equal numbers.
local function add_samples(self, count, more)
  local list, roll, oracle = self.samples, self.roll, self.oracle
  local sides, turning = oracle:reaches(), oracle.turning
  for _ = 1, more do
    local vector, shorter = {}, oracle.wide and roll(2 * SHORTER)
    for j = 1, count do -- the coordinate at which the answer changes is chosen last
      local i = turning and (j == count and turning or j < turning and j or j + 1) or j
      local turns, side = i == turning and roll(3) > 0 and oracle.turns(vector), sides[i] or 64
      vector[i] = turns and math.max(0, turns - roll(2))
        or oracle.wide and shorter < SHORTER and roll(math.max(1, side >> shorter)) or number(roll, vector[i - 1], side)
    end
    table.move(vector, 1, count, #list + 1, list)
  end
end

--- Extend the known answers: the engine's box grows, if it can. Then the next guess has twice as many samples. If the
-- box cannot grow, they are doubled too, except for a wide game beside a limit, where each failure calls this.
-- @treturn boolean whether the box grew
function M.more(self)
  local grown = self.oracle:grow()
  self.wider = self.wider or grown or not self.oracle.wide
  return grown
end

--- More samples of the engine's box as it is.
-- @treturn boolean whether there are not enough yet
function M.sample(self)
  local count = self.kind.tracks(self.rules.declaration)
  if #self.samples >= ENOUGH * count then return false end
  add_samples(self, count, OFTEN * SAMPLES)
  return true
end

-- The learner of this search. It keeps its examples, so new answers need a new learner.
local function learner(self, count)
  if self.learner and self.learned_from == self.oracle.sides then return self.learner end
  self.learner, self.learned_from = self.numeration.core:learner(count, SIDES[count]), self.oracle.sides
  self.heard = { samples = 0, examples = 0 }
  return self.learner
end

-- The samples and examples that the learner does not have yet.
local function unheard(self)
  local list, heard = {}, self.heard
  for _, name in ipairs { "examples", "samples" } do
    table.move(self[name], heard[name] + 1, #self[name], #list + 1, list)
    heard[name] = #self[name]
  end
  return list
end

--- A guess.
-- @param self the search: `numeration`, `oracle`, `kind`, `examples`
-- @tparam int count of the numbers of a vector
-- @tparam int states the most that it may have
-- @return an automaton; or nil, message, code
function M.guess(self, count, states)
  local kind = self.kind
  if not self.samples or self.wider then
    self.samples, self.roll = self.samples or {}, self.roll or dice()
    add_samples(self, count, math.max(SAMPLES, #self.samples // count))
    self.wider = false
  end
  local function member(matters, ...)
    local found = self.oracle.answer(...)
    if found == nil and matters then found = self.oracle:ask(...) end
    if found == nil then return nil end
    return kind.holds(found, ...)
  end
  local p, message, code = learner(self, count):guess(member, unheard(self), states)
  self.oracle.guess = p or self.oracle.guess
  if p and self.oracle.wide and self.made > 0 and #self.samples < ENOUGH * count then
    -- samples refute many guesses without a proof
    add_samples(self, count, SAMPLES)
    p, message, code = learner(self, count):guess(member, unheard(self), states)
    self.oracle.guess = p or self.oracle.guess
  end
  if not p and code == "ERANGE" and (M.more(self) or self.oracle:ask_longer()) then
    return M.guess(self, count, states)
  end
  return p, message, code
end

--- The positions that the engine's box holds, as an automaton; nil where that is none.
function M.within(self)
  local box
  for i, side in ipairs(self.oracle.sides) do
    local below = self.numeration.core:linear({ i - 1 }, { 1 }, "<=", side - 1)
    box = below and (box and box:combine(below, "and") or below)
    if not box then return nil end
  end
  return box
end

-- ---- Examples -----------------------------------------------------------------------------

-- The vectors of a position at which the guess is wrong; nil if the engine has no answer.
local function wrong_at(self, p, position, refuted)
  local oracle, wrong = self.oracle, {}
  local answer = oracle.answer(table.unpack(position))
  if answer == nil and not oracle.wide then answer = oracle:ask(table.unpack(position)) end
  if answer == nil and oracle:reach(position) then answer = oracle.answer(table.unpack(position)) end
  if answer == nil and oracle.wide then answer = oracle:ask(table.unpack(position)) end -- no box is that large
  if answer == nil then return nil end
  for _, vector in ipairs(self.kind.vectors(answer, position, refuted)) do
    local words = sets.words(self.numeration.core, "theorem", vector, vector)
    local member = self.kind.holds(answer, table.unpack(vector))
    if p:accepting(p:read(0, words)) ~= member then wrong[#wrong + 1] = vector end
  end
  return wrong
end

--- An obligation failed at a position: there, or at one of its options, the guess is wrong. Adds the vectors found to
-- the examples, with those that have the same answer by exchange of numbers.
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
  local candidates = { position }
  if not self.game.over_at(position) then
    for _, option in ipairs(self.oracle:options(position) or {}) do
      candidates[#candidates + 1] = { table.unpack(option, 1, count) }
    end
  end
  for _, candidate in ipairs(candidates) do
    for _, vector in ipairs(found < EXAMPLES and wrong_at(self, p, candidate, refuted) or {}) do
      for _, image in ipairs(self.oracle:images(vector)) do
        table.move(image, 1, #image, #self.examples + 1, self.examples)
      end
      found = found + 1
    end
  end
  return found > 0
end

return M
