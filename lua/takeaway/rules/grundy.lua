--- Grundy's game: part a heap into two unequal ones. `heap` is a rule for `ta.heap`.
-- @module takeaway.rules.grundy
return {
  name = "Grundy's game",
  heap = function(n, emit)
    for a = 1, (n - 1) // 2 do emit(a, n - a) end
  end,
}
