-- Databases that the campaign on files spoils: three piles of Nim in two moves' reach, one position after another, and
-- heaps of 0.007, so that it takes a while. As a program, `lua saved_database.lua NAME PATH`, one is solved, to be killed
-- meanwhile.
local ta = require "takeaway"

local SIDE, HEAPS = 36, 12000

local M = {}

local treblecross -- its values in memory

--- A list of `name`, `solve(path)`, which solves it to a file: the database, or nil, message, code; and `answer(place)`.
M.list = {
  { name = "three", solve = function(path)
    return ta.moves({ "a, b, c", name = "three", "k: 1 <= k <= a -> a - k, b, c", "k: 1 <= k <= b -> a, b - k, c",
      "k: 1 <= k <= c -> a, b, c - k" }):solve_to { file = path, to = SIDE - 1, order = { "c", "b", "a" } }
  end, answer = function(place) -- the nim sum is 0
    local a, b, c = place % SIDE, place // SIDE % SIDE, place // (SIDE * SIDE)
    return a ~ b ~ c == 0 and 1 or 0
  end },
  { name = "heaps", solve = function(path)
    return ta.octal("0.007"):solve_to { file = path, to = HEAPS - 1, bits = 16, threads = 1 }
  end, answer = function(place)
    treblecross = treblecross or ta.octal("0.007"):nim_values(HEAPS - 1)
    return treblecross[place]
  end },
}

for _, one in ipairs(M.list) do M[one.name] = one end

if arg and arg[0] and arg[0]:find "saved_database%.lua$" then M[arg[1]].solve(arg[2]) end

return M
