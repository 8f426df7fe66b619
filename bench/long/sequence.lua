-- Nim values of heap games solved into a file, against the same in memory: wall and CPU time for a heap, bytes of the
-- file for a heap, peak memory; opening the file; and extending it by the last 64 KiB. Each runs in its
-- own process, so memory is measured separately. The first 100,000 values are compared.
--
-- To 10^8 heaps of subtraction games, 2^20 of 0.007, about half a minute each time, and 2^22 of 0.354; TAKEAWAY_LONG:
-- to 10^9, 2^20 and 2^24. TAKEAWAY_SHORT: to 10^6 and 2^16.
local ta = require "takeaway"

local SHORT, LONG = os.getenv "TAKEAWAY_SHORT", os.getenv "TAKEAWAY_LONG"
local FAR = SHORT and 10 ^ 6 or LONG and 10 ^ 9 or 10 ^ 8
local NEAR = SHORT and 1 << 16 or LONG and 1 << 24 or 1 << 22
-- No period of the second is proved within the heaps that are searched for one, so all its values are computed.
local GAMES = {
  { "{1, 3, 4}, of a period", function() return ta.subtraction { 1, 3, 4 } end, FAR },
  { "8 members to 38944",
    function() return ta.subtraction { 5021, 8142, 10506, 16052, 21164, 26074, 32475, 38944 } end, FAR },
  { "0.007", function() return ta.octal "0.007" end, SHORT and 1 << 16 or 1 << 20, 16 },
  { "0.354", function() return ta.octal "0.354" end, NEAR, 8 },
}

local function held()
  local status = io.open "/proc/self/status"
  if not status then return 0 end
  local kilobytes = status:read("a"):match "VmHWM:%s*(%d+)"
  status:close()
  return (tonumber(kilobytes) or 0) / 1024
end

local function now()
  local uptime = io.open "/proc/uptime"
  if not uptime then return os.clock() end
  local seconds = uptime:read "n"
  uptime:close()
  return seconds
end

-- Times a call.
local function timed(f)
  local start, cpu = now(), os.clock()
  local result = f()
  return result, now() - start, os.clock() - cpu
end

local function line(name, how, heaps, wall, cpu, bytes, opened)
  print(("%-26s %-10s %11.0f  %8.1f  %7.1f  %10s  %8.0f MiB  %s"):format(name, how, heaps, wall * 1e9 / heaps,
    cpu * 1e9 / heaps, bytes and ("%.3f"):format(bytes / heaps) or "", held(), opened or ""))
end

local path = os.getenv "TAKEAWAY_DATABASE" or os.tmpname()

-- Marks the last blocks of a finished file as not done.
local function undo_last()
  local handle = assert(io.open(path, "r+b"))
  local head = handle:read(40)
  local count, bits, block, text = string.unpack("<I8I4I4I8", head, 17)
  local blocks = ((count * bits + 7) // 8 + block - 1) // block
  handle:seek("set", (40 + text + 7) // 8 * 8 + 8 * (blocks - 1))
  handle:write(("\0"):rep(8))
  handle:close()
  assert(os.rename(path, path .. ".part"))
end

local function measure(how, i)
  local name, make, heaps, bits = table.unpack(GAMES[i])
  local settings = { file = path, to = heaps - 1, bits = bits, bytes = 64 << 20 }
  if how == "in memory" then
    local values, wall, cpu = timed(function() return assert(make():nim_values(heaps - 1)) end)
    assert(#values == heaps)
    return line(name, how, heaps, wall, cpu)
  end
  if how == "extending" then undo_last() else os.remove(path) end
  local db, wall, cpu = timed(function() return assert(make():solve_to(settings)) end)
  local bytes = db:info().bytes
  db:close()
  local opening = os.clock()
  db = assert(ta.open(path))
  opening = os.clock() - opening
  line(name, how, heaps, wall, cpu, bytes, ("%.2f"):format(opening * 1e3))
  local game = make()
  local near = math.min(heaps, 10 ^ 5) // 1 | 0
  local own, there = game:nim_values(near - 1), db:nim_values(near - 1)
  assert(own:checksum() == there:checksum())
  db:close()
end

if arg and arg[1] == "measure" then return measure(arg[2], math.tointeger(tonumber(arg[3]))) end
print("nim values, game:solve_to               heaps   ns each   CPU ns  bytes each     most held  opened, ms")
for i = 1, #GAMES do
  for _, how in ipairs { "in memory", "to a file", "extending" } do
    assert(os.execute(("TAKEAWAY_DATABASE='%s' lua5.4 bench/long/sequence.lua measure '%s' %d"):format(path, how, i)))
  end
end
os.remove(path)
