-- No test depends on the machine's speed: tests count polls, positions, bytes and events. This lint finds tests that
-- sleep, read a clock, or give a process less than 60 seconds. `make lint` runs it; the status is 1 if it finds one.
--
-- A loop that waits for an event may sleep between two checks: `while` or `until` stands on the same line. A process
-- that a test will kill may sleep for a minute or more.

-- The files that may do this, with the reason.
local BOUND = "tests the product's own bound in seconds"
local MOMENT = "a campaign: its faults come at random moments, its long form takes a share of the time"
local EXCEPTIONS = {
  ["hosts/cgsuite/src/takeaway/cgsuite/Host.java"] = "reports progress after 5, 10, 20 seconds and so on",
  ["hosts/cgsuite/tests/CgsuiteTest.java"] = "only elapsed time shows that the real CGSuite is busy",
  ["hosts/cgsuite/tests/module.sh"] = "waits for the output of a program, with a bound on the number of polls",
  ["hosts/pari/interrupts.py"] = "GP prints nothing from within a call, so that the signal comes after a while",
  ["hosts/python/takeaway/_host.py"] = "the package's own bound in seconds",
  ["spec/app/cli_process_spec.lua"] = "a rule that takes long, to be interrupted in",
  ["spec/app/repl_spec.lua"] = "the prompt prints the time of what takes over a second",
  ["spec/app/survey_spec.lua"] = "a worker outlives its coordinator, which was killed",
  ["spec/family/quotient_of_positions_spec.lua"] = BOUND,
  ["spec/family/stored_spec.lua"] = "progress is reported by the clock, at most some times a second",
  ["spec/fixtures/moments.c"] = "stands for the clock, so that polls are counted",
  ["spec/support/terminal.lua"] = "waits for the screen of a terminal, with a bound on the number of polls",
  ["spec/trust/budget.lua"] = "prints which calls take long, on request",
  ["spec/trust/interrupts.lua"] = MOMENT,
  ["spec/trust/sandbox.lua"] = BOUND,
}

local FOLDERS = "spec hosts"
local KINDS = { "*.lua", "*.c", "*.h", "*.sh", "*.py", "*.java" }

-- Forbidden in a line. A pattern may capture a number of seconds, which must be 60 or more. The third field is the
-- number of the capture's units in a second.
local FAULTS = {
  { "%f[%w_]sleep%s*%(?%s*([%d.]+)", "sleeps" },
  { "%f[%w_]nanosleep%f[^%w_]", "sleeps" },
  { "%f[%w_]usleep%f[^%w_]", "sleeps" },
  { "Thread%.sleep%((%d+)%)", "sleeps", 1000 },
  { "os%.clock", "reads a clock" },
  { "core%.clock", "reads a clock" },
  { "%f[%w_]clock%(", "reads a clock" },
  { "clock_gettime", "reads a clock" },
  { "gettimeofday", "reads a clock" },
  { "os%.difftime", "reads a clock" },
  { "time%.monotonic", "reads a clock" },
  { "time%.perf_counter", "reads a clock" },
  { "nanoTime", "reads a clock" },
  { "%f[%w_]timeout%s+(%d+)", "has a timeout below 60 seconds" },
  { "%f[%w_]timeout%s*=%s*([%d.]+)", "has a timeout below 60 seconds" },
}

local function waits_for_an_event(line) return line:find "%f[%w_]while%f[^%w_]" or line:find "%f[%w_]until%f[^%w_]" end

local names = {}
for i, kind in ipairs(KINDS) do names[i] = "-name '" .. kind .. "'" end
local found, unused = 0, {}
for path in pairs(EXCEPTIONS) do unused[path] = true end
local pipe = assert(io.popen(("find %s -type f \\( %s \\) | LC_ALL=C sort")
  :format(FOLDERS, table.concat(names, " -o "))))
for path in pipe:lines() do
  local number = 0
  for line in io.lines(path) do
    number = number + 1
    for _, fault in ipairs(FAULTS) do
      local seconds = line:match(fault[1])
      local bad = seconds and (not tonumber(seconds) or tonumber(seconds) < 60 * (fault[3] or 1))
      if bad and not (fault[2] == "sleeps" and waits_for_an_event(line)) then
        if EXCEPTIONS[path] then
          unused[path] = nil
        else
          found = found + 1
          io.stderr:write(("%s:%d: a test %s: count events, or name it in tools/check_speed.lua and say why\n")
            :format(path, number, fault[2]))
        end
        break
      end
    end
  end
end
assert(pipe:close())
for path in pairs(unused) do
  found = found + 1
  io.stderr:write(path, ": is an exception in tools/check_speed.lua and needs none\n")
end
if found > 0 then os.exit(1) end
print "speed: no test depends on it"
