--- Treblecross, tic-tac-toe on a strip with crosses only: put a cross on an empty square; three in a row win. Called
-- with a number of empty squares, or a strip: "..x...".
--
-- A cross next to another, or one square from it, loses to the third. With such a pair the player to move wins.
-- Without one, a run of n squares further off is a heap of n + 2 in the octal game 0.007, and these add up. E.
-- Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, chapter 4 (1982).
local core = require "takeaway.core"
local failure = require "takeaway.base.failure"
local board = require "takeaway.rules.board"
local starts = require "takeaway.rules.start"

local EXPECTED = 'expected a number of squares, or a strip of x and . (empty), such as "..x..."'
local LONGEST = 1 << 20
local check_text, start_text = starts.text { letters = "x%.", fold = string.lower, expected = EXPECTED }

local octal -- the game 0.007, at the first outcome

-- The nim sum of the runs of squares that are more than two from any cross.
local function heaps(text)
  octal = octal or core.octal "0.007"
  local near, sum, run = {}, 0, 0
  for at in text:gmatch "()x" do
    for square = at - 2, at + 2 do near[square] = true end
  end
  for square = 1, #text + 1 do
    if square <= #text and not near[square] then
      run = run + 1
    elseif run > 0 then
      sum, run = core.nim_sum(sum, failure.raise(octal:nim_value(run + 2))), 0
    end
  end
  return sum
end

return {
  name = "Treblecross",
  check = function(first, ...)
    if type(first) ~= "number" then return check_text(first, ...) end
    local n = math.tointeger(first)
    if not n or n < 0 or n > LONGEST or select("#", ...) > 0 then return EXPECTED end
  end,
  start = function(first) return type(first) == "number" and ("."):rep(math.tointeger(first)) or start_text(first) end,
  tables = "a position is a strip of signs, not numbers",
  example = { "..x..." },
  options = function(emit, text)
    if text:find("xxx", 1, true) then return end
    for at in text:gmatch "()%." do emit(board.put(text, at, "x")) end
  end,
  outcome = function(text)
    if text:find("xxx", 1, true) then return "P" end
    if #text < 3 then return select(2, text:gsub("%.", "")) % 2 == 1 and "N" or "P" end
    if text:find "xx" or text:find "x%.x" then return "N" end
    return heaps(text) == 0 and "P" or "N"
  end,
}
