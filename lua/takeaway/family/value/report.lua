--- The report on a value.
-- @module takeaway.family.value.report

return function(page, v, _, tools)
  page:heading("Value")
  local rows = {}
  for _, call in ipairs { "outcome", "left_stop", "right_stop", "mean", "temperature", "birthday", "atomic_weight" } do
    local result, message = v[call](v)
    rows[#rows + 1] = { (call:gsub("_", " ")), result == nil and tostring(message) or tostring(result) }
  end
  page:table({ tostring(v), "" }, rows)
  page:heading("Thermograph")
  page:picture(tools.plot.thermograph(v))
end
