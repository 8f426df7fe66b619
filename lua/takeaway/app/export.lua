--- Tables and sequences as text, CSV, JSON, LaTeX, OEIS b-files and lists of CGScript, the input of CGSuite.
--
-- All formats are UTF-8. Bytes that are not UTF-8 become U+FFFD, and control characters are shown (in JSON escaped). In
-- CSV a text that a spreadsheet would run as a formula gets an apostrophe before it. Nim values that are no numbers are
-- text: "inf(0, 2)", "sunny", "entailed {1}". Files are written whole or not at all (@{takeaway.base.file}). JSON and
-- b-files written with `out` end with a checksum, so that `read` refuses a changed file. In every format an integer
-- keeps all its digits. Infinity is `inf` (in JSON the string "inf", in LaTeX the symbol; a b-file holds only integers
-- and refuses it).
-- @module takeaway.app.export

local data = require "takeaway.research.data"
local failure = require "takeaway.base.failure"
local file = require "takeaway.base.file"
local json = require "takeaway.base.json"
local nim_values = require "takeaway.base.nim_value"
local reading = require "takeaway.app.export.read"
local seal = require "takeaway.base.checksum"
local text = require "takeaway.base.text"
local whole = require "takeaway.base.to_integer"

local M = {}

-- Is it a container, not a number, a text or an object with its own text?
local function has_entries(v)
  if type(v) ~= "table" or data.family(v) == "position" then return false end
  if nim_values.is_special(v) or data.text(v) then return false end
  return data.family(v) == "row" or not data.is_object(v)
end

-- The entries of a table, each converted by `cell`.
local function entries(v, cell)
  if data.family(v) == "row" then v = v:list() end
  local parts, keys = {}, {}
  for i = 1, #v do parts[i] = cell(v[i]) end
  for key in pairs(v) do
    if not (math.type(key) == "integer" and key >= 1 and key <= #v) then keys[#keys + 1] = key end
  end
  table.sort(keys, text.field_order)
  for _, key in ipairs(keys) do parts[#parts + 1] = ("%s=%s"):format(cell(key), cell(v[key])) end
  return table.concat(parts, " ")
end

-- One value as text.
local function plain(v)
  if v == nil then return "" end
  if v == math.huge then return "inf" end
  if v == -math.huge then return "-inf" end
  if math.type(v) == "float" then
    if v == math.floor(v) and math.abs(v) < 2 ^ 53 then return ("%d"):format(v) end
    return text.float(v)
  end
  return has_entries(v) and entries(v, plain) or tostring(v)
end

-- The header and the rows of data, as lists of values.
local function lines_of(d)
  if d.kind == "sequence" then
    return { d.index, "value" }, d.last - d.first + 1, function(i)
      local n = d.first + i - 1
      return { n, d.at(n) }
    end
  elseif d.kind == "grid" then
    local header = { d.corner }
    local left, right = d.left or d.first, d.right or d.last
    for q = left, right do header[#header + 1] = q end
    return header, d.last - d.first + 1, function(i)
      local p = d.first + i - 1
      local row = { p }
      for q = left, right do row[q - left + 2] = d.at(p, q) end
      return row
    end
  end
  return d.columns, #d.rows, function(i) return d.rows[i] end
end

local formats = {}

function formats.text(d, put)
  if d.title then put(text.visible(d.title), "\n") end
  local header, count, row_at = lines_of(d)
  local widths, rows, columns = {}, {}, #header
  for i = 0, count do
    local row, shown = i == 0 and header or row_at(i), {}
    for j = 1, columns do
      shown[j] = text.visible(plain(row[j]))
      widths[j] = math.max(widths[j] or 0, utf8.len(shown[j]) or #shown[j])
    end
    rows[i] = shown
  end
  for i = 0, count do
    for j = 1, columns do
      local cell = rows[i][j]
      rows[i][j] = (" "):rep(widths[j] - (utf8.len(cell) or #cell)) .. cell
    end
    put(table.concat(rows[i], " "), "\n")
  end
end

local function csv_cell(v)
  local cell = plain(v)
  if type(v) == "number" then return cell end
  cell = text.visible(cell, true)
  if reading.is_formula(cell) then cell = "'" .. cell end
  if cell:find('[,"\r\n]') then cell = '"' .. cell:gsub('"', '""') .. '"' end
  return cell
end

function formats.csv(d, put)
  local header, count, row_at = lines_of(d)
  for i = 0, count do
    local row, shown = i == 0 and header or row_at(i), {}
    for j = 1, #header do shown[j] = csv_cell(row[j]) end
    put(table.concat(shown, ","), "\n")
  end
end

-- The form of a table or object in JSON: a text, a list, or ordered fields.
local function shape(v)
  if type(v) ~= "table" or nim_values.is_special(v) or data.text(v) then return plain(v) end
  if data.family(v) == "row" then v = v:list() end
  if data.is_object(v) then return tostring(v) end
  if data.is_list(v) then return v end
  local keys = {}
  for key in pairs(v) do keys[#keys + 1] = key end
  table.sort(keys, text.field_order)
  return v, keys
end

--- Any value as JSON: lists, records, numbers (integers exactly), text, booleans; infinity is "inf". A table with a
-- list and named fields is an object. A sum of positions is its text, and so are other values that print themselves.
-- @function json
-- @param v the value
-- @treturn string; raises for tables nested more than 100 deep, which @{read} refuses
function M.json(v) return json.text(v, shape) end

function formats.json(d, put, sealed)
  local header, count, row_at = lines_of(d)
  put(sealed and "" or "{")
  put(d.title and ('"title": %s, '):format(M.json(d.title)) or "", '"kind": "', d.kind, '",\n')
  if d.kind ~= "records" then put((' "first": %d, "last": %d,\n'):format(d.first, d.last)) end
  if d.left then put((' "left": %d, "right": %d,\n'):format(d.left, d.right)) end
  put(d.kind == "sequence" and ' "values": [' or ' "rows": [')
  for i = 1, count do
    local row = row_at(i)
    local shown
    if d.kind == "sequence" then
      shown = M.json(row[2])
    elseif d.kind == "grid" or d.positional then
      local values, last = {}, #header
      while last > 0 and row[last] == nil do last = last - 1 end
      for j = d.kind == "grid" and 2 or 1, last do values[#values + 1] = M.json(row[j]) end
      shown = "[" .. table.concat(values, ", ") .. "]"
    else
      local fields = {}
      for j, column in ipairs(d.columns) do
        if row[j] ~= nil then fields[#fields + 1] = M.json(tostring(column)) .. ": " .. M.json(row[j]) end
      end
      shown = "{" .. table.concat(fields, ", ") .. "}"
    end
    put(i > 1 and (d.kind == "sequence" and ", " or ",\n  ") or "", shown)
  end
  put(sealed and "]" or "]}\n")
end

local SPECIAL = {
  ["\\"] = "\\textbackslash{}", ["~"] = "\\textasciitilde{}", ["^"] = "\\textasciicircum{}", ["<"] = "\\textless{}",
  [">"] = "\\textgreater{}", ["|"] = "\\textbar{}",
}

local function latex_cell(v)
  if v == math.huge or v == -math.huge then return v > 0 and "$\\infty$" or "$-\\infty$" end
  if type(v) == "number" and v < 0 then return "$" .. plain(v) .. "$" end
  local name = data.text(v, "latex")
  if name then return "$" .. name .. "$" end
  if has_entries(v) then return entries(v, latex_cell) end
  return (text.visible(plain(v)):gsub("[\\~^<>|&%%$#_{}]", function(c) return SPECIAL[c] or "\\" .. c end))
end

function formats.latex(d, put)
  local header, count, row_at = lines_of(d)
  local numeric = {}
  for i = 1, count do
    local row = row_at(i)
    for j = 1, #header do
      if row[j] ~= nil and type(row[j]) ~= "number" then numeric[j] = false end
    end
  end
  if d.title then put("% ", text.visible(d.title), "\n") end
  put("% needs \\usepackage{booktabs}\n\\begin{tabular}{")
  for j = 1, #header do put(numeric[j] == false and "l" or "r") end
  put("}\n\\toprule\n")
  for i = 0, count do
    local row, shown = i == 0 and header or row_at(i), {}
    for j = 1, #header do shown[j] = latex_cell(row[j]) end
    if d.kind == "grid" and i == 0 then
      shown[1] = ("$%s \\backslash %s$"):format(latex_cell(d.p or "p"), latex_cell(d.q or "q"))
    end
    if shown[1] then shown[1] = shown[1]:gsub("^%s*[%[*]", "{}%0") end -- else an argument of \\ or a rule
    put(table.concat(shown, " & "), " \\\\\n", i == 0 and "\\midrule\n" or "")
  end
  put("\\bottomrule\n\\end{tabular}\n")
end

local UNSUPPORTED = {} -- raised inside a writer; M.write catches it

local function unsupported(message) error(setmetatable({ message = message }, UNSUPPORTED), 0) end

local function bfile_line(put, n, v)
  v = whole(v) or v
  if math.type(v) ~= "integer" then
    unsupported(("a b-file holds only integers: entry %d is %s"):format(n, plain(v)))
  end
  put(("%d %d\n"):format(n, v))
end

-- Lines "n a(n)". A grid is read by antidiagonals, the OEIS's order for tables: (1,1), (1,2), (2,1), ...
function formats.bfile(d, put)
  if d.kind == "records" then
    if #d.columns ~= 1 then
      unsupported "a b-file holds one sequence, not records of several fields"
    end
    local first = d.first or 1
    for i, row in ipairs(d.rows) do bfile_line(put, first + i - 1, row[1]) end
  elseif d.kind == "sequence" then
    for n = d.first, d.last do bfile_line(put, n, d.at(n)) end
  else
    local n = 0
    local left = d.left or d.first
    for diagonal = 0, math.min(d.last - d.first, (d.right or d.last) - left) do
      for p = 0, diagonal do
        n = n + 1
        bfile_line(put, n, d.at(d.first + p, left + diagonal - p))
      end
    end
  end
end

local cgscript_cell
function cgscript_cell(v)
  v = whole(v) or v
  if math.type(v) == "integer" then return ("%d"):format(v) end
  local family = data.family(v)
  if family == "value" or family == "loopy" then
    local written, message = v:text "cgscript"
    return written or unsupported(message)
  end
  if type(v) == "string" and not v:find '[%c"\\\127-\255]' then return '"' .. v .. '"' end
  if type(v) == "table" and (text.is_record(v) or not debug.getmetatable(v)) and data.is_list(v) then
    local parts = {}
    for i, one in ipairs(v) do parts[i] = cgscript_cell(one) end
    return "[" .. table.concat(parts, ", ") .. "]"
  end
  unsupported(("CGScript has no name for %s"):format(text.visible(plain(v))))
end

-- A list of the values; for a table or records, a list of its rows.
function formats.cgscript(d, put)
  local header, count, row_at = lines_of(d)
  put(d.title and "// " .. text.visible(d.title) .. "\n" or "", "[")
  for i = 1, count do
    local row, shown = row_at(i), {}
    for j = d.kind == "records" and 1 or 2, #header do shown[#shown + 1] = cgscript_cell(row[j]) end
    local line = table.concat(shown, ", ")
    if d.kind ~= "sequence" then line = "[" .. line .. "]" end
    put(i > 1 and (d.kind == "sequence" and ", " or ",\n ") or "", line)
  end
  put("]\n")
end

local BY_ENDING = { txt = "text", csv = "csv", json = "json", tex = "latex", b = "bfile", bfile = "bfile" }
local SEALED = { json = true, bfile = true } -- files only, see checksum.lua; most CSV readers take a comment as a row
local KNOWN = { format = "string", out = "string", to = "any", first = "any", title = "string" }

--- The format in the options, or that of the file's name: `b000045.txt` is a b-file.
-- @function format_of
-- @tparam[opt] table options `format`, `out`
-- @treturn string one of @{formats}; "text" by default
function M.format_of(options)
  if options == nil then options = {} end
  if type(options) ~= "table" then
    failure.misuse('format_of: settings: expected a table such as { out = "x.csv" }, got ' .. tostring(options))
  end
  if options.out ~= nil and type(options.out) ~= "string" then
    failure.misuse("format_of: out: expected the name of a file, got " .. tostring(options.out))
  end
  local format = options.format
  if not format and options.out then
    local name = options.out:match("[^/]*$")
    format = name:find("^b%d+%.txt$") and "bfile" or BY_ENDING[name:match("%.(%w+)$") or ""]
  end
  format = format or "text"
  if format == "table" then format = "text" end
  if not formats[format] then
    failure.misuse("export: format: expected text, csv, json, latex, bfile or cgscript, got "
      .. (type(format) == "string" and ("%q"):format(format) or tostring(format)))
  end
  return format
end

--- Write a result in a format.
--
-- Every result that prints as a table or a sequence can be written. See @{takeaway.research.data}. Also called
-- spreadsheet, CSV file, LaTeX table, OEIS b-file.
-- @function write
-- @param result a LeastMoveTable, a sequence, a heap or one-pile game or a function of n (with `to`), a list of values,
--   of records or of rows, one record, or `{columns = {...}, rows = {...}, title = text}`
-- @tparam[opt] table settings `format` ("text", "csv", "json", "latex", "bfile", "cgscript"; the default is that of the
--   ending of `out`, else text), `out` (a path), `to`, `first` (index of the first entry of a list), `title`
-- @return with `out`: true; without: the text. Or nil, message, code: "EIO" when the file cannot be written (the old
--   file is kept), "EUNSUPPORTED" for a b-file of anything but integers, and for results without a name in CGScript
-- @usage
-- local powers = ta.export.write({ 1, 2, 4, 8 }, { format = "bfile", first = 0 })
-- assert(powers == "0 1\n1 2\n2 4\n3 8\n")
function M.write(result, options)
  options = data.options("export", options, KNOWN, result)
  local format = M.format_of(options)
  local d, message, code = data.of("export", result, options)
  if not d then return nil, message, code end
  local function produce(put, sealed) formats[format](d, put, sealed) end
  local ok, done, why, errcode
  local parts = {}
  if options.out then
    ok, done, why, errcode = pcall(file.write, options.out, function(put)
      if not SEALED[format] then return produce(put) end
      seal.write(format, put, function(sealed) produce(sealed, true) end)
    end)
  else
    ok, done = pcall(produce, function(...) table.move({ ... }, 1, select("#", ...), #parts + 1, parts) end)
  end
  if not ok then
    if getmetatable(done) == UNSUPPORTED then return nil, done.message, "EUNSUPPORTED" end
    error(done, 0)
  end
  if options.out and done then return true end
  if options.out then return nil, why, errcode end
  return table.concat(parts)
end

--- A game, a position, a sum or a value in CGScript, for CGSuite.
--
-- Games that CGSuite has are named: `game.heap.TakeAndBreak("0.77")`, `game.heap.Subtraction([1, 2])`,
-- `game.heap.TakeAway(k -> 2*k)`, whose positions are the pile and the last take. Two-pile and cash games become a
-- class. Save it under its name in CGSuite's folder, `TwoPile.cgs`: `TwoPile(5, 3, inf)`. Positions become an
-- expression: a list of their options by number.
-- @function cgsuite
-- @param game the game, position, sum or value
-- @tparam[opt] table settings `name` of the class ("TwoPile", "Cash"); `to`: the largest pile, where a move function
--   has no formula; `positions`: how many may be written, of a sum those of each copy (default 10000)
-- @treturn string CGScript; or nil, message, and "EUNSUPPORTED" for games that CGSuite lacks, "ELOOPY" where play need
--   not end, "ELIMIT" past `positions`
-- @usage assert(ta.export.cgsuite(ta.octal "0.77") == 'game.heap.TakeAndBreak("0.77")')
M.cgsuite = require "takeaway.app.export.cgsuite"

local MOST = 64 << 20 -- bytes of a file

--- Read a file of `ta.export.write`, or your own: a sequence, a table or records in CSV, JSON or a b-file. A b-file or
-- CSV counts its entries; a list of numbers in JSON begins with number 1.
-- @function read
-- @tparam string path the ending of the name sets the format, as for `write`; `.txt` is a b-file
-- @treturn table data that `ta.explore`, `ta.report`, `ta.plot` and `ta.export.write` take; or nil, message, code.
--   "EIO": the file cannot be read, or is JSON or a b-file of `write` that was changed since. "EUNSUPPORTED": the text
--   is invalid in its format, or data would be lost: a null in a list of JSON, an integer that 64 bits do not hold. CSV
--   has no checksum: most programs read a comment there as a row
-- @usage
-- local path = os.tmpname() .. ".csv"
-- ta.export.write({ 1, 2, 4, 8 }, { out = path })
-- assert(ta.export.read(path).at(3) == 4 and os.remove(path))
function M.read(path)
  if type(path) ~= "string" then data.misuse("read", "path", "the name of a file", path) end
  local name = path:match("[^/]*$")
  local format = BY_ENDING[name:match("%.(%w+)$") or ""]
  if format == "text" then format = "bfile" end
  if not reading.reads(format) then
    return nil, ("read: %s: expected a name that ends in .csv, .json or .txt"):format(text.visible(path)),
      "EUNSUPPORTED"
  end
  local content, message, code = file.read(path, MOST)
  if not content then return nil, "read: " .. message, code end
  if SEALED[format] then
    local unchanged, changed = seal.check(format, content)
    if not unchanged then return nil, ("read: %s: %s"):format(text.visible(path), changed), "EIO" end
  end
  local read, why = reading.read(format, content, name)
  if not read then return nil, ("read: %s: %s"):format(text.visible(path), why), "EUNSUPPORTED" end
  return read
end

--- The names of the formats.
M.formats = { "text", "csv", "json", "latex", "bfile", "cgscript" }

return M
