--- Grundy's game: split a heap into two unequal heaps.
-- P. M. Grundy, Mathematics and games, Eureka 2 (1939).
return {
  name = "Grundy's game",
  options = function(emit, n)
    for a = 1, (n - 1) // 2 do emit(a, n - a) end
  end,
  parts = require "takeaway.rules.heaps".parts,
}
