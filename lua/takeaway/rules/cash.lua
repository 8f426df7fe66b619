--- NIM with Cash: take a counters, a in the set A, and pay a dollars. Called with A; a
-- position is (n, d, e): Left holds d dollars, Right e. An infinite purse is n.
-- W. Gasarch, J. Purtilo and D. Ulrich, NIM with Cash (2015).
local start = require "takeaway.rules.start"

return function(set)
  local amounts = start.set("cash", set)
  return {
    name = "NIM with Cash {" .. table.concat(amounts, ", ") .. "}",
    check = start.numbers "n d* e*",
    start = function(n, d, e) return n, d == math.huge and n or d, e == math.huge and n or e end,
    left = function(emit, n, d, e)
      for _, a in ipairs(amounts) do
        if a <= n and a <= d then emit(n - a, d - a, e) end
      end
    end,
    right = function(emit, n, d, e)
      for _, a in ipairs(amounts) do
        if a <= n and a <= e then emit(n - a, d, e - a) end
      end
    end,
  }
end
