--- Shared by rules whose positions are independent heaps: every heap that is not empty is a part.
return {
  parts = function(...)
    local list = {}
    for _, heap in ipairs { ... } do
      if heap > 0 then list[#list + 1] = { heap } end
    end
    return list
  end,
}
