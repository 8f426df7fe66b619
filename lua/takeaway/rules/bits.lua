--- Boards of up to 56 squares as integers: the packed form of the board games.
--
-- Square (r, c) of a board of width w is bit 8 + r w + c; the low 8 bits number the shape, and are kept by every move.
-- Boards of one piece are one integer, the squares in play; of more, one each, the first with the shape. Rows, columns,
-- neighbours and mirror images are shifts and masks: all but reading and showing is integer Lua throughout.
local core = require "takeaway.core"

local bits = {}

local MOST = 56 -- squares

-- By shape, numbered from FIRST[width] + height on.
local FIRST = {}
local WIDTH, HEIGHT = {}, {}
local INNER = {} -- the squares that have a neighbour on the right
local ROW, COLUMN = {}, {} -- the squares of the first row, of the first column

local shapes = 0
for w = 1, MOST do
  FIRST[w] = shapes
  for h = 1, MOST // w do
    local column = 0
    for r = 0, h - 1 do column = column | 1 << 8 + r * w end
    local s = shapes + h
    WIDTH[s], HEIGHT[s], ROW[s], COLUMN[s] = w, h, (1 << w) - 1 << 8, column
    INNER[s] = (1 << w * h) - 1 << 8 & ~(column << w - 1)
  end
  shapes = shapes + MOST // w
end

-- SPREAD[FAR[h] + row]: the bits of a row h apart, for boards of height h that are not wider than high.
local SPREAD, FAR = {}, {}
for h = 1, MOST do
  FAR[h] = #SPREAD + 1
  for row = 0, (1 << math.min(h, MOST // h)) - 1 do
    local apart = 0
    for c = 0, h - 1 do apart = apart | (row >> c & 1) << c * h end
    SPREAD[FAR[h] + row] = apart
  end
end


bits.WIDTH, bits.HEIGHT, bits.INNER, bits.FIRST = WIDTH, HEIGHT, INNER, FIRST

-- ---- Text ---------------------------------------------------------------------------

--- The reader and the writer of boards of the pieces named.
-- @tparam string pieces ".", "xo" or ".xo"; "#" is a square with none of them
-- @treturn function of a text, returns the integers, or nil where it is no such board of up to 56 squares
-- @treturn function of the integers, returns the text
function bits.form(pieces)
  local count = #pieces
  local function read(text)
    local wide = text:find("/", 1, true) or #text + 1
    local w, h = wide - 1, (#text + 1) // wide
    if w < 1 or w * h > MOST or (#text + 1) % wide ~= 0 then return nil end
    local boards = table.move({ 0, 0, 0 }, 1, count, 1, {})
    for i = 1, #text do
      local piece = text:sub(i, i)
      local at = pieces:find(piece, 1, true)
      if (piece == "/") ~= (i % wide == 0) or not (at or piece == "#" or piece == "/") then return nil end
      if at then boards[at] = boards[at] | 1 << 8 + (i // wide) * w + i % wide - 1 end
    end
    boards[1] = boards[1] | FIRST[w] + h
    return table.unpack(boards)
  end
  local function show(...)
    local boards = { ... }
    local s = boards[1] & 255
    local w, rows = WIDTH[s], {}
    for r = 0, HEIGHT[s] - 1 do
      local row = {}
      for c = 1, w do
        row[c] = "#"
        for i = 1, count do
          if boards[i] >> 7 + r * w + c & 1 == 1 then row[c] = pieces:sub(i, i) end
        end
      end
      rows[r + 1] = table.concat(row)
    end
    return table.concat(rows, "/")
  end
  return read, show
end

-- ---- Dominoes -----------------------------------------------------------------------

--- Emit every way to put a domino on two empty squares, upright.
function bits.upright(emit, board)
  local s = board & 255
  local squares, w = board ~ s, WIDTH[s]
  local places = squares & squares >> w
  while places ~= 0 do
    local at = places & -places
    emit(board ~ at ~ at << w)
    places = places ~ at
  end
end

--- Emit every way to put a domino across.
function bits.across(emit, board)
  local s = board & 255
  local squares = board ~ s
  local places = squares & squares >> 1 & INNER[s]
  while places ~= 0 do
    local at = places & -places
    emit(board ~ at ~ at << 1)
    places = places ~ at
  end
end

--- Emit every way to put a domino, either way round.
function bits.dominoes(emit, board)
  local s = board & 255
  local squares, w = board ~ s, WIDTH[s]
  local across, upright = squares & squares >> 1 & INNER[s], squares & squares >> w
  local places = across | upright
  while places ~= 0 do
    local at = places & -places
    if across & at ~= 0 then emit(board ~ at ~ at << 1) end
    if upright & at ~= 0 then emit(board ~ at ~ at << w) end
    places = places ~ at
  end
end

-- ---- Regions ------------------------------------------------------------------------

-- The squares of `board` that are connected with those of `region`.
local function connected(region, board, s)
  local w, inner = WIDTH[s], INNER[s]
  local before = 0
  while region ~= before do
    before = region
    region = (region | (region & inner) << 1 | region >> 1 & inner) & board
    region = (region | region << w | region >> w) & board
  end
  return region
end

-- The first row of the squares, the first column, and the numbers of rows and columns they lie in.
local function extent(squares, s)
  local w, first = WIDTH[s], ROW[s]
  local top, height, left, width = 0, 0, 0, 0
  while squares & first == 0 do squares, top = squares >> w, top + 1 end
  squares, first = squares >> 8, first >> 8
  local columns = 0
  while squares ~= 0 do columns, squares, height = columns | squares & first, squares >> w, height + 1 end
  while columns & 1 == 0 do columns, left = columns >> 1, left + 1 end
  while columns ~= 0 do columns, width = columns >> 1, width + 1 end
  return top, left, height, width
end

-- The squares, which lie in these rows and columns, on a board of these alone.
local function cut(squares, s, top, left, height, width)
  local w = WIDTH[s]
  squares = squares >> 8 + top * w
  if width == w then return squares << 8 end
  local kept, row = 0, (1 << width) - 1
  for r = 0, height - 1 do kept = kept | (squares >> r * w + left & row) << r * width end
  return kept << 8
end

--- Emit each region of two squares or more, on the least board that holds it.
function bits.regions(emit, board)
  local s = board & 255
  local rest = board ~ s
  while rest ~= 0 do
    local region = connected(rest & -rest, rest, s)
    rest = rest ~ region
    if region & region - 1 ~= 0 then
      local top, left, height, width = extent(region, s)
      emit(cut(region, s, top, left, height, width) | FIRST[width] + height)
    end
  end
end

--- Emit each region of stones that has some of both colours.
function bits.regions_of_both(emit, x, o)
  local s = x & 255
  x = x ~ s
  local rest = x | o
  while rest ~= 0 do
    local region = connected(rest & -rest, rest, s)
    rest = rest ~ region
    if region & x ~= 0 and region & o ~= 0 then
      local top, left, height, width = extent(region, s)
      emit(cut(region & x, s, top, left, height, width) | FIRST[width] + height,
        cut(region & o, s, top, left, height, width))
    end
  end
end

-- The squares of `board` that a queen's steps lead to from those of `region`.
local function touching(region, board, s)
  local w, inner = WIDTH[s], INNER[s]
  local before = 0
  while region ~= before do
    before = region
    region = region | (region & inner) << 1 | region >> 1 & inner
    region = (region | region << w | region >> w) & board
  end
  return region
end

--- Emit each region of empty squares and queens that has some of both.
function bits.regions_of_queens(emit, empty, x, o)
  local s = empty & 255
  empty = empty ~ s
  local rest = empty | x | o
  while rest ~= 0 do
    local region = touching(rest & -rest, rest, s)
    rest = rest ~ region
    if region & empty ~= 0 and region & (x | o) ~= 0 then
      local top, left, height, width = extent(region, s)
      emit(cut(region & empty, s, top, left, height, width) | FIRST[width] + height,
        cut(region & x, s, top, left, height, width), cut(region & o, s, top, left, height, width))
    end
  end
end

-- ---- Images -------------------------------------------------------------------------

-- The columns, the rows in the other order.
local function mirrored(squares, s)
  local w, column = WIDTH[s], COLUMN[s]
  for c = 0, w // 2 - 1 do
    local apart = w - 1 - 2 * c
    local other = (squares >> apart ~ squares) & column << c
    squares = squares ~ other ~ other << apart
  end
  return squares
end

local function upside_down(squares, s)
  local w, h, row = WIDTH[s], HEIGHT[s], ROW[s]
  for r = 0, h // 2 - 1 do
    local apart = (h - 1 - 2 * r) * w
    local other = (squares >> apart ~ squares) & row << r * w
    squares = squares ~ other ~ other << apart
  end
  return squares
end

-- Rows as columns, of a board that is not wider than high.
local function transposed(squares, s)
  local w, h = WIDTH[s], HEIGHT[s]
  local last, row, turned = h - 1, (1 << w) - 1, 0
  local far = FAR[h]
  squares = squares >> 8
  for r = 0, last do turned = turned | SPREAD[far + (squares >> r * w & row)] << r end
  return turned << 8
end

bits.extent, bits.cut = extent, cut
bits.mirrored, bits.upside_down, bits.transposed = mirrored, upside_down, transposed

-- The steps 1, 2, 3 lead through all mirror images, and 4 to 7 through those of a square's quarter turns.
local function step(squares, s, number)
  if number == 4 then return transposed(squares, s) end
  if number & 1 == 1 then return mirrored(squares, s) end
  return upside_down(squares, s)
end

--- The least of the mirror images.
function bits.least(board)
  local s = board & 255
  local image = board ~ s
  local best = image
  for number = 1, 3 do
    image = step(image, s, number)
    if image < best then best = image end
  end
  return best | s
end

--- The least of the mirror images and quarter turns, of those that are not higher than wide.
function bits.least_turned(board)
  local s = board & 255
  local image = board ~ s
  if WIDTH[s] < HEIGHT[s] then image, s = transposed(image, s), FIRST[HEIGHT[s]] + WIDTH[s] end
  local best, last = image, 3
  if WIDTH[s] == HEIGHT[s] then last = 7 end
  for number = 1, last do
    image = step(image, s, number)
    if image < best then best = image end
  end
  return best | s
end

--- The same of stones of two colours.
function bits.least_of_both(x, o)
  local s = x & 255
  x = x ~ s
  if WIDTH[s] < HEIGHT[s] then x, o, s = transposed(x, s), transposed(o, s), FIRST[HEIGHT[s]] + WIDTH[s] end
  local best_x, best_o, last = x, o, 3
  if WIDTH[s] == HEIGHT[s] then last = 7 end
  for number = 1, last do
    x, o = step(x, s, number), step(o, s, number)
    if x < best_x or x == best_x and o < best_o then best_x, best_o = x, o end
  end
  return best_x | s, best_o
end

--- The same of empty squares and queens of two colours.
function bits.least_of_three(empty, x, o)
  local s = empty & 255
  empty = empty ~ s
  if WIDTH[s] < HEIGHT[s] then
    empty, x, o, s = transposed(empty, s), transposed(x, s), transposed(o, s), FIRST[HEIGHT[s]] + WIDTH[s]
  end
  local best, best_x, best_o, last = empty, x, o, 3
  if WIDTH[s] == HEIGHT[s] then last = 7 end
  for number = 1, last do
    empty, x, o = step(empty, s, number), step(x, s, number), step(o, s, number)
    if empty < best or empty == best and (x < best_x or x == best_x and o < best_o) then
      best, best_x, best_o = empty, x, o
    end
  end
  return best | s, best_x, best_o
end

-- These are written in C as well, and compared (core/program/board.c).
for _, name in ipairs { "upright", "across", "dominoes", "regions", "regions_of_both",
                        "regions_of_queens", "least", "least_turned", "least_of_both", "least_of_three" } do
  core.board_code(name, bits[name])
end

return bits
