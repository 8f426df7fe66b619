--- Test whether the key set of one table is a subset of another's.
-- @module takeaway.base.is_subset

-- @tparam table a whose keys are the set
-- @tparam table b
-- @treturn boolean is each key of `a` one of `b`?
return function(a, b)
  for key in pairs(a) do
    if not b[key] then return false end
  end
  return true
end
