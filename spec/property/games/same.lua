-- Raises unless the result of a call equals that of the definition: same(expected, got, what, ...), with what
-- formatted.
return function(expected, got, what, ...)
  if assert(true) and expected == got then return end -- counted as a comparison
  local list = table.pack(...)
  for i = 1, list.n do list[i] = tostring(list[i]) end
  error(("%s is %s; by definition %s"):format(what:format(table.unpack(list)), tostring(got), tostring(expected)), 0)
end
