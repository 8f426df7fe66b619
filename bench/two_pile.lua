-- Two piles as a user meets them: f as a Lua function beside f built in, and
-- least_move called from a Lua loop.
local ta = require "takeaway"

local function timed(work)
  collectgarbage()
  local start = os.clock()
  work()
  return os.clock() - start
end

local function median(times)
  table.sort(times)
  return times[(#times + 1) // 2]
end

local built_in, scripted = {}, {}
for i = 1, 7 do
  built_in[i] = timed(function() ta.two_pile("4k"):table(8192) end)
  scripted[i] = timed(function() ta.two_pile(function(k) return 4 * k end):table(8192) end)
end
local a, b = median(built_in), median(scripted)
print(("  table(8192), f built in %.3f s, as a Lua function %.3f s: %+.1f%%"):format(a, b, 100 * (b / a - 1)))

local proved, rest = {}, {}
for i = 1, 3 do
  proved[i] = timed(function() ta.two_pile("2k"):table(16384) end)
  rest[i] = timed(function() ta.two_pile("4k"):table(16384) end)
end
a, b = median(proved), median(rest)
local line = "  table(16384), 2k by the closed form %.3f s (%.2f ns a cell), 4k by the recursion %.3f s: %.1f times"
print(line:format(a, a / (16384 * 16384 / 2) * 1e9, b, b / a))

local game, calls, sum = ta.two_pile("2k"), 3000000, 0
local time = timed(function()
  for i = 1, calls do sum = sum + game:least_move(i, i + 12) end
end)
print(("  least_move by the closed form: %.1f million calls a second (sum %d)"):format(calls / time / 1e6, sum))

game = ta.two_pile("4k")
game:table(2000)
sum = 0
time = timed(function()
  for i = 1, calls do sum = sum + game:least_move(i % 2000 + 1, 2000) end
end)
print(("  least_move from a table: %.1f million calls a second (sum %d)"):format(calls / time / 1e6, sum))
