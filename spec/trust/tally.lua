--- Shared code of campaigns in Lua: counts of trials and failures, and a folder for their files.
local jobs = require "tools.jobs"

local M = { short = os.getenv "TAKEAWAY_SHORT" ~= nil, read = jobs.read, write = jobs.write, shell = jobs.output_of }

local SHOWN = 20 -- failures of a row that are printed
local rows, started = {}, {}

--- A number from the environment: of the long form, and of the short.
function M.number(name, long, short)
  return math.tointeger(tonumber(os.getenv(name))) or M.short and short or long
end

local function row_of(what)
  if not rows[what] then
    rows[what] = { tried = 0, failed = 0 }
    started[#started + 1] = what
  end
  return rows[what]
end

--- Counts `tried` (1) trials for the row `what`.
function M.tried(what, tried)
  local row = row_of(what)
  row.tried = row.tried + (tried or 1)
end

--- Counts a failure for the row, and prints it.
function M.failed(what, ...)
  local row, said = row_of(what), table.pack(...)
  row.failed = row.failed + 1
  for i = 1, said.n do said[i] = tostring(said[i]) end
  if row.failed <= SHOWN then print(("FAILED: %s: %s"):format(what, table.concat(said, " "))) end
end

--- Counts a trial of the row, which failed unless it `holds`.
function M.check(what, holds, ...)
  M.tried(what)
  if not holds then M.failed(what, ...) end
  return holds
end

--- Prints all rows and ends the program, with status 1 where anything failed.
function M.finish()
  local bad = 0
  for _, what in ipairs(started) do
    print(("%s: %d tried, %d failed"):format(what, rows[what].tried, rows[what].failed))
    bad = bad + rows[what].failed
  end
  if M.folder then os.execute("rm -rf " .. M.folder) end
  os.exit(bad == 0, true)
end

--- A new folder; it is removed at the end.
function M.make_folder()
  M.folder = M.shell "mktemp -d":match "%S+"
  return M.folder
end

--- Empties that folder, hidden files too.
function M.empty_folder() os.execute(("rm -rf %s/* %s/.[!.]*"):format(M.folder, M.folder)) end

-- ---- Processes that are killed -------------------------------------------------------------------------------

local PATIENCE = 180000 -- looks, of an hour: far more than anything needs

--- Waits until f() holds.
function M.wait_for(what, f)
  local looks = 0
  local function is_over()
    looks = looks + 1
    return looks > PATIENCE or f()
  end
  while not is_over() do os.execute "sleep 0.02" end
  if looks > PATIENCE then error(what .. ": not within an hour", 0) end
end

--- The parent and the environment of a process. Nil if it is gone, or a zombie.
function M.process(pid)
  local state, parent = M.read("/proc/" .. pid .. "/stat"):match "^%d+ %(.*%) (%a) (%d+)"
  if not state or state == "Z" or state == "X" then return nil end
  return { pid = math.tointeger(tonumber(pid)), parent = math.tointeger(tonumber(parent)),
           environment = "\0" .. M.read("/proc/" .. pid .. "/environ") }
end

--- Sends a signal; whether there was a process to get it.
function M.kill(pid, signal) return os.execute(("kill -%s %s 2>/dev/null"):format(signal, pid)) == true end

--- How many rows tasks have begun: each leaves a byte in the file.
function M.rows_begun(trace) return #M.read(trace) end

--- Waits until this number of further rows has begun, or `ended()`.
function M.wait_for_rows(trace, count, ended)
  local from = M.rows_begun(trace)
  M.wait_for("rows", function() return M.rows_begun(trace) >= from + count or ended() end)
end

return M
