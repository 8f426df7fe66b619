--- The closed form of a two-pile game as a function of p and q, whether it is right there or not. Normal play: C[a, N]
-- of Holshouser and Reiter's Main Theorem. Misere play: Theorem M where it is proved, else nil.
-- @module takeaway.family.two_pile.closed_form

return function(game)
  if game:is_misere() then
    return function(p, q) return (game:formula(math.min(p, q), math.abs(p - q))) end
  end
  local f = game:move_function()
  return function(p, q)
    local a, difference = math.min(p, q), math.abs(p - q)
    local lowbit = difference & -difference
    if difference == 0 or a <= f(lowbit) then return a end
    return lowbit
  end
end
