--- The staircase of NIM with Cash at n: the winner at every pair of purses, and the rule that decides it.
--
-- Rich: d >= f^I(n) or e >= f^II(n), Theorem 2.4 decides. Else poor: d < g^I(n) or e < g^II(n), 3.7 decides. All other
-- pairs are critical. As in a table of the rules at n, d runs down and e across.
-- The staircase is s_n(e), the least cash with which the mover wins.
-- Source: Gasarch, Purtilo and Ulrich, NIM with Cash.
-- @module takeaway.app.plot.staircase

local data = require "takeaway.research.data"
local grids = require "takeaway.app.plot.grid"
local palette = require "takeaway.app.plot.palette"

local M = {}

local MOST = 600

M.options = { n = "any", to = "any", title = "string", out = "string" }

-- The columns, rows and rules of the picture, or nil, message, code.
local function thresholds(game, n)
  local found, names = {}, { "fI", "fII", "gI", "gII" }
  local rich1, rich2, code = game:rich(n)
  if not rich1 then return nil, rich2, code end
  local poor1, poor2, code2 = game:poor(n)
  if not poor1 then return nil, poor2, code2 end
  for i, value in ipairs { rich1, rich2, poor1, poor2 } do found[names[i]] = value end
  return found
end

local function region_classes(figure)
  local function class(label, fill, char)
    return figure:class { label = label, fill = fill, char = char, mark = "cell" }
  end
  return {
    I = {
      rich = class("I wins, someone is rich (2.4)", "#BBDDF3", "."),
      poor = class("I wins, someone is poor (3.7)", "#56B4E9", ":"),
      critical = class("I wins, critical", "#0072B2", "#"),
    },
    II = {
      rich = class("II wins, someone is rich (2.4)", "#FBE3B5", "~"),
      poor = class("II wins, someone is poor (3.7)", "#E69F00", "-"),
      critical = class("II wins, critical", "#B34700", "%"),
    },
  }
end

local function draw_lines(figure, at, stairs, to)
  local function guide(label, dash, char, corners)
    figure:line(corners, figure:class { label = label, fill = palette.ink, char = char, mark = "line", dash = dash })
  end
  local low, high = -0.5, to + 0.5
  local function across(d) return { { low, d - 0.5 }, { high, d - 0.5 } } end
  local function up(e) return { { e - 0.5, low }, { e - 0.5, high } } end
  for _, threshold in ipairs {
    { "fI", "f^I = %d, I is rich from here down", "dashed", across },
    { "fII", "f^II = %d, II is rich from here on", "dashed", up },
    { "gI", "g^I = %d, I is poor above", "dotted", across },
    { "gII", "g^II = %d, II is poor before", "dotted", up },
  } do
    local value = at[threshold[1]]
    if value <= to then guide(threshold[2]:format(value), threshold[3], "f", threshold[4](value)) end
  end
  guide("s_n(e), the least cash that wins", nil, "s", stairs)
end

-- The border between wins and losses: s_n is nondecreasing in e.
local function stairs_of(least, to)
  local corners = {}
  for e = 0, to do
    local d = math.min(least[e], to + 1) - 0.5
    corners[#corners + 1] = { e - 0.5, d }
    corners[#corners + 1] = { e + 0.5, d }
  end
  return corners
end

function M.build(game, options)
  if data.family(game) ~= "cash" then data.misuse("staircase", "game", "a game of ta.cash", game) end
  local n = data.integer("staircase", "n", options.n, 0, 2 ^ 53)
  local to = data.integer("staircase", "to", options.to or n, 0, 2 ^ 53)
  if to > MOST then
    local why = "staircase: purses to %d are more than the %d that a picture can show; give to"
    return nil, why:format(to, MOST), "ELIMIT"
  end
  local at, message, code = thresholds(game, n)
  if not at then return nil, message, code end
  local figure = grids.figure({
    down = { name = "d", label = "d, dollars of I (the mover)", first = 0, last = to },
    across = { name = "e", label = "e, dollars of II", first = 0, last = to },
  }, options.title or ("%s, n = %d: who wins"):format(tostring(game), n))
  local classes, least, critical = region_classes(figure), {}, 0
  for e = 0, to do
    least[e], message, code = game:least_cash(n, e)
    if not least[e] then return nil, message, code end
    for d = 0, to do
      local winner = d >= least[e] and "I" or "II"
      local region = (d >= at.fI or e >= at.fII) and "rich" or (d < at.gI or e < at.gII) and "poor" or "critical"
      if region == "critical" then critical = critical + 1 end
      figure:cell(e, d, classes[winner][region], ("d = %d, e = %d: %s wins (%s)"):format(d, e, winner, region))
    end
  end
  figure.notes = {
    ("f^I = %d, f^II = %d, g^I = %d, g^II = %d; %d critical"):format(at.fI, at.fII, at.gI, at.gII, critical),
    ("with unlimited cash %s wins"):format(game:winner(n, math.huge, math.huge)),
  }
  draw_lines(figure, at, stairs_of(least, to), to)
  return figure
end

return M
