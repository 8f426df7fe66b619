-- The engine against the floor: the same rule called once on every position, with an emit
-- that only counts. And against a solver in plain Lua, and the growth from n to 2n.
local ta = require "takeaway"

local function now() return os.clock() end

-- The best of a few runs: the machine is shared.
local function best(times, f)
  local least, result = math.huge, nil
  for _ = 1, times do
    collectgarbage()
    collectgarbage()
    local start = now()
    result = f()
    least = math.min(least, now() - start)
  end
  return least, result
end

local function two_integers(emit, a, b)
  if a > 0 then emit(a - 1, b) end
  if b > 0 then emit(a, b - 1) end
  if a > 1 and b > 1 then emit(a - 2, b - 2) end
end

local function two_piles(emit, p, q, x)
  if p == 0 or q == 0 then return end
  for k = 1, math.min(p, x) do emit(p - k, q, 2 * k) end
  for k = 1, math.min(q, x) do emit(p, q - k, 2 * k) end
end

-- The same for a bounded f: options a position do not grow with the piles, so growth is the engine's.
local function bounded_piles(emit, p, q, x)
  if p == 0 or q == 0 then return end
  for k = 1, math.min(p, x) do emit(p - k, q, 1 + k % 8) end
  for k = 1, math.min(q, x) do emit(p, q - k, 1 + k % 8) end
end

-- All positions that can be reached, found beforehand.
local function reach(rule, start)
  local list, seen = {}, {}
  local function add(a, b, c)
    local key = (a * 4096 + b) * 4096 + (c or 0)
    if seen[key] then return end
    seen[key] = true
    list[#list + 1] = { a, b, c }
  end
  add(table.unpack(start))
  local i = 1
  while list[i] do
    rule(add, table.unpack(list[i]))
    i = i + 1
  end
  return list
end

local function floor_of(rule, list)
  local count = 0
  local function emit() count = count + 1 end
  for i = 1, #list do
    local p = list[i]
    rule(emit, p[1], p[2], p[3])
  end
  return count
end

-- The solver a user would write: a table by packed key, an explicit stack, mex.
local function plain_lua(rule, start)
  local value, stack, top = {}, {}, 1
  local options, count
  local function emit(a, b, c)
    count = count + 1
    options[count] = (a * 4096 + b) * 4096 + (c or 0)
  end
  local function key_of(a, b, c) return (a * 4096 + b) * 4096 + (c or 0) end
  stack[1] = key_of(table.unpack(start))
  local lists = {}
  while top > 0 do
    local key = stack[top]
    local list = lists[key]
    if not list and not value[key] then
      options, count = {}, 0
      rule(emit, key // 16777216, key // 4096 % 4096, key % 4096)
      list = options
      lists[key] = list
    end
    if value[key] then
      top = top - 1
    else
      local waiting = false
      for i = #list, 1, -1 do
        if not value[list[i]] then
          top = top + 1
          stack[top] = list[i]
          waiting = true
          break
        end
      end
      if not waiting then
        local seen, mex = {}, 0
        for i = 1, #list do seen[value[list[i]]] = true end
        while seen[mex] do mex = mex + 1 end
        value[key] = mex
        lists[key] = nil
        top = top - 1
      end
    end
  end
  return value
end

local function solve(rule, start, what)
  local rules = ta.ruleset { name = "bench", options = rule }
  local p = rules(table.unpack(start))
  local answer = p[what](p)
  return { rules:statistics(), answer }
end

local signature = 0

local function measure(name, rule, start, twice)
  local list = reach(rule, start)
  local floor, options = best(3, function() return floor_of(rule, list) end)
  print(("%s: %d positions, %d options; the floor is %.0f ns a position"):format(name, #list, options,
    floor / #list * 1e9))
  local solved
  for _, what in ipairs { "outcome", "nim_value" } do
    local time, result = best(3, function() return solve(rule, start, what) end)
    local s, answer = table.unpack(result)
    local share = time / s.positions / (floor / #list)
    print(("  %-9s %8d positions held, %5.0f ns each: %.2f times the floor; %.1f bytes each"):format(what,
      s.positions, time / s.positions * 1e9, share, s.bytes / s.positions))
    signature = (signature * 31 + s.positions + (tonumber(answer) or 7)) % 1000000007
    solved = { time, s }
  end
  if twice then
    local time, result = best(2, function() return solve(rule, twice, "nim_value") end)
    local grown = result[1].positions / solved[2].positions
    local further = reach(rule, twice)
    local deeper = best(2, function() return floor_of(rule, further) end)
    local function doubled(ratio) return ratio ^ (math.log(2) / math.log(grown)) end
    print(("  growth    %.2f times the positions: from n to 2n %.2f times the time, and the floor %.2f times"):format(
      grown, doubled(time / solved[1]), doubled(deeper / floor)))
  end
  collectgarbage()
  collectgarbage()
  local before = collectgarbage("count")
  local value
  local time = best(1, function() value = plain_lua(rule, start) return value end)
  collectgarbage()
  collectgarbage()
  local bytes = (collectgarbage("count") - before) * 1024
  print(("  plain Lua %.1f times as slow, %.1f times the memory (%.1f bytes a position)"):format(time / solved[1],
    bytes / solved[2].bytes, bytes / #list))
  assert(value)
end

measure("two integers, 1000 x 1000", two_integers, { 999, 999 }, { 1413, 1413 })
measure("two piles (p, q, x), f = 2k", two_piles, { 120, 120, 120 }, { 152, 152, 152 })
measure("two piles (p, q, x), f = 1 + k % 8", bounded_piles, { 354, 354, 8 }, { 500, 500, 8 })

-- Boxes, swept: against the plain Lua loop that a user would write, which stops at the first losing option; the growth;
-- and what asking for one known value costs.
local function piles(emit, p, q, x)
  for k = 1, math.min(p, x) do emit(p - k, q, 2 * k) end
  for k = 1, math.min(q, x) do emit(p, q - k, 2 * k) end
end

local function plain_outcomes(n)
  local lost, wide = {}, 2 * n + 1
  for p = 0, n do
    for q = 0, n do
      for x = 0, 2 * n do
        local wins = false
        for k = 1, math.min(p, x) do
          if lost[((p - k) * (n + 1) + q) * wide + 2 * k] then wins = true break end
        end
        if not wins then
          for k = 1, math.min(q, x) do
            if lost[(p * (n + 1) + q - k) * wide + 2 * k] then wins = true break end
          end
        end
        lost[(p * (n + 1) + q) * wide + x] = not wins
      end
    end
  end
  return lost
end

local function grid(rule, what, to)
  local rules = ta.ruleset { name = "bench", options = rule }
  local g = assert(rules:grid { what = what, to = to })
  return { rules:statistics(), g }
end

local side = 60
local loop = best(2, function() return plain_outcomes(side) end) / ((side + 1) ^ 2 * (2 * side + 1))
for _, case in ipairs {
  { "two integers", two_integers, { 500, 500 }, { 707, 707 } },
  { "(p, q, x), f = 2k", piles, { side, side, 2 * side }, { 76, 76, 152 } },
} do
  local name, rule, once, twice = table.unpack(case)
  for _, what in ipairs { "outcome", "nim_value", "remoteness" } do
    local time, result = best(2, function() return grid(rule, what, once) end)
    local grown, further = best(1, function() return grid(rule, what, twice) end)
    local held = result[1].positions
    print(("grid of %s, %s: %d positions, %.0f ns and %.1f bytes each; from n to 2n %.2f times the time"):format(name,
      what, held, time / held * 1e9, result[1].bytes / held, grown / time * 2 * held / further[1].positions))
    if rule == piles and what == "outcome" then
      print(("  the plain Lua loop that stops at the first losing option: %.1f times as slow"):format(
        loop / (time / held)))
    end
    signature = (signature * 31 + held) % 1000000007
  end
end
do
  local rules = ta.ruleset { name = "bench", options = two_integers }
  assert(rules(99, 99):nim_value())
  local asked = 200000
  local time = best(3, function()
    local s = 0
    for i = 1, asked do s = s + rules(i % 100, 50):nim_value() end
    return s
  end)
  local floor = best(3, function()
    local s, meta = 0, {}
    for i = 1, asked do s = s + #setmetatable({ i % 100, 50 }, meta) end
    return s
  end)
  print(("one known value: %.0f ns, %.1f times a list of two with a metatable"):format(time / asked * 1e9,
    time / floor))
end

-- Boards as bits against the same rules on text: as they are written beside them, squares one by one.
local definition = dofile "spec/support/boards.lua"
for _, board in ipairs {
  { "domineering", "...../...../...../.....", "canonical_form" },
  { "domineering", "...../...../...../.....", "outcome" },
  { "cram", "...../...../...../.....", "nim_value" }, { "clobber", "xoxo/oxox/xoxo", "canonical_form" },
  { "toads_and_frogs", "TTTT..FFFF", "canonical_form" },
} do
  local name, text, what = table.unpack(board)
  local function ask(fields)
    local p = ta.ruleset(fields)(text)
    return tostring(p[what](p))
  end
  local packed, answer = best(2, function() return ask(require("takeaway.rules." .. name)) end)
  local plain, expected = best(1, function() return ask(definition[name]) end)
  assert(answer == expected)
  print(("%s %s, %s: %.1f ms as bits, %.0f ms as text, %.0f times as fast"):format(name, text, what, packed * 1e3,
    plain * 1e3, plain / packed))
end

local sum = ta.rules.kayles(40)
for n = 41, 44 do sum = sum + ta.rules.kayles(n) end
local time, value = best(1, function() return sum:nim_value() end)
print(("sum of five rows of Kayles, 40 to 44: nim value %d in %.1f ms"):format(value, time * 1e3))
local time2, outcome = best(1, function() return (ta.rules.kayles(9, 8, 7)):misere_outcome() end)
print(("misere Kayles (9, 8, 7): %s in %.1f ms"):format(outcome, time2 * 1e3))

-- Partizan sums, whose terms have values: a search of the sum alone would visit the product of their positions.
for _, game in ipairs {
  { "clobber", { "xoxoxoxo", "xooxxoxo", "xxoxoxoo", "oxxoxoxx", "xoxxoxox", "ooxoxxoxo" } },
  { "toads_and_frogs", { "TT..FF", "TTT.FF.", "T.TF..F", "TT...FF", "T..TF.F" } },
} do
  local name, texts = table.unpack(game)
  local took, found = best(2, function()
    local fields = require("takeaway.rules." .. name)
    local rules, total = ta.ruleset(fields), nil
    for _, text in ipairs(texts) do total = total and total + rules(text) or rules(text) end
    return total:outcome()
  end)
  print(("sum of %d strips of %s: outcome %s in %.1f ms"):format(#texts, name, found, took * 1e3))
end

-- A heap whose options come from the middle outwards: open positions keep what is left of their options.
local function from_the_middle(emit, n)
  for d = 0, n // 2 do
    if n // 2 - d < n then emit(n // 2 - d) end
    if d > 0 and n // 2 + d < n then emit(n // 2 + d) end
  end
end
for _, native in ipairs { true, false } do
  local bytes
  local took = best(1, function()
    local rules = ta.ruleset({ name = "bench", options = from_the_middle }, { native = native })
    assert(rules(8000):nim_value() == 8000)
    bytes = rules:statistics().bytes
  end)
  print(("options from the middle out, 8000 heaps, %s: %.2f s, %d bytes a position"):format(
    native and "compiled" or "in Lua", took, bytes // 8000))
end
print("signature " .. signature)
