--- One-pile dynamic Nim: take k counters, at most x; the next move takes at most f(k).
-- Called with a move function f; a position is (n, x), and (n) is the opening, where any
-- number but the whole pile may be taken. Infinity is 2^62.
-- A. Schwenk, Take-away games, Fibonacci Quarterly 8 (1970).
local MOST = 1 << 62

return function(f)
  f = require "takeaway.move_function".move_function(f)
  return {
    name = "one pile, " .. tostring(f),
    start = function(n, x) return n, x == math.huge and MOST or x or math.max(n - 1, 0) end,
    options = function(emit, n, x)
      for k = 1, math.min(n, x) do emit(n - k, f(k) == math.huge and MOST or f(k)) end
    end,
  }
end
