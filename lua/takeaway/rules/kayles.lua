--- Kayles: take one or two neighbouring pins of a row, which may split it.
-- H. E. Dudeney, The Canterbury Puzzles (1907); R. K. Guy and C. A. B. Smith, The G-values
-- of various games, Proc. Cambridge Phil. Soc. 52 (1956).
local function take(n, emit)
  for k = 1, math.min(2, n) do
    for a = 0, (n - k) // 2 do emit(a, n - k - a) end
  end
end

return {
  name = "Kayles",
  check = require "takeaway.rules.start".numbers "row ...",
  heap = take, -- for ta.heap
  options = function(emit, n) take(n, emit) end,
  parts = require "takeaway.rules.heaps".parts,
}
