--- The outcomes of positions over two of their numbers, P-positions standing out.
-- @module takeaway.app.plot.positions

local data = require "takeaway.research.data"
local failure = require "takeaway.base.failure"
local grids = require "takeaway.app.plot.grid"
local outcomes = require "takeaway.app.outcome"
local palette = require "takeaway.app.plot.palette"
local text = require "takeaway.base.text"

local M = {}

local MOST = 401 -- cells a side
local REST = "not P"
local REACH = 30 -- where neither the caller nor the rules say how far

M.options = { to = "any", from = "any", fix = "table", misere = "boolean", title = "string", out = "string" }

local LOOKS = {
  P = { palette.ink, "P" }, N = { "#D9D9D9", "." }, L = { palette.blue, "L" }, R = { palette.orange, "R" },
  D = { palette.white, "D" }, LD = { palette.sky, "l" }, DL = { palette.sky, "l" }, DR = { palette.yellow, "r" },
  RD = { palette.yellow, "r" },
}

-- The list that `rules:p_positions` gives: of its whole box, the two coordinates that vary.
local function of_box(list)
  local meta = getmetatable(list)
  local box = meta.boxes[list]
  local i, j = box.order[1], box.order[2]
  if #box.order ~= 2 then
    data.misuse("positions", "the list", "positions with two free coordinates", #box.order .. " free")
  end
  local lost = {}
  for _, position in ipairs(list) do lost[position[i] .. "," .. position[j]] = true end
  return { kind = "grid", title = meta.titles[list], begin = 0, p = box.names[i] or ("[%d]"):format(i),
           q = box.names[j] or ("[%d]"):format(j), first = box.first[i], last = box.last[i], left = box.first[j],
           right = box.last[j], at = function(a, b) return lost[a .. "," .. b] and "P" or REST end }
end

-- A plain list of P-positions of two numbers, as far as it goes.
local function of_list(list)
  local lost, ends = {}, { { first = 0, last = 0 }, { first = 0, last = 0 } }
  for i, position in ipairs(list) do
    if type(position) ~= "table" or #position ~= 2 then
      data.misuse("positions", ("position %d of the list"):format(i), "two numbers",
        type(position) == "table" and #position or position)
    end
    local at = {}
    for k, axis in ipairs(ends) do
      local n = data.integer("positions", ("position %d of the list"):format(i), position[k], -2 ^ 53, 2 ^ 53)
      axis.first, axis.last, at[k] = math.min(axis.first, n), math.max(axis.last, n), n
    end
    lost[at[1] .. "," .. at[2]] = true
  end
  return { kind = "grid", title = "P-positions",
           p = "a", q = "b", first = ends[1].first, last = ends[1].last, left = ends[2].first,
           right = ends[2].last, at = function(a, b) return lost[a .. "," .. b] and "P" or REST end }
end

-- What to look at, as plot.grid takes it, and its settings: outcomes of a ruleset are asked for by name, other games
-- answer outcome(a, b).
local function asked(x, options)
  local family, what = data.family(x), options.misere and "misere_outcome" or "outcome"
  local play = options.misere and ", misere play" or ""
  local is_list = family == nil and type(x) == "table" and type(x[1]) == "table"
  local is_told = type(x) == "function" or family == "positions" or is_list or family == "table" and x.what == "outcome"
  if options.misere and is_told then
    failure.misuse("positions: misere: is for rulesets and games; given outcomes have their own play convention")
  end
  if type(x) == "function" then return x, options, "Outcomes" end
  if family == "positions" then return of_box(x), options end
  if is_list then
    return of_list(x), options
  elseif family == "table" then
    if x.what ~= "outcome" and x.what ~= "misere_outcome" then
      failure.misuse(("positions: this table is of %s; see plot.heat_map"):format(tostring(x.what)))
    end
    return x, options
  elseif family == "ruleset" then
    local usual = type(x.tables) ~= "table" and REACH or nil -- else the rules say how far
    return x, { from = options.from, to = options.to or usual, fix = options.fix, what = what }
  end
  if data.kind(x).table then
    failure.misuse(("positions: a %s has three numbers; see plot.heat_map"):format(data.kind(x).noun))
  end
  local ok, method = failure.try(function() return x[what] end)
  if not ok or type(method) ~= "function" then
    data.misuse("positions", "rules", "a ruleset, a heap game or a function of two numbers giving outcomes", x)
  end
  return function(a, b) return method(x, a, b) end, options, ("outcomes of %s%s"):format(tostring(x), play)
end

--- The classes of cells by outcome, of a figure.
function M.classes(figure)
  local classes = {}
  for _, outcome in ipairs(outcomes.order) do
    local look = LOOKS[outcome]
    classes[outcome] = figure:class { label = outcomes.words[outcome], fill = look[1], char = look[2], mark = "cell" }
  end
  return classes
end

function M.build(x, options)
  local given, settings, title = asked(x, options)
  local grid, message, code = grids.of("positions", given, settings, MOST, REACH)
  if not grid then return nil, message, code end
  local figure = grids.figure(grid, options.title or title or grid.title)
  local classes, count = M.classes(figure), 0
  -- A list of P-positions does not say whether the others are won or drawn, and by whom.
  classes[REST] = figure:class { label = "not a P-position", fill = LOOKS.N[1], char = ".", mark = "cell" }
  for a, b in grids.cells(grid) do
    local outcome, why, failed = grid.at(a, b)
    if outcome == nil then return nil, why, failed end
    if not classes[outcome] then
      data.misuse("positions", ("the outcome of (%d, %d)"):format(a, b), "N, P, L or R, or a draw", outcome)
    end
    if outcome == "P" then count = count + 1 end
    figure:cell(b, a, classes[outcome], ("(%d, %d): %s"):format(a, b, outcome))
  end
  figure.notes[1] = ("%s of %d, %s"):format(text.count(count, "P-position"), grids.count(grid), grids.ranges(grid))
  return figure
end

return M
