--- Fox and geese with a fox that moves further. Called with the differences, and a board: ({ range = 2
-- })("x.x./..../..o.").
--
-- Left moves one of the geese x, a square down on a diagonal; Right the fox o, up to `range` squares on any diagonal,
-- over empty ones. Nothing is taken; the player who cannot move loses. The board is given from the top row down, with
-- all pieces on squares of one colour. A range of 1 is fox and geese, one of 2 the game as it is played in Ceylon. Play
-- need not end: the fox goes back and forth.
--
-- The board has no upper end, since no goose goes there. So a fox with no goose above it moves for ever, and the value
-- is off, whatever the geese do. The position then holds only the fox, on a small board of its own. Empty rows above
-- the geese are left out.
--
-- E. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, chapters 11 and 20 (1982); A. N. Siegel, Combinatorial Game
-- Theory (2013), chapter VI; the range after CGSuite.
local core = require "takeaway.core"
local text_of = require "takeaway.base.text"

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

local function move(emit, text, from, ways, range)
  local row, column, width = place_of(text, from)
  for _, way in ipairs(ways) do
    for k = 1, range do
      local down, across = row + k * way[1], column + k * way[2]
      local to = down * (width + 1) + across + 1
      if down < 0 or across < 0 or across >= width or text:sub(to, to) ~= "." then break end
      local one, two = math.min(from, to), math.max(from, to)
      emit(least(text:sub(1, one - 1) .. text:sub(two, two) .. text:sub(one + 1, two - 1) .. text:sub(one, one) ..
        text:sub(two + 1)))
    end
  end
end

-- The range of the fox, as it was given.
local function range_of(given)
  if given ~= nil and type(given) ~= "table" then
    core.raise("gen_fox_and_geese: expected a table of settings, got " .. text_of.shown(given))
  end
  for name in pairs(given or {}) do
    if name ~= "range" then
      core.raise(("gen_fox_and_geese: unknown setting %s; known is range"):format(text_of.shown(name)))
    end
  end
  local range = given and given.range or 1
  if math.type(range) ~= "integer" or range < 1 then
    core.raise("gen_fox_and_geese: range: expected an integer from 1 on, got " .. text_of.shown(range))
  end
  return range
end

local DOWN = { { 1, -1 }, { 1, 1 } }
local ALL = { { 1, -1 }, { 1, 1 }, { -1, -1 }, { -1, 1 } }

return function(given)
  local range = range_of(given)
  return {
    name = range == 1 and "Fox and geese" or ("Fox and geese, range %d"):format(range),
    check = check,
    start = function(text) return least(read(text)) end,
    tables = "a position is a board of signs, not numbers",
    example = { "x.x./..../..o." },
    left = function(emit, text)
      for at in text:gmatch "()x" do move(emit, text, at, DOWN, 1) end
    end,
    right = function(emit, text) move(emit, text, text:find("o", 1, true), ALL, range) end,
  }
end
