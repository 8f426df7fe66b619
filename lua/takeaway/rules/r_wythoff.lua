--- Generalised Wythoff: take any number from one pile, or k from one and l from the
-- other with |k - l| < r; r = 1 is Wythoff's game. Called with r.
-- A. S. Fraenkel, How to beat your Wythoff games' opponent on three fronts, American
-- Mathematical Monthly 89 (1982).
return function(r)
  assert(math.type(r) == "integer" and r >= 1, "r_wythoff: r: expected a positive integer")
  return {
    name = r .. "-Wythoff",
    options = function(emit, a, b)
      for k = 1, a do emit(a - k, b) end
      for k = 1, b do emit(a, b - k) end
      for k = 1, a do
        for l = math.max(1, k - r + 1), math.min(b, k + r - 1) do emit(a - k, b - l) end
      end
    end,
  }
end
