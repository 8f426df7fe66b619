--- Tables of public names: an unknown name raises, and the message suggests the nearest one.
--
-- `rawget(t, "name")` is nil for an unknown name. Names that begin with "_", and keys that are no text, are nil as in
-- any table, because programs look for them in unknown tables.
-- @module takeaway.base.unknown

local core = require "takeaway.core"
local text = require "takeaway.base.text"

local M = {}

--- Raise that there is no such name.
-- @tparam string before the prefix of the names: "ta.rules."
-- @param name
-- @tparam {string,...} names the known names
-- @tparam[opt] string other a source of more help
function M.raise(before, name, names, other)
  name = text.visible(tostring(name))
  local near = text.nearest(name, names)
  local meant = { near and ("did you mean %s%s?"):format(before, near) or other, near and other or nil }
  core.raise(("there is no %s%s%s%s"):format(before, name, #meant > 0 and "; " or "", table.concat(meant, " ")))
end

--- Make a table raise so.
-- @tparam table t
-- @tparam string before
-- @tparam[opt] function other other(name): a text to put first, or nil
-- @treturn table t
function M.guard(t, before, other)
  return setmetatable(t, { __index = function(_, name)
    if type(name) ~= "string" or name:sub(1, 1) == "_" then return nil end
    local names, said = {}, other and other(name)
    if said then core.raise(("there is no %s%s; %s"):format(before, name, said)) end
    for known in pairs(t) do names[#names + 1] = known end
    M.raise(before, name, names)
  end })
end

return M
