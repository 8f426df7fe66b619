--- Two-pile dynamic Nim: take k counters, at most x, from one pile; the next move takes
-- at most f(k). With a pile empty the game is over. Called with a move function f; a
-- position is (p, q, x). Infinity is 2^62.
-- A. Holshouser and H. Reiter, Two Pile Move-Size Dynamic Nim, Discrete Mathematics and
-- Theoretical Computer Science 7 (2005).
local MOST = 1 << 62

return function(f)
  f = require "takeaway.move_function".move_function(f)
  local function limit(k) return f(k) == math.huge and MOST or f(k) end
  return {
    name = "two piles, " .. tostring(f),
    options = function(emit, p, q, x)
      if p == 0 or q == 0 then return end
      for k = 1, math.min(p, x) do emit(p - k, q, limit(k)) end
      for k = 1, math.min(q, x) do emit(p, q - k, limit(k)) end
    end,
  }
end
