--- One pile with memory, as rules: position (n, x), take 1 <= k <= min(n, x), leave (n - k, f(k)).
--
-- `require "takeaway.rules.one_pile" (f)`, f a Lua function or a move function. The bound is clipped to the
-- pile, so that positions are finitely many and f may be infinite.
-- @module takeaway.rules.one_pile
return function(f)
  return {
    name = "one pile",
    options = function(emit, n, x)
      for k = 1, math.min(n, x) do emit(n - k, math.min(n - k, f(k))) end
    end,
  }
end
