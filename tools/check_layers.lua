-- Which file may use which: a lint that reads the #includes of C, the symbols of the objects, and the requires of Lua.
-- It names no family; its unit is a folder. Run it after a build: lua5.4 tools/check_layers.lua [build]. It prints each
-- broken rule with the place; the status is then 1.

local jobs = require "tools.jobs"

local lines_of = jobs.lines_of
local build = arg[1] or "build"
local broken = 0

local function report(...)
  broken = broken + 1
  io.stderr:write("layers: ", string.format(...), "\n")
end

local texts, there = {}, {} -- each file is read once, each name looked up once

local function read(path)
  texts[path] = texts[path] or jobs.read(path)
  return texts[path]
end

local function exists(path)
  if there[path] == nil then
    local file <close> = io.open(path)
    there[path] = file ~= nil
  end
  return there[path]
end

local function starts(text, prefix) return text:sub(1, #prefix) == prefix end

-- ---- Graphs ------------------------------------------------------------------------

-- The strongly connected components of more than one file, each sorted (Tarjan).
local function circles(graph)
  local index, low, on_stack, stack, next_index, found = {}, {}, {}, {}, 0, {}
  local function visit(v)
    next_index = next_index + 1
    index[v], low[v], on_stack[v] = next_index, next_index, true
    stack[#stack + 1] = v
    for w in pairs(graph[v] or {}) do
      if not index[w] then visit(w) end
      if on_stack[w] then low[v] = math.min(low[v], low[w]) end
    end
    if low[v] < index[v] then return end
    local component = {}
    repeat
      local w = table.remove(stack)
      on_stack[w] = nil
      component[#component + 1] = w
    until w == v
    table.sort(component)
    if #component > 1 then found[#found + 1] = component end
  end
  for v in pairs(graph) do if not index[v] then visit(v) end end
  table.sort(found, function(a, b) return a[1] < b[1] end)
  return found
end

-- graph[a][b] is how a uses b.
local function report_circles(kind, graph)
  for _, files in ipairs(circles(graph)) do
    report("a circle of %s: %s", kind, table.concat(files, ", "))
    for _, from in ipairs(files) do
      for _, to in ipairs(files) do
        local by = from ~= to and graph[from][to]
        if by then io.stderr:write(("  %s -> %s: %s\n"):format(from, to, by)) end
      end
    end
  end
end

-- ---- C: includes -------------------------------------------------------------------

-- The system headers that core/ may include. Those of vector types come with the compiler.
local LIBC = {}
for name in ([[assert ctype errno float inttypes limits math stdarg stdbool stddef stdint stdio
    stdlib string time unistd sys/resource immintrin emmintrin stdatomic threads pthread sched signal]]):gmatch "%S+" do
  LIBC[name .. ".h"] = true
end

-- The folders of core/ that all others may use; base/ uses none.
local COMMON = { base = true, movefn = true, store = true }

local SOURCES = lines_of "find csrc -name '*.[ch]' | sort"

-- The only exceptions, each explained in its header: [folder that may include it] = header.
local EXCEPTION, exceptions = {}, 0
for _, path in ipairs(SOURCES) do
  local room = starts(path, "csrc/core/") and read(path):match "\n%*%* Layers: ([%w_]+)/ may include this"
  if room then
    EXCEPTION[room] = path
    exceptions = exceptions + 1
    if exceptions > 1 then report("%s states an exception, but there is one already", path) end
  end
end

-- The file of this tree that `#include "name"` means in `from`, or nil.
local function included(from, name)
  for _, folder in ipairs { from:match "^.*/", "csrc/core/", "csrc/include/", "csrc/" } do
    if exists(folder .. name) then return folder .. name end
  end
end

local function is_lua_header(name) return name:find "^lua" or name == "lauxlib.h" end

-- May a file of core/<room>/ include `to`?
local function core_may(room, to)
  local header = to:match "^csrc/include/takeaway/([%w_]+)%.h$"
  if header then -- the engine reaches a game through callbacks; base/ uses no other folder
    if header == room or not exists("csrc/core/" .. header .. "/.") then return true end
    return room ~= "base" and (COMMON[header] or room ~= "engine" and not COMMON[room])
  end
  local other = to:match "^csrc/core/([%w_]+)/"
  return other == room or COMMON[other] and room ~= "base" or EXCEPTION[room] == to
end

local function check_include(from, to)
  local room = from:match "^csrc/core/([%w_]+)/"
  local allowed
  if room then allowed = core_may(room, to)
  elseif starts(from, "csrc/include/") then allowed = starts(to, "csrc/include/")
  elseif starts(from, "csrc/ffi/") then
    allowed = starts(to, "csrc/core/") or starts(to, "csrc/ffi/") or starts(to, "csrc/include/")
  elseif starts(from, "csrc/lua/") then allowed = not (starts(to, "csrc/terminal/") or starts(to, "csrc/host/"))
  elseif starts(from, "csrc/sandbox/") then -- a program with a Lua of its own
    allowed = not (starts(to, "csrc/terminal/") or starts(to, "csrc/host/") or starts(to, "csrc/ffi/"))
  elseif starts(from, "csrc/host/") then allowed = starts(to, "csrc/host/") or starts(to, "csrc/include/")
  else allowed = to:match "^.*/" == from:match "^.*/" end -- terminal/ uses only Lua
  if not allowed then report("%s includes %s", from, to) end
end

local function check_system_include(from, name, ffi_users)
  if name == "ffi.h" then ffi_users[#ffi_users + 1] = from end
  if starts(from, "csrc/core/") or starts(from, "csrc/include/") then
    if not LIBC[name] then report("%s includes <%s>: libc alone", from, name) end
  elseif starts(from, "csrc/ffi/") and is_lua_header(name) then
    report("%s includes <%s>", from, name)
  elseif not starts(from, "csrc/ffi/") and name == "ffi.h" then
    report("%s includes <ffi.h>", from)
  end
end

local function check_includes()
  local graph, ffi_users = {}, {}
  for _, from in ipairs(SOURCES) do
    graph[from] = {}
    for line in read(from):gmatch "[^\n]+" do
      local name = line:match '^%s*#%s*include%s*"([^"]+)"'
      local to = name and included(from, name)
      if name and not to then report('%s includes "%s", which is not there', from, name) end
      if to then
        check_include(from, to)
        graph[from][to] = "#include"
      end
      local system = line:match "^%s*#%s*include%s*<([^>]+)>"
      if system then check_system_include(from, system, ffi_users) end
    end
  end
  if #ffi_users > 1 then report("ffi.h is included in more than one file: %s", table.concat(ffi_users, ", ")) end
  report_circles("headers", graph)
end

-- ---- C: symbols --------------------------------------------------------------------

-- The symbols that the objects define and need: {source = {symbol, ...}} each.
local function symbols_of(folder)
  local defined, needed, source_of, objects = {}, {}, {}, {}
  for _, source in ipairs(SOURCES) do
    local object = source:gsub("^csrc/", build .. "/obj/"):gsub("%.c$", ".o")
    if starts(source, folder) and source:find "%.c$" and exists(object) then
      needed[source], source_of[object] = {}, source
      objects[#objects + 1] = object
    end
  end
  assert(#objects > 0, "layers: no objects in " .. build .. "/obj: build first")
  for _, line in ipairs(lines_of("nm -A " .. table.concat(objects, " "))) do
    local object, kind, symbol = line:match "^([^:]+):.*([A-Za-z]) ([%w_]+)$"
    local source = source_of[object]
    if kind == "U" then table.insert(needed[source], symbol)
    elseif kind and kind:find "[TDBRC]" then defined[symbol] = source end
  end
  return defined, needed
end

local function check_symbols()
  local defined, needed = symbols_of "csrc/"
  local graph = {}
  for source, symbols in pairs(needed) do
    graph[source] = {}
    for _, symbol in ipairs(symbols) do
      local home = defined[symbol]
      if home and home ~= source then
        local by = graph[source][home]
        graph[source][home] = by and by .. ", " .. symbol or symbol
      end
      if starts(source, "csrc/core/") and (symbol:find "^luaL?_" or symbol:find "^ffi_") then
        report("%s needs %s", source, symbol)
      end
    end
  end
  report_circles("files", graph)
end

-- Only csrc/terminal may use signals and terminals: core.so must not change a host's. A thread may block its signals
-- while it renames a file into place.
local HOSTS = {}
for name in ("sigaction signal sigprocmask isatty ioctl"):gmatch "%S+" do HOSTS[name] = true end

-- A module of this tree exports only the symbol that require looks for.
local function check_modules()
  for _, object in ipairs(lines_of("find " .. build .. "/takeaway -name '*.so'")) do
    for _, line in ipairs(lines_of("nm -D " .. object)) do
      local kind, symbol = line:match "(%a) ([%w_]+)"
      local undefined = kind == "U" or kind == "w" or kind == "v"
      if not undefined and not starts(symbol, "luaopen_") then report("%s exports %s", object, symbol) end
      if undefined and HOSTS[symbol] and object:find "/core%.so$" then report("%s needs %s", object, symbol) end
    end
  end
end

-- A library of this tree exports exactly what its list names.
local function check_exports()
  for _, map in ipairs(lines_of "find csrc -name '*.map'") do
    local object = ("%s/libtakeaway-%s.so"):format(build, map:match "csrc/(%w+)/")
    local listed, names = read(map):match "global:(.-)local:", {}
    for symbol in listed:gmatch "([%w_]+);" do names[symbol] = true end
    for _, line in ipairs(lines_of("nm -D --defined-only " .. object)) do
      local kind, symbol = line:match " (%a) ([%w_]+)"
      if kind ~= "A" and not names[symbol] then report("%s exports %s", object, symbol) end
      names[symbol] = nil
    end
    for symbol in pairs(names) do report("%s does not export %s", object, symbol) end
  end
end

-- ---- Lua ---------------------------------------------------------------------------

-- What the files of a layer may require, besides their own folder and third-party modules: prefixes of module names.
-- "takeaway" is the public API, "takeaway.core" the C core, "takeaway.registry" the list of families,
-- "takeaway.terminal" the terminal. "takeaway.workers" and "takeaway.mpi" are processes on this machine and on others.
-- A family's descriptor carries its rules.
local FLOORS = {
  base = { "takeaway.core" },
  engine = { "takeaway.core", "takeaway.base." },
  rules = { "takeaway.core", "takeaway.base.", "takeaway.engine.", "takeaway.rules." },
  family = { "takeaway.core", "takeaway.base.", "takeaway.engine.", "takeaway.rules." },
  research = { "takeaway", "takeaway.registry", "takeaway.base.", "takeaway.research.",
               "takeaway.engine.theorem.check_in_c" }, -- the call runs two checkers
  app = { "takeaway", "takeaway.registry", "takeaway.terminal", "takeaway.workers", "takeaway.mpi", "takeaway.base.",
          "takeaway.research.", "takeaway.app." },
}

local function module_of(path)
  return (path:gsub("^lua/", ""):gsub("%.lua$", ""):gsub("/init$", ""):gsub("/", "."))
end

-- The folder of a module: its layer, for most; on the layer of families, the folder of one family.
local function room_of(floor, module)
  if floor == "family" then return module:match "^takeaway%.family%.[%w_]+" end
  return "takeaway." .. floor
end

-- A prefix that ends in a dot is a folder, any other one module.
local function matches(name, prefix)
  return prefix:find "%.$" and starts(name, prefix) or name == prefix
end

-- All names that a text requires, either quoted or as the first part of a concatenation.
local function required(text)
  local names = {}
  for line in text:gmatch "[^\n]+" do
    local code = line:gsub("^%s*%-%-.*", ""):gsub("%s%-%- .*", "")
    for name in code:gmatch "require%s*%(?%s*[\"']([%w_.]+)[\"']" do names[#names + 1] = name end
    for name in code:gmatch "pcall%s*%(%s*require%s*,%s*[\"']([%w_.]+)[\"']" do names[#names + 1] = name end
  end
  return names
end

local function check_lua_file(path, module, name)
  if not (name == "takeaway" or starts(name, "takeaway.")) then return end
  local floor = module:match "^takeaway%.([%w_]+)"
  local allowed = FLOORS[floor]
  if not allowed then return end -- init and registry may require anything
  local room = room_of(floor, module)
  if name == room or starts(name, room .. ".") then return end
  for _, prefix in ipairs(allowed) do if matches(name, prefix) then return end end
  report("%s requires %s", path, name)
end

local function check_lua()
  local graph = {}
  for _, path in ipairs(lines_of "find lua -name '*.lua' | sort") do
    local module = module_of(path)
    graph[module] = {}
    for _, name in ipairs(required(read(path))) do
      check_lua_file(path, module, name)
      local file = "lua/" .. name:gsub("%.", "/")
      if exists(file .. ".lua") then graph[module][name] = "require"
      elseif starts(name, "takeaway.") and not name:find "%.$" and not exists(file .. "/init.lua")
        and not exists(("%s/%s.so"):format(build, name:gsub("%.", "/"))) then
        report("%s requires %s, which is not there", path, name)
      end
    end
  end
  report_circles("Lua modules", graph)
  -- Examples and benchmarks require only what users may: the API, and the modules that the docs name.
  for _, path in ipairs(lines_of "find examples bench -name '*.lua' | sort") do
    for _, name in ipairs(required(read(path))) do
      if starts(name, "takeaway.") and not name:find "^takeaway%.rules%." and not name:find "^takeaway%.research%." then
        report("%s requires %s", path, name)
      end
    end
  end
end

check_includes()
check_symbols()
check_modules()
check_exports()
check_lua()
if broken > 0 then os.exit(1) end
print("layers: clean")
