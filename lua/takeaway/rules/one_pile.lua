--- One-pile dynamic Nim: take k counters, at most x; the next move takes at most f(k).
-- Called with a move function f; a position is (n, x), and (n) is the opening, where any
-- number but the whole pile may be taken. The bound is clipped to the pile.
-- A. Schwenk, Take-away games, Fibonacci Quarterly 8 (1970).
return function(f)
  f = require "takeaway.base.move_function".move_function(f)
  return {
    name = "one pile, " .. tostring(f),
    check = require "takeaway.rules.start".numbers "n x*?",
    start = function(n, x) return n, math.min(x or math.max(n - 1, 0), n) end,
    options = function(emit, n, x)
      for k = 1, math.min(n, x) do emit(n - k, math.min(n - k, f(k))) end
    end,
  }
end
