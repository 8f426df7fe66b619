--- Partizan subtraction: Left may take the numbers of one set, Right those of another. Called with the two sets: ({1,
-- 2}, {1, 3}).
-- A. S. Fraenkel and A. Kotzig, Partizan octal games: partizan subtraction games,
-- International Journal of Game Theory 16 (1987).
local function rule(set)
  return function(emit, n)
    for _, k in ipairs(set) do
      if k <= n then emit(n - k) end
    end
  end
end

local start = require "takeaway.rules.start"

return function(left, right)
  left, right = start.set("partizan_subtraction", left), start.set("partizan_subtraction", right)
  return {
    name = ("Subtraction {%s} | {%s}"):format(table.concat(left, ", "), table.concat(right, ", ")),
    check = start.numbers "n",
    left = rule(left),
    right = rule(right),
  }
end
