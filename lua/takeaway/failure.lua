--- Failures where three results cannot be returned: error objects that print.
-- @module takeaway.failure

local M = {}

local Failure = {}
Failure.__index = Failure
Failure.__name = "takeaway.failure"
function Failure:__tostring() return self.message end

--- Pass results through, or raise `nil, message, code` as an object with
-- `.message` and `.code` that prints as its message.
function M.raise(result, message, code)
  if result == nil and code then error(setmetatable({ message = message, code = code }, Failure), 0) end
  return result
end

return M
