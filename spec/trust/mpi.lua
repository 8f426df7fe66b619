-- The campaign on surveys by ranks of MPI: compares them with the survey by one process, also when processes are killed
-- at a random row. An ended survey is started again until it is whole; its digest must be that of one process.
local tally = require "spec.trust.tally"
local workers = require "takeaway.workers"

local short, process, wait_for = tally.short, tally.process, tally.wait_for
local rounds = tally.number("TAKEAWAY_ROUNDS", 10, 0) -- the short form kills two processes besides
local ROWS = short and 120 or 400
local KILLS = short and 1 or 2 -- of jobs that are resumed
-- Seconds of silence: where a rank is killed far more than one that lives is kept, by a disk or by other work; and
-- where none is.
local LOST_AFTER, NEVER = 60, 3600

require "spec.support.seed"()

local folder = tally.make_folder()
local database, trace, log = folder .. "/survey.db", folder .. "/trace", folder .. "/log"

-- The processes of the job, by what they are: mpirun, rank0, rank (others), process (that compute).
local function job(name)
  local found, by_pid = { mpirun = {}, rank0 = {}, rank = {}, process = {} }, {}
  for pid in tally.shell "ls /proc":gmatch "%f[%S]%d+%f[%s]" do
    local p = process(pid)
    if p and p.environment:find("\0TAKEAWAY_JOB=" .. name .. "\0", 1, true) then by_pid[p.pid] = p end
  end
  for pid, p in pairs(by_pid) do
    local rank = p.environment:match "\0OMPI_COMM_WORLD_RANK=(%d+)\0"
    local parent = by_pid[p.parent]
    local under = parent and parent.environment:find("\0OMPI_COMM_WORLD_RANK=", 1, true)
    local what = not rank and "mpirun" or under and "process" or rank == "0" and "rank0" or "rank"
    table.insert(found[what], pid)
  end
  for _, list_of in pairs(found) do table.sort(list_of) end
  return found
end

local function any(found)
  for _, list in pairs(found) do if #list > 0 then return true end end
  return false
end

-- ---- Runs -----------------------------------------------------------------------------

local function takeaway(arguments)
  return ("lua5.4 bin/takeaway survey spec/trust/mpi_task.lua --set members=%d --to %s --block 7 %s"):format(ROWS, database,
    arguments)
end

local jobs = 0

-- Start mpirun; the job.
local function start(ranks, recovery, lost_after)
  jobs = jobs + 1
  local command = takeaway("--mpi --lost-after " .. (lost_after or LOST_AFTER))
  local name = ("%s-%d"):format(folder:match "[^/]*$", jobs)
  local line = ("TAKEAWAY_JOB=%s TAKEAWAY_TRACE=%s exec mpirun -n %d %s %s >%s 2>&1"):format(name, trace, ranks,
    recovery and "--enable-recovery" or "", command, log)
  return { name = name, mpirun = assert(workers.start("/bin/sh", "-c", line)) }
end

-- How mpirun has ended, where it has.
local function ended(one)
  if one.how then return one.how end
  if workers.wait({ one.mpirun }, 0) then
    local bytes, how = one.mpirun:read()
    if not bytes then one.how = how end
  end
  return one.how
end

local function finish(one)
  wait_for("mpirun's end", function() return ended(one) end)
  wait_for("the end of its processes", function() return not any(job(one.name)) end)
end

local function digest()
  local text = tally.shell(("lua5.4 bin/takeaway survey status %s 2>&1"):format(database))
  return not text:find(" left") and text:match "digest (%x+)" or text
end

local function fresh()
  for _, ending in ipairs { "", "-journal", "-wal", "-shm" } do os.remove(database .. ending) end
  os.remove(trace)
end

-- Kills one process of the kind `what` once this number of rows has begun. Returns whether there was one.
local function kill_at(one, what, rows)
  tally.wait_for_rows(trace, rows, function() return ended(one) end)
  local found = job(one.name)[what]
  return #found > 0 and tally.kill(found[math.random(#found)], "KILL")
end

-- ---- The trials --------------------------------------------------------------------

local function try(name, f)
  fresh()
  local ok, why = pcall(f)
  if tally.check(name, ok, why, not ok and tally.read(log)) then return end
  for _, list in pairs(job(("%s-%d"):format(folder:match "[^/]*$", jobs))) do
    for _, pid in ipairs(list) do tally.kill(pid, "KILL") end
  end
end

fresh()
os.execute(("TAKEAWAY_TRACE=%s %s >%s 2>&1"):format(trace, takeaway "--transport here", log))
local right = digest()
assert(right:find "^%x+$", "one process: " .. right .. tally.read(log))

local function expect_right()
  local got = digest()
  if got ~= right then error(("digest %s, of one process %s"):format(got, right), 0) end
end

for _, ranks in ipairs(short and { 3 } or { 1, 3, 5 }) do
  try("ranks against one process", function()
    local one = start(ranks, false, NEVER)
    finish(one)
    if one.how ~= "status 0" then error("mpirun ended with " .. one.how, 0) end
    expect_right()
  end)
end

-- The job continues, although this number of its processes is killed.
local GOES_ON = { process = "computing processes killed, the job goes on",
                  rank = "ranks killed with --enable-recovery, the job goes on" }
local function survives(what, recovery, kills)
  try(GOES_ON[what], function()
    local one = start(4, recovery, what == "process" and NEVER or nil)
    for _ = 1, kills do kill_at(one, what, math.random(1, ROWS // 4)) end
    finish(one)
    expect_right()
  end)
end

-- The job ends, and is started again until there is nothing left.
local RESUMED = { rank = "ranks killed, the job resumed", rank0 = "rank 0 killed, the job resumed",
                  mpirun = "mpirun killed, the job resumed" }
local function resumed(what, recovery)
  try(RESUMED[what], function()
    for run = 1, 10 do
      local one = start(4, recovery)
      local killed = run <= KILLS and kill_at(one, what, math.random(1, ROWS // 3))
      finish(one)
      if not killed and one.how == "status 0" then return expect_right() end
    end
    error("not done after ten runs", 0)
  end)
end

if short then
  survives("process", false, 1)
  resumed("rank", false)
end
for round = 1, rounds do
  survives("process", round % 2 == 0, 3)
  survives("rank", true, 2)
  resumed("rank", false)
  for _, what in ipairs { "rank0", "mpirun" } do
    resumed(what, round % 2 == 1)
    resumed(what, round % 2 == 0)
  end
end

tally.finish()
