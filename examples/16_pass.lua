-- A variant: Nim on two piles in which each player may pass, once.
--
-- A pass changes nothing but the right to pass. The position says who still has one: m the player to move, o the other.
-- The players change places with every move, and so do m and o.
local ta = require "takeaway"

local pass = ta.ruleset {
  name = "Nim with a pass each",
  options = function(emit, a, b, m, o)
    for k = 1, a do emit(a - k, b, o, m) end
    for k = 1, b do emit(a, b - k, o, m) end
    if m > 0 and a + b > 0 then emit(a, b, o, m - 1) end -- no pass when nothing is left
  end,
}
print(pass:validate { from = { 9, 9, 1, 1 }, measure = function(a, b, m, o) return a + b + m + o end })

-- A player who alone may pass wins, except where the opponent takes the last pile whole.
for _, rights in ipairs { { 0, 0 }, { 1, 0 }, { 0, 1 }, { 1, 1 } } do
  print(pass:p_positions { to = 3, fix = { m = rights[1], o = rights[2] } })
end

-- With a pass on each side the result is as without passes: the answer to a pass is a pass.
local both = pass:table { what = "outcome", to = 30, fix = { m = 1, o = 1 } }
local none = pass:table { what = "outcome", to = 30, fix = { m = 0, o = 0 } }
local same = true
for a, b, outcome in both:cells() do same = same and outcome == none[a][b] end
print("outcomes with a pass each are those without, to 30:", same)

local values = pass:table { to = 7, fix = { m = 1, o = 1 } }
print(ta.explore(values))
print(ta.plot.heat_map(values):text { colour = false })
