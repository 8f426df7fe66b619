-- Boxes of three piles solved into a file: wall and CPU time for a position, bytes of the file for a position, peak
-- memory, with one thread and with all; and opening the file. The rule is declared: take any number from one pile. So a
-- position among 10^9 has up to 2,997 options. A million outcomes of each box are compared with Nim: P where the nim
-- sum is 0.
--
-- To 10^8 positions; TAKEAWAY_LONG: to 10^9, about a minute. TAKEAWAY_SHORT: to 10^6.
local ta = require "takeaway"

local SIDES = os.getenv "TAKEAWAY_SHORT" and { 100 } or os.getenv "TAKEAWAY_LONG" and { 100, 464, 1000 } or { 100, 464 }

local function resident()
  local status = io.open "/proc/self/status"
  if not status then return 0 end
  local kilobytes = status:read("a"):match "VmHWM:%s*(%d+)"
  status:close()
  return 1024 * math.tointeger(kilobytes or 0)
end

local function now()
  local uptime = io.open "/proc/uptime"
  if not uptime then return os.clock() end
  local seconds = uptime:read "n"
  uptime:close()
  return seconds
end

local path = os.getenv "TAKEAWAY_DATABASE" or os.tmpname()
print("three piles, rules:solve_to    positions  threads    ns each  CPU ns   million/s  bytes each   most held   "
  .. "opened, ms")
for _, side in ipairs(SIDES) do
  local threads = {}
  for _, count in ipairs { 1, ta.threads() } do
    os.remove(path)
    if count == threads[1] then break end
    threads[#threads + 1] = count
    local rules = ta.moves { "a, b, c", "k: 1 <= k <= a -> a - k, b, c", "k: 1 <= k <= b -> a, b - k, c",
                             "k: 1 <= k <= c -> a, b, c - k" }
    local start, cpu = now(), os.clock()
    assert(rules:solve_to { file = path, to = side - 1, threads = count }):close()
    local took, used, positions = now() - start, os.clock() - cpu, side ^ 3
    local opening = os.clock()
    local db = assert(ta.open(path))
    opening = os.clock() - opening
    print(("%-26s %13d  %7d  %9.1f  %6.1f  %10.1f  %10.3f  %7.0f MiB   %10.2f"):format("", positions, count,
      took * 1e9 / positions, used * 1e9 / positions, positions / took / 1e6, db:info().bytes / positions,
      resident() / 2 ^ 20, opening * 1e3))
    local step = math.max(1, side * side * side // 1000000)
    for place = 0, db:count() - 1, step do
      local a, b, c = place // (side * side), place // side % side, place % side
      assert(db.core:answer(place) == (a ~ b ~ c == 0 and 1 or 0))
    end
    db:close()
  end
end
os.remove(path)
