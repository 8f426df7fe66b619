-- Drives every method of every kind of object of the C core while finalizers close, clear and
-- ask, with a full collection, and so a finalizer, wherever Lua may collect: a program of its
-- own, so that a collection is cheap.
--
--   lua5.4 spec/support/finalizers.lua
--
-- What is driven is read from the metatables; a new method is covered without a line, a new
-- kind needs a sample here, a method whose arguments no trial finds needs them here. Each
-- result under the finalizers must be what it is undisturbed, or the plain error that the
-- object was closed, or its store cleared, before the call began. What the finalizers are
-- answered must be right as well.
local core = require "takeaway.core"

-- ---- The finalizer ------------------------------------------------------------------------

local action            -- what the next finalizers do; nil: nothing, and no further ones
local fired, in_c = 0, 0
local mt = {}

local function arm() setmetatable({}, mt) end

function mt.__gc()
  if not action then return end
  fired = fired + 1
  local below = debug.getinfo(2, "S")
  if below and below.what == "C" then in_c = in_c + 1 end
  action()
  arm()
end

-- Run f with `what` done at every collection, and a collection wherever one may be.
local function under(what, f, ...)
  collectgarbage("incremental", 0, 1000, 40) -- a step is a whole cycle
  collectgarbage("setpause", 0)              -- and the next one is due at once,
  collectgarbage()                           -- from the end of this one on
  action = what
  arm()
  local results = table.pack(pcall(f, ...))
  action = nil
  collectgarbage("incremental", 200, 100, 13)
  collectgarbage("setpause", 200)
  return results
end

-- ---- Kinds and their samples --------------------------------------------------------------

local function nim(emit, n) for k = 0, n - 1 do emit(k) end end
local function noisy(k) local box = { k } return box[1] * 2 end -- takes memory at each call

local fibonacci = core.numeration({ 1, 1 }, { 1, 2 }) -- automata meet where they have one numeration

-- Each sample is made afresh; the objects it stands on come after it, and are closed, cleared
-- and asked like itself.
local samples = {
  ["takeaway.movefn"] = {
    function() return core.move_function "min(2k, 9)" end,
    function() return core.move_function(noisy) end,
  },
  ["takeaway.callback"] = {
    function() return core.callback(noisy, "int64(int64)") end,
  },
  ["takeaway.native_rule"] = {}, -- has no methods, and is an upvalue
  ["takeaway.two_pile"] = {
    function() return core.two_pile "2k" end,
    function() return core.two_pile(noisy, { misere = true }) end,
    function() return core.two_pile "k+3" end,
  },
  ["takeaway.two_pile_moves"] = {},            -- has no methods; winning_moves_iter walks it
  ["takeaway.least_table"] = { function() local g = core.two_pile "2k" return g:table(20), g end },
  ["takeaway.one_pile"] = {
    function() return core.one_pile "2k" end,
    function() return core.one_pile(noisy) end,
  },
  ["takeaway.heap"] = {
    function() return core.octal "0.77" end,
    function() return core.subtraction { 1, 3, 4 } end,
    function() return core.heap(function(n, emit) for k = 1, n do emit(n - k) end end) end,
    function() return core.octal "8=0.3" end,
  },
  ["takeaway.quotient"] = {
    function() local g = core.octal "0.77" return core.misere_quotient(g, 7), g end,
  },
  ["takeaway.sequence"] = { function() local g = core.octal "0.77" return g:nim_values(40), g end },
  ["takeaway.cash"] = {
    function() return core.cash { 1, 3, 4 } end,
    function() return core.cash { 1, 2 } end,
  },
  ["takeaway.win_condition"] = { function() return core.win_condition { 1, 2 } end },
  ["takeaway.ruleset"] = {
    function() return core.ruleset { name = "nim", options = nim } end,
    function()
      local r = core.ruleset {
        name = "partizan", left = nim, right = function(emit, n) if n > 1 then emit(n - 2) end end
      }
      r:canonical_form(5)
      return r
    end,
    function()
      return core.ruleset { name = "words", options = function(emit, s) if #s > 0 then emit(s:sub(2)) end end,
                            canonical = function(s) return s:lower() end, parts = function(s) return { s .. "" } end }
    end,
  },
  ["takeaway.sum"] = {
    function()
      local r = core.ruleset { name = "nim", options = nim }
      return core.sum { r }, r
    end,
  },
  ["takeaway.values"] = { function() return core.values end },
  ["takeaway.value"] = {
    function() return core.value "{3||2|1}", core.values end,
    function() return core.value "{7/2|^*|||-1}", core.values end,
    function() return core.star(3), core.values end,
    function() return core.value "5/8", core.values end,
  },
  ["takeaway.file"] = {
    function()
      local name = os.tmpname()
      os.remove(name)
      return core.begin_file(name)
    end,
  },
  ["takeaway.misere_values"] = { function() return core.misere_values end },
  ["takeaway.misere_value"] = {
    function() return core.misere_value "*[2##]", core.misere_values end,
    function() return core.misere_value "*[((2#0)2[#1]2#)(2#1)[1]]", core.misere_values end,
    function() return core.misere_value(4), core.misere_values end,
  },
  ["takeaway.loopy"] = {
    function() return core.loopy_form({ core.star(1) }, 1, { 2, 0, 2, 2, 1, 1 }, 2), core.values end, -- upon
    function() return core.loopy_form({}, 2, { 1, 0, 2, 2, 1, 1 }, 1), core.values end,               -- tis
  },
  ["takeaway.numeration"] = {
    function() return core.numeration({ 2 }, { 1 }) end,
    function() return core.numeration({ 1, 1 }, { 1, 2 }) end,
    function() return fibonacci end,
  },
  ["takeaway.automaton"] = {
    function() return fibonacci:linear({ 0, 1 }, { 1, -1 }, "<=", 3) end,
    function() return fibonacci:linear({ 0, 1 }, { 2, -3 }, "=", 1) end,
  },
  ["takeaway.learner"] = { function() return fibonacci:learner(1, 9) end },
  ["takeaway.limits"] = {
    -- k: 1 <= k <= x, k <= n -> n - k, 2k
    function()
      return core.limits({ 8 }, false, { 2, 0, 1, -1, 1, -1, 0, 1, -1, 0, 1, 0, 8, 0, 2, 4, 6, 8, 10, 12, 14 })
    end,
    function() return core.limits({ 3, 4 }, true, {}) end,
  },
  ["takeaway.sandbox"] = {}, ["takeaway.buffer"] = {}, -- have no methods
  ["takeaway.record"] = {}, ["takeaway.failure"] = {}, -- tables, not objects
}

-- Arguments found by trial: all that are answered.
local trials = {
  { 5 }, { 9, 12 }, { 12, 5, 3 }, { 9, 12, 5 }, { 0, 6 }, { 0, 0, 6 }, { 0, nil, 6 }, { 1, nil, 6 }, { 0, false, 6 },
  { "abBA" }, { 0, nil, "abBA" }, { 0, false, "abBA" }, { "ascii" }, {}, { 40, 3, 2, 1 },
  { { { 1, 1, 1, 4 }, { 1, -1, 2, 2 } }, nil, false, nil }, { { { 1, 1, 1, 4 } }, nil, false, 0 },
}
local other_set = fibonacci:linear({ 1, 2 }, { 1, -2 }, "<=", 2)
local function large(_, x) return x >= 5 end

-- Where trials ask for too much, or find nothing.
local arguments = {
  ["takeaway.numeration.write"] = { { "123456789012345678901234567890" } },
  ["takeaway.numeration.read"] = { { "\1\0\1\0\0" } },
  ["takeaway.numeration.linear"] = { { { 0, 2 }, { 3, -1 }, "<=", 4 } },
  ["takeaway.numeration.all"] = { { 5 } },
  ["takeaway.numeration.join"] = { { { fibonacci:linear({ 0, 1 }, { 1, -1 }, "<=", 3) }, { other_set }, 1 } },
  ["takeaway.numeration.table"] = { { 1, { 0, 1, 1, 0 }, { 1, 0 } } },
  ["takeaway.numeration.learner"] = { { 1, 9 } },
  ["takeaway.learner.guess"] = { { large, { 30 }, 40 } },
  ["takeaway.automaton.combine"] = { { other_set, "and" }, { other_set, "less" } },
  ["takeaway.automaton.equal"] = { { other_set } },
  ["takeaway.automaton.exists"] = { { 1 }, { 3 } },
  ["takeaway.automaton.rename"] = { { { 4, 2 } } },
  ["takeaway.automaton.accepting"] = { { 0 } },
  ["takeaway.automaton.read"] = { { 0, { "\1\0", "\0\1" } } },
  ["takeaway.heap.misere_outcome"] = { { 4, 3 }, { 2, 1, 1 } },
  ["takeaway.heap.misere_nim_value"] = { { 5 } },
  ["takeaway.heap.periodicity"] = { { 60 } },
  ["takeaway.two_pile.admissible"] = { { 40 } },
  ["takeaway.ruleset.listing"] = { { "left", 1 } },
  ["takeaway.ruleset.grid"] = { { 0, 0, { 0 }, { 6 } }, { 2, 0, { 3 }, { 9 } }, { 3, 1, { 0 }, { 6 } } },
  ["takeaway.two_pile.counterexample"] = { { 40 } },
}

local function value_trials(v)
  return { { core.value "{2|-1}" }, { core.value "1/2", "3/4" }, { 2 }, { v }, {}, { "unicode" } }
end

-- Results that tell of the work done so far, which a finalizer adds to, or of a place in memory.
local telling = { statistics = true, ["takeaway.callback.pointer"] = true, ["takeaway.values.__tostring"] = true,
                  ["takeaway.misere_values.__tostring"] = true }

-- ---- Results, compared ---------------------------------------------------------------------

local function kind_of(x)
  local name = debug.getmetatable(x)
  name = name and rawget(name, "__name")
  return name
end

local freeze

local function frozen_object(x)
  local kind = kind_of(x)
  if kind == "takeaway.least_table" then return { kind, x:size(), x:checksum(), x:title() } end
  if kind == "takeaway.learner" then return { kind } end
  if kind == "takeaway.sequence" then return { kind, x:list() } end
  if kind == "takeaway.automaton" then return { kind, x:states(), x:nodes(), x:tracks(), x:shortest() } end
  if kind == "takeaway.loopy" then return { kind, freeze(x:graph()), freeze(x:offside_graph()) } end
  return { kind, tostring(x) }
end

-- A copy that does not change; iterators are walked.
function freeze(x)
  if type(x) == "table" then
    local copy = {}
    for k, v in next, x do copy[k] = freeze(v) end
    return copy
  elseif type(x) == "userdata" then return frozen_object(x)
  elseif type(x) == "function" then return "function"
  end
  return x
end

local function same(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then return a == b or (a ~= a and b ~= b) end
  for k, v in pairs(a) do if not same(v, b[k]) then return false end end
  for k in pairs(b) do if a[k] == nil then return false end end
  return true
end

local function shown(x)
  if type(x) ~= "table" then return tostring(x) end
  local out = {}
  for k, v in pairs(x) do out[#out + 1] = tostring(k) .. "=" .. shown(v) end
  return "{" .. table.concat(out, ", ") .. "}"
end

-- ---- One method, one sample, one action ------------------------------------------------------

local CLEAN = { "is closed", "before the store of values was cleared", "has been collected",
                "before the store of misere values was cleared" }

local function is_clean(why)
  why = tostring(why)
  for _, text in ipairs(CLEAN) do if why:find(text, 1, true) then return true end end
  return false
end

-- A call as a function of the sample: iterators are walked inside, where finalizers run too.
local function caller(method)
  return function(object, ...)
    local results = table.pack(method(object, ...))
    if type(results[1]) ~= "function" then return table.unpack(results, 1, results.n) end
    local step, state, control = results[1], results[2], results[3]
    local list = {}
    for _ = 1, 20 do
      local a, b = step(state, control)
      if a == nil then break end
      list[#list + 1] = { a, b }
      control = a
    end
    return list
  end
end

local function method_of(object, name)
  return name == "close" and nil or object[name]
end

local function do_to(objects, name)
  for i = 1, objects.n do
    local ok, method = pcall(method_of, objects[i], name)
    if ok and type(method) == "function" then pcall(method, objects[i]) end
  end
end

local actions = {}

function actions.close(objects)
  return function()
    for i = 1, objects.n do pcall(function() objects[i]:close() end) end
  end
end

function actions.clear(objects)
  return function() do_to(objects, "clear") end
end

-- The same method, for the same and for another position, and each other method in turn. What
-- the same call was answered, if it was, is kept to be compared.
function actions.ask(objects, case, answers)
  local turn, names = 0, case.names
  local function lower(x) return math.type(x) == "integer" and x > 1 and x - 1 or x end
  local other = table.pack(table.unpack(case.args, 1, case.args.n))
  for i = 1, other.n do other[i] = lower(other[i]) end
  return function()
    turn = turn + 1
    local object = objects[1]
    if turn % 3 == 0 then
      local name = names[turn // 3 % #names + 1]
      pcall(case.methods[name], object, table.unpack(other, 1, other.n))
    elseif turn % 3 == 1 then
      pcall(case.call, object, table.unpack(other, 1, other.n))
    else
      local results = table.pack(pcall(case.call, object, table.unpack(case.args, 1, case.args.n)))
      if results[1] then answers[#answers + 1] = results end
    end
  end
end

local failures, calls = 0, 0

local function report(label, why)
  failures = failures + 1
  print(("not ok %s: %s"):format(label, why))
end

local function undisturbed(case)
  local objects = table.pack(case.make())
  return freeze(table.pack(pcall(case.call, objects[1], table.unpack(case.args, 1, case.args.n))))
end

local function check(case, name)
  local objects = table.pack(case.make())
  local answers = {}
  local results = under(actions[name](objects, case, answers), case.call, objects[1],
                        table.unpack(case.args, 1, case.args.n))
  calls = calls + 1
  local label = ("%s %s (%s) under %s"):format(case.label, shown(case.args), case.sample, name)
  if not results[1] then
    if not (is_clean(results[2]) or same(freeze(results), case.expected)) then report(label, results[2]) end
    return
  end
  if telling[case.name] or telling[case.label] then return end
  local got = freeze(results)
  local stale = name == "clear" and shown(got):find("its store was cleared", 1, true)
  if not stale and not same(got, case.expected) then
    report(label, ("got %s, expected %s"):format(shown(got), shown(case.expected)))
  end
  for _, answer in ipairs(answers) do
    if not same(freeze(answer), case.expected) then
      report(label, ("a finalizer was answered %s, expected %s"):format(shown(freeze(answer)), shown(case.expected)))
      return
    end
  end
end

-- ---- All of them ------------------------------------------------------------------------------

local HOUSEKEEPING = { __gc = true, __close = true, __index = true, __newindex = true, __metatable = true, __name = true,
                       __mode = true, close = true }

local function methods_of(meta)
  local index = meta.__index
  if type(index) == "function" then -- methods first, then fields: its first upvalue
    local _, methods = debug.getupvalue(index, 1)
    index = methods
  end
  local methods, names = {}, {}
  for _, list in ipairs { type(index) == "table" and index or {}, meta } do
    for name, f in pairs(list) do
      if not HOUSEKEEPING[name] and type(f) == "function" then methods[name] = f end
    end
  end
  for name in pairs(methods) do names[#names + 1] = name end
  table.sort(names)
  return methods, names
end

local function drive(kind, methods, names, name, number, make)
  local found = 0
  local first = make()
  local lists = arguments[kind .. "." .. name] or kind == "takeaway.value" and value_trials(first)
                or kind == "takeaway.misere_value" and { { 2 }, { first }, {} } or trials
  for _, args in ipairs(lists) do
    local n = args.n or 0
    for i in pairs(args) do if math.type(i) then n = math.max(n, i) end end
    args.n = n
    local case = { kind = kind, name = name, label = kind .. "." .. name, sample = number, make = make, args = args,
                   call = caller(methods[name]), methods = methods, names = names }
    case.expected = undisturbed(case)
    if case.expected[1] and (case.expected[2] ~= nil or n == 0) then
      found = found + 1
      for _, what in ipairs { "close", "clear", "ask" } do check(case, what) end
    end
  end
  return found
end

local kinds = {}
for name, meta in pairs(debug.getregistry()) do
  if type(name) == "string" and name:find("^takeaway%.") and type(meta) == "table" then
    kinds[#kinds + 1] = name
  end
end
table.sort(kinds)

for _, kind in ipairs(kinds) do
  local methods, names = methods_of(debug.getregistry()[kind])
  local list = samples[kind]
  if not list then report(kind, "no sample of this kind in spec/support/finalizers.lua") end
  if list and #list == 0 and #names > 0 and kind ~= "takeaway.failure" and kind ~= "takeaway.record" then
    report(kind, "has methods, but no sample")
  end
  for _, name in ipairs(list and #list > 0 and names or {}) do
    local found = 0
    for number, make in ipairs(list) do found = found + drive(kind, methods, names, name, number, make) end
    if found == 0 then report(kind .. "." .. name, "no trial finds arguments for it") end
    print(("ok %s.%s: %d"):format(kind, name, found))
  end
end
print(("%d calls, %d finalizers, %d of them inside C functions, %d failures"):format(calls, fired, in_c, failures))
os.exit(failures == 0 and 0 or 1, true)
