--- Heap games as CGSuite has them, by name.
-- @module takeaway.family.heap.cgsuite

return function(game)
  local text = tostring(game)
  local code = text:match "^octal (.*)$"
  local coins = text:match "^spawning (.*)$"
  if coins then return ('game.heap.Spawning("%s")'):format(game:code()) end
  if code then return ('game.heap.TakeAndBreak("%s")'):format(game:code()) end
  local except, set = text:match "^subtraction (.-){(.*)}$"
  if not set then return nil, "its rule is a function: export a position, game:position(n)" end
  return ("game.heap.Subtraction([%s]%s)"):format(set, except == "" and "" or ", allbut => true")
end
