--- A figure in the terminal: blocks in 256 colours, or plain characters.
--
-- The plotting area becomes a raster of pixels, each holding the class of the last mark painted
-- there. In colour a character shows two pixels, one above the other (an upper half block), where
-- the locale has UTF-8; plain, every pixel is the character of its class. Cells that do not fit
-- are sampled, which the last line says.
-- @module takeaway.app.plot.terminal

local figures = require "takeaway.app.plot.figure"
local palette = require "takeaway.app.plot.palette"
local text = require "takeaway.base.text"

local visible = text.visible

local M = {}

--- Does standard output go to a terminal that shows colours? Runs the shell's `test -t 1`.
function M.is_colour()
  local term = os.getenv("TERM")
  if not term or term == "" or term == "dumb" or (os.getenv("NO_COLOR") or "") ~= "" then return false end
  return os.execute("test -t 1") == true
end

local function has_utf8()
  for _, name in ipairs { "LC_ALL", "LC_CTYPE", "LANG" } do
    local value = os.getenv(name)
    if value and value ~= "" then return value:lower():find("utf%-?8") ~= nil end
  end
  return false
end

-- The raster: width x height pixels over the data's range.
local function new_raster(figure, columns, rows)
  local x, y = figure.x, figure.y
  local pad = #figure.cells > 0 and 0.5 or 0
  local wide, high = x.high - x.low + 2 * pad, y.high - y.low + 2 * pad
  local raster = { width = columns, height = rows, stretch = 1 }
  if #figure.cells > 0 then
    raster.width, raster.height = math.min(columns, wide // 1 | 0), math.min(rows, high // 1 | 0)
    raster.sampled = raster.width < wide or raster.height < high
    if not raster.sampled and 2 * raster.width <= columns then raster.stretch = 2 end
  end
  function raster.column(v)
    local c = (v - x.low + pad) / wide * raster.width
    if x.reversed then c = raster.width - c end
    return math.min(raster.width - 1, math.max(0, math.floor(c)))
  end
  function raster.row(v)
    local r = (v - y.low + pad) / high * raster.height
    if y.reversed then r = raster.height - r end
    return math.min(raster.height - 1, math.max(0, math.floor(r)))
  end
  -- The middle of a pixel, in data.
  function raster.middle(column, row)
    if x.reversed then column = raster.width - 1 - column end
    return x.low - pad + (column + 0.5) / raster.width * wide, y.low - pad + (row + 0.5) / raster.height * high
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

local function paint_line(raster, corners, class)
  for i = 2, #corners do
    local a, b = corners[i - 1], corners[i]
    local c1, r1, c2, r2 = raster.column(a[1]), raster.row(a[2]), raster.column(b[1]), raster.row(b[2])
    local steps = math.max(math.abs(c2 - c1), math.abs(r2 - r1), 1)
    for s = 0, steps do
      local column, row = c1 + (c2 - c1) * s / steps, r1 + (r2 - r1) * s / steps
      raster[math.floor(row + 0.5) * raster.width + math.floor(column + 0.5)] = class
    end
  end
end

-- With `over`, points are kept beside the cells they are on.
local function paint(figure, raster, over)
  raster.over = {}
  for _, area in ipairs(figure.areas) do
    for row = 0, raster.height - 1 do
      for column = 0, raster.width - 1 do
        local x, y = raster.middle(column, row)
        if inside(area.corners, x, y) then raster[row * raster.width + column] = area.class end
      end
    end
  end
  for _, cell in ipairs(figure.cells) do
    raster[raster.row(cell.y) * raster.width + raster.column(cell.x)] = cell.class
  end
  -- Lines follow the borders of cells, whose classes say the same.
  if #figure.cells == 0 then
    for _, line in ipairs(figure.lines) do paint_line(raster, line.corners, line.class) end
  end
  for _, point in ipairs(figure.points) do
    local pixel = raster.row(point.y) * raster.width + raster.column(point.x)
    if over then raster.over[pixel] = point.class else raster[pixel] = point.class end
  end
end

local RESET = "\27[0m"

-- The colour of a class: what is nearly black would not show on a dark terminal, thin marks in blue
-- hardly; areas are as light as they are on white.
local function shade(class)
  if class.terminal then return class.terminal end
  if class.fill == palette.ink or class.fill == palette.black then return 243 end
  if class.fill == palette.blue and (class.mark == "point" or class.mark == "line") then return 33 end
  return palette.terminal(class.opacity and palette.over_white(class.fill, class.opacity) or class.fill)
end

-- Two pixels in one character, by half blocks.
local function two_pixels(low, high)
  if high and low then return ("\27[0;38;5;%d;48;5;%dm"):format(shade(high), shade(low)), "▀" end
  if high then return ("\27[0;38;5;%dm"):format(shade(high)), "▀" end
  if low then return ("\27[0;38;5;%dm"):format(shade(low)), "▄" end
  return "\27[0m", " "
end

-- A pixel in one or two characters, with its small number and the mark that is over it.
local function one_pixel(class, mark, stretch)
  local blank = (" "):rep(stretch)
  if not class then return "\27[0m", blank end
  local style = ("\27[0;38;5;%d;48;5;%dm"):format(palette.terminal(palette.on(class.fill)), shade(class))
  if stretch == 1 then return style, mark and mark.char or " " end
  return style, (class.char:match("%w") or " ") .. (mark and mark.char or " ")
end

local function plain_pixel(class, mark, stretch)
  if not class then return (" "):rep(stretch) end
  if stretch == 1 then return (mark or class).char end
  return class.char .. (mark and mark.char or " ")
end

-- Rows of the raster as text, top row first; `per` pixels a character upwards.
local function body(raster, colour, per)
  local lines = {}
  for top = (raster.height - 1) // per * per, 0, -per do
    local parts, last = {}, nil
    for column = 0, raster.width - 1 do
      local at = top * raster.width + column
      local style, char
      if per == 2 then
        style, char = two_pixels(raster[at], raster[at + raster.width])
      elseif colour then
        style, char = one_pixel(raster[at], raster.over[at], raster.stretch)
      else
        char = plain_pixel(raster[at], raster.over[at], raster.stretch)
      end
      if style ~= last then parts[#parts + 1] = style end
      last = style
      parts[#parts + 1] = char
    end
    local line = table.concat(parts)
    lines[#lines + 1] = { text = colour and line .. RESET or line:gsub("%s+$", ""), low = top }
  end
  return lines
end

-- The line of tick labels under the raster, each under its column.
local function x_line(figure, raster)
  local line, length = "", 0
  local ticks = figures.ticks(figure.x, math.max(2, raster.width * raster.stretch // 6))
  if figure.x.reversed then table.sort(ticks, function(a, b) return a.at > b.at end) end
  for _, tick in ipairs(ticks) do
    local at = raster.column(tick.at) * raster.stretch
    if at >= length then
      line = line .. (" "):rep(at - #line) .. tick.text
      length = #line + 1
    end
  end
  return line
end

local function legend_lines(figure, colour, over, width, put)
  for _, class in ipairs(figure:legend()) do
    if #figure.cells > 0 and class.mark == "line" then goto continue end
    local sign = class.char
    if colour and not (over and class.mark == "point") then
      sign = ("\27[48;5;%dm  %s"):format(shade(class), RESET)
    end
    put((" %s %s"):format(sign, text.wrap(visible(class.label), width - 5, colour and "    " or "   ")))
    ::continue::
  end
end

-- A graph as a list: the outcome of each position, and its options.
local function node_lines(figure, colour, width, put)
  local options = {}
  for _, arrow in ipairs(figure.arrows) do
    local by = options[arrow.from] or {}
    options[arrow.from] = by
    by[arrow.class] = by[arrow.class] or {}
    table.insert(by[arrow.class], visible(arrow.to.label))
  end
  local arrows = {}
  for _, class in ipairs(figure:legend()) do
    if class.mark == "arrow" then arrows[#arrows + 1] = class end
  end
  for _, node in ipairs(figure.nodes) do
    local sign = node.class.char
    if colour then
      local style = "\27[38;5;%d;48;5;%dm %s " .. RESET
      sign = style:format(palette.terminal(palette.on(node.class.fill)), palette.terminal(node.class.fill), sign)
    end
    local parts = {}
    for _, class in ipairs(arrows) do
      local to = (options[node] or {})[class]
      if to then parts[#parts + 1] = class.char .. " " .. table.concat(to, ", ") end
    end
    local moves = #parts > 0 and table.concat(parts, "; ") or "(the end)"
    put((" %s %s"):format(sign, text.wrap(visible(node.label) .. " " .. moves, width - 6, "      ")))
  end
  for _, class in ipairs(figure:legend()) do
    if class.mark == "node" then put((" %s"):format(text.wrap(class.label, width - 2, "   "))) end
  end
end

local function y_labels(figure, raster, per)
  local labels, wide = {}, 0
  for _, tick in ipairs(figures.ticks(figure.y, math.max(2, raster.height // per // 4))) do
    labels[raster.row(tick.at) // per] = tick.text
    wide = math.max(wide, #tick.text)
  end
  return labels, wide
end

--- A figure as text.
-- @tparam table figure see @{takeaway.app.plot.figure}
-- @tparam[opt] table settings `colour` (boolean; default: standard output is a terminal with colours),
--   `width` and `height` in characters (default: the terminal's width, 24)
-- @treturn string lines without a newline at the end
function M.render(figure, settings)
  settings = settings or {}
  local colour = settings.colour
  if colour == nil then colour = M.is_colour() end
  local blocks = settings.utf8
  if blocks == nil then blocks = has_utf8() end
  local lines, wide_screen = {}, settings.width or text.width()
  local function put(line) lines[#lines + 1] = line end
  put(text.wrap(visible(figure.title, true), wide_screen))
  for _, note in ipairs(figure.notes) do put(text.wrap(visible(note, true), wide_screen)) end
  if #figure.nodes > 0 then
    node_lines(figure, colour, wide_screen, put)
    return table.concat(lines, "\n")
  end
  local columns = math.max(10, wide_screen - 9)
  local rows = math.max(5, settings.height or 24)
  local cells = #figure.cells > 0
  -- Small tables take a whole character, twice as wide as a pixel, for each cell.
  local small = cells and figure.y.high - figure.y.low + 1 <= rows and 2 * (figure.x.high - figure.x.low + 1) <= columns
  local per = (colour and blocks and not small) and 2 or 1
  local raster = new_raster(figure, columns, rows * per)
  paint(figure, raster, per == 1 and cells)
  local labels, wide = y_labels(figure, raster, per)
  if figure.y.label then put(visible(figure.y.label)) end
  for _, line in ipairs(body(raster, colour, per)) do
    local label = labels[line.low // per] or ""
    put((" "):rep(wide - #label) .. label .. "|" .. line.text)
  end
  put((" "):rep(wide) .. "+" .. ("-"):rep(raster.width * raster.stretch))
  put((" "):rep(wide + 1) .. x_line(figure, raster))
  if figure.x.label then put((" "):rep(wide + 1) .. visible(figure.x.label)) end
  legend_lines(figure, colour, per == 1 and cells, wide_screen, put)
  if raster.sampled then
    put(text.wrap(("(%d x %d cells shown in %d x %d)"):format(figure.x.high - figure.x.low + 1,
      figure.y.high - figure.y.low + 1, raster.width, raster.height), wide_screen))
  end
  return table.concat(lines, "\n")
end

return M
