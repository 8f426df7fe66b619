-- Where to move in a sum of hot games: every move with its loss, and the choice of the thermographic strategies of
-- Winning Ways, chapter 6. Then both sides follow thermostrat to the end.
local ta = require "takeaway"

local s = ta.hot_sum { "{9|{1|-7}}", "{6|-2}", ta.rules.domineering(3, 3), "{{8|2}|0}" }
print(s)
for _, player in ipairs { "left", "right" } do
  print(("%s to move: the best score is %s"):format(player, s:best_move(player).score))
  for _, m in ipairs(s:moves(player)) do
    print(("  %d to %-12s score %-5s loses %s"):format(m.component, m.option, m.score, m.loss))
  end
  local t, losses = s:thermostrat(player), s:losses(player)
  print(("  thermostrat: %d at the ambient temperature %s, sure of %s"):format(t.component, t.ambient, t.score))
  print(("  loses: hotstrat %s, thermostrat %s, sentestrat %s"):format(losses.hotstrat.loss, losses.thermostrat.loss,
    losses.sentestrat.loss))
end

local player, turn = "left", 1
while not s:value():is_number() do
  local move = s:thermostrat(player)
  s = s:play(move)
  print(("%2d %-5s %d to %-12s %s"):format(turn, player, move.component, move.option, s))
  player, turn = player == "left" and "right" or "left", turn + 1
end
print("reached: " .. tostring(s:value()))
