-- The tests of one build, as jobs for tools/jobs.lua, and the counts of what they print.
--
--   local tests = require "tools.tests"
--   local list = tests.list { build = "build", specs = "spec", programs = { "build/spec/heap/test_heap" } }
--   local result = tests.count(job)      once the job has ended
--
-- Both kinds of tests print TAP. A test has failed if its plan (1..N) is missing or differs from the number of its
-- lines: a crash or a full disk has cut off its output.
local jobs = require "tools.jobs"

local M = {}

local TIMES = "spec/times.tsv"

-- The committed table of processor seconds, by title, of tests that take two or more; empty if there is no table.
local function known_times()
  local known = {}
  for seconds, title in jobs.read(TIMES):gmatch "([%d.]+)\t([^\n]+)" do known[title] = tonumber(seconds) end
  return known
end

--- Returns the tests as jobs, in no order. The `cost` of each comes from spec/times.tsv, or is one second.
-- @param of `build` (a folder), `specs` and `except` (files and folders, in one text; nil for none), `programs` (a list
-- of paths of C tests), `prefix` (before each title), `environment` (assignments before each command), `preload` (a
-- library for specs, as sanitizers need), `needs`, `factor` (of the costs)
function M.list(of)
  local known, list = known_times(), {}
  local environment = ("LUA_PATH='./lua/?.lua;./lua/?/init.lua;;' LUA_CPATH='./%s/?.so;;' TAKEAWAY_BUILD=%s %s ")
    :format(of.build, of.build, of.environment or "")
  local function add(title, command)
    list[#list + 1] = { title = (of.prefix or "") .. title, test = title, command = command, needs = of.needs,
                        cost = (of.factor or 1) * (known[title] or 1) }
  end
  -- The library that counts comparisons in C programs cannot be loaded before a sanitizer's own library.
  local counting = of.preload and "" or ("LD_PRELOAD=%s/spec/comparisons.so "):format(of.build)
  for _, program in ipairs(of.programs or {}) do
    local title = program:match "/spec/(.*)$"
    add(title, ("exec env %s%sCMOCKA_MESSAGE_OUTPUT=TAP %s"):format(environment, counting, program))
  end
  -- Debian's script of busted may start another Lua than this one, so tools/busted.lua starts busted.
  local preload = of.preload and "LD_PRELOAD=" .. of.preload .. " " or ""
  local function found(where)
    return where and jobs.output_of(("find %s -name '*_spec.lua' | LC_ALL=C sort"):format(where)) or ""
  end
  local seen = {}
  for name in found(of.except):gmatch "[^\n]+" do seen[name] = true end
  for name in found(of.specs):gmatch "[^\n]+" do
    if not seen[name] then
      add(name, ("exec env %s%s%s tools/busted.lua -o TAP %s"):format(environment, preload, arg[-1], name))
    end
    seen[name] = true
  end
  return list
end

--- Counts the results of a test: `{passed =, failed =, skipped =, comparisons =, lines = {lines to show}}`.
function M.count(job)
  local result = { passed = 0, failed = 0, skipped = 0, comparisons = 0, lines = {} }
  local function say(line) result.lines[#result.lines + 1] = line end
  local function fail(text, ...)
    result.failed = result.failed + 1
    say(("not ok - %s %s"):format(job.title, text:format(...)))
  end
  if not job.status then
    fail("was not run, since %s failed", job.unmet)
    return result
  end
  local planned, in_failure = nil, false
  for line in jobs.read(job.out):gmatch "[^\n]+" do
    if line:match "^ok" then
      in_failure = false
      if line:lower():match "# skip" then
        result.skipped = result.skipped + 1
        say("skipped: " .. job.title .. ": " .. line:gsub("^ok %d+ %- ", ""))
      else
        result.passed = result.passed + 1
      end
    elseif line:match "^not ok" then
      result.failed = result.failed + 1
      in_failure = true
      say(line .. "   (" .. job.title .. ")")
    elseif line:match "^1%.%.%d+$" then
      planned = (planned or 0) + tonumber(line:match "%d+$")
      in_failure = false
    elseif line:match "^# %d+ comparisons$" then
      result.comparisons = result.comparisons + tonumber(line:match "%d+")
    elseif in_failure then
      say(line)
    elseif line:match "^# NO " then -- missing on this machine, so tests are skipped
      say(job.title .. ": " .. line:sub(3))
    end
  end
  local seen = result.passed + result.failed + result.skipped
  local unread = job.status ~= 0 and job.test:find "%.lua$" and select(2, loadfile(job.test))
  if job.status == 124 or job.status == 137 then
    fail("hangs: it was ended after %.0f seconds", job.wall)
  elseif unread then
    fail("is no Lua: %s", unread)
  elseif seen == 0 then
    fail("ran no test and ended with status %d", job.status)
  elseif planned ~= seen then
    fail("planned %s tests and printed %d: its output was cut off", planned or "no", seen)
  elseif job.status ~= 0 and result.failed == 0 then
    fail("ended with status %d", job.status)
  end
  if result.failed > 0 then say(jobs.read(job.err)) end
  return result
end

--- The row of a test in a table of results: title, processor seconds, wall seconds, counts.
function M.row(job, result)
  return table.concat({ job.test, ("%.2f"):format(job.cpu or 0), ("%.2f"):format(job.wall or 0), result.passed,
    result.failed, result.skipped, result.comparisons }, "\t")
end

--- The line about a test on the terminal.
function M.line(job, result)
  return ("%-44s %6d passed, %d failed%s%s"):format(job.title, result.passed, result.failed,
    result.skipped > 0 and (", %d skipped"):format(result.skipped) or "",
    (job.cpu or 0) >= 10 and (", %.0f s of CPU"):format(job.cpu) or "")
end

return M
