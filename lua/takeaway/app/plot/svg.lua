--- A self-contained figure as SVG text.
--
-- Marks carry their tip as a `<title>`, which browsers show on hover, if they are few enough to point at. Beyond that
-- cells are merged into one path a class.
-- @module takeaway.app.plot.svg

local graphs = require "takeaway.app.plot.svg_graph"
local ink = require "takeaway.app.plot.ink"
local layout = require "takeaway.app.plot.layout"
local palette = require "takeaway.app.plot.palette"

local M = {}

local MOST_TIPS = 6000 -- marks that are drawn one by one

--- Text safe inside XML.
M.escape = ink.escape

local escape, px, title = ink.escape, ink.px, ink.title

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
      put(shape(class, x, y, frame and math.max(size, at.unit_x / 2 - layout.FRAME - 0.5) or size, tip, cells))
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
      put(graphs.stubs(x + 8, y - 6))
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
  local at = layout.of(figure)
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
  graphs.draw(put, figure, at)
  draw_axes(put, figure, at)
  draw_legend(put, at)
  put("</svg>\n")
  return table.concat(parts)
end

return M
