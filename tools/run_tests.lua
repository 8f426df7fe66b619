-- Run the busted specs and the cmocka programs, as many at once as there are cores (JOBS=),
-- show what failed, when it does and once more at the end, and close with one line
-- "N passed, N failed". Exit status 1 on any failure.
--
--   lua5.4 tools/run_tests.lua BUILD SPECS TEST_PROGRAM...     (SPECS "-": none)
--
-- Each is a program of its own with an output and an error file of its own, so what one says
-- stays together; xargs keeps the cores busy and says which has ended.

local build, specs = arg[1], arg[2]
local passed, failed = 0, 0
local failures = {} -- what was printed of each
local dir = build .. "/spec/run/"

local function output_of(command)
  local pipe <close> = assert(io.popen(command))
  return pipe:read("a")
end

-- What is to run: a title and a command each.
local tests = {}
local function add(title, command) tests[#tests + 1] = { title = title, command = command } end

for i = 3, #arg do
  add(arg[i]:match("/spec/(.*)$"), "CMOCKA_MESSAGE_OUTPUT=TAP exec " .. arg[i])
end
if specs ~= "-" then
  -- /usr/bin/busted's shell wrapper is avoided: it may start another Lua than whichever runs this.
  local preload = os.getenv("TAKEAWAY_PRELOAD")
  local env = preload and ("LD_PRELOAD=" .. preload .. " ") or ""
  local seen = {}
  for name in output_of("find " .. specs .. " -name '*_spec.lua' | LC_ALL=C sort"):gmatch("[^\n]+") do
    if not seen[name] then add(name, ("exec env %s%s tools/busted.lua -o TAP %s"):format(env, arg[-1], name)) end
    seen[name] = true
  end
end

local function read(path)
  local file <close> = io.open(path)
  return file and file:read("a") or ""
end

local function write(path, text)
  local file <close> = assert(io.open(path, "w"))
  assert(file:write(text))
end

-- Print a line of a failure, and keep it for the end.
local function say(line)
  print(line)
  failures[#failures + 1] = line
end

-- Count the TAP lines of test i; print those of failures and what follows.
local function count(i, status)
  local title, path = tests[i].title, dir .. i
  local minutes, seconds, minutes2, seconds2 = read(path .. ".cpu"):match("\n(%d+)m([%d.]+)s (%d+)m([%d.]+)s")
  local cpu = 60 * minutes + seconds + 60 * minutes2 + seconds2
  local ok, bad, skip, in_failure = 0, 0, 0, false
  for line in read(path .. ".out"):gmatch("[^\n]+") do
    if line:match("^ok") then
      in_failure = false
      if line:lower():match("# skip") then skip = skip + 1 else ok = ok + 1 end
    elseif line:match("^not ok") then
      bad = bad + 1
      in_failure = true
      say(line)
    elseif in_failure then
      say(line)
    elseif line:match("^# NO ") then -- what is missing, so that much is skipped
      print(title .. ": " .. line:sub(3))
    end
  end
  if status ~= 0 and bad == 0 then -- died without saying so
    bad = 1
    say(("not ok - %s ended with status %d"):format(title, status))
  end
  if ok + bad + skip == 0 then
    bad = 1
    say("not ok - " .. title .. " ran no test")
  end
  if bad > 0 then say(read(path .. ".err")) end
  print(("%-44s %6d passed, %d failed%s%s"):format(title, ok, bad, skip > 0 and (", " .. skip .. " skipped") or "",
    cpu >= 10 and (", %.0f s of CPU"):format(cpu) or ""))
  io.stdout:flush()
  passed, failed = passed + ok, failed + bad
end

assert(os.execute(("rm -rf %s && mkdir -p %s"):format(dir, dir)))
for i, test in ipairs(tests) do write(dir .. i .. ".sh", test.command .. "\n") end
write(dir .. "one.sh", [[
sh "$1$2.sh" >"$1$2.out" 2>"$1$2.err" </dev/null
status=$?
times >"$1$2.cpu" # of the shell, then of what it ran, user and system
echo "$2 $status"
]])
local jobs = os.getenv("JOBS") or output_of("nproc"):match("%d+") or "1"
local running <close> = assert(io.popen(("seq %d | xargs -P %s -n 1 sh %sone.sh %s"):format(#tests, jobs, dir, dir)))
local ended = 0
for line in running:lines() do
  local i, status = line:match("^(%d+) (%d+)$")
  count(tonumber(i), tonumber(status))
  ended = ended + 1
end
if ended < #tests then
  failed = failed + 1
  print(("not ok - %d of %d tests ended"):format(ended, #tests))
end
if #failures > 0 then print("\nWhat failed:\n" .. table.concat(failures, "\n")) end
print(("%d passed, %d failed"):format(passed, failed))
os.exit(failed == 0 and 0 or 1)
