--- Boards as strings, shared by the board games: rows joined with "/", one character a
-- square; "#" is a square that is out of play. All rows are equally long.
local core = require "takeaway.core"

local board = {}

--- The text with the squares at the given offsets replaced: board.put(text, i, "x", j, "y").
function board.put(text, i, a, j, b)
  text = text:sub(1, i - 1) .. a .. text:sub(i + 1)
  return j and text:sub(1, j - 1) .. b .. text:sub(j + 1) or text
end

--- The connected regions of squares that are in play ("#" is not), each on the least board that holds it; those that
-- have each of the signs `wanted`.
function board.regions(text, wanted) return core.board_regions(text, wanted) end

--- The regions of empty squares and queens that hold some of both, each on the least board that holds it; corners
-- connect.
function board.regions_of_queens(text)
  local list = {}
  for _, part in ipairs(core.board_regions(text, ".", true)) do
    if part[1]:find("[xo]") then list[#list + 1] = part end
  end
  return list
end

--- The regions a domino may fit in: those of two squares or more.
function board.roomy_regions(text) return core.board_regions(text) end

--- The first in order of the board's mirror images; with `turns` of its quarter turns too, of those that are not
-- higher than wide.
function board.least(text, turns) return core.board_least(text, turns) end

--- Call see(i, j) for every square i and its neighbour j, to the right or below, as offsets
-- into the text: across with `across`, down with `down`.
function board.pairs(text, across, down, see)
  local width = (text:find("/", 1, true) or #text + 1)
  for i = 1, #text do
    if text:byte(i) ~= 47 then
      if across and i % width ~= width - 1 and i < #text then see(i, i + 1) end
      if down and i + width <= #text then see(i, i + width) end
    end
  end
end

--- Emit every way to put a domino on two empty squares, across or down.
function board.dominoes(emit, text, across, down)
  board.pairs(text, across, down, function(i, j)
    if text:byte(i) == 46 and text:byte(j) == 46 then emit(board.put(text, i, "#", j, "#")) end
  end)
end

return board
