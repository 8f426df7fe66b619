--- Outcomes as two letters: the winner when Left starts, and the winner when Right starts.
--
-- "L" is LL, "R" RR, "N" LR, "P" RL and "D" DD, where D is a draw; the other outcomes are these two letters themselves.
-- In an impartial game N, P and D mean the same, whoever is called Left.
-- @module takeaway.engine.outcome

local M = {}

local STARTS = { L = "LL", R = "RR", N = "LR", P = "RL", D = "DD" }

--- The winner when `player` ("left" or "right") starts: "L", "R" or "D".
function M.starting(outcome, player)
  local pair = STARTS[outcome] or outcome
  return player == "left" and pair:sub(1, 1) or pair:sub(2, 2)
end

return M
