--- A picture before it is drawn: axes, classes with their colours, and marks.
--
-- A figure knows nothing of SVG, terminals or gnuplot; those renderers know nothing of games. Marks:
--
-- * cells: unit squares around integer points (x, y);
-- * areas (polygons), lines, points, nodes with arrows between them, and texts.
--
-- Every mark belongs to a class `{label, fill, char, mark}`; classes make the legend in the order in
-- which they were added. `tip` is what hovering over a mark shows.
-- @module takeaway.app.plot.figure

local M = {}
M.__index = M

M.LABELLED = 36 -- cells a side that pictures draw large enough for numbers of two digits

--- A figure.
-- @tparam table fields `title`; `notes` (list of lines under the title); `x`, `y`:
--   `{label =, low =, high =, reversed = bool, hidden = bool, above = bool, name = a short label}`; `equal`: one unit
--   is as long on both axes
function M.new(fields)
  local figure = setmetatable(fields, M)
  figure.notes = figure.notes or {}
  figure.classes, figure.cells, figure.areas, figure.lines = {}, {}, {}, {}
  figure.points, figure.nodes, figure.arrows, figure.texts = {}, {}, {}, {}
  return figure
end

--- A class of marks; its `mark` is "cell", "area", "line", "point", "node", "arrow" or "cut" (of a node with arrows
-- that are not drawn).
-- @tparam table class `{label =, fill =, char =, mark =, shape = "circle"|"square"|"corner"|"frame",
--   dash = "dashed"|"dotted", thick = pixels, opacity =, terminal = colour of 256}`. Without a label it is not in
--   the legend. With `group` and `value` (the name of the group, and its value) legends may show one line for the group
function M:class(class)
  self.classes[#self.classes + 1] = class
  return class
end

--- A cell. Its `label` is shown where it fits, its `char`, one character, in terminals where that fits.
function M:cell(x, y, class, tip, label, char)
  self.cells[#self.cells + 1] = { x = x, y = y, class = class, tip = tip, label = label, char = char }
end

--- The length of the longest label of a cell, in characters; nil where no cell has one.
function M:labelled()
  local longest
  for _, cell in ipairs(self.cells) do
    if cell.label then longest = math.max(longest or 0, utf8.len(cell.label) or #cell.label) end
  end
  return longest
end

--- Test for marks of classes of this shape.
function M:has_shape(shape)
  for _, point in ipairs(self.points) do
    if point.class.shape == shape then return true end
  end
  return false
end

function M:area(corners, class, tip) self.areas[#self.areas + 1] = { corners = corners, class = class, tip = tip } end

function M:line(corners, class) self.lines[#self.lines + 1] = { corners = corners, class = class } end

function M:point(x, y, class, tip)
  self.points[#self.points + 1] = { x = x, y = y, class = class, tip = tip }
end

function M:node(x, y, class, label, tip)
  local node = { x = x, y = y, class = class, label = label, tip = tip }
  self.nodes[#self.nodes + 1] = node
  return node
end

--- An arrow. It may have a `label`: {lines = its texts, tip =, bend =} or {lines =, tip =, turn =}. `bend` is the
-- distance of its middle from the straight line, as a fraction of its length. `turn` is the direction of a loop, in
-- degrees.
function M:arrow(from, to, class, label)
  self.arrows[#self.arrows + 1] = { from = from, to = to, class = class, label = label }
end

function M:text(x, y, text, anchor) self.texts[#self.texts + 1] = { x = x, y = y, text = text, anchor = anchor } end

--- The least width of a range with these ends whose parts differ as floats: near 2^60 adding 0.5 changes nothing.
function M.apart(low, high) return math.max(math.abs(low), math.abs(high)) * 2 ^ -40 end

--- The least step of 1, 2 or 5 times a power of ten that gives at most `most` ticks; 1 where the range has no width.
function M.step(low, high, most)
  if high <= low then return 1.0 end
  local step = 10.0 ^ math.floor(math.log((high - low) / most, 10))
  for _, factor in ipairs { 1, 2, 5, 10 } do
    if (high - low) / (step * factor) <= most then return step * factor end
  end
  return step * 10
end

-- The texts of different numbers, of as many digits as tell them apart.
local function texts_of(numbers, digits)
  local texts, seen, same = {}, {}, false
  for i, x in ipairs(numbers) do
    local form = x == math.floor(x) and math.abs(x) < 1e15 and "%.0f" or ("%%.%dg"):format(digits)
    texts[i] = form:format(x)
    same = same or seen[texts[i]]
    seen[texts[i]] = true
  end
  return same and digits < 17 and texts_of(numbers, digits + 1) or texts
end

--- Ticks of an axis: a list of `{at =, text =}`; whole numbers where the axis is of whole numbers.
function M.ticks(axis, most)
  if axis.hidden then return {} end
  local step = M.step(axis.low, axis.high, most)
  if axis.whole then step = math.max(1, step) end
  local numbers, list, first = {}, {}, math.ceil(axis.low / step - 1e-9)
  for i = 0, math.min(math.floor(axis.high / step + 1e-9) - first, most) do numbers[i + 1] = (first + i) * step end
  for i, text in ipairs(texts_of(numbers, 6)) do
    list[i] = { at = math.max(axis.low, math.min(axis.high, numbers[i])), text = text } -- an end, rounded, stays inside
  end
  return list
end

--- The classes that the legend shows: those with a label that marks use.
function M:legend()
  local used, list = {}, {}
  for _, marks in ipairs { self.cells, self.areas, self.lines, self.points, self.nodes, self.arrows } do
    for _, mark in ipairs(marks) do used[mark.class] = true end
  end
  for _, class in ipairs(self.classes) do
    if class.label and (used[class] or class.mark == "cut") then list[#list + 1] = class end
  end
  return list
end

--- Neighbouring cells of one class in a row, as runs `{x, y, width, class}`, for pictures of many cells.
function M:runs()
  local cells, runs = table.move(self.cells, 1, #self.cells, 1, {}), {}
  table.sort(cells, function(a, b)
    if a.y ~= b.y then return a.y < b.y end
    return a.x < b.x
  end)
  for _, cell in ipairs(cells) do
    local run = runs[#runs]
    if run and run.y == cell.y and run.class == cell.class and run.x + run.width == cell.x then
      run.width = run.width + 1
    else
      runs[#runs + 1] = { x = cell.x, y = cell.y, width = 1, class = cell.class }
    end
  end
  return runs
end

return M
