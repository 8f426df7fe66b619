--- The thermograph of a partizan position: its walls and mast.
--
-- Values run from right to left, as the literature draws them, temperature upwards. Source: Berlekamp, Conway, Guy,
-- Winning Ways, chapter 6; Siegel, Combinatorial Game Theory II.5.
-- @module takeaway.app.plot.thermograph

local data = require "takeaway.research.data"
local failure = require "takeaway.base.failure"
local figures = require "takeaway.app.plot.figure"
local palette = require "takeaway.app.plot.palette"
local text = require "takeaway.base.text"

local M = {}

M.options = { title = "string", out = "string" }

-- "-5/8" as a float, which is exact enough to draw.
local function number(coordinate)
  if type(coordinate) == "number" then return coordinate + 0.0 end
  local above, below = coordinate:match("^(-?%d+)/(%d+)$")
  if above then return tonumber(above) / tonumber(below) end
  return tonumber(coordinate) + 0.0
end

local function wall_of(corners)
  local wall = {}
  for i, corner in ipairs(corners) do wall[i] = { number(corner.value), number(corner.t), corner.value, corner.t } end
  return wall
end

-- The stop of a wall, its value at t = 0. A wall may begin below zero, and is a mast above its last corner.
local function stop_of(corners)
  local last, t = corners[1], number(corners[1].t)
  for i = 2, #corners do
    local at = number(corners[i].t)
    if at <= 0 then last, t = corners[i], at end
  end
  if t >= 0 or last == corners[#corners] then return tostring(last.value) end
  local exact = require "takeaway".number
  local value, rise = exact(last.value), exact(last.t)
  return tostring(last.slope == 0 and value or last.slope > 0 and value - rise or value + rise)
end

-- The wall as drawn: from its last corner, where it is vertical, up to the foot of the mast.
local function drawn(wall, foot)
  local corners = table.move(wall, 1, #wall, 1, {})
  if wall[#wall][2] < foot[2] then corners[#corners + 1] = { wall[#wall][1], foot[2] } end
  return corners
end

local function thermograph_of(x)
  local family = data.family(x)
  if type(x) == "table" and type(x.left) == "table" and type(x.right) == "table" and x.left[1] and x.right[1]
    and x.mean and x.temperature then return x, "Thermograph" end
  if type(x) == "string" then
    local read, value, message, code = failure.try(require "takeaway".value, x)
    if not read then failure.misuse((text.message(value):gsub("^value: ", "thermograph: position: "))) end
    if not value then return nil, message, code end
    x, family = value, "value"
  end
  if family == "value" then
    local t, message, code = x:thermograph()
    return t, t and "Thermograph of " .. tostring(x) or message, code
  end
  local ok, method = failure.try(function() return x.canonical_form end)
  if not ok or type(method) ~= "function" then
    data.misuse("thermograph", "position", "a value or its text, a position or a thermograph", x)
  end
  local value, message, code = method(x)
  if not value then return nil, message, code end
  if not value:is_loopfree() then return nil, "thermograph: the value of a loopy game has none", "ELOOPY" end
  local t
  t, message, code = value:thermograph()
  return t, t and ("Thermograph of %s = %s"):format(tostring(x), tostring(value)) or message, code
end

function M.build(x, options)
  local t, title, code = thermograph_of(x)
  if not t then return nil, title, code end
  local left, right = wall_of(t.left), wall_of(t.right)
  local low, high, hot = math.huge, -math.huge, math.max(0, number(t.temperature))
  for _, wall in ipairs { left, right } do
    for _, corner in ipairs(wall) do low, high = math.min(low, corner[1]), math.max(high, corner[1]) end
  end
  local top = math.max(hot * 1.35, hot + 0.5)
  local margin = math.max((high - low) * 0.12, 0.5, figures.apart(low, high))
  local foot = left[#left][2] > right[#right][2] and left[#left] or right[#right]
  local figure = figures.new {
    title = options.title or title, width = 560, height = 380,
    notes = {
      ("mean %s, temperature %s"):format(t.mean, t.temperature),
      ("Left stop %s, Right stop %s"):format(stop_of(t.left), stop_of(t.right)),
    },
    x = { label = "value (Left's side is to the left)", low = low - margin, high = high + margin, reversed = true },
    y = { label = "temperature t", low = math.min(left[1][2], 0), high = top },
  }
  local inside = figure:class {
    label = "between the walls", fill = palette.yellow, char = ".", mark = "area", opacity = 0.35,
  }
  local corners = {}
  for i = 1, #left do corners[#corners + 1] = left[i] end
  for i = #right, 1, -1 do corners[#corners + 1] = right[i] end
  if high > low then
    figure:area(corners, inside)
    figure:line(drawn(left, foot),
      figure:class { label = "left wall", fill = palette.blue, char = "L", mark = "line", thick = 3 })
    figure:line(drawn(right, foot),
      figure:class { label = "right wall", fill = "#B37400", char = "R", mark = "line", thick = 3 })
  end
  local mast = figure:class {
    label = high > low and "mast" or "mast, both walls", fill = palette.ink, char = "|", mark = "line",
  }
  figure:line({ { foot[1], foot[2] }, { foot[1], top } }, mast)
  local dot = figure:class { fill = palette.ink, char = "o", mark = "point", shape = "circle" }
  for i, wall in ipairs { left, right } do
    for _, corner in ipairs(wall) do
      figure:point(corner[1], corner[2], dot, ("%s wall: %s at t = %s"):format(i == 1 and "left" or "right", corner[3],
        corner[4]))
    end
  end
  return figure
end

return M
