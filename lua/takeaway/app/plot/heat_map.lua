--- Heat map of a table of values: L(p, q) of a two-pile game, with its P-positions and the cells where the closed form
-- differs; nim values of rules; any table.
--
-- Every large enough cell shows its value, and no mark covers a number.
-- @module takeaway.app.plot.heat_map

local classes = require "takeaway.app.plot.classes"
local data = require "takeaway.research.data"
local failure = require "takeaway.base.failure"
local figures = require "takeaway.app.plot.figure"
local grids = require "takeaway.app.plot.grid"
local palette = require "takeaway.app.plot.palette"
local text = require "takeaway.base.text"

local M = {}

local MOST = 1000    -- cells a side
local LABELLED = 6000 -- cells that may show their value
local DOTTED = 120    -- cells a side on which marks are seen

M.options = { what = "string", to = "any", from = "any", fix = "table", first = "any", out = "string", diff = "boolean",
              formula = "function", limit = "any", title = "string" }

local function mark_of(grid, options)
  if options.limit ~= nil then
    local limit = options.limit
    if limit ~= math.huge then limit = data.integer("heat_map", "limit", limit, 1, 2 ^ 62) end
    local label = ("P when the limit is %s"):format(text.amount(limit))
    return function(v) return type(v) == "number" and (v > limit or v == math.huge) end, label
  end
  if not grid.least or grid.game then return nil end
  if grid.misere then return function(v) return v == math.huge end, "P for every limit" end
  return function(v, p, q) return v == math.min(p, q) end, "P when no pile may be emptied"
end

local function check(what, v, p, q)
  if type(v) == "number" and v == v and v ~= -math.huge or data.is_value(v) then return end
  local hint = type(v) == "string" and "a number (of outcomes, see plot.positions)" or "a number"
  data.misuse("heat_map", ("the %s at (%d, %d)"):format(what, p, q), hint, v)
end

local function shown(v) return type(v) == "number" and text.amount(v) or tostring(v) end

-- What the formula says of a cell; nil where it is silent.
local function said(formula, p, q)
  local expected = formula(p, q)
  if expected ~= nil then check("formula", expected, p, q) end
  return expected
end

-- Equal, or one thing by its text: the game's value 3 is no number of Lua.
local function agree(v, expected)
  if type(v) == "number" and type(expected) == "number" then return v == expected end
  return shown(v) == shown(expected)
end

-- How much more v is than another number, with its sign; nil of what is no number, or infinite.
local function difference(v, other)
  if type(v) ~= "number" or type(other) ~= "number" then return nil end
  local by = v + 0.0 - other
  if by - by ~= 0 then return nil end
  local exact = math.abs(by) < 2 ^ 62 and math.tointeger(v - other) -- beyond, integers wrap
  return (exact and "%+d" or "%+.6g"):format(exact or by)
end

-- What is wrong with the formula, as the first note.
local function formula_note(figure, grid, count)
  local note = count == 0 and grid.misere and "Theorem M agrees where it applies,"
    or count == 0 and "the closed form agrees, checked for"
    or ("the closed form is wrong in %d of %s,"):format(count, text.count(grids.count(grid), "cell"))
  table.insert(figure.notes, 1, ("%s %s"):format(note, grids.ranges(grid)))
  if count > 2000 then figure.notes[#figure.notes + 1] = "the first 2000 of these are framed; diff shows all" end
end

local function draw_values(figure, grid, options, formula)
  local name = grid.least and "L" or "value"
  local side = math.max(grid.down.last - grid.down.first, grid.across.last - grid.across.first)
  local class_of, char_of = classes.of(figure, function(put)
    for p, q in grids.cells(grid) do
      local v = grid.at(p, q)
      check("value", v, p, q)
      put(v)
    end
  end, grid.least and "L" or (grid.what or "value"):gsub("_", " "), side < figures.LABELLED)
  local is_marked, mark_label = mark_of(grid, options)
  local dots, labelled = side <= DOTTED and is_marked, grids.count(grid) <= LABELLED
  local lost = is_marked and figure:class {
    label = mark_label, fill = palette.vermilion, char = "P", mark = "point", shape = "corner",
  }
  local wrong = formula and figure:class {
    label = "closed form is wrong", fill = palette.black, char = "!", mark = "point", shape = "frame",
  }
  local count = 0
  for p, q in grids.cells(grid) do
    local v = grid.at(p, q)
    local tip = ("%s(%d, %d) = %s"):format(name, p, q, shown(v))
    figure:cell(q, p, class_of(v), tip, labelled and shown(v) or nil, char_of and char_of(v))
    if dots and is_marked(v, p, q) then figure:point(q, p, lost, tip .. ", " .. mark_label) end
    local expected = formula and said(formula, p, q)
    if expected and not agree(v, expected) then
      count = count + 1
      if count <= 2000 then figure:point(q, p, wrong, ("%s, closed form %s"):format(tip, shown(expected))) end
    end
  end
  if is_marked and not dots then
    figure.notes[1] = "P-positions are marked in pictures of at most 121 cells a side"
  end
  if formula then formula_note(figure, grid, count) end
end

local function draw_difference(figure, grid, formula)
  local same = figure:class { label = "equal", fill = palette.light, char = ".", mark = "cell" }
  local unknown = figure:class { label = "formula not given", fill = palette.grey, char = "?", mark = "cell" }
  local above = figure:class { label = "exact is larger", fill = palette.blue, char = "+", mark = "cell" }
  local below = figure:class { label = "exact is smaller", fill = palette.orange, char = "-", mark = "cell" }
  local other = figure:class {
    label = "differs, and one is no number", fill = palette.purple, char = "#", mark = "cell",
  }
  local count = 0
  local function class_of(v, expected)
    if expected == nil then return unknown end
    if agree(v, expected) then return same end
    count = count + 1
    if type(v) ~= "number" or type(expected) ~= "number" then return other end
    return v > expected and above or below
  end
  for p, q in grids.cells(grid) do
    local v, expected = grid.at(p, q), said(formula, p, q)
    check("value", v, p, q)
    local class = class_of(v, expected)
    figure:cell(q, p, class, ("(%d, %d): exact %s, formula %s"):format(p, q, shown(v),
      expected == nil and "not given" or shown(expected)), class ~= same and difference(v, expected) or nil)
  end
  figure.notes[1] = ("%d of %s"):format(count, text.count(grids.count(grid), "cell"))
    .. (count == 1 and " differs" or " differ")
end

function M.build(x, options)
  local grid, message, code = grids.of("heat_map", x, options, MOST)
  if not grid then
    if not message then
      data.misuse("heat_map", "data",
        "a two-pile game (with to), a LeastMoveTable, a ruleset, a table, rows or a function of p and q", x)
    end
    return nil, message, code
  end
  grid.least = grid.least or grid.what == "least_limit"
  grid.game = grid.game or data.family(x) == "table" or nil
  local formula = options.formula or grid.formula
  if options.diff and not formula then
    failure.misuse("heat_map: diff: the difference needs a game, or formula = function(p, q)")
  end
  local title = grid.title
  local figure = grids.figure(grid, options.title or (options.diff and title .. ": exact minus formula" or title))
  if options.diff then draw_difference(figure, grid, formula) else draw_values(figure, grid, options, formula) end
  return figure
end

return M
