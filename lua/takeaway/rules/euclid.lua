--- Euclid: take a positive multiple of the smaller number from the larger, leaving no
-- negative; with a zero there is no move.
-- A. J. Cole and A. J. T. Davie, A game based on the Euclidean algorithm and a winning
-- strategy for it, Mathematical Gazette 53 (1969).
return {
  name = "Euclid",
  check = require "takeaway.rules.start".numbers "a b",
  options = function(emit, a, b)
    if a <= 0 or b <= 0 then return end
    for k = b, a, b do emit(a - k, b) end
    for k = a, b, a do emit(a, b - k) end
  end,
}
