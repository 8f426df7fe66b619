--- A figure as SVG text, with nothing else needed.
--
-- Marks carry their tip as a `<title>`, which browsers show on hovering, as long as there are
-- few enough of them to be pointed at; beyond that cells are merged into one path a class.
-- @module takeaway.app.plot.svg

local figures = require "takeaway.app.plot.figure"
local palette = require "takeaway.app.plot.palette"
local texts = require "takeaway.base.text"

local M = {}

local MOST_TIPS = 6000 -- marks that are drawn one by one
local SIDE = 520       -- pixels of the plotting area, the longer side
local LEAST = 190      -- what the labels of its axes need
local LEAST_CELL = 18  -- pixels of a cell that may have a number
local SWATCH = 150     -- pixels, what the values of a group take in the legend
local ROOMY = 40       -- pixels, the largest cell
local LEAST_TEXT = 7   -- pixels, the smallest number in a cell
local FRAME = 1.5      -- pixels between a cell and the frame in it

--- Text safe inside XML: what XML cannot hold, what steers or turns text around, U+FFFE, U+FFFF and what is no UTF-8,
-- becomes U+FFFD.
function M.escape(text)
  text = texts.utf8(tostring(text)):gsub("\r", " "):gsub("[\0-\8\11-\31\127]", "\u{FFFD}")
  text = texts.steering(text:gsub("\xEF\xBF[\xBE\xBF]", "\u{FFFD}"), "\u{FFFD}")
  return (text:gsub("[&<>\"]", { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }))
end

local escape = M.escape

-- Pixels with at most two decimals.
local function px(v)
  local text = ("%.2f"):format(v):gsub("%.?0+$", "")
  return text == "-0" and "0" or text
end

local function title(tip) return tip and ("<title>%s</title>"):format(escape(tip)) or "" end

-- Pixels that text takes, a little more than less: widths of DejaVu Sans in thousandths of its size.
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

-- As many ticks as their labels leave room for; of large cells nearly every one has its own, as in a table.
local function ticks_of(axis, length, room, along, cells)
  local large = cells and length / (axis.high - axis.low + 1) >= LEAST_CELL
  local ticks = figures.ticks(axis, math.max(2, length // (large and 14 or room)))
  if not along then return ticks end
  local widest = widest_of(ticks) + (large and 4 or 10)
  return (large or widest > room) and figures.ticks(axis, math.max(1, length // widest)) or ticks
end

-- The size of the numbers in cells of these pixels; nil where they do not fit.
local function label_size(figure, w, h)
  local size, widest = math.min(13, h * 0.55), 0
  for _, cell in ipairs(figure.cells) do
    if cell.label then widest = math.max(widest, wide_of(cell.label, size)) end
  end
  local room = w - 2
  if figure:has_shape "frame" then room = w - 2 * FRAME - 5 end
  if widest > room then size = size * room / widest end
  return widest > 0 and size >= LEAST_TEXT and size or nil
end

-- Pixels of a cell: whole ones where there are two or more.
local function cell_side(figure, wide, high)
  local most = math.max(wide, high)
  local unit = SIDE / most
  if unit > ROOMY then unit = math.max(ROOMY, LEAST / most) end
  if most <= figures.LABELLED and figure:labelled() then unit = math.max(unit, LEAST_CELL) end
  return unit >= 2 and math.floor(unit) or unit
end

-- The legend: a line for each class, but the values of a group side by side, each in its colour, under the group's
-- name. A list of `{class =, x =, y =, wide = of a value}` and `{text =, x =, y =}`, and where it ends.
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

-- The legend under a graph, side by side in lines as wide as the graph.
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

-- Where things are: pixel positions of the plotting area and the maps from data to pixels.
local function layout(figure)
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

local function draw_cells(put, figure, at)
  if #figure.cells == 0 then return end
  local w, h = at.unit_x, at.unit_y
  put('<g shape-rendering="crispEdges">\n')
  if #figure.cells <= MOST_TIPS then
    for _, cell in ipairs(figure.cells) do
      local x, y = px(at.X(cell.x) - w / 2), px(at.Y(cell.y) - h / 2)
      put(('<rect class="m" x="%s" y="%s" width="%s" height="%s" fill="%s">%s</rect>\n'):format(x, y, px(w), px(h),
        cell.class.fill, title(cell.tip)))
    end
  else
    local paths = {}
    for _, run in ipairs(figure:runs()) do
      local path = paths[run.class]
      if not path then path = {} paths[run.class] = path end
      path[#path + 1] = ("M%s %sh%sv%sh%sz"):format(px(at.X(run.x) - w / 2), px(at.Y(run.y) - h / 2), px(w * run.width),
        px(h), px(-w * run.width))
    end
    for _, class in ipairs(figure.classes) do
      if paths[class] then put(('<path fill="%s" d="%s"/>\n'):format(class.fill, table.concat(paths[class]))) end
    end
  end
  put("</g>\n")
end

-- Of a mark in the corner of a cell, its legs: the numbers stand below it.
local function corner_leg(at) return 0.34 * at.unit_y end

-- The numbers in cells; none where they do not fit. Below the marks in corners, inside frames.
local function draw_labels(put, figure, at)
  local size = at.label_size
  if not size then return end
  local down = size * 0.35 + (figure:has_shape "corner" and 0.09 * at.unit_y or 0)
  put(('<g font-size="%s" text-anchor="middle" pointer-events="none">\n'):format(px(size)))
  for _, cell in ipairs(figure.cells) do
    if cell.label then
      put(('<text x="%s" y="%s" fill="%s">%s</text>\n'):format(px(at.X(cell.x)), px(at.Y(cell.y) + down),
        palette.on(cell.class.fill), escape(cell.label)))
    end
  end
  put("</g>\n")
end

local function points_text(corners, at)
  local parts = {}
  for i, corner in ipairs(corners) do parts[i] = px(at.X(corner[1])) .. "," .. px(at.Y(corner[2])) end
  return table.concat(parts, " ")
end

local DASH = { dashed = ' stroke-dasharray="6 4"', dotted = ' stroke-dasharray="2 3"' }

local function stroke(class)
  return ('stroke="%s" stroke-width="%s"%s'):format(class.fill, class.thick or 2,
    DASH[class.dash] or "")
end

local function outline(class, x, y, size, paint, inner)
  if class.shape == "frame" then
    return ('<rect %s x="%s" y="%s" width="%s" height="%s">%s</rect>\n'):format(paint, px(x - size), px(y - size),
      px(2 * size), px(2 * size), inner)
  end
  return ('<circle %s cx="%s" cy="%s" r="%s">%s</circle>\n'):format(paint, px(x), px(y), px(size), inner)
end

-- A mark; over cells, whose colours are many, with a white rim.
local function shape(class, x, y, size, tip, rim)
  local hollow, before = class.shape == "frame", ""
  local paint = (hollow and 'fill="none" stroke="%s" stroke-width="2"' or 'fill="%s"'):format(class.fill)
  if rim then
    before = hollow and outline(class, x, y, size, 'fill="none" stroke="#FFFFFF" stroke-width="4"', "")
      or outline(class, x, y, size + math.min(1.2, size / 2), 'fill="#FFFFFF"', "")
  end
  return before .. outline(class, x, y, size, 'class="m" ' .. paint, title(tip))
end

-- A triangle in the upper right corner of a cell, its long side with a white rim.
local function corner(class, right, top, leg, tip)
  return ('<path class="m" d="M%s %sh%sv%sz" fill="%s">%s</path>\n<path d="M%s %sl%s %s" stroke="#FFFFFF"/>\n'):format(
    px(right - leg), px(top), px(leg), px(leg), class.fill, title(tip), px(right - leg), px(top), px(leg), px(leg))
end

local function draw_points(put, figure, at)
  local cells, tips = #figure.cells > 0, #figure.points <= MOST_TIPS
  local size = #figure.points > 1500 and 1.2 or #figure.points > 300 and 2 or 3
  if cells then size = math.max(0.8, 0.24 * math.min(at.unit_x, at.unit_y)) end
  for _, point in ipairs(figure.points) do
    local class, tip = point.class, tips and point.tip or nil
    local x, y, frame = at.X(point.x), at.Y(point.y), class.shape == "frame"
    if class.shape == "corner" and at.label_size then
      put(corner(class, x + at.unit_x / 2, y - at.unit_y / 2, corner_leg(at), tip))
    else
      put(shape(class, x, y, frame and math.max(size, at.unit_x / 2 - FRAME - 0.5) or size, tip, cells))
    end
  end
end

local function draw_marks(put, figure, at)
  for _, area in ipairs(figure.areas) do
    put(('<polygon class="m" points="%s" fill="%s" fill-opacity="%s">%s</polygon>\n'):format(
      points_text(area.corners, at), area.class.fill, area.class.opacity or 1, title(area.tip)))
  end
  draw_cells(put, figure, at)
  for _, line in ipairs(figure.lines) do
    local corners = points_text(line.corners, at)
    if #figure.cells > 0 then
      put(('<polyline points="%s" fill="none" stroke="#FFFFFF" stroke-width="%s" stroke-opacity="0.75"/>\n'):format(
        corners, (line.class.thick or 2) + 2))
    end
    put(('<polyline points="%s" fill="none" %s/>\n'):format(corners, stroke(line.class)))
  end
  draw_points(put, figure, at)
  draw_labels(put, figure, at)
  for _, text in ipairs(figure.texts) do
    put(('<text x="%s" y="%s" font-size="12" text-anchor="%s" fill="%s" pointer-events="none">%s</text>\n')
      :format(px(at.X(text.x)), px(at.Y(text.y)), text.anchor or "middle", palette.ink, escape(text.text)))
  end
end

-- From a node to itself: a bow at its right end.
local function draw_bow(put, x, y, class)
  put(('<path d="M%s %sc20 -12 20 20 3 11" fill="none" stroke="%s" stroke-width="1.2"%s/>\n'):format(px(x), px(y - 5),
    class.fill, class.dash and ' stroke-dasharray="5 3"' or ""))
  put(('<path d="M%s %sl8 -1l-4 6z" fill="%s"/>\n'):format(px(x), px(y + 4), class.fill))
end

-- Moves that are not drawn: three dots under a node.
local function stubs(x, y)
  local dots = {}
  for i = -1, 1 do dots[#dots + 1] = ('<circle cx="%s" cy="%s" r="1.6" fill="#222222"/>'):format(px(x + 6 * i), px(y + 6)) end
  return table.concat(dots) .. "\n"
end

-- Arrows end at the border of the node they point to.
local function draw_graph(put, figure, at)
  if #figure.nodes == 0 then return end
  for _, arrow in ipairs(figure.arrows) do
    if arrow.from == arrow.to then
      draw_bow(put, at.X(arrow.from.x) + figure.node_wide / 2, at.Y(arrow.from.y), arrow.class)
      goto continue
    end
    local x1, y1, x2, y2 = at.X(arrow.from.x), at.Y(arrow.from.y), at.X(arrow.to.x), at.Y(arrow.to.y)
    local long = math.max(1, math.sqrt((x2 - x1) ^ 2 + (y2 - y1) ^ 2))
    local ux, uy = (x2 - x1) / long, (y2 - y1) / long
    local reach = math.min(figure.node_wide / 2 / math.max(math.abs(ux), 1e-9), 12 / math.max(math.abs(uy), 1e-9))
    x2, y2 = x2 - ux * (reach + 1), y2 - uy * (reach + 1)
    put(('<line x1="%s" y1="%s" x2="%s" y2="%s" stroke="%s" stroke-width="1.2"%s/>\n'):format(px(x1), px(y1),
      px(x2 - 5 * ux), px(y2 - 5 * uy), arrow.class.fill, arrow.class.dash and ' stroke-dasharray="5 3"' or ""))
    put(('<path d="M%s %sL%s %sL%s %sz" fill="%s"/>\n'):format(px(x2), px(y2), px(x2 - 8 * ux + 3.5 * uy),
      px(y2 - 8 * uy - 3.5 * ux), px(x2 - 8 * ux - 3.5 * uy), px(y2 - 8 * uy + 3.5 * ux), arrow.class.fill))
    ::continue::
  end
  for _, node in ipairs(figure.nodes) do
    local x, y, w = at.X(node.x), at.Y(node.y), figure.node_wide
    put(('<g class="m">%s<rect x="%s" y="%s" width="%s" height="24" rx="%d" fill="%s" stroke="#222222"/>'):format(
      title(node.tip), px(x - w / 2), px(y - 12), px(w), node.class.shape == "square" and 2 or 11, node.class.fill))
    if node.cut then put(stubs(x, y + 12)) end
    put(('<text x="%s" y="%s" font-size="12" text-anchor="middle" fill="%s" pointer-events="none">%s</text></g>\n')
      :format(px(x), px(y + 4), palette.on(node.class.fill), escape(node.label)))
  end
end

local function draw_axes(put, figure, at)
  local x, y, right, bottom = figure.x, figure.y, at.left + at.width, at.top + at.height
  local edge = x.above and at.top or bottom -- where the x axis is
  put('<g font-size="12" fill="#222222">\n')
  if not (x.hidden and y.hidden) then
    put(('<rect x="%s" y="%s" width="%s" height="%s" fill="none" stroke="#222222"/>\n'):format(px(at.left), px(at.top),
      px(at.width), px(at.height)))
  end
  for _, tick in ipairs(at.x_ticks) do
    local at_x = px(at.X(tick.at))
    put(('<path d="M%s %sv%d" stroke="#222222"/><text x="%s" y="%s" text-anchor="middle">%s</text>\n'):format(at_x,
      px(edge), x.above and -5 or 5, at_x, px(edge + (x.above and -8 or 18)), tick.text))
  end
  for _, tick in ipairs(at.y_ticks) do
    local at_y = at.Y(tick.at)
    put(('<path d="M%s %sh-5" stroke="#222222"/><text x="%s" y="%s" text-anchor="end">%s</text>\n'):format(
      px(at.left), px(at_y), px(at.left - 8), px(at_y + 4), tick.text))
  end
  if x.label then
    put(('<text x="%s" y="%s" text-anchor="middle">%s</text>\n'):format(px((at.left + right) / 2),
      px(edge + (x.above and -26 or 38)), escape(x.label)))
  end
  if y.label then
    put(('<text transform="translate(16 %s) rotate(-90)" text-anchor="middle">%s</text>\n'):format(
      px((at.top + bottom) / 2), escape(y.label)))
  end
  put("</g>\n")
end

local function draw_legend(put, at)
  put('<g font-size="12" fill="#222222">\n')
  for _, entry in ipairs(at.legend) do
    local class, x, y, wide = entry.class or {}, entry.x, entry.y, entry.wide or 16
    if entry.text then -- the name of the group below
      put(('<text x="%s" y="%s">%s</text>\n'):format(px(x), px(y + 4), escape(entry.text)))
    elseif class.mark == "line" or class.mark == "arrow" then
      put(('<path d="M%s %sh16" %s/>\n'):format(px(x), px(y), stroke(class)))
    elseif class.mark == "cut" then
      put(stubs(x + 8, y - 6))
    elseif class.shape == "corner" and at.label_size then
      put(corner(class, x + 12, y - 4, 8))
    elseif class.mark == "point" then
      put(shape(class, x + 8, y - 0.5, 4))
    else
      local paint = ('fill="%s" fill-opacity="%s" stroke="#999999" stroke-width="0.5"'):format(class.fill,
        class.opacity or 1)
      put(('<rect x="%s" y="%s" width="%s" height="%d" %s/>\n'):format(px(x), px(y - (entry.wide and 9 or 7)), px(wide),
        entry.wide and 18 or 13, paint))
    end
    if entry.wide then
      put(('<text x="%s" y="%s" text-anchor="middle" fill="%s">%s</text>\n'):format(px(x + wide / 2), px(y + 4),
        palette.on(class.fill), escape(class.value)))
    elseif class.label then
      put(('<text x="%s" y="%s">%s</text>\n'):format(px(x + 24), px(y + 4), escape(class.label)))
    end
  end
  put("</g>\n")
end

--- A figure as a list of pieces of SVG.
-- @tparam table figure see @{takeaway.app.plot.figure}
-- @treturn string
function M.render(figure)
  local parts = {}
  local function put(text) parts[#parts + 1] = text end
  local at = layout(figure)
  local wide, high = px(at.total_width), px(at.total_height)
  put(('<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" role="img" aria-label="%s" '
    .. 'font-family="DejaVu Sans, Verdana, Helvetica, Arial, sans-serif">\n'):format(wide, high, wide, high,
    escape(figure.title)))
  put('<rect width="100%" height="100%" fill="#FFFFFF"/>\n')
  put(('<text x="14" y="24" font-size="15" font-weight="bold" fill="#222222">%s</text>\n'):format(escape(figure.title)))
  for i, note in ipairs(figure.notes) do
    put(('<text x="14" y="%d" font-size="12" fill="#444444">%s</text>\n'):format(26 + 17 * i, escape(note)))
  end
  draw_marks(put, figure, at)
  draw_graph(put, figure, at)
  draw_axes(put, figure, at)
  draw_legend(put, at)
  put("</svg>\n")
  return table.concat(parts)
end

return M
