-- make check: runs every step of the check in one pool of processes, then prints a table of what each step cost.
--
--   lua5.4 tools/check.lua                   all steps
--   lua5.4 tools/check.lua STEP...           these steps and those they need ("list": their names)
--   lua5.4 tools/check.lua record LABEL      writes the last check's times to spec/trust/check.md, under a label
--
-- .ci/run sets TESTED, the last line of a `make test` in this tree that has just passed, and TESTED_TIMES, its seconds
-- of wall clock and of processor time. The check then counts the tests of the release build without running them again.
-- CI= adds the clean Debian system and the packages for other programs.
--
-- A step is one process, or the tests of one build. The last line is "N passed, N failed"; a step of one process counts
-- as one. After a failed step the others continue. The output of failed steps is repeated at the end.
package.path = "./?.lua;" .. package.path
local jobs = require "tools.jobs"
local tests = require "tools.tests"
local campaigns = require "tools.trust.campaigns"

local RECORD, DOCUMENT = "build/check.tsv", "spec/trust/check.md"
local make = "make --no-print-directory"
local build_with = ("%s -j%d"):format(make, jobs.width())

-- ---- The steps ---------------------------------------------------------------------------------

-- Tests in the short form.
local SHORT = "TAKEAWAY_SHORT=1"

-- Under the address and undefined-behaviour sanitizers, leaks included; 64 MiB of freed memory are kept apart.
local ADDRESS = SHORT .. " UBSAN_OPTIONS=print_stacktrace=1"
  .. " ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1:quarantine_size_mb=64"
  .. " LSAN_OPTIONS=suppressions=tools/lsan.supp:print_suppressions=0"

-- The options that rules compute: each native result compared with Lua's, and with native code off.
local RULES = ([[
  spec/engine/canonical_form_spec.lua spec/engine/declaration_spec.lua spec/engine/entailing_spec.lua
  spec/engine/family_position_spec.lua spec/engine/grid_spec.lua spec/engine/loopy_spec.lua spec/engine/packed_spec.lua
  spec/engine/ruleset_spec.lua spec/engine/table_spec.lua spec/engine/validate_spec.lua spec/rules
  spec/property/engine_spec.lua spec/family/contract_spec.lua]]):gsub("%s+", " ")
local NATIVE = "spec/engine/native_spec.lua spec/property/native_spec.lua"

-- Specs that run our C code. Published numbers, pictures, help, pages and documents run no C code beyond theirs.
local REACH_C = "spec/base spec/engine spec/family spec/property spec/rules spec/hosts spec/trust"
  .. " spec/bad_input_spec.lua spec/finalizers_spec.lua spec/app/survey"

-- The folders of spec/c that link no Lua: clang's memory sanitizer knows all of their code but cmocka.
local NO_LUA = {}
for folder in jobs.output_of "ls spec/c":gmatch "%S+" do
  if not (" ffi host lua support terminal "):find(" " .. folder .. " ", 1, true) then NO_LUA[#NO_LUA + 1] = folder end
end

-- The C tests of some folders of spec/c.
local function programs(build, folders)
  local list = {}
  local found = jobs.output_of("cd spec/c && find " .. folders .. " -name 'test_*.c' | LC_ALL=C sort")
  for name in found:gmatch "([^\n]+)%.c\n" do list[#list + 1] = ("%s/spec/%s"):format(build, name:gsub("^%./", "")) end
  return list
end

local function preload() return (jobs.output_of "gcc -print-file-name=libasan.so":gsub("%s+$", "")) end

-- Name, description; then `command`, or `tests` (the argument of tools/tests.lua). `needs`: steps; `cost`: seconds.
local STEPS = {
  { "build", "all of the release build", command = build_with .. " test-build bench-build", cost = 90 },
  { "release", "every test", needs = { "build" }, tests = function()
    return { build = "build", specs = "spec", programs = programs("build", ".") }
  end },
  { "warnings", "gcc says nothing", needs = { "build" }, command = make .. " warnings" },
  { "clang", "clang says nothing", command = make .. " clang-warnings", cost = 20 },
  { "check mode", "specs of rules, every native answer against Lua's", needs = { "build" }, tests = function()
    return { build = "build", specs = RULES .. " " .. NATIVE, environment = SHORT .. " TAKEAWAY_NATIVE=check" }
  end },
  { "examples", "each native answer against Lua's", needs = { "build" }, cost = 20,
    command = "TAKEAWAY_NATIVE=check " .. make .. " examples" },
  { "address build", "with assertions, without vectors", cost = 150,
    command = build_with .. " MODE=asan BUILD=build/asan test-build" },
  { "address", "the address and undefined-behaviour sanitizers", needs = { "address build" }, factor = 3,
    tests = function()
      return { build = "build/asan", specs = REACH_C, except = RULES, programs = programs("build/asan", "."),
               environment = ADDRESS, preload = preload() }
    end },
  { "address, off", "the same for specs of rules, native code off", needs = { "address build" }, factor = 3,
    tests = function()
      return { build = "build/asan", specs = RULES, environment = ADDRESS .. " TAKEAWAY_NATIVE=off",
               preload = preload() }
    end },
  { "memory build", "with assertions and vectors, by clang", cost = 80,
    command = build_with .. " MODE=msan BUILD=build/msan CC=clang "
      .. table.concat(programs("build/msan", table.concat(NO_LUA, " ")), " ") },
  { "memory", "clang's memory sanitizer", needs = { "memory build" }, factor = 2, tests = function()
    return { build = "build/msan", programs = programs("build/msan", table.concat(NO_LUA, " ")), environment = SHORT,
             preload = "" }
  end },
  { "valgrind", "refused memory in the binding", needs = { "build" }, command = make .. " valgrind", cost = 30 },
  { "threads", "the thread sanitizer", needs = { "build" }, command = "sh tools/tsan.sh short", cost = 60 },
  { "lint", "luacheck, and tests that depend on speed", command = make .. " lint", cost = 15 },
  { "layers", "which file may use which", needs = { "build" }, command = make .. " layers", cost = 4 },
  { "headers", "as C99 and C++", command = make .. " headers", cost = 4 },
  { "docs", "what documents print", needs = { "build" }, command = make .. " docs-check", cost = 40 },
  { "names", "every public name is documented", needs = { "build" }, command = make .. " docs-names", cost = 2 },
  { "share", "man page and completions", needs = { "build" }, command = make .. " share-check", cost = 2 },
  { "benchmarks", "tiny: kernels and definitions agree", needs = { "build" }, cost = 10,
    command = make .. " bench-tiny" },
  { "rockspec", "luarocks installs what is built", needs = { "build" }, cost = 5,
    command = make .. " rockspec-check" },
}
for _, name in ipairs(campaigns.names) do
  local needs = { "build", (name == "c_calls" or name == "fuzz") and "address build" or nil } -- these link with it
  STEPS[#STEPS + 1] = { "campaign " .. name, "short form", needs = needs, cost = 15,
                        command = SHORT .. " JOBS=1 lua5.4 tools/trust.lua " .. name }
end
for _, step in ipairs {
  { "pristine", "the README's commands on a new Debian", command = "sh tools/fresh.sh || [ $? -eq 77 ]", cost = 400,
    weight = 0, show = true },
  { "python", "the package for Python", needs = { "build" }, command = make .. " python", cost = 40 },
  { "pari", "the library for PARI/GP", needs = { "build" }, command = make .. " pari", cost = 20 },
  { "cgsuite", "the jar for CGSuite", needs = { "build" }, command = make .. " test-cgsuite", cost = 20 },
  { "same table", "one rules file from all of them", needs = { "python", "pari", "cgsuite" },
    command = make .. " same-table", cost = 4 },
} do
  step.ci = true
  STEPS[#STEPS + 1] = step
end

-- ---- What a check cost -------------------------------------------------------------------------

-- Rows of steps: name, what, wall, cpu.
local function cost_table(rows, wall)
  local cpu, out = 0, { "| step | what it does | seconds | of processor time | share |", "|---|---|--:|--:|--:|" }
  for _, row in ipairs(rows) do cpu = cpu + row[4] end
  for _, row in ipairs(rows) do
    out[#out + 1] = ("| %s | %s | %.0f | %.0f | %.1f %% |"):format(row[1], row[2], row[3], row[4], 100 * row[4] / cpu)
  end
  out[#out + 1] = ("| all | | %.0f | %.0f | |"):format(wall, cpu)
  return table.concat(out, "\n"), cpu
end

local function saved_rows()
  local rows, wall = {}, nil
  for line in jobs.read(RECORD):gmatch "[^\n]+" do
    local name, what, seconds, cpu = line:match "^([^\t]*)\t([^\t]*)\t([%d.]+)\t([%d.]+)$"
    if name == "all" then
      wall = tonumber(seconds)
    else
      rows[#rows + 1] = { name, what, tonumber(seconds), tonumber(cpu) }
    end
  end
  assert(wall, RECORD .. ": no check has ended")
  return rows, wall
end

-- Returns a text with the part between two marks replaced.
local function replace(text, mark, part)
  local first, last = "<!-- " .. mark .. " -->\n", "<!-- end of " .. mark .. " -->"
  local _, from = text:find(first, 1, true)
  local to = text:find(last, from, true)
  assert(from and to, DOCUMENT .. ": the marks of " .. mark .. " are missing")
  return text:sub(1, from) .. part .. text:sub(to)
end

-- The table of steps is that of the run with an empty cache; other runs become rows of totals.
local function record(label)
  local rows, wall = saved_rows()
  local steps, cpu = cost_table(rows, wall)
  local text = jobs.read(DOCUMENT)
  local processor = jobs.output_of "sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1":gsub("%s+$", "")
  local line = ("| %s | %.0f | %.0f | %s | %s |"):format(label, wall, cpu, os.date "%Y-%m-%d", processor)
  local totals = { "| run | seconds | of processor time | day | processor |", "|---|--:|--:|---|---|" }
  local known = false
  for old in text:match "<!%-%- totals %-%->\n(.-)<!%-%- end of totals":gmatch "[^\n]+" do
    local same = old:find("| " .. label .. " |", 1, true) == 1
    if same or not old:find "^| run" and not old:find "^|%-" then totals[#totals + 1] = same and line or old end
    known = known or same
  end
  if not known then totals[#totals + 1] = line end
  text = replace(text, "totals", table.concat(totals, "\n") .. "\n")
  if label:find "empty" then text = replace(text, "steps", steps .. "\n") end
  jobs.write(DOCUMENT, text)
end

if arg[1] == "record" then return record(assert(arg[2], "record: a label is missing")) end

-- ---- A check -----------------------------------------------------------------------------------

local by_name, chosen = {}, {}
for _, step in ipairs(STEPS) do by_name[step[1]] = step end

local function choose(name)
  local step = by_name[name]
  if not step then
    io.stderr:write("check: no step is called '", name, "'; lua5.4 tools/check.lua list names them\n")
    os.exit(2)
  end
  if chosen[step] then return end
  chosen[step] = true
  for _, need in ipairs(step.needs or {}) do choose(need) end
end

if arg[1] == "list" then
  for _, step in ipairs(STEPS) do print(("%-20s %s"):format(step[1], step[2])) end
  return
end
local tested = os.getenv "TESTED"
for _, name in ipairs(arg) do choose(name) end
if #arg == 0 then
  for _, step in ipairs(STEPS) do
    if not (step.ci and not os.getenv "CI") and not (step[1] == "release" and tested) then choose(step[1]) end
  end
end

-- The jobs of the pool. A step of tests is done when all its tests are.
local list, of_step, began = {}, {}, os.time()
for _, step in ipairs(STEPS) do
  if chosen[step] then
    if step.tests then
      local of = step.tests()
      of.prefix, of.needs, of.factor = step[1] .. ": ", step.needs, step.factor
      step.jobs = tests.list(of)
      for _, job in ipairs(step.jobs) do list[#list + 1], of_step[job] = job, step end
    else
      local job = { title = step[1], command = step.command, needs = step.needs, cost = step.cost, weight = step.weight,
                    seconds = 4000 }
      step.jobs = { job }
      list[#list + 1], of_step[job] = job, step
    end
    step.left, step.cpu, step.passed, step.failed, step.skipped = #step.jobs, 0, 0, 0, 0
  end
end

local passed, failed, rows, failures = 0, 0, {}, {}

local function output(job)
  local text = jobs.read(job.out) .. jobs.read(job.err)
  return #text > 20000 and "...\n" .. text:sub(-20000) or text
end

-- Failures, for the end of the log: a title and the first or last lines.
local function remember(text) failures[#failures + 1] = text end

local function say(text)
  assert(io.stdout:write(text, "\n"))
  assert(io.stdout:flush())
end

local function step_ended(step)
  local name = step[1]
  local from, to = math.huge, 0
  for _, job in ipairs(step.jobs) do
    from, to = math.min(from, job.began or math.huge), math.max(to, job.finished or 0)
  end
  local wall = to > 0 and to - from or 0
  rows[#rows + 1] = { name, step[2], wall, step.cpu }
  local counts = step.tests and ("%d passed, %d failed%s; "):format(step.passed, step.failed,
    step.skipped > 0 and (", %d skipped"):format(step.skipped) or "") or step.failed > 0 and "FAILED; " or ""
  say(("== %s: %s%.0f seconds, %.0f of processor time"):format(name, counts, wall, step.cpu))
  passed, failed = passed + step.passed, failed + step.failed
end

jobs.run(list, { folder = "build/check", ended = function(job)
  local step = of_step[job]
  step.cpu = step.cpu + (job.cpu or 0)
  if step.tests then
    local result = tests.count(job)
    for i, line in ipairs(result.lines) do
      say(line)
      if result.failed > 0 and i <= 6 then remember(line) end
    end
    step.passed, step.failed = step.passed + result.passed, step.failed + result.failed
    step.skipped = step.skipped + result.skipped
  elseif job.status == 0 then
    step.passed = 1
    local last = output(job):match "([^\n]+)\n*$"
    if step.show then say(output(job)) elseif last then say("   " .. last) end
  else
    step.failed = 1
    local why = job.status and output(job) or ("not run, since %s failed"):format(job.unmet)
    if job.status == 124 or job.status == 137 then why = why .. "it hangs and was ended" end
    say(why)
    remember(step[1] .. ": " .. why:sub(-600))
  end
  step.left = step.left - 1
  if step.left == 0 then step_ended(step) end
end })

for step in pairs(chosen) do
  if step.left > 0 then
    failed = failed + 1
    remember(step[1] .. " did not end")
  end
end
local wall = os.time() - began
if tested and chosen[by_name.build] then
  local test_wall, test_cpu = os.getenv("TESTED_TIMES"):match "^(%d+) (%d+)$"
  table.insert(rows, 1, { "make test", "the README's command: build, every test", tonumber(test_wall),
                          tonumber(test_cpu) })
  wall = wall + test_wall
  local ok, bad = tested:match "^(%d+) passed, (%d+) failed$"
  passed, failed = passed + ok, failed + bad
end
local out = {}
for i, row in ipairs(rows) do out[i] = ("%s\t%s\t%.1f\t%.1f"):format(table.unpack(row)) end
jobs.write(RECORD, table.concat(out, "\n") .. ("\nall\t\t%d\t0\n"):format(wall))
say("\n" .. cost_table(rows, wall))
if #failures > 0 then say("\nWhat failed:\n" .. table.concat(failures, "\n")) end
say(("%d passed, %d failed"):format(passed, failed))
os.exit(failed == 0 and 0 or 1)
