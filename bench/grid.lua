-- Whole boxes by rules:grid: time and bytes a position, and how both grow, to 10^8 positions where memory allows. What
-- is asked, two integers and three options, costs little, so that the engine's share is seen.
--
-- Bytes a position: what the engine holds (its columns), the block that Lua owns, and what the process grew by. Growth
-- is that of the time, each line having 100 times the positions of the line before. TAKEAWAY_SHORT stops at 10^6.
local ta = require "takeaway"

local MOST = os.getenv "TAKEAWAY_SHORT" and 1000 or 10000

local function rule(emit, a, b)
  if a > 0 then emit(a - 1, b) end
  if b > 0 then emit(a, b - 1) end
  if a > 1 and b > 0 then emit(a - 2, b - 1) end
end

-- Bytes of the process, as the system counts them; nil where it does not say.
local function resident()
  local status = io.open "/proc/self/statm"
  if not status then return nil end
  local pages = status:read("l"):match "^%d+ (%d+)"
  status:close()
  return 4096 * math.tointeger(pages)
end

local function free()
  local info = io.open "/proc/meminfo"
  if not info then return math.huge end
  local kilobytes = info:read("a"):match "MemAvailable:%s*(%d+)"
  info:close()
  return 1024 * math.tointeger(kilobytes)
end

print "whole boxes, rules:grid           positions     ns each   engine bytes   Lua bytes   resident   growth"
for _, what in ipairs { "outcome", "nim_value", "remoteness" } do
  local before
  local side = 100
  while side <= MOST do
    local cells = side * side
    if 12.0 * cells > free() then
      print(("%-28s %14d     too little memory is free"):format(what, cells))
      break
    end
    local rules = ta.ruleset { name = "bench", options = rule }
    collectgarbage()
    collectgarbage()
    local held, owned, start = resident(), collectgarbage "count", os.clock()
    local grid = assert(rules:grid { what = what, to = side - 1 })
    local time = os.clock() - start
    local engine, lua = rules:statistics().bytes, 1024 * (collectgarbage "count" - owned)
    local more = held and resident() - held
    print(("%-28s %14d  %10.1f   %12.2f   %9.2f   %8s   %s"):format(what, cells, time * 1e9 / cells, engine / cells,
      lua / cells, more and ("%.2f"):format(more / cells) or "?", before and ("%.1f"):format(time / before) or ""))
    assert(grid(side - 1, 0))
    before = time
    side = side * 10
  end
end
