--- Hackenbush strings: a stalk of edges from the ground, l Left's, r Right's, g anyone's; cut
-- one edge and everything above it falls. Called with the edges from the ground: "lrg".
-- E. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, chapters 1 and 7 (1982).
local check, start = require "takeaway.rules.start".text {
  letters = "lrg", fold = string.lower,
  expected = 'expected the edges from the ground, l (Left), r (Right) and g (anyone), such as "lrg"',
}

local function cut(emit, stalk, own)
  for i = 1, #stalk do
    local edge = stalk:sub(i, i)
    if edge == own or edge == "g" then emit(stalk:sub(1, i - 1)) end
  end
end

return {
  name = "Hackenbush string",
  check = check,
  start = start,
  tables = "a position is a stalk of signs, not numbers",
  example = { "lrg" },
  left = function(emit, stalk) cut(emit, stalk, "l") end,
  right = function(emit, stalk) cut(emit, stalk, "r") end,
}
