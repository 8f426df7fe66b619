--- Tables: one value for each pair of two coordinates.
--
-- The result of `rules:table`. `t[p][q]` and `t(p, q)` are a value, p down and q across. `t:row(p)` is a row, as a
-- sequence. `for p, q, value in t:cells() do ... end` walks all of them. A table prints in aligned columns. An index
-- outside raises. `t.down` and `t.across` name the coordinates: `{name =, first =, last =}`. The tables of L of two
-- piles have the same methods.
-- @module takeaway.engine.table

local core = require "takeaway.core"
local method_tables = require "takeaway.base.methods"
local sequence = require "takeaway.engine.table.sequence"
local text = require "takeaway.base.text"

local M = {}

local math_type = math.type

local Table, methods = method_tables.class("takeaway.table", "table")
Table.methods = methods

local function check(axis, n, call)
  local i = type(n) == "number" and math.tointeger(n)
  if not i or i < axis.first or i > axis.last then
    core.raise(("%s: %s: expected an integer from %d to %d, got %s"):format(call, axis.name, axis.first, axis.last,
      text.shown(n)))
  end
  return i
end

local function row(t, p)
  local across = t.across
  return sequence.new { title = ("%s, %s = %d"):format(t.heading, t.down.name, p), index = across.name,
                        first = across.first, last = across.last, at = function(q) return t.at(p, q) end }
end

function Table.__index(t, key)
  if type(key) == "number" then return row(t, check(t.down, key, "table")) end
  return methods[key]
end

function Table.__newindex() core.raise("table: values are not changed") end

function Table.__call(t, p, q)
  local down, across = t.down, t.across
  if math_type(p) == "integer" and math_type(q) == "integer" and p >= down.first and p <= down.last and
     q >= across.first and q <= across.last then
    return t.at(p, q)
  end
  return t.at(check(down, p, "table"), check(across, q, "table"))
end

function Table.__tostring(t)
  local lines = text.table { title = t.heading, corner = t.down.name .. "\\" .. t.across.name, rows = t.down,
                             columns = t.across, value = t.at }
  return t.note and lines .. "\n" .. t.note or lines
end

--- The title of the table, which its first line prints.
-- @function table:title
-- @treturn string
function methods.title(t) return t.heading end

--- The largest p.
-- @function table:size
-- @treturn integer
function methods.size(t) return t.down.last end

--- A row.
-- @function table:row
-- @tparam int p
-- @treturn sequence.s the row as a sequence: `row(q)`, `row[q]`, `row:list()`, `row:iter()`, `#row`
function methods.row(t, p) return row(t, check(t.down, p, "row")) end

--- The values as lists: `t:rows()[p][q]`.
-- @function table:rows
-- @treturn table
function methods.rows(t)
  local rows = {}
  for p, q, value in t:cells() do
    rows[p] = rows[p] or {}
    rows[p][q] = value
  end
  return rows
end

--- All values, row by row: `for p, q, value in t:cells() do ... end`.
-- @function table:cells
function methods.cells(t)
  local down, across = t.down, t.across
  local p, q = down.first, across.first - 1
  return function()
    q = q + 1
    if q > across.last then p, q = p + 1, across.first end
    if p <= down.last then return p, q, t.at(p, q) end
  end
end

--- A table.
-- @tparam table fields `heading`, `down` and `across` (each `{name =, first =, last =}`), `at` (a function of p and q);
--   more as the maker likes
-- @return the table
function M.new(fields) return setmetatable(fields, Table) end

--- Test for such a table.
function M.is_table(x) return getmetatable(x) == Table end

--- Give tables of another kind these methods: `t[p]`, `t:row(p)`, `t:cells()`. They have `t:size()`, the last row and
-- column, `t:title()`, and are called as t(p, q).
-- @tparam table meta their metatable, whose `__index` is a table of methods
-- @tparam table names `down` and `across`, the names of p and q
-- @treturn table the methods
function M.view(meta, names)
  local own = meta.__index
  meta.methods = own
  local function as_table(t)
    local last = t:size()
    return { heading = t:title(), down = { name = names.down, first = 0, last = last },
             across = { name = names.across, first = 0, last = last }, at = function(p, q) return t(p, q) end }
  end
  function own.row(t, p) return methods.row(M.new(as_table(t)), p) end
  function own.cells(t) return methods.cells(M.new(as_table(t))) end
  function meta.__index(t, key)
    if type(key) ~= "number" then return own[key] end
    local seen = as_table(t)
    return row(seen, check(seen.down, key, "table"))
  end
  return own
end

-- ---- Slices -------------------------------------------------------------------------

local Slices = { __name = "takeaway.slices" }
Slices.__index = Slices

function Slices.__tostring(list)
  local parts = {}
  for i, t in ipairs(list) do parts[i] = tostring(t) end
  return table.concat(parts, "\n\n")
end

--- A list of tables, which print one below the other.
-- @tparam table list
-- @tparam string name of the third coordinate; that of each table is its `level`
-- @tparam string title
function M.slices(list, name, title)
  list.name, list.title = name, title
  return setmetatable(list, Slices)
end

--- Test for such a list.
function M.is_slices(x) return getmetatable(x) == Slices end

return M
