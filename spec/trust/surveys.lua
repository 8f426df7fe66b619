-- The campaign on surveys: see tools/trust/surveys.sh.
local message = require "takeaway.app.survey.message"
local seal = require "takeaway.base.seal"
local ta = require "takeaway"

local SHORT = os.getenv "TAKEAWAY_SHORT" ~= nil
local KILLS = math.tointeger(tonumber(os.getenv "TAKEAWAY_KILLS")) or SHORT and 3 or 200 -- signals, to all surveys
local seed = math.tointeger(tonumber(os.getenv "TAKEAWAY_SEED")) or 20260101
math.randomseed(seed)
print("seed " .. seed)

local all_failed = false

local function row(what, tried, failed)
  print(("%s: %d tried, %d failed"):format(what, tried, failed))
  all_failed = all_failed or failed > 0
end

local function shell(line)
  local pipe = assert(io.popen(line))
  local said = pipe:read "a"
  pipe:close()
  return said
end

local dir = shell("mktemp -d"):match "%S+"

local function write(name, bytes)
  local file = assert(io.open(dir .. "/" .. name, "wb"))
  file:write(bytes)
  file:close()
  return dir .. "/" .. name
end

-- ---- Killed at random --------------------------------------------------------------------------------------------------

local MEMBERS = 120

-- Every third member says what the one before said; every tenth has no answer.
local TASK = write("task.lua", ([[
return { name = "counted", version = 1, count = function() return %d end,
  member = function(i) return ("m%%03d"):format(i - (i %% 3 == 2 and 1 or 0)) end,
  columns = { { "n", "INTEGER", "it" }, { "x", "REAL", "a third" } },
  row = function(key)
    local n, sum = math.tointeger(tonumber(key:sub(2))), 0
    for k = 1, 10 ^ 5 do sum = sum ~ k end
    if n %% 10 == 0 then return nil, "tens have none", "ELIMIT" end
    return { n = n, x = n / 3 }
  end }]]):format(MEMBERS))

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
  return shell(("lua5.4 bin/takeaway survey %s --to %s --workers %d %s >/dev/null 2>%s/said & echo $!"):format(TASK, database,
    math.random(1, 3), block, dir)):match "%d+"
end

-- Does it run? One that has ended may stay for who started it, who may never ask.
local function alive(process)
  local about = io.open("/proc/" .. process .. "/stat")
  local state = about and (about:read "a" or ""):match "^%d+ %(.*%) (%a)"
  if about then about:close() end
  return state ~= nil and state ~= "Z" and state ~= "X"
end

-- Kill it, or one of its workers, after a while; was it there?
local function disturb(process)
  os.execute(("sleep %.3f"):format(math.random() * 0.6))
  local victim = process
  if math.random(2) == 1 then
    local children = {}
    for child in shell(("cat /proc/%s/task/%s/children 2>/dev/null"):format(process, process)):gmatch "%d+" do
      children[#children + 1] = child
    end
    victim = children[math.random(math.max(1, #children))] or process
  end
  local signal = victim == process and ({ "KILL", "KILL", "TERM", "INT" })[math.random(4)] or "KILL"
  return os.execute(("kill -%s %s 2>/dev/null"):format(signal, victim)), victim == process
end

local function wait(process)
  for _ = 1, 100000 do
    if not alive(process) then return true end
    os.execute "sleep 0.02"
  end
  return false
end

-- Disturb a survey until it has ended by itself; how many signals it got, or nil and what is wrong.
local function survive(database)
  local signals = 0
  for _ = 1, 60 do
    local process = start(database)
    for _ = 1, math.random(0, 3) do
      local hit, whole = disturb(process)
      if hit then signals = signals + 1 end
      if hit and whole then break end
    end
    if not wait(process) then return nil, "it does not end" end
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
while signals < KILLS and broken < 20 do
  surveys = surveys + 1
  local database = ("%s/%d.db"):format(dir, surveys)
  local got, why = survive(database)
  local s = got and ta.survey(database)
  local digest = s and s:digest()
  if s then s:close() end
  signals = signals + (got or 0)
  if digest ~= DIGEST then
    broken = broken + 1
    print(("FAILED: survey %d: %s; digest %s, not %s"):format(surveys, tostring(why), tostring(digest), DIGEST))
  end
end
row("surveys that are killed at random moments, and gone on with", surveys, broken)
row("signals to coordinators and workers", signals, broken > 0 and signals or 0)

-- ---- Changed bytes -----------------------------------------------------------------------------------------------------

local whole = dir .. "/whole.db"
assert(ta.survey { task = "octal", to = whole, set = { digits = 1 }, transport = "here", limit = 100 }):close()
local file = assert(io.open(whole, "rb"))
local bytes = file:read "a"
file:close()

-- What it tells: of a changed one nothing, or the same.
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
local flips, refused, wrong = SHORT and 300 or #bytes, 0, 0
for i = 1, flips do
  local at = SHORT and math.random(#bytes) or (i - 1) % #bytes + 1
  local changed = write("changed.db", bytes:sub(1, at - 1) .. string.char(bytes:byte(at) ~ (1 << math.random(0, 7)))
    .. bytes:sub(at + 1))
  local now = told(changed)
  if now == nil then refused = refused + 1 end
  if now ~= nil and now ~= RIGHT then
    wrong = wrong + 1
    if wrong <= 20 then print(("FAILED: byte %d changed: %s, not %s"):format(at, now, RIGHT)) end
  end
end
print(("%d changed bytes were refused; the others do no harm"):format(refused))
row("databases with a changed byte", flips, wrong)

os.execute("rm -rf " .. dir)
os.exit(not all_failed)
