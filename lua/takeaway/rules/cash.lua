--- NIM with Cash as rules: Left holds d dollars, Right e, and taking a costs a.
-- The position is (n, d, e) whoever moves; `return require "takeaway.rules.cash" {1, 3, 4}`
-- is the table for A = {1, 3, 4}. Reference: Gasarch, Purtilo, Ulrich, "NIM with Cash".
return function(A)
  return {
    name = "NIM with Cash {" .. table.concat(A, ", ") .. "}",
    left = function(emit, n, d, e)
      for _, a in ipairs(A) do
        if a <= n and a <= d then emit(n - a, d - a, e) end
      end
    end,
    right = function(emit, n, d, e)
      for _, a in ipairs(A) do
        if a <= n and a <= e then emit(n - a, d, e - a) end
      end
    end,
  }
end
