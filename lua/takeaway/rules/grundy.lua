--- Grundy's game: split a heap into two unequal heaps.
-- P. M. Grundy, Mathematics and games, Eureka 2 (1939).
local function split(n, emit)
  for a = 1, (n - 1) // 2 do emit(a, n - a) end
end

return {
  name = "Grundy's game",
  check = require "takeaway.rules.start".numbers "heap ...",
  heap = split, -- for ta.heap
  options = function(emit, n) split(n, emit) end,
  parts = require "takeaway.rules.heaps".parts,
}
