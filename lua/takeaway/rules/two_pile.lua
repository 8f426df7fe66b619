--- Two-pile move-size dynamic Nim as rules: (p, q, x), take up to x from one pile.
--
-- The next limit f(k) is clipped to the piles left, so that a position is three
-- integers even where f is infinite; no outcome changes. Play ends when a pile is
-- empty: normal play, who emptied it wins; misere, who emptied it loses.
-- Source: Holshouser and Reiter, Two Pile Move-Size Dynamic Nim.
-- @module takeaway.rules.two_pile

--- The rules for a move function.
-- @tparam function f `k -> limit`
-- @treturn table a ruleset: `name` and `options(emit, p, q, x)`
return function(f)
  return {
    name = "two-pile dynamic Nim",
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
