-- The campaign on odd arguments: every public call gets wrong objects and wrong arguments. A refusal must start with
-- the call's own name, and must show neither a line of the library nor an internal Lua error.
--
-- A call's arguments are those of its scenarios (spec/support/calls.lua), recorded when the scenario runs. Then the
-- object, and one argument after the other, are replaced by each value of a list of odd ones. In the long form two at a
-- time as well. The watcher cancels a long call, or a count of Lua instructions ends it.
--
--   lua5.4 spec/trust/odd.lua [PART OF]      every OF-th call, from the PART-th on: 1 1
--   CALLS=  selects calls by a part of their name, ODD= one odd argument; SHOW=1 prints every fault, a line each
local calls = require "spec.support.calls"
local core = require "takeaway.core"
local ta = require "takeaway"
local tally = require "spec.trust.tally"

local SHORT = tally.short
local STEPS = 2000000 -- of Lua instructions, for each call
local POLLS = 3
local OURS = "an odd argument's own"

-- ---- Odd arguments
-- -----------------------------------------------------------------------------------------------------

local function ours() error(OURS, 0) end

local function lying(events) return function() return setmetatable({ 1, 2 }, events) end end

local NONE = {} -- an argument that is not there

local cyclic = {}
cyclic[1], cyclic.rest, cyclic.left, cyclic.right = cyclic, cyclic, cyclic, cyclic

local function deep()
  local t = {}
  for _ = 1, 1000 do t = { t } end
  return t
end

-- Each is made again for each call: { its description, function }.
local ODD = {
  { "nothing", function() return NONE end }, { "nil", function() end },
  { "true", function() return true end }, { "3", function() return 3 end }, { "-1", function() return -1 end },
  { "1.5", function() return 1.5 end }, { "2^62 + 1", function() return (1 << 62) + 1 end },
  { "the least integer", function() return math.mininteger end },
  { "the largest", function() return math.maxinteger end }, { "2^63", function() return 2.0 ^ 63 end },
  { "NaN", function() return 0 / 0 end }, { "inf", function() return math.huge end },
  { "-inf", function() return -math.huge end }, { "-0.0", function() return -0.0 end },
  { "empty text", function() return "" end }, { "a digit", function() return "3" end }, { "text", function() return "left" end },
  { "long text", function() return ("x"):rep(3000) end }, { "a long number", function() return ("9"):rep(300) end },
  { "text with a zero byte", function() return "a\0b" end }, { "format", function() return "%d%s" end },
  { "{}", function() return {} end }, { "{1}", function() return { 1 } end }, { "{-1}", function() return { -1, "x" } end },
  { "a cyclic table", function() return cyclic end }, { "a deep table", deep },
  { "a sparse table", function() return { [1] = 1, [1 << 40] = 2 } end },
  { "an unknown field", function() return { misspelt = 1 } end },
  { "fields of wrong types", function()
    return { limit = "x", to = {}, from = {}, name = 3, options = 3, memory = "x", progress = 3, title = {}, size = "x", file = 3,
             left = 3, right = 3, moves = 3, player = 3, seconds = "x", threads = {}, notation = 3, misere = 3, check = "x" }
  end },
  { "a table whose index raises", lying { __index = ours } }, { "whose length raises", lying { __len = ours } },
  { "whose length is a text", lying { __len = function() return "x" end } },
  { "whose length is huge", lying { __len = function() return math.maxinteger end } },
  { "whose length is 1.5", lying { __len = function() return 1.5 end } },
  { "whose pairs raise", lying { __pairs = ours } }, { "whose text raises", lying { __tostring = ours } },
  { "whose text is none", lying { __tostring = function() return 3 end } },
  { "whose name is a value's", lying { __name = "takeaway.value", __metatable = "takeaway.value" } },
  { "a function", function() return function() return 3 end end }, { "a function that raises", function() return ours end },
  { "a function of C", function() return print end }, { "a coroutine", function() return coroutine.create(ours) end },
  { "a file", function() return io.stdout end },
  { "a value", function() return ta.value "{3||2|1}" end }, { "a loopy value", function() return ta.value "upon" end },
  { "a misere value", function() return ta.misere_value "*[2##]" end }, { "an ordinal", function() return ta.ordinal "w" end },
  { "a transfinite nimber", function() return ta.star(ta.ordinal "w") end },
  { "a position", function() return ta.rules.nim(3) end }, { "rules", function() return ta.rules.nim end },
  { "a heap game", function() return ta.octal "0.7" end }, { "a sequence", function() return ta.octal("0.7"):nim_values(5) end },
  { "a closed game", function() local g = ta.two_pile "k" g:close() return g end },
}

-- ---- Allowed messages ----------------------------------------------------------------------------------------------

local LUAS_OWN = { "^attempt to ", "bad argument #", "invalid conversion", "has no integer representation$", "stack overflow",
                   "invalid value %(", "invalid order function", "'for' ", "object length is not", "wrong number of arguments",
                   "string length", "must return a string", "resulting string too large", "too many results", "invalid key",
                   "table index is", "initial' value must", "invalid option", "malformed pattern", "invalid capture", "too large$",
                   "value out of range", "not enough memory" }

-- Why a message shows the inside; nil where it does not.
local function inside(name, why)
  if why:find(OURS, 1, true) then return nil end
  local text = why:gsub("^%./spec/[%w_/]+%.lua:%d+: ", ""):gsub("^spec/[%w_/]+%.lua:%d+: ", "")
  if text:find "takeaway/[%w_/]+%.lua:%d+:" or text:find "^%[C%]" then return "a line of the library" end
  for _, pattern in ipairs(LUAS_OWN) do
    if text:find(pattern) then return "Lua's own" end
  end
  local call = name:match "[%w_]+$"
  if call:find "^__" then return nil end
  local first = text:match "^[%w_.]*"
  if first == call or first:match "[%w_]+$" == call then return nil end
  if name:find "^rules%." or name:find "^position" then -- rules are called by their name
    return (not text:find "^[%u]" or text:find "attempt") and "another call's name" or nil
  end
  return "another call's name"
end

-- ---- Asking
-- --------------------------------------------------------------------------------------------------------------

local found = {} -- kinds of faults, counted

local function ask(call, ...)
  local results = table.pack(call(...))
  if results[1] ~= nil or type(results[2]) ~= "string" then return nil end
  return results[2]
end

local function bounded(call, arguments)
  local polls, ended = 0, {}
  core.watch(function(done)
    polls = polls + (done and 1 or 0)
    return polls < POLLS
  end)
  debug.sethook(function() error(ended, 0) end, "", STEPS)
  local ok, why = pcall(ask, call, table.unpack(arguments, 1, arguments.n))
  debug.sethook()
  core.watch(nil)
  if why == ended then return end
  if ok then return why end
  if type(why) == "table" then why = rawget(why, "message") or OURS end
  return tostring(why)
end

local function one(name, call, what, arguments)
  tally.tried "odd calls"
  local why = bounded(call, arguments)
  local fault = why and inside(name, why)
  if not fault then return end
  found[fault] = (found[fault] or 0) + 1
  if os.getenv "SHOW" then print(("%s\t%s\t%s\t%s"):format(fault, name, what, why:gsub("\n", "\\n"):sub(1, 300))) end
  tally.failed("odd calls", ("%s, %s: %s: %s"):format(name, what, fault, why))
end

local function replaced(arguments, i, odd)
  local list = table.move(arguments, 1, arguments.n, 1, {})
  list.n = math.max(arguments.n, i)
  list[i] = odd
  if odd == NONE then list[i], list.n = nil, i - 1 end
  return list
end

-- ---- Recording
-- --------------------------------------------------------------------------------------------------------------

-- The public calls, `call` by name; a method's is its operator's, or it is looked up in the object.
local function homes()
  local list = {}
  local function put(name, call, root, key) list[#list + 1] = { name = name, call = call, root = root, key = key } end
  for key, x in pairs(ta) do
    if type(x) == "function" then put("ta." .. key, x, ta, key) end
    for inner, f in pairs(type(x) == "table" and x or {}) do
      if type(f) == "function" then put(("ta.%s.%s"):format(key, inner), f, x, inner) end
    end
  end
  for name in ta.rules() do put("rules." .. name, ta.rules[name], ta.rules, name) end
  for name in ta.papers() do put("papers." .. name, ta.papers[name], ta.papers, name) end
  for _, kind in ipairs(calls.kinds()) do
    for _, method in ipairs(kind.names) do put(kind.name .. "." .. method, calls.OPERATORS[method] or kind.methods[method], nil, method) end
  end
  table.sort(list, function(a, b) return a.name < b.name end)
  return list
end

-- The tables that hold what an object answers.
local function tables_of(object)
  local metatable = debug.getmetatable(object)
  if not metatable then return {} end
  local roots = { metatable }
  local index = rawget(metatable, "__index")
  for _, t in ipairs { index, rawget(metatable, "methods") } do
    if type(t) == "table" then roots[#roots + 1] = t end
  end
  for i = 1, type(index) == "function" and 4 or 0 do
    local _, value = debug.getupvalue(index, i)
    if type(value) == "table" then roots[#roots + 1] = value end
  end
  return roots
end

-- The arguments with which a scenario first makes the call, and what it is made of, which must live.
local function recorded(home, scenario)
  local made = table.pack(pcall(scenario.make))
  if not made[1] then return nil end
  if scenario.arguments then
    local list = scenario.arguments
    if home.root then return list, made end
    return table.pack(made[2], table.unpack(list, 1, list.n)), made
  end
  local got, roots, places = nil, { home.root }, {}
  for i = home.root and made.n + 1 or 2, made.n do
    for _, t in ipairs(tables_of(made[i])) do roots[#roots + 1] = t end
  end
  for _, root in ipairs(roots) do
    local f = rawget(root, home.key)
    if f ~= nil then
      places[#places + 1] = { root, f }
      rawset(root, home.key, function(...)
        if not got then
          got = table.pack(...)
          if not calls.OPERATORS[home.key] then home.call = f end
        end
        return f(...)
      end)
    end
  end
  pcall(scenario.ask, table.unpack(made, 2, made.n))
  for _, place in ipairs(places) do rawset(place[1], home.key, place[2]) end
  return got, made
end

-- ---- All
-- ---------------------------------------------------------------------------------------------------------------------

local PART, OF = tonumber(arg[1]) or 1, tonumber(arg[2]) or 1
local wanted = os.getenv "CALLS" or ""

local scenarios = {}
for _, s in ipairs(calls.scenarios()) do
  local name = s.name:gsub("#%d+$", "")
  scenarios[name] = scenarios[name] or {}
  table.insert(scenarios[name], s)
end

local function tried(name, odd) -- in short, of each method what it is called of
  return name:find(wanted, 1, true) and (odd[1] == os.getenv "ODD" or not os.getenv "ODD")
end

local function ask_all(home)
  local arguments, made = { n = 0 }, nil
  for _, s in ipairs(scenarios[home.name] or {}) do
    local list, objects = recorded(home, s)
    if list then
      arguments, made = list, objects
      break
    end
  end
  local is_method = not home.root
  for i = 1, SHORT and (is_method and 1 or 0) or arguments.n + 2 do
    for _, odd in ipairs(ODD) do
      if tried(home.name, odd) then
        one(home.name, home.call, ("argument %d: %s"):format(is_method and i - 1 or i, odd[1]), replaced(arguments, i, odd[2]()))
      end
    end
  end
  return made
end

for number, home in ipairs(homes()) do
  if number % OF == PART % OF and not (SHORT and calls.OPERATORS[home.key]) then ask_all(home) end
end

for fault, count in pairs(found) do print(fault, count) end
tally.finish()
