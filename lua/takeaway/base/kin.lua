--- Calls of one kind of value that another kind cannot answer: nil, a message and "EUNSUPPORTED", no error of Lua's.
-- @module takeaway.base.kin

--- Let `methods` answer so to the names in `others` that it has not.
-- @tparam table methods of a kind of value
-- @tparam table others methods of its kin
-- @tparam string noun what values of this kind are
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
