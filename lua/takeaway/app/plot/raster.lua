--- Marks of a figure on a raster of characters, or of half characters.
--
-- A picture of cells has one pixel for each cell and is cut where it does not fit. It never skips cells: every second
-- or fourth cell could show a false pattern or hide a true one. Other pictures are drawn over the whole raster; a
-- pixel is marked when any mark falls on it.
-- @module takeaway.app.plot.raster

local M = {}

-- A range of the figure's axis as far as it is shown: the first of its cells, or all.
local function shown(axis, pixels, cells)
  if not cells or axis.high - axis.low + 1 <= pixels then return axis end
  return { low = axis.low, high = axis.low + pixels - 1, whole = axis.whole, reversed = axis.reversed, cut = true }
end

--- A raster over the data's range. `raster.x` and `raster.y` are the visible parts of the axes.
-- @tparam table figure see @{takeaway.app.plot.figure}
-- @tparam int columns pixels available
-- @tparam int rows
-- @treturn table pixels by row * width + column, row 0 at the bottom: marks of the figure
function M.new(figure, columns, rows)
  local cells = #figure.cells > 0
  local x, y, pad = shown(figure.x, columns, cells), shown(figure.y, rows, cells), cells and 0.5 or 0
  local wide, high = x.high - x.low + 2 * pad, y.high - y.low + 2 * pad
  local raster = { x = x, y = y, width = columns, height = rows, over = {} }
  if cells then raster.width, raster.height = wide // 1 | 0, high // 1 | 0 end
  local function pixel(axis, v, span, size)
    if v < axis.low - pad or v > axis.high + pad then return nil end
    local at = (v - axis.low + pad) / span * size
    return math.min(size - 1, math.max(0, math.floor(axis.reversed and size - at or at)))
  end
  --- The column of a value, the row; nil where it is not shown.
  function raster.column(v) return pixel(x, v, wide, raster.width) end
  function raster.row(v) return pixel(y, v, high, raster.height) end
  -- The middle of a pixel, in data.
  function raster.middle(column, row)
    if x.reversed then column = raster.width - 1 - column end
    if y.reversed then row = raster.height - 1 - row end
    return x.low - pad + (column + 0.5) / raster.width * wide, y.low - pad + (row + 0.5) / raster.height * high
  end
  function raster.at(px, py)
    local column, row = raster.column(px), raster.row(py)
    return column and row and row * raster.width + column
  end
  return raster
end

local function inside(corners, px, py)
  local odd, j = false, #corners
  for i = 1, #corners do
    local xi, yi, xj, yj = corners[i][1], corners[i][2], corners[j][1], corners[j][2]
    if (yi > py) ~= (yj > py) and px < (xj - xi) * (py - yi) / (yj - yi) + xi then odd = not odd end
    j = i
  end
  return odd
end

local function paint_line(raster, line)
  local corners = line.corners
  for i = 2, #corners do
    local a, b = corners[i - 1], corners[i]
    local c1, r1, c2, r2 = raster.column(a[1]), raster.row(a[2]), raster.column(b[1]), raster.row(b[2])
    local steps = math.max(math.abs(c2 - c1), math.abs(r2 - r1), 1)
    for s = 0, steps do
      local column, row = c1 + (c2 - c1) * s / steps, r1 + (r2 - r1) * s / steps
      raster[math.floor(row + 0.5) * raster.width + math.floor(column + 0.5)] = line
    end
  end
end

local function paint_area(raster, area)
  for row = 0, raster.height - 1 do
    for column = 0, raster.width - 1 do
      local x, y = raster.middle(column, row)
      if inside(area.corners, x, y) then raster[row * raster.width + column] = area end
    end
  end
end

--- Put the marks of a figure on its raster. With `over`, the characters of points are kept apart from the cells under
-- them.
function M.paint(figure, raster, over)
  for _, area in ipairs(figure.areas) do paint_area(raster, area) end
  for _, cell in ipairs(figure.cells) do
    local at = raster.at(cell.x, cell.y)
    if at then raster[at] = cell end
  end
  -- Lines follow the borders of cells, whose classes say the same.
  if #figure.cells == 0 then
    for _, line in ipairs(figure.lines) do paint_line(raster, line) end
  end
  for _, point in ipairs(figure.points) do
    local at = raster.at(point.x, point.y)
    if at and over then
      raster.over[at] = (raster.over[at] or "") .. point.class.char
    elseif at then
      raster[at] = point
    end
  end
end

return M
