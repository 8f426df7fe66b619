--- Wythoff's game: take any number from one pile, or the same number from both.
-- W. A. Wythoff, A modification of the game of Nim, Nieuw Archief voor Wiskunde 7 (1907).
return {
  name = "Wythoff",
  check = require "takeaway.rules.start".numbers "a b",
  options = function(emit, a, b)
    for k = 1, a do emit(a - k, b) end
    for k = 1, b do emit(a, b - k) end
    for k = 1, math.min(a, b) do emit(a - k, b - k) end
  end,
}
