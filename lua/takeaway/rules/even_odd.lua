--- The even and odd game: take any positive even number but not the whole heap, or an odd heap whole.
--
-- Heaps 0 and 2 have no moves; the nim value of 2k is k - 1 and of 2k - 1 is k, for k >= 1.
-- @module takeaway.rules.even_odd
local rules = { name = "even and odd", check = require "takeaway.rules.start".numbers "heap ..." }

function rules.options(emit, n)
  for k = 2, n - 1, 2 do emit(n - k) end
  if n % 2 == 1 then emit(0) end
end

--- The same for `ta.heap`.
function rules.heap(n, emit) rules.options(emit, n) end

rules.parts = require "takeaway.rules.heaps".parts

return rules
