-- The board games by definition: single squares on rows of text, without optimization. The results of
-- lua/takeaway/rules for boards must agree.
local box = require "spec.support.box"

local WAYS = {} -- to the squares around
for down, across in box(-1, 1, -1, 1) do
  if down ~= 0 or across ~= 0 then WAYS[#WAYS + 1] = { down, across } end
end

local board = {}

function board.rows(text)
  local rows = {}
  for row in (text .. "/"):gmatch("([^/]*)/") do rows[#rows + 1] = row end
  return rows
end

-- The text with the squares at the given offsets replaced: board.put(text, i, "x", j, "y").
function board.put(text, i, sign, ...)
  text = text:sub(1, i - 1) .. sign .. text:sub(i + 1)
  return ... and board.put(text, ...) or text
end

-- The offset from a square to the one below it.
function board.down(text) return text:find("/", 1, true) or #text + 1 end

-- The text without empty borders: out-of-play rows and columns at the edges.
local function crop(rows)
  local first, last, low, high
  for r, row in ipairs(rows) do
    local a, b = row:find("[^#]"), #row - ((row:reverse():find("[^#]")) or #row + 1) + 1
    if a then
      first, last = first or r, r
      low, high = math.min(low or a, a), math.max(high or b, b)
    end
  end
  local kept = {}
  for r = first, last do kept[#kept + 1] = rows[r]:sub(low, high) end
  return table.concat(kept, "/")
end

-- The connected regions of squares that are in play ("#" and whatever `dead` matches are
-- not), each on a board of its own. Those for which `alive(text)` is false are left out. Corners connect on request.
function board.regions(text, alive, corners)
  local rows = board.rows(text)
  local width, seen, list = #rows[1], {}, {}
  for start = 1, #rows * width do
    local function open(r, c)
      local key = (r - 1) * width + c
      return rows[r] and c >= 1 and c <= width and not seen[key] and rows[r]:sub(c, c) ~= "#" and key
    end
    local r0, c0 = (start - 1) // width + 1, (start - 1) % width + 1
    if open(r0, c0) then
      local cells, stack = {}, { { r0, c0 } }
      seen[start] = true
      while #stack > 0 do
        local r, c = table.unpack(table.remove(stack))
        cells[(r - 1) * width + c] = rows[r]:sub(c, c)
        for _, way in ipairs(WAYS) do
          local y, x = r + way[1], c + way[2]
          local key = (corners or y == r or x == c) and open(y, x)
          if key then
            seen[key] = true
            stack[#stack + 1] = { y, x }
          end
        end
      end
      local part = {}
      for r = 1, #rows do
        local line = {}
        for c = 1, width do line[c] = cells[(r - 1) * width + c] or "#" end
        part[r] = table.concat(line)
      end
      local cropped = crop(part)
      if alive(cropped) then list[#list + 1] = { cropped } end
    end
  end
  return list
end

local function transpose(rows)
  local turned = {}
  for c = 1, #rows[1] do
    local line = {}
    for r = 1, #rows do line[r] = rows[r]:sub(c, c) end
    turned[c] = table.concat(line)
  end
  return turned
end

-- The first in order of the board's mirror images; with `turns` of its quarter turns too.
function board.least(text, turns)
  local best = text
  local rows = board.rows(text)
  for turn = 1, turns and 2 or 1 do
    if turn == 2 then rows = transpose(rows) end
    for flip = 0, 3 do
      local image = {}
      for r = 1, #rows do
        local row = rows[flip % 2 == 1 and #rows + 1 - r or r]
        image[r] = flip >= 2 and row:reverse() or row
      end
      local one = table.concat(image, "/")
      if #one < #best or #one == #best and one < best then best = one end
    end
  end
  return best
end

-- Call see(i, j) for every square i and its neighbour j, to the right or below, as offsets
-- into the text: across with `across`, down with `down`.
function board.pairs(text, across, down, see)
  local width = board.down(text)
  for i = 1, #text do
    if text:byte(i) ~= 47 then
      if across and i % width ~= width - 1 and i < #text then see(i, i + 1) end
      if down and i + width <= #text then see(i, i + width) end
    end
  end
end

-- Emit every way to put a domino on two empty squares, across or down.
function board.dominoes(emit, text, across, down)
  board.pairs(text, across, down, function(i, j)
    if text:byte(i) == 46 and text:byte(j) == 46 then emit(board.put(text, i, "#", j, "#")) end
  end)
end

-- The regions a domino may fit in: those of two squares or more.
function board.roomy_regions(text)
  return board.regions(text, function(part) return #part > 1 end)
end

-- A stone clobbers a neighbour of the other colour.
function board.clobber(emit, text, own, other)
  board.pairs(text, true, true, function(i, j)
    local a, b = text:sub(i, i), text:sub(j, j)
    if a == own and b == other then emit(board.put(text, i, "#", j, own)) end
    if b == own and a == other then emit(board.put(text, i, own, j, "#")) end
  end)
end

-- See every square that a queen on square i comes to.
local function queen_goes(text, i, see)
  for _, way in ipairs(WAYS) do
    local step = way[1] * board.down(text) + way[2]
    local j = i + step
    while j >= 1 and text:sub(j, j) == "." do
      see(j)
      j = j + step
    end
  end
end

local function amazons(emit, text, own)
  for i in text:gmatch("()" .. own) do
    local left = board.put(text, i, ".")
    queen_goes(left, i, function(j)
      local moved = board.put(left, j, own)
      queen_goes(moved, j, function(k) emit(board.put(moved, k, "#")) end)
    end)
  end
end

-- A piece goes one step, or jumps over up to `jump` of the others.
function board.step(emit, strip, own, other, way, jump)
  for i in strip:gmatch("()" .. own) do
    local to = i + way
    while strip:sub(to, to) == other and math.abs(to - i) <= jump do to = to + way end
    if to >= 1 and strip:sub(to, to) == "." then emit(board.put(strip, i, ".", to, own)) end
  end
end

-- All boards of a shape, of the signs.
function board.all(rows, columns, signs)
  local count = rows * columns
  local number, last = -1, (#signs) ^ count - 1
  return function()
    number = number + 1
    if number > last then return nil end
    local rest, text = number, {}
    for i = 1, count do
      text[i] = signs:sub(rest % #signs + 1, rest % #signs + 1)
      if i % columns == 0 and i < count then text[i] = text[i] .. "/" end
      rest = rest // #signs
    end
    return table.concat(text)
  end
end

-- A random board of these signs, of which each square is out of play with this probability.
function board.random(rows, columns, signs, blocked)
  local list = {}
  for r = 1, rows do
    local row = {}
    for c = 1, columns do
      local i = math.random(#signs)
      row[c] = blocked and math.random() < blocked and "#" or signs:sub(i, i)
    end
    list[r] = table.concat(row)
  end
  return table.concat(list, "/")
end

return {
  board = board,
  cram = {
    options = function(emit, text) board.dominoes(emit, text, true, true) end,
    parts = board.roomy_regions,
    canonical = function(text) return board.least(text, true) end,
  },
  domineering = {
    left = function(emit, text) board.dominoes(emit, text, false, true) end,
    right = function(emit, text) board.dominoes(emit, text, true, false) end,
    parts = board.roomy_regions,
    canonical = function(text) return (board.least(text, false)) end,
  },
  clobber = {
    left = function(emit, text) board.clobber(emit, text, "x", "o") end,
    right = function(emit, text) board.clobber(emit, text, "o", "x") end,
    parts = function(text)
      return board.regions(text, function(part) return part:find("x") and part:find("o") end)
    end,
    canonical = function(text) return board.least(text, true) end,
  },
  amazons = {
    left = function(emit, text) amazons(emit, text, "x") end,
    right = function(emit, text) amazons(emit, text, "o") end,
    parts = function(text)
      return board.regions(text, function(part) return part:find("%.") and part:find("[xo]") end, true)
    end,
    canonical = function(text) return board.least(text, true) end,
  },
  toads_and_frogs = {
    left = function(emit, strip) board.step(emit, strip, "T", "F", 1, 1) end,
    right = function(emit, strip) board.step(emit, strip, "F", "T", -1, 1) end,
  },
}
