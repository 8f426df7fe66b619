-- Compounds of games by definition: of plain games (spec/support/partizan.lua), option by option, and of values.
local P = require "spec.support.partizan"
local ta = require "takeaway"

local M = {}

--- The compounds that forms have as methods.
M.NAMES = { "ordinal_sum", "conjunctive_sum", "selective_sum", "selective_compound", "sequential_compound", "join",
            "conway_product", "ordinal_product" }

--- The compounds of games with options(g, side), make(left, right), add(g, h) and negative(g), each by its name.
local function compounds(options, make, add, negative)
  local of = {}

  -- A compound, remembered by its operands: moves(put, side, g, h) puts its options.
  local function define(name, moves)
    local known = {}
    of[name] = function(g, h)
      known[g] = known[g] or {}
      if not known[g][h] then
        local lists = { {}, {} }
        for side, list in ipairs(lists) do
          moves(function(o) list[#list + 1] = o end, side, g, h)
        end
        known[g][h] = make(lists[1], lists[2])
      end
      return known[g][h]
    end
  end

  local function each(put, side, g, f)
    for _, o in ipairs(options(g, side)) do put(f and f(o) or o) end
  end

  -- A move in one of the two, and in both.
  local function one(put, side, g, h, f)
    each(put, side, g, function(o) return f(o, h) end)
    each(put, side, h, function(o) return f(g, o) end)
  end
  local function both(put, side, g, h, f)
    for _, o in ipairs(options(g, side)) do each(put, side, h, function(p) return f(o, p) end) end
  end

  define("sum", function(put, side, g, h) one(put, side, g, h, of.sum) end)
  define("ordinal_sum", function(put, side, g, h)
    each(put, side, g)
    each(put, side, h, function(o) return of.ordinal_sum(g, o) end)
  end)
  define("conjunctive_sum", function(put, side, g, h) both(put, side, g, h, of.conjunctive_sum) end)
  define("selective_sum", function(put, side, g, h)
    one(put, side, g, h, add)
    both(put, side, g, h, of.conjunctive_sum)
  end)
  define("selective_compound", function(put, side, g, h)
    one(put, side, g, h, of.selective_compound)
    both(put, side, g, h, of.selective_compound)
  end)
  define("sequential_compound", function(put, side, g, h)
    if #options(g, 1) + #options(g, 2) == 0 then return each(put, side, h) end
    each(put, side, g, function(o) return of.sequential_compound(o, h) end)
  end)
  define("join", function(put, side, g, h)
    each(put, side, g)
    each(put, side, h)
  end)
  define("conway_product", function(put, side, g, h)
    for near = 1, 2 do
      for _, a in ipairs(options(g, near)) do
        each(put, side == 1 and near or 3 - near, h, function(b)
          return add(add(of.conway_product(a, h), of.conway_product(g, b)), negative(of.conway_product(a, b)))
        end)
      end
    end
  end)
  define("ordinal_product", function(put, side, g, h)
    for from = 1, 2 do
      for _, o in ipairs(options(h, from)) do
        each(put, from == 1 and side or 3 - side, g, function(k)
          return of.ordinal_sum(of.ordinal_product(g, o), from == 1 and k or negative(k))
        end)
      end
    end
  end)
  return of
end

function M.options(v, side) return side == 1 and v:left_options() or v:right_options() end

--- All options of both players.
function M.all_options(v) return table.move(v:right_options(), 1, #v:right_options(), #v:left_options() + 1, v:left_options()) end

--- The value whose options are f(o, side) for the options o of v.
function M.map(v, f)
  local lists = { {}, {} }
  for side, list in ipairs(lists) do
    for i, o in ipairs(M.options(v, side)) do list[i] = f(o, side) end
  end
  return ta.value { left = lists[1], right = lists[2] }
end

--- Memoizes a function of a value and of the function itself.
function M.remembered(f)
  local known = {}
  local function answer(v)
    if known[v] == nil then known[v] = f(v, answer) end
    return known[v]
  end
  return answer
end

M.plain = compounds(function(g, side) return side == 1 and P.left(g) or P.right(g) end, P.game, P.add, P.negative)

M.values = compounds(M.options, function(left, right) return ta.value { left = left, right = right } end,
  function(g, h) return g + h end, function(g) return -g end)

return M
