--- Fission: remove a stone x and put stones on both its neighbours, which must be empty. Left uses those above and
-- below, Right those to the left and right. Called with a board: "..../.x../....", # being squares out of play.
-- After CGSuite.
local board = require "takeaway.rules.board"

local check, start = require "takeaway.rules.start".text {
  letters = "x%.#", rows = true, fold = string.lower,
  expected = 'expected a board of x (stones), . (empty) and # (out of play), such as "..../.x../...."',
}

-- Split stones towards the squares `step` before and behind them.
local function split(emit, text, step)
  for at in text:gmatch "()x" do
    local one, two = at - step, at + step
    if one >= 1 and text:sub(one, one) == "." and text:sub(two, two) == "." then
      emit(board.put(board.put(text, one, "x", two, "x"), at, "."))
    end
  end
end

return {
  name = "Fission",
  check = check,
  start = start,
  tables = "a position is a board of signs, not numbers",
  example = { "..../.x../...." },
  left = function(emit, text) split(emit, text, text:find("/", 1, true) or #text + 1) end,
  right = function(emit, text) split(emit, text, 1) end,
}
