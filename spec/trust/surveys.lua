-- The campaign on surveys. A survey's coordinator gets SIGKILL, SIGTERM or SIGINT, or one of its workers SIGKILL, once
-- a random number of rows has begun. It is resumed until it ends, and its rows must equal a plain loop's. Then a bit of
-- each byte of a finished database is changed in turn: reading must fail, or return the old data.
local message = require "takeaway.app.survey.message"
local seal = require "takeaway.base.checksum"
local ta = require "takeaway"
local tally = require "spec.trust.tally"

local SIGNALS = tally.number("TAKEAWAY_KILLS", 200, 3) -- to all surveys
require "spec.support.seed"()
local dir = tally.make_folder()
local trace = dir .. "/trace"

-- ---- Killed at random
-- --------------------------------------------------------------------------------------------------

local MEMBERS = 120

-- Every third member repeats the previous answer; every tenth has none.
local TASK = dir .. "/task.lua"
tally.write(TASK, ([[
return { name = "counted", version = 1, count = function() return %d end,
  member = function(i) return ("m%%03d"):format(i - (i %% 3 == 2 and 1 or 0)) end,
  columns = { { "n", "INTEGER", "it" }, { "x", "REAL", "a third" } },
  row = function(key)
    local trace <close> = assert(io.open(%q, "ab"))
    trace:write "."
    trace:flush()
    local n, sum = math.tointeger(tonumber(key:sub(2))), 0
    for k = 1, 10 ^ 5 do sum = sum ~ k end
    if n %% 10 == 0 then return nil, "tens have none", "ELIMIT" end
    return { n = n, x = n / 3 }
  end }]]):format(MEMBERS, trace))

local function plain()
  local lines = {}
  for i = 0, MEMBERS - 1 do
    local key = ("m%03d"):format(i)
    if i % 3 < 2 and i % 10 == 0 then lines[#lines + 1] = message.line { key, "limit", "tens have none", n = 5 } .. "\n"
    elseif i % 3 < 2 then lines[#lines + 1] = message.line { key, "ok", nil, i, i / 3, n = 5 } .. "\n" end
  end
  return ("%08x"):format(seal.crc32(table.concat(lines)))
end

local DIGEST = plain()

-- The process of a survey that is started beside this one.
local function start(database)
  local block = math.random(4) == 1 and "" or "--block " .. math.random(1, 9)
  return tally.shell(("lua5.4 bin/takeaway survey %s --to %s --workers %d %s >/dev/null 2>%s/said & echo $!"):format(TASK, database,
    math.random(1, 3), block, dir)):match "%d+"
end

local function has_ended(process) return function() return not tally.process(process) end end

-- Kills the survey, or one of its workers, once some rows have begun (0: at once); was it there, and was it the survey?
local function disturb(process)
  tally.wait_for_rows(trace, math.random(0, 40), has_ended(process))
  local children = {}
  for child in tally.read(("/proc/%s/task/%s/children"):format(process, process)):gmatch "%d+" do children[#children + 1] = child end
  local victim = math.random(2) == 1 and children[math.random(math.max(1, #children))] or process
  local signal = victim == process and ({ "KILL", "KILL", "TERM", "INT" })[math.random(4)] or "KILL"
  return tally.kill(victim, signal), victim == process
end

-- Disturbs a survey until it has ended by itself; how many signals it got, or nil and what is wrong.
local function survive(database)
  local signals = 0
  for _ = 1, 60 do
    local process = start(database)
    for _ = 1, math.random(0, 3) do
      local hit, whole = disturb(process)
      if hit then signals = signals + 1 end
      if hit and whole then break end
    end
    tally.wait_for("the survey's end", has_ended(process))
    local s = ta.survey(database)
    if s then
      local left, why = s:status()
      s:close()
      if not left then return nil, why end
      if left.left == 0 then return signals end
    end
  end
  return nil, "it comes to no end"
end

local surveys, signals, broken = 0, 0, 0
while signals < SIGNALS and broken < 20 do
  surveys = surveys + 1
  local database = ("%s/%d.db"):format(dir, surveys)
  local got, why = survive(database)
  local s = got and ta.survey(database)
  local digest = s and s:digest()
  if s then s:close() end
  signals = signals + (got or 0)
  if not tally.check("surveys that are killed at random moments, and gone on with", digest == DIGEST, surveys, why, digest) then
    broken = broken + 1
  end
end
tally.tried("signals to coordinators and workers", signals)

-- ---- Changed bytes
-- -----------------------------------------------------------------------------------------------------

local whole = dir .. "/whole.db"
assert(ta.survey { task = "octal", to = whole, set = { digits = 1 }, transport = "here", limit = 100 }):close()
local bytes = tally.read(whole)

-- The result of a query: for a changed database an error, or the same.
local function read(path)
  local s = ta.survey(path)
  if not s then return nil end
  local digest, status = s:digest(), s:status()
  s:close()
  if not digest or not status then return nil end
  return table.concat({ digest, status.task, status.version, status.settings, status.limits, status.members,
                        status.left, status.rows, status.ok, status.limit, status.error }, " ")
end

local function told(path)
  local ok, said = pcall(read, path)
  return ok and said or not ok and "raised: " .. tostring(said) or nil
end

local RIGHT = assert(told(whole))
local refused = 0
for i = 1, tally.short and 300 or #bytes do
  local at = tally.short and math.random(#bytes) or i
  local changed = dir .. "/changed.db"
  tally.write(changed, bytes:sub(1, at - 1) .. string.char(bytes:byte(at) ~ (1 << math.random(0, 7))) .. bytes:sub(at + 1))
  local now = told(changed)
  if now == nil then refused = refused + 1 end
  tally.check("databases with a changed byte", now == nil or now == RIGHT, "byte", at, now)
end
print(("%d changed bytes were refused; the others do no harm"):format(refused))
tally.finish()
