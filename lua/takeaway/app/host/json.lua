--- JSON of requests and replies, by dkjson.
--
-- dkjson takes more than JSON: comments, lists without commas, any escape. A request must be JSON, so the reader of
-- files looks at it first; it also says at which byte something is wrong, and bounds the depth.
-- @module takeaway.app.host.json

local dkjson = require "dkjson"
local strict = require "takeaway.app.export.json"
local text = require "takeaway.base.text"

local M = {}

--- null, as it is read and written.
M.null = dkjson.null

local LIST = { __jsontype = "array" }

--- A table as a list, also where it is empty.
function M.list(t) return setmetatable(t, LIST) end

--- Is it a list, as read?
function M.is_list(t)
  local meta = getmetatable(t)
  return meta ~= nil and meta.__jsontype == "array"
end

local FLOAT = { __tojson = function(float) return float.digits end }

--- A float that is finite: as many digits as say it exactly, never without a point or an exponent.
function M.float(v)
  local digits = text.float(v)
  return setmetatable({ digits = digits:find("[.e]") and digits or digits .. ".0" }, FLOAT)
end

--- What a text says: the value, or nil and what is wrong with it.
function M.read(source)
  local control = source:find("[\0-\8\11\12\14-\31\127]")
  if control then return nil, ("byte %d: a control character"):format(control) end
  local length, at = utf8.len(source)
  if not length then return nil, ("byte %d: expected UTF-8"):format(at) end
  local _, why = strict(source)
  if why then return nil, why end
  local value, _, refused = dkjson.decode(source, 1, M.null)
  return value, refused
end

-- Names in order, so that one answer is one text.
local function in_order(v)
  local meta = type(v) == "table" and getmetatable(v)
  if type(v) ~= "table" or meta == FLOAT or v == M.null then return v end
  if meta == LIST then
    for _, item in ipairs(v) do in_order(item) end
    return v
  end
  local names = {}
  for name, item in pairs(v) do
    names[#names + 1] = name
    in_order(item)
  end
  table.sort(names)
  return setmetatable(v, { __jsontype = "object", __jsonorder = names })
end

--- Are all numbers of what was read finite? 1e400 is read as infinity, which JSON does not have.
function M.is_finite(v)
  if type(v) == "number" then return v - v == 0 end
  if type(v) ~= "table" or v == M.null then return true end
  for _, item in pairs(v) do
    if not M.is_finite(item) then return false end
  end
  return true
end

-- What was read, to be written: floats exactly.
local function exact(v)
  if math.type(v) == "float" then return M.float(v) end
  if type(v) ~= "table" or v == M.null then return v end
  local made = {}
  for key, item in pairs(v) do made[key] = exact(item) end
  return M.is_list(v) and M.list(made) or made
end

--- A reply as text, with the id of its request.
function M.write(reply, id)
  in_order(reply)
  reply.id = in_order(exact(id))
  local order = getmetatable(reply).__jsonorder
  if id ~= nil then
    table.insert(order, 1, "id")
  end
  return dkjson.encode(reply)
end

return M
