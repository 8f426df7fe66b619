--- The sides of sums of stoppers: upsum and downsum, degree and variety (Siegel, VI.4 and VI.5).
-- @module takeaway.family.loopy.sums

local core = require "takeaway.core"
local games = require "takeaway.family.loopy.games"
local reader = require "takeaway.family.loopy.reader"

local M = {}
local methods = games.metatable.__index

function M.side_of_sum(g, h, side)
  local sum, message, code = core.loopy_sum(reader.value_of(g), reader.value_of(h))
  if sum == nil then return nil, message, code end
  if not games.is_loopy(sum) then return sum end
  return methods[side](sum)
end

--- The onside of g + h.
-- @function loopy:upsum
-- @param h a value, a number or text
-- @treturn loopy the value
function methods.upsum(g, h) return M.side_of_sum(g, h, "onside") end

--- The offside of g + h.
-- @function loopy:downsum
-- @param h a value, a number or text
-- @treturn loopy the value
function methods.downsum(g, h) return M.side_of_sum(g, h, "offside") end

--- The degree of loopiness: the onside of g - g.
-- @function loopy:degree
-- @treturn loopy the value, 0 where g is loopfree
function methods.degree(g) return methods.upsum(g, -g) end

--- Test whether g + g = g.
-- @function loopy:is_idempotent
-- @treturn boolean
function methods.is_idempotent(g)
  local twice = g + g
  return games.is_loopy(twice) and (twice == g or methods.equals(twice, g)) or twice == g
end

local function idempotent(call, degree)
  if methods.is_idempotent(degree) then return true end
  return nil, call .. ": the degree is not idempotent", "EUNSUPPORTED"
end

local function upsum_variety(g, degree)
  local under, message, code = methods.downsum(-g, -degree)
  if under == nil then return nil, message, code end
  return methods.upsum(g, under)
end

local function downsum_variety(g, degree)
  local over, message, code = methods.upsum(-g, degree)
  if over == nil then return nil, message, code end
  return methods.downsum(g, over)
end

local function variety_by(g, degree, call, by)
  if degree == nil then
    local message, code
    degree, message, code = methods.degree(g)
    if degree == nil then return nil, message, code end
  end
  degree = reader.value_of(degree)
  local ok, message, code = idempotent(call, degree)
  if not ok then return nil, message, code end
  return by(g, degree)
end

--- The upsum variety: the upsum of g with the downsum of -g and minus a degree.
-- @function loopy:upsum_variety
-- @param[opt] degree an idempotent, by default the degree of g
-- @treturn loopy the value; or nil, a message and "EUNSUPPORTED" where the degree is not idempotent
function methods.upsum_variety(g, degree) return variety_by(g, degree, "upsum_variety", upsum_variety) end

--- The downsum variety: the downsum of g with the upsum of -g and a degree.
-- @function loopy:downsum_variety
-- @param[opt] degree an idempotent, by default the degree of g
-- @treturn loopy the value; or nil, a message and "EUNSUPPORTED" where the degree is not idempotent
function methods.downsum_variety(g, degree) return variety_by(g, degree, "downsum_variety", downsum_variety) end

--- Test whether the upsum variety equals the downsum variety.
-- @function loopy:is_stable
-- @treturn boolean or nil, a message and "EUNSUPPORTED" where the degree is not idempotent
function methods.is_stable(g)
  local up, message, code = methods.upsum_variety(g)
  if up == nil then return nil, message, code end
  return up == methods.downsum_variety(g)
end

--- The variety of a stable stopper: its upsum and downsum variety.
-- @function loopy:variety
-- @treturn loopy the value; or nil, a message and "EUNSUPPORTED" where the degree is not idempotent or g not stable
function methods.variety(g)
  local up, message, code = methods.upsum_variety(g)
  if up == nil then return nil, message, code end
  if up ~= methods.downsum_variety(g) then return nil, "variety: not stable", "EUNSUPPORTED" end
  return up
end

return M
