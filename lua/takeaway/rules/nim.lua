--- Nim: take any number of counters from one heap.
-- C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901).
return {
  name = "Nim",
  check = require "takeaway.rules.start".numbers "heap ...",
  options = function(emit, n)
    for k = 1, n do emit(n - k) end
  end,
  parts = require "takeaway.rules.heaps".parts,
}
