--- Heat map of a table of values: L(p, q) of a two-pile game, with its P-positions and where the
-- closed form differs.
-- @module takeaway.app.plot.heat_map

local data = require "takeaway.research.data"
local failure = require "takeaway.base.failure"
local figures = require "takeaway.app.plot.figure"
local palette = require "takeaway.app.plot.palette"
local text = require "takeaway.base.text"

local M = {}

local MOST = 1000     -- cells a side
local MOST_STEPS = 11 -- classes of values

M.options = { what = "string", to = "any", out = "string", diff = "boolean",
              formula = "function", limit = "any", title = "string" }

-- What is drawn: {first, last, at, title, game or nil, least = is it L, misere =}.
local function source(x, options)
  local kind = data.kind(x)
  if type(x) == "function" then
    local last = data.integer("heat_map", "to", options.to, 0, MOST)
    return { first = 0, last = last, at = x, title = "value(p, q)" }
  end
  if type(x) == "table" and data.family(x) == nil and type(x[1]) == "table" then
    return { first = 1, last = #x, at = function(p, q) return x[p] and x[p][q] end, title = "value(p, q)" }
  end
  local family = data.family(x)
  if family == "ruleset" or family == "table" then
    local d, message, code = data.of("heat_map", x, { to = options.to, title = options.title, what = options.what })
    if not d then return nil, message, code end
    if d.kind ~= "grid" then
      data.misuse("heat_map", "data", "a ruleset of two numbers, or of three with a limit; see plot.sequence", x)
    end
    d.least = d.what == "least_limit"
    d.mark = false
    return d
  end
  if not kind.table and not kind.grid then
    if not (type(x) == "table" and x.kind == "grid") then
      local expected = "a two-pile game (with to), a LeastMoveTable, rows or a function of p and q"
      data.misuse("heat_map", "data", expected, x)
    end
    return { first = x.first, last = x.last, left = x.left, right = x.right, p = x.p, q = x.q, at = x.at,
             title = x.title or "value(p, q)" }
  end
  local t = x
  if kind.table then
    local made, message, code = kind.table(x, data.integer("heat_map", "to", options.to or 24, 1, MOST))
    if not made then return nil, message, code end
    t = made
  end
  if t.kind == "grid" then return t end
  local from = data.kind(t).grid(t)
  from.first, from.formula = 1, kind.closed_form and kind.closed_form(x)
  return from
end

local function range_text(from, to)
  if from == to then return text.amount(from) end
  return ("%s to %s"):format(text.amount(from), text.amount(to))
end

-- Classes for finite values: one each when they are few, else by doubling, else of equal width.
local function value_classes(figure, values, name)
  local sorted, low, high = {}, math.huge, -math.huge
  for v in pairs(values) do
    sorted[#sorted + 1] = v
    low, high = math.min(low, v), math.max(high, v)
  end
  table.sort(sorted)
  local key_of
  if #sorted <= MOST_STEPS then
    key_of = function(v) return v end
  elseif low >= 0 then
    local base = 2.0 -- a float: its powers do not wrap
    while math.log(high, base) > MOST_STEPS - 2 do base = base * base end
    key_of = function(v)
      local key, top = 0, 1.0
      if v == 0 then return -1 end
      while v > top do key, top = key + 1, top * base end
      return key
    end
  else
    local wide = (high - low) / (MOST_STEPS - 2)
    key_of = function(v) return (v - low) // wide end
  end
  local groups, order = {}, {}
  for _, v in ipairs(sorted) do
    local key = key_of(v)
    if not groups[key] then
      groups[key] = { from = v }
      order[#order + 1] = key
    end
    groups[key].to = v
  end
  local steps = palette.steps(math.max(1, #order))
  -- Small values are their own character: 0 to 9, then a to z.
  if #sorted <= MOST_STEPS and low >= 0 and high < 36 then
    for i, v in ipairs(sorted) do
      v = math.tointeger(v)
      if v then steps[i].char = ("0123456789abcdefghijklmnopqrstuvwxyz"):sub(v + 1, v + 1) end
    end
  end
  for i, key in ipairs(order) do
    groups[key].class = figure:class {
      label = ("%s = %s"):format(name, range_text(groups[key].from, groups[key].to)),
      fill = steps[i].fill, char = steps[i].char, terminal = steps[i].terminal, mark = "cell",
    }
  end
  return function(v) return groups[key_of(v)].class end
end

local function mark_of(from, options)
  if options.limit ~= nil then
    local limit = options.limit
    if limit ~= math.huge then limit = data.integer("heat_map", "limit", limit, 1, 2 ^ 62) end
    local label = ("P when the limit is %s"):format(text.amount(limit))
    return function(v) return v > limit or v == math.huge end, label
  end
  if not from.least or from.mark == false then return nil end
  if from.misere then return function(v) return v == math.huge end, "P for every limit" end
  return function(v, p, q) return v == math.min(p, q) end, "P when no pile may be emptied"
end

local function draw_values(figure, from, options, formula)
  local values, infinite = {}, nil
  for p = from.first, from.last do
    for q = from.left, from.right do
      local v = from.at(p, q)
      if type(v) ~= "number" or v ~= v or v == -math.huge then
        data.misuse("heat_map", ("the value at (%d, %d)"):format(p, q), "a number", v)
      end
      if v ~= math.huge then values[v] = true else infinite = true end
    end
  end
  local name = from.least and "L" or "value"
  local side = math.max(from.last - from.first, from.right - from.left)
  local class_of = value_classes(figure, values, name)
  local never = infinite and figure:class {
    label = name .. " is infinite", fill = palette.light, char = " ", mark = "cell",
  }
  local is_marked, mark_label = mark_of(from, options)
  -- A ring leaves the number in the cell readable; without numbers a dot is clearer.
  local numbers = side <= 26
  figure.dot = numbers and 0.42 or 0.24
  local lost = is_marked and figure:class {
    label = mark_label, fill = palette.vermilion, char = "P", mark = "point",
    shape = numbers and "ring" or "circle",
  }
  local wrong = formula and figure:class {
    label = "closed form is wrong", fill = palette.black, char = "!", mark = "point", shape = "frame",
  }
  local count, dots = 0, side <= 120 and is_marked
  for p = from.first, from.last do
    for q = from.left, from.right do
      local v = from.at(p, q)
      local tip = ("%s(%d, %d) = %s"):format(name, p, q, text.amount(v))
      local class = v == math.huge and never or class_of(v)
      figure:cell(p, q, class, tip, numbers and text.amount(v) or nil)
      if dots and is_marked(v, p, q) then figure:point(p, q, lost, tip .. ", " .. mark_label) end
      local expected = formula and formula(p, q)
      if expected and expected ~= v then
        count = count + 1
        if count <= 2000 then
          figure:point(p, q, wrong, ("%s, closed form %s"):format(tip, text.amount(expected)))
        end
      end
    end
  end
  if is_marked and not dots then
    figure.notes[1] = "P-positions are marked in pictures of at most 121 cells a side"
  end
  if formula then
    local note = count == 0 and from.misere and "Theorem M agrees where it applies,"
      or count == 0 and "the closed form agrees, checked for"
      or ("the closed form is wrong in %d of %s,"):format(count, text.count((side + 1) ^ 2 // 1 | 0, "cell"))
    table.insert(figure.notes, 1, ("%s p and q to %d"):format(note, from.last))
    if count > 2000 then figure.notes[#figure.notes + 1] = "the first 2000 of these are framed; diff shows all" end
  end
end

local function draw_difference(figure, from, formula)
  local same = figure:class { label = "equal", fill = palette.light, char = ".", mark = "cell" }
  local unknown = figure:class { label = "formula not given", fill = palette.grey, char = "?", mark = "cell" }
  local above = figure:class { label = "exact is larger", fill = palette.blue, char = "+", mark = "cell" }
  local below = figure:class { label = "exact is smaller", fill = palette.orange, char = "-", mark = "cell" }
  local count = 0
  for p = from.first, from.last do
    for q = from.left, from.right do
      local v, expected = from.at(p, q), formula(p, q)
      local class = expected == nil and unknown or v == expected and same or v > expected and above or below
      if class == above or class == below then count = count + 1 end
      figure:cell(p, q, class, ("(%d, %d): exact %s, formula %s"):format(p, q, text.amount(v),
        expected == nil and "not given" or text.amount(expected)),
        expected and v ~= expected and v ~= math.huge and expected ~= math.huge and ("%+d"):format(v - expected)
          or nil)
    end
  end
  figure.notes[1] = ("%d of %s"):format(count, text.count((from.last - from.first + 1) ^ 2 // 1 | 0, "cell"))
    .. (count == 1 and " differs" or " differ")
end

function M.build(x, options)
  local from, message, code = source(x, options)
  if not from then return nil, message, code end
  from.left, from.right = from.left or from.first, from.right or from.last
  local side = math.max(from.last - from.first, from.right - from.left) + 1
  if side > MOST then
    return nil, ("heat_map: %d cells a side are more than %d can be told apart in a picture"):format(side, MOST),
      "ELIMIT"
  end
  local formula = options.formula or from.formula
  if options.diff and not formula then
    failure.misuse("heat_map: diff: the difference needs a game, or formula = function(p, q)")
  end
  local figure = figures.new {
    title = options.title or (options.diff and from.title .. ": exact minus formula" or from.title),
    equal = true, dot = 0.24,
    x = { label = from.p or "p", low = from.first, high = from.last, whole = true },
    y = { label = from.q or "q", low = from.left, high = from.right, whole = true },
  }
  if options.diff then draw_difference(figure, from, formula) else draw_values(figure, from, options, formula) end
  return figure
end

return M
