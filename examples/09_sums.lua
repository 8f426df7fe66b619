-- Sums: positions of any games played side by side, added, subtracted and compared.
local ta = require "takeaway"
local rules = ta.rules

-- Impartial games add by their nim values, whatever they are.
local sum = rules.kayles(5) + rules.wythoff(3, 4) + rules.nim(5)
print(sum, "=", sum:nim_value(), "so " .. sum:outcome())
print("win by moving to:")
for _, option in ipairs(sum:winning_moves()) do print("  ", option) end

-- n * p is n copies; equal pairs vanish in normal play, not in misere.
for n = 1, 4 do
  local many = n * rules.nim(2)
  print(many, "normal " .. many:outcome(), "misere " .. many:misere_outcome())
end

-- Partizan games: Left upright, Right across.
local board = rules.domineering(2, 3)
local stalk = rules.hackenbush("lr")
print(board, "outcome " .. board:outcome(), "best for Left: " .. tostring(board:best_move("left")))
print("minus itself:", (board - board):outcome())

-- lr is worth half a move to Left: two of them are worth l.
print("lr + lr = l:", (stalk + stalk):equals(rules.hackenbush("l")))
print("lr < l:", stalk < rules.hackenbush("l"), "lr <= board:", stalk <= board, "board <= lr:", board <= stalk)

-- A sum of unlike games, searched, with the best move for each player.
local mixed = board + rules.toads_and_frogs("TT.FF") + rules.nim(1)
print(mixed, "outcome " .. mixed:outcome())
print("Left's best:", mixed:best_move("left"))
print("Right's best:", mixed:best_move("right"))

-- A query that has no answer returns a message.
print(mixed:nim_value())
