--- A figure in the terminal: blocks in 256 colours, or plain characters.
--
-- The plotting area becomes a raster of pixels, each with the class of the last mark painted there. In colour a
-- character shows two pixels, one above the other (an upper half block), where the locale has UTF-8. In plain output
-- every pixel is the character of its class. Cells that do not fit are cut, and the last line says so.
-- @module takeaway.app.plot.terminal

local figures = require "takeaway.app.plot.figure"
local palette = require "takeaway.app.plot.palette"
local rasters = require "takeaway.app.plot.raster"
local text = require "takeaway.base.text"

local visible = text.visible

local M = {}

--- Test whether standard output is a terminal that shows colours. Runs the shell's `test -t 1`.
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

-- The style of a pixel that has characters of its own.
local function one_pixel(class)
  if not class then return "\27[0m" end
  return ("\27[0;38;5;%d;48;5;%dm"):format(palette.terminal(palette.on(class.fill)), shade(class))
end

-- How cells are shown, by the room there is: their whole numbers; a character and a mark; a character; two cells in a
-- character, by colour. `stretch` characters a cell, `per` cells a character upwards.
local function mode_of(figure, colour, blocks, columns, rows)
  if #figure.cells == 0 then return { stretch = 1, per = colour and blocks and 2 or 1 } end
  local wide, high = figure.x.high - figure.x.low + 1, figure.y.high - figure.y.low + 1
  local longest, marks = figure:labelled(), #figure.points > 0 and 1 or 0
  if high <= rows then
    for stretch = longest and longest + 1 + marks or 0, longest and longest + 1 or 1, -1 do
      if wide * stretch <= columns then return { stretch = stretch, per = 1, numbers = longest } end
    end
    if 2 * wide <= columns then return { stretch = 2, per = 1 } end
    if figure.digits and wide <= columns then return { stretch = 1, per = 1 } end
  end
  return { stretch = 1, per = colour and blocks and 2 or 1 }
end

-- The text of a pixel, `stretch` characters: its number or character, then what marks it.
local function pixel_text(mark, over, mode, colour)
  if not mark then return (" "):rep(mode.stretch) end
  local shown = mark.char or mark.class.char
  if mode.numbers then
    shown = mark.label or shown
    shown = (" "):rep(mode.numbers - (utf8.len(shown) or #shown)) .. shown
  elseif colour and not shown:match("%w") then
    shown = " "
  end
  if mode.stretch == 1 then return over and over:sub(-1) or shown end
  local room = mode.stretch - (mode.numbers or 1)
  over = (over or ""):sub(-room)
  return shown .. over .. (" "):rep(room - #over)
end

-- Rows of the raster as text, top row first.
local function body(raster, colour, mode)
  local lines, per = {}, mode.per
  for top = (raster.height - 1) // per * per, 0, -per do
    local parts, last = {}, nil
    for column = 0, raster.width - 1 do
      local at = top * raster.width + column
      local mark, above = raster[at], raster[at + raster.width]
      local style, char
      if per == 2 then
        style, char = two_pixels(mark and mark.class, above and above.class)
      else
        style, char = colour and one_pixel(mark and mark.class), pixel_text(mark, raster.over[at], mode, colour)
      end
      if style and style ~= last then parts[#parts + 1] = style end
      last = style
      parts[#parts + 1] = char
    end
    local line = table.concat(parts)
    lines[#lines + 1] = { text = colour and line .. RESET or line:gsub("%s+$", ""), low = top }
  end
  return lines
end

-- The line of tick labels of the raster, each at its column; in a table of numbers each over its last digit.
local function x_line(raster, mode)
  local line, length, stretch = "", 0, mode.stretch
  local all = figures.ticks(raster.x, math.max(2, raster.width))
  local longest = 0
  for _, tick in ipairs(all) do longest = math.max(longest, #tick.text) end
  local ticks = longest < stretch and all or figures.ticks(raster.x, math.max(2, raster.width * stretch // 6))
  if raster.x.reversed then table.sort(ticks, function(a, b) return a.at > b.at end) end
  for _, tick in ipairs(ticks) do
    local at = raster.column(tick.at) * stretch
    if mode.numbers then at = math.max(0, at + mode.numbers - #tick.text) end
    if at >= length then
      line = line .. (" "):rep(at - #line) .. tick.text
      length = #line + 1
    end
  end
  return line
end

-- What the characters and colours mean. Values that the cells show need no line each.
local function legend_lines(figure, colour, mode, width, put)
  local over, said = mode.per == 1 and #figure.cells > 0, nil
  local shown = mode.numbers or figure.digits and mode.per == 1
  for _, class in ipairs(figure:legend()) do
    if #figure.cells > 0 and class.mark == "line" then goto continue end
    if shown and class.group then
      local line = not mode.numbers and figure.digits or "in each cell: " .. class.group
      if not said then put(" " .. text.wrap(visible(line), width - 2, "   ")) end
      said = true
      goto continue
    end
    local sign, label = class.char, visible(class.label)
    if colour and not (over and class.mark == "point") then
      sign = ("\27[48;5;%dm  %s"):format(shade(class), RESET)
    end
    if #figure.cells > 0 and class.mark == "point" and mode.stretch == 1 then
      label = label .. ", in place of the value"
    end
    put((" %s %s"):format(sign, text.wrap(label, width - 5, colour and "    " or "   ")))
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
    local read = arrow.label and (" (%s)"):format(table.concat(arrow.label.lines, " ")) or ""
    table.insert(by[arrow.class], visible(arrow.to.label .. read))
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
    if node.cut then parts[#parts + 1] = "..." end
    local moves = #parts > 0 and table.concat(parts, "; ") or "(the end)"
    put((" %s %s"):format(sign, text.wrap(visible(node.label) .. " " .. moves, width - 6, "      ")))
  end
  for _, class in ipairs(figure:legend()) do
    local label = class.mark == "cut" and class.char .. " " .. class.label or class.label
    if class.mark ~= "arrow" then put((" %s"):format(text.wrap(label, width - 2, "   "))) end
  end
end

-- The labels of rows, by their line; of cells that have a line each, all.
local function y_labels(raster, mode, cells)
  local labels, wide, per = {}, 0, mode.per
  local most = cells and per == 1 and raster.height or raster.height // per // 4
  for _, tick in ipairs(figures.ticks(raster.y, math.max(2, most))) do
    labels[raster.row(tick.at) // per] = tick.text
    wide = math.max(wide, #tick.text)
  end
  return labels, wide
end

-- What of the figure is not as it is: cells cut off, or many values of n in a column.
local function cut_note(figure, raster)
  local x, y = figure.x, figure.y
  if raster.x.cut or raster.y.cut then
    local function part(axis, shown)
      return ("%s = %d to %d of %d"):format(axis.name or axis.label or "", shown.low, shown.high, axis.high)
    end
    return ("cut: %s, %s; from and to choose a part, a file such as x.svg shows all"):format(part(y, raster.y),
      part(x, raster.x))
  end
  local most = math.ceil((x.high - x.low) / raster.width)
  if #figure.cells == 0 and x.whole and most > 1 then
    return ("a column stands for up to %d values of %s"):format(most, x.label or "x")
  end
end

-- The raster with its axes: a table has its columns named above and its rows at the left.
local function chart(figure, raster, colour, mode, width, put)
  local labels, wide = y_labels(raster, mode, #figure.cells > 0)
  local line = (" "):rep(wide) .. "+" .. ("-"):rep(raster.width * mode.stretch)
  local numbers = (" "):rep(wide + 1) .. x_line(raster, mode)
  if figure.x.above then
    put(text.wrap(visible(("down: %s; across: %s"):format(figure.y.label, figure.x.label)), width))
    put(numbers)
    put(line)
  elseif figure.y.label then
    put(visible(figure.y.label))
  end
  for _, row in ipairs(body(raster, colour, mode)) do
    local label = labels[row.low // mode.per] or ""
    put((" "):rep(wide - #label) .. label .. "|" .. row.text)
  end
  if figure.x.above then return end
  put(line)
  put(numbers)
  if figure.x.label then put((" "):rep(wide + 1) .. visible(figure.x.label)) end
end

--- A figure as text.
-- @tparam table figure see @{takeaway.app.plot.figure}
-- @tparam[opt] table settings `colour` (boolean; default: standard output is a terminal with colours),
--   `width` and `height` in characters (default: the terminal's width, 24), `whole` (all cells, whatever the width)
-- @treturn string lines without a newline at the end
function M.render(figure, settings)
  settings = settings or {}
  local colour = settings.colour
  if colour == nil then colour = M.is_colour() end
  local blocks = settings.utf8
  if blocks == nil then blocks = has_utf8() end
  local lines, width = {}, settings.width or text.width()
  local function put(line) lines[#lines + 1] = line end
  put(text.wrap(visible(figure.title, true), width))
  for _, note in ipairs(figure.notes) do put(text.wrap(visible(note, true), width)) end
  if #figure.nodes > 0 then
    node_lines(figure, colour, width, put)
    return table.concat(lines, "\n")
  end
  local columns, rows = math.max(10, width - 9), math.max(5, settings.height or 24)
  if settings.whole and #figure.cells > 0 then
    columns, rows = math.huge, figure.y.high - figure.y.low + 1
  end
  local mode = mode_of(figure, colour, blocks, columns, rows)
  local raster = rasters.new(figure, columns // mode.stretch, rows * mode.per)
  rasters.paint(figure, raster, mode.per == 1 and #figure.cells > 0)
  local cut = cut_note(figure, raster)
  if cut then put(text.wrap(visible("(" .. cut .. ")", true), width)) end
  chart(figure, raster, colour, mode, width, put)
  legend_lines(figure, colour, mode, width, put)
  return table.concat(lines, "\n")
end

return M
