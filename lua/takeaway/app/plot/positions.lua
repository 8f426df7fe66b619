--- The outcomes of the positions of a two-number ruleset, P-positions standing out.
-- @module takeaway.app.plot.positions

local data = require "takeaway.research.data"
local failure = require "takeaway.base.failure"
local figures = require "takeaway.app.plot.figure"
local palette = require "takeaway.app.plot.palette"
local text = require "takeaway.base.text"

local M = {}

local MOST = 400

M.options = { to = "any", misere = "boolean", title = "string", out = "string" }

local LOOKS = {
  P = { "P: the player to move loses", palette.ink, "P" },
  N = { "N: the player to move wins", "#D9D9D9", "." },
  L = { "L: Left wins", palette.blue, "L" },
  R = { "R: Right wins", palette.orange, "R" },
}

-- The ranges and names of what is drawn, and an outcome for each pair: of a table of outcomes, or of a list of
-- P-positions of two numbers.
local function given(x)
  local family = data.family(x)
  if family == "table" then
    if x.what ~= "outcome" and x.what ~= "misere_outcome" then
      failure.misuse(("positions: this table is of %s; see plot.heat_map"):format(tostring(x.what)))
    end
    return { title = x:title(), p = x.down, q = x.across, at = x.at }
  elseif family ~= "positions" then
    return nil
  end
  local lost, most = {}, 0
  for i, position in ipairs(x) do
    if #position ~= 2 then
      data.misuse("positions", ("position %d of the list"):format(i), "two numbers", #position)
    end
    lost[position[1] .. "," .. position[2]] = true
    most = math.max(most, position[1], position[2])
  end
  local both = { first = 0, last = most }
  return { title = getmetatable(x).titles[x], p = both, q = both, lost = true,
           at = function(a, b) return lost[a .. "," .. b] and "P" or "N" end }
end

-- outcome(a, b) of a ruleset, of anything with outcome(a, b), or of a function giving outcomes.
local function asker(x, misere)
  local call = misere and "misere_outcome" or "outcome"
  if type(x) == "function" then return x, "Outcomes" end
  if data.family(x) == "ruleset" then
    return function(a, b)
      local position = x(a, b)
      return position[call](position)
    end, x.name .. (misere and ", misere play" or "")
  end
  if data.kind(x).table then
    failure.misuse(("positions: a %s has three numbers; see plot.heat_map"):format(data.kind(x).noun))
  end
  local ok, method = failure.try(function() return x[call] end)
  if not ok or type(method) ~= "function" then
    data.misuse("positions", "rules", "a ruleset, a heap game or a function of two numbers giving outcomes", x)
  end
  return function(a, b) return method(x, a, b) end, tostring(x) .. (misere and ", misere play" or "")
end

function M.build(x, options)
  local of = given(x)
  local to = data.integer("positions", "to", options.to or of and math.max(of.p.last, of.q.last) or 30, 0, 2 ^ 53)
  if to > MOST then
    return nil, ("positions: numbers to %d are more than the %d that can be told apart"):format(to, MOST), "ELIMIT"
  end
  local ask, title, p, q
  if of then
    ask, title, p, q = of.at, of.title, of.p, of.q
  else
    ask, title = asker(x, options.misere)
    local names = data.family(x) == "ruleset" and x:coordinates() or {}
    p = { name = names[1], first = 0, last = to }
    q = { name = names[2], first = 0, last = to }
  end
  local figure = figures.new {
    title = options.title or title, equal = true, notes = { "" },
    x = { label = p.name or "first number", low = p.first, high = math.min(p.last, to), whole = true },
    y = { label = q.name or "second number", low = q.first, high = math.min(q.last, to), whole = true },
  }
  local classes, count = {}, 0
  for _, outcome in ipairs { "P", "N", "L", "R" } do
    local look = LOOKS[outcome]
    classes[outcome] = figure:class { label = look[1], fill = look[2], char = look[3], mark = "cell" }
  end
  for a = p.first, math.min(p.last, to) do
    for b = q.first, math.min(q.last, to) do
      local outcome, message, code = ask(a, b)
      if outcome == nil then return nil, message, code end
      if not classes[outcome] then
        data.misuse("positions", ("the outcome of (%d, %d)"):format(a, b), "N, P, L or R", outcome)
      end
      if outcome == "P" then count = count + 1 end
      figure:cell(a, b, classes[outcome], ("(%d, %d): %s"):format(a, b, outcome))
    end
  end
  local cells = (math.min(p.last, to) - p.first + 1) * (math.min(q.last, to) - q.first + 1)
  figure.notes[1] = ("%s of %d, both numbers to %d"):format(text.count(count, "P-position"), cells, to)
  return figure
end

return M
