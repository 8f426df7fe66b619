-- Top Entails: split a stack into two smaller ones, or take one coin off a stack. The answer to that must be a move in
-- the same stack. Winning Ways, chapter 12; J. West, New values for Top Entails, Games of No Chance, 1996.
local ta = require "takeaway"

-- Each stack is two numbers: its coins, and 1 if the next move must be made in it.
local top = ta.ruleset {
  name = "Top Entails",
  options = function(emit, n, _)
    if n > 0 then emit(n - 1, 1) end
    for a = 1, n // 2 do emit(a, 0, n - a, 0) end
  end,
  parts = function(...)
    local stacks, given = {}, { ... }
    for i = 1, #given, 2 do stacks[#stacks + 1] = { given[i], given[i + 1] } end
    return stacks
  end,
  entails = function(_, must) return must == 1 end,
}

-- A player who moves to a sunny stack loses, whatever the other stacks are. Such moves are called loony.
print(top:sequence { to = { 24 }, fix = { [2] = 0 } })

-- A stack that must be answered: for which nim sums of the rest does the player to move win?
for n = 0, 8 do print(n, top(n, 1):nim_value()) end

-- Sums of stacks and other games: values add. A forced answer stays in its stack.
local stacks = top(6, 0) + top(7, 0) + ta.rules.nim(2)
print(stacks, stacks:nim_value(), stacks:outcome())
for _, move in ipairs(stacks:winning_moves()) do print("  " .. tostring(move)) end
local answer = top(6, 1) + top(5, 0) + ta.rules.nim(1)
print(answer, answer:nim_value(), answer:outcome())
print("  " .. tostring(answer:best_move()))

-- The sunny stacks up to 300 coins; the next three have 2403, 2505 and 33,243 (West).
local sunny = {}
for n = 0, 300 do
  if tostring(top(n, 0):nim_value()) == "sunny" then sunny[#sunny + 1] = n end
end
print("sunny: " .. table.concat(sunny, " "))
