--- Cram: put a domino on two neighbouring empty squares, either way round. Called with
-- rows and columns, or a board such as "..#/..." (# is out of play).
-- M. Gardner, Mathematical Games, Scientific American (February 1974).
local board = require "takeaway.rules.board"

local function place(emit, text, across, down)
  board.pairs(text, across, down, function(i, j)
    if text:byte(i) == 46 and text:byte(j) == 46 then emit(board.put(text, i, "#", j, "#")) end
  end)
end

return {
  name = "Cram",
  start = board.start,
  options = function(emit, text) place(emit, text, true, true) end,
  parts = function(text)
    return board.regions(text, function(part) return #part > 1 end)
  end,
  canonical = function(text) return board.least(text, true) end,
}
