--- Tables of public names: a name that is not there raises, with the one that was meant.
--
-- Whether there is a name is told by `rawget(t, "name")`. Names that begin with "_", and keys that are no text, are nil
-- as in any table: programs ask for them of tables that they do not know.
-- @module takeaway.base.unknown

local core = require "takeaway.core"
local text = require "takeaway.base.text"

local M = {}

--- Raise that there is no such name.
-- @tparam string before what stands before the names: "ta.rules."
-- @param name
-- @tparam {string,...} names those there are
-- @tparam[opt] string other what tells more
function M.raise(before, name, names, other)
  name = text.visible(tostring(name))
  local near = text.nearest(name, names)
  local meant = { near and ("did you mean %s%s?"):format(before, near) or other, near and other or nil }
  core.raise(("there is no %s%s%s%s"):format(before, name, #meant > 0 and "; " or "", table.concat(meant, " ")))
end

--- Let a table raise so.
-- @tparam table t
-- @tparam string before
-- @tparam[opt] function other other(name): what to say first, or nil
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
