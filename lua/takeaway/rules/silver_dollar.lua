--- The silver dollar game without the dollar: coins on squares 0, 1, 2, ... of a strip, in
-- increasing order; move one coin any number of squares down, not onto or past another.
-- Called with the squares.
-- J. H. Conway, On Numbers and Games, chapter 11 (1976).
local function increasing(...)
  local last = -1
  for i = 1, select("#", ...) do
    local square = select(i, ...)
    if square <= last then return "expected the squares of the coins in increasing order" end
    last = square
  end
end

return {
  name = "Silver dollar",
  tables = "the squares of the coins are in increasing order, so two of them make no table",
  example = { 1, 4, 6 },
  check = require "takeaway.rules.start".numbers("square ...", 0, increasing),
  options = function(emit, ...)
    local coins = { ... }
    for i = 1, #coins do
      local from = coins[i]
      for to = (coins[i - 1] or -1) + 1, from - 1 do
        coins[i] = to
        emit(table.unpack(coins))
      end
      coins[i] = from
    end
  end,
}
