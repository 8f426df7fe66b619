--- Wythoff's game with a bound: take any number from one pile, or k from one and l from the other with
-- k <= l < f(k); f = k + 1 is Wythoff's game. Called with a move function f.
-- A. S. Fraenkel, Wythoff games, continued fractions, cedar trees and Fibonacci searches, Theoretical Computer Science
-- 29 (1984), and with M. Tanny, A class of Wythoff-like games, INTEGERS 13 (2013).
return function(f)
  f = require "takeaway.base.move_function".move_function(f)
  -- Take k from the first pile and l >= k from the second; with `turned`, l > k from the first and k from the second.
  local function both(emit, a, b, turned)
    for k = 1, math.min(a, b) do
      for l = turned and k + 1 or k, math.min(f(k) - 1, turned and a or b) do
        if turned then emit(a - l, b - k) else emit(a - k, b - l) end
      end
    end
  end
  return {
    name = "Wythoff, " .. tostring(f),
    check = require "takeaway.rules.start".numbers "a b",
    options = function(emit, a, b)
      for k = 1, a do emit(a - k, b) end
      for k = 1, b do emit(a, b - k) end
      both(emit, a, b, false)
      both(emit, a, b, true)
    end,
  }
end
