-- Run the busted specs and the cmocka programs, show what failed, and close
-- with one line "N passed, N failed". Exit status 1 on any failure.
--
--   lua5.4 tools/run_tests.lua BUILD SPECS TEST_PROGRAM...     (SPECS "-": none)

local build, specs = arg[1], arg[2]
local passed, failed, skipped = 0, 0, 0
local log_name = build .. "/spec/log.txt"

-- Count the TAP lines of one program; print those of failures and what follows.
local function count_tap(title, command)
  local pipe <close> = assert(io.popen(command .. " 2>" .. log_name))
  local ok, bad, skip, in_failure = 0, 0, 0, false
  for line in pipe:lines() do
    if line:match("^ok") then
      in_failure = false
      if line:lower():match("# skip") then skip = skip + 1 else ok = ok + 1 end
    elseif line:match("^not ok") then
      bad = bad + 1
      in_failure = true
      print(line)
    elseif in_failure then
      print(line)
    end
  end
  local clean, how, code = pipe:close()
  if not clean and bad == 0 then -- died without saying so
    bad = 1
    print(("not ok - %s ended with %s %s"):format(title, how, code))
  end
  if ok + bad + skip == 0 then
    bad = 1
    print("not ok - " .. title .. " ran no test")
  end
  if bad > 0 then
    local log = io.open(log_name)
    if log then print(log:read("a")); log:close() end
  end
  print(("%-44s %6d passed, %d failed%s"):format(title, ok, bad, skip > 0 and (", " .. skip .. " skipped") or ""))
  passed, failed, skipped = passed + ok, failed + bad, skipped + skip
end

-- A line of /usr/bin/busted's shell wrapper is avoided: it may start another Lua.
local preload = os.getenv("TAKEAWAY_PRELOAD")
local interpreter = arg[-1] -- whichever runs this
local env = preload and ("LD_PRELOAD=" .. preload .. " ") or ""

for i = 3, #arg do
  local name = arg[i]:match("/spec/(.*)$")
  count_tap(name, "CMOCKA_MESSAGE_OUTPUT=TAP " .. arg[i])
end
if specs ~= "-" then
  local list = assert(io.popen("find " .. specs .. " -name '*_spec.lua' | LC_ALL=C sort"))
  local files = {}
  for name in list:lines() do
    if name:match("_spec%.lua$") and not files[name] then
      files[#files + 1] = name
      files[name] = true
    end
  end
  list:close()
  for _, name in ipairs(files) do
    count_tap(name, env .. interpreter .. " tools/busted.lua -o TAP " .. name)
  end
end
print(("%d passed, %d failed"):format(passed, failed))
os.exit(failed == 0 and 0 or 1)
