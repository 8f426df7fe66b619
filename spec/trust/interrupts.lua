-- The campaign on interrupts: see tools/trust/interrupts.sh. Every call of spec/support/calls.lua is interrupted at the
-- k-th event of its run, and cancelled at the k-th time that its watcher hears of it; asked again, the same objects must
-- give the answer of an undisturbed run.
--
-- An event is what can raise a Ctrl-C: a call of a function, every hundredth instruction of Lua, and every time that the
-- core lets one in (ta_poll calls an empty function for that). So k says the moment whatever the speed of the machine.
local calls = require "spec.support.calls"
local core = require "takeaway.core"
local terminal = require "takeaway.terminal"

local SHORT = os.getenv "TAKEAWAY_SHORT" ~= nil
local MOMENTS = math.tointeger(tonumber(os.getenv "TAKEAWAY_MOMENTS")) or SHORT and 1 or 1000
local SECONDS = SHORT and math.huge or tonumber(os.getenv "TAKEAWAY_SECONDS") or 300 -- of the long form, for all calls
local seed = math.tointeger(tonumber(os.getenv "TAKEAWAY_SEED")) or 20260101
math.randomseed(seed)

-- ---- Interrupting ------------------------------------------------------------------------------------------------------

-- f(...) with a Ctrl-C at the k-th event: whether it raised that, else what it gave; and the events there were.
local function interrupted(k, f, ...)
  local events, live = 0, false
  local ok, result
  debug.sethook(function()
    if not live then return end
    events = events + 1
    if events == k then
      debug.sethook()
      error(terminal.interrupt, 0)
    end
  end, "c", 100)
  local whole, why = pcall(function(...) -- it may be raised after f has ended, too
    live = true
    ok, result = pcall(f, ...)
    live = false
  end, ...)
  debug.sethook()
  if not whole then ok, result = false, why end
  return ok, result, events
end

-- f(...) cancelled when the watcher hears for the k-th time; and how often it heard.
local function cancelled(k, f, ...)
  local heard = 0
  core.watch(function(done)
    if done then heard = heard + 1 end
    if done and heard == k then return false end
  end)
  local ok, result = pcall(f, ...)
  core.watch(nil)
  return ok, result, heard
end

local tried, failed = { 0, 0, 0 }, { 0, 0, 0 }

local function wrong(row, scenario, how, ...)
  failed[row] = failed[row] + 1
  if failed[row] <= 20 then print(("FAILED: %s, %s: "):format(scenario.name, how) .. table.concat({ ... }, " ")) end
end

local function is_interrupt(why) return why == terminal.interrupt or tostring(why):find("interrupted!", 1, true) end
local function is_cancelled(why) return tostring(why):find("ECANCELLED", 1, true) or tostring(why):find("cancelled", 1, true) end

-- One moment: what comes of it, and what the same objects say when they are asked again.
local function moment(row, scenario, want, how, disturb, k, is_it)
  local made = table.pack(pcall(scenario.make))
  if not made[1] then return wrong(row, scenario, how, "not made:", tostring(made[2])) end
  tried[row] = tried[row] + 1
  local ok, result = disturb(k, scenario.ask, table.unpack(made, 2, made.n))
  how = ("%s %d"):format(how, k)
  if not (ok and result == want or is_it(result)) then
    return wrong(row, scenario, how, ok and "gave" or "raised", tostring(result), "and not", want)
  end
  local again
  ok, again = pcall(scenario.ask, table.unpack(made, 2, made.n))
  if not ok or again ~= want then wrong(row, scenario, how, "asked again:", tostring(again), "and not", want) end
end

-- ---- Every call --------------------------------------------------------------------------------------------------------

-- Numbers from 1 to `last`: all where that is few enough, else so many at random.
local function moments(last, most)
  local list = {}
  if last <= most then
    for k = 1, last do list[k] = k end
  else
    for i = 1, most do list[i] = math.random(last) end
  end
  return list
end

local function answer(scenario)
  local made = table.pack(scenario.make())
  return scenario.ask(table.unpack(made, 1, made.n)), made
end

local function ask_all(scenario, most)
  local ok, want = pcall(answer, scenario)
  if not ok then return end -- a call that is there to fail
  local made = table.pack(scenario.make())
  local fine, again, events = interrupted(0, scenario.ask, table.unpack(made, 1, made.n))
  if not fine or again ~= want then return end -- it reads the clock, or the hook
  for _, k in ipairs(moments(events, most)) do moment(1, scenario, want, "interrupted at event", interrupted, k, is_interrupt) end
  made = table.pack(scenario.make())
  local _, _, heard = cancelled(0, scenario.ask, table.unpack(made, 1, made.n))
  for _, k in ipairs(moments(heard, math.min(most, 20))) do
    moment(2, scenario, want, "cancelled at word", cancelled, k, is_cancelled)
  end
end

-- ---- Larger questions, and real signals ----------------------------------------------------------------------------------

-- Scenarios of the larger questions: made and asked in one.
local function larger(scenario)
  return { name = scenario.name .. " (larger)", make = function() end, ask = function() return tostring(scenario.long()) end }
end

if arg[1] then -- a child: asks, is interrupted by a signal perhaps, and asks again
  for _, s in ipairs(calls.scenarios()) do
    if s.name == arg[1] then
      local one = larger(s)
      terminal.catch_interrupts()
      print "begun"
      io.stdout:flush()
      local ok, result = pcall(one.ask)
      while not ok and is_interrupt(result) do ok, result = pcall(one.ask) end
      terminal.release_interrupts()
      io.write("answer ", tostring(result), "\n")
    end
  end
  os.exit(0)
end

local function signalled(scenario, seconds, most)
  local want = larger(scenario).ask()
  for _ = 1, most do
    tried[3] = tried[3] + 1
    local pipe = io.popen(("lua5.4 spec/trust/interrupts.lua '%s' 2>&1 & pid=$!; sleep %.3f; kill -INT $pid; wait $pid"):format(
      scenario.name, 0.3 + math.random() * seconds))
    local said = pipe:read "a"
    pipe:close()
    -- where the signal came before it was caught there is no answer
    local got = said:match "\nanswer (.-)\n$" or said:match "^begun\nanswer (.-)\n$"
    if said:find "begun" and got ~= want then wrong(3, scenario, "a signal", said, "and not", want) end
  end
end

print("seed " .. seed)
local scenarios, long = {}, 0
for i, s in ipairs(calls.scenarios()) do
  if not SHORT or i % 3 == seed % 3 then scenarios[#scenarios + 1] = s end -- in short, every third
end
local start = os.clock()
for i, s in ipairs(scenarios) do
  -- the time that is left, for the calls that are left
  local began, share = os.clock(), (SECONDS - (os.clock() - start)) / (#scenarios - i + 1)
  local most = SHORT and MOMENTS or 10
  repeat
    ask_all(s, most)
    most = most * 3
  until SHORT or most > 3 * MOMENTS or os.clock() - began > share / 4
end
for _, s in ipairs(scenarios) do
  if s.long and not SHORT then
    long = long + 1
    local began = os.clock()
    pcall(s.long)
    ask_all(larger(s), os.clock() - began < 1 and 5 or 2)
    signalled(s, os.clock() - began, 3)
  end
end
print(("%d calls, %d larger questions"):format(#scenarios, long))
for row, what in ipairs { "calls interrupted, and asked again", "calls cancelled, and asked again",
                          "larger questions that a signal interrupts" } do
  if row < 3 or long > 0 then print(("%s: %d tried, %d failed"):format(what, tried[row], failed[row])) end
end
os.exit(failed[1] + failed[2] + failed[3] > 0 and 1 or 0)
