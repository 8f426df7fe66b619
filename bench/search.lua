-- Rows of the book: searches from a start position. The definition is a recursion in Lua for that one game, with a
-- table of known results; `define` makes it.
local ta = require "takeaway"
local row = dofile "bench/row.lua"

local function divide(emit, a, b)
  if a > 0 then
    emit(a // 2, b)
    emit(a // 3, b)
  end
  if b > 0 then
    emit(a, b // 2)
    emit(a, b // 3)
  end
end

local function divide_until(emit, a, b)
  if a > 0 then
    if emit(a // 2, b) then return end
    if emit(a // 3, b) then return end
  end
  if b > 0 then
    if emit(a, b // 2) then return end
    if emit(a, b // 3) then return end
  end
end

local function skittles(emit, s)
  for i = 1, #s do
    if s:byte(i) == 120 then
      emit(s:sub(1, i - 1) .. "." .. s:sub(i + 1))
      if s:byte(i + 1) == 120 then emit(s:sub(1, i - 1) .. ".." .. s:sub(i + 2)) end
    end
  end
end

-- The positions whose rule the engine calls for an answer, each with the number of options it takes before it stops.
local function called_on(rule, what, ...)
  local asked, taken, place = {}, {}, {}
  local rules = ta.ruleset({ name = "bench", options = function(emit, ...)
    local key = table.concat({ ... }, ",")
    local at = place[key] or #asked + 1
    place[key], asked[at], taken[at] = at, { ... }, 0
    rule(function(...)
      taken[at] = taken[at] + 1
      emit(...)
    end, ...)
  end }, { native = false })
  local p = rules(...)
  p[what](p)
  return asked, taken
end

local asked, taken

local function search(r)
  local function start(n) return table.unpack(r.start(n)) end
  r.definition = r.definition or "Lua: a recursion for this game alone, which remembers in a table"
  r.bound = r.bound or "calls: the rule in Lua, once on each position that is asked, its emit counts"
  r.prepare = function(n) asked, taken = called_on(r.rule, r.what, start(n)) end
  r.kernel = function(n)
    local rules = ta.ruleset { name = "bench", options = r.rule }
    local function answer(...)
      local p = rules(...)
      return p[r.what](p)
    end
    answer(start(n))
    return answer, rules:statistics().bytes
  end
  local define = r.define
  r.define = function(n)
    local answer = define()
    answer(start(n))
    return answer
  end
  r.limit = r.limit or function()
    return row.calls(function(emit)
      for i = 1, #asked do r.rule(emit, table.unpack(asked[i])) end
    end)
  end
  r.same = function(answer) -- some hundred positions
    local answers = {}
    for i = 1, #asked, math.max(1, #asked // 500) do
      answers[#answers + 1] = tostring(answer(table.unpack(asked[i])))
    end
    return answers
  end
  r.items = function() return #asked end
  row.measure(r)
end

-- Numbers so far apart that no array holds them, so positions are hashed. With numbers of 31 bits instead of 26 there
-- are twice as many positions.
local function pair(n) return { (1 << n) - 1, (1 << n) - 7 } end

search {
  name = "search, hashed: nim value, two numbers cut to halves or thirds", cost = "n", n = 26, twice = 31, tiny = 6,
  rule = divide, what = "nim_value", start = pair,
  define = function()
    local known = {}
    local function value(a, b)
      local key = a << 31 | b -- below 2^31 each
      local v = known[key]
      if v then return v end
      local s, t, x, y
      if a > 0 then s, t = value(a // 2, b), value(a // 3, b) end
      if b > 0 then x, y = value(a, b // 2), value(a, b // 3) end
      v = 0
      while v == s or v == t or v == x or v == y do v = v + 1 end
      known[key] = v
      return v
    end
    return value
  end,
}

search {
  name = "search, hashed: outcome, two numbers cut to halves or thirds", cost = "n", n = 26, twice = 31, tiny = 6,
  rule = divide, what = "outcome", start = pair,
  definition = "Lua: a recursion for this game alone, left at the first losing option",
  bound = "calls: the rule in Lua, once on each position that is asked, left where the engine leaves it",
  define = function()
    local known = {}
    local function wins(a, b)
      local key = a << 31 | b
      local v = known[key]
      if v == nil then
        v = a > 0 and not (wins(a // 2, b) and wins(a // 3, b)) or b > 0 and not (wins(a, b // 2) and wins(a, b // 3))
        known[key] = v
      end
      return v
    end
    return function(a, b) return wins(a, b) and "N" or "P" end
  end,
  limit = function()
    local left = 0
    local function emit()
      left = left - 1
      return left == 0
    end
    for i = 1, #asked do
      left = taken[i]
      divide_until(emit, asked[i][1], asked[i][2])
    end
  end,
}

search {
  name = "search, texts: nim value, rows of 14 skittles", cost = "n", n = 14, tiny = 5, twice = 15,
  rule = skittles, what = "nim_value", start = function(n) return { ("x"):rep(n) } end,
  define = function()
    local known = {}
    local function value(s)
      local v = known[s]
      if v then return v end
      local seen = {}
      for i = 1, #s do
        if s:byte(i) == 120 then
          seen[value(s:sub(1, i - 1) .. "." .. s:sub(i + 1))] = true
          if s:byte(i + 1) == 120 then seen[value(s:sub(1, i - 1) .. ".." .. s:sub(i + 2))] = true end
        end
      end
      v = 0
      while seen[v] do v = v + 1 end
      known[s] = v
      return v
    end
    return value
  end,
}

-- Ready rules, each queried once without stored results. Compiling them must not cost, even for a small query.
local QUESTIONS = {
  { "nim", "nim_value", 5, 3 }, { "nim", "nim_value", 40, 30 }, { "wythoff", "outcome", 4, 3 },
  { "wythoff", "nim_value", 25, 25 }, { "euclid", "nim_value", 30, 23 }, { "kayles", "nim_value", 5 },
  { "kayles", "nim_value", 60 }, { "dawsons_kayles", "outcome", 60 }, { "grundy", "nim_value", 60 },
  { "even_odd", "outcome", 200 }, { "chomp", "outcome", 4, 5 }, { "silver_dollar", "outcome", 2, 5, 9 },
  { "silver_dollar", "outcome", 3, 8, 15 }, { "domineering", "outcome", "..../..../..../...." },
  { "cram", "nim_value", ".../.../..." }, { "cram", "nim_value", "..../..../...." },
  { "clobber", "outcome", "xoxo/oxox/xoxo" }, { "toads_and_frogs", "outcome", "TTT..FFF" },
  { "toads_and_frogs", "outcome", "TTTT..FFFF" },
}

local function ask_all(native, times)
  local answers = {}
  for _ = 1, times do
    for i, question in ipairs(QUESTIONS) do
      local p = ta.ruleset(require("takeaway.rules." .. question[1]), { native = native })(table.unpack(question, 3))
      answers[i] = tostring(p[question[2]](p))
    end
  end
  return answers
end

row.measure {
  name = "search: 19 questions to ready rules, each from nothing", n = 10, tiny = 1,
  definition = "the engine, which calls the rules in Lua",
  bound = "rulesets made, nothing asked",
  kernel = function(n) return ask_all(true, n) end,
  define = function(n) return ask_all(false, n) end,
  limit = function(n)
    for _ = 1, n do
      for _, question in ipairs(QUESTIONS) do ta.ruleset((require("takeaway.rules." .. question[1]))) end
    end
  end,
  same = function(answers) return table.concat(answers, " ") end,
  items = function(n) return n * #QUESTIONS end,
}

-- Misere play. A search treats sums of heaps as positions. By the misere quotient of the heaps it visits none of them.
do
  local function options(n, visit) -- of a heap of Kayles
    for t = 1, 2 do
      for i = 0, (n - t) // 2 do visit(i, n - t - i) end
    end
  end

  local function definition()
    local known = { [""] = true } -- does the player to move win?
    local function wins(heaps)
      local key = table.concat(heaps, " ")
      if known[key] ~= nil then return known[key] end
      local won = false
      for i, n in ipairs(heaps) do
        if n ~= heaps[i - 1] then
          options(n, function(a, b)
            if won then return end
            local after = {}
            for j, m in ipairs(heaps) do
              if j ~= i then after[#after + 1] = m end
            end
            if a > 0 then after[#after + 1] = a end
            if b > 0 then after[#after + 1] = b end
            table.sort(after)
            won = not wins(after)
          end)
        end
        if won then break end
      end
      known[key] = won
      return won
    end
    return wins
  end

  local function outcomes(n, outcome)
    local list = {}
    for k = 1, n do list[k] = outcome(k) end
    return table.concat(list)
  end

  row.measure {
    name = "search: misere outcomes of Kayles, heaps to 36", n = 36, tiny = 12,
    definition = "Lua: a recursion over sorted heaps, left at the first winning move",
    bound = "the options of these heaps named once, in Lua",
    kernel = function(n)
      local game = ta.octal "0.77"
      return outcomes(n, function(k) return game:misere_outcome(k) end)
    end,
    define = function(n)
      local wins = definition()
      return outcomes(n, function(k) return wins { k } and "N" or "P" end)
    end,
    limit = function(n)
      for k = 1, n do options(k, function() end) end
    end,
    same = tostring,
    items = function(n) return n end,
  }
end

-- A rule of one's own on heaps.
do
  local function rule(n, emit)
    for k = 1, math.min(n, 3) do
      for a = 0, (n - k) // 2 do emit(a, n - k - a) end
    end
  end

  row.measure {
    name = "heaps, a rule in Lua: take 1 to 3, split", cost = "n^2", n = 8000, twice = 16000, tiny = 700,
    definition = "Lua: each option once, marked in a table",
    bound = "the options of these heaps named once, in Lua",
    kernel = function(n) return ta.heap(rule):nim_values(n) end,
    define = function(n)
      local g = {}
      for m = 0, n do
        local seen, v = {}, 0
        for k = 1, math.min(m, 3) do
          for a = 0, (m - k) // 2 do seen[g[a] ~ g[m - k - a]] = true end
        end
        while seen[v] do v = v + 1 end
        g[m] = v
      end
      return g
    end,
    limit = function(n)
      for m = 0, n do rule(m, function() end) end
    end,
    same = function(values, n)
      local list = {}
      for m = 0, n do list[m + 1] = values[m] end
      return list
    end,
    items = function(n) return n + 1 end,
  }
end
