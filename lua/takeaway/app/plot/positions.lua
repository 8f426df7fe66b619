--- The outcomes of the positions of a two-number ruleset, P-positions standing out.
-- @module takeaway.app.plot.positions

local data = require "takeaway.research.data"
local failure = require "takeaway.base.failure"
local figures = require "takeaway.app.plot.figure"
local outcomes = require "takeaway.app.outcome"
local palette = require "takeaway.app.plot.palette"
local text = require "takeaway.base.text"

local M = {}

local MOST = 400

M.options = { to = "any", misere = "boolean", title = "string", out = "string" }

local LOOKS = {
  P = { palette.ink, "P" }, N = { "#D9D9D9", "." }, L = { palette.blue, "L" }, R = { palette.orange, "R" },
  D = { palette.white, "D" }, LD = { palette.sky, "l" }, DL = { palette.sky, "l" }, DR = { palette.yellow, "r" },
  RD = { palette.yellow, "r" },
}

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
  local to = data.integer("positions", "to", options.to or 30, 0, 2 ^ 53)
  if to > MOST then
    return nil, ("positions: numbers to %d are more than the %d that can be told apart"):format(to, MOST), "ELIMIT"
  end
  local ask, title = asker(x, options.misere)
  local figure = figures.new {
    title = options.title or title, equal = true, notes = { "" },
    x = { label = "first number", low = 0, high = to, whole = true },
    y = { label = "second number", low = 0, high = to, whole = true },
  }
  local classes, count = {}, 0
  for _, outcome in ipairs(outcomes.order) do
    local look = LOOKS[outcome]
    classes[outcome] = figure:class { label = outcomes.words[outcome], fill = look[1], char = look[2], mark = "cell" }
  end
  for a = 0, to do
    for b = 0, to do
      local outcome, message, code = ask(a, b)
      if outcome == nil then return nil, message, code end
      if not classes[outcome] then
        data.misuse("positions", ("the outcome of (%d, %d)"):format(a, b), "N, P, L or R, or a draw", outcome)
      end
      if outcome == "P" then count = count + 1 end
      figure:cell(a, b, classes[outcome], ("(%d, %d): %s"):format(a, b, outcome))
    end
  end
  figure.notes[1] = ("%s of %d, both numbers to %d"):format(text.count(count, "P-position"), (to + 1) * (to + 1), to)
  return figure
end

return M
