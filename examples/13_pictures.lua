-- Looking for patterns: pictures in the terminal, the pattern finder, an export and a report.
local ta = require "takeaway"

-- Where does the closed form fail when f(k) = 4k? The heat map shows it. P marks the positions that are lost
-- when no pile may be emptied at once.
local game = ta.two_pile "4k"
print(ta.plot.heat_map(game, { to = 22 }))

-- Kayles: the picture marks the proved period.
print(ta.plot.sequence(ta.octal "0.77", { to = 100 }))

-- NIM with Cash: who wins with 16 stones, for all purses.
print(ta.plot.staircase(ta.cash { 1, 3, 4 }, 16))

-- Patterns, each with the range it was checked on.
print(ta.explore(ta.one_pile(3)))
print(ta.explore(game))

-- The same table for other programs, and a report on the game on one page.
print(ta.export.write(game:table(4), { format = "csv" }))
local directory = os.tmpname()
os.remove(directory)
local page = assert(ta.report(game, { out = directory, to = 24 }))
local file = assert(io.open(page))
print("the report has", #file:read("a") > 100000 and "pictures and tables" or "nothing", "inside")
file:close()
os.remove(page)
os.remove(directory)
