-- Two partizan games from their rules, a sum of them, its best move and its temperature.

local ta = require "takeaway"

-- The value of a position, from rules that list the positions Left and Right can move to.
local function valuer(left, right)
  local known = {}
  local function value(position)
    if not known[position] then
      local l, r = {}, {}
      for i, p in ipairs(left(position)) do l[i] = value(p) end
      for i, p in ipairs(right(position)) do r[i] = value(p) end
      known[position] = ta.value { left = l, right = r }
    end
    return known[position]
  end
  return value
end

-- Domineering on rows of width 3, "." empty: Left places dominoes upright, Right flat.
local function place(step)
  return function(board)
    local list = {}
    for i = 1, #board - step do
      local j = i + step
      if (step == 3 or i % 3 ~= 0) and board:sub(i, i) == "." and board:sub(j, j) == "." then
        list[#list + 1] = board:sub(1, i - 1) .. "#" .. board:sub(i + 1, j - 1) .. "#" .. board:sub(j + 1)
      end
    end
    return list
  end
end
local domineering = valuer(place(3), place(1))

-- Toads move right, frogs left, one step or over one of the others.
local function hop(strip, pattern)
  local list = {}
  for from, to in pairs(pattern) do
    for i = 1, #strip - #from + 1 do
      if strip:sub(i, i + #from - 1) == from then
        list[#list + 1] = strip:sub(1, i - 1) .. to .. strip:sub(i + #from)
      end
    end
  end
  return list
end
local toads = valuer(function(s) return hop(s, { ["t."] = ".t", ["tf."] = ".ft" }) end,
  function(s) return hop(s, { [".f"] = "f.", [".tf"] = "ft." }) end)

local parts = { ["2 x 3 domineering"] = domineering "......", ["tttt..fff"] = toads "tttt..fff",
  ["tt..fff"] = toads "tt..fff" }
local names = { "2 x 3 domineering", "tttt..fff", "tt..fff" }
local sum = ta.value(0)
for _, name in ipairs(names) do
  local v = parts[name]
  print(("%-18s %-14s mean %-4s temperature %s"):format(name, tostring(v), v:mean(), v:temperature()))
  sum = sum + v
end
print(("%-18s %-14s mean %-4s temperature %s, outcome %s"):format("the sum", tostring(sum), sum:mean(),
  sum:temperature(), sum:outcome()))

-- Left's best move: nothing else leaves more, for any sum this is part of.
local best
for _, name in ipairs(names) do
  for _, option in ipairs(parts[name]:left_options()) do
    local after = sum - parts[name] + option
    if not best or best.after < after then best = { name = name, option = option, after = after } end
  end
end
print(("Left moves best in %s, to %s, which leaves %s"):format(best.name, tostring(best.option),
  tostring(best.after)))
print(sum:thermograph())
