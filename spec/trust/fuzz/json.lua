-- Texts of JSON. The reader in C accepts and returns what the definition does. A value is written and read back
-- unchanged, and written again the same.
local defined = require "spec.support.json"
local fuzz = require "spec.trust.fuzz.support"
local json = require "takeaway.base.json"

local NULL, List = {}, {}

local function shape(v)
  if v == NULL then return nil end
  if getmetatable(v) == List then return v end
  local names = {}
  for name in pairs(v) do names[#names + 1] = name end
  table.sort(names)
  return v, names
end

local function same(a, b)
  if type(a) ~= "table" or type(b) ~= "table" or a == NULL or b == NULL then
    return rawequal(a, b) or math.type(a) == math.type(b) and a == b
  end
  for key, v in pairs(a) do if not same(v, b[key]) then return false end end
  for key in pairs(b) do if a[key] == nil then return false end end
  return true
end

-- Infinity is read of 1e400, and written as a string.
local function is_finite(v)
  if type(v) ~= "table" then return type(v) ~= "number" or v - v == 0 end
  for _, one in pairs(v) do if not is_finite(one) then return false end end
  return true
end

return fuzz.target(function(input)
  local ok, expected = pcall(defined, input, NULL)
  local value, why = json.read(input, NULL, List)
  fuzz.same(ok, why == nil, ("%q: %s"):format(input, why or expected))
  if why then return assert(why:find "^byte %d+: expected [%a%]}]", why) end
  if not same(expected, value) then error(("%q is read as another value"):format(input)) end
  json.read(input)
  for _, reply in ipairs { false, true } do
    local written = json.text(value, shape, reply)
    assert(utf8.len(written) and not written:find "[%c\127]", written)
    local again = json.read(written, NULL, List)
    -- bytes that are no UTF-8 change, and the order of names with them
    if utf8.len(input) then
      fuzz.same(written, json.text(again, shape, reply), "written again")
      if reply and is_finite(value) and not same(value, again) then error("read back as another: " .. written) end
    end
  end
end)
