--- The layout of a figure, in pixels.
--
-- Only the numbers in cells are drawn smaller to make them fit. Otherwise there are fewer ticks and larger cells, and
-- cells that are too small have no numbers. No text covers another text or a mark.
-- @module takeaway.app.plot.layout

local figures = require "takeaway.app.plot.figure"

local M = {}

local SIDE = 520       -- pixels of the plotting area, the longer side
local LEAST = 190      -- pixels that the labels of its axes need
local LEAST_CELL = 18  -- pixels of the smallest cell with a number
local SWATCH = 150     -- pixels of a group's values in the legend
local ROOMY = 40       -- pixels, the largest cell
local LEAST_TEXT = 7   -- pixels, the smallest number in a cell

M.FRAME = 1.5 -- pixels between a cell and the frame in it

-- An upper bound on the pixels of a text: widths of DejaVu Sans in thousandths of its size.
local function wide_of(text, size, bold)
  local total = 0
  if not utf8.len(text) then text = text:gsub("[\128-\255]", "?") end
  for _, code in utf8.codes(text) do
    local char = code < 128 and string.char(code) or ""
    local one = code >= 0x1100 and 1050 or code >= 128 and 800 or char:find("[%s.,:;'|!()%[%]/\\ijlftrI]") and 420
      or char:find("[mwMW@%%]") and 990 or char:find("[%u#&+=<>~^]") and 800 or 640
    total = total + one
  end
  return total * size / (bold and 900 or 1000)
end

local function widest_of(ticks)
  local widest = 0
  for _, tick in ipairs(ticks) do widest = math.max(widest, wide_of(tick.text, 12)) end
  return widest
end

-- As many ticks as their labels allow; large cells nearly all have one, as in a table.
local function ticks_of(axis, length, room, along, cells)
  local large = cells and length / (axis.high - axis.low + 1) >= LEAST_CELL
  local ticks = figures.ticks(axis, math.max(2, length // (large and 14 or room)))
  if not along then return ticks end
  local widest = widest_of(ticks) + (large and 4 or 10)
  return (large or widest > room) and figures.ticks(axis, math.max(1, length // widest)) or ticks
end

-- The size of numbers in cells of these pixels; nil if they do not fit.
local function label_size(figure, w, h)
  local size, widest = math.min(13, h * 0.55), 0
  for _, cell in ipairs(figure.cells) do
    if cell.label then widest = math.max(widest, wide_of(cell.label, size)) end
  end
  local room = w - 2
  if figure:has_shape "frame" then room = w - 2 * M.FRAME - 5 end
  if widest > room then size = size * room / widest end
  return widest > 0 and size >= LEAST_TEXT and size or nil
end

-- Pixels of a cell: an integer if at least two.
local function cell_side(figure, wide, high)
  local most = math.max(wide, high)
  local unit = SIDE / most
  if unit > ROOMY then unit = math.max(ROOMY, LEAST / most) end
  if most <= figures.LABELLED and figure:labelled() then unit = math.max(unit, LEAST_CELL) end
  return unit >= 2 and math.floor(unit) or unit
end

-- The legend: a line for each class, except that the values of a group are side by side in their colours, under the
-- group's name. A list of `{class =, x =, y =, wide = of a value}` and `{text =, x =, y =}`, and its end.
local function place_legend(legend, left, top)
  local list, right, y, x, group = {}, left, top - 10, left, nil
  local widest = 0
  for _, class in ipairs(legend) do
    if class.value then widest = math.max(widest, wide_of(class.value, 12) + 8) end
  end
  for _, class in ipairs(legend) do
    if not class.value then
      y, group = y + (group and 26 or 20), nil
      list[#list + 1] = { class = class, x = left, y = y }
      right = math.max(right, left + 38 + wide_of(class.label, 12))
    else
      if class.group ~= group then
        group, y, x = class.group, y + 20, math.huge
        list[#list + 1] = { text = group, x = left, y = y }
        right = math.max(right, left + 14 + wide_of(group, 12))
      end
      if x + widest > left + SWATCH then x, y = left, y + 20 end
      list[#list + 1] = { class = class, x = x, y = y, wide = widest }
      x = x + widest + 2
      right = math.max(right, x + 14)
    end
  end
  return list, right, y + 10
end

-- The legend below a graph, in lines as wide as the graph.
local function legend_below(legend, left, top, width)
  local list, x, y, right = {}, left, top, left
  for _, class in ipairs(legend) do
    local wide = 24 + wide_of(class.label, 12)
    if x > left and x + wide > left + width then x, y = left, y + 20 end
    list[#list + 1] = { class = class, x = x, y = y }
    x = x + wide + 16
    right = math.max(right, x)
  end
  return list, right, y + 10
end

--- The layout: the plotting area, the maps `X` and `Y` from data to pixels, ticks, legend, `label_size` of the numbers
-- in cells, the total size.
-- @tparam table figure see @{takeaway.app.plot.figure}
function M.of(figure)
  local x, y, legend = figure.x, figure.y, figure:legend()
  local pad = #figure.cells > 0 and 0.5 or 0
  local wide, high = x.high - x.low + 2 * pad, y.high - y.low + 2 * pad
  local width, height = figure.width or SIDE, figure.height or SIDE * 0.62
  if figure.equal then
    local unit = cell_side(figure, wide, high)
    width, height = unit * wide, unit * high
  end
  local at = { left = y.hidden and 24 or 66, top = 44 + 17 * #figure.notes + (x.above and 38 or 0) }
  local cells = #figure.cells > 0
  at.y_ticks = ticks_of(y, height, figure.equal and 48 or 40, false, cells)
  at.x_ticks = ticks_of(x, width, 48, true, cells)
  at.left = math.max(at.left, 36 + widest_of(at.y_ticks))
  at.width, at.height = width, height
  local legend_right, legend_bottom
  if #figure.nodes > 0 then
    at.legend, legend_right, legend_bottom = legend_below(legend, at.left, at.top + height + 16, width)
  else
    at.legend, legend_right, legend_bottom = place_legend(legend, at.left + width + 20, at.top)
  end
  local text_wide = wide_of(figure.title, 15, true) + 28
  for _, note in ipairs(figure.notes) do text_wide = math.max(text_wide, wide_of(note, 12) + 28) end
  at.total_width = math.max(at.left + width + 24, #legend > 0 and legend_right or 0, text_wide)
  at.total_height = math.max(at.top + height, legend_bottom) + ((x.hidden or x.above) and 20 or 52)
  at.unit_x, at.unit_y = width / wide, height / high
  at.label_size = cells and label_size(figure, at.unit_x, at.unit_y)
  function at.X(v)
    local offset = (v - x.low + pad) * at.unit_x
    return x.reversed and at.left + width - offset or at.left + offset
  end
  function at.Y(v)
    local offset = (v - y.low + pad) * at.unit_y
    return y.reversed and at.top + offset or at.top + height - offset
  end
  return at
end

return M
