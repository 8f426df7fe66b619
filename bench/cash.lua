-- NIM with Cash from Lua: questions a second, and the proofs of linear forms.
local ta = require "takeaway"

local function rate(name, calls, work)
  local start = os.clock()
  work(calls)
  local spent = os.clock() - start
  print(("%-52s %8.2f M/s  (%.0f ns)"):format(name, calls / spent / 1e6, spent / calls * 1e9))
end

local game = ta.cash { 3, 5, 6, 10, 11 }
game:winner(1000, 0, 0)
rate("winner after a stored history, n <= 1000", 4000000, function(calls)
  local winner = game.winner
  for k = 1, calls do winner(game, k & 511, k & 255, k & 127) end
end)

for _, A in ipairs { { 1, 4 }, { 1, 3, 4 }, { 3, 4, 5 } } do
  local start = os.clock()
  local th = ta.cash(A):theorem()
  local found, N = os.clock() - start, 1 << 60
  print(("theorem {%s}: %s, in %.2f ms"):format(table.concat(A, ","), th.standing, found * 1e3))
  rate("  its winner at n = 2^60", 1000000, function(calls)
    for k = 1, calls do th:winner(N + k, (N >> 1) + k, (N >> 1) - k) end
  end)
end

local start, slowest, sets, most, latest = os.clock(), 0, 0, 0, 0
for mask = 1, (1 << 12) - 1 do
  local A = {}
  for a = 1, 12 do if mask >> (a - 1) & 1 == 1 then A[#A + 1] = a end end
  local t = os.clock()
  local as = assert(ta.cash(A):asymptotics())
  slowest = math.max(slowest, os.clock() - t)
  most, latest, sets = math.max(most, as.modulus), math.max(latest, as.preperiod), sets + 1
end
print(("asymptotics of {1..12}: %d subsets proved in %.2f s, slowest %.1f ms; modulus to %d, preperiod to %d"):format(
  sets, os.clock() - start, slowest * 1e3, most, latest))
