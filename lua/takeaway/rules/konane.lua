--- Konane: jump with a stone of yours over a neighbouring stone of the other's onto the empty square behind it. You may
-- jump on in the same direction as often as possible. Jumped stones are removed. Left has x, Right o. Called with a
-- board: "xoxo.", or "xo./.xo", # being squares out of play.
-- M. D. Ernst, Playing Konane mathematically, The UMAP Journal 16 (1995); W. Chan and A. Tsai, 1 x n Konane, in More
-- Games of No Chance (2002).
local board = require "takeaway.rules.board"

local check, start = require "takeaway.rules.start".text {
  letters = "xo%.#", rows = true, fold = string.lower,
  expected = 'expected a board of x (Left), o (Right), . (empty) and # (out of play), such as "xo./.xo"',
}

local function jump(emit, text, own, other)
  local width = text:find("/", 1, true) or #text + 1
  for from in text:gmatch("()" .. own) do
    for _, step in ipairs { 1, -1, width, -width } do
      local at, left = from, board.put(text, from, ".")
      while at + 2 * step >= 1 and text:sub(at + step, at + step) == other
        and text:sub(at + 2 * step, at + 2 * step) == "." do
        left = board.put(left, at + step, ".")
        at = at + 2 * step
        emit(board.put(left, at, own))
      end
    end
  end
end

return {
  name = "Konane",
  check = check,
  start = start,
  tables = "a position is a board of signs, not numbers",
  example = { "xo.o" },
  left = function(emit, text) jump(emit, text, "x", "o") end,
  right = function(emit, text) jump(emit, text, "o", "x") end,
  canonical = function(text) return board.least(text, true) end,
}
