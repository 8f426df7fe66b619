--- The data of a picture of cells: two coordinates, the first down and the second across as in a printed table, and a
-- value for each pair.
--
-- The source is a ruleset, a table, a game with a table, rows, or a function. The picture shows a window of it, `from`
-- to `to`.
-- @module takeaway.app.plot.grid

local data = require "takeaway.research.data"
local failure = require "takeaway.base.failure"
local figures = require "takeaway.app.plot.figure"

local M = {}

local FAR = 2 ^ 53

-- A bound of the window for one axis: `given` is a number for both, or {a = 3, b = 4}, or {3, 4}.
local function bound(call, setting, given, axis, index, low, high, default)
  if type(given) == "table" then
    given = given[axis.name] == nil and given[index] or given[axis.name]
    setting = ("%s: %s"):format(setting, axis.name)
  end
  if given == nil then given = default end
  return data.integer(call, setting, given, low, high)
end

local function check_keys(call, setting, given, down, across)
  if type(given) ~= "table" then return end
  for key in pairs(given) do
    if key ~= down.name and key ~= across.name and key ~= 1 and key ~= 2 then
      failure.misuse(("%s: %s: there is no coordinate %s; there are %s and %s"):format(call, setting, tostring(key),
        down.name, across.name))
    end
  end
end

-- Narrow both axes to the window; `to_default` is how far they go when nobody says.
local function window(call, down, across, options, to_default)
  check_keys(call, "from", options.from, down, across)
  check_keys(call, "to", options.to, down, across)
  for index, axis in ipairs { down, across } do
    axis.begin = axis.begin or axis.first
    local last = bound(call, "to", options.to, axis, index, axis.first, axis.last or FAR, axis.last or to_default)
    axis.first = bound(call, "from", options.from, axis, index, axis.first, last, axis.first)
    axis.last = last
  end
end

-- The names of a function's parameters where it has two, else p and q.
local function names_of(f)
  local info = debug.getinfo(f, "Su")
  if info.what == "C" or info.isvararg or info.nparams ~= 2 then return "p", "q" end
  return debug.getlocal(f, 1), (debug.getlocal(f, 2))
end

local function of_function(call, f, options, default_to)
  local down, across = names_of(f)
  local grid = { down = { name = down, first = -FAR, begin = 0 },
                 across = { name = across, first = -FAR, begin = 0 }, at = f,
                 title = ("value(%s, %s)"):format(down, across) }
  local from = options.from == nil and 0 or options.from
  window(call, grid.down, grid.across, { from = from, to = options.to }, default_to)
  return grid
end

local function of_rows(call, rows, options)
  local first = data.integer(call, "first", options.first or 1, -FAR, FAR)
  local wide = #rows[1]
  for i, row in ipairs(rows) do
    if type(row) ~= "table" or #row ~= wide then
      data.misuse(call, ("row %d"):format(first + i - 1), ("a list of %d values, as the first row"):format(wide),
        type(row) == "table" and #row or row)
    end
  end
  local grid = { title = "value(p, q)", down = { name = "p", first = first, last = first + #rows - 1 },
                 across = { name = "q", first = first, last = first + wide - 1 },
                 at = function(p, q) return rows[p - first + 1][q - first + 1] end }
  window(call, grid.down, grid.across, options)
  return grid
end

local function of_data(call, d, options)
  d.down = { name = d.p or "p", first = d.first, last = d.last, begin = d.begin }
  d.across = { name = d.q or "q", first = d.left or d.first, last = d.right or d.last, begin = d.begin }
  window(call, d.down, d.across, options)
  return d
end

local function check_side(call, side, most)
  if side <= most then return true end
  local why = "%s: %.0f cells a side are more than the %d that a picture can show; give from and to"
  return nil, why:format(call, side, most), "ELIMIT"
end

-- Before anything is asked: is the window, where numbers say it, small enough?
local function check_window(call, options, most)
  local from, to = options.from or 1, options.to
  if math.type(from) and math.type(to) then return check_side(call, to - from + 1, most) end
  return true
end

-- A ruleset is asked for the window itself: over two numbers that are not fixed, or its L over the two before a limit.
local function of_ruleset(call, rules, options)
  local names = rules:coordinates()
  local open = #names == 0 or rules.parts ~= nil and not rules.start
  local free = #names
  for _ in pairs(options.fix or {}) do free = free - 1 end
  local what = options.what or free == 3 and not open and rules:has_limit(options.fix) and "least_limit" or nil
  local t, message, code
  if free >= 2 or open then
    local usual = type(rules.tables) ~= "table" and (free == 3 and 16 or 32) or nil -- else the rules say how far
    t, message, code = rules:table { to = options.to or usual, from = options.from, fix = options.fix, what = what }
    if not t then return nil, message, code end
  end
  if data.family(t) ~= "table" then
    local hint = free > 2 and ("; fix some, such as fix = {%s = 1}"):format(names[#names]) or ""
    failure.misuse(("%s: %s: a picture needs two free coordinates; %d %s free%s"):format(call, rules.name, free,
      free == 1 and "is" or "are", hint))
  end
  local d = data.of(call, t, {})
  d.game, d.begin = rules, 0
  return of_data(call, d, {})
end

-- A game that has square tables is asked for one as large as the window needs.
local function of_family(call, x, kind, options)
  local last = type(options.to) == "table" and 1 or options.to or 24
  for _, value in pairs(type(options.to) == "table" and options.to or {}) do
    last = math.max(last, data.integer(call, "to", value, 1, FAR))
  end
  local t, message, code = kind.table(x, data.integer(call, "to", last, 1, FAR))
  if not t then return nil, message, code end
  if t.kind == "grid" then return of_data(call, t, options) end
  local d = data.kind(t).grid(t)
  d.first, d.formula = 1, kind.closed_form and kind.closed_form(x)
  return of_data(call, d, options)
end

--- The grid of anything that has one.
-- @tparam string call named in errors
-- @param x a function, rows, a ruleset, a table, a game that has tables, or a table of such a game
-- @tparam table options `from`, `to` (a number for both coordinates, or by name), `first` (of rows), `what` and `fix`
--   (of rulesets)
-- @tparam int most cells a side
-- @tparam[opt] int default_to the default end for a function
-- @treturn table `{down =, across = {name =, first =, last =}, at = function(p, q), title =, what =, ...}`; nil where x
--   is no such source; or nil, message, code
function M.of(call, x, options, most, default_to)
  x = data.sliced(x)
  local family, kind, grid = data.family(x), data.kind(x), nil
  local fine, message, code = check_window(call, options, most)
  if not fine then return nil, message, code end
  for _, name in ipairs { "what", "fix" } do
    if options[name] ~= nil and family ~= "ruleset" then
      failure.misuse(("%s: %s: is for rulesets; a table has its own quantity and coordinates"):format(call, name))
    end
  end
  if type(x) == "function" then
    grid = of_function(call, x, options, default_to)
  elseif family == "slices" then
    data.misuse(call, "data", "one table: these are several, draw each, such as slices[1], or g[0] of a grid g", x)
  elseif type(x) == "table" and family == nil and type(x[1]) == "table" then
    grid = of_rows(call, x, options)
  elseif family == "ruleset" then
    grid, message, code = of_ruleset(call, x, options)
  elseif family == "table" or kind.grid or type(x) == "table" and x.kind == "grid" then
    local begin = family == "table" and 0 or nil -- its first may be that of a window
    grid = of_data(call, setmetatable({ begin = begin }, { __index = data.of(call, x, {}) }), options)
  elseif kind.table then
    grid, message, code = of_family(call, x, kind, options)
  end
  if not grid then return nil, message, code end
  local side = math.max(grid.down.last - grid.down.first, grid.across.last - grid.across.first) + 1
  local fits
  fits, message, code = check_side(call, side, most)
  return fits and grid, message, code
end

--- All cells of a grid, row by row.
function M.cells(grid)
  local down, across = grid.down, grid.across
  local p, q = down.first, across.first - 1
  return function()
    q = q + 1
    if q > across.last then p, q = p + 1, across.first end
    if p <= down.last then return p, q end
  end
end

--- The number of its cells.
function M.count(grid)
  return (grid.down.last - grid.down.first + 1) * (grid.across.last - grid.across.first + 1)
end

-- Where it begins is said unless it is where all such pictures do, 0 or 1.
local function range(axis)
  if axis.first == 0 or axis.first == 1 and axis.begin == 1 then return ("%s to %d"):format(axis.name, axis.last) end
  return ("%s from %d to %d"):format(axis.name, axis.first, axis.last)
end

--- Its ranges in words: "p and q to 24", "p and q from 2 to 24".
function M.ranges(grid)
  local down, across = grid.down, grid.across
  if down.first == across.first and down.last == across.last then
    return (range(down):gsub("^%S+", function(name) return name .. " and " .. across.name end))
  end
  return range(down) .. ", " .. range(across)
end

--- A figure of the grid: rows run down, columns across, as in a printed table.
function M.figure(grid, title)
  local down, across = grid.down, grid.across
  return figures.new {
    title = title, equal = true,
    x = { label = across.label or across.name, name = across.name, low = across.first, high = across.last, whole = true,
          above = true },
    y = { label = down.label or down.name, name = down.name, low = down.first, high = down.last, whole = true,
          reversed = true },
  }
end

return M
