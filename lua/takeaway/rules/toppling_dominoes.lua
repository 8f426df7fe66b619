--- Toppling dominoes: a row of dominoes, l Left's, r Right's, g anyone's; topple one to the left or to the right, and
-- all beyond it fall with it. Called with the row: "lrrlg".
-- M. Albert, R. Nowakowski and D. Wolfe, Lessons in Play (2007).
local edges = require "takeaway.rules.edges"

local check, start = require "takeaway.rules.start".text {
  letters = "lrge", fold = function(text) return (text:gsub("%a", edges)) end,
  expected = 'expected a row of l (Left), r (Right) and g (anyone), such as "lrrlg"',
}

local function topple(emit, row, own)
  for i = 1, #row do
    local domino = row:sub(i, i)
    if domino == own or domino == "g" then
      emit(row:sub(1, i - 1))
      emit(row:sub(i + 1))
    end
  end
end

return {
  name = "Toppling dominoes",
  check = check,
  start = start,
  tables = "a position is a row of signs, not numbers",
  example = { "lrrlg" },
  left = function(emit, row) topple(emit, row, "l") end,
  right = function(emit, row) topple(emit, row, "r") end,
  canonical = function(row)
    local mirrored = row:reverse()
    return mirrored < row and mirrored or row
  end,
}
