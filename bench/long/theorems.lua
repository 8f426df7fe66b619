-- Theorems beside tables. This measures three times for each game. The first is to find its theorem: solve boxes, learn
-- and refute guesses, prove the last one. The second is to prove its certificate again, with a winning move for each
-- position. The third is that of each checker. Beside them stand the engine's table of a box of positions, which the
-- theorem is compared with, and a query of the theorem about numbers of 30 digits.
local ta = require "takeaway"

local function timed(f, ...)
  collectgarbage()
  local start = os.clock()
  local result = f(...)
  return os.clock() - start, result
end

local function limited(name, variables, f, over)
  local fields = { variables .. ", x", name = name .. ", f = " .. f, over = over }
  for pile in variables:gmatch "%a" do
    fields[#fields + 1] = ("k: 1 <= k <= x, k <= %s -> %s, %s"):format(pile, variables:gsub(pile, pile .. " - k"), f)
  end
  return ta.moves(fields)
end

local function two_pile(f) return limited("two piles", "a, b", f, "a = 0 or b = 0") end
local function one_pile(f) return limited("one pile", "n", f) end
local function cash(set) return ta.cash(set):as_moves() end

local function wythoff(name, both)
  return ta.moves { "a, b", name = name, "k: 1 <= k <= a -> a - k, b", "k: 1 <= k <= b -> a, b - k", both }
end

local nim = ta.moves { "a, b, c, d", name = "Nim, four piles", "k: 1 <= k <= a -> a - k, b, c, d",
                       "k: 1 <= k <= b -> a, b - k, c, d", "k: 1 <= k <= c -> a, b, c - k, d",
                       "k: 1 <= k <= d -> a, b, c, d - k" }

local SIDES = { 65536, 512, 64, 24 } -- of the table, by the number of a position's coordinates
local STEPS = 4000000 -- of the Lua checker, which is slow by design; "-" if it would need more
local FAR = { "314159265358979323846264338327", "271828182845904523536028747135", "161803398874989484820458683436",
              "141421356237309504880168872420" }

-- The seconds for a table. The theorem agrees with some thousand positions of it.
local function beside(rules, theorem, misere)
  local count, to = #rules.declaration.variables, {}
  for i = 1, count do to[i] = SIDES[count] - 1 end
  local seconds, grid = timed(function()
    return assert(rules:grid { what = misere and "misere_outcome" or "outcome", to = count == 1 and to[1] or to })
  end)
  for i = 1, 3000 do
    local position = {}
    for j = 1, count do position[j] = (i * FAR[j]:sub(1, 7)) % SIDES[count] end
    local outcome = grid
    for j = 1, count do outcome = outcome[position[j]] end
    assert(outcome == theorem:outcome(table.unpack(position)), rules.name)
  end
  return seconds
end

print(("%-32s %8s %8s %8s %8s %8s %8s %9s %8s"):format("ms", "states", "guesses", "found", "proved", "in C", "in Lua",
  "a table", "question"))

local signature, total = 0, 0

local function measure(rules, numeration, misere)
  local guesses = 0
  local found, theorem = timed(function()
    return assert(rules:theorem { numeration = numeration or 2, misere = misere, progress = function()
      guesses = guesses + 1
    end })
  end)
  local proved, certificate = timed(function() return assert(theorem:certificate()) end)
  local in_c = timed(function() assert(ta.check_theorem(certificate, { by = "c" })) end)
  local in_lua, checked = timed(function()
    local fine, why, code = ta.check_theorem(certificate, { by = "lua", steps = STEPS })
    assert(fine or code == "ELIMIT", why)
    return fine
  end)
  local swept = beside(rules, theorem, misere)
  local count, asked = #rules.declaration.variables, 2000
  local questions = timed(function()
    for _ = 1, asked do theorem:is_p(table.unpack(FAR, 1, count)) end
  end)
  print(("%-32s %8d %8d %8.1f %8.1f %8.1f %8s %9.1f %8.4f"):format(rules.name .. (misere and ", misere" or ""),
    theorem.positions:states(), guesses, found * 1e3, proved * 1e3, in_c * 1e3,
    checked and ("%.1f"):format(in_lua * 1e3) or "-", swept * 1e3,
    questions / asked * 1e3))
  signature = (signature * 31 + theorem.positions:states()) % 1000000007
  total = total + found + proved + in_c + in_lua
end

for _, f in ipairs { "k", "2k", "floor(3k/2)", "floor(15k/4)", "5k" } do measure(two_pile(f)) end
measure(two_pile "k + 1", 2, true)
measure(two_pile "2k", "zeckendorf", true)
measure(limited("three piles", "a, b, c", "k", "a = 0 or b = 0 or c = 0"))
measure(one_pile "k + 20")
measure(one_pile "2k", "zeckendorf")
measure(nim)
measure(wythoff("Wythoff's game", "k: 1 <= k <= a, k <= b -> a - k, b - k"), "zeckendorf")
measure(wythoff("Wythoff's game, t = 2",
  "k, l: 1 <= k <= a, 1 <= l <= b, k < l + 2, l < k + 2 -> a - k, b - l"), "pell")
for _, set in ipairs { { 1 }, { 1, 2 }, { 1, 3 }, { 2 }, { 4 }, { 1, 3, 4 }, { 2, 5, 7 } } do measure(cash(set)) end
print(("found, proved and checked in %.1f s; the tables have 65536 positions of one number, 512 x 512 of two, 64^3 of "
  .. "three, 24^4 of four; signature %d"):format(total, signature))

-- ---- All games that are known to be automatic ----------------------------------------------

local games = dofile "spec/support/theorem_games.lua"
local list = table.move(games.proved_long, 1, #games.proved_long, #games.proved + 1, games.proved)
local start, longest, slowest, without = os.clock(), 0, nil, {}
for _, case in ipairs(list) do
  local before, rules = os.clock(), ta.moves(case[1])
  local theorem = assert(rules:theorem { numeration = case[3] or 2, misere = case.misere })
  assert(theorem.positions:states() == (case[2] or theorem.positions:states()), rules.name)
  local certificate, why = theorem:certificate()
  if certificate then
    assert(ta.check_theorem(certificate, { by = "c" }))
  else
    without[#without + 1] = ("%s (%s)"):format(rules.name, why)
  end
  if os.clock() - before > longest then longest, slowest = os.clock() - before, rules.name end
end
print(("all %d games of the list found, proved and checked in C in %.1f s; the longest is %s, %.1f s"):format(#list,
  os.clock() - start, slowest, longest))
if without[1] then print("proved, but without a certificate: " .. table.concat(without, "; ")) end

-- The formulas behind a theorem, queried one by one as other provers take them. The figures are the time of the first
-- query, the least time of 300 in a row, and the most states of any intermediate automaton or product.
local QUESTIONS = {
  { wythoff("Wythoff's game", "k: 1 <= k <= a, k <= b -> a - k, b - k"), "zeckendorf",
    { "from one heap, P to P", "not E a, b, k: P(a, b) and 1 <= k <= a and P(a - k, b)" },
    { "from both heaps, P to P", "not E a, b, k: P(a, b) and 1 <= k <= a and k <= b and P(a - k, b - k)" },
    { "a move to P", "A a, b: not P(a, b) => (E k: 1 <= k <= a and P(a - k, b)) or (E k: 1 <= k <= b and P(a, b - k))"
      .. " or (E k: 1 <= k <= a and k <= b and P(a - k, b - k))" },
    { "each difference is there", "A n: n >= 1 => E a, b: P(a, b) and a + n = b" } },
  { one_pile "2k", "zeckendorf",
    { "P to P", "not E n, x, k: P(n, x) and 1 <= k <= x and k <= n and P(n - k, 2k)" },
    { "a move to P", "A n, x: not P(n, x) => (E k: 1 <= k <= x and k <= n and P(n - k, 2k))" } },
  { two_pile "2k", "2",
    { "P to P", "not E a, b, x, k: a >= 1 and b >= 1 and P(a, b, x) and 1 <= k <= x and k <= a and P(a - k, b, 2k)" },
    { "a move to P", "A a, b, x: not P(a, b, x) => (E k: 1 <= k <= x and k <= a and P(a - k, b, 2k))"
      .. " or (E k: 1 <= k <= x and k <= b and P(a, b - k, 2k))" } },
}

-- The set in a numeration whose automata may have at most this number of states; nil if that is too few.
local function within(states, theorem, numeration)
  local bounded, positions = ta.numeration(numeration, { states = states }), theorem.positions
  if not bounded then return nil end
  local rows, next_states, accepts, word = positions:transitions(), {}, {}, {}
  local tracks, digits = #positions.variables, bounded.core:digits()
  for state = 0, #rows do
    local to = {}
    for _, move in ipairs(rows[state]) do
      for _, letter in ipairs(move.letters) do to[table.concat(letter)] = move.to end
    end
    accepts[state + 1] = rows[state].accepts and 1 or 0
    for place = 0, digits ^ tracks // 1 - 1 | 0 do
      for i = tracks, 1, -1 do word[i], place = place % digits, place // digits end
      next_states[#next_states + 1] = to[table.concat(word)]
    end
  end
  local automaton = bounded.core:table(tracks, next_states, accepts)
  return automaton and { numeration = bounded, positions = setmetatable({ numeration = bounded,
    variables = positions.variables, automaton = automaton }, getmetatable(positions)) }
end

-- The least limit of states with which the query succeeds.
local function most_states(theorem, numeration, question)
  local low, high = 0, 1 << 16
  while high - low > 1 do
    local middle = (low + high) // 2
    local one = within(middle, theorem, numeration)
    local holds, _, code
    if one then holds, _, code = one.numeration:ask(question, { P = one.positions }) end
    assert(holds or not one or code == "ELIMIT")
    if holds then high = middle else low = middle end
  end
  return high
end

print(("\n%-48s %10s %10s %10s"):format("questions, ms", "first", "least", "states"))
for _, one in ipairs(QUESTIONS) do
  local theorem = assert(one[1]:theorem { numeration = one[2] })
  for i = 3, #one do
    local least, first = math.huge, nil
    collectgarbage()
    for _ = 1, 300 do
      local begun = os.clock()
      local holds = theorem:ask(one[i][2])
      local seconds = os.clock() - begun
      assert(holds == true)
      least, first = math.min(least, seconds), first or seconds
    end
    print(("%-48s %10.2f %10.2f %10d"):format(one[1].name .. ": " .. one[i][1], first * 1e3, least * 1e3,
      most_states(theorem, one[2], one[i][2])))
  end
end
