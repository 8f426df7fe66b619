-- Win conditions: all subsets of {1..8} and {1..12} found and checked, one question far
-- out, and the kernel against the same answer by definition, in one run.
local ta = require "takeaway"

local function subset(mask)
  local set = {}
  for a = 1, 16 do if mask >> (a - 1) & 1 == 1 then set[#set + 1] = a end end
  return set
end

local function all(max)
  local found, began = {}, os.clock()
  for mask = 1, (1 << max) - 1 do found[mask] = assert(ta.win_condition(subset(mask))) end
  local search = os.clock() - began
  began = os.clock()
  local letters = 0
  for _, wc in ipairs(found) do
    assert(wc:check())
    letters = letters + wc.letters
  end
  local check = os.clock() - began
  print(("win conditions {1..%d}: %d certified in %.2f s (checked within), checked again in %.2f s, %d letters")
    :format(max, #found, search, check, letters))
  return search
end

-- W by the definition, as a table, n = d = e to `most`, and the same count of answers here.
local function against_definition(set, most)
  local began, wins = os.clock(), {}
  for n = 0, most do
    wins[n] = {}
    for d = 0, most do
      local row = {}
      for e = 0, most do
        row[e] = false
        for _, a in ipairs(set) do
          if a <= n and a <= d and not wins[n - a][e][d - a] then row[e] = true; break end
        end
      end
      wins[n][d] = row
    end
  end
  local definition = os.clock() - began
  began = os.clock()
  local wc = ta.win_condition(set)
  for n = 0, most do for d = 0, most do for e = 0, most do
    assert((wc:winner(n, d, e) == "I") == wins[n][d][e])
  end end end
  print(("cube n, d, e <= %d of {%s}: definition in Lua %.2f s, win condition found and asked %.2f s")
    :format(most, table.concat(set, ","), definition, os.clock() - began))
end

local function rate(set, n)
  local wc, count, began = ta.win_condition(set), 2000000, os.clock()
  local d, e = n // 16 * 11, n // 16 * 10
  for i = 1, count do wc:winner(n - i, d, e + i) end
  local each = (os.clock() - began) / count
  print(("winner at n = 2^60, {%s}: %.0f ns a call from a Lua loop, %.1f million a second")
    :format(table.concat(set, ","), 1e9 * each, 1e-6 / each))
end

local small = all(8)
local large = all(12)
print(("from {1..8} to {1..12}: 16 times the sets, %.1f times the time"):format(large / small))
against_definition({ 1, 3, 4 }, 120)
rate({ 1, 3, 4 }, 1 << 60)
rate({ 3, 5, 6, 10, 11 }, 1 << 60)
