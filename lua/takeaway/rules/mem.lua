--- Mem: take at least as many counters as the move before did. A position is (n, m): n counters, m taken last, 0 when
-- the game begins.
-- As in CGSuite.
return {
  name = "Mem",
  check = require "takeaway.rules.start".numbers "n m",
  options = function(emit, n, m)
    for k = math.max(m, 1), n do emit(n - k, k) end
  end,
}
