--- The graph of a figure as SVG: nodes with their names, arrows between them.
-- @module takeaway.app.plot.svg_graph

local ink = require "takeaway.app.plot.ink"
local palette = require "takeaway.app.plot.palette"

local escape, px, title = ink.escape, ink.px, ink.title

local M = {}

-- From a node to itself: a bow at its right end.
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

-- Arrows end at the border of the node they point to.
--- Draw it.
function M.draw(put, figure, at)
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
    if node.cut then put(M.stubs(x, y + 12)) end
    put(('<text x="%s" y="%s" font-size="12" text-anchor="middle" fill="%s" pointer-events="none">%s</text></g>\n')
      :format(px(x), px(y + 4), palette.on(node.class.fill), escape(node.label)))
  end
end

return M
