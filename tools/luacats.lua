-- Definitions for language servers (LuaCATS), from the same docstrings as help and the site.
--
--   lua5.4 tools/luacats.lua FILE

local help = require "takeaway.help"
local ta = require "takeaway"

local index = help.index()
local TYPES = {
  int = "integer", integer = "integer", string = "string", table = "table", boolean = "boolean", number = "number",
  ["function"] = "function",
}
local out = { "---@meta takeaway", "", "---@class takeaway", "local ta = {}", "" }

local function type_of(name)
  if not name then return "any" end
  local element = name:match("^{(%w+),%.%.%.}$")
  if element then return (TYPES[element] or "any") .. "[]" end
  return TYPES[name] or "any"
end

local function comment(lines)
  for _, line in ipairs(lines) do out[#out + 1] = "---" .. (line:gsub("@{([^}|]*)|?[^}]*}", "%1")) end
end

local function define(owner, entry, sign)
  comment(entry.lines)
  local names = {}
  for i, p in ipairs(entry.params) do
    local name = p.name == "..." and "..." or p.name:gsub("%W", "_")
    names[i] = name
    out[#out + 1] = ("---@param %s%s %s %s"):format(name, p.optional and name ~= "..." and "?" or "", type_of(p.type),
      p.text)
  end
  if #entry.params == 0 then
    for name in (entry.signature:match("%((.*)%)$") or ""):gmatch("[%a_][%w_]*") do
      if load("local " .. name) then names[#names + 1] = name end
    end
    if entry.signature:find("%.%.%.") then names[#names + 1] = "..." end
  end
  for _, r in ipairs(entry.returns) do out[#out + 1] = ("---@return %s # %s"):format(type_of(r.type), r.text) end
  out[#out + 1] = ("function %s%s%s(%s) end\n"):format(owner, sign, entry.name, table.concat(names, ", "))
end

for _, entry in ipairs(index.list) do
  if not entry.owner and type(ta[entry.name]) == "function" then define("ta", entry, ".") end
end
local classes, order, seen = {}, {}, {}
for _, entry in ipairs(index.list) do
  if entry.owner and entry.signature:find("^[%w_]+:") then
    local class = "takeaway." .. entry.module .. "." .. entry.owner
    if not classes[class] then
      classes[class] = {}
      order[#order + 1] = class
    end
    if not seen[class .. ":" .. entry.name] then
      seen[class .. ":" .. entry.name] = true
      table.insert(classes[class], entry)
    end
  end
end
for _, class in ipairs(order) do
  local name = class:gsub("%.", "_")
  out[#out + 1] = ("---@class %s\nlocal %s = {}\n"):format(class, name)
  for _, entry in ipairs(classes[class]) do define(name, entry, ":") end
end
out[#out + 1] = "return ta"
local text = table.concat(out, "\n") .. "\n"
assert(load(text, "=luacats", "t"))
os.execute(("mkdir -p '%s'"):format(arg[1]:match("^(.*)/")))
local file = assert(io.open(arg[1], "w"))
file:write(text)
file:close()
print(("luacats: %d definitions"):format(#index.list))
