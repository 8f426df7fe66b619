-- Drives every method of every kind of object of the C core while finalizers close, clear and query objects. A full
-- collection, and so a finalizer, runs wherever Lua may collect. This is a separate program, so that a collection is
-- cheap.
--
--   lua5.4 spec/support/finalizers.lua
--
-- The methods come from the metatables, so a new method is covered automatically. Each result under the finalizers must
-- equal the undisturbed one. Otherwise it must be the error that the object was closed, or its store cleared, before
-- the call. The results inside the finalizers must be right as well.
local found_calls = require "spec.support.calls"
local samples = require "spec.support.samples"

-- ---- The finalizer ------------------------------------------------------------------------

local action            -- the action of the next finalizers; nil: none, and no further ones
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

-- Results that tell of the work done so far, which a finalizer adds to, or of a place in memory.
local telling = { statistics = true, compiled = true, ["takeaway.callback.pointer"] = true,
                  ["takeaway.values.__tostring"] = true, ["takeaway.misere_values.__tostring"] = true }

-- ---- One method, one sample, one action ------------------------------------------------------

-- The result of a call as text. Its objects are read when no finalizer is armed.
local function told(results)
  if not results[1] then return "raised " .. tostring(results[2]) end
  return found_calls.show(table.unpack(results, 2, results.n))
end

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

local function do_to(objects, name)
  for i = 1, objects.n do
    local ok, method = pcall(function() return objects[i][name] end)
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

local function check(case, name)
  local objects = table.pack(case.make())
  local answers = {}
  local results = under(actions[name](objects, case, answers), case.call, objects[1],
                        table.unpack(case.args, 1, case.args.n))
  calls = calls + 1
  local label = ("%s %s (%s) under %s"):format(case.label, found_calls.show(case.args), case.sample, name)
  if not results[1] then
    if not (is_clean(results[2]) or told(results) == case.expected) then report(label, results[2]) end
    return
  end
  if telling[case.name] or telling[case.label] then return end
  local got = told(results)
  local stale = name == "clear" and got:find("its store was cleared", 1, true)
  if not stale and got ~= case.expected then report(label, ("got %s, expected %s"):format(got, case.expected)) end
  for _, answer in ipairs(answers) do
    if told(answer) ~= case.expected then
      report(label, ("a finalizer was answered %s, expected %s"):format(told(answer), case.expected))
      return
    end
  end
end

-- ---- All of them ------------------------------------------------------------------------------

local function drive(kind, methods, names, name, number, make)
  local found = 0
  for _, args in ipairs(samples.lists(kind, name, (make()))) do
    local n = args.n
    local case = { kind = kind, name = name, label = kind .. "." .. name, sample = number, make = make, args = args,
                   call = caller(methods[name]), methods = methods, names = names }
    local undisturbed = table.pack(pcall(case.call, (case.make()), table.unpack(args, 1, n)))
    case.expected = told(undisturbed)
    if undisturbed[1] and (undisturbed[2] ~= nil or n == 0) then
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
  local methods, names = found_calls.methods_of(debug.getregistry()[kind])
  local list = samples.of[kind]
  if not list then report(kind, "no sample of this kind in spec/support/samples.lua") end
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
