--- JSON of requests and replies: null is a value, and lists are marked as lists.
-- @module takeaway.app.host.json

local json = require "takeaway.base.json"

local M = {}

--- null, as it is read and written.
M.null = {}

local LIST = {}

--- A table as a list, also where it is empty.
function M.list(t) return setmetatable(t, LIST) end

--- Is it a list, as read?
function M.is_list(t) return getmetatable(t) == LIST end

--- The value of a text; or nil and the fault in the text.
function M.read(source)
  local control = source:find("[\0-\8\11\12\14-\31\127]")
  if control then return nil, ("byte %d: a control character"):format(control) end
  local length, at = utf8.len(source)
  if not length then return nil, ("byte %d: expected UTF-8"):format(at) end
  return json.read(source, M.null, LIST)
end

--- Are all numbers of what was read finite? 1e400 is read as infinity, which JSON does not have.
function M.is_finite(v)
  if type(v) == "number" then return v - v == 0 end
  if type(v) ~= "table" then return true end
  for _, item in pairs(v) do
    if not M.is_finite(item) then return false end
  end
  return true
end

-- Names are sorted, so equal answers have equal texts.
local function shape(v)
  if v == M.null then return nil end
  if M.is_list(v) then return v end
  local names = {}
  for name in pairs(v) do names[#names + 1] = name end
  table.sort(names)
  return v, names
end

--- A reply as text, with the id of its request.
function M.write(reply, id)
  local written = json.text(reply, shape, true)
  if id == nil then return written end
  return ('{"id":%s,%s'):format(json.text(id, shape, true), written:sub(2))
end

return M
