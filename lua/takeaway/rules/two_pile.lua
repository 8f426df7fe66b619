--- Two-pile dynamic Nim: take k counters, at most x, from one pile; the next move takes at most f(k). With an empty
-- pile the game is over. Called with a move function f; a position is (p, q, x). The bound is clipped to the larger
-- pile, which changes no outcome.
-- A. Holshouser and H. Reiter, Two Pile Move-Size Dynamic Nim.
return function(f)
  f = require "takeaway.base.move_function".move_function(f)
  return {
    name = "two piles, " .. tostring(f),
    check = require "takeaway.rules.start".numbers "p q x",
    options = function(emit, p, q, x)
      if p == 0 or q == 0 then return end
      local most = math.max(p, q)
      for k = 1, math.min(x, most) do
        local limit = math.min(f(k), most)
        if k <= p then emit(p - k, q, limit) end
        if k <= q then emit(p, q - k, limit) end
      end
    end,
  }
end
