-- tools/trust/mpi.sh: surveys by ranks of MPI, killed at random.

local workers = require "takeaway.workers"
local seed = require "spec.support.seed"

local short = os.getenv "TAKEAWAY_SHORT"
local rounds = math.tointeger(tonumber(os.getenv "TAKEAWAY_ROUNDS")) or (short and 1 or 10)
local ROWS = short and 120 or 400
local PATIENCE = 3600 -- seconds that a run may take, or its processes to end: far more than any needs
local KILLS = short and 1 or 2 -- of jobs that are resumed
-- Seconds of silence: where a rank is killed far more than one that lives is kept, by a disk or by other work; and where none is.
local LOST_AFTER, NEVER = 60, 3600

seed()

local folder = assert(io.popen "mktemp -d"):read "l"
local database, trace, log = folder .. "/survey.db", folder .. "/trace", folder .. "/log"

local function read(path)
  local file = io.open(path, "rb")
  if not file then return "" end
  local text = file:read "a"
  file:close()
  return text or ""
end

local function rows_begun()
  local file = io.open(trace, "rb")
  local size = file and file:seek "end" or 0
  if file then file:close() end
  return size
end

local function pause(seconds) require "takeaway.mpi".sleep(seconds) end

-- ---- Processes ------------------------------------------------------------------------

-- What a process was started with: its parent and its environment. Nil of one that is gone, or only not waited for.
local function process(pid)
  local state, parent = read("/proc/" .. pid .. "/stat"):match "^%d+ %(.*%) (%a) (%d+)"
  if not state or state == "Z" or state == "X" then return nil end
  return { pid = math.tointeger(tonumber(pid)), parent = math.tointeger(tonumber(parent)),
           environment = "\0" .. read("/proc/" .. pid .. "/environ") }
end

-- The processes of the job, by what they are: mpirun, rank0, rank (others), process (that compute).
local function job(name)
  local found, by_pid = { mpirun = {}, rank0 = {}, rank = {}, process = {} }, {}
  local list = io.popen "ls /proc"
  for pid in list:lines() do
    local p = pid:find "^%d+$" and process(pid)
    if p and p.environment:find("\0TAKEAWAY_JOB=" .. name .. "\0", 1, true) then by_pid[p.pid] = p end
  end
  list:close()
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

local function wait_for(what, f)
  local began = workers.seconds()
  while not f() do
    if workers.seconds() - began > PATIENCE then error(what .. ": not after " .. PATIENCE .. " seconds", 0) end
    pause(0.02)
  end
end

local function finish(one)
  wait_for("mpirun's end", function() return ended(one) end)
  wait_for("the end of its processes", function() return not any(job(one.name)) end)
end

local function digest()
  local pipe = io.popen(("lua5.4 bin/takeaway survey status %s 2>&1"):format(database))
  local text = pipe:read "a"
  pipe:close()
  return not text:find(" left") and text:match "digest (%x+)" or text
end

local function fresh()
  for _, ending in ipairs { "", "-journal", "-wal", "-shm" } do os.remove(database .. ending) end
  os.remove(trace)
end

-- Kill one of the job that is `what` once so many more rows have begun. Whether there was one to kill.
local function kill_at(one, what, rows)
  local from = rows_begun()
  wait_for("rows", function() return rows_begun() >= from + rows or ended(one) end)
  local found = job(one.name)[what]
  if #found == 0 then return false end
  os.execute("kill -KILL " .. found[math.random(#found)] .. " 2>/dev/null")
  return true
end

-- ---- What is tried --------------------------------------------------------------------

local tried, failed = {}, {}

local function try(name, f)
  tried[name], failed[name] = (tried[name] or 0) + 1, failed[name] or 0
  fresh()
  local ok, why = pcall(f)
  if ok then return end
  failed[name] = failed[name] + 1
  print(("%s: %s\n%s"):format(name, why, read(log)))
  for _, list in pairs(job(("%s-%d"):format(folder:match "[^/]*$", jobs))) do
    for _, pid in ipairs(list) do os.execute("kill -KILL " .. pid .. " 2>/dev/null") end
  end
end

fresh()
os.execute(("TAKEAWAY_TRACE=%s %s >%s 2>&1"):format(trace, takeaway "--transport here", log))
local right = digest()
assert(right:find "^%x+$", "one process: " .. right .. read(log))

local function expect_right()
  local got = digest()
  if got ~= right then error(("digest %s, of one process %s"):format(got, right), 0) end
end

for _, ranks in ipairs { 1, 3, 5 } do
  try("ranks against one process", function()
    local one = start(ranks, false, NEVER)
    finish(one)
    if one.how ~= "status 0" then error("mpirun ended with " .. one.how, 0) end
    expect_right()
  end)
end

-- The job goes on, though so many of it are killed.
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

for round = 1, rounds do
  survives("process", round % 2 == 0, 3)
  survives("rank", true, 2)
  resumed("rank", false)
  for _, what in ipairs { "rank0", "mpirun" } do
    resumed(what, round % 2 == 1)
    if not short then resumed(what, round % 2 == 0) end
  end
end

os.execute("rm -rf " .. folder)
local names, bad = {}, 0
for name in pairs(tried) do names[#names + 1] = name end
table.sort(names)
for _, name in ipairs(names) do
  print(("%s: %d tried, %d failed"):format(name, tried[name], failed[name]))
  bad = bad + failed[name]
end
os.exit(bad == 0)
