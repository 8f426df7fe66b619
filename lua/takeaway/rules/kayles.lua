--- Kayles: take one or two counters of a heap, and part what is left in two if you like. For `ta.heap`.
-- @module takeaway.rules.kayles
return {
  name = "Kayles",
  heap = function(n, emit)
    for take = 1, math.min(2, n) do
      for a = 0, (n - take) // 2 do emit(a, n - take - a) end
    end
  end,
}
