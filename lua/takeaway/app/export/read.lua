--- Sequences and tables from files: CSV, JSON and b-files of @{takeaway.app.export}, or of other programs.
--
-- A b-file has lines "n a(n)", n counting up, and comments after #. CSV has a line of names. Two columns whose first
-- counts up are a sequence. A first line that counts up over a first column that counts up is a table. All else is
-- records. Any cell may be in quotes, numbers too. A plain list, one number a line or all of them on one line, is a
-- sequence from 1 on, in files of both kinds. JSON is an object `{"kind": ..., "values" or "rows": ...}` or a list of
-- numbers, without null among them. An integer beyond 64 bits is no value of a sequence or a table. In records of CSV
-- only the form that `ta.export.write` writes is a number; all else is text: 0.770, 007.
-- @module takeaway.app.export.read

local json = require "takeaway.base.json"
local text_of = require "takeaway.base.text"
local whole = require "takeaway.base.to_integer"

local M = {}

local INFINITE = { inf = math.huge, ["-inf"] = -math.huge }

-- Is it the text of an integer beyond 64 bits? A float would be another number.
local function is_long(cell)
  return type(cell) == "string" and cell:find("^%-?%d+$") and math.type(tonumber(cell)) ~= "integer"
end

-- The value of a cell: 1/2 and N stay text, inf is infinity.
local function value(cell)
  if INFINITE[cell] then return INFINITE[cell] end
  if is_long(cell) or not cell:find("^%-?%d+%.?%d*[eE]?[+-]?%d*$") then return cell end
  local n = tonumber(cell)
  return math.tointeger(n) or n or cell
end

-- A cell of records: a number if its text is that number's standard text.
local function recorded(cell, v)
  if type(v) ~= "number" or INFINITE[cell] then return v end
  return cell == (math.type(v) == "integer" and ("%d"):format(v) or text_of.float(v)) and v or cell
end

local function counts_up(list, from)
  for i = from, #list do
    if math.type(list[i]) ~= "integer" or i > from and list[i] ~= list[i - 1] + 1 then return false end
  end
  return #list >= from
end

local function sequence(title, index, first, values)
  return { kind = "sequence", title = title, index = index, first = first, last = first + #values - 1,
           at = function(n) return values[n - first + 1] end }
end

-- Rows of equal length, with p from `first` and q from `left` on; `left` nil: the same.
local function grid(title, names, first, left, rows)
  local width = #rows > 0 and #rows[1] or 0
  for _, row in ipairs(rows) do
    if #row ~= width then return nil, "the rows are not equally long" end
  end
  if width == 0 then return nil, "there are no values" end
  if width ~= #rows then left = left or first end
  return { kind = "grid", title = title, p = names[1], q = names[2], corner = names[1] .. "\\" .. names[2],
           first = first, last = first + #rows - 1, left = left, right = left and left + width - 1,
           at = function(p, q) return rows[p - first + 1][q - (left or first) + 1] end }
end

-- A sequence from 1 on, from at least `least` numbers: one on each line, or all on one line, separated by commas or
-- blanks. nil for other texts.
local function plain_list(title, text, least)
  local values, lines, most = {}, 0, 0
  for line in text:gsub("#[^\n]*", ""):gmatch "[^\r\n]+" do
    local count = 0
    for cell in line:gmatch "[^%s,]+" do
      local v = value(cell)
      if type(v) ~= "number" then return nil end
      values[#values + 1], count = v, count + 1
    end
    if count > 0 then lines, most = lines + 1, math.max(most, count) end
  end
  if #values < least or lines > 1 and most > 1 then return nil end
  return sequence(title, "n", 1, values)
end

local function from_bfile(title, text)
  local list = plain_list(title, text, text:find "^[^\n]+\n+%S" and 2 or 3) -- one line "n a(n)" is a b-file
  if list then return list end
  local values, first = {}, nil
  local number = 0
  for line in (text .. "\n"):gmatch("([^\n]*)\n") do
    number = number + 1
    local content = line:gsub("#.*$", "")
    if content:find("%S") then
      local n, v = content:match("^%s*(%-?%d+)%s+(%-?%d+)%s*$")
      n, v = math.tointeger(tonumber(n)), v and value(v)
      first = first or n
      if not n or n ~= first + #values then
        return nil, ("line %d: expected %s"):format(number, first and n and ("the number %d and its value"):format(
          first + #values) or "lines \"n a(n)\", or a list of numbers, one a line or all on one line")
      end
      if is_long(v) then return nil, ("line %d: %s has more than 64 bits"):format(number, v) end
      values[#values + 1] = v
    end
  end
  if not first then return nil, "there are no values" end
  return sequence(title, "n", first, values)
end

--- Text that spreadsheets compute: it begins with = or @, or with a sign and a name or call. "-5/8" and "+-1" are
-- values. Such a cell is written with one more apostrophe before it, and reading removes one.
function M.is_formula(cell)
  local bare = cell:gsub("^'+", "")
  return (bare:find("^[=@]") or bare:find("^[+-].*[%a(!]")) and true or false
end

local function unguarded(cell) return cell:sub(1, 1) == "'" and M.is_formula(cell) and cell:sub(2) or cell end

-- The cells of a CSV text, line by line, as values for sequences and tables, and as those for records.
local function csv_lines(text)
  local rows, row, at, records, record = {}, {}, 1, {}, {}
  while at <= #text do
    local cell, sign
    if text:sub(at, at) == '"' then
      local parts = {}
      repeat
        local part, stop = text:match('^"([^"]*)"()', at)
        if not part then return nil, ("line %d: a quote is not closed"):format(#rows + 1) end
        parts[#parts + 1], at = part, stop
      until text:sub(at, at) ~= '"'
      cell = table.concat(parts, '"')
    else
      cell = text:match('^[^,\r\n]*', at)
      at = at + #cell
    end
    local bare = unguarded(cell)
    row[#row + 1] = bare == cell and value(cell) or bare -- a guarded cell was text; quotes do not determine the type
    record[#row] = recorded(bare, row[#row])
    sign, at = text:match("^(\r?[,\n]?)()", at)
    if sign:sub(-1) ~= "," then
      if sign == "" and at <= #text then return nil, ("line %d: something after a quote"):format(#rows + 1) end
      rows[#rows + 1], row = row, {}
      records[#rows], record = record, {}
    end
  end
  if #row > 0 then -- the text ends in a comma, so an empty cell follows
    row[#row + 1], record[#row + 1] = "", ""
    rows[#rows + 1], records[#rows + 1] = row, record
  end
  return rows, records
end

-- A message with the line of the first cell that is a long integer; nil if there is none.
local function long_line(rows)
  for i, row in ipairs(rows) do
    for _, cell in ipairs(row) do
      if is_long(cell) then return ("line %d: %s has more than 64 bits"):format(i + 1, cell) end
    end
  end
end

local function from_csv(title, text)
  local list = plain_list(title, text, 2)
  if list then return list end
  local rows, records = csv_lines(text)
  if not rows then return nil, records end
  local header, names = table.remove(rows, 1), table.remove(records, 1)
  if not header or #rows == 0 then return nil, "expected a line of names and lines of values, or a list of numbers" end
  local column = {}
  for i, row in ipairs(rows) do
    if #row ~= #header then
      return nil, ("line %d: expected %s, got %d"):format(i + 1, text_of.count(#header, "value"), #row)
    end
    column[i] = row[1]
  end
  local p, q = tostring(header[1]):match("^(.*)\\(.*)$")
  local long = counts_up(column, 1) and (#header == 2 and not p or counts_up(header, 2)) and long_line(rows)
  if long then return nil, long end
  if counts_up(column, 1) and #header == 2 and not p then
    for i, row in ipairs(rows) do column[i] = row[2] end
    return sequence(title, tostring(header[1]), rows[1][1], column)
  elseif counts_up(column, 1) and counts_up(header, 2) then
    local first = column[1]
    for _, row in ipairs(rows) do table.remove(row, 1) end
    return grid(title, { p or "p", q or "q" }, first, header[2], rows)
  end
  for i, name in ipairs(names) do names[i] = tostring(name) end
  return { kind = "records", title = title, columns = names, rows = records, named = true }
end

-- A value of JSON: "inf" is infinity, and 1e3 is 1000.
local function json_value(v) return INFINITE[v] or whole(v) or v end

local function list_of(list)
  local values = {}
  for i, v in ipairs(list) do values[i] = json_value(v) end
  return values
end

local function from_json(title, text)
  local read, why = json.read(text)
  if type(read) ~= "table" then return nil, why or "expected a list or an object" end
  title = type(read.title) == "string" and text_of.visible(read.title) or title
  local values, rows = read.values or #read > 0 and type(read[1]) ~= "table" and read, read.rows or read
  if type(values) == "table" and (#values > 0 or read.kind == "sequence") then
    return sequence(title, "n", math.type(read.first) == "integer" and read.first or 1, list_of(values))
  elseif type(rows) ~= "table" or type(rows[1]) ~= "table" then
    return nil, 'expected numbers, or an object with "values" or "rows"'
  elseif read.kind == "records" or #rows[1] == 0 and next(rows[1]) then
    local columns, known, list = {}, {}, {}
    for i, row in ipairs(rows) do
      if type(row) ~= "table" then return nil, ("row %d is none"):format(i) end
      for name in pairs(row) do
        if not known[name] then known[name], columns[#columns + 1] = true, name end
      end
    end
    table.sort(columns, text_of.field_order)
    for i, row in ipairs(rows) do
      list[i] = {}
      for j, name in ipairs(columns) do list[i][j] = json_value(row[name]) end
    end
    for j, name in ipairs(columns) do columns[j] = tostring(name) end
    return { kind = "records", title = title, columns = columns, rows = list, named = true }
  end
  local list = {}
  for i, row in ipairs(rows) do
    if type(row) ~= "table" then return nil, ("row %d is none"):format(i) end
    list[i] = list_of(row)
  end
  local first = math.type(read.first) == "integer" and read.first or 1
  return grid(title, { "p", "q" }, first, math.type(read.left) == "integer" and read.left or nil, list)
end

local READERS = { csv = from_csv, json = from_json, bfile = from_bfile }

--- The data in a text.
-- @tparam string format "csv", "json" or "bfile"
-- @tparam string text
-- @tparam string title where the text has none
-- @treturn table as @{takeaway.research.data} takes it; or nil and the fault
function M.read(format, text, title)
  return READERS[format](title, (text:gsub("^\239\187\191", "")))
end

--- Test whether a format can be read.
function M.reads(format) return READERS[format] ~= nil end

return M
