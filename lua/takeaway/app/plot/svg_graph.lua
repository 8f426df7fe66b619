--- The graph of a figure as SVG: nodes with their names, arrows between them.
-- @module takeaway.app.plot.svg_graph

local ink = require "takeaway.app.plot.ink"
local palette = require "takeaway.app.plot.palette"

local escape, px, title = ink.escape, ink.px, ink.title

local M = {}

-- A loop at a node: an arc at its right end.
local function draw_bow(put, x, y, class)
  put(('<path d="M%s %sc20 -12 20 20 3 11" fill="none" stroke="%s" stroke-width="1.2"%s/>\n'):format(px(x), px(y - 5),
    class.fill, class.dash and ' stroke-dasharray="5 3"' or ""))
  put(('<path d="M%s %sl8 -1l-4 6z" fill="%s"/>\n'):format(px(x), px(y + 4), class.fill))
end

--- Moves that are not drawn: three dots under a node.
function M.stubs(x, y)
  local dots = {}
  for i = -1, 1 do
    dots[#dots + 1] = ('<circle cx="%s" cy="%s" r="1.6" fill="#222222"/>'):format(px(x + 6 * i), px(y + 6))
  end
  return table.concat(dots) .. "\n"
end

-- ---- Arrows with letters, between circles --------------------------------------------------

local function arrow_head(put, x, y, ux, uy, fill)
  put(('<path d="M%s %sL%s %sL%s %sz" fill="%s"/>\n'):format(px(x), px(y), px(x - 8 * ux + 3.5 * uy),
    px(y - 8 * uy - 3.5 * ux), px(x - 8 * ux - 3.5 * uy), px(y - 8 * uy + 3.5 * ux), fill))
end

-- Draw lines of text around a point, in letters with a white rim.
local function draw_lines(put, lines, x, y, tip)
  put('<g class="m" font-size="11" text-anchor="middle">' .. title(tip))
  for i, line in ipairs(lines) do
    local place = ('x="%s" y="%s"'):format(px(x), px(y + 4 + 12 * (i - (#lines + 1) / 2)))
    put(('<text %s stroke="#FFFFFF" stroke-width="4" stroke-linejoin="round">%s</text>'
      .. '<text %s fill="#222222">%s</text>'):format(place, escape(line), place, escape(line)))
  end
  put("</g>\n")
end

-- Draw a parabola, cut at the borders of the circles; returns the position of its letters.
local function draw_bent(put, at, arrow, radius)
  local x1, y1, x2, y2 = at.X(arrow.from.x), at.Y(arrow.from.y), at.X(arrow.to.x), at.Y(arrow.to.y)
  local bend = arrow.label.bend
  local cx, cy = (x1 + x2) / 2 + (y2 - y1) * bend, (y1 + y2) / 2 - (x2 - x1) * bend
  local function between(s, t) -- the middle corner of the part from s to t; the point at t where s = t
    local a, b, c = (1 - s) * (1 - t), (1 - s) * t + s * (1 - t), s * t
    return a * x1 + b * cx + c * x2, a * y1 + b * cy + c * y2
  end
  local function border(t, step, x, y, reach)
    while t > 0 and t < 1 do
      local px_, py_ = between(t, t)
      if (px_ - x) ^ 2 + (py_ - y) ^ 2 >= reach ^ 2 then break end
      t = t + step
    end
    return t
  end
  local from, to = border(0.002, 0.002, x1, y1, radius), border(0.998, -0.002, x2, y2, radius + 1)
  local sx, sy = between(from, from)
  local mx, my = between(from, to)
  local ex, ey = between(to, to)
  local long = math.max(1e-9, math.sqrt((ex - mx) ^ 2 + (ey - my) ^ 2))
  local ux, uy = (ex - mx) / long, (ey - my) / long
  put(('<path d="M%s %sQ%s %s %s %s" fill="none" stroke="%s" stroke-width="1.2"/>\n'):format(px(sx), px(sy), px(mx),
    px(my), px(ex - 5 * ux), px(ey - 5 * uy), arrow.class.fill))
  arrow_head(put, ex, ey, ux, uy, arrow.class.fill)
  return between(0.5, 0.5)
end

local function draw_loop(put, at, arrow, radius)
  local x, y, turn = at.X(arrow.from.x), at.Y(arrow.from.y), math.rad(arrow.label.turn)
  local function off(distance, by) return x + distance * math.cos(turn + by), y + distance * math.sin(turn + by) end
  local sx, sy = off(radius, -0.45)
  local ax, ay = off(3.1 * radius, -0.55)
  local bx, by = off(3.1 * radius, 0.55)
  local ex, ey = off(radius + 1, 0.45)
  local long = math.sqrt((ex - bx) ^ 2 + (ey - by) ^ 2)
  local ux, uy = (ex - bx) / long, (ey - by) / long
  put(('<path d="M%s %sC%s %s %s %s %s %s" fill="none" stroke="%s" stroke-width="1.2"/>\n'):format(px(sx), px(sy),
    px(ax), px(ay), px(bx), px(by), px(ex - 5 * ux), px(ey - 5 * uy), arrow.class.fill))
  arrow_head(put, ex, ey, ux, uy, arrow.class.fill)
  return off(2.75 * radius, 0)
end

local function draw_circles(put, figure, at)
  local labels = {}
  for i, arrow in ipairs(figure.arrows) do
    local draw = arrow.label.bend and draw_bent or draw_loop
    labels[i] = { draw(put, at, arrow, figure.round) }
  end
  if figure.entry then
    local x, y = at.X(figure.entry.x) - figure.round, at.Y(figure.entry.y)
    put(('<path d="M%s %sh26" stroke="#222222" stroke-width="1.2"/>\n'):format(px(x - 32), px(y)))
    arrow_head(put, x - 1, y, 1, 0, "#222222")
  end
  for i, arrow in ipairs(figure.arrows) do
    draw_lines(put, arrow.label.lines, labels[i][1], labels[i][2], arrow.label.tip)
  end
  for _, node in ipairs(figure.nodes) do
    local x, y = at.X(node.x), at.Y(node.y)
    local place = ('cx="%s" cy="%s"'):format(px(x), px(y))
    put(('<g class="m">%s<circle %s r="%s" fill="%s" stroke="#222222"/>'):format(title(node.tip), place,
      px(figure.round), node.class.fill))
    if node.class.shape == "ring" then
      put(('<circle %s r="%s" fill="none" stroke="#222222"/>'):format(place, px(figure.round - 3)))
    end
    put(('<text x="%s" y="%s" font-size="12" text-anchor="middle" fill="%s" pointer-events="none">%s</text></g>\n')
      :format(px(x), px(y + 4), palette.on(node.class.fill), escape(node.label)))
  end
end

-- ---- Arrows between boxes -------------------------------------------------------------------

-- Is a box between both ends, in their row?
local function is_barred(figure, from, to)
  for _, node in ipairs(figure.nodes) do
    if node.y == from.y and node.y == to.y and (node.x - from.x) * (node.x - to.x) < 0 then return true end
  end
  return false
end

-- Draw an arrow around the boxes of a row: above them to the right, below them to the left.
local function draw_around(put, x1, x2, y, class)
  local side = x2 > x1 and -1 or 1
  local mx, my, ey = (x1 + x2) / 2, y + side * 56, y + side * 13
  local long = math.sqrt((x2 - mx) ^ 2 + (ey - my) ^ 2)
  local ux, uy = (x2 - mx) / long, (ey - my) / long
  put(('<path d="M%s %sQ%s %s %s %s" fill="none" stroke="%s" stroke-width="1.2"%s/>\n'):format(px(x1), px(ey), px(mx),
    px(my), px(x2 - 5 * ux), px(ey - 5 * uy), class.fill, class.dash and ' stroke-dasharray="5 3"' or ""))
  arrow_head(put, x2, ey, ux, uy, class.fill)
end

-- Arrows end at the border of the node they point to.
--- Draw it.
function M.draw(put, figure, at)
  if #figure.nodes == 0 then return end
  if figure.round then return draw_circles(put, figure, at) end
  for _, arrow in ipairs(figure.arrows) do
    if arrow.from == arrow.to then
      draw_bow(put, at.X(arrow.from.x) + figure.node_wide / 2, at.Y(arrow.from.y), arrow.class)
      goto continue
    end
    local x1, y1, x2, y2 = at.X(arrow.from.x), at.Y(arrow.from.y), at.X(arrow.to.x), at.Y(arrow.to.y)
    if is_barred(figure, arrow.from, arrow.to) then
      draw_around(put, x1, x2, y1, arrow.class)
      goto continue
    end
    local long = math.max(1, math.sqrt((x2 - x1) ^ 2 + (y2 - y1) ^ 2))
    local ux, uy = (x2 - x1) / long, (y2 - y1) / long
    local reach = math.min(figure.node_wide / 2 / math.max(math.abs(ux), 1e-9), 12 / math.max(math.abs(uy), 1e-9))
    x2, y2 = x2 - ux * (reach + 1), y2 - uy * (reach + 1)
    put(('<line x1="%s" y1="%s" x2="%s" y2="%s" stroke="%s" stroke-width="1.2"%s/>\n'):format(px(x1), px(y1),
      px(x2 - 5 * ux), px(y2 - 5 * uy), arrow.class.fill, arrow.class.dash and ' stroke-dasharray="5 3"' or ""))
    arrow_head(put, x2, y2, ux, uy, arrow.class.fill)
    ::continue::
  end
  for _, node in ipairs(figure.nodes) do
    local x, y, w = at.X(node.x), at.Y(node.y), figure.node_wide
    put(('<g class="m">%s<rect x="%s" y="%s" width="%s" height="24" rx="%d" fill="%s" stroke="#222222"/>'):format(
      title(node.tip), px(x - w / 2), px(y - 12), px(w), node.class.shape == "square" and 2 or 11, node.class.fill))
    if node.cut then put(M.stubs(x, y + 12)) end
    put(('<text x="%s" y="%s" font-size="12" text-anchor="middle" fill="%s" pointer-events="none">%s</text></g>\n')
      :format(px(x), px(y + 4), palette.on(node.class.fill), escape(node.label)))
  end
end

return M
