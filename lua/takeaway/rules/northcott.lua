--- Northcott's game: a row has a stone of each player; slide yours along its row, either way, past no stone. Left has
-- x, Right o. Called with rows: "x..o/.ox.".
--
-- A player can follow every retreat, so retreats change nothing. The gaps are heaps of Nim, and the player to move
-- loses where their nim sum is 0 (E. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, chapter 3, 1982). Outcomes
-- use this. Play need not end, since the loser may go to and fro, but never wins by it.
local core = require "takeaway.core"
local board = require "takeaway.rules.board"

local EXPECTED = 'expected rows with one x (Left), one o (Right) and . (empty), such as "x..o/.ox."'
local check, start = require "takeaway.rules.start".text {
  letters = "xo%.", rows = true, fold = string.lower, expected = EXPECTED,
}

local function slide(emit, text, own)
  for at in text:gmatch("()" .. own) do
    for _, step in ipairs { 1, -1 } do
      local to = at + step
      while to >= 1 and text:sub(to, to) == "." do
        emit(board.put(text, at, ".", to, own))
        to = to + step
      end
    end
  end
end

return {
  name = "Northcott",
  check = function(...)
    local wrong = check(...)
    if wrong then return wrong end
    for row in start((...)):gmatch "[^/]+" do
      if not row:gsub("%.", ""):find "^[xo][xo]$" or row:gsub("%.", "") == "xx" or row:gsub("%.", "") == "oo" then
        return EXPECTED
      end
    end
  end,
  start = start,
  tables = "a position is rows of signs, not numbers",
  example = { "x..o/.ox." },
  left = function(emit, text) slide(emit, text, "x") end,
  right = function(emit, text) slide(emit, text, "o") end,
  outcome = function(text)
    local sum = 0
    for gap in text:gmatch "[xo](%.*)[xo]" do sum = core.nim_sum(sum, #gap) end
    return sum == 0 and "P" or "N"
  end,
}
