--- Fox and geese: Left moves one of the geese x, a square down on a diagonal; Right the fox o, a square on any
-- diagonal. Nothing is taken; who cannot move loses. Called with a board from the top row down, on which all pieces
-- stand on squares of one colour: "x.x./..../..o.". Play need not end: the fox goes back and forth.
--
-- The board has no upper end: no goose goes there. So a fox with no goose above it moves for ever, and the value is
-- off, whatever the geese do; it is left alone then, on a small board of its own. Empty rows above the geese are left
-- out.
--
-- E. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, chapters 11 and 20 (1982); A. N. Siegel, Combinatorial Game
-- Theory (2013), chapter VI.
local check_text, read = require "takeaway.rules.start".text {
  letters = "xo%.", rows = true, fold = string.lower,
  expected = 'expected a board of x (geese), one o (the fox) and . (empty), such as "x.x./..../..o."',
}

-- Rows, columns and the place of the first sign that is wanted, in a text with rows of one length.
local function place_of(text, at)
  local width = (text:find("/", 1, true) or #text + 1) - 1
  return (at - 1) // (width + 1), (at - 1) % (width + 1), width
end

local function check(...)
  local why = check_text(...)
  if why then return why end
  local text, colour = read((...)), nil
  if not text:find "^[^/][^/]" then return "expected two columns or more" end
  if select(2, text:gsub("o", "")) ~= 1 then return "expected one fox, o" end
  for at in text:gmatch "()[xo]" do
    local row, column = place_of(text, at)
    if colour and (row + column) % 2 ~= colour then return "the pieces stand on squares of both colours" end
    colour = (row + column) % 2
  end
end

local ALONE = "o./.."

-- The board from the first row with a goose on, or the fox alone where none is above it.
local function least(text)
  local fox = place_of(text, (text:find("o", 1, true)))
  local first, _, width = place_of(text, text:find("x", 1, true) or #text)
  if first >= fox then return ALONE end
  return text:sub(first * (width + 1) + 1)
end

local function move(emit, text, from, ways)
  local row, column, width = place_of(text, from)
  for _, way in ipairs(ways) do
    local down, across = row + way[1], column + way[2]
    local to = down * (width + 1) + across + 1
    if down >= 0 and across >= 0 and across < width and text:sub(to, to) == "." then
      local one, two = math.min(from, to), math.max(from, to)
      emit(least(text:sub(1, one - 1) .. text:sub(two, two) .. text:sub(one + 1, two - 1) .. text:sub(one, one) ..
        text:sub(two + 1)))
    end
  end
end

local DOWN = { { 1, -1 }, { 1, 1 } }
local ALL = { { 1, -1 }, { 1, 1 }, { -1, -1 }, { -1, 1 } }

return {
  name = "Fox and geese",
  check = check,
  start = function(text) return least(read(text)) end,
  tables = "a position is a board of signs, not numbers",
  example = { "x.x./..../..o." },
  left = function(emit, text)
    for at in text:gmatch "()x" do move(emit, text, at, DOWN) end
  end,
  right = function(emit, text) move(emit, text, text:find("o", 1, true), ALL) end,
}
