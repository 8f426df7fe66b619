--- A result as a sequence, a grid or a list of records.
--
-- Exports, pictures, the pattern finder and reports read every result through one of
--
-- * `{kind = "sequence", first =, last =, at = function(n)}`,
-- * `{kind = "grid", first =, last =, at = function(p, q), corner =}` (rows p, columns q), with `left` and `right`
--   where the columns are others than the rows, `p` and `q` where they have names,
-- * `{kind = "records", columns = {names}, rows = {{values by column}}}`,
--
-- each with a title. Nothing is copied where the result computes its values on request.
-- @module takeaway.research.data

local failure = require "takeaway.base.failure"
local lists = require "takeaway.base.list"
local registry = require "takeaway.registry"
local text = require "takeaway.base.text"

local M = {}

--- The kind of an object: "sequence", "position", "ruleset", or one of a family's; nil for plain values.
function M.family(x)
  if type(x) ~= "userdata" and type(x) ~= "table" then return nil end
  local mt = debug.getmetatable(x)
  local name = mt and (type(mt.__metatable) == "string" and mt.__metatable or mt.__name)
  return type(name) == "string" and (name:gsub("^takeaway%.", "")) or nil
end

--- The registry's entry for objects like this one; an empty table where there is none.
function M.kind(x) return registry.kinds[M.family(x) or ""] or {} end

--- Test for a value that is no number and has a text: a loopy nim value, a game's value.
function M.is_value(v)
  local mt = (type(v) == "userdata" or type(v) == "table") and debug.getmetatable(v)
  return mt and mt.__tostring ~= nil or false
end

--- The text of a value that has names in several notations, a canonical form or an ordinal; nil for anything else.
function M.text(v, notation)
  local mt = (type(v) == "userdata" or type(v) == "table") and debug.getmetatable(v)
  local index = mt and mt.__tostring and mt.__index
  return type(index) == "table" and index.text and index.text(v, notation) or nil
end

--- Test for an object that prints itself and is neither a list nor a record: a sum, a table, a theorem.
function M.is_object(v)
  local mt = type(v) == "table" and debug.getmetatable(v)
  return mt and mt.__tostring ~= nil and not text.is_record(v) and #v == 0 and next(v) ~= nil or false
end

--- Test whether a table is a list, without named fields. Named fields of an object that lists tables, such as findings,
-- are its heading.
function M.is_list(v)
  local count, mt = 0, debug.getmetatable(v)
  for _ in pairs(v) do count = count + 1 end
  if count == lists.length(v, "data") then return true end
  return mt and mt.__tostring ~= nil and not text.is_record(v) and type(v[1]) == "table" or false
end

--- Raise, naming the call and the argument.
function M.misuse(call, argument, expected, got)
  local shown = type(got)
  if type(got) == "number" or type(got) == "boolean" or M.family(got) == "nim value" then
    shown = tostring(got)
  elseif type(got) == "string" then
    shown = ("%q"):format(#got > 40 and got:sub(1, 40) .. "..." or got)
  end
  failure.misuse(("%s: %s: expected %s, got %s"):format(call, argument, expected, shown))
end

--- An integer argument in a range; a float with an integral value is accepted.
function M.integer(call, argument, value, low, high)
  local n = type(value) == "number" and math.tointeger(value)
  if not n or n < low or n > high then
    M.misuse(call, argument, ("an integer from %.0f to %.0f"):format(low, high), value)
  end
  return n
end

--- Check a table of settings: known names and types. `known` maps a name to a Lua type.
--
-- The second result of another call may be in its place. The boolean of `g:losing_sizes(n)` is ignored. Where that call
-- failed, its result `x` is nil, and its message is reported.
function M.options(call, settings, known, x)
  if settings == nil or type(settings) == "boolean" then return {} end
  if x == nil and type(settings) == "string" then
    failure.misuse(("%s: there is no result to take: %s"):format(call, settings))
  end
  if type(settings) ~= "table" then M.misuse(call, "settings", "a table", settings) end
  if rawlen(settings) > 0 then
    failure.misuse(("%s: settings: expected a table such as {to = 20}, got a list; of a call with two results take "
      .. "one: %s((...))"):format(call, call))
  end
  for key, value in pairs(settings) do
    local wanted = known[key]
    if not wanted then
      local names = {}
      for name in pairs(known) do names[#names + 1] = name end
      table.sort(names)
      local all = table.concat(names, ", ")
      failure.misuse(("%s: settings: unknown setting %s; known are %s"):format(call, tostring(key), all))
    end
    if wanted ~= "any" and type(value) ~= wanted then M.misuse(call, key, "a " .. wanted, value) end
  end
  return settings
end

local function sequence(title, first, last, at, index)
  return { kind = "sequence", title = title, first = first, last = last, at = at, index = index or "n" }
end

-- {1, 1, 2}, {{p = 1}, {p = 2}} or {{1, 2}, {3, 4}}.
local function from_list(list, title, first)
  local count = lists.length(list, "data")
  local values = count == 0 or type(list[1]) ~= "table"
  for i = 1, count do values = values or M.text(list[i]) ~= nil or M.is_object(list[i]) end
  if values then
    return sequence(title, first, first + count - 1, function(n) return list[n - first + 1] end)
  end
  local columns, known, positional = {}, {}, true
  for _, record in ipairs(list) do
    if type(record) ~= "table" then return nil end
    for key in pairs(record) do
      if not known[key] then known[key], columns[#columns + 1] = true, key end
      if math.type(key) ~= "integer" then positional = false end
    end
  end
  table.sort(columns, text.field_order)
  positional = positional and columns[1] == 1 and columns[#columns] == #columns
  local rows = {}
  for i, record in ipairs(list) do
    local row = {}
    for j, key in ipairs(columns) do row[j] = record[key] end
    rows[i] = row
  end
  return { kind = "records", title = title, columns = columns, rows = rows, first = first, positional = positional }
end

local function title_of(x) return (tostring(x):match("^[^\n]*")) end

-- Is it a list whose only other fields are a title and holes in the middle?
local function is_sequence(x)
  if next(x) == nil or M.is_list(x) then return true end
  local count = lists.length(x, "data")
  for key in pairs(x) do
    if key ~= "title" and not (math.type(key) == "integer" and key >= 1 and key <= count) then return false end
  end
  return count > 0
end

local function from_table(x, first, title)
  if x.kind == "sequence" or x.kind == "grid" or x.kind == "records" then return x end
  if type(x.columns) == "table" and type(x.rows) == "table" then
    return { kind = "records", title = title or x.title, columns = x.columns, rows = x.rows, first = first,
             named = true }
  end
  if is_sequence(x) then return from_list(x, title, first) end
  return from_list({ x }, title, first)
end

local function from_rules_table(t, title)
  return { kind = "grid", title = title or t:title(), corner = t.down.name .. "\\" .. t.across.name, p = t.down.name,
           q = t.across.name, first = t.down.first, last = t.down.last, left = t.across.first, right = t.across.last,
           at = t.at, what = t.what }
end

-- Tables for each value of a third coordinate, as records: that value, p, q and the cell.
local function from_slices(list, title)
  local columns, rows = { list.name, list[1].down.name, list[1].across.name, list[1].what }, {}
  for _, t in ipairs(list) do
    for p, q, value in t:cells() do rows[#rows + 1] = { t.level, p, q, value } end
  end
  return { kind = "records", title = title or list.title, columns = columns, rows = rows, named = true }
end

--- A grid of three coordinates as its slices; anything else unchanged.
function M.sliced(x) return M.family(x) == "grid" and #x:coordinates() == 3 and x:slices() or x end

-- A grid of more coordinates, as records: the coordinates and the value.
local function from_grid(g, title)
  local columns, rows = g:coordinates(), {}
  columns[#columns + 1] = g.fields.what
  local function add(first, ...)
    if first ~= nil then rows[#rows + 1] = { first, ... } end
    return first ~= nil
  end
  local cells = g:cells()
  while add(cells()) do end
  return { kind = "records", title = title or g:title(), columns = columns, rows = rows, named = true }
end

-- The default range of a ruleset, by its number of components.
local REACH = { 200, 32, 16 }

-- A ruleset: its values over the one or two free coordinates. With three free coordinates the last must be a limit, and
-- the values are L.
local function from_ruleset(call, rules, settings)
  local fix, count = settings.fix, #rules:coordinates()
  for _ in pairs(type(fix) == "table" and fix or {}) do count = count - 1 end
  if count < 1 or count > 3 then
    failure.misuse(("%s: %s takes %s; make a table of it: rules:table{to = ..., fix = ...}"):format(call, rules.name,
      count < 1 and "any number of numbers" or count .. " numbers"))
  end
  local usual = type(rules.tables) ~= "table" and REACH[count] or nil
  local to = settings.to or usual
  if to and type(to) ~= "table" then to = M.integer(call, "to", to, 0, 2 ^ 53) end
  local what = settings.what or count == 3 and rules:has_limit(fix) and "least_limit" or nil
  local asked, message, code = rules[count == 1 and "sequence" or "table"](rules,
    { to = to, from = settings.from, fix = fix, what = what })
  if not asked then return nil, message, code end
  return M.of(call, asked, { title = settings.title })
end

--- A result as a sequence, a grid or records.
--
-- These are accepted:
--
-- * a ruleset of one, two or three numbers, a table, slices, a grid, a sequence or a list of positions of one (see
--   @{takeaway.engine.table.tabulate}); a LeastMoveTable; a sequence of nim values or least moves;
-- * a heap game or a function of n with `to`; a list of values (index of the first entry: `first`, default 1), of
--   records or of rows; one record; `{columns = {...}, rows = {...}, title =}`.
-- @tparam string call named in errors
-- @param x the result
-- @tparam table settings `to`, `first`, `title`; of a ruleset also `from`, `fix` and `what`
-- @treturn table see above; or nil, message, code where a game cannot compute its values. Raises for anything else
function M.of(call, x, settings)
  x = M.sliced(x)
  local title, family, kind = settings.title, M.family(x), M.kind(x)
  if family == "ruleset" then return from_ruleset(call, x, settings) end
  if family == "table" then return from_rules_table(x, title) end
  if family == "slices" then return from_slices(x, title) end
  if family == "grid" then return from_grid(x, title) end
  if family == "row" then return sequence(title or x.title, x.first, x.last, x.at, x.index) end
  if family == "positions" then title = title or getmetatable(x).titles[x] end
  local first = M.integer(call, "first", settings.first or (type(x) == "table" and 1 or 0), -2 ^ 53, 2 ^ 53)
  if kind.grid then
    local grid = kind.grid(x)
    grid.title = title or grid.title
    return grid
  elseif family == "sequence" then
    return sequence(title or title_of(x):match("^[^:]*"), 0, x:size() - 1, function(n) return x(n) end)
  elseif kind.sequence then
    local to = M.integer(call, "to", settings.to, 0, 2 ^ 53)
    local values, message, code = kind.sequence.at(x, to)
    if not values then return nil, message, code end
    return sequence(title or kind.sequence.title .. tostring(x), 0, to, function(n) return values(n) end)
  elseif kind.table then
    local t, message, code = kind.table(x, M.integer(call, "to", settings.to, 0, 2 ^ 53))
    if not t then return nil, message, code end
    return M.of(call, t, settings)
  elseif type(x) == "function" then
    local to = M.integer(call, "to", settings.to, first, 2 ^ 53)
    return sequence(title, first, to, x)
  elseif type(x) == "table" then
    local found = from_table(x, first, title)
    if found then return found end
  end
  M.misuse(call, "data", "a table of values, a sequence, a list, records or a function of n", x)
end

--- Test whether there are ready rules of this name.
function M.is_ready(ta, name)
  for known in ta.rules() do
    if known == name then return true end
  end
  return false
end

return M
