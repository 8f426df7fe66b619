-- A variant: no move may take as many as the move before.
--
-- One pile; take 1 to 5, but not the number just taken (`last`, 0 at the start).
local ta = require "takeaway"

local MOST = 5
local no_repeat = ta.ruleset {
  name = "No repeat",
  options = function(emit, n, last)
    for k = 1, math.min(n, MOST) do
      if k ~= last then emit(n - k, k) end
    end
  end,
}
print(no_repeat:validate { from = { 40, 0 } })

print(no_repeat:table { what = "outcome", to = { n = 20, last = MOST } })

-- The sizes that lose at the start, and their pattern.
local start = no_repeat:sequence { what = "outcome", to = 200, fix = { last = 0 } }
local losing = {}
for n, outcome in start:iter() do
  if outcome == "P" then losing[#losing + 1] = n end
end
print("losing: " .. table.concat(losing, " ", 1, 16) .. " ...")
print(ta.explore(losing, { first = 0 }))
print(ta.explore(start))

-- Nim values repeat too. Two piles, each with its own forbidden number, are a sum.
local values = no_repeat:sequence { to = 200, fix = { last = 0 } }
print(ta.explore(values))
print((no_repeat(12, 0) + no_repeat(7, 3)):outcome(), no_repeat(12, 0):nim_value(), no_repeat(7, 3):nim_value())
print(ta.plot.sequence(values, { to = 60 }):text { colour = false, height = 10 })
