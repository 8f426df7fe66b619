-- The campaign on interrupts: see tools/trust/interrupts.sh. Every call of spec/support/calls.lua is interrupted at the
-- k-th event of its run, and cancelled at the k-th time that its watcher hears of it; asked again, the same objects must
-- give the answer of an undisturbed run.
--
-- An event is what can raise a Ctrl-C: a call of a function, every hundredth instruction of Lua, and every time that the
-- core lets one in (ta_poll calls an empty function for that). So k says the moment whatever the speed of the machine.
-- At last a child is sent real signals, at random moments, as it answers larger questions.
--
--   lua5.4 spec/trust/interrupts.lua [PART OF]      every OF-th call and larger question, from the PART-th on: 1 1
--   lua5.4 spec/trust/interrupts.lua child NAME TIMES SEED
local calls = require "spec.support.calls"
local core = require "takeaway.core"
local terminal = require "takeaway.terminal"

local SHORT = os.getenv "TAKEAWAY_SHORT" ~= nil
local MOMENTS = math.tointeger(tonumber(os.getenv "TAKEAWAY_MOMENTS")) or SHORT and 1 or 1000
local SECONDS = SHORT and math.huge or tonumber(os.getenv "TAKEAWAY_SECONDS") or 300 -- of the long form, for all calls
local SIGNALS = math.tointeger(tonumber(os.getenv "TAKEAWAY_SIGNALS")) or SHORT and 20 or 1000
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

-- A larger question passes on what it was given, or makes text of it: nil, where it was cancelled.
local function is_nothing(why) return is_cancelled(why) or why == "nil" or tostring(why):find("a nil value", 1, true) end

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

local left_out = {} -- calls that are there to fail, or read the clock, or the hook

local function ask_all(scenario, most)
  local ok, want = pcall(answer, scenario)
  local made = ok and table.pack(scenario.make()) or {}
  local fine, again, events = false
  if ok then fine, again, events = interrupted(0, scenario.ask, table.unpack(made, 1, made.n)) end
  if not fine or again ~= want then
    left_out[#left_out + 1] = scenario.name
    return
  end
  for _, k in ipairs(moments(events, most)) do moment(1, scenario, want, "interrupted at event", interrupted, k, is_interrupt) end
  made = table.pack(scenario.make())
  local _, _, heard = cancelled(0, scenario.ask, table.unpack(made, 1, made.n))
  for _, k in ipairs(moments(heard, math.min(most, 20))) do
    moment(2, scenario, want, "cancelled at word", cancelled, k, scenario.larger and is_nothing or is_cancelled)
  end
end

-- ---- Larger questions, and real signals ----------------------------------------------------------------------------------

-- Scenarios of the larger questions: made and asked in one.
local function larger(scenario)
  return { name = scenario.name .. " (larger)", larger = true, make = function() end,
           ask = function() return tostring(scenario.long()) end }
end

-- A child: asks, while a signal comes at a random moment, so many times; at last asks undisturbed. When the question has
-- ended the signal is waited for, so that none is for nothing: one that does not come was swallowed.
local function child(one, times)
  local function lines(command)
    local pipe = assert(io.popen(command))
    local text = pipe:read "a"
    pipe:close()
    return text
  end
  local pid, bad = lines "echo $PPID":match "%d+", 0
  local function expect(holds, ...)
    if holds then return end
    bad = bad + 1
    print(...)
  end
  local began = os.clock()
  local want = one.ask()
  local seconds = os.clock() - began
  terminal.catch_interrupts()
  for _ = 1, times do
    local pipe, got
    local ok, why = pcall(function()
      pipe = io.popen(("sleep %.4f; kill -INT %s"):format(math.random() * seconds, pid))
      got = one.ask()
      local patience = os.time() + 300
      repeat until os.time() > patience
    end)
    if pipe then pipe:close() end
    expect(not ok, "a signal was swallowed")
    expect(ok or is_interrupt(why), "raised", why)
    expect(got == nil or got == want, "gave", got, "and not", want)
  end
  terminal.release_interrupts()
  local ok, got = pcall(one.ask)
  expect(ok and got == want, "asked again gave", got, "and not", want)
  print(("%d signals, %d wrong"):format(times, bad))
  return bad == 0
end

if arg[1] == "child" then
  math.randomseed(seed + tonumber(arg[4]))
  for _, s in ipairs(calls.scenarios()) do
    if s.name == arg[2] then os.exit(child(larger(s), tonumber(arg[3]))) end
  end
  os.exit(1)
end

local function signalled(scenario, times)
  tried[3] = tried[3] + times
  local pipe = io.popen(("lua5.4 spec/trust/interrupts.lua child '%s' %d %d 2>&1"):format(scenario.name, times, tried[3]))
  local said = pipe:read "a"
  local ended = pipe:close()
  if not ended then wrong(3, scenario, "real signals", said) end
end

local PART, OF = tonumber(arg[1]) or 1, tonumber(arg[2]) or 1
print(("seed %d, part %d of %d"):format(seed, PART, OF))
local wanted = os.getenv "CALLS" or ""
local scenarios, larger_ones = {}, {}
local function put(list, s) list[#list + 1] = s end
local numbered, long = 0, 0 -- calls and larger questions, of which this part has its share
for i, s in ipairs(calls.scenarios()) do
  if s.name:find(wanted, 1, true) then
    if not SHORT or i % 3 == seed % 3 then -- in short, every third
      if numbered % OF == PART - 1 then put(scenarios, s) end
      numbered = numbered + 1
    end
    if s.long then
      if long % OF == PART - 1 then put(larger_ones, s) end
      long = long + 1
    end
  end
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
for i, s in ipairs(larger_ones) do
  if not SHORT then
    local began = os.clock()
    pcall(s.long)
    ask_all(larger(s), os.clock() - began < 1 and 5 or 2)
  end
  local most = SIGNALS // OF + (PART <= SIGNALS % OF and 1 or 0) -- of this part
  local share = most * i // #larger_ones - most * (i - 1) // #larger_ones
  if SHORT then share = (i - seed) % math.max(1, #larger_ones // 4) == 0 and SIGNALS // 4 or 0 end
  if share > 0 then signalled(s, share) end
end
print(("%d calls, %d larger questions; not tried, since their answers differ: %s"):format(#scenarios, #larger_ones,
  #left_out > 0 and table.concat(left_out, ", ") or "none"))
for row, what in ipairs { "calls interrupted, and asked again", "calls cancelled, and asked again",
                          "larger questions, a signal at a random moment" } do
  print(("%s: %d tried, %d failed"):format(what, tried[row], failed[row]))
end
os.exit(failed[1] + failed[2] + failed[3] > 0 and 1 or 0)
