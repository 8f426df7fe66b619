--- Heap games as CGSuite has them, by name.
-- @module takeaway.family.heap.cgsuite

return function(game)
  local text = tostring(game)
  local code = text:match "^octal (.*)$"
  if code then return ('game.heap.TakeAndBreak("%s")'):format(code) end
  local except, set = text:match "^subtraction (.-){(.*)}$"
  if not set then return nil, "its rule is a function: export a position, game:position(n)" end
  return ("game.heap.Subtraction([%s]%s)"):format(set, except == "" and "" or ", allbut => true")
end
