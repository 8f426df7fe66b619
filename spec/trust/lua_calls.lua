-- Scenarios FROM to TO of spec/support/calls.lua under an allocator that refuses requests, or all from one on.
-- spec/trust/lua_calls.c runs this and passes `try`. Returns the number of scenarios, of trials and of failures, and
-- the last failure.
--
-- A scenario is made and queried undisturbed; if an earlier one had the same objects, it is only queried. Then
--   each request of Lua is refused once, so Lua collects all garbage and asks again: one trial for each;
--   the k-th request of the module is refused, for each k;
--   all requests from the k-th on are refused, for each k; one in 32 trials includes the garbage collections of
--   later requests.
-- With TRIALS other than 0 only some trials run, evenly spread or for random k (20 of the first kind, TRIALS of each
-- other). With more than 10000 requests, 200 run. Each trial must give the right answer, or "not enough memory", raised
-- or as nil, message, code. A repeated query, of the same objects if they exist, must give the right answer.
local FROM, TO, SEED, TRIALS = ...

local calls = require "spec.support.calls"
local ta = require "takeaway"
local try = _G.try

local SHOWN = 12 -- failures of a scenario that are printed
local SHORT = os.getenv "TAKEAWAY_SHORT" -- the first scenario of each call
local trials, failed = 0, 0

-- Messages about the progress, in which numbers may differ.
local function comparable(s, answer)
  return s.name:find "tatistics" and answer:gsub("%d+", "n") or answer
end

local function is_memory(text) return tostring(text):find("not enough memory", 1, true) ~= nil end

-- Clears caches between trials.
local function cold()
  ta.values:clear()
  ta.misere_values:clear()
end

local NONE, EACH, ONE, ALL, ALL_COLLECTING = 0, 1, 2, 3, 4
local TOLD = { [NONE] = "undisturbed", [EACH] = "each request refused once", [ONE] = "request %d of the module refused",
               [ALL] = "request %d and all later ones refused", [ALL_COLLECTING] = "request %d and all later ones refused" }

local MOST, OF_MORE = 10000, 200

-- The tried numbers below `count`, for a scenario of this number of requests.
local function ks(count, requests)
  local most = TRIALS > 0 and TRIALS or requests > MOST and OF_MORE or count
  local list = {}
  for i = 1, math.min(most, count) do list[i] = count > most and math.random(0, count - 1) or i - 1 end
  return list
end

local made_before = {} -- functions that make objects

-- One trial: why it failed, or nil; whether a request was refused; the requests there were, and those of the module.
local function trial(s, expected, how, k)
  local objects, why
  local function whole()
    objects = nil
    local made = table.pack(s.make())
    objects = made
    return s.ask(table.unpack(made, 1, made.n))
  end
  local function ask() return s.ask(table.unpack(objects, 1, objects.n)) end
  cold()
  if made_before[s.make] then objects = table.pack(s.make()) end
  local ok, refused, requests, of_module, answer = try(how, k, objects and ask or whole)
  local may_fail = refused and how ~= EACH and is_memory(answer)
  if ok and comparable(s, answer) ~= expected and not may_fail then
    why = "answered " .. answer
  elseif not ok and not may_fail then
    why = "raised " .. tostring(answer)
  end
  if why or how == NONE then return why, refused, requests, of_module, answer end
  ok, answer = pcall(objects and ask or whole)
  if not ok then return "asked again, raised " .. tostring(answer), refused end
  if comparable(s, answer) ~= expected then return "asked again, answered " .. answer, refused end
  return nil, refused
end

local function drive(s)
  cold()
  local ok, expected = pcall(function() return s.ask(s.make()) end)
  if not ok then error(s.name .. ": " .. tostring(expected), 0) end
  expected = comparable(s, expected)
  local _, _, requests, of_module = trial(s, expected, NONE, 0)
  local shown = 0
  local function tried(how, k)
    local why, refused = trial(s, expected, how, k)
    if why then
      failed, shown = failed + 1, shown + 1
      if shown <= SHOWN then
        print(("%s: %s: %s"):format(s.name, TOLD[how]:format(k), why))
        if shown == 1 then print("  expected " .. expected) end
      end
    end
    return refused
  end
  -- Caches from the first run leave fewer requests for later ones; then none is refused.
  -- Finalizers wait for a collection that is none before giving up.
  collectgarbage()
  local every = TRIALS > 0 and requests // (20 * TRIALS) or requests > MOST and requests // OF_MORE or 0
  if tried(EACH, every + 1) then trials = trials + (requests - of_module) // (every + 1) end
  for _, k in ipairs(ks(of_module, requests)) do
    if tried(ONE, k) then trials = trials + 1 end
  end
  for i, k in ipairs(ks(requests, requests)) do
    if i % 32 == 1 then collectgarbage() end
    if tried(i % 32 == 0 and ALL_COLLECTING or ALL, k) then trials = trials + 1 end
  end
  made_before[s.make] = true
end

math.randomseed(SEED)
local scenarios = calls.scenarios()
if TO == 0 or TO > #scenarios then TO = #scenarios end
if FROM < 1 then FROM = 1 end
local chosen = {}
for i = FROM, TO do
  if not (SHORT and scenarios[i].name:find "#") then chosen[#chosen + 1] = scenarios[i] end
end
calls.forget() -- the others, too: what is held makes each collection dear
for _, s in ipairs(chosen) do drive(s) end
return #chosen, trials, failed, TO
