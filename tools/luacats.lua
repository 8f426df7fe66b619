-- Writes definitions for language servers (LuaCATS), from the same docstrings as help and the site.
--
--   lua5.4 tools/luacats.lua FILE

local help = require "takeaway.app.help"
local rows = require "tools.rows"
local ta = require "takeaway"

local index = help.index()
local TYPES = {
  int = "integer", integer = "integer", string = "string", table = "table", boolean = "boolean", number = "number",
  ["function"] = "function",
}
local PARTS = { "plot", "export" } -- tables of functions
local out = { "---@meta takeaway", "", "---@class takeaway", "local ta = {}", "" }

local function type_of(name)
  local element = name and name:match("^{(%w+),%.%.%.}$")
  if element then return (TYPES[element] or "any") .. "[]" end
  return TYPES[name] or "any"
end

local FIELDS = {
  integer = "integer", threads = "integer", boolean = "boolean", seconds = "number", ["function"] = "function",
}

-- The type of an argument: the core's (tools/rows.lua) where it says more than the docstring, of numbers that may be
-- infinite and of settings.
local function taken_type(entry, name, type_there)
  local taken = rows.parameter(entry, name)
  if taken and taken.kind == "amount" then return "number" end
  if not (taken and taken.fields) then return type_of(type_there) end
  local fields = {}
  for i, field in ipairs(taken.fields) do fields[i] = ("%s?: %s"):format(field.name, FIELDS[field.kind] or "any") end
  return "{ " .. table.concat(fields, ", ") .. " }"
end

local function comment(lines)
  for _, line in ipairs(lines) do out[#out + 1] = "---" .. (line:gsub("@{([^}|]*)|?[^}]*}", "%1")) end
end

local function define(owner, entry, sign)
  comment(entry.lines)
  local names = {}
  for _, p in ipairs(entry.params) do
    for word in p.name:gmatch("[^,%s]+") do -- "d,e" is two parameters
      local name = word == "..." and "..." or word:gsub("%W", "_")
      names[#names + 1] = name
      out[#out + 1] = ("---@param %s%s %s %s"):format(name, p.optional and name ~= "..." and "?" or "",
        taken_type(entry, word, p.type), p.text)
    end
  end
  for i, r in ipairs(entry.returns) do
    local class = i == 1 and help.class_of(entry)
    out[#out + 1] = ("---@return %s # %s"):format(class and "takeaway." .. class or type_of(r.type), r.text)
  end
  out[#out + 1] = ("function %s%s%s(%s) end\n"):format(owner, sign, entry.name, table.concat(names, ", "))
end

for _, part in ipairs(PARTS) do out[#out + 1] = ("ta.%s = {}\n"):format(part) end
out[#out + 1] = [[
---@type string the version, major.minor.patch
ta.version = nil

---@type takeaway.value.values
ta.values = nil

---Ready rules by name; a call iterates over their names, calls and lines.
---@type table<string, any>
ta.rules = {}

---@type table<string, takeaway.papers.paper>
ta.papers = {}
]]
for _, entry in ipairs(index.list) do
  if not entry.owner then define(entry.part and "ta." .. entry.part or "ta", entry, ".") end
end
for _, class in ipairs(index.class_order) do
  local name, base = class:gsub("%.", "_"), help.inherits(class)
  out[#out + 1] = ("---@class takeaway.%s%s\nlocal %s = {}\n"):format(class, base and ": takeaway." .. base or "", name)
  for _, entry in ipairs(index.classes[class]) do define(name, entry, ":") end
end
out[#out + 1] = "return ta"
local text = table.concat(out, "\n") .. "\n"
assert(load(text, "=luacats", "t"))
for name in pairs(ta) do assert(text:find("ta%." .. name .. "%f[^%w_]"), "no definition of ta." .. name) end
os.execute(("mkdir -p '%s'"):format(arg[1]:match("^(.*)/")))
require("tools.jobs").write(arg[1], text)
print(("luacats: %d definitions"):format(#index.list))
