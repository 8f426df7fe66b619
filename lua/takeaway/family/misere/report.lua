--- The report on a misere value.
-- @module takeaway.family.misere.report

return function(page, v)
  page:heading("Misere value")
  local rows = {}
  for _, call in ipairs { "genus", "misere_outcome", "birthday", "mate", "is_tame", "is_prime" } do
    local result, message = v[call](v)
    rows[#rows + 1] = { (call:gsub("_", " ")), result == nil and tostring(message) or tostring(result) }
  end
  page:table({ tostring(v), "" }, rows)
end
