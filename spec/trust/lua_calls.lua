-- Scenarios FROM to TO of spec/support/calls.lua under an allocator that refuses a request, or all from one on: run by
-- spec/trust/lua_calls.c, which gives `try`. Returns how many scenarios there were, how many trials, how many failed,
-- and the last.
--
-- A scenario is asked undisturbed, then with the k-th request refused, for each k where there are at most TRIALS of
-- them, else for small k and for k at random; a third as many of the second kind, which cost several
-- collections of all garbage each. It must answer right, or with "not enough memory", raised or as nil,
-- message, code; asked again, of the same objects where there are any, it must answer right.
local FROM, TO, SEED, TRIALS = ...

local calls = require "spec.support.calls"
local ta = require "takeaway"
local try = _G.try

local SHOWN = 12 -- failures of a scenario that are printed
local SHORT = os.getenv "TAKEAWAY_SHORT" -- the first scenario of each call
local trials, failed = 0, 0

-- What tells of the work done so far: numbers may differ.
local function comparable(s, answer)
  return s.name:find "tatistics" and answer:gsub("%d+", "n") or answer
end

local function is_memory(text) return tostring(text):find("not enough memory", 1, true) ~= nil end

-- What may be kept from one trial to the next is forgotten.
local function cold()
  ta.values:clear()
  ta.misere_values:clear()
end

local function ks(requests, count)
  local list = {}
  if requests <= count then
    for k = 0, requests - 1 do list[#list + 1] = k end
  else
    for k = 0, count // 3 - 1 do list[#list + 1] = k end
    while #list < count do list[#list + 1] = math.random(count // 3, requests - 1) end
  end
  return list
end

-- One trial; why it failed, or nil.
local function trial(s, expected, k, lasting)
  local objects
  local function whole()
    objects = nil
    local made = table.pack(s.make())
    objects = made
    return s.ask(table.unpack(made, 1, made.n))
  end
  cold()
  local ok, refused, _, answer = try(k, lasting, whole)
  if ok and comparable(s, answer) ~= expected and not (refused and is_memory(answer)) then
    return "answered " .. answer
  elseif not ok and not (refused and is_memory(answer)) then
    return "raised " .. tostring(answer)
  end
  local again = whole
  if objects then
    local kept = objects
    again = function() return s.ask(table.unpack(kept, 1, kept.n)) end
  end
  ok, answer = pcall(again)
  if not ok then return "asked again, raised " .. tostring(answer) end
  if comparable(s, answer) ~= expected then return "asked again, answered " .. answer end
end

local function drive(s)
  cold()
  local ok, _, requests, expected = try(nil, false, function() return s.ask(s.make()) end)
  if not ok then error(s.name .. ": " .. tostring(expected), 0) end
  expected = comparable(s, expected)
  local shown = 0
  for _, lasting in ipairs { false, true } do
    for _, k in ipairs(ks(requests, lasting and (TRIALS + 2) // 3 or TRIALS)) do
      local why = trial(s, expected, k, lasting)
      trials = trials + 1
      if why then
        failed, shown = failed + 1, shown + 1
        if shown <= SHOWN then
          print(("%s: request %d%s refused: %s"):format(s.name, k, lasting and " and all later ones" or "", why))
          if shown == 1 then print("  expected " .. expected) end
        end
      end
    end
  end
end

math.randomseed(SEED)
local scenarios = calls.scenarios()
if TO == 0 or TO > #scenarios then TO = #scenarios end
if FROM < 1 then FROM = 1 end
for i = #scenarios, 1, -1 do -- forgotten: what is held makes each refused request dear
  if i < FROM or i > TO then scenarios[i] = nil end
end
local count = 0
for i = FROM, TO do
  if not (SHORT and scenarios[i].name:find "#") then
    count = count + 1
    drive(scenarios[i])
  end
end
return count, trials, failed, TO
