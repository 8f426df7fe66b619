--- Generalised Wythoff: take any number from one pile, or k from one and l from the
-- other with |k - l| < r; r = 1 is Wythoff's game. Called with r.
-- A. S. Fraenkel, How to beat your Wythoff games' opponent on three fronts, American
-- Mathematical Monthly 89 (1982).
local core = require "takeaway.core"
local text = require "takeaway.base.text"

return function(r)
  local given = r
  r = type(r) == "number" and math.tointeger(r)
  if not r or r < 1 then core.raise("r_wythoff: r: expected a positive integer, got " .. text.shown(given)) end
  return {
    name = r .. "-Wythoff",
    check = require "takeaway.rules.start".numbers "a b",
    options = function(emit, a, b)
      for k = 1, a do emit(a - k, b) end
      for k = 1, b do emit(a, b - k) end
      for k = 1, a do
        for l = math.max(1, k - r + 1), math.min(b, k + r - 1) do emit(a - k, b - l) end
      end
    end,
  }
end
