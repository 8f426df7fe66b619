--- The value of a position by the `canonical_form` of its ruleset, a faster way to the same answer.

local core = require "takeaway.core"
local text = require "takeaway.base.text"

--- Call it.
-- @tparam table rules the ruleset
-- @tparam table position
-- @treturn value.v the value; nil where the rules have no such function, or it returns nil for this position; or nil,
--   message, code
return function(rules, position)
  if not rules.value_by then return nil end
  local value, message, code = rules.value_by(table.unpack(position))
  if value == nil and type(message) == "string" and type(code) == "string" then return nil, message, code end
  if value ~= nil and (type(value) ~= "userdata" or getmetatable(value) ~= "takeaway.value") then
    core.raise(("canonical_form of %s: expected a value or nil, got %s"):format(tostring(position), text.shown(value)))
  end
  return value
end
