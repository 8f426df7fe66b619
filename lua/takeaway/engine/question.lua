--- One computation by several calls. Its time and its progress functions belong to its budget
-- (@{takeaway.base.budget}). The number of positions that each call may hold is limited here.
-- @module takeaway.engine.question

local budget = require "takeaway.base.budget"
local failure = require "takeaway.base.failure"

local Question = {}
Question.__index = Question

local NONE = { 0, 0, 0, 0 }

--- The limits for positions of some rules: the least of their limits, and the first of their progress functions.
-- @tparam table list of rules
-- @treturn table with `limits`, positions, bytes, seconds, depth, and `progress`
local function of(list)
  local all = {}
  for _, rules in ipairs(list) do all[#all + 1] = rules.bounds end
  local bounds = budget.least(all)
  return setmetatable({ limits = bounds or NONE, bounds = bounds, progress = bounds and bounds.progress }, Question)
end

--- The part of the limits for the box of some rules.
function Question.part(_, rules) return setmetatable({ limits = rules.limits }, Question) end

--- Call `ask` with space for `room` more positions than are held, if the user's limit allows.
-- @param box for the call: has `statistics` and `limit`
-- @tparam ?int room positions; nil for all that the user's limit allows
-- @tparam function ask
-- @return the answer, or nil, message, code; and then whether the space was too small
function Question:within(box, room, ask)
  local positions, bytes, seconds, depth = table.unpack(self.limits)
  local most = room and box:statistics().positions + room
  if not most or positions > 0 and positions <= most then return ask() end
  local function undo() box:limit(positions, bytes, seconds, depth) end
  box:limit(most, bytes, seconds, depth)
  local answer, message, code = failure.ensure(undo, ask)
  if code ~= "ELIMIT" then return answer, message, code end
  return answer, message, code, message:find(("limit of %d positions"):format(most), 1, true)
end

return { of = of }
