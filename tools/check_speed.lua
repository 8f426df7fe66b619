-- No test depends on the machine's speed: tests count polls, positions, bytes and events. This lint finds those that
-- sleep, read a clock, or give a process less than 60 seconds. Run by make lint; status 1 where it finds one.
--
-- A loop that waits for an event may sleep between two looks: `while` or `until` stands on the same line.

-- The files that may, and why.
local EXCEPTIONS = {}

local FOLDERS = "spec hosts"
local KINDS = { "*.lua", "*.c", "*.h", "*.sh", "*.py", "*.java" }

-- What a line must not hold; a pattern's capture is a number of seconds that must be 60 or more.
local FAULTS = {
  { "%f[%w_]n?a?n?o?u?sleep%f[^%w_]", "sleeps" },
  { "Thread%.sleep", "sleeps" },
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
      local bad = seconds and (not tonumber(seconds) or tonumber(seconds) < 60)
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
