--- Ski Jumps: skiers on a slope. Left moves one of hers any number of squares to the right, Right one of his to the
-- left, past no skier, and off the slope if it is free. A jumper may also jump down over an opponent just below, onto
-- an empty square, and the opponent no longer jumps. Called with a board "L.../.R../....": jumpers L and R, those that
-- have been jumped over l and r, and "." empty.
--
-- Where nobody can jump any more and no two opponents face each other the value is an integer: each skier has as many
-- moves as squares to the edge.
-- E. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, chapter 1 (1982).
local core = require "takeaway.core"
local board = require "takeaway.rules.board"

local check, start = require "takeaway.rules.start".text {
  letters = "LRlr%.", rows = true,
  expected = 'expected a board of L and R (jumpers), l and r (who no longer jump) and . (empty), '
    .. 'such as "L.../.R../...."',
}

local function ski(emit, text, own, other, way)
  local width = text:find("/", 1, true) or #text + 1
  for at, sign in text:gmatch("()([" .. own .. "])") do
    local to = at + way
    while to >= 1 and text:byte(to) == 46 do
      emit(board.put(text, at, ".", to, sign))
      to = to + way
    end
    if to < 1 or to % width == 0 then emit(board.put(text, at, ".")) end
    local over, below = at + width, at + 2 * width
    local jumped = text:sub(over, over)
    if sign < "a" and below <= #text and other:find(jumped, 1, true) and text:byte(below) == 46 then
      emit(board.put(board.put(text, at, ".", over, jumped:lower()), below, sign))
    end
  end
end

-- Left's moves minus Right's, when each skier can only walk to the edge; nil when one may have other moves, or fewer.
local function walks(text)
  local sum, above = 0, ""
  for row in text:gmatch "[^/]+" do
    local may_jump = above:find "L" and row:find "[Rr]" or above:find "R" and row:find "[Ll]"
    if may_jump or row:find "[Ll].*[Rr]" then return nil end
    for at in row:gmatch "()[Ll]" do sum = sum + #row + 1 - at end
    for at in row:gmatch "()[Rr]" do sum = sum - at end
    above = row
  end
  return sum
end

return {
  name = "Ski Jumps",
  check = check,
  start = start,
  tables = "a position is a board of signs, not numbers",
  example = { "L..../....R/....." },
  left = function(emit, text) ski(emit, text, "Ll", "Rr", 1) end,
  right = function(emit, text) ski(emit, text, "Rr", "Ll", -1) end,
  canonical_form = function(text)
    local sum = walks(text)
    return sum and core.number(sum)
  end,
}
