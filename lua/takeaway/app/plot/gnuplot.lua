--- A figure as a gnuplot script that draws a PNG.
--
-- Used where no converter of SVG is installed. It has the same marks, axes, title and legend.
--
-- gnuplot runs text between backticks in "double quotes" as a command. Text is therefore written in 'single quotes',
-- where only the next quote is special. A quote or control character in the text itself is replaced.
-- @module takeaway.app.plot.gnuplot

local palette = require "takeaway.app.plot.palette"
local texts = require "takeaway.base.text"

local M = {}

local DASH = { dashed = "dt 2 ", dotted = "dt 3 " }

local function quote(text)
  text = texts.steering(texts.utf8(tostring(text)):gsub("[\0-\31\127]", " "), " ")
  return "'" .. text:gsub("'", "\u{2019}") .. "'"
end

local SHAPES = { frame = 4, corner = 9 } -- of points
local ROOM = 36 -- cells a side that have room for their numbers

local function number(fill)
  local r, g, b = palette.rgb(fill)
  return r * 65536 + g * 256 + b
end

local function colour(class) return number(class.fill) end

local function datum(...)
  local parts = table.pack(...)
  for i = 1, parts.n do parts[i] = ("%.17g"):format(parts[i]) end
  return table.concat(parts, " ", 1, parts.n)
end

-- One inline data block and the plot element that draws it.
local function add(blocks, elements, rows, element)
  if #rows == 0 then return end
  local name = "$d" .. #blocks + 1
  blocks[#blocks + 1] = name .. " << EOD\n" .. table.concat(rows, "\n") .. "\nEOD"
  elements[#elements + 1] = name .. " " .. element
end

local function range(axis, pad)
  local low, high = axis.low - pad, axis.high + pad
  if low == high then low, high = low - 1, high + 1 end
  if axis.reversed then low, high = high, low end
  return ("[%.17g:%.17g]"):format(low, high)
end

local function of_class(marks, class, row)
  local rows = {}
  for _, mark in ipairs(marks) do
    if mark.class == class then rows[#rows + 1] = row(mark) end
  end
  return rows
end

local function corners_of(mark)
  local rows = {}
  for i, corner in ipairs(mark.corners) do rows[i] = datum(corner[1], corner[2]) end
  return table.concat(rows, "\n") .. "\n"
end

-- The numbers in cells, black or white.
local function add_labels(lines, figure)
  local side = math.max(figure.x.high - figure.x.low, figure.y.high - figure.y.low) + 1
  if side > ROOM then return end
  for _, cell in ipairs(figure.cells) do
    if cell.label then
      lines[#lines + 1] = ("set label %s at %.17g,%.17g center front font ',%g' tc rgb %d"):format(quote(cell.label),
        cell.x, cell.y, math.min(11, 220 / side), number(palette.on(cell.class.fill)))
    end
  end
end

local function elements_of(figure, blocks)
  local elements = {}
  local runs = figure:runs()
  for _, class in ipairs(figure.classes) do
    local c = colour(class)
    add(blocks, elements, of_class(figure.areas, class, corners_of),
      ("using 1:2 with filledcurves closed fs transparent solid %g noborder lc rgb %d notitle"):format(
        class.opacity or 1, c))
    add(blocks, elements, of_class(runs, class, function(r)
      -- A little larger than the cells, so that no seams show.
      return datum(r.x + (r.width - 1) / 2, r.y, r.x - 0.51, r.x + r.width - 0.49, r.y - 0.51, r.y + 0.51)
    end), ("using 1:2:3:4:5:6 with boxxyerror fs solid noborder lc rgb %d notitle"):format(c))
  end
  for _, class in ipairs(figure.classes) do
    local c = colour(class)
    add(blocks, elements, of_class(figure.lines, class, corners_of),
      ("using 1:2 with lines lw 2 %slc rgb %d notitle"):format(DASH[class.dash] or "", c))
    add(blocks, elements, of_class(figure.arrows, class, function(a)
      return datum(a.from.x, a.from.y, a.to.x - a.from.x, a.to.y - a.from.y)
    end), ("using 1:2:3:4 with vectors lc rgb %d notitle"):format(c))
    local side = math.max(figure.x.high - figure.x.low, figure.y.high - figure.y.low) + 1
    local numbers, corner = side <= ROOM and figure:labelled(), class.shape == "corner"
    local size = #figure.cells > 0 and math.min(1.2, 20 / side) or #figure.points > 300 and 0.3 or 0.8
    local aside, shape = numbers and corner and 0.34 or 0, SHAPES[class.shape] or 7
    if numbers then size = corner and 14 / side or class.shape == "frame" and 75 / side or size end
    local up = figure.y.reversed and -aside or aside
    local rows = of_class(figure.points, class, function(p) return datum(p.x + aside, p.y + up) end)
    if #figure.cells > 0 and aside == 0 then -- a white rim
      local rim = "using 1:2 with points pt %d ps %g lw %g lc rgb 0xFFFFFF notitle"
      add(blocks, elements, rows, rim:format(shape, shape == 7 and size * 1.4 or size, shape == 7 and 1 or 4))
    end
    add(blocks, elements, rows, ("using 1:2 with points pt %d ps %g lw 1.5 lc rgb %d notitle"):format(shape, size, c))
    add(blocks, elements, of_class(figure.nodes, class, function(p) return datum(p.x, p.y) end),
      ("using 1:2 with points pt 7 ps 3 lc rgb %d notitle"):format(c))
  end
  for _, class in ipairs(figure:legend()) do
    local thin = class.mark == "line" or class.mark == "arrow"
    local how = thin and "lines lw 2 " .. (DASH[class.dash] or "") or class.mark == "point"
      and ("points pt %d ps 1 "):format(SHAPES[class.shape] or 7) or "points pt 5 ps 1.5 "
    local fill = class.opacity and palette.over_white(class.fill, class.opacity) or class.fill
    elements[#elements + 1] = ("1/0 with %slc rgb %d title %s"):format(how, number(fill), quote(class.label))
  end
  return elements
end

--- The script.
-- @tparam table figure see @{takeaway.app.plot.figure}
-- @tparam string out path of the PNG, a temporary name without quotes
-- @treturn string
function M.render(figure, out)
  local pad, blocks = #figure.cells > 0 and 0.5 or 0, {}
  local wide, high = figure.width or 560, figure.height or (figure.equal and 640 or 360)
  local lines = {
    "set encoding utf8",
    ("set terminal pngcairo size %.0f,%.0f noenhanced background rgb 'white'"):format(wide + 360, high + 140),
    "set output " .. quote(out),
    "set label " .. quote(figure.title) .. " at screen 0.02,0.97 left font ',14'",
    ("set tmargin %g"):format((figure.x.above and 7 or 4) + 1.3 * #figure.notes),
    "set xrange " .. range(figure.x, pad), "set yrange " .. range(figure.y, pad),
    "set key outside right top Left reverse", "set tics out nomirror",
    "set style textbox opaque noborder margins 0.2,0.2", -- the names of nodes, over arrows
  }
  for i, note in ipairs(figure.notes) do
    lines[#lines + 1] = ("set label %s at screen 0.02,%g left"):format(quote(note), 0.97 - i * 24 / (high + 140))
  end
  if figure.equal then lines[#lines + 1] = "set size ratio -1" end
  if figure.x.hidden then lines[#lines + 1] = "unset xtics" end
  if figure.y.hidden then lines[#lines + 1] = "unset ytics" end
  local x = figure.x.above and "x2" or "x"
  if figure.x.above then -- the axis of columns, as in a table
    lines[#lines + 1] = "set x2range " .. range(figure.x, pad)
    lines[#lines + 1] = "unset xtics; set x2tics out nomirror"
  end
  if figure.x.label then lines[#lines + 1] = ("set %slabel "):format(x) .. quote(figure.x.label) end
  if figure.y.label then lines[#lines + 1] = "set ylabel " .. quote(figure.y.label) end
  for _, list in ipairs { figure.texts, figure.nodes } do
    for _, text in ipairs(list) do
      local words = quote((text.text or text.label) .. (text.cut and " ..." or ""))
      lines[#lines + 1] = ("set label %s at %.17g,%.17g center front%s"):format(words, text.x, text.y,
        text.label and " offset 0,-1.3 boxed" or "")
    end
  end
  add_labels(lines, figure)
  local elements = elements_of(figure, blocks)
  return table.concat(lines, "\n") .. "\n" .. table.concat(blocks, "\n") .. "\nplot "
    .. table.concat(elements, ", \\\n  ") .. "\n"
end

return M
