--- The messages between a survey's coordinator and its workers, and the stored settings of a survey: a list of lists of
-- values as text, one list a line.
--
-- A value is a letter and its text: `i-12`, `f0x1.8p+1` (exactly), `sabc` (with escapes for control characters and
-- backslashes), `bt`, `bf`, `n` for nil. Tabs separate values. A written value is read exactly, on any machine.
-- @module takeaway.app.survey.message

local M = {}

local ESCAPES = { ["\\"] = "\\\\", ["\n"] = "\\n", ["\t"] = "\\t", ["\r"] = "\\r", ["\0"] = "\\0" }
local MEANT = {}
for raw, escape in pairs(ESCAPES) do MEANT[escape] = raw end

local function value_text(v)
  local kind = math.type(v) or type(v)
  if kind == "integer" then return ("i%d"):format(v) end
  if kind == "string" then return "s" .. v:gsub("[\\\n\t\r\0]", ESCAPES) end
  if kind == "nil" then return "n" end
  if kind == "boolean" then return v and "bt" or "bf" end
  if kind == "float" then
    if v ~= v then error("message: not a number has no text", 0) end
    if v == math.huge or v == -math.huge then return v > 0 and "f0x1p+9999" or "f-0x1p+9999" end
    return ("f%a"):format(v)
  end
  error("message: a " .. kind .. " has no text", 0)
end

local READ = {
  i = function(text) return math.tointeger(tonumber(text)) end,
  f = function(text) local n = tonumber(text) return n and n + 0.0 end,
  s = function(text) return (text:gsub("\\.", MEANT)) end,
  b = function(text) return text == "t" end,
}

local function read_value(text)
  if text == "n" then return nil end
  local read = READ[text:sub(1, 1)]
  local v
  if read then v = read(text:sub(2)) end
  if v == nil then error("message: invalid: " .. text:sub(1, 40), 0) end
  return v
end

--- A list of values as a line; `n` where the last may be nil.
function M.line(list)
  local parts = {}
  for i = 1, list.n or #list do parts[i] = value_text(list[i]) end
  return table.concat(parts, "\t")
end

--- The values of a line, with their count `n`.
function M.read_line(line)
  local list = { n = 0 }
  if line == "" then return list end
  for part in (line .. "\t"):gmatch "([^\t]*)\t" do
    list.n = list.n + 1
    list[list.n] = read_value(part)
  end
  return list
end

--- A message: its first list names its kind.
function M.write(lists)
  local lines = {}
  for i, list in ipairs(lists) do lines[i] = M.line(list) end
  return table.concat(lines, "\n")
end

--- The lists of a message.
function M.read(text)
  local lists = {}
  for line in (text .. "\n"):gmatch "([^\n]*)\n" do lists[#lists + 1] = M.read_line(line) end
  return lists
end

--- Names and their values as text, in the order of names.
function M.settings(settings)
  local names, flat = {}, {}
  for name in pairs(settings) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do
    flat[#flat + 1] = name
    flat[#flat + 1] = settings[name]
  end
  return M.line(flat)
end

--- The settings of such a text.
function M.read_settings(text)
  local list, settings = M.read_line(text), {}
  for i = 1, list.n, 2 do settings[list[i]] = list[i + 1] end
  return settings
end

return M
