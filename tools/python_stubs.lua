-- Writes the Python package's docstrings (_docs.py) and types (__init__.pyi), from the docstrings of help and the site.
--
--   lua5.4 tools/python_stubs.lua FOLDER

local completion = require "takeaway.app.completion"
local help = require "takeaway.app.help"
local jobs = require "tools.jobs"
local registry = require "takeaway.registry"
local rows = require "tools.rows"
local ta = require "takeaway"

local index = help.index()
local TYPES = {
  int = "_SupportsIndex", integer = "_SupportsIndex", string = "str", table = "Any", boolean = "bool", number = "float",
  ["function"] = "_Callable[..., Any]",
}
-- What the core takes (tools/rows.lua) where a docstring names no type, and of settings.
local TAKEN = {
  amount = "_Union[_SupportsIndex, float]", integer = "_SupportsIndex", threads = "_SupportsIndex", boolean = "bool",
  seconds = "float", ["function"] = "_Callable[..., Any]",
}
local RESULTS = { int = "int", integer = "int", string = "str", boolean = "bool" }
local RESERVED = {}
for word in ("and as assert async await break class continue def del elif else except finally for from global if "
  .. "import in is lambda nonlocal not or pass raise return self try while with yield"):gmatch("%a+") do
  RESERVED[word] = true
end

-- Classes with Python code of their own, in _objects.py. All others are an Object with methods.
local OWN = { ["value.v"] = "Value", ["position.position"] = "Position", ["sum.sum"] = "Sum",
              ["ruleset.rules"] = "Ruleset", ["plot.picture"] = "Picture", position = "Position", sum = "Sum",
              picture = "Picture" }

local function python_class(class)
  if OWN[class] then return OWN[class] end
  local name = class:gsub("%f[%a](%a)", string.upper):gsub("_(%a)", string.upper):gsub("%W", "")
  return name
end

local function doc_of(entry)
  return (table.concat(entry.lines, "\n"):gsub("@{([^}|]*)|?[^}]*}", "%1"):gsub("^ ", ""):gsub("\n ", "\n"))
end

local function quoted(text)
  return '"' .. text:gsub('[\\"]', "\\%0"):gsub("\n", "\\n") .. '"'
end

-- ---- Docstrings ----------------------------------------------------------------------------------------------------

local docs = { '"""Made by tools/python_stubs.lua."""', "", "from typing import Dict, List", "" }

local function put(out, format, ...) out[#out + 1] = select("#", ...) > 0 and format:format(...) or format end

put(docs, "CALLS: Dict[str, str] = {")
for _, entry in ipairs(index.list) do
  if not entry.owner then
    put(docs, "    %s: %s,", quoted((entry.part and entry.part .. "." or "") .. entry.name), quoted(doc_of(entry)))
  end
end
put(docs, "}\n")

local function inherited(class, each)
  for _, entry in ipairs(index.classes[class] or {}) do each(entry) end
  local base = help.inherits(class)
  if base then inherited(base, each) end
end

local classes = {} -- by kind
local function documented(name)
  for _, entry in ipairs(index.by_name[name] or {}) do if not entry.owner then return entry end end
end
for kind, of in pairs(registry.kinds) do
  if of.sample then
    completion.sample(kind)
    local entry = documented(of.sample)
    classes[kind] = entry and help.class_of(entry)
  end
end
classes.ruleset = "ruleset.rules"
for _, class in ipairs(index.class_order) do
  if OWN[class] == "Position" then classes.position = class end
  if OWN[class] == "Sum" then classes.sum = class end
end

local kinds = {}
for kind in pairs(classes) do kinds[#kinds + 1] = kind end
table.sort(kinds)
put(docs, "METHODS: Dict[str, Dict[str, str]] = {")
for _, kind in ipairs(kinds) do
  put(docs, "    %s: {", quoted(kind))
  local seen = {}
  inherited(classes[kind], function(entry)
    if not seen[entry.name] then put(docs, "        %s: %s,", quoted(entry.name), quoted(doc_of(entry))) end
    seen[entry.name] = true
  end)
  put(docs, "    },")
end
put(docs, "}")

-- ---- Types ---------------------------------------------------------------------------------------------------------

local types = { '"""Made by tools/python_stubs.lua."""', [[

from typing import Any, Callable as _Callable, Dict as _Dict, SupportsIndex as _SupportsIndex, Union as _Union

from . import _host, _objects
from ._errors import (
    CancelledError as CancelledError,
    FileError as FileError,
    LimitError as LimitError,
    LoopyError as LoopyError,
    PartizanError as PartizanError,
    RaisedError as RaisedError,
    RangeError as RangeError,
    RequestError as RequestError,
    TakeawayError as TakeawayError,
    UnsupportedError as UnsupportedError,
)
from ._library import INFINITE as INFINITE, KERNELS as KERNELS
from ._objects import Object as Object, Record as Record, Table as Table

__version__: str
version: str
rules: Any
papers: Any
values: Any
within = _host.Within
]] }

local function result_of(entry)
  local first = entry.returns[1]
  local class = first and help.class_of(entry)
  if class and index.classes[class] then return '"' .. python_class(class) .. '"' end
  return #entry.returns == 1 and not first.text:find("; or") and RESULTS[first.type] or "Any"
end

-- Calls with a bound accept it as a number or as a setting.
local function parameters(entry)
  local list, named, optional, settings, rest = {}, {}, false, false, false
  for _, p in ipairs(entry.params) do
    local is_bound = p.text:find("`{to", 1, true) or p.text:find("`to` among", 1, true)
    optional, settings = optional or is_bound, settings or is_bound
    for word in p.name:gmatch("[^,%s]+") do
      if word == "..." then rest = true
      elseif word == "settings" or word == "options" then
        if p.text:find("^a number") or p.text:find("a number or a table", 1, true) then
          list[#list + 1] = "to: _SupportsIndex = ..."
        end
        settings = true
        local taken = rows.parameter(entry, word)
        for _, field in ipairs(taken and taken.fields or {}) do
          named[#named + 1] = ("%s: %s = ..."):format(field.name, TAKEN[field.kind] or "Any")
        end
      elseif not rest then
        optional = optional or p.optional
        local name = word:gsub("%W", "_")
        local taken = rows.parameter(entry, word)
        local type_of = TYPES[p.type] or taken and TAKEN[taken.kind] or "Any"
        if taken and taken.optional then type_of = type_of:gsub("float%]$", "float, None]") end
        name = name .. (RESERVED[name] and "_" or "")
        list[#list + 1] = ("%s: %s%s"):format(name, type_of, optional and " = ..." or "")
      end
    end
  end
  if #list > 0 and not rest then list[#list + 1] = "/" end
  if #list > 0 and rest then list[#list + 1] = "/" end
  if rest then list[#list + 1] = "*arguments: Any" end
  if #named > 0 and not rest then list[#list + 1] = "*" end
  table.move(named, 1, #named, #list + 1, list)
  if settings then list[#list + 1] = "**settings: Any" end
  return list
end

-- `inherits`: the method of that name in the base class. Code that calls it with its settings may call this one.
local function define(indent, entry, first, inherits)
  local list = parameters(entry)
  local wider = inherits and parameters(inherits)
  local settings = "**settings: Any"
  if wider and wider[#wider] == settings and list[#list] ~= settings then list[#list + 1] = settings end
  if first then table.insert(list, 1, first) end
  local name = entry.name .. (RESERVED[entry.name] and "_" or "")
  if #list == 1 and list[1] == "/" then list = {} end
  put(types, "%sdef %s(%s) -> %s: ...", indent, name, table.concat(list, ", "), result_of(entry))
end

local base_of = { Value = "_objects.Value", Position = "_objects.Position", Sum = "_objects.Sum",
                  Ruleset = "_objects.Ruleset", Picture = "_objects.Picture" }
-- Objects of these kinds are tables of integers in Python.
local TABLES = { "sequence", "least_table", "table", "row" }
for _, kind in ipairs(TABLES) do
  local class = classes[kind]
  if class then base_of[python_class(class)] = "Table" end
end
for _, class in ipairs(index.class_order) do
  if class:find("^sequence%.") or class:find("%.table$") then
    base_of[python_class(class)] = "Table"
  end
end
local bodies = {}
for _, class in ipairs(index.class_order) do
  local name, base = python_class(class), help.inherits(class)
  bodies[name] = bodies[name] or { base = base and python_class(base) or base_of[name] or "Object", methods = {} }
  for _, entry in ipairs(index.classes[class]) do bodies[name].methods[entry.name] = entry end
end
local names = {}
for name in pairs(bodies) do names[#names + 1] = name end
table.sort(names)
for _, name in ipairs(names) do
  local body, methods = bodies[name], {}
  put(types, "class %s(%s):", name, body.base)
  for method in pairs(body.methods) do methods[#methods + 1] = method end
  table.sort(methods)
  for _, method in ipairs(methods) do
    define("    ", body.methods[method], "self", bodies[body.base] and bodies[body.base].methods[method])
  end
  if #methods == 0 then put(types, "    ...") end
  put(types, "")
end

local parts = {}
for _, entry in ipairs(index.list) do
  if not entry.owner and entry.part then
    parts[entry.part] = parts[entry.part] or {}
    table.insert(parts[entry.part], entry)
  elseif not entry.owner and entry.name ~= "values" and entry.name ~= "within" then -- two that are no calls in Python
    define("", entry)
  end
end
for _, part in ipairs { "export", "plot" } do
  put(types, "\nclass _%s:", part)
  for _, entry in ipairs(parts[part]) do
    put(types, "    @staticmethod")
    define("    ", entry)
  end
  put(types, "\n%s: _%s", part, part)
end
local typed = table.concat(types, "\n")
for name, call in pairs(ta) do
  if type(call) == "function" then
    local known = typed:find("def " .. name .. "(", 1, true) or typed:find("\n" .. name .. " = ", 1, true)
    assert(known, "no type of ta." .. name)
  end
end

local function write(name, lines) jobs.write(arg[1] .. "/" .. name, table.concat(lines, "\n") .. "\n") end
os.execute(("mkdir -p '%s'"):format(arg[1]))
write("_docs.py", docs)
write("__init__.pyi", types)
print(("python: %d calls and methods"):format(#index.list))
