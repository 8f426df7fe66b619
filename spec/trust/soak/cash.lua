-- NIM with Cash: the staircases, the rich and the win conditions against the recursion on (n; d, e).
local same = require "spec.trust.soak.same"
local ta = require "takeaway"

-- Does the mover win at n with d dollars, the other holding e?
local function winner(set)
  local known = {}
  return function(n, d, e)
    local function wins(m, own, other)
      local key = (m << 40) | (own << 20) | other
      if known[key] == nil then
        known[key] = false
        for _, a in ipairs(set) do
          if a <= m and a <= own and not wins(m - a, other, own - a) then known[key] = true break end
        end
      end
      return known[key]
    end
    return wins(n, d, e)
  end
end

local function random_set(size)
  local set = {}
  for k = 1, math.random(3) do set[k] = math.random(2 * size) end
  return set
end

local function check(game, call, wins, set, n)
  for _ = 1, 10 do
    local d, e = math.random(0, n), math.random(0, n)
    same(wins(n, d, e) and "I" or "II", game:winner(n, d, e), "%s:winner(%d, %d, %d)", call, n, d, e)
    local least = math.huge
    for own = n, 0, -1 do
      if wins(n, own, e) then least = own end
    end
    same(least, game:least_cash(n, e), "%s:least_cash(%d, %d)", call, n, e)
    local moves, seen = {}, {}
    for _, a in ipairs(set) do
      if a <= n and a <= d and not wins(n - a, e, d - a) and not seen[a] then moves[#moves + 1] = a end
      seen[a] = true
    end
    table.sort(moves)
    same(table.concat(moves, " "), table.concat(game:winning_moves(n, d, e), " "), "%s:winning_moves(%d, %d, %d)", call, n, d, e)
  end
end

local function cash(size)
  local set = random_set(size)
  local call, wins = ("ta.cash{ %s }"):format(table.concat(set, ", ")), winner(set)
  local game = ta.cash(set)
  for _ = 1, 4 do
    local n = math.random(0, 6 * size)
    check(game, call, wins, set, n)
    same(wins(n, n, n) and "I" or "II", game:winner(n, math.huge, math.huge), "%s:winner(%d, math.huge, math.huge)", call, n)
  end
end

local function conditions(size)
  local set = random_set(size)
  local call, wins = ("ta.win_condition{ %s }"):format(table.concat(set, ", ")), winner(set)
  local condition = ta.win_condition(set)
  if not condition then return end
  same(true, condition:check(), "%s:check()", call)
  local again = assert(ta.load_certificate(condition:certificate()))
  same(true, again:check(), "%s, loaded again:check()", call)
  for _ = 1, 3 do check(again, call, wins, set, math.random(0, 6 * size)) end
  local game = ta.cash(set)
  for _ = 1, 20 do -- far from what the recursion reaches
    local n = math.random(0, 600)
    local d, e = math.random(0, n), math.random(0, n)
    same(condition:winner(n, d, e), game:winner(n, d, e), "ta.cash{ %s }:winner(%d, %d, %d)", table.concat(set, ", "), n, d, e)
  end
end

return {
  { name = "NIM with Cash", play = cash, short = 180 },
  { name = "win conditions", play = conditions, short = 120 },
}
