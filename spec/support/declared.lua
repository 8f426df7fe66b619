-- Declared games of several tests: their fields, and their rules. Compares a theorem with the engine on a box.
local assert = require "luassert"
local box = require "spec.support.box"
local ta = require "takeaway"

local M = { fields = {} }
local fields = M.fields

local NAMES = { "a", "b", "c", "d", "e" }

-- From one of some piles a number, by the guard and with what follows the piles: "a - k, b, 2k" for the first of two.
local function piles(count, game, guard, rest)
  local names = { table.unpack(NAMES, 1, count) }
  game[1] = table.concat(names, ", ") .. (rest and ", x" or "")
  for i, name in ipairs(names) do
    local targets = { table.unpack(names) }
    targets[i] = name .. " - k"
    targets[count + 1] = rest
    game[i + 1] = ("k: %s -> %s"):format(guard:format(name), table.concat(targets, ", "))
  end
  return game
end

--- Piles with one limit, which becomes f(k).
function fields.two_pile(f, over)
  return piles(2, { name = "two piles, f = " .. f, over = over or "a = 0 or b = 0" }, "1 <= k <= x, k <= %s", f)
end

function fields.three_pile(f, over) return piles(3, { name = "three piles, f = " .. f, over = over }, "1 <= k <= x, k <= %s", f) end

function fields.one_pile(f) return { "n, x", name = "one pile, f = " .. f, "k: 1 <= k <= x, k <= n -> n - k, " .. f } end

--- Nim, with at most this number taken from a pile.
function fields.nim(count, most) return piles(count, { name = "nim" }, "1 <= k <= %s" .. (most and ", k <= " .. most or "")) end

--- Two heaps: any number from one of them, or a move of the list.
function fields.rooks(name, ...) return { "a, b", name = name, "k: 1 <= k <= a -> a - k, b", "k: 1 <= k <= b -> a, b - k", ... } end

--- From both heaps as many, from `least` on.
function fields.diagonals(least)
  return fields.rooks("diagonals of at least " .. least, ("k: %d <= k <= a, k <= b -> a - k, b - k"):format(least))
end

function fields.wythoff()
  local game = fields.diagonals(1)
  game.name = "wythoff"
  return game
end

--- From both heaps, numbers that differ by less than t.
function fields.apart(t)
  return fields.rooks("apart by less than " .. t,
    ("k, l: 1 <= k <= a, 1 <= l <= b, k < l + %d, l < k + %d -> a - k, b - l"):format(t, t))
end

--- From two heaps one of the vectors, such as {1, 0}.
function fields.vectors(list)
  local game = { "a, b" }
  for i, v in ipairs(list) do game[i + 1] = ("a >= %d, b >= %d -> a - %d, b - %d"):format(v[1], v[2], v[1], v[2]) end
  return game
end

--- From one heap a number of the list.
function fields.take(...)
  local game = { "n" }
  for i, k in ipairs { ... } do game[i + 1] = ("n >= %d -> n - %d"):format(k, k) end
  return game
end

for name, make in pairs(fields) do M[name] = function(...) return ta.moves(make(...)) end end

--- All vectors of numbers from 0 to `to`, as many as the rules have.
function M.vectors_of(rules, to)
  local bounds = {}
  for i = 1, #rules.declaration.variables do bounds[2 * i - 1], bounds[2 * i] = 0, to end
  return box(table.unpack(bounds))
end

--- The theorem's outcomes for all positions with numbers up to `to` are the engine's.
function M.hold(theorem, to)
  local rules, what = theorem.rules, theorem.misere and "misere_outcome" or "outcome"
  for a, b, c, d, e in M.vectors_of(rules, to) do
    local position = rules(table.unpack({ a, b, c, d, e }, 1, #rules.declaration.variables))
    assert.equal(position[what](position), theorem:outcome(table.unpack(position, 1, #position)), tostring(position))
  end
end

return M
