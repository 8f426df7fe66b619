--- A self-contained HTML page: style, script and pictures are inside.
--
-- The script turns the titles of marks into a box that follows the pointer. Without scripts the browser shows the
-- titles itself.
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

-- Rows of a tree: built from its lines when they are opened.
local TREE_STYLE = [[
.tree ul { list-style: none; margin: 0; padding-left: 1.4rem; } .tree > ul { padding-left: 0; }
.tree button { font: inherit; color: inherit; border: 0; background: none; padding: 1px 4px; text-align: left;
  border-radius: 4px; }
.tree button[aria-expanded] { cursor: pointer; } .tree button[aria-expanded]:hover { background: #eef4fb; }
.tree button[aria-expanded]::before { content: "\25B8\00A0"; color: #777; }
.tree button[aria-expanded="true"]::before { content: "\25BE\00A0"; }
.tree .by { font-weight: bold; } .tree .left { color: #0072B2; } .tree .right { color: #B37400; }
.tree .value, .tree .position { font-family: "DejaVu Sans Mono", monospace; }
.tree .value { background: #f0f0f0; padding: 0 5px; border-radius: 3px; }
.tree .board { display: inline-block; vertical-align: middle; white-space: pre; line-height: 1.1; font-size: 13px;
  letter-spacing: .2em; border: 1px solid #ccc; border-radius: 3px; padding: 0 0 0 3px; margin: 1px 2px; }
.tree .outcome { font-weight: bold; } .tree .temperature { color: #666; font-size: 13px; }
.tree .less > button { color: #666; }
.tree .less > button > .value { background: none; }
.tree .mark { display: inline-block; font-size: 12px; border: 1px solid #aaa; border-radius: 3px; padding: 0 4px; }
.tree .wins { background: #009E73; border-color: #009E73; color: #fff; }
.tree.best .less, .tree .none { display: none; } .tree.best .none { display: block; color: #666; }
.tree .none, .tree label { font-size: 13px; }]]

local TREE_SCRIPT = [[
document.querySelectorAll(".tree").forEach(function (tree) {
  var nodes = tree.getAttribute("data-tree").split("\n").map(function (line) { return line.split("\t"); });
  var who = { l: "Left", r: "Right", e: "" }, starts = "who starts ";
  var wins = { N: starts + "wins", P: starts + "loses", L: "Left wins, " + starts + "or not",
    R: "Right wins, " + starts + "or not" };
  function add(parent, kind, name, words) {
    var e = document.createElement(kind);
    if (name) e.className = name;
    if (words) e.textContent = words;
    parent.appendChild(e);
    parent.appendChild(document.createTextNode(" "));
    return e;
  }
  function isBoard(part, rows) {
    return part[1] === '"' && rows.length > 1 &&
      rows.every(function (r) { return r.length === rows[0].length && /^[^\s\\]+$/.test(r); });
  }
  function place(button, label) {
    var words = add(button, "span", "position");
    label.split(/(\("[^"]*"\))/).forEach(function (part) {
      var rows = part.slice(2, -2).split("/");
      if (isBoard(part, rows)) add(words, "span", "board", rows.join("\n")).title = part.slice(2, -2);
      else words.appendChild(document.createTextNode(part));
    });
  }
  function row(list, number, by, dominated, reversible, winning) {
    var node = nodes[number], item = add(list, "li", dominated || reversible ? "less" : "");
    var button = add(item, "button"), moves = node[5] === "?" ? null : node[5].split(" ").filter(String);
    var outcome = node[2], said = node[1] || node[0];
    button.type = "button";
    if (who[by]) add(button, "span", "by " + who[by].toLowerCase(), who[by]);
    place(button, node[0]);
    if (node[1]) add(button, "span", "value", node[1]);
    add(button, "span", "outcome", outcome).title = wins[outcome] || "";
    if (node[3] !== "")
      add(button, "span", "temperature", "temperature " + node[3] + (node[4] === said ? "" : ", mean " + node[4]));
    if (winning) add(button, "span", "mark wins", "wins");
    if (dominated) add(button, "span", "mark", "dominated by " + nodes[dominated][0]);
    if (reversible) add(button, "span", "mark", "reversible through " + nodes[reversible][0]);
    if (!moves) add(button, "span", "mark", "not in this page");
    if (!moves || !moves.length) return null;
    button.setAttribute("aria-expanded", "false");
    button.addEventListener("click", function () {
      var open = button.getAttribute("aria-expanded") === "true", below = item.querySelector("ul");
      button.setAttribute("aria-expanded", String(!open));
      if (below) below.hidden = open;
      else {
        below = add(item, "ul");
        moves.forEach(function (move) {
          var m = /^([lre])(\d+)(?:d(\d+))?(?:r(\d+))?(w?)$/.exec(move);
          row(below, m[2], m[1], m[3], m[4], m[5]);
        });
        if (!below.querySelector(":scope > li:not(.less)"))
          add(below, "li", "none", "all options are dominated or reversible");
      }
    });
    return button;
  }
  tree.textContent = "";
  var label = add(tree, "label"), best = add(label, "input");
  best.type = "checkbox";
  label.appendChild(document.createTextNode("without dominated and reversible options"));
  best.addEventListener("change", function () { tree.classList.toggle("best", best.checked); });
  var first = row(add(tree, "ul"), 0, "e");
  if (first) first.click();
});]]

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

--- A tree of positions, see @{takeaway.app.explorer}: its lines, and as text for browsers without scripts.
function M:tree(lines, plain)
  self.has_tree = true
  self:put(('<div class="tree" data-tree="%s"><pre>%s</pre></div>\n'):format(escape(lines), escape(plain)))
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
  local letters = findings.table and findings.names.p .. ", " .. findings.names.q or "n"
  for _, finding in ipairs(findings) do
    self:statement(finding.text, finding.proved, "checked for " .. (findings.seen or findings.cells
      or ("%s = %d..%d"):format(letters, finding.from, finding.to)))
  end
end

--- The page as text.
function M:html()
  return table.concat {
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
      .. '<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>', escape(self.title),
      "</title>\n<style>\n",
    STYLE,
    self.has_tree and "\n" .. TREE_STYLE or "",
    "\n</style>\n</head>\n<body>\n<h1>", escape(self.title), "</h1>\n", table.concat(self.parts),
    '<div id="tip" hidden></div>\n<script>\n', SCRIPT, self.has_tree and "\n" .. TREE_SCRIPT or "",
      "\n</script>\n</body>\n</html>\n",
  }
end

return M
