--- Pictures: SVG without any dependency, PNG by an installed program, and blocks in the terminal.
--
-- Every call takes its subject and a table of options. With `out = "x.svg"`, `"x.png"` or `"x.txt"` it writes the
-- picture, whole or not at all, and returns true (or nil, message, "EIO"). For `"x.png"` it runs the first installed
-- program of rsvg-convert, inkscape, ImageMagick and gnuplot on a temporary file; nothing else runs a program. Without
-- `out` it returns the picture as an object that prints itself in the terminal, in 256 colours. It prints plain
-- characters when standard output is not a terminal, TERM is "dumb" or NO_COLOR is set.
--
-- Misuse raises. A picture whose values cannot be computed is nil, message, code. Colour-blind readers can distinguish
-- the colours, and each has a character of its own in plain output.
-- @module takeaway.app.plot

local budget = require "takeaway.base.budget"
local data = require "takeaway.research.data"
local file = require "takeaway.base.file"
local method_tables = require "takeaway.base.methods"
local png = require "takeaway.app.plot.png"
local svg = require "takeaway.app.plot.svg"
local terminal = require "takeaway.app.plot.terminal"

local M = {}

local Picture = method_tables.class("takeaway.picture", "picture", true)

--- The picture as SVG text.
-- @function picture:svg
-- @treturn string
function Picture:svg() return svg.render(self.figure) end

--- The picture as text for a terminal.
-- @function picture:text
-- @tparam[opt] table settings `colour`, `utf8` (booleans), `width`, `height` (in characters)
-- @treturn string
function Picture:text(options)
  local known = { colour = "boolean", width = "number", height = "number", utf8 = "boolean" }
  options = data.options("text", options, known)
  return terminal.render(self.figure, options)
end

function Picture:__tostring() return terminal.render(self.figure) end

local ENDINGS = { svg = true, png = true, txt = true }

local function check_path(call, path)
  local ending = type(path) == "string" and path:lower():match("%.(%w+)$") or ""
  if not (ENDINGS[ending] or call == "graph" and ending == "dot") then
    local also = call == "graph" and " or .dot" or ""
    data.misuse(call, "out", "a file name ending in .svg, .png or .txt" .. also, path)
  end
  return ending
end

--- Write the picture in the format of the name's ending. For .png it runs a program, see @{takeaway.app.plot.png}.
-- @function picture:write
-- @tparam string path ending in .svg, .png or .txt
-- @return true; or nil, message, "EIO"
function Picture:write(path)
  local ending = check_path(self.call, path)
  if ending == "png" then return png.write(self.figure, path) end
  local source
  if ending == "svg" then
    source = self:svg()
  elseif ending == "dot" then
    source = self:dot()
  else
    source = terminal.render(self.figure, { colour = false, whole = true }) .. "\n"
  end
  return file.write(path, function(put) put(source) end)
end

--- The text for Graphviz of a picture that is a graph; other pictures have none.
-- @function picture:dot
-- @treturn string
local function dot(self) return require("takeaway.app.plot.graph").dot(self.figure) end

local function draw(call, x, options)
  local kind = require("takeaway.app.plot." .. call)
  options = data.options(call, options, kind.options)
  if options.out then check_path(call, options.out) end
  local figure, message, code = budget.about(x, kind.build, x, options)
  if not figure then return nil, message, code end
  local picture = setmetatable({ figure = figure, call = call, dot = call == "graph" and dot or nil }, Picture)
  if options.out then return picture:write(options.out) end
  return picture
end

--- Heat map of a table of values. As in the table, the first coordinate runs down and the second across. Large cells
-- show their value. Each value has its own colour if the values are few enough. Also called picture of a table,
-- drawing.
-- @function heat_map
-- @param x a two-pile game, a LeastMoveTable, rows, a function of two numbers, a ruleset of two numbers (of three, the
--   last a limit: L; `what` and `fix` as of `rules:table`), or a table of one
-- @tparam[opt] table settings `from` and `to` (first and last of both coordinates, or `{a = 3, b = 9}` by their names;
--   at most 1000 cells a side; `to` is 24 for a game), `first` (index of the first row and column of rows, default 1),
--   `diff = true` (draw exact minus formula), `formula` (a function of p and q; default for a game: its closed form),
--   `limit` (mark the P-positions of that limit; default: those in which no pile may be emptied at once), `title`,
--   `out`
-- @treturn picture the picture; with `out` true; or nil, message, code
-- @usage print(ta.plot.heat_map(ta.two_pile "2k", { to = 8 }))
function M.heat_map(x, options) return draw("heat_map", x, options) end

--- Scatter plot of a sequence, with marked preperiod and period.
-- @function sequence
-- @param x a heap game (with `to`), a ruleset of one number, a sequence, a list of numbers, or a function of n (with
--   `to`)
-- @tparam[opt] table settings `to`, `from`, `what` and `fix` (of a ruleset, as of `rules:sequence`), `first` (index of
--   the first entry of a list), `period` (a number, or the result of `game:periodicity`), `preperiod`, `saltus`,
--   `proved` (marked when they hold; for a heap game Takeaway searches heaps to `limit`, default 2000), `title`, `out`
-- @treturn picture the picture; with `out` true; or nil, message, code
-- @usage print(ta.plot.sequence({ 0, 1, 2, 0, 1, 2 }, { first = 0, period = 3 }))
function M.sequence(x, options) return draw("sequence", x, options) end

--- The staircase of NIM with Cash: the winner at n for all purses, d down and e across, with shaded rich, poor and
-- critical regions.
-- @function staircase
-- @param game a game of `ta.cash`
-- @tparam int n stones
-- @tparam[opt] table settings `to` (largest purse, at most 600; default n), `title`, `out`
-- @treturn picture the picture; with `out` true; or nil, message, code
function M.staircase(game, n, options)
  local with_n = { n = n }
  options = data.options("staircase", options, require "takeaway.app.plot.staircase".options)
  for key, value in pairs(options) do with_n[key] = value end
  return draw("staircase", game, with_n)
end

--- The outcomes of positions over two of their numbers: the first down, the second across.
-- @function positions
-- @param rules a ruleset, a heap game (its sums of two heaps), a function of two numbers that gives an outcome, a table
--   of outcomes, or a list of P-positions
-- @tparam[opt] table settings `from` and `to` (as of @{heat_map}; default 0 and 30), `fix` (of a ruleset, as of
--   `rules:table`), `misere = true` (of a ruleset or game), `title`, `out`
-- @treturn picture the picture; with `out` true; or nil, message, code
function M.positions(rules, options) return draw("positions", rules, options) end

--- The game graph of a small position, by outcome. A graph too large to read is cut. The picture says so, and marks
-- positions that have more moves.
-- @function graph
-- @param position a position of a ruleset
-- @tparam[opt] table settings `limit` (positions, nearest first; default 60, fewer where they have more than 150
--   moves), `depth` (moves from the first position), `title`, `out` (also a name ending in .dot: text for Graphviz;
--   `picture:dot()` gives it)
-- @treturn picture the picture; with `out` true; or nil, message, code
function M.graph(position, options) return draw("graph", position, options) end

--- The automaton of a set of numbers: its states, and the target of each letter.
-- @function automaton
-- @param set a set of numbers, or a theorem
-- @tparam[opt] table settings `title`, `out`
-- @treturn picture the picture; with `out` true; or nil, message, "ELIMIT" for more than 60 states
-- @usage print(ta.plot.automaton(ta.numeration(2):set "n: n mod 3 = 0"))
function M.automaton(set, options) return draw("automaton", set, options) end

--- The thermograph of a partizan position or value.
-- @function thermograph
-- @param x a value or its text, a position, or what `v:thermograph()` returns
-- @tparam[opt] table settings `title`, `out`
-- @treturn picture the picture; with `out` true; or nil, message, code
function M.thermograph(x, options) return draw("thermograph", x, options) end

return M
