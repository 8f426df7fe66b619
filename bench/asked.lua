-- Rows of the book: the cost of a query from a Lua loop once its answer is known, and win conditions of all sizes.
-- The definition keeps the same answers in its own table.
local ta = require "takeaway"
local row = dofile "bench/row.lua"

local function calls(n) return n end

-- n calls of a function of the core that takes two integers and does almost nothing.
local function bare_calls(n)
  local ult, count = math.ult, 0
  for i = 1, n do if ult(i, 7) then count = count + 1 end end
  return count
end

local BARE = "calls: math.ult, a function in C of two integers, as often"

do
  local side, game, table_of = 500, ta.two_pile "4k", {}
  game:table(side)
  for p = 1, side do
    table_of[p] = {}
    for q = 1, side do table_of[p][q] = game:least_move(p, q) end
  end
  row.measure {
    name = "asked: two piles, f = 4k, least moves that are known", cost = "n", n = 1000000, tiny = 100,
    definition = "Lua: a table of tables that holds them", bound = BARE, limit = bare_calls, items = calls,
    kernel = function(n)
      local sum = 0
      for i = 1, n do sum = sum + game:least_move(i % side + 1, side) end
      return sum
    end,
    define = function(n)
      local sum = 0
      for i = 1, n do sum = sum + table_of[i % side + 1][side] end
      return sum
    end,
    same = tostring,
  }
end

do
  local rules, known = ta.rules.wythoff, {}
  for a = 0, 99 do
    known[a] = {}
    for b = 0, 99 do known[a][b] = rules(a, b):nim_value() end
  end
  row.measure {
    name = "asked: nim values of positions that are known", cost = "n", n = 300000, tiny = 100,
    definition = "Lua: a table of tables that holds them", bound = "tables: of two integers, with a metatable, as many",
    items = calls, same = tostring,
    kernel = function(n)
      local sum = 0
      for i = 1, n do sum = sum + rules(i % 100, 50):nim_value() end
      return sum
    end,
    define = function(n)
      local sum = 0
      for i = 1, n do sum = sum + known[i % 100][50] end
      return sum
    end,
    limit = function(n)
      local sum, meta = 0, {}
      for i = 1, n do sum = sum + #setmetatable({ i % 100, 50 }, meta) end
      return sum
    end,
  }
end

-- A win condition is found and proved, then queried at each (n, d, e) up to 60. The definition has no larger values.
do
  local set = { 1, 3, 4 }
  local function winners(n, wins)
    local h = 0
    for i = 0, n do
      for d = 0, n do
        for e = 0, n do h = h * 31 + (wins(i, d, e) and 1 or 0) end
      end
    end
    return h
  end
  row.measure {
    name = "win condition {1, 3, 4}: found, proved, asked n, d, e <= 80", n = 80, tiny = 10,
    definition = "Lua: an array of that cube, each left at the first winning move",
    bound = BARE, limit = function(n) return bare_calls((n + 1) ^ 3 // 1 | 0) end,
    items = function(n) return (n + 1.0) ^ 3 end, same = tostring,
    kernel = function(n)
      local wc = assert(ta.win_condition(set))
      return winners(n, function(i, d, e) return wc:winner(i, d, e) == "I" end)
    end,
    define = function(n)
      local won, side = {}, n + 1
      local plane = side * side
      for i = 0, n do
        for d = 0, n do
          for e = 0, n do
            local wins = false
            for j = 1, #set do
              local a = set[j]
              if a <= i and a <= d and not won[(i - a) * plane + e * side + d - a + 1] then
                wins = true
                break
              end
            end
            won[i * plane + d * side + e + 1] = wins
          end
        end
      end
      return winners(n, function(i, d, e) return won[i * plane + d * side + e + 1] end)
    end,
  }
end
