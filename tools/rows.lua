-- Rows of the core (csrc/lua/base/method.h) beside the docstrings of the calls that they bind. What a docstring says of
-- an argument must be what the core takes; where it names no type, the row does.

local core = require "takeaway.core"
local help = require "takeaway.app.help"
local registry = require "takeaway.registry"

local M = {}

local index = help.index()

-- Calls of which the front takes other arguments than the core.
local OTHER = {
  check_theorem = "the front runs two checkers",
  numeration = "the front reads a numeration by its name",
  ["heap.game:misere_nim_value"] = "the core takes heaps, and refuses more than one",
}

-- The types of docstrings, by the kind of a row's parameter. An amount may be math.huge: it has no type there.
local TYPES = {
  integer = { int = true, integer = true }, amount = {}, string = { string = true }, name = { string = true },
  rest = { int = true, integer = true }, list = { table = true }, settings = { table = true },
}

local classes = { ["takeaway.movefn"] = "move_function.f" } -- of the docstrings, by type
for kind, of in pairs(registry.kinds) do
  for _, entry in ipairs(of.sample and index.by_name[of.sample] or {}) do
    if not entry.owner then classes["takeaway." .. kind] = help.class_of(entry) end
  end
end

local function entry_of(row)
  local class = row.type and classes[row.type]
  for _, entry in ipairs(row.type and (index.classes[class] or {}) or index.by_name[row.name] or {}) do
    local found = entry.name == row.name and (row.type or not (entry.owner or entry.part or row.on))
    if found and not OTHER[row.type and class .. ":" .. row.name or row.name] then return entry end
  end
end

local rows = {} -- by entry
for _, row in ipairs(core.rows()) do
  local entry = entry_of(row)
  if entry and not (row.by_hand and #row.takes == 0) then rows[entry] = row end
end

-- The names and types of a docstring's parameters, in their order: "d,e" is two.
local function written(entry)
  local list = {}
  for _, p in ipairs(entry.params) do
    local optional = p.optional ~= nil and p.optional ~= false
    for name in p.name:gmatch "[^,%s]+" do list[#list + 1] = { name = name, type = p.type, optional = optional } end
  end
  return list
end

--- The parameter of the core's row that the docstring of a call names so; nil where the core binds no such call.
function M.parameter(entry, name)
  for _, p in ipairs(rows[entry] and rows[entry].takes or {}) do
    if p.name == name then return p end
  end
end

-- All that a docstring says, with the head of the module that it refers to.
local function text_of(entry)
  local list = { table.concat(entry.lines, "\n") }
  for _, p in ipairs(entry.params) do
    list[#list + 1] = p.text
    local module = index.modules[p.text:match "@{takeaway%.family%.([%w_]+)}"]
    list[#list + 1] = module and table.concat(module.lines, "\n")
  end
  return table.concat(list, "\n")
end

local function disagree(entry, row)
  local said, text = written(entry), text_of(entry)
  if #said ~= #row.takes then return ("has %d arguments, the core takes %d"):format(#said, #row.takes) end
  for i, p in ipairs(row.takes) do
    local known, one = TYPES[p.kind], said[i]
    local name = p.kind == "rest" and "..." or p.name
    if name ~= one.name then return ("says %s, the core %s"):format(one.name, name) end
    local between = i < #said and not said[i + 1].optional -- nil may stand there
    if p.kind ~= "rest" and p.optional ~= one.optional and not between then
      return one.name .. " is optional in one of both"
    end
    local base = one.type and one.type:find "^{" and "table" or one.type
    if known and base and not known[base] then return ("%s is %s, the core takes %s"):format(p.name, base, p.kind) end
    for _, field in ipairs(p.fields or {}) do
      if not text:find("%f[%w_]" .. field.name .. "%f[^%w_]") then return "does not name the setting " .. field.name end
    end
  end
end

--- What docstrings and rows say differently, and how many were compared.
function M.differences()
  local list, count = {}, 0
  for entry, row in pairs(rows) do
    local why = disagree(entry, row)
    if why then list[#list + 1] = ("%s: %s"):format(entry.signature, why) end
    count = count + 1
  end
  table.sort(list)
  return list, count
end

return M
