--- Amazons: move a queen of yours, as in chess. Then it shoots an arrow, as a queen moves, onto an empty square, which
-- leaves play. Left has x, Right o. Called with a board: "x..o", or "x../..#/..o" ("." is empty).
-- W. Zamkauskas (1988); E. R. Berlekamp, Sums of N x 2 Amazons, IMS Lecture Notes 35 (2000).
local bits = require "takeaway.rules.bits"
local board = require "takeaway.rules.board"
local core = require "takeaway.core"

local check, read = require "takeaway.rules.start".text {
  letters = "xo%.#", rows = true, fold = string.lower,
  expected = 'expected a board of x (Left), o (Right) and . (empty), such as "x../..#/..o"',
}

-- Call see(to) for every square a queen at `from` may go to, `gone` being empty as well.
local function rays(text, width, from, gone, see)
  for down = -width, width, width do
    for across = -1, 1 do
      local step = down + across
      local to = from + step
      while step ~= 0 and to > 0 and (text:byte(to) == 46 or to == gone) do
        see(to)
        to = to + step
      end
    end
  end
end

local function amazons(emit, text, own)
  local width = text:find("/", 1, true) or #text + 1
  for from = 1, #text do
    if text:sub(from, from) == own then
      rays(text, width, from, nil, function(to)
        rays(text, width, to, from, function(shot)
          if shot == from then return emit(board.put(text, from, "#", to, own)) end
          emit(board.put(board.put(text, from, ".", to, own), shot, "#"))
        end)
      end)
    end
  end
end

-- The packed form: the empty squares, with the shape, the queens of x, and those of o.
local WIDTH, INNER = bits.WIDTH, bits.INNER
local pack, show = bits.form ".xo"

-- One step in the direction 0..8 of a 3 x 3 board; 4 is none.
local function step(at, direction, w, inner)
  local across, down = direction % 3, direction // 3
  if across == 0 then at = at >> 1 & inner elseif across == 2 then at = (at & inner) << 1 end
  if down == 0 then return at >> w elseif down == 2 then return at << w end
  return at
end

local function packed_amazons(emit, empty, x, o, is_x)
  local s = empty & 255
  local w, inner, free = WIDTH[s], INNER[s], empty ~ s
  local queens = o
  if is_x then queens = x end
  while queens ~= 0 do
    local from = queens & -queens
    local open = free | from
    for i = 0, 8 do
      local to = i ~= 4 and step(from, i, w, inner) & free or 0
      while to ~= 0 do
        for j = 0, 8 do
          local shot = j ~= 4 and step(to, j, w, inner) & open or 0
          while shot ~= 0 do
            local left = s | open ~ to ~ shot
            if is_x then emit(left, x ~ from ~ to, o) else emit(left, x, o ~ from ~ to) end
            shot = step(shot, j, w, inner) & open
          end
        end
        to = step(to, i, w, inner) & free
      end
    end
    queens = queens ~ from
  end
end

return {
  name = "Amazons",
  check = check,
  tables = "a position is a board of signs, not numbers",
  example = { "x../..#/..o" },
  start = read,
  left = function(emit, text) amazons(emit, text, "x") end,
  right = function(emit, text) amazons(emit, text, "o") end,
  parts = board.regions_of_queens,
  canonical = function(text) return board.least(text, true) end,
  packed = {
    read = pack,
    show = show,
    left = core.board_code("queens_of_x", function(emit, empty, x, o) packed_amazons(emit, empty, x, o, true) end),
    right = core.board_code("queens_of_o", function(emit, empty, x, o) packed_amazons(emit, empty, x, o, false) end),
    parts = bits.regions_of_queens,
    canonical = bits.least_of_three,
  },
}
