--- Welter's game: coins on squares 0, 1, 2, ... of a strip, at most one on a square; move a coin to any empty square
-- below, past others too. Called with the squares.
--
-- The nim value is Welter's function. Mate the two squares that differ by a multiple of the highest power of two, then
-- two of the rest, and so on. The value is the nim sum of (a nim+ b) - 1 of all pairs, and of a square that is left
-- over.
-- C. P. Welter, The theory of a class of games on a sequence of squares, Indagationes Mathematicae 16 (1954); J. H.
-- Conway, On Numbers and Games, chapter 13 (1976).
local function different(...)
  local seen = {}
  for _, square in ipairs { ... } do
    if seen[square] then return "expected the squares of the coins, no two on one" end
    seen[square] = true
  end
end

local function sorted(...)
  local coins = { ... }
  table.sort(coins)
  return table.unpack(coins)
end

-- The two that are mated: the differ by a multiple of the highest power of two.
local function mates(list)
  local best, i, j = 0, nil, nil
  for a = 1, #list do
    for b = a + 1, #list do
      local low = (list[a] ~ list[b]) & -(list[a] ~ list[b])
      if low > best then best, i, j = low, a, b end
    end
  end
  return i, j
end

return {
  name = "Welter",
  tables = "no two coins are on one square, so two of them make no table",
  example = { 1, 4, 6 },
  check = require "takeaway.rules.start".numbers("square ...", 0, different),
  start = sorted,
  options = function(emit, ...)
    local coins, taken = { ... }, {}
    for i = 1, #coins do taken[coins[i]] = true end
    for i = 1, #coins do
      local from = coins[i]
      for to = 0, from - 1 do
        if not taken[to] then
          coins[i] = to
          emit(sorted(table.unpack(coins)))
        end
      end
      coins[i] = from
    end
  end,
  nim_value = function(...)
    local list, sum = { ... }, 0
    while #list > 1 do
      local i, j = mates(list)
      sum = sum ~ (list[i] ~ list[j]) - 1
      table.remove(list, j)
      table.remove(list, i)
    end
    return sum ~ (list[1] or 0)
  end,
}
