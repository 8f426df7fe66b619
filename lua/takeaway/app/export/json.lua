--- JSON as Lua values: objects and lists are tables, null is nil, whole numbers are integers where 64 bits hold them.
-- An integer that is written out and has more bits is refused: a float would be another number.
--
-- Returns a function of the text, and of whether a null in a list, which would be a hole there, is refused too: the
-- value, or nil and what is wrong at which byte. Lists of lists are read to a depth of 100. No pattern backtracks: the
-- cost is linear in the text.
-- @module takeaway.app.export.json

local DEEPEST = 100
local SIGNS = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t" }

local WRONG = {} -- what is raised: {message}

local function wrong(at, expected)
  error(setmetatable({ message = ("byte %d: expected %s"):format(at, expected) }, WRONG), 0)
end

local function string_at(text, at)
  local parts, from = {}, at + 1
  while true do
    local stop = text:find('["\\%c]', from) or wrong(#text + 1, "the end of a string")
    parts[#parts + 1] = text:sub(from, stop - 1)
    local sign = text:sub(stop, stop)
    if sign == '"' then return table.concat(parts), stop + 1 end
    if sign ~= "\\" then wrong(stop, "no control character in a string") end
    local code = text:match("^u(%x%x%x%x)", stop + 1)
    if code then
      local unit, low = tonumber(code, 16), text:match("^\\u([dD][c-fC-F]%x%x)", stop + 6)
      from = stop + 6
      if unit >= 0xD800 and unit < 0xDC00 and low then
        unit, from = 0x10000 + ((unit - 0xD800) << 10) + tonumber(low, 16) - 0xDC00, from + 6
      end
      parts[#parts + 1] = utf8.char(unit >= 0xD800 and unit < 0xE000 and 0xFFFD or unit)
    else
      local escaped = text:match('^[bfnrt"\\/]', stop + 1) or wrong(stop, "an escape of JSON")
      parts[#parts + 1] = SIGNS[escaped] or escaped
      from = stop + 2
    end
  end
end

local LITERALS = { ["true"] = true, ["false"] = false, ["null"] = false }

local function number_at(text, at)
  local digits = text:match("^%-?%d+%.?%d*[eE]?[+-]?%d*", at)
  local n = digits and tonumber(digits)
  if not n or digits:find("^%-?0%d") then wrong(at, "a value") end
  if math.type(n) == "float" and not digits:find("[.eE]") then wrong(at, "an integer that 64 bits hold") end
  return math.tointeger(n) or n, at + #digits -- 1e3 is 1000
end

local value_at

local function series(text, at, depth, close, each)
  at = text:find("%S", at + 1) or wrong(#text + 1, close)
  if text:sub(at, at) == close then return at + 1 end
  while true do
    at = text:find("%S", each(at, depth + 1)) or wrong(#text + 1, close)
    local sign = text:sub(at, at)
    if sign == close then return at + 1 end
    if sign ~= "," then wrong(at, "a comma or " .. close) end
    at = at + 1
  end
end

function value_at(text, at, depth, whole)
  at = text:find("%S", at) or wrong(#text + 1, "a value")
  if depth > DEEPEST then wrong(at, "lists that are nested less deep") end
  local sign = text:sub(at, at)
  if sign == '"' then return string_at(text, at) end
  local made = {}
  if sign == "[" then
    local count = 0
    return made, series(text, at, depth, "]", function(from, deeper)
      count = count + 1
      local next_at
      made[count], next_at = value_at(text, from, deeper, whole)
      if whole and made[count] == nil then
        wrong(text:find("%S", from), ("entry %d of a list, not null"):format(count))
      end
      return next_at
    end)
  elseif sign == "{" then
    return made, series(text, at, depth, "}", function(from, deeper)
      from = text:find("%S", from) or wrong(#text + 1, "a name")
      if text:sub(from, from) ~= '"' then wrong(from, "a name in quotes") end
      local name, colon = string_at(text, from)
      colon = text:match("^%s*:()", colon) or wrong(colon, "a colon")
      local next_at
      made[name], next_at = value_at(text, colon, deeper, whole)
      return next_at
    end)
  end
  local word = text:match("^%l+", at)
  if word and LITERALS[word] ~= nil then
    if word == "null" then return nil, at + 4 end
    return LITERALS[word], at + #word
  end
  return number_at(text, at)
end

return function(text, whole)
  local ok, value, at = pcall(value_at, text, 1, 1, whole)
  local more = ok and text:find("%S", at)
  if more then ok, value = false, { message = ("byte %d: expected the end"):format(more) } end
  if ok then return value end
  if type(value) ~= "table" then error(value, 0) end
  return nil, value.message
end
