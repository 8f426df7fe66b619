-- Thermographs from -1 on, against the stops of the cooled game (Siegel, II.5).

local box = require "spec.support.box"
local ta = require "takeaway"
local P = require "spec.support.partizan"
local days = require "spec.support.days"
local seed = require "spec.support.seed"()

-- The value of a wall at t, both as numbers of Lua: here all are exact.
local function as_float(text)
  local n, d = text:match "^(-?%d+)/(%d+)$"
  return n and tonumber(n) / tonumber(d) or tonumber(text)
end

local function wall_at(wall, t)
  local last
  for _, c in ipairs(wall) do
    if as_float(c.t) <= t then last = c end
  end
  return as_float(last.value) + last.slope * (t - as_float(last.t))
end

local function check(v, step)
  local thermo = assert(v:thermograph(-1))
  for _, side in ipairs { "left", "right" } do
    local wall = thermo[side]
    assert.are.equal("-1", wall[1].t)
    assert.are.equal(0, wall[#wall].slope)
    assert.are.equal(v:mean(), wall[#wall].value)
    for i = 2, #wall do -- a corner turns, or is the foot of the mast
      assert(wall[i].slope ~= wall[i - 1].slope or wall[i].t == v:temperature())
      assert(as_float(wall[i].t) > as_float(wall[i - 1].t))
    end
    for n = 1 - step, 2 * step do
      local t = n / step
      local stop = side == "left" and v:cool(t):left_stop() or v:cool(t):right_stop()
      assert.are.equal(as_float(stop), wall_at(wall, t), tostring(v) .. " " .. side .. " wall at " .. t)
    end
  end
  local foot = thermo.left[#thermo.left].t
  if as_float(thermo.right[#thermo.right].t) > as_float(foot) then foot = thermo.right[#thermo.right].t end
  assert(as_float(foot) <= as_float(v:temperature()))
end

describe("thermographs from -1, seed " .. seed .. ":", function()
  it("are the stops of the cooled game: all games born by day 2", function()
    for _, v in ipairs(days(ta, 2)) do check(v, 16) end
  end)

  it("are the stops of the cooled game: numbers, nimbers, ups, random games", function()
    for x, ups, star in box({ "0", "3", "-2", "1/2", "-3/4", "25/16", "9/8" }, -3, 3, 0, 3) do
      check(ta.value(x) + ta.up(ups) + ta.star(star), 16)
    end
    math.randomseed(seed)
    local value = P.valuer(ta)
    for _ = 1, 60 do check(value(P.random(4, 3)), 8) end
    for _ = 1, 20 do check(value(P.random(3, 2)) + "1/4", 16) end
  end)

  it("published: 25/16, 9/8*, an integer, a nimber, up", function()
    local function text(name, side)
      local parts = {}
      for i, c in ipairs(ta.value(name):thermograph(-1)[side]) do parts[i] = c.value .. " at " .. c.t end
      return table.concat(parts, ", ")
    end
    assert.are.equal("2 at -1, 2 at -1/2, 25/16 at -1/16", text("25/16", "left"))
    assert.are.equal("1 at -1, 3/2 at -1/2, 3/2 at -1/8, 25/16 at -1/16", text("25/16", "right"))
    assert.are.equal("5 at -1", text("5", "left"))
    assert.are.equal("1 at -1, 0 at 0", text("*8", "left"))
    assert.are.equal("-1 at -1, 0 at 0", text("*8", "right"))
    assert.are.equal("0 at -1, 0 at 0", text("^", "right"))
    assert.are.equal("0 at 0", select(2, pcall(function()
      local c = ta.star():thermograph().left[1]
      return c.value .. " at " .. c.t
    end)))
    assert.are.equal("4611686018427387905 at -1, 2305843009213693952 at 2305843009213693952",
      text("{4611686018427387904|0}", "left"))
    assert.is_false(pcall(ta.up().thermograph, ta.up(), -2))
  end)
end)
