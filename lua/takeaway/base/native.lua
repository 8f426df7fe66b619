--- Are functions of rules compiled? What the setting `native` of rulesets and heap games may be.
-- @module takeaway.base.native

local core = require "takeaway.core"

local MODES = { [true] = true, [false] = false, check = "check", cc = "cc" }

-- TAKEAWAY_NATIVE is the default mode: "on" (also when unset), "off" or "check". "cc" is deprecated: it means "on", and
-- `compiled` reports that.
local default = ({ off = false, check = "check", cc = "cc" })[os.getenv "TAKEAWAY_NATIVE"]
if default == nil then default = true end

local M = {}

--- The mode that a setting says.
-- @tparam string call for messages
-- @param setting true, false, "check", the deprecated "cc", or nil
-- @return the mode; raises where it is none
function M.mode(call, setting)
  if setting == nil then return default end
  if MODES[setting] == nil then
    core.raise(('%s: native: expected true, false or "check", got %s'):format(call, tostring(setting)))
  end
  return setting
end

return M
