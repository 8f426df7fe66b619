--- Temperature, mean, stops and thermograph of positions and sums, from their values.
--
-- Each call computes the canonical form and passes the call on to it.
-- @module takeaway.engine.sum.of_value

local QUESTIONS = { "mean", "temperature", "thermograph", "left_stop", "right_stop", "stops", "atomic_weight" }

--- The mean of the value.
-- @function position:mean
-- @treturn string such as "3/4", as of @{v:mean}; or nil, message, code: those of @{position:canonical_form}, and
--   "EUNSUPPORTED" for a loopy value
-- @usage assert(ta.rules.domineering(2, 3):mean() == "3/4")

--- The temperature of the value.
-- Also called hotness, of a hot game or a cold game.
-- @function position:temperature
-- @treturn string such as "3/4", as of @{v:temperature}; or nil, message, code as of @{position:mean}

--- The thermograph of the value.
-- @function position:thermograph
-- @tparam[opt] number from as of @{v:thermograph}
-- @return as of @{v:thermograph}; or nil, message, code as of @{position:mean}

--- The number reached when Left starts.
-- @function position:left_stop
-- @treturn string as of @{v:left_stop}; or nil, message, code as of @{position:mean}

--- The number reached when Right starts.
-- @function position:right_stop
-- @treturn string as of @{v:right_stop}; or nil, message, code as of @{position:mean}

--- The numbers reached when Left starts and when Right starts.
-- @function position:stops
-- @treturn string Left starting
-- @treturn string Right starting; or nil, message, code as of @{position:mean}

--- The atomic weight of the value.
-- @function position:atomic_weight
-- @return as of @{v:atomic_weight}; or nil, message, code as of @{position:mean}

-- The method for positions and sums.
local function call_of(name)
  return function(self, ...)
    local value, message, code = self:canonical_form()
    if value == nil then return nil, (message:gsub("^canonical_form:", name .. ":")), code end
    return value[name](value, ...)
  end
end

--- Add the calls to a table of methods.
return function(methods)
  for _, name in ipairs(QUESTIONS) do methods[name] = call_of(name) end
end
