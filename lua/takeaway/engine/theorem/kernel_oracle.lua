--- The answers from which a theorem is learned if a family's kernel has the outcome of every position, however large.
--
-- The kernel's declaration has such an entry (@{takeaway.engine.ruleset.family_position}). Then there is no box to
-- solve or to leave. The answers are no part of the proof, so an error of the kernel would delay a theorem, not make
-- one.
-- @module takeaway.engine.theorem.kernel_oracle

local rulesets = require "takeaway.engine.ruleset"

local M = {}

local SIDE, MORE, MOST = 1 << 12, 16, 1 << 40 -- bound on samples: at first, its factor, at the end

local Everywhere = {}
Everywhere.__index = Everywhere

--- The first numbers that samples do not have.
-- @treturn {int,...}
function Everywhere:reaches()
  local sides = {}
  for i = 1, self.count do sides[i] = self.side end
  return sides
end

--- Samples of longer numbers.
-- @treturn boolean whether there are any
function Everywhere:grow()
  if self.side >= MOST then return false end
  self.side = self.side * MORE
  return true
end

--- Is the position answered? All are.
function Everywhere.reach() return true end

--- The answer at a position.
function Everywhere:ask(...) return self.answer(...) end

--- More time gives no more answers.
function Everywhere.ask_longer() return false end

--- Exchange of numbers is not considered.
function Everywhere.images(_, vector) return { vector } end

--- The options of a position, as lists of numbers.
function Everywhere:options(vector) return self.private(table.unpack(vector)):options() end

--- The kernel's answers at positions of these rules, with the methods of @{takeaway.engine.theorem.oracle}.
-- @param rules
-- @tparam string what "outcome", "misere_outcome" or "nim_value"
-- @tparam number seconds for the kernel to find out
-- @treturn table `answer(...)`; `turning`, `turns(vector)`: which of the numbers makes the
--   answer another at which value; `numerations`: in which the P-positions are certain to be an automaton. Or nil
function M.new(rules, what, seconds)
  local origin = rules.origin
  if not (origin and origin.everywhere) or what ~= (origin.misere and "misere_outcome" or "outcome") then return nil end
  local known = origin.everywhere(seconds)
  return known and setmetatable({ answer = known.outcome, turning = known.turning, turns = known.turns,
    numerations = known.numerations, count = #rules.declaration.variables, side = SIDE, sides = {},
    private = rulesets.ruleset { name = rules.name, options = rules.options } }, Everywhere)
end

return M
