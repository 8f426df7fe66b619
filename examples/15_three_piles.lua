-- A variant: three piles, each with a move function of its own.
--
-- A move takes k counters from one pile, k at most the limit x; the next limit is f(k) for the f of that pile: 2k after
-- a move on the first, k + 1 on the second, 3k on the third.
local ta = require "takeaway"

local f = { function(k) return 2 * k end, function(k) return k + 1 end, function(k) return 3 * k end }
local three = ta.ruleset {
  name = "Three piles",
  options = function(emit, a, b, c, x)
    for k = 1, math.min(a, x) do emit(a - k, b, c, f[1](k)) end
    for k = 1, math.min(b, x) do emit(a, b - k, c, f[2](k)) end
    for k = 1, math.min(c, x) do emit(a, b, c - k, f[3](k)) end
  end,
}
print(three:validate { from = { 4, 4, 4, 4 } })

-- The least limit with which the mover wins: a table of the first two piles for one size of the third, or slices.
local t = three:table { what = "least_limit", to = { a = 8, b = 8 }, fix = { c = 2 } }
print(t)
print(t[3][5], three(3, 5, 2, t[3][5]):winning_moves())

-- Does L follow a pattern? Each pile alone, then all three.
for _, pile in ipairs { "a", "b", "c" } do
  local fix = { a = 0, b = 0, c = 0 }
  fix[pile] = nil
  print(three:sequence { what = "least_limit", to = 21, fix = fix })
end
print(ta.explore(three:table { what = "least_limit", to = 7 }))

print(ta.plot.heat_map(t):text { colour = false })
