--- An HTML page that needs nothing else: style, script and pictures are inside.
--
-- The script turns the titles of marks into a box that follows the pointer; without scripts a browser
-- shows the titles itself.
-- @module takeaway.app.report.page

local svg = require "takeaway.app.plot.svg"
local text = require "takeaway.base.text"

local M = {}
M.__index = M

local escape = svg.escape

local STYLE = [[
body { font: 15px/1.5 "DejaVu Sans", Verdana, Helvetica, Arial, sans-serif; color: #222; max-width: 60rem;
  margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2rem; border-bottom: 1px solid #ccc; }
figure { margin: 0; overflow-x: auto; } svg { max-width: 100%; height: auto; }
@media (max-width: 40rem) { svg { min-width: min(34rem, 190%); } }
table { border-collapse: collapse; font-size: 13px; } th, td { padding: 1px 7px; text-align: right; }
th { background: #f0f0f0; position: sticky; left: 0; } tr:first-child th { top: 0; z-index: 1; left: auto; }
tr:first-child th:first-child { left: 0; z-index: 2; } td { border-top: 1px solid #eee; }
.scroll { overflow: auto; max-height: 30rem; }
.proved { background: #009E73; color: #fff; } .observed { background: #E69F00; color: #000; }
.proved, .observed { border-radius: 3px; padding: 0 6px; font-size: 12px; }
pre { background: #f6f6f6; padding: .6rem; overflow: auto; }
.m:hover { stroke: #D55E00; stroke-width: 2; }
h1, h2, p { overflow-wrap: anywhere; }
#tip { position: fixed; background: #222; color: #fff; padding: 3px 8px; border-radius: 4px; font-size: 13px;
  pointer-events: none; z-index: 9; }]]

local SCRIPT = [[
(function () {
  var tip = document.getElementById("tip");
  document.querySelectorAll(".m > title").forEach(function (title) {
    title.parentNode.setAttribute("data-tip", title.textContent);
    title.parentNode.removeChild(title);
  });
  function show(event) {
    var mark = event.target.closest ? event.target.closest("[data-tip]") : null;
    tip.hidden = !mark;
    if (!mark) return;
    tip.textContent = mark.getAttribute("data-tip");
    tip.style.left = Math.min(event.clientX + 14, window.innerWidth - tip.offsetWidth - 8) + "px";
    tip.style.top = Math.min(event.clientY + 16, window.innerHeight - tip.offsetHeight - 8) + "px";
  }
  document.addEventListener("mouseover", show);
  document.addEventListener("mousemove", show);
}());]]

--- A page with a title.
function M.new(title) return setmetatable({ title = title, parts = {}, headings = 0 }, M) end

function M:put(html) self.parts[#self.parts + 1] = html end

function M:heading(title) self:put(("<h2>%s</h2>\n"):format(escape(title))) end

function M:paragraph(words) self:put(("<p>%s</p>\n"):format(escape(words))) end

function M:verbatim(words) self:put(("<pre>%s</pre>\n"):format(escape(words))) end

--- A picture, or the reason why there is none.
function M:picture(picture, message)
  if picture then self:put(("<figure>\n%s</figure>\n"):format(picture:svg())) return end
  self:paragraph("Not drawn: " .. tostring(message))
end

--- A table: header and rows of values.
function M:table(header, rows)
  self:put('<div class="scroll"><table>\n<tr>')
  for _, cell in ipairs(header) do self:put("<th>" .. escape(cell) .. "</th>") end
  self:put("</tr>\n")
  for _, row in ipairs(rows) do
    self:put("<tr>")
    for i = 1, #header do
      local cell = row[i] == nil and "" or text.amount(row[i])
      self:put((i == 1 and "<th>%s</th>" or "<td>%s</td>"):format(escape(cell)))
    end
    self:put("</tr>\n")
  end
  self:put("</table></div>\n")
end

--- A record: a row for each field.
function M:record(r)
  local keys, rows = {}, {}
  for key in pairs(r) do keys[#keys + 1] = key end
  table.sort(keys, text.field_order)
  for i, key in ipairs(keys) do rows[i] = { key, type(r[key]) == "table" and tostring(r[key]) or r[key] } end
  self:table({ "field", "value" }, rows)
end

--- A table of at(p, q) for first <= p, q <= last.
function M:grid(corner, first, last, at)
  local header, rows = { corner }, {}
  for q = first, last do header[#header + 1] = tostring(q) end
  for p = first, last do
    local row = { tostring(p) }
    for q = first, last do row[#row + 1] = at(p, q) end
    rows[#rows + 1] = row
  end
  self:table(header, rows)
end

--- A statement with its standing: proved, or checked on a range.
function M:statement(words, proved, range)
  self:put(('<p><span class="%s">%s</span> %s</p>\n'):format(proved and "proved" or "observed",
    escape(proved and "proved" or range), escape(words)))
end

--- Findings of the pattern finder.
function M:findings(findings, message)
  if not findings then self:paragraph("Not looked for: " .. tostring(message)) return end
  if #findings == 0 then self:paragraph("No pattern found.") end
  local letters = findings.table and "p, q" or "n"
  for _, finding in ipairs(findings) do
    self:statement(finding.text, finding.proved, "checked for " .. (findings.cells
      or ("%s = %d..%d"):format(letters, finding.from, finding.to)))
  end
end

--- The page as text.
function M:html()
  return table.concat {
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
      .. '<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>', escape(self.title),
      "</title>\n<style>\n",
    STYLE, "\n</style>\n</head>\n<body>\n<h1>", escape(self.title), "</h1>\n", table.concat(self.parts),
    '<div id="tip" hidden></div>\n<script>\n', SCRIPT, "\n</script>\n</body>\n</html>\n",
  }
end

return M
