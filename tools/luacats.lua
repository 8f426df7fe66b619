-- Definitions for language servers (LuaCATS), from the same docstrings as help and the site.
--
--   lua5.4 tools/luacats.lua FILE

local help = require "takeaway.app.help"
local ta = require "takeaway"

local index = help.index()
local TYPES = {
  int = "integer", integer = "integer", string = "string", table = "table", boolean = "boolean", number = "number",
  ["function"] = "function",
}
-- What a call of ta makes, and classes that are told of in two modules.
local MAKES = {
  move_function = "move_function.f", native = "move_function.f", two_pile = "two_pile.game", one_pile = "one_pile.game",
  subtraction = "heap.g", octal = "heap.g", heap = "heap.g", heaps = "heap.sum", cash = "cash.game",
  win_condition = "win_condition.wc", load_certificate = "win_condition.wc", ruleset = "ruleset.rules",
  load_rules = "ruleset.rules", value = "value.v", star = "value.v", up = "value.v", number = "value.v",
  explore = "explore.Findings",
}
local SAME = {
  ["moves.position"] = "position.position", ["validate.rules"] = "ruleset.rules", ["plot.picture"] = "plot.Picture",
}
local PARTS = { "plot", "export" } -- tables of functions
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
  for _, p in ipairs(entry.params) do
    for word in p.name:gmatch("[^,%s]+") do -- "d,e" is two
      local name = word == "..." and "..." or word:gsub("%W", "_")
      names[#names + 1] = name
      out[#out + 1] = ("---@param %s%s %s %s"):format(name, p.optional and name ~= "..." and "?" or "", type_of(p.type),
        p.text)
    end
  end
  if #entry.params == 0 then
    for name in (entry.signature:match("%((.*)%)$") or ""):gmatch("[%a_][%w_]*") do
      if load("local " .. name) then names[#names + 1] = name end
    end
    if entry.signature:find("%.%.%.") then names[#names + 1] = "..." end
  end
  for i, r in ipairs(entry.returns) do
    local made = i == 1 and owner == "ta" and MAKES[entry.name]
    out[#out + 1] = ("---@return %s # %s"):format(made and "takeaway." .. made or type_of(r.type), r.text)
  end
  out[#out + 1] = ("function %s%s%s(%s) end\n"):format(owner, sign, entry.name, table.concat(names, ", "))
end

for _, part in ipairs(PARTS) do
  out[#out + 1] = ("ta.%s = {}\n"):format(part)
  for _, entry in ipairs(index.list) do
    if entry.module == part and type(ta[part][entry.name]) == "function" and entry.signature:find("^ta%.") then
      define("ta." .. part, entry, ".")
    end
  end
end
out[#out + 1] = [[
---@type string the version, major.minor.patch
ta.version = nil

---The store of values: `ta.values:statistics()`, `:limit{...}`, `:clear()`
---@type any
ta.values = nil

---Ready rules by name; called, it walks their names, calls and lines.
---@type table<string, any>
ta.rules = {}

---@type table<string, takeaway.papers.Paper>
ta.papers = {}
]]
for _, entry in ipairs(index.list) do
  if not entry.owner and type(ta[entry.name]) == "function" then define("ta", entry, ".") end
end
local classes, order, seen = {}, {}, {}
for _, entry in ipairs(index.list) do
  if entry.owner and entry.signature:find("^[%w_]+:") and entry.name ~= "version" then
    local class = entry.module .. "." .. entry.owner
    class = "takeaway." .. (SAME[class] or class)
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
for name in pairs(ta) do assert(text:find("ta%." .. name .. "%f[^%w_]"), "no definition of ta." .. name) end
os.execute(("mkdir -p '%s'"):format(arg[1]:match("^(.*)/")))
local file = assert(io.open(arg[1], "w"))
file:write(text)
file:close()
print(("luacats: %d definitions"):format(#index.list))
