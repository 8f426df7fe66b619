--- Clobber: move a stone of yours onto a neighbouring stone of the other's, which is taken
-- away. Left has x, Right o. Called with a board: "xoxo", or "xox/o.x" ("." is empty).
-- M. Albert, J. P. Grossman, R. Nowakowski and D. Wolfe, An introduction to Clobber,
-- Integers 5(2) (2005).
local board = require "takeaway.rules.board"

local check, read = require "takeaway.rules.start".text {
  letters = "xo%.#", rows = true, fold = string.lower,
  expected = 'expected a board of x (Left), o (Right) and . (empty), such as "xo/ox"',
}

local function clobber(emit, text, own, other)
  board.pairs(text, true, true, function(i, j)
    local a, b = text:sub(i, i), text:sub(j, j)
    if a == own and b == other then emit(board.put(text, i, "#", j, own)) end
    if b == own and a == other then emit(board.put(text, i, own, j, "#")) end
  end)
end

return {
  name = "Clobber",
  check = check,
  tables = "a position is a board of signs, not numbers",
  example = { "xo/ox" },
  start = function(text) return (read(text):gsub("%.", "#")) end,
  left = function(emit, text) clobber(emit, text, "x", "o") end,
  right = function(emit, text) clobber(emit, text, "o", "x") end,
  parts = function(text)
    return board.regions(text, function(part) return part:find("x") and part:find("o") end)
  end,
  canonical = function(text) return board.least(text, true) end,
}
