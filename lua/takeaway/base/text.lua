--- Printing of results: records on one line, tables of numbers aligned and cut to the width of the terminal, with a
-- note of what was left out. Names, descriptions and messages from strangers are made safe to show.
-- @module takeaway.base.text

local core = require "takeaway.core"
local failure = require "takeaway.base.failure"

local terminal = failure.optional "takeaway.terminal"

local M = {}

--- Text as valid UTF-8: every byte that belongs to no character becomes U+FFFD.
-- @tparam string s
-- @treturn string
function M.utf8(s)
  if utf8.len(s) then return s end
  local parts, at = {}, 1
  while at <= #s do
    local length, bad = utf8.len(s, at)
    if length then
      parts[#parts + 1] = s:sub(at)
      break
    end
    parts[#parts + 1] = s:sub(at, bad - 1)
    parts[#parts + 1] = "\u{FFFD}"
    at = bad + 1
  end
  return table.concat(parts)
end

local function byte_text(c, after) return (after == "" and "\\%d" or "\\%03d%s"):format(c:byte(), after) end

-- Characters beyond ASCII that control a terminal or the direction of text: C1, line separators, direction marks and
-- overrides. ta_position_text has the same list.
local STEERING = {
  "\xC2[\x80-\x9F]", "\xD8\x9C", "\xE2\x80[\x8E\x8F\xA8-\xAE]", "\xE2\x81[\xA6-\xA9]",
}

--- UTF-8 with each of these characters replaced.
-- @tparam string s
-- @param with as for string.gsub
-- @treturn string
function M.steering(s, with)
  for _, pattern in ipairs(STEERING) do s = s:gsub(pattern, with) end
  return s
end

local function code_text(c) return ("\\u{%X}"):format(utf8.codepoint(c)) end

--- Text without control of the terminal: control characters are shown, as \\27 or \\u{9B}, and bytes outside UTF-8 are
-- U+FFFD. All texts of a user's rules are shown through this.
-- @tparam string s
-- @tparam[opt=false] boolean lines keep newlines and tabs
-- @treturn string
function M.visible(s, lines)
  if not s:find(lines and "[^\n\t -~]" or "[^ -~]") then return s end
  s = M.utf8(s):gsub(lines and "([\0-\8\11-\31\127])(%d?)" or "([\0-\31\127])(%d?)", byte_text)
  return M.steering(s, code_text)
end

--- Text in quotes as Lua reads it, on one line.
-- @tparam string s
-- @treturn string
function M.quoted(s) return M.visible((("%q"):format(s):gsub("\\\n", "\\n"))) end

--- An argument, for a message: text in quotes, numbers, booleans and nil unchanged, otherwise the type.
-- @treturn string
function M.shown(value)
  if type(value) == "string" then return M.quoted(value) end
  if type(value) == "number" or type(value) == "boolean" or value == nil then return tostring(value) end
  return "a " .. type(value)
end

--- A raised error, as a message; never an address.
-- @treturn string
function M.message(why)
  if type(why) == "string" then return why end
  local metatable = debug.getmetatable(why)
  if math.type(why) or type(metatable) == "table" and metatable.__tostring then
    local ok, shown = failure.try(tostring, why)
    if ok then return shown end
  end
  return ("an error that is a %s, not text"):format(type(why))
end

-- Fields print in this order, then by name.
local ORDER, place = {}, 0
for key in ("case condition take pile heap to p q x at formula exact winner period preperiod saltus"):gmatch("%a+") do
  place = place + 1
  ORDER[key] = place
end

local FEW = 40 -- entries of a list, or rows of a table, that are shown
local WHOLE = 10000 -- the same with a pager
local WHOLE_ROWS, WHOLE_CELLS = 1000, 100000 -- of a table with a pager

local whole = false

--- The number of lines to show of a long result: `few`, or very many within @{whole}.
-- @tparam[opt=40] int few
-- @treturn int
function M.most(few) return whole and WHOLE or few or FEW end

--- Test whether this runs within @{whole}.
function M.is_whole() return whole end

local function cut() whole = false end

--- f(...), in which results print whole, for a pager. Text that is cut to the width elsewhere continues after a form
-- feed, where the first page ends.
function M.whole(f, ...)
  whole = true
  return failure.ensure(cut, f, ...)
end

--- An amount as text: "inf" for infinity.
-- @param v any value
-- @treturn string
function M.amount(v)
  if v == math.huge then return "inf" end
  return tostring(v)
end

--- A finite float in as few digits as represent it exactly.
-- @tparam float v
-- @treturn string
function M.float(v)
  for precision = 15, 16 do
    local digits = ("%." .. precision .. "g"):format(v)
    if tonumber(digits) == v then return digits end
  end
  return ("%.17g"):format(v)
end

--- A number with its noun: "1 cell", "14 cells", "1 cell of 9" with "cell of 9".
-- @tparam int n
-- @tparam string noun the first word takes the s
-- @treturn string
function M.count(n, noun)
  return n == 1 and "1 " .. noun or ("%d %s"):format(n, (noun:gsub("^[%w-]+", "%0s")))
end

--- Text filled to a width, cut between words; words that are longer stay whole.
-- @tparam string line
-- @tparam int width
-- @tparam[opt=""] string indent before all lines but the first
-- @treturn string
function M.wrap(line, width, indent)
  local lines, at = {}, nil
  for space, word in line:gmatch("(%s*)(%S+)") do
    local long = at and (utf8.len(at .. space .. word) or #at + #space + #word)
    if at and long > width then
      lines[#lines + 1] = at
      at = (indent or "") .. word
    else
      at = (at or "") .. space .. word
    end
  end
  lines[#lines + 1] = at or line
  return table.concat(lines, "\n")
end

-- Edit distance: characters inserted, deleted, replaced, or swapped with their neighbour.
local function distance(a, b)
  local before, row = {}, {}
  for j = 0, #b do row[j] = j end
  for i = 1, #a do
    local old = row
    row = { [0] = i }
    for j = 1, #b do
      local same = a:byte(i) == b:byte(j)
      row[j] = math.min(old[j] + 1, row[j - 1] + 1, old[j - 1] + (same and 0 or 1))
      if i > 1 and j > 1 and a:byte(i) == b:byte(j - 1) and a:byte(i - 1) == b:byte(j) then
        row[j] = math.min(row[j], before[j - 2] + 1)
      end
    end
    before = old
  end
  return row[#b]
end

--- The nearest name to a wrong one, by letters inserted, removed, replaced or swapped, for at most a third of the name.
-- Of several the first in alphabetical order.
-- @tparam string name
-- @tparam {string,...} names
-- @treturn string nil where none is near
function M.nearest(name, names)
  local best, least = nil, #name // 3 + 1
  for _, known in ipairs(names) do
    local far = known ~= name and math.abs(#known - #name) <= least and distance(name:lower(), known:lower())
    if far and (far < least or far == least and best and known < best) then best, least = known, far end
  end
  return best
end

local function show(v)
  if type(v) == "string" then return M.quoted(v) end
  return M.amount(v)
end

--- The order in which the fields of a record are shown, for `table.sort`.
function M.field_order(a, b)
  if math.type(a) == "integer" and math.type(b) == "integer" then return a < b end
  local i, j = ORDER[a] or 1000, ORDER[b] or 1000
  if i ~= j then return i < j end
  return tostring(a) < tostring(b)
end

-- {take = 1, pile = "larger"} or {1, 2, 5}; long lists are shortened.
local function record_text(record)
  local parts, keys, length, most = {}, {}, #record, M.most()
  for i = 1, math.min(length, most) do parts[i] = show(record[i]) end
  if length > most then parts[#parts + 1] = ("... %d more"):format(length - most) end
  for key in pairs(record) do
    if not (math.type(key) == "integer" and key >= 1 and key <= length) then keys[#keys + 1] = key end
  end
  table.sort(keys, M.field_order)
  for _, key in ipairs(keys) do
    parts[#parts + 1] = ("%s = %s"):format(M.visible(tostring(key)), show(record[key]))
  end
  return "{" .. table.concat(parts, ", ") .. "}"
end

local RECORD = core.metatable("takeaway.record")
RECORD.__tostring = record_text

--- A table of ours as a record, or a list, that prints like those of the core.
function M.record(fields) return setmetatable(fields, RECORD) end

--- Test for a result of the core, a record or a list of them.
function M.is_record(value) return debug.getmetatable(value) == RECORD end

local screen -- columns of a host's display without a terminal

--- From now on show text on `columns` columns, whatever the terminal and the environment say; nil ends that.
-- @tparam[opt] int columns
-- @treturn int the setting before
function M.show_on(columns)
  local before = screen
  screen = columns
  return before
end

--- Columns of the terminal of descriptor `fd`.
-- @treturn int 0 where it does not report them; nil where there is no terminal, or no way to find out
function M.columns(fd)
  if screen then return nil end
  return terminal and terminal.columns(fd)
end

--- Rows of the output's terminal, or `LINES` where that is set; nil where there is none.
-- @treturn int
function M.rows()
  if screen or not terminal then return nil end
  local columns, rows = terminal.columns(1)
  if not columns then return nil end
  rows = math.tointeger(tonumber(os.getenv("LINES"))) or rows
  return rows > 0 and rows or nil
end

--- Columns to write in, 20 at least: those of @{show_on}, else COLUMNS, else the terminal's, else 80.
-- @treturn int
function M.width()
  local columns = screen or math.tointeger(tonumber(os.getenv("COLUMNS"))) or M.columns(1)
  return math.max(20, columns and columns > 0 and columns or 80)
end

-- Right-align a text in `columns` columns. string.format allows at most 99.
local function right(x, columns)
  x = tostring(x)
  return (" "):rep(columns - #x) .. x
end

-- The columns of a table from `from` on that fit beside the labels, and the first that does not fit.
local function columns_from(t, from, last, room)
  local columns, used = {}, 0
  for q = from, t.columns.last do
    local cells, wide = {}, #tostring(q)
    for p = t.rows.first, last do
      cells[p] = M.amount(t.value(p, q))
      wide = math.max(wide, #cells[p])
    end
    if used + wide + 1 > room then return columns, q end
    used = used + wide + 1
    columns[#columns + 1] = { label = q, cells = cells, wide = wide }
  end
  return columns, t.columns.last + 1
end

--- A table of values as aligned text, cut to a width and a height.
-- @tparam table t `title`, the first line; `corner`, the text above the row labels, such as "p\\q"; `rows` and
--   `columns`, each `{first =, last =}`; `value`, called with row and column; `width`, columns of text (@{width});
--   `height`, the most rows (40)
-- @treturn string
function M.table(t)
  local width, first = t.width or M.width(), t.rows.first
  local height = whole and WHOLE_ROWS or t.height or FEW
  local last = math.min(t.rows.last, first + height - 1)
  local left = math.max(#t.corner, #tostring(last), #tostring(first))
  local lines, next_column = { t.title }, t.columns.first
  local columns, cells = nil, 0
  local function line(label, pick)
    local parts = { right(label, left) }
    for _, column in ipairs(columns) do
      parts[#parts + 1] = right(pick(column), column.wide)
    end
    lines[#lines + 1] = table.concat(parts, " ")
  end
  repeat
    columns, next_column = columns_from(t, next_column, last, width - left)
    line(t.corner, function(column) return column.label end)
    for p = first, last do line(p, function(column) return column.cells[p] end) end
    cells = cells + #columns * (last - first + 1)
    local more = whole and #columns > 0 and cells < WHOLE_CELLS and next_column <= t.columns.last
    if more then lines[#lines + 1] = "\f" end
  until not more
  local lost_rows, lost_columns = t.rows.last - last, t.columns.last + 1 - next_column
  if lost_rows > 0 or lost_columns > 0 then
    lines[#lines + 1] = ("(%d more rows, %d more columns)"):format(lost_rows, lost_columns)
  end
  return table.concat(lines, "\n")
end

--- A square table: rows and columns have the same labels.
-- @tparam string title first line
-- @tparam string corner the text above the row labels
-- @tparam int first label of the first row and column
-- @tparam int last label of the last row and column
-- @tparam function value called with row and column
-- @tparam[opt] int width columns of text; @{width} by default
-- @tparam[opt=40] int height most rows
-- @treturn string
function M.grid(title, corner, first, last, value, width, height)
  local both = { first = first, last = last }
  return M.table { title = title, corner = corner, rows = both, columns = both, value = value, width = width,
                   height = height }
end

return M
