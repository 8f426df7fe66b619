--- Sequences made in Lua: rows of tables, and the results of `rules:sequence`.
--
-- They have the methods of the kernels' sequences: `s[n]`, `s(n)`, `s:size()`, `#s`, `s:list(from, to)`, `s:iter()`.
-- They begin at `s.first`, often 0.
-- @module takeaway.engine.table.sequence

local core = require "takeaway.core"
local method_tables = require "takeaway.base.methods"
local text = require "takeaway.base.text"

local M = {}

local Sequence, methods = method_tables.class("takeaway.row", "sequence")
Sequence.methods = methods

local WIDTH = 60 -- of the values in a line

local function index(s, n, call, argument, low)
  local i = type(n) == "number" and math.tointeger(n)
  if not i or i < low or i > s.last then
    core.raise(("%s: %s: expected an integer from %d to %d, got %s"):format(call, argument, low, s.last,
      text.shown(n)))
  end
  return i
end

function Sequence.__index(s, key)
  if type(key) == "number" then return s(key) end
  return methods[key]
end

function Sequence.__newindex() core.raise("sequence: values are not changed") end

function Sequence.__call(s, n) return s.at(index(s, n, "sequence", "n", s.first)) end

function Sequence.__len(s) return s.last - s.first + 1 end

function Sequence.__tostring(s)
  local line = ("%s, %s = %d..%d:"):format(s.title, s.index, s.first, s.last)
  local most = #line + WIDTH
  for n = s.first, s.last do
    if #line >= most then return line .. " ..." end
    line = line .. " " .. text.amount(s.at(n))
  end
  return line
end

--- The number of values.
-- @function sequence:size
-- @treturn integer
function methods.size(s) return #s end

--- The values as a list.
-- @function sequence:list
-- @tparam[opt] int from the first
-- @tparam[opt] int to the last, inclusive
-- @treturn table a list
function methods.list(s, from, to)
  from = from == nil and s.first or index(s, from, "list", "from", s.first)
  to = to == nil and s.last or index(s, to, "list", "to", from)
  local list = {}
  for n = from, to do list[#list + 1] = s.at(n) end
  return list
end

--- Iterate over all values: `for n, value in s:iter() do ... end`.
-- @function sequence:iter
function methods.iter(s)
  local n = s.first - 1
  return function()
    n = n + 1
    if n <= s.last then return n, s.at(n) end
  end
end

--- A sequence.
-- @tparam table fields `title`, `index` (the name of n), `first`, `last`, `at` (a function of n)
-- @return the sequence
function M.new(fields) return setmetatable(fields, Sequence) end

--- Test for such a sequence.
function M.is_sequence(x) return getmetatable(x) == Sequence end

return M
