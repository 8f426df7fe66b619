--- Calls of one kind of value that another kind cannot answer: nil, a message and "EUNSUPPORTED", no error of Lua's.
-- @module takeaway.base.unsupported

--- Make `methods` return this failure for the names in `others` that it lacks.
-- @tparam table methods of a kind of value
-- @tparam table others methods of the related kind
-- @tparam string noun of the values of this kind
return function(methods, others, noun)
  local metatable = getmetatable(methods) or {}
  function metatable.__index(_, name)
    if others[name] == nil then return nil end
    return function(x)
      local message = "%s: %s is %s, and this call takes values of short games"
      return nil, message:format(name, tostring(x), noun), "EUNSUPPORTED"
    end
  end
  setmetatable(methods, metatable)
end
