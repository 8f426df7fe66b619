--- The signs, numbers and names of a declaration's text.
-- @module takeaway.engine.declaration.tokens

local M = {}

local SIGNS = {} -- what each means
for sign in ("<=> => -> <= >= ~= // < > = ( ) , : + - * / %"):gmatch "%S+" do SIGNS[sign] = sign end
SIGNS["=="], SIGNS["!="] = "=", "~="

--- Words that are no names: they mean something here, or in the Lua that is written.
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

-- The longest sign at a place of the text, and what it means.
local function sign_at(source, at, fail)
  local other = source:find("^[<>][<>]", at) and instead(source, at)
  for length = other and 0 or 3, 1, -1 do
    local sign = source:sub(at, at + length - 1)
    if SIGNS[sign] then return sign, SIGNS[sign] end
  end
  other = other or instead(source, at)
  fail(at, "a sign that means nothing here" .. (other and "; " .. other or ""))
end

local function number_at(source, at, fail)
  local digits = source:match("^%d+", at)
  local value = #digits < 17 and math.tointeger(tonumber(digits))
  if not value or value > 1 << 53 then fail(at, "a number beyond 2^53") end
  if source:find("^%.", at + #digits) then fail(at + #digits, "decimals are not exact; write 5/2 for 2.5") end
  return { number = value, at = at, to = at + #digits }
end

--- Read a text.
-- @tparam string source
-- @tparam function fail called with a place and what is wrong there; does not come back
-- @treturn {table,...} tokens: `at`, and one of `number`, `name`, `word` or `sign`; the last has none
function M.read(source, fail)
  if #source > LENGTH then fail(1, ("a text of %d characters; at most %d are read"):format(#source, LENGTH)) end
  local list, at = {}, source:find "%S"
  while at do
    local token
    local name = source:match("^%a[%w_]*", at)
    if name then
      token = { [M.words[name] and "word" or "name"] = name, at = at, to = at + #name }
    elseif source:find("^%d", at) then
      token = number_at(source, at, fail)
    else
      local sign, meaning = sign_at(source, at, fail)
      token = { sign = meaning, at = at, to = at + #sign }
    end
    list[#list + 1] = token
    at = source:find("%S", token.to)
  end
  list[#list + 1] = { at = #source + 1 }
  return list
end

return M
