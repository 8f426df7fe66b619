--- The one reader of a user's lists. The length of a list is the result of its `__len`, which may be invalid or too
-- large; without `__len` it is the raw length. Entries may be computed (`__index`).
-- @module takeaway.base.list

local core = require "takeaway.core"
local text = require "takeaway.base.text"

local M = {}

local MOST = 1 << 26 -- entries that a metatable may make

--- The number of entries of a list. Raises where its `__len` gives no such number.
-- @tparam table list
-- @tparam string what the call and the argument, for the message
-- @treturn int
function M.length(list, what)
  local metatable = debug.getmetatable(list)
  if not metatable or rawget(metatable, "__len") == nil then return rawlen(list) end
  local said = #list
  local length = math.type(said) and math.tointeger(said)
  if not length or length < 0 or length > MOST then
    core.raise(("%s: expected a list of at most %d entries; its length (__len) is %s"):format(what, MOST,
      text.shown(said)))
  end
  return length
end

--- A copy of the entries of a list: the user's table may change, or compute them.
-- @tparam table list
-- @tparam string what the call and the argument, for the message
-- @treturn table
function M.copy(list, what)
  local copy = {}
  for i = 1, M.length(list, what) do copy[i] = list[i] end
  return copy
end

return M
