--- Partizan take-and-break games: Left moves by one code, Right by another, as `ta.octal` reads them. Called with
-- the two codes: ("0.3", "0.37").
-- A. S. Fraenkel and A. Kotzig, Partizan octal games: partizan subtraction games,
-- International Journal of Game Theory 16 (1987).
local take_and_break = require "takeaway.rules.take_and_break"

return function(left, right)
  local of_left, of_right = take_and_break(left), take_and_break(right)
  return {
    name = ("%s | %s"):format(left, right),
    check = of_left.check,
    parts = of_left.parts,
    left = of_left.options,
    right = of_right.options,
  }
end
