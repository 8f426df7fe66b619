-- Finds every public call, with a scenario for each. The campaigns use them.
--
--   local calls = require "spec.support.calls"        (LUA_PATH with ./?.lua)
--   for _, s in ipairs(calls.scenarios()) do
--     s.name                    "ta.octal", "ta.plot.graph", "rules.nim", "takeaway.value.cool", "position.outcome"
--     s.make()                  new objects for the call
--     s.ask(s.make())           the call; its answer as text, the same each time
--     s.long                    nil, or a larger query by the same call: a scenario, whose make may get a progress
-- function
--   end
--
-- Calls are the functions of `ta` and its tables, the ready rules, the papers, and each method and operator of each
-- kind of objects. Kinds are all tables within reach of the loaded modules (all in lua/takeaway) that look like
-- metatables. Their names are `__name`, or their place, "research.papers:Paper". A kind needs a sample. A call that
-- takes arguments needs them or a function in spec/trust/scenarios/*.lua. Those of the C core are in
-- spec/support/samples.lua, those of families in spec/support/families.lua. `calls.missing()` lists the calls without a
-- scenario.
local core_samples = require "spec.support.samples"

local M = {}

local ta -- loaded when all calls are listed; driving only the C core needs less

-- ---- Kinds ---------------------------------------------------------------------------------------------------------

-- Metatables and tables of functions that belong to no user's object, or are behind another: no call reaches them.
local INSIDE = require "spec.support.calls_inside"

local function modules()
  local list = {}
  for _, path in ipairs(require("tools.jobs").lines_of "find lua/takeaway -name '*.lua'") do
    list[#list + 1] = path:gsub("^lua/", ""):gsub("%.lua$", ""):gsub("/init$", ""):gsub("/", ".")
  end
  table.sort(list)
  return list
end

local function looks_like_metatable(t)
  return rawget(t, "__index") ~= nil or rawget(t, "__name") or rawget(t, "__tostring") or rawget(t, "__call")
end

local function sorted_keys(t)
  local list = {}
  for k in next, t do list[#list + 1] = k end
  table.sort(list, function(a, b)
    if type(a) == type(b) and (type(a) == "string" or type(a) == "number") then return a < b end
    return type(a) .. tostring(a) < type(b) .. tostring(b)
  end)
  return list
end

-- Is it no name of its own, but of the way there?
local function passing(name) return name:find "'s$" or name:find "^__" end

-- Every table within reach of the modules and of these objects that looks like a metatable, with its name. The search
-- is breadth first, so the name is the nearest one.
local function metatables(objects)
  local seen, queue, found = {}, {}, {}
  local function reach(x, name, home)
    local kind = type(x)
    if kind ~= "table" and kind ~= "function" and kind ~= "userdata" then return end
    local known = seen[x]
    if type(known) == "table" and passing(known[2]) and not passing(name) then known[2], known[3] = name, home end
    if known then return end
    seen[x] = { x, name, home }
    queue[#queue + 1] = seen[x]
  end
  for _, module in ipairs(modules()) do reach(require(module), "", (module:gsub("^takeaway%.?", ""))) end
  local registry = debug.getregistry()
  for _, name in ipairs(sorted_keys(registry)) do
    if type(name) == "string" and name:find "^takeaway%." and type(registry[name]) == "table" then
      reach(registry[name], name, "")
    end
  end
  seen[package.loaded], seen[_G], seen[M], seen[INSIDE] = true, true, true, true
  local at = 1
  while queue[at] or objects do
    if not queue[at] then -- not held by the modules
      for i, object in ipairs(objects) do reach(object, "sample " .. i, "") end
      objects = nil
    end
    if not queue[at] then break end
    local x, name, home = table.unpack(queue[at])
    at = at + 1
    if type(x) == "table" then
      if looks_like_metatable(x) then found[#found + 1] = queue[at - 1] end
      for _, key in ipairs(sorted_keys(x)) do
        reach(key, name, home)
        reach(rawget(x, key), tostring(key), home)
      end
    elseif type(x) == "function" then
      local source = debug.getinfo(x, "S").source:match "lua/takeaway/(.*)%.lua$"
      for i = 1, 255 do
        local up, value = debug.getupvalue(x, i)
        if not up then break end
        -- a wrapper's class is found where its module names it
        local wrapper = source == "base/methods" and up == "class"
        if up ~= "_ENV" and not wrapper then
          reach(value, up, source and source:gsub("/init$", ""):gsub("/", ".") or home)
        end
      end
    else
      for i = 1, 16 do
        local value, there = debug.getuservalue(x, i)
        if not there then break end
        reach(value, name, home)
      end
    end
    if debug.getmetatable(x) ~= debug.getmetatable "" then reach(debug.getmetatable(x), name .. "'s", home) end
  end
  for i, met in ipairs(found) do found[i] = { metatable = met[1], place = met[3] .. ":" .. met[2] } end
  return found
end

-- Methods that Lua calls by itself; and `close`, after which no call is possible.
local EVENTS = {}
for name in ("add sub mul div mod pow unm idiv band bor bxor shl shr bnot concat len eq lt le call pairs tostring"):gmatch "%a+" do
  EVENTS["__" .. name] = true
end

--- The methods and operators that a metatable gives, and their names, sorted.
function M.methods_of(metatable)
  local index = rawget(metatable, "__index")
  local methods, names = {}, {}
  local lists = { rawget(metatable, "methods") or {}, type(index) == "table" and index or {}, metatable }
  for i = 1, type(index) == "function" and 4 or 0 do -- methods, then fields: an upvalue
    local name, value = debug.getupvalue(index, i)
    if name ~= "_ENV" and type(value) == "table" and not looks_like_metatable(value) then table.insert(lists, 1, value) end
  end
  for _, list in ipairs(lists) do
    for name, f in next, list do
      if type(name) == "string" and type(f) == "function" and (not name:find "^_" or EVENTS[name]) and name ~= "close" then
        methods[name] = f
      end
    end
  end
  for name in pairs(methods) do names[#names + 1] = name end
  table.sort(names)
  return methods, names
end

-- ---- Samples and scenarios ------------------------------------------------------------------------------------------

local FILES = { "games", "values", "rules", "theorems", "reports", "long" }

local given

-- All that spec/trust/scenarios, spec/support/samples.lua and spec/support/families.lua give: `samples`, `calls`,
-- `long`.
local function everything()
  if given then return given end
  ta = require "takeaway"
  local families = require "spec.support.families"
  given = { samples = {}, calls = {}, long = {} }
  for _, file in ipairs(FILES) do
    local part = require("spec.trust.scenarios." .. file)
    for _, what in ipairs { "samples", "calls", "long" } do
      for name, value in pairs(part[what] or {}) do
        assert(given[what][name] == nil, name .. ": given twice")
        given[what][name] = value
      end
    end
  end
  for kind, list in pairs(core_samples.of) do given.samples[kind] = given.samples[kind] or list end
  for kind, of in pairs(families.kinds) do
    for _, method in ipairs(families.methods(of)) do
      local name = ("takeaway.%s.%s"):format(kind, method.name)
      if kind ~= "value" and given.calls[name] == nil and families.asks(method) then given.calls[name] = families.samples(method) end
    end
  end
  return given
end

local kinds, escaped
local told = {} -- kinds, by metatable and by name

--- All kinds of objects: `{name =, place =, metatables = {...}, methods = {[name] = function}, names = {...}}`.
function M.kinds()
  if kinds then return kinds end
  kinds, escaped = {}, {}
  local by_name, objects, sampled = {}, {}, {}
  for _, kind in ipairs(sorted_keys(everything().samples)) do
    for _, make in ipairs(given.samples[kind]) do
      local ok, object = pcall(make)
      local metatable = ok and debug.getmetatable(object)
      if not metatable or type(object) == "string" then
        escaped[#escaped + 1] = ("the sample of %s cannot be made: %s"):format(kind, tostring(object))
      else
        objects[#objects + 1] = object
        sampled[metatable], sampled[rawget(metatable, "__tostring") or metatable] = true, true
      end
    end
  end
  for _, met in ipairs(metatables(objects)) do
    local metatable = met.metatable
    local name = rawget(metatable, "__name") or rawget(metatable, "__metatable")
    if type(name) ~= "string" then name = met.place end
    told[metatable], told[name] = true, true
    if not INSIDE[name] then
      local methods, names = M.methods_of(metatable)
      if not sampled[metatable] and not sampled[rawget(metatable, "__tostring")] then
        escaped[#escaped + 1] = ("no sample of %s (met at %s)"):format(name, met.place)
      end
      local kind = by_name[name]
      if not kind then
        kind = { name = name, place = met.place, methods = {}, names = {} }
        by_name[name], kinds[#kinds + 1] = kind, kind
      end
      for _, method in ipairs(names) do
        if not kind.methods[method] then kind.names[#kind.names + 1] = method end
        kind.methods[method] = methods[method]
      end
      table.sort(kind.names)
    end
  end
  table.sort(kinds, function(a, b) return a.name < b.name end)
  return kinds
end

-- ---- Answers as text -----------------------------------------------------------------------------------------------

local show

local met = {} -- the metatables of all answers: none may be of a kind that is not known

-- Objects whose text does not tell what they are.
local TOLD = {
  ["takeaway.automaton"] = function(x) return { x:states(), x:nodes(), x:tracks(), x:shortest() } end,
  ["takeaway.least_table"] = function(x) return { x:size(), x:checksum() } end,
  ["takeaway.loopy"] = function(x) return { x:graph(), x:offside_graph() } end,
  ["takeaway.sequence"] = function(x) return x:list() end,
  ["takeaway.row"] = function(x) return x:list() end,
  ["takeaway.table"] = function(x) return { x:title(), tostring(x) } end,
  ["takeaway.number_set"] = function(x) return { x:states(), x:first(5) } end,
}

function show(x, depth)
  if type(x) == "function" then return "a function" end
  if type(x) ~= "table" and type(x) ~= "userdata" then return type(x) == "string" and ("%q"):format(x) or tostring(x) end
  local metatable = debug.getmetatable(x)
  local name = metatable and (rawget(metatable, "__name") or rawget(metatable, "__metatable"))
  if metatable then met[metatable] = name or "one without a name" end
  if TOLD[name] then return name .. show(TOLD[name](x), depth + 1) end
  if metatable and rawget(metatable, "__tostring") then
    return (tostring(x):gsub("0x%x+", "0x")) .. (type(x) == "table" and #x > 0 and name ~= "takeaway.picture" and "+" .. #x or "")
  end
  if type(x) == "userdata" then return tostring(name) end
  if depth > 6 then return "{...}" end
  local out = {}
  for i, key in ipairs(sorted_keys(x)) do
    if i > 200 then out[i] = "..." break end
    out[i] = (type(key) == "string" and key or "[" .. show(key, depth + 1) .. "]") .. "=" .. show(rawget(x, key), depth + 1)
  end
  return "{" .. table.concat(out, ", ") .. "}"
end

--- Results of a call as text: an iterator is walked, twenty steps.
function M.show(...)
  local results, out = table.pack(...), {}
  if type(results[1]) == "function" then
    local step, state, control = results[1], results[2], results[3]
    for i = 1, 20 do
      local values = table.pack(step(state, control))
      if values[1] == nil then break end
      for k = 1, values.n do values[k] = show(values[k], 0) end
      out[i], control = table.concat(values, ", "), values[1]
    end
    return table.concat(out, "; ")
  end
  for i = 1, results.n do out[i] = show(results[i], 0) end
  return table.concat(out, ", ")
end

-- ---- All calls -----------------------------------------------------------------------------------------------------

-- Operators as functions of two objects.
local OPERATORS = {
  __add = function(a, b) return a + b end, __sub = function(a, b) return a - b end,
  __mul = function(a, b) return a * b end, __pow = function(a, b) return a ^ b end,
  __band = function(a, b) return a & b end, __unm = function(a) return -a end,
  __eq = function(a, b) return a == b end, __lt = function(a, b) return a < b end,
  __le = function(a, b) return a <= b end, __len = function(a) return #a end,
  __tostring = function(a) return (tostring(a):gsub("0x%x+", "0x")) end, __call = function(a, ...) return a(...) end,
}

M.OPERATORS = OPERATORS

local TWO = { __add = true, __sub = true, __mul = true, __pow = true, __band = true, __eq = true, __lt = true, __le = true }

local function none() end

-- A scenario from what is given for a call: a function of the object, or a list of arguments.
local function scenario(name, make, call, what)
  if type(what) == "function" then
    return { name = name, make = make, ask = function(...) return M.show(what(...)) end }
  end
  local n = what.n or #what
  return { name = name, make = make, arguments = table.pack(table.unpack(what, 1, n)), ask = function(object)
    if make == none then return M.show(call(table.unpack(what, 1, n))) end
    return M.show(call(object, table.unpack(what, 1, n)))
  end }
end

local function method_call(name)
  return OPERATORS[name] or function(object, ...) return object[name](object, ...) end
end

-- Scenarios of a method of which nothing is given: by trial for the C core, else without arguments, or of two samples.
local function mechanical(add, kind, method)
  local name, call = kind.name .. "." .. method, method_call(method)
  local samples = given.samples[kind.name] or {}
  for _, make in ipairs(samples) do
    if TWO[method] then
      add(scenario(name, function() return make(), (samples[2] or make)() end, call, call))
    elseif core_samples.of[kind.name] and method ~= "__tostring" then
      local function answer(object, i)
        local args = core_samples.lists(kind.name, method, object)[i]
        return call(object, table.unpack(args, 1, args.n))
      end
      for i, args in ipairs(core_samples.lists(kind.name, method, (make()))) do
        local results = table.pack(pcall(answer, make(), i))
        if results[1] and (results[2] ~= nil or args.n == 0) then
          add(scenario(name, make, call, function(object) return answer(object, i) end))
          break
        end
      end
    else
      add(scenario(name, make, call, {}))
    end
  end
end

local function methods_of_kinds(add)
  for _, kind in ipairs(M.kinds()) do
    for _, method in ipairs(kind.names) do
      local what = given.calls[kind.name .. "." .. method]
      if type(what) == "table" and type(what[1]) == "function" and what.each then
        for _, one in ipairs(what) do add(scenario(kind.name .. "." .. method, none, nil, one)) end
      elseif what then
        for _, make in ipairs(given.samples[kind.name] or {}) do
          add(scenario(kind.name .. "." .. method, make, method_call(method), what))
        end
      else
        mechanical(add, kind, method)
      end
    end
  end
end

--- The names of all calls, sorted: of `ta` and its tables, the ready rules, the papers, all methods.
function M.names()
  everything()
  local list = {}
  local function callable(x)
    local metatable = type(x) == "table" and debug.getmetatable(x)
    return type(x) == "function" or metatable and rawget(metatable, "__call") and true
  end
  for name, value in pairs(ta) do
    if callable(value) then list[#list + 1] = "ta." .. name end
    for inner, call in pairs(type(value) == "table" and not callable(value) and value or {}) do
      if type(call) == "function" then list[#list + 1] = ("ta.%s.%s"):format(name, inner) end
    end
  end
  for name in ta.rules() do list[#list + 1] = "rules." .. name end
  for name in ta.papers() do list[#list + 1] = "papers." .. name end
  for _, kind in ipairs(M.kinds()) do
    for _, method in ipairs(kind.names) do list[#list + 1] = kind.name .. "." .. method end
  end
  table.sort(list)
  return list
end

local all

--- All scenarios, sorted by name; a second one of a call is called "name#2".
function M.scenarios()
  if all then return all end
  all = {}
  local count = {}
  local function add(s)
    count[s.name] = (count[s.name] or 0) + 1
    local long = count[s.name] == 1 and given.long[s.name]
    if long then
      s.long = { name = s.name .. " (larger)", make = long.make, ask = function(...) return M.show(long.ask(...)) end }
    end
    if count[s.name] > 1 then s.name = s.name .. "#" .. count[s.name] end
    all[#all + 1] = s
  end
  everything()
  methods_of_kinds(add)
  for _, name in ipairs(sorted_keys(given.calls)) do
    local what = given.calls[name]
    local table_of, last = name:match "^ta%.(%w+)%.([%w_]+)$"
    local call = table_of and ta[table_of][last] or ta[name:match "^ta%.([%w_]+)$"]
    if name:find "^ta%." or name:find "^rules%." or name:find "^papers%." then
      for _, one in ipairs(type(what) == "table" and what.each and what or { what }) do
        add(scenario(name, none, call, one))
      end
    end
  end
  for name in pairs(given.long) do assert(count[name], name .. ": a larger question of no call") end
  table.sort(all, function(a, b) return a.name < b.name end)
  return all
end

--- Forget all calls. A campaign keeps its own scenarios, which work as before.
function M.forget()
  for name in pairs(package.loaded) do
    if name:find "^spec%." then package.loaded[name] = nil end
  end
  for i = #all, 1, -1 do all[i] = nil end
  all, given, kinds, escaped, told = nil, nil, nil, nil, {}
end

--- Gaps: calls without a scenario, or whose scenario fails undisturbed, kinds without sample, scenarios of no
-- call, answers of no known kind.
-- @tparam[opt] string pattern of the names of calls whose scenarios are run and looked for, all by default
function M.missing(pattern)
  local list, known, names = {}, {}, {}
  for _, s in ipairs(M.scenarios()) do
    local name = s.name:gsub("#%d+$", "")
    if name:find(pattern or "") then
      local ok, why = pcall(function() return s.ask(s.make()) end)
      if ok then known[name] = true else list[#list + 1] = ("%s: its scenario fails: %s"):format(s.name, tostring(why)) end
    end
  end
  for _, name in ipairs(M.names()) do
    names[name] = true
    if name:find(pattern or "") and not known[name] then
      list[#list + 1] = ("no scenario of %s in spec/trust/scenarios"):format(name)
    end
  end
  for _, what in ipairs { "calls", "long" } do
    for name in pairs(given[what]) do
      if not names[name] then list[#list + 1] = ("spec/trust/scenarios has %s, which is no call"):format(name) end
    end
  end
  for metatable, name in pairs(met) do
    if not told[metatable] and not told[name] and not INSIDE[name] then
      list[#list + 1] = ("a call gives an object of a kind that nothing leads to: %s"):format(name)
    end
  end
  for _, text in ipairs(escaped) do list[#list + 1] = text end
  table.sort(list)
  return list
end

return M
