--- The coordinates of a ruleset: its arguments, by the rule's own names.
--
-- The names are those of the parameters of `start`, or else of `options` (or `left`) after emit, as the function itself
-- holds them. A ruleset may name them in `parameters = {"a", "b"}`. Where a rule takes any number of numbers (`...`, or
-- heaps that `parts` splits) the others have numbers.
--
-- A *box* says which of them vary, and in which range: `from`, `to` and `fix` as the calls below take them.
-- @module takeaway.engine.ruleset.coordinates

local core = require "takeaway.core"
local text = require "takeaway.base.text"

local M = {}

local MOST = 64 -- numbers in a position

--- The names of a rule's parameters.
-- @tparam function f
-- @tparam[opt=1] int skip the number of parameters before the coordinates: emit
-- @treturn {string,...}
-- @treturn boolean does it take more?
function M.parameters(f, skip)
  local info = debug.getinfo(f, "u")
  local names = {}
  for i = (skip or 1) + 1, info.nparams do names[#names + 1] = debug.getlocal(f, i) end
  return names, info.isvararg
end

--- The names of a ruleset's coordinates.
-- @treturn {string,...} the names
-- @treturn boolean may there be more, known by their numbers?
function M.names(rules)
  if rules.parameters then return rules.parameters, rules.parts ~= nil and not rules.start end
  local names, open = M.parameters(rules.start or rules.options or rules.left, rules.start and 0 or 1)
  return names, open or (rules.parts ~= nil and not rules.start)
end

--- The label of a coordinate: its name, or its number in brackets.
function M.label(names, i) return names[i] or ("[%d]"):format(i) end

-- The index of the coordinate that a key of `to`, `from` or `fix` names.
local function index_of(call, names, open, key, setting)
  if math.type(key) == "integer" and key >= 1 and key <= (open and MOST or #names) then return key end
  for i, name in ipairs(names) do
    if name == key then return i end
  end
  local known = {}
  for i, name in ipairs(names) do known[i] = name end
  known[#known + 1] = open and "the numbers to 64" or nil
  core.raise(("%s: %s: no coordinate is called %s; there are %s"):format(call, setting, text.shown(key),
    table.concat(known, ", ")))
end

local function integer(call, setting, label, value)
  local n = type(value) == "number" and math.tointeger(value)
  if not n then
    core.raise(("%s: %s: %s: expected an integer, got %s"):format(call, setting, label, text.shown(value)))
  end
  return n
end

-- {a = 3, [2] = 4} as {[1] = 3, [2] = 4}; the values are integers, in `fix` also text.
local function by_index(call, names, open, settings, setting)
  local given = settings[setting]
  local list = {}
  if given == nil then return list end
  if type(given) ~= "table" then
    core.raise(("%s: %s: expected a table, got %s"):format(call, setting, text.shown(given)))
  end
  for key, value in pairs(given) do
    local i = index_of(call, names, open, key, setting)
    if setting ~= "fix" or type(value) ~= "string" then
      value = integer(call, setting, M.label(names, i), value)
    end
    list[i] = value
  end
  return list
end

-- The free coordinates, in order, and their last values. A number for `to` (or its default) applies to all of them.
local function varied(call, names, open, settings, fix, wanted, usual)
  local to, last = settings.to or usual, {}
  if type(to) == "table" then
    last = by_index(call, names, open, settings, "to")
  else
    to = integer(call, "to", "the last", to)
    local count, i = 0, 1
    local most = open and wanted or #names
    if open and not wanted then
      core.raise(("%s: to: these rules take any number of numbers; give a limit for each: to = {%d, %d}"):format(call,
        to, to))
    end
    while open and count < most or not open and i <= most do
      if fix[i] == nil then
        last[i] = to
        count = count + 1
      end
      i = i + 1
    end
  end
  local order = {}
  for i in pairs(last) do order[#order + 1] = i end
  table.sort(order)
  return order, last
end

local function check_given(call, rules, names, open, last, fix)
  local count = 0
  for i in pairs(last) do count = math.max(count, i) end
  for i in pairs(fix) do count = math.max(count, i) end
  if not open and not rules.start then count = math.max(count, #names) end
  for i = 1, count do
    if last[i] and fix[i] ~= nil then
      core.raise(("%s: %s: is fixed and varies too"):format(call, M.label(names, i)))
    elseif not last[i] and fix[i] == nil then
      core.raise(("%s: %s: is neither fixed nor varies; give fix = {%s = ...} or to = {%s = ...}"):format(call,
        M.label(names, i), M.label(names, i), M.label(names, i)))
    end
  end
  return count
end

--- The default range of tables of a ruleset: its field `tables`, `{from =, to =}`.
-- @treturn int from, 0 by default
-- @treturn ?int to
-- @treturn ?string the reason why the rules have no tables, if the field has one
function M.reach(rules)
  local tables = rules.tables
  if type(tables) == "string" then return 0, nil, text.visible(tables) end
  if type(tables) ~= "table" then return 0, nil end
  local function whole(n) return type(n) == "number" and math.tointeger(n) or nil end
  return whole(tables.from) or 0, whole(tables.to)
end

--- The number of integers in from..to, as a float: past 2^63 it does not wrap around.
function M.width(from, to)
  local less = to - from
  if to < from then return 0.0 end
  return (less < 0 and less + 2.0 ^ 64 or less) + 1.0
end

--- The box that settings describe.
-- @tparam string call for errors
-- @param rules the ruleset
-- @tparam table settings `to` (a number for all coordinates that are not fixed, or one for each that varies), `from`
--   (the same; by default the start of the rules' tables, see @{reach}), `fix` (a value for each that does not vary)
-- @tparam[opt] int wanted how many vary, where the rules take any number of numbers
-- @tparam[opt] boolean last_is_limit the last coordinate is no part of the box
-- @treturn table `names`, `order` (indices of the varying ones), `first`, `last` and `fix` by index, `count` of
--   coordinates; `limit`, the index of the limit, and `all` the names with its own
function M.box(call, rules, settings, wanted, last_is_limit)
  local names, open = M.names(rules)
  local all, limit = names, nil
  local begin, usual, none = M.reach(rules)
  if none and settings.fix == nil then core.raise(("%s: %s: %s; ask for a position"):format(call, rules.name, none)) end
  if last_is_limit and not open then
    limit = #names
    names = table.move(names, 1, #names - 1, 1, {})
  end
  local fix = by_index(call, names, open, settings, "fix")
  local order, last = varied(call, names, open, settings, fix, wanted, usual)
  local count = check_given(call, rules, names, open, last, fix)
  if last_is_limit and open then limit = count + 1 end
  local from = settings.from
  local first = type(from) == "table" and by_index(call, names, open, settings, "from") or {}
  local least = from ~= nil and type(from) ~= "table" and integer(call, "from", "the first", from) or begin
  for i in pairs(first) do
    if not last[i] then core.raise(("%s: from: %s does not vary"):format(call, M.label(names, i))) end
  end
  for _, i in ipairs(order) do
    first[i] = first[i] or least
    if last[i] < first[i] then
      core.raise(("%s: to: %s: expected %d or more, got %d"):format(call, M.label(names, i), first[i], last[i]))
    end
  end
  return { rules = rules, names = names, all = all, order = order, first = first, last = last, fix = fix, count = count,
           limit = limit }
end

--- The coordinates of a cell: the varying ones take the given values, in order.
-- @treturn table a list of `count` values; a missing one is nil
function M.cell(box, ...)
  local list = {}
  for i, value in pairs(box.fix) do list[i] = value end
  for k, i in ipairs(box.order) do list[i] = (select(k, ...)) end
  return list
end

--- The text of a cell: Wythoff(3, 4); where some coordinates vary, with their names, and the fixed ones with their
-- values: Wythoff(a, b = 3).
function M.text(box, fix)
  local values, shown_of, cell = fix or box.fix, {}, true
  for i = 1, box.count do cell = cell and values[i] ~= nil end
  for i = 1, box.count do
    local value, label = values[i], M.label(box.names, i)
    if value == nil then
      shown_of[i] = label
    else
      value = type(value) == "string" and ("%q"):format(value) or tostring(value)
      shown_of[i] = cell and value or label .. " = " .. value
    end
  end
  if box.limit then shown_of[box.limit] = M.label(box.all, box.limit) end
  return box.rules.name .. "(" .. table.concat(shown_of, ", ") .. ")"
end

return M
