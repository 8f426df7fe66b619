--- Arguments of the command line as values: amounts, sets, positions. Games: @{takeaway.app.cli.game}.
-- @module takeaway.app.cli.read

local M = {}

--- A list of arguments in which argparse takes no negative number for an option.
function M.guard(list)
  local guarded = {}
  for i, text in ipairs(list) do guarded[i] = text:gsub("^%-%d", "\1%0") end
  return guarded
end

local function unguard(text) return (text:gsub("^\1", "")) end
M.unguard = unguard

--- An amount: 17, 10^18, 2^62.
-- @treturn int or nil and the fault, as argparse wants it
function M.amount(text)
  text = unguard(text)
  local base, exponent = text:match("^(%d+)^(%d+)$")
  local n
  if base then
    base, exponent, n = math.tointeger(tonumber(base)), math.tointeger(tonumber(exponent)), 1
    if not base or not exponent or exponent > 62 then n = nil end
    for _ = 1, n and exponent or 0 do
      if base > 0 and n > (1 << 62) // base then n = nil; break end
      n = n * base
    end
  else
    n = text:match("^%d+$") and math.tointeger(tonumber(text))
  end
  if not n or n > 1 << 62 then return nil,
    ("expected an amount from 0 to 2^62, such as 17 or 10^18, got '%s'"):format(text) end
  return n
end

--- A number of any length: its digits, or a power of ten.
-- @treturn string its decimal digits; or nil and the fault
function M.digits(text)
  text = unguard(text)
  local zeros = text:match "^10^(%d%d?%d?%d?)$"
  if zeros then return "1" .. ("0"):rep(tonumber(zeros)) end
  if text:find "^%d+$" then return text end
  return nil, ("expected a number of any length, such as 17 or 10^1000, got '%s'"):format(text)
end

--- An amount, or inf.
function M.purse(text)
  if text == "inf" or text == "*" then return math.huge end
  return M.amount(text)
end

--- A number of threads.
function M.threads(text)
  local n = text:match "^%d+$" and math.tointeger(tonumber(text))
  if not n or n < 1 or n > 256 then
    return nil, ("--threads: expected an integer from 1 to 256, got '%s'"):format(text)
  end
  return n
end

--- A positive number of seconds.
function M.seconds(text)
  local n = tonumber(text)
  if not n or n ~= n or n <= 0 or n == math.huge then
    return nil, ("expected a positive number of seconds, got '%s'"):format(text)
  end
  return n
end

local SHIFT = { [""] = 0, K = 10, M = 20, G = 30 }

--- A number of bytes, such as 1000000, 500K, 64M or 2G.
function M.memory(text)
  local digits, unit = text:match "^(%d+)([KMG]?)$"
  local n = digits and #digits < 16 - #unit * 6 and math.tointeger(tonumber(digits)) << SHIFT[unit]
  if not n or n < 1 then
    return nil, ("--memory: expected a positive number of bytes, such as 500M or 2G, got '%s'"):format(text)
  end
  return n
end

--- A set: 1,3,4 or {1,3,4}.
function M.set(text)
  text = unguard(text)
  text = text:match("^{(.*)}$") or text
  local set = {}
  if not text:find("^%d+[%d,]*$") or text:find(",,") or text:find(",$") then
    return nil, ("expected a set such as 1,3,4, got '%s'"):format(text)
  end
  for digits in text:gmatch("%d+") do
    local member = math.tointeger(tonumber(digits))
    if not member or member < 1 then return nil, ("expected members from 1 on, got '%s' in '%s'"):format(digits,
      text) end
    set[#set + 1] = member
  end
  return set
end

--- A coordinate that does not vary: x=3.
function M.fixed(text)
  local name, value = unguard(text):match("^([%w_]+)=(%-?%d+)$")
  if not name then return nil, ("--fix: expected a coordinate and its number, such as x=3, got '%s'"):format(text) end
  local number = math.tointeger(tonumber(value))
  if not number then return nil, ("--fix: %s has more than 64 bits"):format(value) end
  return { name:find "^%d+$" and math.tointeger(tonumber(name)) or name, number }
end

--- A setting of a survey's task: k=8.
function M.setting(text)
  local name, value = unguard(text):match("^([%w_]+)=(.+)$")
  if not name then return nil, ("--set: expected a setting and its value, such as k=8, got '%s'"):format(text) end
  return { name, value }
end

--- Components of a position: integers where all are, else texts.
function M.position(list)
  local components = {}
  for i, text in ipairs(list) do
    text = unguard(text)
    local n = text:find("^-?%d+$") and math.tointeger(tonumber(text))
    if not n then
      if #list > 1 then error(("position: expected integers or one text, got '%s'"):format(text), 0) end
      n = text
    end
    components[i] = n
  end
  return components
end

return M
