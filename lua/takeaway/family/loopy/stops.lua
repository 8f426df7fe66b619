--- Stops of stoppers, and tests by them (Siegel, VI.4).
-- @module takeaway.family.loopy.stops

local core = require "takeaway.core"
local games = require "takeaway.family.loopy.games"
local names = require "takeaway.family.loopy.names"

local methods = games.metatable.__index

--- Test whether it is on, off, or a number + over or + under.
-- @function loopy:is_pseudonumber
-- @treturn boolean
function methods.is_pseudonumber(g)
  if not methods.is_stopper(g) then return false end
  local left, right = methods.left_options(g), methods.right_options(g)
  if #left + #right == 1 then return (left[1] or right[1]) == g end
  if #left ~= 1 or #right ~= 1 then return false end
  local function is_number(x) return not games.is_loopy(x) and x:is_number() end
  return left[1] == g and is_number(right[1]) or right[1] == g and is_number(left[1])
end

local stop

-- The best stop among the player's moves, with alternating play; `known` is by player and value.
local function best_stop(g, player, known)
  local best
  for _, option in ipairs(player == 1 and g:left_options() or g:right_options()) do
    local other = stop(option, 3 - player, known)
    local better = not best or player == 1 and games.geq(other, best) or player == 2 and games.geq(best, other)
    if better then best = other end
  end
  return best
end

function stop(g, player, known)
  if not games.is_loopy(g) then
    return core.number(player == 1 and g:left_stop() or g:right_stop())
  end
  if methods.is_pseudonumber(g) then return g end
  if not known[player][g] then known[player][g] = best_stop(g, player, known) end
  return known[player][g]
end

local function stop_of(g, player, call)
  if not methods.is_stopper(g) then return games.no_stopper(call) end
  return stop(g, player, { {}, {} })
end

--- The stop reached when Left starts: g itself where it is on, off, or a number, with or without over or under.
-- Otherwise it is the greatest right stop of Left's options.
-- @function loopy:left_stop
-- @treturn string the name of the value; or nil, a message and "EUNSUPPORTED" where g is no stopper
function methods.left_stop(g)
  local found, message, code = stop_of(g, 1, "left_stop")
  if found == nil then return nil, message, code end
  return tostring(found)
end

--- The stop reached when Right starts, see @{loopy:left_stop}.
-- @function loopy:right_stop
-- @treturn string the name of the value; or nil, a message and "EUNSUPPORTED" where g is no stopper
function methods.right_stop(g)
  local found, message, code = stop_of(g, 2, "right_stop")
  if found == nil then return nil, message, code end
  return tostring(found)
end

--- Both stops, first the one where Left starts, see @{loopy:left_stop}.
-- @function loopy:stops
-- @treturn string Left starting
-- @treturn string Right starting; or nil, a message and "EUNSUPPORTED" where g is no stopper
function methods.stops(g)
  if not methods.is_stopper(g) then return games.no_stopper "stops" end
  return methods.left_stop(g), (methods.right_stop(g))
end

-- A stop without its over or under.
local function strong_stop(g, player)
  local found = stop(g, player, { {}, {} })
  if not games.is_loopy(found) then return found end
  for _, option in ipairs(found:left_options()) do
    if option ~= found then return option end
  end
  for _, option in ipairs(found:right_options()) do
    if option ~= found then return option end
  end
  return found
end

local function sides(g)
  if games.is_loopy(g) and not methods.is_stopper_sided(g) then return nil end
  if not games.is_loopy(g) then return g, g end
  return methods.onside(g), methods.offside(g)
end

local function no_plain(call)
  return function(g)
    if games.is_loopy(g) then return false end
    core.raise(call .. ": expected a value (called with . instead of : ?)")
  end
end

--- Test for a number. Numbers are plain values.
-- @function loopy:is_number
-- @treturn boolean false
methods.is_number = no_plain "is_number"

--- Test for an integer. Integers are plain values.
-- @function loopy:is_integer
-- @treturn boolean false
methods.is_integer = no_plain "is_integer"

--- Test for a nimber. Nimbers are plain values.
-- @function loopy:is_nimber
-- @treturn boolean false
methods.is_nimber = no_plain "is_nimber"

--- Test for a number + an up-power expansion + a nimber. Those are plain values.
-- @function loopy:is_uptimal
-- @treturn boolean false
methods.is_uptimal = no_plain "is_uptimal"

--- Test whether it is infinitesimally near a number: apart from over and under, all stops are the same number.
-- @function loopy:is_numberish
-- @treturn boolean
function methods.is_numberish(g)
  local on, off = sides(g)
  if not on then return false end
  local left = strong_stop(on, 1)
  return not games.is_loopy(left) and left == strong_stop(off, 2)
end

--- Test whether it is infinitesimal: both stops of each side are 0, apart from over and under.
-- @function loopy:is_infinitesimal
-- @treturn boolean
function methods.is_infinitesimal(g)
  local on, off = sides(g)
  if not on then return false end
  for _, side in ipairs { on, off } do
    for player = 1, 2 do
      if strong_stop(side, player) ~= core.value(0) then return false end
    end
  end
  return true
end

--- Test whether it is x + Tiny(t) or x + Miny(t) for a number x and a t >= over.
-- @function loopy:is_number_tiny
-- @treturn boolean
function methods.is_number_tiny(g)
  if not methods.is_stopper(g) then return false end
  local minus = -g
  return names.tiny_parts(methods.left_options(g), methods.right_options(g)) ~= nil or
    names.tiny_parts(methods.left_options(minus), methods.right_options(minus)) ~= nil
end
