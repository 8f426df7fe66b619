--- Domineering: Left puts dominoes upright, Right across. Called with rows and columns,
-- or a board such as "..#/..." (# is out of play).
-- G. Andersson; J. H. Conway, On Numbers and Games, chapter 10 (1976).
local board = require "takeaway.rules.board"

local function place(emit, text, across, down)
  board.pairs(text, across, down, function(i, j)
    if text:byte(i) == 46 and text:byte(j) == 46 then emit(board.put(text, i, "#", j, "#")) end
  end)
end

return {
  name = "Domineering",
  start = board.start,
  left = function(emit, text) place(emit, text, false, true) end,
  right = function(emit, text) place(emit, text, true, false) end,
  parts = function(text)
    return board.regions(text, function(part) return #part > 1 end)
  end,
  canonical = function(text) return (board.least(text, false)) end,
}
