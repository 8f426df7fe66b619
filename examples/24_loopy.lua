-- Play that need not end: the values of loopy games, from names, from graphs and from rules.
local ta = require "takeaway"

-- `pass` is a move to the game itself. A name before a brace names that game.
local over, upon = ta.value "{0|pass}", ta.value "{pass|*}"
print(over, upon, ta.value "a{0||||0|||a|*||*}")
print(ta.loopy_value { start = "a", a = { left = { 0 }, right = { "b" } }, b = { left = { "a" }, right = { "*" } } })

-- over is positive, and smaller than every positive number; on is larger than everything.
print(over > 0, over < ta.value "1/1024", ta.value "on" > 1000, over + over == over)

-- A sum of stoppers may be no stopper. Then it has two sides: its value if infinite play is Left's win, and if it is
-- Right's.
print(over - over, ta.value "on + off", (over - over):onside(), (over - over):outcome())
print(upon:degree(), upon:variety(), ta.value "5over":degree(), upon:upsum "^<on>", upon:downsum "^<on>")

-- Rules in Lua. The toads and frogs may step back here (Winning Ways, chapter 11).
for _, strip in ipairs { "T.F", "TF.", "TT.F", "TT..FF" } do
  local p = ta.rules.backsliding_toads_and_frogs(strip)
  print(strip, p:canonical_form(), p:outcome())
end

-- The fox moves back and forth, the geese only down. The value measures the position in sums.
local fox = ta.rules.fox_and_geese [[
  x.x.x.
  ......
  ......
  .o....
]]
print(fox:canonical_form(), (fox:canonical_form() - 1):outcome())
print(ta.rules.fox_and_geese("x.x./..../..o."):canonical_form())
