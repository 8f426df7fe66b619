-- JSON by its definition (RFC 8259, without DEL in a string): decode(text, null) returns the value, or raises. It is
-- slow and strict; null becomes `null`. Integers of more than 64 bits raise, too.

local SPACE, NUMBER = "^[ \t\n\r]*()", { "^-?0", "^-?[1-9]%d*" }
local ESCAPES = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t", ['"'] = '"', ["\\"] = "\\", ["/"] = "/" }
local WORDS = { ["true"] = true, ["false"] = false }

local function string_at(text, at)
  assert(text:sub(at, at) == '"', "a string")
  local units, plain = {}, ""
  at = at + 1
  while text:sub(at, at) ~= '"' do
    local c, kind, digits = text:sub(at, at), text:match("^\\(.)", at), text:match("^\\u(%x%x%x%x)", at)
    assert(c:find '^[^%z\1-\31\127"]$' and (c ~= "\\" or digits or ESCAPES[kind]), "a character")
    local unit = digits and tonumber(digits, 16)
    local high = units[#units]
    if unit and unit & 0xFC00 == 0xDC00 and type(high) == "number" and high & 0xFC00 == 0xD800 then
      units[#units] = utf8.char(0x10000 + ((high & 0x3FF) << 10 | unit & 0x3FF))
    else
      units[#units + 1] = unit or ESCAPES[kind] or c
    end
    at = at + (digits and 6 or kind and 2 or 1)
  end
  for _, unit in ipairs(units) do
    if type(unit) == "number" then unit = utf8.char(unit & 0xF800 == 0xD800 and 0xFFFD or unit) end
    plain = plain .. unit
  end
  return plain, at + 1
end

local function number_at(text, at)
  local whole = assert(text:match(NUMBER[2], at) or text:match(NUMBER[1], at), "a value")
  local rest = text:match("^%.%d+", at + #whole) or ""
  rest = rest .. (text:match("^[eE][+-]?%d+", at + #whole + #rest) or "")
  local after = text:sub(at + #whole + #rest, at + #whole + #rest)
  assert(not after:find "[%d.eE]", "a number")
  local n = tonumber(whole .. rest)
  assert(math.type(n) == (rest == "" and "integer" or "float"), "64 bits")
  return n, at + #whole + #rest
end

local value_at

local function series(text, at, close, each)
  at = text:match(SPACE, at + 1)
  if text:sub(at, at) == close then return at + 1 end
  while true do
    at = text:match(SPACE, each(at))
    local c = text:sub(at, at)
    assert(c == close or c == ",", close)
    if c == close then return at + 1 end
    at = text:match(SPACE, at + 1)
  end
end

function value_at(text, at, null, depth)
  at = text:match(SPACE, at)
  assert(depth <= 100 and at <= #text, "depth")
  local c, made, next_at = text:sub(at, at), {}, nil
  if c == '"' then return string_at(text, at) end
  if c == "[" then
    return made, series(text, at, "]", function(from)
      made[#made + 1], next_at = value_at(text, from, null, depth + 1)
      return next_at
    end)
  elseif c == "{" then
    return made, series(text, at, "}", function(from)
      local name, colon = string_at(text, from)
      made[name], next_at = value_at(text, assert(text:match("^[ \t\n\r]*:()", colon), "a colon"), null, depth + 1)
      return next_at
    end)
  end
  for word, v in pairs(WORDS) do
    if text:sub(at, at + #word - 1) == word then return v, at + #word end
  end
  if text:sub(at, at + 3) == "null" then return null, at + 4 end
  return number_at(text, at)
end

return function(text, null)
  local value, at = value_at(text, 1, null, 1)
  assert(text:match(SPACE, at) == #text + 1, "the end")
  return value
end
