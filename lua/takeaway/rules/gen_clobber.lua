--- Clobber with other moves and captures. Called with the differences, or a name, and a board: "kings"("xo/ox").
--
-- A stone moves along one of the `directions`, "orthogonal", "diagonal", "compass" (both) or "knight", at most
-- `distance` steps over empty squares. `clobbers` says which squares it may enter: "other", one of the other's stones,
-- which is taken away; "all", one of either's; "empty", an empty one. It leaves behind "empty" or a stone of the
-- "other"'s. The names are those of CGSuite: "kings", "knights", "rooks", "queens", "hot" (clobbers all) and "anti"
-- (enters empty squares and leaves a stone of the other's).
-- M. Albert, J. P. Grossman, R. Nowakowski and D. Wolfe, An introduction to Clobber, Integers 5(2) (2005).
local board = require "takeaway.rules.board"
local core = require "takeaway.core"
local text_of = require "takeaway.base.text"

local check, start = require "takeaway.rules.start".text {
  letters = "xo%.#", rows = true, fold = string.lower,
  expected = 'expected a board of x (Left), o (Right) and . (empty), such as "xo/ox"',
}

local STRAIGHT = { { 0, 1 }, { 1, 0 }, { 0, -1 }, { -1, 0 } }
local SLANTED = { { 1, 1 }, { 1, -1 }, { -1, 1 }, { -1, -1 } }
local COMPASS = table.move(SLANTED, 1, 4, 5, table.move(STRAIGHT, 1, 4, 1, {}))
local JUMPS = { { 1, 2 }, { 1, -2 }, { -1, 2 }, { -1, -2 }, { 2, 1 }, { 2, -1 }, { -2, 1 }, { -2, -1 } }

-- The values of each setting; the first is the usual one.
local KNOWN = {
  directions = { "orthogonal", "diagonal", "compass", "knight" },
  clobbers = { "other", "all", "empty" },
  leaves = { "empty", "other" },
}
local DIRECTIONS = { orthogonal = STRAIGHT, diagonal = SLANTED, compass = COMPASS, knight = JUMPS }
local NAMED = {
  kings = { directions = "compass" }, knights = { directions = "knight" }, rooks = { distance = math.huge },
  queens = { directions = "compass", distance = math.huge }, hot = { clobbers = "all" },
  anti = { clobbers = "empty", leaves = "other" },
}

local function is_one_of(list, value)
  for _, one in ipairs(list) do
    if one == value then return true end
  end
  return false
end

local function read(given)
  local settings = type(given) == "string" and NAMED[given] or given
  if type(settings) ~= "table" then
    core.raise('gen_clobber: expected settings or one of "kings", "knights", "rooks", "queens", "hot", "anti", got '
      .. text_of.shown(given))
  end
  for name, value in pairs(settings) do
    if name == "distance" then
      if value ~= math.huge and (math.type(value) ~= "integer" or value < 1) then
        core.raise("gen_clobber: distance: expected an integer from 1 on or math.huge, got " .. text_of.shown(value))
      end
    elseif not KNOWN[name] then
      core.raise(("gen_clobber: unknown setting %s; known are directions, distance, clobbers, leaves"):format(
        text_of.shown(name)))
    elseif not is_one_of(KNOWN[name], value) then
      core.raise(('gen_clobber: %s: expected "%s", got %s'):format(name, table.concat(KNOWN[name], '" or "'),
        text_of.shown(value)))
    end
  end
  return DIRECTIONS[settings.directions or "orthogonal"], settings.distance or 1, settings.clobbers or "other",
    settings.leaves or "empty"
end

return function(given)
  local directions, distance, clobbers, leaves = read(given)

  local function clobber(emit, text, own, other)
    local wide = text:find("/", 1, true) or #text + 1
    local high = (#text + 1) // wide
    local behind = leaves == "other" and other or "."
    local function at(r, c)
      if r < 0 or r >= high or c < 0 or c >= wide - 1 then return nil end
      return r * wide + c + 1
    end
    for from = 1, #text do
      if text:sub(from, from) == own then
        local row, column = (from - 1) // wide, (from - 1) % wide
        for _, direction in ipairs(directions) do
          local steps = 0
          local r, c = row, column
          while steps < distance do
            r, c, steps = r + direction[1], c + direction[2], steps + 1
            local to = at(r, c)
            local sign = to and text:sub(to, to)
            if sign == "." and clobbers == "empty" or sign == other and clobbers ~= "empty"
              or sign == own and clobbers == "all" then
              emit(board.put(text, from, behind, to, own))
            end
            if sign ~= "." then break end
          end
        end
      end
    end
  end

  return {
    name = type(given) == "string" and "Clobber, " .. given or "Clobber",
    check = check,
    tables = "a position is a board of signs, not numbers",
    example = { "xo/ox" },
    start = start,
    left = function(emit, text) clobber(emit, text, "x", "o") end,
    right = function(emit, text) clobber(emit, text, "o", "x") end,
    canonical = function(text) return board.least(text, true) end,
  }
end
