--- Thermographs between the temperatures -1 and 0.
--
-- As above 0, the left scaffold of v is the largest right wall of its Left options minus t. The right scaffold is the
-- least left wall of its Right options plus t. The walls are a mast from where they meet; an integer is a mast from -1
-- on (Siegel, II.5). So a number m/2^k meets at -1/2^k, every other value at 0 or above.
--
-- The walls of a number x keep within -t of each other, so terms that only repeat x do not show: for n >= 1
--
--     x + *m         {x|x}
--     x + n up + *m  {x| and the right wall of x, but for x^*, which is {x|x}
-- @module takeaway.family.value.subzero_thermograph

local core = require "takeaway.core"

local values = core.value_methods

-- A piecewise linear function on [-1, 0], by its corners {t, y}, which are values that are numbers.

local MINUS_ONE, ZERO, HALF

local function at(f, t)
  for i = #f, 1, -1 do
    if f[i].t <= t then
      local a, b = f[i], f[i + 1]
      if not b or a.y == b.y then return a.y end
      return b.y > a.y and a.y + (t - a.t) or a.y - (t - a.t)
    end
  end
end

-- f + slope t.
local function taxed(f, slope)
  local out = {}
  for i, c in ipairs(f) do out[i] = { t = c.t, y = slope > 0 and c.y + c.t or c.y - c.t } end
  return out
end

local function slope_of(f, t, u)
  local a, b = at(f, t), at(f, u)
  return b > a and 1 or b < a and -1 or 0
end

-- All t from -1 to 0 at which f or g has a corner, or they meet.
local function turns(f, g)
  local list, seen = {}, {}
  local function add(t)
    if not seen[t] then list[#list + 1], seen[t] = t, true end
  end
  for _, c in ipairs(f) do add(c.t) end
  for _, c in ipairs(g) do add(c.t) end
  local function sort() table.sort(list, function(a, b) return a < b end) end
  sort()
  for i = 1, #list - 1 do
    local t, u = list[i], list[i + 1]
    local gap, rate = at(f, t) - at(g, t), slope_of(g, t, u) - slope_of(f, t, u)
    if gap < ZERO then gap, rate = -gap, -rate end
    if rate == 2 then gap = gap:conway_product(HALF) end
    if rate > 0 and t + gap < u then add(t + gap) end
  end
  sort()
  return list
end

local function draw(times, y)
  local out = {}
  for i, t in ipairs(times) do out[i] = { t = t, y = y(t) } end
  return out
end

local function extreme(f, g, side)
  if not f then return g end
  return draw(turns(f, g), function(t)
    local a, b = at(f, t), at(g, t)
    return (a > b) == (side == 1) and a or b
  end)
end

-- Both walls from the scaffolds: above the point where these meet, they are the mast.
local function raise(left, right)
  local times = turns(left, right)
  local mast
  local function wall(f)
    return draw(times, function(t)
      if mast and t >= mast then return at(f, mast) end
      return at(f, t)
    end)
  end
  for _, t in ipairs(times) do
    if at(left, t) <= at(right, t) then
      mast = t
      break
    end
  end
  return { wall(left), wall(right) }
end

local walls

-- One wall of a number, from 0 down: x down to its temperature. From there the left wall is x^L - t down to the
-- temperature of x^L. Below that it is the left wall of x^LR, since the right wall of x^L is that plus t.
local function wall_of_number(x, mover)
  local down = { { t = ZERO, y = x } }
  while not values.is_integer(x) do
    local option = mover(x)[1]
    local from, to = core.number(x:temperature()), core.number(option:temperature())
    down[#down + 1] = { t = from, y = x }
    x = option > x and option + to or option - to
    down[#down + 1] = { t = to, y = x }
    if to == MINUS_ONE then break end
  end
  if down[#down].t ~= MINUS_ONE then down[#down + 1] = { t = MINUS_ONE, y = x } end
  local wall = {}
  for i, corner in ipairs(down) do wall[#down + 1 - i] = corner end
  return wall
end

local function walls_of_number(x)
  return { wall_of_number(x, values.left_options), wall_of_number(x, values.right_options) }
end

local function walls_of_compact(parts, known)
  local of_x = walls(core.number(parts.number), known)
  local left, right = taxed(of_x[2], -1), taxed(of_x[1], 1)
  local plain = parts.up == 0 or math.abs(parts.up) == 1 and parts.star == 1
  if not plain and parts.up > 0 then right = of_x[2] end
  if not plain and parts.up < 0 then left = of_x[1] end
  return { left, right } -- they meet at 0 first
end

function walls(v, known)
  if known[v] then return known[v] end
  local parts = values.number_up_star(v)
  local result
  if values.is_number(v) then
    result = walls_of_number(v)
  elseif parts then
    result = walls_of_compact(parts, known)
  else
    local scaffolds = {}
    for side, options in ipairs { v:left_options(), v:right_options() } do
      for _, o in ipairs(options) do
        scaffolds[side] = extreme(scaffolds[side], walls(o, known)[3 - side], side)
      end
    end
    result = raise(taxed(scaffolds[1], -1), taxed(scaffolds[2], 1))
  end
  known[v] = result
  return result
end

-- The corners of a wall, each with the slope after it. Only the foot of the mast may have no change of slope.
local function corners(below, above, foot)
  local points = {}
  for i, c in ipairs(below) do points[i] = { t = tostring(c.t), value = tostring(c.y), at = c.t, y = c.y } end
  for i = 2, #above do
    points[#points + 1] = { t = above[i].t, value = above[i].value, at = core.number(above[i].t),
      y = core.number(above[i].value) }
  end
  local out = {}
  for i, p in ipairs(points) do
    local next_one = points[i + 1]
    local slope = next_one and (next_one.y > p.y and 1 or next_one.y < p.y and -1 or 0) or 0
    if #out == 0 or out[#out].slope ~= slope or p.t == foot then
      out[#out + 1] = { t = p.t, value = p.value, slope = slope }
    end
  end
  return out
end

--- The thermograph `thermo` of v, which begins at 0, from -1 on.
return function(v, thermo)
  MINUS_ONE, ZERO, HALF = core.value(-1), core.value(0), core.value "1/2"
  local below = walls(v, {})
  local foot = thermo.temperature
  thermo.left, thermo.right = corners(below[1], thermo.left, foot), corners(below[2], thermo.right, foot)
  return thermo
end
