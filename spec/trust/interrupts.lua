-- The campaign on interrupts, with spec/fixtures/moments.c loaded before the C library.
-- Every call of spec/support/calls.lua is interrupted at the k-th event of its run, and cancelled at the k-th report to
-- its watcher. Queried again, the same objects must give the answer of an undisturbed run.
--
-- An event is a point where a Ctrl-C can raise: a function call, every hundredth Lua instruction, and every check by
-- the core (ta_poll calls an empty function for that). So k determines the moment at any machine speed. The clock runs
-- fast, so the watcher gets a report at every poll.
-- Larger queries are also cancelled by the watcher and by their own progress function, if they take one, at every poll
-- or at 1000 of them; and in a child by 1000 real signals at random moments.
--
--   lua5.4 spec/trust/interrupts.lua [PART OF]      every OF-th call and larger question, from the PART-th on: 1 1
--   lua5.4 spec/trust/interrupts.lua child NAME TIMES SEED
local calls = require "spec.support.calls"
local core = require "takeaway.core"
local tally = require "spec.trust.tally"
local terminal = require "takeaway.terminal"

local SHORT = tally.short
local MOMENTS = tally.number("TAKEAWAY_MOMENTS", 1000, 1)
local SECONDS = SHORT and math.huge or tonumber(os.getenv "TAKEAWAY_SECONDS") or 150 -- of the long form, for all calls
local SIGNALS = tally.number("TAKEAWAY_SIGNALS", 1000, 5) -- to each larger question
local BUILD = os.getenv "TAKEAWAY_BUILD" or "build"
local function moments_of(name) return assert(package.loadlib(BUILD .. "/spec/moments.so", name)) end
local hurry, signal_after = moments_of "moments_hurry", moments_of "moments_signal"
local seed = require "spec.support.seed"()

-- ---- Interrupting
-- ------------------------------------------------------------------------------------------------------

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

-- f(...) cancelled at the k-th report to the watcher; and the number of reports.
local function cancelled(k, f, ...)
  local heard = 0
  core.watch(function(done)
    if done then heard = heard + 1 end
    if done and heard == k then return false end
  end)
  hurry(true)
  local ok, result = pcall(f, ...)
  hurry(false)
  core.watch(nil)
  return ok, result, heard
end

-- The progress function that larger questions are made with; and f(...) cancelled by it.
local words_heard, refused_word = 0, 0
local function progress()
  words_heard = words_heard + 1
  return words_heard ~= refused_word
end
local function refused(k, f, ...)
  words_heard, refused_word = 0, k
  hurry(true)
  local ok, result = pcall(f, ...)
  hurry(false)
  refused_word = 0
  return ok, result, words_heard
end

local ROWS = { "calls interrupted, and asked again", "calls cancelled by a watcher, and asked again",
               "larger questions, a signal at a random moment, and asked again",
               "larger questions cancelled by a watcher, and asked again",
               "larger questions cancelled by a progress function, and asked again" }
for _, what in ipairs(ROWS) do tally.tried(what, 0) end

local function wrong(row, scenario, how, ...) tally.failed(ROWS[row], scenario.name .. ",", how .. ":", ...) end

local function is_interrupt(why) return why == terminal.interrupt or tostring(why):find("interrupted!", 1, true) end
local function is_cancelled(why) return tostring(why):find("ECANCELLED", 1, true) or tostring(why):find("cancelled", 1, true) end

-- One moment: its result, and the answer of a repeated query of the same objects.
local function moment(row, scenario, want, how, disturb, k, is_it)
  local made = table.pack(pcall(scenario.make, disturb == refused and progress or nil))
  if not made[1] then return wrong(row, scenario, how, "not made:", tostring(made[2])) end
  tally.tried(ROWS[row])
  local ok, result = disturb(k, scenario.ask, table.unpack(made, 2, made.n))
  how = ("%s %d"):format(how, k)
  if not (ok and result == want or is_it(result)) then
    return wrong(row, scenario, how, ok and "gave" or "raised", tostring(result), "and not", want)
  end
  local again
  ok, again = pcall(scenario.ask, table.unpack(made, 2, made.n))
  if not ok or again ~= want then wrong(row, scenario, how, "asked again:", tostring(again), "and not", want) end
end

-- ---- Every call
-- --------------------------------------------------------------------------------------------------------

local LARGER = SHORT and 3 or MOMENTS -- cancels of a larger query in each way, if it gets that number of reports

-- Numbers from 1 to `last`: all if they are few, otherwise a random sample.
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

local left_out = {} -- calls that are meant to fail, or read the clock, or the hook

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
  local at_words = scenario.larger and 4 or 2
  local function words(row, how, disturb, given)
    made = table.pack(scenario.make(given))
    local _, undisturbed, count = disturb(0, scenario.ask, table.unpack(made, 1, made.n))
    if undisturbed ~= want then wrong(row, scenario, how .. " never", "gave", tostring(undisturbed), "and not", want) end
    for _, k in ipairs(moments(count, scenario.larger and LARGER or math.min(most, 20))) do
      moment(row, scenario, want, how, disturb, k, is_cancelled)
    end
  end
  words(at_words, "cancelled at word", cancelled)
  if scenario.larger then words(5, "cancelled by progress at word", refused, progress) end
end

-- ---- Larger questions, and real signals
-- ----------------------------------------------------------------------------------

-- A child: repeats a query while a signal comes at a random moment, and once more undisturbed. When the query has
-- ended the signal is waited for, so that none is for nothing: one that does not come was swallowed.
local function child(one, times)
  local bad = 0
  local function expect(holds, ...)
    if holds then return end
    bad = bad + 1
    print(...)
  end
  local want = answer(one)
  local began = core.clock()
  for _ = 1, 3 do answer(one) end
  local seconds = (core.clock() - began) / 3
  terminal.catch_interrupts()
  for _ = 1, times do
    local got
    local made = table.pack(one.make())
    local ok, why = pcall(function()
      signal_after(math.random() * seconds)
      got = one.ask(table.unpack(made, 1, made.n))
      local patience = os.time() + 300
      repeat until os.time() > patience
    end)
    expect(not ok, "a signal was swallowed")
    expect(ok or is_interrupt(why), "raised", why)
    expect(got == nil or got == want, "gave", got, "and not", want)
    ok, got = pcall(one.ask, table.unpack(made, 1, made.n))
    expect(ok and got == want, "asked again gave", got, "and not", want)
  end
  terminal.release_interrupts()
  print(("%d signals, %d wrong"):format(times, bad))
  return bad == 0
end

if arg[1] == "child" then
  math.randomseed(seed + tonumber(arg[4]))
  for _, s in ipairs(calls.scenarios()) do
    if s.name == arg[2] then os.exit(child(s.long, tonumber(arg[3]))) end
  end
  os.exit(1)
end

local signalled_before = 0 -- so that each child has another seed

local function signalled(scenario, times)
  tally.tried(ROWS[3], times)
  signalled_before = signalled_before + times
  local pipe = io.popen(("lua5.4 spec/trust/interrupts.lua child '%s' %d %d 2>&1"):format(scenario.name, times, signalled_before))
  local said = pipe:read "a"
  local ended = pipe:close()
  if not ended then wrong(3, scenario, "real signals", said) end
end

local PART, OF = tonumber(arg[1]) or 1, tonumber(arg[2]) or 1
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
  if not SHORT or (i - seed) % 4 == 0 then
    s.long.larger = true
    ask_all(s.long, SHORT and 1 or 10)
    signalled(s, SIGNALS)
  end
end
print(("%d calls, %d larger questions; not tried, since their answers differ: %s"):format(#scenarios, #larger_ones,
  #left_out > 0 and table.concat(left_out, ", ") or "none"))
tally.finish()
