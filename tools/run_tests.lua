-- Runs the busted specs and the cmocka programs side by side, longest first. Prints each test as it ends, the failures
-- again at the end, and a last line "N passed, N failed". The exit status is 1 on any failure.
--
--   lua5.4 tools/run_tests.lua BUILD SPECS TEST_PROGRAM...     (SPECS "-": none)
--   lua5.4 tools/run_tests.lua BUILD times                     the 30 slowest tests of the last run
--   lua5.4 tools/run_tests.lua BUILD times-write               writes spec/times.tsv, which orders the tests
--   lua5.4 tools/run_tests.lua BUILD comparisons               the comparisons of the last run, by family and layer
--
-- The last run's figures are in BUILD/spec/results.tsv.
package.path = "./?.lua;" .. package.path
local jobs = require "tools.jobs"
local tests = require "tools.tests"

local build, specs = arg[1], arg[2]
local RESULTS = build .. "/spec/results.tsv"

-- ---- Figures of the last run -------------------------------------------------------------------

local function last_run()
  local rows = {}
  local row = "([^\t\n]+)\t([%d.]+)\t([%d.]+)\t%d+\t%d+\t%d+\t(%d+)"
  for title, cpu, wall, comparisons in jobs.read(RESULTS):gmatch(row) do
    rows[#rows + 1] = { title = title, cpu = tonumber(cpu), wall = tonumber(wall), comparisons = tonumber(comparisons) }
  end
  if #rows == 0 then
    io.stderr:write(RESULTS, ": no run is recorded there; run make test first\n")
    os.exit(2)
  end
  table.sort(rows, function(a, b)
    if a.cpu ~= b.cpu then return a.cpu > b.cpu end
    return a.title < b.title
  end)
  return rows
end

local REPORTS = {
  times = function()
    print "  processor      clock  test"
    for i, row in ipairs(last_run()) do
      if i <= 30 then print(("%9.1f s %8.1f s  %s"):format(row.cpu, row.wall, row.title)) end
    end
  end,
  ["times-write"] = function()
    local out = {}
    for i, row in ipairs(last_run()) do out[i] = row.cpu >= 2 and ("%.1f\t%s\n"):format(row.cpu, row.title) or "" end
    jobs.write("spec/times.tsv", table.concat(out))
  end,
  -- A layer is the folder of a test, or "C" for tests of the kernels. A family is the folder of csrc/core in the test's
  -- path.
  comparisons = function()
    local families = {}
    for name in jobs.output_of "ls csrc/core":gmatch "%S+" do families[#families + 1] = name end
    table.sort(families, function(a, b) return #a > #b end)
    local counts, layers, names = {}, {}, {}
    for _, row in ipairs(last_run()) do
      local layer = row.title:match "^spec/([^/]+)/" or row.title:match "^spec/" and "spec" or "C"
      local file, family = row.title:gsub("^spec/", ""), "other"
      for _, name in ipairs(families) do
        if file:find("%f[%a]" .. name) then family = name break end
      end
      if not counts[family] then counts[family], names[#names + 1] = {}, family end
      if not layers[layer] then layers[layer], layers[#layers + 1] = true, layer end
      counts[family][layer] = (counts[family][layer] or 0) + row.comparisons
    end
    table.sort(names)
    table.sort(layers)
    print("family\t" .. table.concat(layers, "\t") .. "\tall")
    local sums = {}
    for _, name in ipairs(names) do
      local line, all = { name }, 0
      for _, layer in ipairs(layers) do
        local n = counts[name][layer] or 0
        line[#line + 1], all, sums[layer] = n, all + n, (sums[layer] or 0) + n
      end
      print(table.concat(line, "\t") .. "\t" .. all)
    end
    local line, all = { "all" }, 0
    for _, layer in ipairs(layers) do line[#line + 1], all = sums[layer], all + sums[layer] end
    print(table.concat(line, "\t") .. "\t" .. all)
  end,
}
if REPORTS[specs] then return REPORTS[specs]() end

-- ---- A run -------------------------------------------------------------------------------------

local programs = table.move(arg, 3, #arg, 1, {})
local list = tests.list { build = build, programs = programs, specs = specs ~= "-" and specs or nil,
                          preload = os.getenv "TAKEAWAY_PRELOAD" }
if specs ~= "-" and not os.execute(("%s -e 'require [[busted.runner]]' 2>/dev/null"):format(arg[-1])) then
  io.stderr:write "busted is not there: apt-get install lua-busted (make test does)\n"
  os.exit(1)
end

-- Estimates the remaining time from the expected and the measured times of the tests that ended.
local expected, done, took, width = 0, 0, 0, jobs.width()
for _, job in ipairs(list) do expected = expected + job.cost end

local passed, failed, ended, rows, failures = 0, 0, 0, {}, {}
local began, told = os.time(), 0
print(("%d tests, %d at once"):format(#list, width))
jobs.run(list, { folder = build .. "/spec", width = width, ended = function(job)
  local result = tests.count(job)
  ended = ended + 1
  done, took = done + job.cost, took + (job.wall or 0)
  for _, line in ipairs(result.lines) do
    print(line)
    if result.failed > 0 or line:find "^skipped: " then failures[#failures + 1] = line end
  end
  print(tests.line(job, result))
  if os.time() - began >= told + 15 and ended < #list then
    told = os.time() - began
    local left = math.ceil((expected - done) * (took / done) / width)
    print(("-- %d of %d tests have ended; the others take about %d seconds more"):format(ended, #list, left))
  end
  assert(io.stdout:flush())
  passed, failed = passed + result.passed, failed + result.failed
  rows[#rows + 1] = tests.row(job, result)
end })
jobs.write(RESULTS, table.concat(rows, "\n") .. "\n")
if ended < #list then
  failed = failed + 1
  failures[#failures + 1] = ("not ok - %d of %d tests ended"):format(ended, #list)
end
if #failures > 0 then print("\nWhat failed or was skipped:\n" .. table.concat(failures, "\n")) end
if #list == 0 then
  failed = failed + 1
  print("not ok - there is no test in " .. specs)
end
assert(io.stdout:write(("%d passed, %d failed\n"):format(passed, failed)))
assert(io.stdout:flush())
os.exit(failed == 0 and 0 or 1)
