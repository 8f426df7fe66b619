--- One quantity for all positions in a box, kept in 1, 2 or 4 bytes each if the engine solves the box in one pass.
--
-- `rules:grid` returns one object. One varying coordinate gives a sequence, two a table (@{takeaway.engine.table}),
-- more a *grid*. `g(a, b, c)` is a value. `g[a]` is the grid of the other coordinates when the first is a, in the end a
-- table and a sequence. So `g[a][b][c]` is that value too. `for a, b, c, value in g:cells() do ... end` walks all of
-- them. All are views of one block of memory.
--
-- The engine solves a box in one pass, in the order of the coordinates, the first slowest. It solves position by
-- position where rules have their own answers (`nim_value`, `outcome`), other coordinates (`start`, `parts`,
-- `canonical`) or a packed form. So it does for quantities such as `genus`, which no pass computes.
-- @module takeaway.engine.table.grid

local core = require "takeaway.core"
local coordinates = require "takeaway.engine.ruleset.coordinates"
local failure = require "takeaway.base.failure"
local method_tables = require "takeaway.base.methods"
local sequence = require "takeaway.engine.table.sequence"
local tables = require "takeaway.engine.table"
local text = require "takeaway.base.text"
local watches = require "takeaway.base.watch"

local M = {}

local math_type = math.type

local MOST = 10000000 -- values of a table, and of queries one by one
local NUMBERED = 2147483646 -- positions that the engine can number
local LOOK_EVERY = 4096 -- positions of a row between calls of progress, at most

local QUESTION = { outcome = 0, misere_outcome = 1, nim_value = 2, remoteness = 3, misere_remoteness = 4 }

--- The number of positions in a box, as a float.
function M.count(box)
  local cells = 1.0
  for _, i in ipairs(box.order) do cells = cells * coordinates.width(box.first[i], box.last[i]) end
  return cells
end

-- Call f(list) for each position of the box, the last coordinate fastest. `list` has its coordinates, and is the same
-- table each time. Call `row()` after each row, and regularly within a long one. Stop when either returns a false
-- value, and return that value; else return true.
local function each(box, f, row)
  local order, list, cells = box.order, coordinates.cell(box), 0
  for _, i in ipairs(order) do list[i] = box.first[i] end
  repeat
    local fine, message, code = f(list)
    if not fine then return fine, message, code end
    local k = #order
    while k > 0 and list[order[k]] == box.last[order[k]] do
      list[order[k]] = box.first[order[k]]
      k = k - 1
    end
    if k > 0 then list[order[k]] = list[order[k]] + 1 end
    cells = cells + 1
    if row and (k < #order or cells % LOOK_EVERY == 0) then
      fine, message, code = row()
      if not fine then return fine, message, code end
    end
  until k == 0
  return true
end

local function cancelled(call) return nil, call .. ": cancelled", "ECANCELLED" end

local function failed(call, box, list, message, code)
  return nil, ("%s: %s: %s"):format(call, coordinates.text(box, list), tostring(message)), code
end

--- Call f with `watch`, if any, as the ruleset's progress function; then after().
local function watched(rules, watch, f, after)
  if not watch then return f() end
  local before = rules.progress
  local function undo()
    rules.progress = before
    rules.core:progress(before)
    if after then after() end
  end
  return failure.ensure(undo, function()
    rules.progress = watch
    rules.core:progress(watch)
    return f()
  end)
end

M.watched = watched

-- ---- One by one -----------------------------------------------------------------------

local function one_by_one(call, box, ask, progress)
  local total, done, values = math.tointeger(M.count(box)), 0, {}
  local watcher = not progress and not box.rules.progress and watches.get()
  progress = progress or watcher
  local function watch() return progress(done, total) ~= false end
  local function row()
    if watch() then return true end
    return cancelled(call)
  end
  local fine, message, code = watched(box.rules, progress and watch, function()
    return each(box, function(list)
      local value, why, what = ask(list, box.count)
      if value == nil then return failed(call, box, list, why, what) end
      done = done + 1
      values[done] = value
      return true
    end, progress and row)
  end, watcher)
  if not fine then return nil, message, code end
  return function(place) return values[place + 1] end
end

-- ---- At once --------------------------------------------------------------------------

local function at_once(box, what)
  local rules = box.rules
  if not QUESTION[what] or rules.start or rules.parts or rules.canonical or rules.packed then return false end
  if what == "nim_value" and rules.entails then return false end
  if what == "outcome" and rules.outcome_by then return false end
  if what == "misere_outcome" and rules.misere_outcome_by then return false end
  if rules.nim_value and (what == "nim_value" or what == "outcome") and not rules.partizan then return false end
  for _, value in pairs(box.fix) do
    if type(value) ~= "number" then return false end
  end
  return true
end

-- The coordinates at an index of the box from `from` to `to`. A table changes box.fix between slices, so later queries
-- keep these corners.
local function located(order, from, to, place)
  local list = table.move(from, 1, #from, 1, {})
  for k = #order, 1, -1 do
    local i = order[k]
    local width = to[i] - from[i] + 1
    list[i] = from[i] + place % width
    place = place // width
  end
  return list
end

--- Raise what the rules' check reports for a position of the box, as making the first such position would. Where the
-- check is the same for all from some number on, the least one will do.
-- @tparam string call for errors
-- @tparam table box see @{takeaway.engine.ruleset.coordinates}
-- @tparam[opt] function progress called row by row; false cancels
-- @treturn boolean true; or nil, message, "ECANCELLED"
function M.checked(call, box, progress)
  local rules, count = box.rules, box.count
  local check = rules.check
  if not check then return true end
  local from = coordinates.cell(box)
  for _, i in ipairs(box.order) do from[i] = box.first[i] end
  rules:position(table.unpack(from, 1, count))
  local least = type(check) == "table" and math_type(check.least) == "integer" and check.least
  for i = 1, count do least = least and from[i] >= least and least end
  if least then return true end
  return each(box, function(list)
    if check(table.unpack(list, 1, count)) then rules:position(table.unpack(list, 1, count)) end
    return true
  end, progress and function()
    if progress() ~= false then return true end
    return cancelled(call)
  end)
end

local function swept(call, box, what, progress, second, threads)
  local rules, from, to = box.rules, coordinates.cell(box), coordinates.cell(box)
  for _, i in ipairs(box.order) do from[i], to[i] = box.first[i], box.last[i] end
  M.checked(call, box)
  local total = M.count(box)
  local most = 0
  local function watch(done) -- reading the solved answers counts them once more
    most = math.max(most, done // 1 | 0)
    return progress(most, total // 1 | 0)
  end
  local at, message, code, where = watched(rules, progress and watch, function()
    return rules.core:grid(QUESTION[what], second and 1 or 0, from, to, threads)
  end)
  if code == "ECANCELLED" or at and progress and watch(total) == false then return cancelled(call) end
  if not at then return failed(call, box, where, message, code) end
  if what ~= "nim_value" or message then return at end
  return function(place) -- a value inf(K) is no number: query it singly
    local value = at(place)
    if value ~= nil then return value end
    return rules:position(table.unpack(located(box.order, from, to, place), 1, box.count)):nim_value()
  end
end

--- The answers in a box.
-- @tparam string call for errors
-- @tparam table box see @{takeaway.engine.ruleset.coordinates}
-- @tparam string what
-- @tparam function ask the same quantity for one position: a list of coordinates, and their count
-- @tparam[opt] function progress called with the cells done and the total; false cancels
-- @tparam[opt] boolean second does Right start?
-- @tparam[opt] integer threads how many, where the box is solved in one pass (@{takeaway.base.threads})
-- @treturn function of the index of a position, from 0 on, the last coordinate fastest; or nil, message, code of the
--   first that has no answer
function M.answers(call, box, what, ask, progress, second, threads)
  local whole = at_once(box, what)
  local count = M.count(box)
  if (call ~= "grid" or not whole) and count > MOST then
    return nil, ("%s: %.0f values are more than 10^7; ask for fewer"):format(call, count), "ELIMIT"
  end
  if count > NUMBERED then
    return nil, ("%s: a box of %.0f positions is more than the %d that can be numbered"):format(call, count, NUMBERED),
      "ELIMIT"
  end
  if whole then return swept(call, box, what, progress, second, threads) end
  return one_by_one(call, box, ask, progress)
end

--- All coordinates of a box with their answers, in order: calls f(list, value).
function M.each(box, at, f)
  local place = -1
  each(box, function(list)
    place = place + 1
    f(list, at(place))
    return true
  end)
end

-- ---- Views ----------------------------------------------------------------------------

local Grid, methods = method_tables.class("takeaway.grid", "grid")
Grid.methods = methods

local function integer(axis, n)
  local i = type(n) == "number" and math.tointeger(n)
  if i and i >= axis.first and i <= axis.last then return i end
  core.raise(("grid: %s: expected an integer from %d to %d, got %s"):format(axis.name, axis.first, axis.last,
    text.shown(n)))
end

-- The view of the answers from index `base` on, over the axes k, k + 1, ...
local function view(fields, base, k)
  local axes = fields.axes
  local left = #axes - k + 1
  local at, first = fields.at, axes[k].first
  if left == 1 then
    return sequence.new { title = fields.title, index = axes[k].name, what = fields.what, rules = fields.rules,
                          first = first, last = axes[k].last, at = function(n) return at(base + n - first) end }
  elseif left == 2 then
    local second, width = axes[k + 1].first, fields.steps[k]
    return tables.new { heading = fields.title, what = fields.what, rules = fields.rules, fix = fields.fix,
                        down = axes[k], across = axes[k + 1], note = fields.note, monotone = fields.monotone,
                        not_monotone = fields.not_monotone, level = fields.level,
                        at = function(p, q) return at(base + (p - first) * width + q - second) end }
  end
  return setmetatable({ fields = fields, base = base, axis = k }, Grid)
end

--- The answers in a box as an object: a sequence, a table, or a grid.
-- @tparam table box
-- @tparam table fields `title`, `what`, `rules`, `at` (a function of the index), and the other fields of a table
-- @tparam[opt=0] int base the index of its first position
function M.view(box, fields, base)
  local axes, steps, step = {}, {}, 1
  for k = #box.order, 1, -1 do
    local i = box.order[k]
    axes[k] = { name = coordinates.label(box.names, i), first = box.first[i], last = box.last[i] }
    steps[k] = step
    step = step * (box.last[i] - box.first[i] + 1)
  end
  fields.axes, fields.steps = axes, steps
  return view(fields, base or 0, 1)
end

-- Coordinate k of those left, and the distance between its values' indices.
local function axis_of(g, k)
  local fields = g.fields
  k = g.axis + k - 1
  return fields.axes[k], fields.steps[k]
end

function Grid.__index(g, key)
  if type(key) ~= "number" then return methods[key] end
  local fields, axis, step = g.fields, axis_of(g, 1)
  local n = integer(axis, key)
  local less = setmetatable({ title = ("%s, %s = %d"):format(fields.title, axis.name, n) }, { __index = fields })
  return view(less, g.base + (n - axis.first) * step, g.axis + 1)
end

function Grid.__newindex() core.raise("grid: values are not changed") end

function Grid.__call(g, ...)
  local fields, before, place, given = g.fields, g.axis - 1, g.base, { ... }
  local axes, steps = fields.axes, fields.steps
  local count = #axes - before
  if select("#", ...) ~= count then
    core.raise(("grid: expected %d coordinates, got %d"):format(count, select("#", ...)))
  end
  for k = 1, count do
    local axis, n = axes[before + k], given[k]
    if math_type(n) ~= "integer" or n < axis.first or n > axis.last then n = integer(axis, n) end
    place = place + (n - axis.first) * steps[before + k]
  end
  return fields.at(place)
end

function Grid.__tostring(g)
  local parts = {}
  for k = 1, #g.fields.axes - g.axis + 1 do
    local axis = axis_of(g, k)
    parts[k] = ("%s = %d..%d"):format(axis.name, axis.first, axis.last)
  end
  return ("%s: %d values, %s"):format(g:title(), g:size(), table.concat(parts, ", "))
end

--- The title of a grid.
-- @function grid:title
-- @treturn string
function methods.title(g) return g.fields.title end

--- The number of values.
-- @function grid:size
-- @treturn integer
function methods.size(g)
  local axis, step = axis_of(g, 1)
  return (axis.last - axis.first + 1) * step
end

--- All values: `for a, b, c, value in g:cells() do ... end`, the last coordinate fastest.
-- @function grid:cells
function methods.cells(g)
  local fields, base, k, size = g.fields, g.base, g.axis, g:size()
  local axes, steps, place, now = fields.axes, fields.steps, -1, {}
  local count = #axes - k + 1
  return function()
    place = place + 1
    if place >= size then return nil end
    local rest = place
    for j = 1, count do
      local step = steps[k + j - 1]
      now[j] = axes[k + j - 1].first + rest // step
      rest = rest % step
    end
    now[count + 1] = fields.at(base + place)
    return table.unpack(now, 1, count + 1)
  end
end

--- The names of the coordinates.
-- @function grid:coordinates
-- @treturn {string,...}
function methods.coordinates(g)
  local names = {}
  for k = 1, #g.fields.axes - g.axis + 1 do names[k] = axis_of(g, k).name end
  return names
end

--- A grid of three coordinates as tables of the first two, one for each value of the third, as `rules:table` gives
-- them.
-- @function grid:slices
-- @treturn {table.table,...} a list of tables
function methods.slices(g)
  local fields, base = g.fields, g.base
  local names = g:coordinates()
  if #names ~= 3 then
    core.raise(("slices: expected three free coordinates; %d are free: fix %d of them, as in g[%d]"):format(#names,
      #names - 3, axis_of(g, 1).first))
  end
  local down, down_step = axis_of(g, 1)
  local across, across_step = axis_of(g, 2)
  local third = axis_of(g, 3)
  local list = {}
  for level = third.first, third.last do
    local from = base + level - third.first
    list[#list + 1] = tables.new {
      heading = ("%s, %s = %d"):format(fields.title, third.name, level), what = fields.what, rules = fields.rules,
      level = level, down = down, across = across,
      at = function(p, q) return fields.at(from + (p - down.first) * down_step + (q - across.first) * across_step) end }
  end
  return tables.slices(list, third.name, fields.title)
end

--- Test for such a grid.
function M.is_grid(x) return getmetatable(x) == Grid end

return M
