-- A pool of processes: runs shell commands side by side, each with its own output files.
--
--   local jobs = require "tools.jobs"
--   jobs.run({
--     { title = "build", command = "make all", cost = 40 },
--     { title = "lint", command = "make lint" },
--     { title = "test", command = "build/spec/x", needs = { "build" } },
--   }, { folder = "build", ended = function(job) print(job.title, job.status, job.wall, job.cpu) end })
--
-- A job starts once all jobs that it needs have succeeded. Among those that may start, the pool takes the one with the
-- longest chain of expected seconds after it (`cost`), so that no long job runs alone at the end. A job with
-- `weight = 0` mostly waits for a network or a disk, and uses no slot of the pool.
--
-- xargs starts the processes and a FIFO reports their ends. Ctrl-C reaches all of them: they share one process group.

local M = {}

-- $1 is the folder, $2 the job, $3 the limit in seconds. `times` prints the shell's own time, then its children's.
local RUNNER = [[
began=$(date +%s.%N)
timeout --foreground -k 10 "$3" sh "$1$2.sh" >"$1$2.out" 2>"$1$2.err" </dev/null
status=$?
times >"$1$2.times"
echo "$2 $status $began $(date +%s.%N)"
]]

local function read(path)
  local file <close> = io.open(path, "rb")
  return file and file:read "a" or ""
end

--- Writes a file, or raises an error that names it, so that a full disk is not taken for success.
function M.write(path, text)
  local file <close> = assert(io.open(path, "wb"))
  assert(file:write(text))
  assert(file:flush())
end

M.read = read

--- The output of a command, and its end, as pipe:close returns it.
function M.output_of(command)
  local pipe = assert(io.popen(command))
  return pipe:read "a", pipe:close()
end

--- The lines of a command's output. Raises if the command fails.
function M.lines_of(command)
  local pipe <close>, list = assert(io.popen(command)), {}
  for line in pipe:lines() do list[#list + 1] = line end
  return pipe:close() and list or error(command, 0)
end

--- The number of processes that run side by side: JOBS, or the number of processors this process may use.
function M.width() return tonumber(os.getenv "JOBS" or M.output_of "nproc") or 1 end

-- The seconds of the longest chain of jobs from this one on, for every job.
local function chains(list, dependents)
  local chain = {}
  local function from(job)
    if not chain[job] then
      local longest = 0
      for _, next_job in ipairs(dependents[job]) do longest = math.max(longest, from(next_job)) end
      chain[job] = (job.cost or 1) + longest
    end
    return chain[job]
  end
  for _, job in ipairs(list) do from(job) end
  return chain
end

--- Runs jobs. Each gets `status` (124 or 137: it reached its time limit), `wall` and `cpu` seconds, `began` and
-- `finished` (seconds of the clock), and the paths `out` and `err`. A job whose need failed does not run: `status` is
-- nil and `unmet` names the need.
-- @param list jobs: `title`, `command`, and optionally `needs` (titles), `cost` (expected seconds), `weight` (0 or 1),
-- `seconds` (a limit that only a hanging process reaches; by default JOB_SECONDS of the environment, or 1800)
-- @param options `folder` (the files of this run are in a new folder in it, which is removed after the run), `ended`
-- (called with each job that ended or cannot start), `width`
function M.run(list, options)
  local ended, width = options.ended or function() end, options.width or M.width()
  local bound = tonumber(os.getenv "JOB_SECONDS") or 1800
  local folder = M.output_of(("mkdir -p '%s' && mktemp -d '%s/run.XXXXXX'"):format(options.folder, options.folder))
  folder = assert(folder:match "^([^\n]+)", "no folder can be made in " .. options.folder) .. "/"
  local files <close> = setmetatable({}, { __close = function() os.execute(("rm -rf '%s'"):format(folder)) end })
  assert(files and os.execute(("mkfifo '%sended'"):format(folder)))
  M.write(folder .. "run.sh", RUNNER)

  local by_title, dependents, missing, number, idle = {}, {}, {}, {}, 0
  for i, job in ipairs(list) do
    assert(not by_title[job.title], "two jobs are called " .. job.title)
    by_title[job.title], dependents[job], number[job] = job, {}, i
    job.out, job.err = folder .. i .. ".out", folder .. i .. ".err"
    M.write(folder .. i .. ".sh", job.command .. "\n")
    if job.weight == 0 then idle = idle + 1 end
  end
  for _, job in ipairs(list) do
    missing[job] = #(job.needs or {})
    for _, title in ipairs(job.needs or {}) do
      table.insert(dependents[assert(by_title[title], job.title .. " needs a job that is not there: " .. title)], job)
    end
  end

  local chain, ready = chains(list, dependents), {}
  for _, job in ipairs(list) do if missing[job] == 0 then ready[#ready + 1] = job end end
  local starting <close> = assert(io.popen(("xargs -P %d -L 1 sh '%srun.sh' '%s' >'%sended'")
    :format(width + idle, folder, folder, folder), "w"))
  local ends <close> = assert(io.open(folder .. "ended"))
  local free, running = width, 0

  local function start()
    table.sort(ready, function(a, b)
      if chain[a] ~= chain[b] then return chain[a] > chain[b] end
      return number[a] < number[b]
    end)
    local waiting = {}
    for _, job in ipairs(ready) do
      local weight = job.weight or 1
      if weight <= free then
        free, running = free - weight, running + 1
        assert(starting:write(number[job], " ", job.seconds or bound, "\n"))
      else
        waiting[#waiting + 1] = job
      end
    end
    ready = waiting
    assert(starting:flush())
  end

  local function abandon(job, need)
    for _, next_job in ipairs(dependents[job]) do
      if not next_job.unmet then
        next_job.unmet = need
        ended(next_job)
        abandon(next_job, need)
      end
    end
  end

  start()
  while running > 0 do
    local line = assert(ends:read "l", "the pool of processes was ended")
    local i, status, began, finished = line:match "^(%d+) (%d+) (%S+) (%S+)$"
    local job = assert(list[tonumber(i)], line)
    local user, user_seconds, system, system_seconds =
      read(folder .. i .. ".times"):match "\n(%d+)m([%d.]+)s (%d+)m([%d.]+)s"
    assert(user, "no times of " .. job.title .. ": is the disk full?")
    job.status, job.began, job.finished = tonumber(status), tonumber(began), tonumber(finished)
    job.wall = job.finished - job.began
    job.cpu = 60 * (user + system) + user_seconds + system_seconds
    free, running = free + (job.weight or 1), running - 1
    if job.status == 0 then
      for _, next_job in ipairs(dependents[job]) do
        missing[next_job] = missing[next_job] - 1
        if missing[next_job] == 0 then ready[#ready + 1] = next_job end
      end
    end
    ended(job)
    if job.status ~= 0 then abandon(job, job.title) end
    start()
  end
end

return M
