--- Clobber: move a stone of yours onto a neighbouring stone of the other's, which is taken
-- away. Left has x, Right o. Called with a board: "xoxo", or "xox/o.x" ("." is empty).
-- M. Albert, J. P. Grossman, R. Nowakowski and D. Wolfe, An introduction to Clobber,
-- Integers 5(2) (2005).
local bits = require "takeaway.rules.bits"
local board = require "takeaway.rules.board"

local check, read = require "takeaway.rules.start".text {
  letters = "xo%.#", rows = true, fold = string.lower,
  expected = 'expected a board of x (Left), o (Right) and . (empty), such as "xo/ox"',
}

local function clobber(emit, text, own, other)
  board.pairs(text, true, true, function(i, j)
    local a, b = text:sub(i, i), text:sub(j, j)
    if a == own and b == other then emit(board.put(text, i, "#", j, own)) end
    if b == own and a == other then emit(board.put(text, i, own, j, "#")) end
  end)
end

-- The packed form: the stones of x, with the shape, and those of o.
local WIDTH, INNER = bits.WIDTH, bits.INNER
local pack, show = bits.form "xo"

-- Move a stone of x or o from one square to another.
local function go(emit, x, o, is_x, from, to)
  if is_x then emit(x ~ from ~ to, o ~ to) else emit(x ~ to, o ~ from ~ to) end
end

-- The moves between each square and its neighbours on the right and below.
local function packed_clobber(emit, x, o, is_x)
  local s = x & 255
  local w, inner, own, other = WIDTH[s], INNER[s], x ~ s, o
  if not is_x then own, other = other, own end
  local right, left = own & other >> 1 & inner, other & own >> 1 & inner
  local down, up = own & other >> w, other & own >> w
  local places = right | left | down | up
  while places ~= 0 do
    local at = places & -places
    if right & at ~= 0 then go(emit, x, o, is_x, at, at << 1) end
    if left & at ~= 0 then go(emit, x, o, is_x, at << 1, at) end
    if down & at ~= 0 then go(emit, x, o, is_x, at, at << w) end
    if up & at ~= 0 then go(emit, x, o, is_x, at << w, at) end
    places = places ~ at
  end
end

return {
  name = "Clobber",
  check = check,
  tables = "a position is a board of signs, not numbers",
  example = { "xo/ox" },
  start = function(text) return (read(text):gsub("%.", "#")) end,
  left = function(emit, text) clobber(emit, text, "x", "o") end,
  right = function(emit, text) clobber(emit, text, "o", "x") end,
  parts = function(text) return board.regions(text, "xo") end,
  canonical = function(text) return board.least(text, true) end,
  packed = {
    read = pack,
    show = show,
    left = function(emit, x, o) packed_clobber(emit, x, o, true) end,
    right = function(emit, x, o) packed_clobber(emit, x, o, false) end,
    parts = bits.regions_of_both,
    canonical = bits.least_of_both,
  },
}
