-- Values: canonical forms against the definition in Lua on the same work, in one run, and
-- rates, comparisons and bytes for games from rules.

local ta = require "takeaway"
local P = dofile "spec/support/partizan.lua"
local canonical = dofile "spec/support/canonical.lua"

local function timed(f)
  collectgarbage()
  local from = os.clock()
  local result = f()
  return os.clock() - from, result
end

-- ---- The definition: sums with all their positions, brought to canonical form in Lua ----

-- g <= h as it is written, remembering nothing
local function plain_le(g, h)
  for _, gl in ipairs(P.left(g)) do if plain_le(h, gl) then return false end end
  for _, hr in ipairs(P.right(h)) do if plain_le(hr, g) then return false end end
  return true
end

-- The work of both: canonical forms of all sums of two of `count` values, from their canonical
-- forms. The definition starts with a fresh memo of games, the kernel with the values alone.
local function race(title, count, make)
  ta.values:clear()
  math.randomseed(1)
  P = dofile "spec/support/partizan.lua"
  local texts, games = {}, {}
  for i = 1, count do texts[i] = tostring(make()) end
  local function all(list, plus)
    for i = 1, count do
      for j = 1, i do plus(list[i], list[j]) end
    end
  end
  local function define(le)
    P = dofile "spec/support/partizan.lua"
    local form, to_game = canonical(P, le), P.former()
    for i = 1, count do games[i] = to_game(ta.value(texts[i])) end
    return timed(function() all(games, function(g, h) return form(P.add(g, h)) end) end)
  end
  local slow, remembered = define(plain_le), define(function(g, h) return P.le(g, h) end)
  local fast = 1e9 -- the kernel is too fast for the clock on the small ones: several runs, the best
  for _ = 1, 5 do
    ta.values:clear()
    local values = {}
    for i = 1, count do values[i] = ta.value(texts[i]) end
    fast = math.min(fast, (timed(function() all(values, function(v, w) return v + w end) end)))
  end
  local sums = count * (count + 1) // 2
  print(("value: %4d sums of two %-24s definition %.3f s  kernel %.5f s, %5.2f us a sum  ratio %3.0f" ..
    "; all remembered %.3f s, ratio %.0f"):format(sums, title, slow, fast, 1e6 * fast / sums,
    slow / fast, remembered, remembered / fast))
end

local function pick(low, high) return math.random(low, high) end
local function random_value(day, width)
  return function() return P.valuer(ta)(P.random(day, width)) end
end
race("hot games", 30, function()
  return ta.value(("{{%d*%d|%d},%d^|{%d|-%d*},%dv}"):format(pick(2, 5), pick(2, 3), pick(0, 1), pick(0, 2), pick(0, 2),
    pick(1, 4), -pick(0, 2)))
end)
race("threats {a||b|c}", 30, function()
  return ta.value(("{%d|%d||%d|%d}"):format(pick(6, 9), pick(2, 5), pick(-1, 1), -pick(2, 9)))
end)
race("random games of day 3", 60, random_value(3, 2))
race("random games of day 4", 60, random_value(4, 3))
race("switches and numbers", 60, function() return ta.value(("{%d|-%d}"):format(pick(0, 9), pick(1, 9))) end)

-- ---- Rates ----

local function report(name, f)
  ta.values:clear()
  local before = ta.values:statistics()
  local seconds = timed(f)
  local s = ta.values:statistics()
  local forms = s.canonical_forms - before.canonical_forms
  print(("value: %-34s %7d forms  %8.0f forms/s  %5.1f comparisons/form  %7d games" ..
    "  %4.0f bytes/game"):format(name, forms,
    forms / seconds, (s.comparisons - before.comparisons) / forms, s.games, s.bytes / s.games))
  return seconds
end

local function random_games(n)
  return function()
    math.randomseed(2)
    local pool = { ta.value(0) }
    for _ = 1, n do
      local lists = { {}, {} }
      for side = 1, 2 do
        for i = 1, math.random(0, 3) do lists[side][i] = pool[math.random(math.max(1, #pool - 400), #pool)] end
      end
      pool[#pool + 1] = ta.value { left = lists[1], right = lists[2] }
    end
  end
end
local small = report("random games, 2000", random_games(2000))
local large = report("random games, 4000", random_games(4000))
print(("value: growth n to 2n %.2f"):format(large / small))

local function wide(n, option)
  return function()
    local list = {}
    for i = 1, n do list[i] = option(i) end
    return ta.value { left = list, right = { ta.value(-2 * n) } }
  end
end
for _, kind in ipairs {
  { "switches", function(i) return ta.value(("{%d|%d}"):format(i, -i)) end },
  { "random switches", function() return ta.value(("{%d|%d}"):format(pick(0, 1000), -pick(0, 1000))) end },
} do
  local one = report("a game of 4000 " .. kind[1], wide(4000, kind[2]))
  local two = report("a game of 8000 " .. kind[1], wide(8000, kind[2]))
  print(("value: growth n to 2n %.2f"):format(two / one))
end

report("domineering 4 x 4", function() P.rules_valuer(ta, P.domineering(4))(("."):rep(16)) end)
report("clobber strips to 12", function()
  for n = 1, 6 do P.rules_valuer(ta, P.clobber(2 * n))(("xo"):rep(n)) end
end)
report("toads and frogs tttt...ffff", function() P.rules_valuer(ta, P.toads_and_frogs(1)) "tttt...ffff" end)

-- Amazons on a board of width 3: a queen moves along rows and columns, then burns a square
-- it can reach.
local function amazons(width)
  local function reach(board, from)
    local list = {}
    for _, step in ipairs { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } } do
      local x, y = (from - 1) % width + step[1], (from - 1) // width + step[2]
      while x >= 0 and x < width and y >= 0 and y * width + x < #board
        and board:sub(y * width + x + 1, y * width + x + 1) == "." do
        list[#list + 1] = y * width + x + 1
        x, y = x + step[1], y + step[2]
      end
    end
    return list
  end
  local function put(s, i, c) return s:sub(1, i - 1) .. c .. s:sub(i + 1) end
  local function moves(own)
    return function(board)
      local list = {}
      for i = 1, #board do
        if board:sub(i, i) == own then
          for _, j in ipairs(reach(board, i)) do
            local moved = put(put(board, i, "."), j, own)
            for _, k in ipairs(reach(moved, j)) do list[#list + 1] = put(moved, k, "#") end
          end
        end
      end
      return list
    end
  end
  return { left = moves "x", right = moves "o" }
end
report("amazons by rows, 3 x 3", function() P.rules_valuer(ta, amazons(3)) "x.......o" end)

-- ---- Through the engine: the rules in Lua, the walk and the values in C ----

local function engine(name, r, ...)
  local starts = { ... }
  r:clear()
  report(name .. ", engine", function()
    for _, p in ipairs(starts) do assert(r(p):canonical_form()) end
  end)
end
local strips = {}
for n = 1, 6 do strips[n] = ("xo"):rep(n) end
local function scripted(name, rules, start)
  return ta.ruleset { name = name, left = function(emit, b) for _, o in ipairs(rules.left(b)) do emit(o) end end,
    right = function(emit, b) for _, o in ipairs(rules.right(b)) do emit(o) end end }, start
end
engine("domineering 4 x 4", scripted("boards", P.domineering(4), ("."):rep(16)))
engine("domineering 4 x 4, parts", ta.rules.domineering, "..../..../..../....")
engine("clobber strips to 12", ta.rules.clobber, table.unpack(strips))
engine("toads and frogs tttt...ffff", ta.rules.toads_and_frogs, "TTTT...FFFF")
engine("amazons by rows, 3 x 3", scripted("amazons", amazons(3), "x.......o"))
local cash = ta.cash { 1, 3, 4 }
report("cash {1,3,4}, 60 stones", function() assert(cash:canonical_form(60, 60, 60)) end)
