-- Databases that the campaign on files damages: Nim on three piles within two moves, one position after another, and
-- heaps of 0.007, so that it takes a while; and the same from fewer heaps and bits. As a program, `lua
-- saved_database.lua NAME PATH`, it solves one, to be killed meanwhile.
local ta = require "takeaway"

local SIDE, HEAPS = 36, 12000

local M = {}

local treblecross -- its values in memory

local function heaps(path, settings)
  settings.file, settings.threads = path, 1
  return ta.octal("0.007"):solve_to(settings)
end

local function value(place)
  treblecross = treblecross or ta.octal("0.007"):nim_values(HEAPS - 1)
  return treblecross[place]
end

--- A list of { name, solve, answer, before }. `solve(path)` solves to a file and returns the database, or nil, message,
-- code. `answer(place)` is the right answer. `before(path)`, if present, makes a file that `solve` then extends.
M.list = {
  { name = "three", solve = function(path)
    return ta.moves({ "a, b, c", name = "three", "k: 1 <= k <= a -> a - k, b, c", "k: 1 <= k <= b -> a, b - k, c",
      "k: 1 <= k <= c -> a, b, c - k" }):solve_to { file = path, to = SIDE - 1, order = { "c", "b", "a" } }
  end, answer = function(place) -- the nim sum is 0
    local a, b, c = place % SIDE, place // SIDE % SIDE, place // (SIDE * SIDE)
    return a ~ b ~ c == 0 and 1 or 0
  end },
  { name = "heaps", solve = function(path) return heaps(path, { to = HEAPS - 1, bits = 16 }) end, answer = value },
  { name = "grown", before = function(path) return heaps(path, { to = 3000, bits = 4 }) end, solve = function(path)
    local db, why, code = heaps(path, { to = 3000, bits = 4 })
    if not db then return nil, why, code end
    db:close()
    return heaps(path, { to = HEAPS - 1 })
  end, answer = value },
}

for _, one in ipairs(M.list) do M[one.name] = one end

if arg and arg[0] and arg[0]:find "saved_database%.lua$" then M[arg[1]].solve(arg[2]) end

return M
