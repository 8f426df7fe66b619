-- Random games of every family, each asked by every path: kernel, rules in Lua, rules compiled, swept by rows, proved,
-- against the definition by recursion. The families lie in spec/trust/soak; each is played at sizes 1, 2, ..., and a
-- fault is looked for at smaller sizes before it is printed, with the call that is wrong.
--
-- SECONDS= of processor time are shared among the families, 240 without it; with TAKEAWAY_SHORT=1 each has a number of
-- games instead. TAKEAWAY_SEED= is the seed, printed. A game is asked with one thread or with two.
local ta = require "takeaway"
local seed = require "spec.support.seed"()
local tally = require "spec.trust.tally"
local seconds = tonumber(os.getenv "SECONDS") or 240
local short = tally.short

local LARGEST, SMALLER = 6, 100 -- sizes; seeds tried at each smaller size

local families = {}
for _, name in ipairs { "rulesets", "piles", "heaps", "cash", "values", "threads" } do
  for _, family in ipairs(require("spec.trust.soak." .. name)) do families[#families + 1] = family end
end

local function played(family, number, size)
  math.randomseed(seed, number)
  ta.threads(math.random(2))
  return pcall(family.play, size)
end

-- The fault at the least size at which there is one.
local function smallest(family, number, size, why)
  for less = 1, size - 1 do
    for i = 1, SMALLER do
      local ok, message = played(family, number + i, less)
      if not ok then return message, number + i, less end
    end
  end
  return why, number, size
end

-- Games of a family from number `number` on, until it is enough.
local function soak(family, index)
  local tried, failed, started = 0, 0, os.clock()
  while short and tried < family.short or not short and os.clock() - started < seconds / #families do
    tried = tried + 1
    local number, size = index * 1000000 + tried * 1000, (tried - 1) % LARGEST + 1
    local ok, why = played(family, number, size)
    if not ok then
      failed = failed + 1
      local message, found, least = smallest(family, number, size, why)
      tally.failed(family.name, ("TAKEAWAY_SEED=%d, number %d, size %d:\n%s"):format(seed, found, least, message))
      if failed == 3 then break end
    end
    if tried % 20 == 0 then collectgarbage() end
  end
  tally.tried(family.name, tried)
end

io.stdout:setvbuf "line"
for i, family in ipairs(families) do
  if not os.getenv "FAMILY" or family.name:find(os.getenv "FAMILY", 1, true) then soak(family, i) end
end
tally.finish()
