-- The campaign on budgets: every call of spec/support/calls.lua, and every larger query, inside ta.within with tight
-- limits: time, memory, positions, depth of play, and a progress function that cancels at its k-th report.
--
-- A stopped call must end soon. The same objects, queried again without limits, must give the answer of an undisturbed
-- run. Soon is counted, not timed: the clock advances by a second at each reading, and the core counts the polls after
-- the end. The allocator refuses memory past its limit, so nothing takes more.
--
--   lua5.4 spec/trust/budget.lua [PART OF]      every OF-th call, from the PART-th on: 1 1
--
-- TAKEAWAY_TIGHT= limits of time and reports for each call (40); CALLS= selects calls by a part of their name.
local calls = require "spec.support.calls"
local core = require "takeaway.core"
local ta = require "takeaway"
local tally = require "spec.trust.tally"

local SHORT = tally.short
local TIGHT = tally.number("TAKEAWAY_TIGHT", 40, 2)
local LATE = 40 -- polls after the end, or reports after the cancelling one
local seed = require "spec.support.seed"()

-- ---- One call within limits
-- --------------------------------------------------------------------------------------------

-- f(...) within limits, on the stepped clock: its answer as text; and what the core counted.
local function within(settings, f, ...)
  core.counts()
  core.step(1)
  local ok, result, message, code = pcall(ta.within, settings, f, ...)
  core.step(0)
  local polls, late = core.counts()
  if ok and result == nil then result = ("nil, %s, %s"):format(message, code) end
  return tostring(result), polls, late
end

-- Calls that answer with less within a limit, as their documentation says: some winning option, and a report whose
-- sections describe the omissions.
local LESS = { ["sum.best_move"] = true, ["ta.report"] = true }

-- A scenario that continues with the nil of a call fails in its own file, or shows the nil.
local function is_stopped(answer, want, code)
  return answer:find(code, 1, true) or answer:find "limit of [%d.e+]+ %a+" or answer:find("cancelled", 1, true)
    or answer:find "^%./spec/" or answer:find "%f[%w]nil%f[%W]" and not want:find "%f[%w]nil%f[%W]"
end

-- Positions that rules hold, of all rules among the objects.
local function positions(...)
  local most = 0
  for _, object in ipairs { ... } do
    local ok, held = pcall(function()
      return (object.statistics and object or object:ruleset()):statistics().positions
    end)
    if ok and held and held > most then most = held end
  end
  return most
end

local counted = { before = 0, stopped = 0 }

-- One trial.
local function try(scenario, want, kind, k, settings)
  local row = "calls within a limit of " .. kind .. ", and asked again"
  local function wrong(...) tally.failed(row, ("%s, %s %s:"):format(scenario.name, kind, k), ...) end
  local made = table.pack(scenario.make())
  local before, words, cancelled = positions(table.unpack(made, 1, made.n)), 0, 0
  if kind == "reports" then
    settings = { progress = function()
      words = words + 1
      if words > k then cancelled = cancelled + 1 end
      return words < k
    end }
  end
  tally.tried(row)
  local code = kind == "reports" and "ECANCELLED" or "ELIMIT"
  local answer, _, late = within(settings, scenario.ask, table.unpack(made, 1, made.n))
  if answer == want then counted.before = counted.before + 1
  elseif LESS[scenario.name:match "^[%w_.]+"] or is_stopped(answer, want, code) then
    counted.stopped = counted.stopped + 1
  else wrong("gave", answer, "and not", want) end
  if late > LATE then wrong(late, "polls after the end") end
  if cancelled > LATE then wrong(cancelled, "reports after it was cancelled") end
  local held = positions(table.unpack(made, 1, made.n))
  if settings.limit and held > math.max(settings.limit, before) then wrong(held, "positions are held") end
  local ok, again = pcall(scenario.ask, table.unpack(made, 1, made.n))
  if not ok or again ~= want then wrong("asked again:", again, "and not", want) end
end

-- ---- Every call
-- --------------------------------------------------------------------------------------------------------

local LIMITS = { { "positions", "limit", { 1, 2, 7, 50, 400 } }, { "depth", "depth", { 1, 2, 5, 20 } },
                 { "memory", "memory", { 1, 2 ^ 10, 2 ^ 13, 2 ^ 15, 2 ^ 17, 2 ^ 20 } } }

-- Numbers from 1 to `last`: all if they are few, otherwise a random sample that includes the first.
local function some(last, most)
  local list = {}
  for k = 1, math.min(last, most) do list[k] = last <= most and k or k == 1 and 1 or math.random(last) end
  return list
end

local left_out = {} -- calls whose answers differ without limits

local function ask_all(scenario)
  local ok, want = pcall(function() return scenario.ask(scenario.make()) end)
  local reports = 0
  local heard = { progress = function() reports = reports + 1 end, seconds = 2 ^ 40 }
  local answer, polls
  if ok then answer, polls = within(heard, scenario.ask, scenario.make()) end
  if not ok or answer ~= want then
    left_out[#left_out + 1] = scenario.name
    return
  end
  for _, k in ipairs(some(polls, TIGHT)) do try(scenario, want, "seconds", k, { seconds = k - 0.5 }) end
  for _, k in ipairs(some(reports, TIGHT)) do try(scenario, want, "reports", k, {}) end
  for _, limit in ipairs(LIMITS) do
    local list = limit[3]
    for i = 1, SHORT and 1 or #list do
      local k = math.tointeger(list[SHORT and math.random(#list) or i])
      try(scenario, want, limit[1], k, { [limit[2]] = k })
    end
  end
end

local PART, OF = tonumber(arg[1]) or 1, tonumber(arg[2]) or 1
local wanted, numbered, asked = os.getenv "CALLS" or "", 0, 0
local trace = os.getenv "TRACE"
for i, s in ipairs(calls.scenarios()) do
  if s.name:find(wanted, 1, true) then
    for _, one in pairs { s, s.long } do
      if not SHORT or wanted ~= "" or (i + (one == s.long and 1 or 0)) % 8 == seed % 8 then -- in short, every eighth
        if numbered % OF == PART - 1 then
          local t0 = os.clock()
          ask_all(one)
          asked = asked + 1
          if trace and os.clock() - t0 > 0.5 then print(one.name, os.clock() - t0) end
        end
        numbered = numbered + 1
      end
    end
  end
end
print(("%d calls and larger questions: %d times answered before the limit, %d times stopped; not tried, since their answers "
  .. "differ: %s"):format(asked, counted.before, counted.stopped, #left_out > 0 and table.concat(left_out, ", ") or "none"))
tally.finish()
