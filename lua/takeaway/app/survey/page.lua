--- A survey as one self-contained HTML page: its description and its rows, with search and sorting.
-- @module takeaway.app.survey.page

local export = require "takeaway.app.export"
local pages = require "takeaway.app.report.page"
local svg = require "takeaway.app.plot.svg"

local M = {}

local STYLE = [[
<style>
#search { font: inherit; width: min(40rem, 95%); padding: 4px 8px; }
#rows th { cursor: pointer; position: sticky; top: 0; left: auto; white-space: nowrap; }
#rows td { white-space: nowrap; } #rows .scroll { max-height: 40rem; }
#rows th[aria-sort="ascending"]::after { content: " \25B2"; }
#rows th[aria-sort="descending"]::after { content: " \25BC"; }
#rows td.text { text-align: left; } #rows button { font: inherit; margin-top: .5rem; }
</style>
]]

-- Words are searched for in all cells; `period>10` in one column: numbers as numbers, = and != as text. Columns of
-- numbers alone are sorted as numbers, others as text.
local SCRIPT = [[
<script>
(function () {
  var data = JSON.parse(document.getElementById("data").textContent), columns = data.columns, rows = data.rows;
  var box = document.getElementById("search"), count = document.getElementById("count");
  var head = document.querySelector("#rows thead"), body = document.querySelector("#rows tbody");
  var more = document.getElementById("more"), PAGE = 200, shown = 0, found = rows, by = null, down = false;
  function text(cell) { return cell === null ? "" : String(cell); }
  function number(text) { // long integers exactly
    if (typeof text === "number") return text;
    var sign = /^-?inf$/.test(text) && (text === "inf" ? 1 : -1);
    return sign ? sign * Infinity : /^-?[0-9]+$/.test(text) ? BigInt(text) : text === "" ? NaN : Number(text);
  }
  function test(word) {
    var m = /^([a-z][a-z0-9_]*)(<=|>=|!=|<|>|=|~)(.*)$/.exec(word), at = m ? columns.indexOf(m[1]) : -1;
    if (at < 0) {
      var lower = word.toLowerCase();
      return function (row) { return row.some(function (c) { return text(c).toLowerCase().indexOf(lower) >= 0; }); };
    }
    var op = m[2], value = m[3], n = number(value);
    return function (row) {
      var c = row[at];
      if (op === "=") return text(c) === value;
      if (op === "!=") return text(c) !== value;
      if (op === "~") return text(c).toLowerCase().indexOf(value.toLowerCase()) >= 0;
      if (c === null || (c = number(c)) !== c || n !== n) return false; // not a number
      return op === "<" ? c < n : op === ">" ? c > n : op === "<=" ? c <= n : c >= n;
    };
  }
  function compare(a, b) {
    a = a[by]; b = b[by];
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    if (data.numbers[by]) { a = number(a); b = number(b); } else { a = text(a); b = text(b); }
    var order = a < b ? -1 : a > b ? 1 : 0;
    return down ? -order : order;
  }
  function add() {
    found.slice(shown, shown + PAGE).forEach(function (row) {
      var tr = document.createElement("tr");
      row.forEach(function (cell) {
        var td = document.createElement("td");
        td.textContent = text(cell);
        if (typeof cell === "string") td.className = "text";
        tr.appendChild(td);
      });
      body.appendChild(tr);
    });
    shown = Math.min(found.length, shown + PAGE);
    count.textContent = found.length + " of " + rows.length + " rows; " + shown + " shown";
    more.hidden = shown >= found.length;
  }
  function search() {
    var tests = box.value.split(/\s+/).filter(String).map(test);
    found = rows.filter(function (row) { return tests.every(function (t) { return t(row); }); });
    if (by !== null) found.sort(compare);
    body.textContent = "";
    shown = 0;
    add();
  }
  var line = document.createElement("tr");
  columns.forEach(function (name, i) {
    var th = document.createElement("th");
    th.textContent = name;
    th.title = data.docs[i];
    th.addEventListener("click", function () {
      down = by === i && !down;
      by = i;
      line.querySelectorAll("th").forEach(function (t) { t.removeAttribute("aria-sort"); });
      th.setAttribute("aria-sort", down ? "descending" : "ascending");
      search();
    });
    line.appendChild(th);
  });
  head.appendChild(line);
  box.addEventListener("input", search);
  more.addEventListener("click", add);
  search();
}());
</script>
]]

-- JSON numbers are doubles to a browser: longer integers are texts.
local function cell(v)
  if math.type(v) == "integer" and (v > 1 << 53 or v < -(1 << 53)) then v = ("%d"):format(v) end
  return export.json(v)
end

local function json_rows(columns, docs, rows)
  local lines, numbers = {}, {}
  for j = 1, #columns do numbers[j] = true end
  for i, row in ipairs(rows) do
    local cells = {}
    for j = 1, #columns do
      cells[j] = cell(row[j])
      numbers[j] = numbers[j] and (row[j] == nil or type(row[j]) == "number")
    end
    lines[i] = "[" .. table.concat(cells, ",") .. "]"
  end
  local text = ('{"columns": %s, "docs": %s, "numbers": %s, "rows": [\n%s]}'):format(export.json(columns),
    export.json(docs), export.json(numbers), table.concat(lines, ",\n"))
  return (text:gsub("<", "\\u003c")) -- no tag ends the script it is in
end

--- The page.
-- @tparam string title
-- @tparam table facts a list of {name, value}: the survey's description
-- @tparam table columns their names
-- @tparam table docs a line of documentation for each
-- @tparam table rows lists of values
-- @treturn string HTML
function M.html(title, facts, columns, docs, rows)
  local page, told = pages.new(title), {}
  page:put(STYLE)
  page:heading "What this is"
  page:table({ "field", "value" }, facts)
  page:heading "Columns"
  for i, name in ipairs(columns) do told[i] = { name, docs[i] } end
  page:table({ "column", "what it is" }, told)
  page:heading "Rows"
  local example = columns[#columns]:find "^[%l%d_]+$" and columns[#columns] or "key"
  local hint = ("words, or conditions such as %s>2 status=ok key~3"):format(example)
  page:put(('<p><input id="search" type="search" autocomplete="off" aria-label="search" placeholder="%s"></p>\n')
    :format(svg.escape(hint)))
  page:put '<noscript><p>The rows are searched and shown by a script, which this browser does not run.</p></noscript>\n'
  page:put '<p id="count"></p>\n<div id="rows"><div class="scroll">'
  page:put '<table><thead></thead><tbody></tbody></table></div>\n'
  page:put '<button id="more" type="button" hidden>more</button></div>\n'
  page:put(('<script type="application/json" id="data">%s</script>\n'):format(json_rows(columns, docs, rows)))
  page:put(SCRIPT)
  return page:html()
end

return M
