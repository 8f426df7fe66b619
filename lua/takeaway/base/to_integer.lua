--- An amount as a Lua integer: an integer, or a float with an integral value.
-- @module takeaway.base.to_integer

-- @return the integer; nil of anything else, a numeric text included
return function(x) return type(x) == "number" and math.tointeger(x) or nil end
