--- The settings of a call: a table of known names, and integers among them.
-- @module takeaway.base.settings

local failure = require "takeaway.base.failure"
local text = require "takeaway.base.text"
local whole = require "takeaway.base.whole"

local M = {}

--- Check that settings are a table, and have no other names than the known ones.
-- @tparam string call the call, as errors name it
-- @param settings what was given; nil is {}
-- @tparam table known a list of names
-- @treturn table the settings
function M.check(call, settings, known)
  if settings == nil then return {} end
  if type(settings) ~= "table" then
    failure.misuse(("%s: settings: expected a table, got %s"):format(call, text.shown(settings)))
  end
  local is = {}
  for _, name in ipairs(known) do is[name] = true end
  for key in pairs(settings) do
    if not is[key] then
      failure.misuse(("%s: settings: unknown setting %s; known %s %s"):format(call, text.visible(tostring(key)),
        #known == 1 and "is" or "are", table.concat(known, ", ")))
    end
  end
  return settings
end

--- An integer among them, a float with an integral value too.
-- @tparam string call the call, as errors name it
-- @tparam string name of the setting
-- @param value what was given
-- @tparam int least,most its range
-- @treturn int the value; nil stays nil
function M.integer(call, name, value, least, most)
  if value == nil then return nil end
  local n = whole(value)
  if n and n >= least and n <= most then return n end
  failure.misuse(("%s: %s: expected an integer from %d to %s, got %s"):format(call, name, least,
    most == 1 << 62 and "2^62" or ("%d"):format(most), text.shown(value)))
end

return M
