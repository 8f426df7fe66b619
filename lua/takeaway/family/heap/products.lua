--- Products of heap games: games on pairs (m, n), with m a heap of one game and n a heap of another.
--
-- Where a move in a heap leaves several heaps, a move on the pair leaves several pairs, each a part of its own. The
-- rules below are the definitions (Berlekamp, Conway, Guy, Winning Ways, chapters 2 and 14). The one theorem used is
-- the Tartan theorem (Winning Ways, chapter 14; Lenstra, Nim multiplication, 1978): the nim value of (m, n) in the
-- direct product is the nim product of those of m and n.
-- @module takeaway.family.heap.products

local codes = require "takeaway.family.heap.code"
local core = require "takeaway.core"
local ruleset = require "takeaway.engine.ruleset".ruleset
local start = require "takeaway.rules.start"

local M = {}

-- The pairs there are; (0, 0), in which nobody can move, is none.
local function parts(...)
  local list, given = {}, { ... }
  for i = 1, #given, 2 do
    if given[i] > 0 or given[i + 1] > 0 then list[#list + 1] = { given[i], given[i + 1] } end
  end
  return list
end

-- The options of a heap, options(n), of a game from which play ends.
local function options_of(game)
  local check_ends = codes.ending(game)
  return function(n)
    if check_ends then check_ends(n) end
    return codes.answer(game:options(n))
  end
end

local function emit_pairs(emit, list)
  if #list == 0 then emit(0, 0) else emit(table.unpack(list)) end
end

-- Moves on one number of the pair, its first or its second, as on a heap of the game with these options.
local function moves_on(emit, options, place, pair)
  for _, heaps in ipairs(options(pair[place])) do
    local list = {}
    for _, heap in ipairs(heaps) do
      local left = { pair[1], pair[2] }
      left[place] = heap
      table.move(left, 1, 2, #list + 1, list)
    end
    emit_pairs(emit, list)
  end
end

local function name(first, what, second) return ("%s %s %s"):format(first, what, second) end

--- A move in either number; the other number stays with each result.
function M.acrostic(first, second)
  local of_first, of_second = options_of(first), options_of(second)
  return ruleset {
    name = name(first, "acrostic", second),
    check = start.numbers "m n",
    options = function(emit, m, n)
      moves_on(emit, of_first, 1, { m, n })
      moves_on(emit, of_second, 2, { m, n })
    end,
    parts = parts,
  }
end

--- A move in both numbers, m to a and n to b, leaves (a, n) + (m, b) + (a, b).
function M.direct(first, second)
  local of_first, of_second = options_of(first), options_of(second)
  return ruleset {
    name = name(first, "x", second),
    check = start.numbers "m n",
    options = function(emit, m, n)
      local others = of_second(n)
      for _, heaps in ipairs(of_first(m)) do
        for _, more in ipairs(others) do
          local list = {}
          for _, a in ipairs(heaps) do table.move({ a, n }, 1, 2, #list + 1, list) end
          for _, b in ipairs(more) do table.move({ m, b }, 1, 2, #list + 1, list) end
          for _, a in ipairs(heaps) do
            for _, b in ipairs(more) do table.move({ a, b }, 1, 2, #list + 1, list) end
          end
          emit_pairs(emit, list)
        end
      end
    end,
    parts = parts,
    nim_value = function(m, n)
      local a, message, code = first:nim_value(m)
      if not a then return nil, message, code end
      local b
      b, message, code = second:nim_value(n)
      if not b then return nil, message, code end
      return core.nim_product(a, b)
    end,
  }
end

--- Left moves on the second number, the columns, by one game, Right on the rows by the other. Twisted: a quarter turn
-- of the cake before each move.
function M.cake(left, right, twisted)
  local function side(game, place)
    local options = options_of(game)
    return function(emit, rows, columns)
      if twisted then rows, columns = columns, rows end
      moves_on(emit, options, place, { rows, columns })
    end
  end
  return ruleset {
    name = name(left, twisted and "twisted cake" or "cake", right),
    check = start.numbers "rows columns",
    left = side(left, 2),
    right = side(right, 1),
    parts = parts,
  }
end

return M
