-- make trust: runs the campaigns of tools/trust/campaigns.lua, then prints one table of what was tried and what failed,
-- also to build/trust.md. TAKEAWAY_SHORT=1 runs their short forms, which have fixed counts and read no clock.
--
--   lua5.4 tools/trust.lua [NAME...]      all of them, or those named; for a single campaign its whole output
--
-- A campaign is a list of jobs (tools/jobs.lua). All jobs run in one pool. A job prints rows of the table as "what was
-- tried: N tried, M failed". Rows with the same words are added up. A job fails when its status or M is not 0, or when
-- it prints no row and is not silent.
package.path = "./?.lua;" .. package.path
local campaigns = require "tools.trust.campaigns"
local jobs = require "tools.jobs"

local M = {}

local LONG, SHORT = 8 * 3600, 3600 -- time limits in seconds, which only a hanging job reaches

-- ---- From campaigns to jobs --------------------------------------------------------------------

-- Adds the packages of a campaign, then one make for each build directory, because two makes at once would conflict
-- there. Only builds by another compiler wait for packages.
local function add_builds(list, chosen)
  local goals, packages, order = {}, {}, {}
  for _, campaign in ipairs(chosen) do
    if campaign.packages then
      campaign.installs = campaign.name .. ": packages"
      list[#list + 1] = { title = campaign.installs, silent = true, weight = 0, campaign = campaign.name,
        command = "sh tools/deps.sh " .. campaign.packages }
    end
    for settings, targets in pairs(campaign.make or {}) do
      if not goals[settings] then goals[settings], packages[settings], order[#order + 1] = "", {}, settings end
      goals[settings] = goals[settings] .. " " .. targets
      if settings ~= "" then table.insert(packages[settings], campaign.installs) end
    end
  end
  table.sort(order)
  for _, settings in ipairs(order) do
    list[#list + 1] = { title = "make " .. settings, silent = true, cost = 60, campaign = "builds",
      needs = packages[settings],
      command = ("make --no-print-directory -j%d %s %s"):format(jobs.width(), settings, goals[settings]) }
  end
end

--- The jobs of some campaigns, for a pool. Pass each job that ended to `M.report`.
function M.jobs(names)
  local chosen, list = {}, {}
  for i, name in ipairs(names) do
    chosen[i] = assert(campaigns.by_name[name], "there is no campaign " .. name)()
    chosen[i].name = name
  end
  add_builds(list, chosen)
  for _, campaign in ipairs(chosen) do
    for _, job in ipairs(campaign) do
      local needs = { campaign.installs }
      for settings in pairs(campaign.make or {}) do needs[#needs + 1] = "make " .. settings end
      for _, need in ipairs(job.needs or {}) do needs[#needs + 1] = campaign.name .. ": " .. need end
      list[#list + 1] = { title = campaign.name .. ": " .. job.title, command = campaigns.HEAD .. job.command,
        needs = needs, cost = job.cost, weight = job.weight, seconds = campaigns.short and SHORT or LONG,
        silent = job.silent, campaign = campaign.name }
    end
  end
  return list, chosen
end

-- ---- Results -----------------------------------------------------------------------------------

local ROW = "^(.*): (%d+) tried, (%d+) failed$"

-- Adds a job's rows and times to its campaign's. Returns the job's fault, or nil.
local function take(sum, job)
  local count, bad = 0, 0
  for line in jobs.read(job.out):gmatch "[^\n]+" do
    local what, tried, failed = line:match(ROW)
    if what then
      if not sum[what] then sum[what], sum[#sum + 1] = { what = what, tried = 0, failed = 0 }, what end
      sum[what].tried, sum[what].failed = sum[what].tried + tried, sum[what].failed + failed
      count, bad = count + 1, bad + failed
    end
  end
  sum.cpu = sum.cpu + (job.cpu or 0)
  sum.began = math.min(sum.began, job.began or math.huge)
  sum.finished = math.max(sum.finished, job.finished or 0)
  if job.unmet then return "was not tried, since this failed: " .. job.unmet end
  if bad > 0 then return bad .. " failed" end
  if job.status ~= 0 then return "ended with status " .. job.status end
  if count == 0 and not job.silent then return "tried nothing" end
end

local function printed(job) return job.status and jobs.read(job.out) .. jobs.read(job.err) or "" end

--- An accumulator of ended jobs: `ended(job)` prints a campaign's rows after its last job.
function M.report(list, verbose)
  local sums, left, failures = {}, {}, {}
  for _, job in ipairs(list) do
    left[job.campaign] = (left[job.campaign] or 0) + 1
    sums[job.campaign] = sums[job.campaign] or { cpu = 0, began = math.huge, finished = 0 }
  end
  local report = { sums = sums, failures = failures }
  function report.ended(job)
    local sum = sums[job.campaign]
    local wrong = take(sum, job)
    if wrong then
      failures[#failures + 1] = ("failed: %s - %s"):format(job.title, wrong)
      print(("== %s %s\n%s"):format(job.title, wrong, printed(job)))
    elseif verbose and not job.silent then
      io.write(printed(job))
    end
    left[job.campaign] = left[job.campaign] - 1
    if left[job.campaign] == 0 and job.campaign ~= "builds" then
      print(("== %s: %s"):format(job.campaign, campaigns.titles[job.campaign]))
      for _, what in ipairs(sum) do
        print(("%s: %d tried, %d failed"):format(what, sum[what].tried, sum[what].failed))
      end
    end
    io.stdout:flush()
  end
  return report
end

-- The table, and the totals of what was tried and what failed.
local function table_of(names, sums)
  local lines, tried, failed = { "| campaign | what was tried | tried | failed | seconds | of processor time |",
    "|---|---|--:|--:|--:|--:|" }, 0, 0
  for _, name in ipairs(names) do
    local sum = sums[name]
    for i, what in ipairs(sum) do
      local r = sum[what]
      local times = i == 1 and ("%.0f | %.0f"):format(sum.finished - sum.began, sum.cpu) or " | "
      lines[#lines + 1] = ("| %s | %s | %d | %d | %s |"):format(i == 1 and name or "", what, r.tried, r.failed, times)
      tried, failed = tried + r.tried, failed + r.failed
    end
  end
  return table.concat(lines, "\n") .. "\n", tried, failed
end

--- Runs the campaigns. Returns whether all succeeded.
function M.run(names)
  local list = M.jobs(names)
  local report, began = M.report(list, #names == 1), os.time()
  local folder = jobs.output_of "mktemp -d":match "%S+"
  local ok, why = pcall(jobs.run, list, { folder = folder .. "/jobs/", ended = report.ended })
  if not ok then
    -- Ctrl-C: some of the tested programs catch it, so the whole process group is ended.
    local interrupted = tostring(why):find "interrupted!" or tostring(why):find "pool of processes was ended"
    os.execute(("rm -rf '%s'%s"):format(folder, interrupted and "; kill -TERM 0" or ""))
    error(why, 0)
  end
  os.execute("rm -rf " .. folder)
  local text, tried, failed = table_of(names, report.sums)
  jobs.write("build/trust.md", text)
  io.write(text)
  local cpu = 0
  for _, sum in pairs(report.sums) do cpu = cpu + sum.cpu end
  print(("all of it took %d seconds, %.0f of processor time, of which %.0f to build"):format(os.time() - began, cpu,
    report.sums.builds and report.sums.builds.cpu or 0))
  for i = math.max(1, #report.failures - 15), #report.failures do print(report.failures[i]) end
  print(("%d tried, %d failed"):format(tried, math.max(failed, #report.failures)))
  return #report.failures == 0
end

if arg and arg[0] and arg[0]:find "tools/trust%.lua$" then
  io.stdout:setvbuf "line"
  os.exit(M.run(#arg > 0 and { table.unpack(arg) } or campaigns.names))
end

return M
