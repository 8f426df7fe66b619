--- Boards as strings, shared by the board games: rows joined with "/", one character a
-- square; "#" is a square that is out of play. All rows are equally long.
local board = {}

--- The text with the squares at the given offsets replaced: board.put(text, i, "x", j, "y").
function board.put(text, i, a, j, b)
  text = text:sub(1, i - 1) .. a .. text:sub(i + 1)
  return j and text:sub(1, j - 1) .. b .. text:sub(j + 1) or text
end

-- The squares connected with the one at `start`, named `number` in `owner`; the first and last row and column.
local function connected(text, wide, start, owner, number)
  local stack, top = { start }, 1
  local first, last, low, high = #text, 0, wide, 0
  owner[start] = number
  while top > 0 do
    local at = stack[top]
    top = top - 1
    local row, column = (at - 1) // wide, (at - 1) % wide
    if row < first then first = row end
    if row > last then last = row end
    if column < low then low = column end
    if column > high then high = column end
    for side = 1, 4 do
      local near = side == 1 and at + wide or side == 2 and at - wide or side == 3 and at + 1 or at - 1
      local sign = near > 0 and not owner[near] and text:byte(near)
      if sign and sign ~= 35 and sign ~= 47 then -- "#", "/"
        owner[near] = number
        top = top + 1
        stack[top] = near
      end
    end
  end
  return first, last, low, high
end

--- The connected regions of squares that are in play ("#" is not), each on the least board that holds it; those for
-- which `alive(text)` is false left out.
function board.regions(text, alive)
  local wide = text:find("/", 1, true) or #text + 1
  local owner, list, number = {}, {}, 0
  local start = text:find("[^#/]")
  while start do
    if not owner[start] then
      number = number + 1
      local first, last, low, high = connected(text, wide, start, owner, number)
      local rows = {}
      for row = first, last do
        local signs = {}
        for at = row * wide + low + 1, row * wide + high + 1 do
          signs[#signs + 1] = owner[at] == number and text:sub(at, at) or "#"
        end
        rows[#rows + 1] = table.concat(signs)
      end
      local part = table.concat(rows, "/")
      if alive(part) then list[#list + 1] = { part } end
    end
    start = text:find("[^#/]", start + 1)
  end
  return list
end

-- Rows as columns: of each column one sign in `wide`.
local function transpose(text, wide, high)
  local every, turned = "(.)" .. ("."):rep(wide - 1), {}
  local padded = text .. ("/"):rep(wide)
  for column = 1, wide - 1 do turned[column] = padded:sub(column, column + wide * high - 1):gsub(every, "%1") end
  return table.concat(turned, "/")
end

-- The board and the one with its columns the other way round, and both turned by half: the text backwards.
local function images(text)
  local mirrored = text:gsub("[^/]+", string.reverse)
  return { text, mirrored, text:reverse(), mirrored:reverse() }
end

--- The first in order of the board's mirror images; with `turns` of its quarter turns too, of those that are not
-- higher than wide.
function board.least(text, turns)
  local wide = text:find("/", 1, true) or #text + 1
  local high = (#text + 1) // wide
  local list = (not turns or wide > high) and images(text) or {}
  if turns and wide <= high + 1 then table.move(images(transpose(text, wide, high)), 1, 4, #list + 1, list) end
  local best = list[1]
  for i = 2, #list do
    if list[i] < best then best = list[i] end
  end
  return best
end

--- Call see(i, j) for every square i and its neighbour j, to the right or below, as offsets
-- into the text: across with `across`, down with `down`.
function board.pairs(text, across, down, see)
  local width = (text:find("/", 1, true) or #text + 1)
  for i = 1, #text do
    if text:byte(i) ~= 47 then
      if across and i % width ~= width - 1 and i < #text then see(i, i + 1) end
      if down and i + width <= #text then see(i, i + width) end
    end
  end
end

--- Emit every way to put a domino on two empty squares, across or down.
function board.dominoes(emit, text, across, down)
  board.pairs(text, across, down, function(i, j)
    if text:byte(i) == 46 and text:byte(j) == 46 then emit(board.put(text, i, "#", j, "#")) end
  end)
end

--- The regions a domino may fit in: those of two squares or more.
function board.roomy_regions(text)
  return board.regions(text, function(part) return #part > 1 end)
end

return board
