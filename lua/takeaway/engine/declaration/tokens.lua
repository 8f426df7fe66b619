--- The signs, numbers and names of a declaration's text.
-- @module takeaway.engine.declaration.tokens

local M = {}

local SIGNS = {} -- what each means
for sign in ("<=> => -> <= >= ~= // < > = ( ) , : + - * / %"):gmatch "%S+" do SIGNS[sign] = sign end
SIGNS["=="], SIGNS["!="] = "=", "~="

--- Reserved words: they have a meaning here, or in the Lua that is written.
M.words = {}
for word in ([[and or not mod floor ceil min max abs emit math break do else elseif end false for function goto if in
    local nil repeat return then true until while]]):gmatch "%a+" do
  M.words[word] = true
end

local LENGTH = 4096

-- Signs of Lua and of other languages, and what is written here.
local INSTEAD = { { ">>", "write floor(a/2) for a >> 1" }, { "<<", "write 2a for a << 1" },
                  { "&&", "write and" }, { "||", "write or" }, { "&", "write a mod 2 for a & 1" },
                  { "^", "a power is not linear" }, { "!", "write not" } }

local function instead(source, at)
  for _, one in ipairs(INSTEAD) do
    if source:sub(at, at + #one[1] - 1) == one[1] then return one[2] end
  end
end

local find, sub = string.find, string.sub

-- Equal tokens are one: signs, words and small numbers of all texts, names of a text.
local OF_SIGN, OF_WORD, OF_NUMBER, LAST = {}, {}, {}, {}
for sign, meaning in pairs(SIGNS) do OF_SIGN[sign] = OF_SIGN[meaning] or { sign = meaning } end
for word in pairs(M.words) do OF_WORD[word] = { word = word } end
for number = 0, 9 do OF_NUMBER[number] = { number = number } end

-- Signs of one character that begins no other, as tokens, and what a name is made of, by their bytes.
local ALONE, LETTER, IN_NAME, SPACE = {}, {}, {}, {}
for byte = 0, 255 do
  local c = string.char(byte)
  LETTER[byte], IN_NAME[byte], SPACE[byte] = find(c, "%a"), find(c, "[%w_]"), find(c, "%s")
  ALONE[byte] = OF_SIGN[c]
  for other in pairs(SIGNS) do
    if #other > 1 and sub(other, 1, 1) == c then ALONE[byte] = nil end
  end
end

-- The longest sign at a place of the text.
local function sign_at(source, at, fail)
  local sign = sub(source, at, at + 2)
  if SIGNS[sign] then return sign end
  sign = sub(source, at, at + 1)
  if SIGNS[sign] then return sign end
  if sign ~= "<<" and sign ~= ">>" then
    sign = sub(source, at, at)
    if SIGNS[sign] then return sign end
  end
  local other = instead(source, at)
  fail(at, "a sign that means nothing here" .. (other and "; " .. other or ""))
end

-- The number that stands at a place, and the place after it.
local function number_at(source, at, fail)
  local _, last, digits = find(source, "^(%d+)", at)
  local value = #digits < 17 and math.tointeger(tonumber(digits))
  if not value or value > 1 << 53 then fail(at, "a number beyond 2^53") end
  if find(source, "^%.", last + 1) then fail(last + 1, "decimals are not exact; write 5/2 for 2.5") end
  return value, last + 1
end

--- Read a text.
-- @tparam string source
-- @tparam function fail called with a position and the fault there; does not return
-- @treturn {table,...} tokens, each with one of `number`, `name`, `word` or `sign`; the last has none. They must not be
--   changed: equal ones are the same table
-- @treturn {int,...} where each begins
function M.read(source, fail)
  if #source > LENGTH then fail(1, ("a text of %d characters; at most %d are read"):format(#source, LENGTH)) end
  local bytes, count, at, names = { source:byte(1, -1) }, 0, 1, {}
  local list = { -- room for 32
    nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil,
    nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil,
  }
  local places = {
    nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil,
    nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil,
  }
  while at <= #source do
    local byte = bytes[at]
    if SPACE[byte] then
      at = at + 1
    else
      local token, past = ALONE[byte], at + 1
      if LETTER[byte] then
        while IN_NAME[bytes[past]] do past = past + 1 end
        local name = sub(source, at, past - 1)
        token = OF_WORD[name] or names[name]
        if not token then
          token = { name = name }
          names[name] = token
        end
      elseif byte >= 48 and byte <= 57 then
        local number
        number, past = number_at(source, at, fail)
        token = OF_NUMBER[number] or { number = number }
      elseif not token then
        local sign = sign_at(source, at, fail)
        token, past = OF_SIGN[sign], at + #sign
      end
      count = count + 1
      list[count], places[count], at = token, at, past
    end
  end
  list[count + 1], places[count + 1] = LAST, #source + 1
  return list, places
end

return M
