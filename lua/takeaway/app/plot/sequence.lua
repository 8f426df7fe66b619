--- Scatter plot of a sequence, with marked preperiod and period; outcomes are shown as a row of cells.
-- @module takeaway.app.plot.sequence

local data = require "takeaway.research.data"
local figures = require "takeaway.app.plot.figure"
local outcomes = require "takeaway.app.outcome"
local palette = require "takeaway.app.plot.palette"
local positions = require "takeaway.app.plot.positions"
local text = require "takeaway.base.text"

local M = {}

local MOST = 100000 -- points

M.options = {
  to = "any", from = "any", what = "string", fix = "table",
  first = "any", period = "any", preperiod = "any", saltus = "any", proved = "boolean",
  limit = "any", title = "string", out = "string",
}

-- The period as given, or as the game itself finds it; and is it the latter?
local function period_of(x, d, options)
  if type(options.period) == "table" then
    local given = options.period
    options = { period = given.period, preperiod = given.preperiod, saltus = given.saltus, proved = given.proved }
  end
  if options.period then
    return {
      period = data.integer("sequence", "period", options.period, 1, 2 ^ 53),
      preperiod = data.integer("sequence", "preperiod", options.preperiod or d.first, -2 ^ 53, 2 ^ 53),
      saltus = data.integer("sequence", "saltus", options.saltus or 0, -2 ^ 53, 2 ^ 53),
      proved = options.proved,
    }
  end
  local known = data.kind(x).period
  if not known then return nil end
  local limit = data.integer("sequence", "limit", options.limit or math.max(d.last, 2000), 0, 2 ^ 53)
  return (known(x, limit)), true
end

local HUGE = 100000 -- from here on positive values are drawn by their logarithm

-- The number that is a game's value, by its name; nil where it is none.
local function as_number(name)
  local above, below = name:match "^(%-?%d+)/?(%d*)$"
  return above and (below == "" and tonumber(above) or tonumber(above) / tonumber(below)) or nil
end

local function values_of(d, from, to)
  local points, low, high, infinite, other, whole = {}, math.huge, -math.huge, 0, 0, true -- ends as floats
  for n = from, to do
    local v = d.at(n)
    local name = data.family(v) == "value" and tostring(v)
    v = name and as_number(name) or v
    if data.is_value(v) then
      other = other + 1 -- a loopy nim value, a game's value
    elseif type(v) ~= "number" or v ~= v then
      data.misuse("sequence", ("entry %d"):format(n), "a number", v)
    elseif v - v ~= 0 then
      infinite = infinite + 1
    else
      points[#points + 1] = { n, v, name or text.amount(v) }
      low, high, whole = math.min(low, v + 0.0), math.max(high, v + 0.0), whole and v == math.floor(v)
    end
  end
  if #points == 0 then low, high = 0, 1 end
  return points, low, high, whole, infinite, other
end

-- The range of an axis with these values on it: a constant is in the middle.
local function range_around(low, high)
  local apart = figures.apart(low, high)
  if high - low <= math.max(apart, 1e-300) then
    apart = math.max(0.5, apart)
    low, high = low - apart, high + apart
  end
  local margin = (high - low) * 0.05
  return low - margin, high + margin
end

local function mark_period(figure, d, found, own, from, to)
  local start, finish = found.preperiod, found.preperiod + found.period
  local low, high = figure.y.low, figure.y.high
  local function band(x1, x2, class)
    x1, x2 = math.max(x1, figure.x.low), math.min(x2, figure.x.high)
    if x1 < x2 then figure:area({ { x1, low }, { x2, low }, { x2, high }, { x1, high } }, class) end
  end
  if start > from then
    band(figure.x.low, start - 0.5, figure:class {
      label = ("preperiod, n < %d"):format(start), fill = palette.orange, char = ":", mark = "area", opacity = 0.25,
    })
  end
  band(start - 0.5, finish - 0.5, figure:class {
    label = ("first period, n = %d to %d"):format(start, finish - 1), fill = palette.sky, char = ".", mark = "area",
    opacity = 0.35,
  })
  if (to - start) // found.period <= 60 then
    local again = figure:class {
      label = "it begins again", fill = palette.grey, char = "|", mark = "line", dash = "dashed", thick = 1,
    }
    for n = finish, to, found.period do figure:line({ { n - 0.5, low }, { n - 0.5, high } }, again) end
  end
  local broken
  for n = math.max(start, from), to - found.period do
    if d.at(n + found.period) ~= d.at(n) + found.saltus then
      broken = n
      break
    end
  end
  if broken then
    figure.notes[#figure.notes + 1] = ("period %d from n = %d does not hold: n = %d and %d differ"):format(
      found.period, start, broken, broken + found.period)
    return
  end
  local seen = found.proved and "proved" or ("observed to n = %d"):format(to)
  if math.max(start, from) > to - found.period and not (own and found.proved) then
    seen = "not seen, as no two values here are a period apart"
  end
  local saltus = found.saltus ~= 0 and ("%+d each time"):format(found.saltus) or "exactly"
  figure.notes[#figure.notes + 1] = ("period %d from n = %d, %s; %s"):format(found.period, start, saltus, seen)
end

local MOST_CELLS = 401 -- outcomes, as in a picture of positions

-- Outcomes as a row of cells.
local function cells_of(d, from, to, title)
  if to - from >= MOST_CELLS then
    local why = "sequence: %d outcomes are more than the %d that a picture can show; give from and to"
    return nil, why:format(to - from + 1, MOST_CELLS), "ELIMIT"
  end
  local figure = figures.new {
    title = title or d.title or "Outcomes", equal = true, notes = {},
    x = { label = d.index, low = from, high = to, whole = true, above = true },
    y = { label = "", low = 0, high = 0, whole = true },
  }
  local classes = positions.classes(figure)
  for n = from, to do
    local outcome = d.at(n)
    if not classes[outcome] then
      data.misuse("sequence", ("entry %d"):format(n), "an outcome, as those before", outcome)
    end
    figure:cell(n, 0, classes[outcome], ("%s = %d: %s"):format(d.index, n, outcome))
  end
  return figure
end

function M.build(x, options)
  local d, message, code = data.of("sequence", x, options)
  if not d then return nil, message, code end
  if d.kind ~= "sequence" then data.misuse("sequence", "data", "a sequence, a list or a heap game with to", x) end
  local from = data.integer("sequence", "from", options.from or d.first, d.first, math.max(d.first, d.last))
  local to = options.to and math.min(d.last, data.integer("sequence", "to", options.to, -2 ^ 53, 2 ^ 53)) or d.last
  if to - from >= MOST then
    return nil, ("sequence: %d points are more than the %d that a picture can show; give from and to"):format(
      to - from + 1, MOST), "ELIMIT"
  end
  if from <= to and outcomes.words[d.at(from)] then return cells_of(d, from, to, options.title) end
  local points, low, high, whole, infinite, other = values_of(d, from, to)
  local found, own = period_of(x, d, options)
  local by_log = high >= HUGE and low > 0 and not found
  if by_log then low, high = math.log(low, 10), math.log(high, 10) end
  if high - low == math.huge then
    return nil, ("sequence: values from %g to %g are too far apart for one picture"):format(low, high), "ERANGE"
  end
  low, high = range_around(low, high)
  local figure = figures.new {
    title = d.title or "Sequence", notes = {}, width = 760, height = 340,
    x = { label = d.index, low = from - 0.5, high = math.max(to, from) + 0.5, whole = true },
    y = { label = by_log and "log10 of the value" or "value", low = low, high = high, whole = whole },
  }
  if found then mark_period(figure, d, found, own, from, to) end
  if from > to then figure.notes[#figure.notes + 1] = "no values" end
  if infinite > 0 then
    figure.notes[#figure.notes + 1] = ("infinite and not drawn: %d of %d values"):format(infinite, to - from + 1)
  end
  if other > 0 then
    figure.notes[#figure.notes + 1] = ("no numbers and not drawn: %d of %d values"):format(other, to - from + 1)
  end
  local class = figure:class {
    label = found and "value" or nil, fill = palette.blue, char = "*", mark = "point", shape = "circle",
  }
  for _, point in ipairs(points) do
    local height = by_log and math.log(point[2], 10) or point[2]
    figure:point(point[1], height, class, ("%s = %d: %s"):format(d.index, point[1], point[3]))
  end
  return figure
end

return M
