-- Endless play, from Lua: against the definition on random graphs; sums; moves; limits.

local box = require "spec.support.box"
local ta = require "takeaway"

local short = os.getenv "TAKEAWAY_SHORT"
local seed = require "spec.support.seed"()
print(("loopy_spec: seed %d"):format(seed))

-- Graph g[player][v] = list of options; results of every (v, player) by rounds: in round k is decided what ends
-- within k moves. Returns who[player][v] = "W", "L" or nil, and moves[player][v].
local function define(g, n, misere, over)
  local who, moves = { {}, {} }, { {}, {} }
  for k = 0, 2 * n + 1 do
    local news = {}
    for player, v in box(1, 2, 0, n - 1) do
      local lost, won = false, true
      for _, w in ipairs(g[player][v]) do
        lost = lost or who[3 - player][w] == "L"
        won = won and who[3 - player][w] == "W"
      end
      local now = over and over(v)
      if now == "win" or now == "loss" then now = now == "win" and "W" or "L"
      elseif now == "left" or now == "right" then now = (now == "left") == (player == 1) and "W" or "L"
      elseif not now and #g[player][v] == 0 then now = misere and "W" or "L"
      elseif not now then now = lost and "W" or won and "L" or nil
      else now = nil end
      if now and not who[player][v] then news[#news + 1] = { player, v, now } end
    end
    for _, new in ipairs(news) do who[new[1]][new[2]], moves[new[1]][new[2]] = new[3], k end
  end
  return who, moves
end

local function graph(n, partizan)
  local g = { {}, {} }
  for v = 0, n - 1 do
    for player = 1, 2 do
      local list = {}
      for _ = 1, math.random(0, 3) do list[#list + 1] = math.random(0, n - 1) end
      g[player][v] = list
    end
    if not partizan then g[2][v] = g[1][v] end
  end
  return g
end

-- Is there a cycle? A vertex is finished if it can only move to finished ones. A cycle never is.
local function cyclic(g, n)
  local done = {}
  for _, v in box(1, n, 0, n - 1) do
    local all = true
    for _, w in ipairs(g[1][v]) do all = all and done[w] end
    done[v] = all
  end
  for v = 0, n - 1 do
    if not done[v] then return true end
  end
  return false
end

local function rules_of(g, partizan, over)
  local function by(player)
    return function(emit, v) for _, w in ipairs(g[player][v]) do emit(w) end end
  end
  if partizan then return ta.ruleset { left = by(1), right = by(2), terminal = over } end
  return ta.ruleset { options = by(1), terminal = over }
end

local PAIRS = { L = "LL", R = "RR", N = "LR", P = "RL", D = "DD" }

local function expected(who, v)
  local left = who[1][v] == "W" and "L" or who[1][v] == "L" and "R" or "D"
  local right = who[2][v] == "W" and "R" or who[2][v] == "L" and "L" or "D"
  return left .. right
end

local function check(g, n, partizan, over)
  local rules = rules_of(g, partizan, over)
  for misere = 0, 1 do
    local prefix = misere == 1 and "misere_" or ""
    local who, moves = define(g, n, misere == 1, over)
    for v = 0, n - 1 do
      local p = rules(v)
      local outcome = p[prefix .. "outcome"](p)
      assert.equal(expected(who, v), PAIRS[outcome] or outcome)
      local left, right = p[prefix .. "remoteness"](p)
      assert.equal(moves[1][v] or math.huge, left)
      if partizan then assert.equal(moves[2][v] or math.huge, right) end
      for player = 1, partizan and 2 or 1 do
        local best = p[prefix .. "best_move"](p, partizan and (player == 1 and "left" or "right") or nil)
        local none = #g[player][v] == 0 or over ~= nil and over(v) ~= nil
        assert.equal(none, best == nil)
        if best then -- a win stays a win and comes a move nearer, a draw a draw, a loss as far as it can
          local after = who[3 - player][best[1]]
          assert.equal(who[player][v], after and (after == "W" and "L" or "W"))
          if after then assert.equal(moves[player][v] - 1, moves[3 - player][best[1]]) end
        end
        local list = p[prefix .. "winning_moves"](p, partizan and (player == 1 and "left" or "right") or nil)
        for _, q in ipairs(list) do assert.equal("L", who[3 - player][q[1]]) end
        assert.equal(who[player][v] == "W" and not none, #list > 0)
        local expected_draws, draws = {}, {}
        for _, w in ipairs(none and {} or g[player][v]) do
          if not who[3 - player][w] then expected_draws[w] = true end
        end
        for _, q in ipairs(p[prefix .. "drawing_moves"](p, partizan and (player == 1 and "left" or "right") or nil)) do
          draws[q[1]] = true
        end
        assert.same(expected_draws, draws)
      end
    end
  end
end

describe("games that need not end", function()
  it("have the outcomes, remoteness and moves of the definition", function()
    math.randomseed(seed)
    for round = 1, short and 30 or 150 do
      local n = math.random(1, 9)
      local over
      if round % 3 == 0 then
        local words, said = { "win", "loss", "draw", "left", "right" }, {}
        for v = 0, n - 1 do said[v] = math.random(3) == 1 and words[math.random(round % 2 == 0 and 5 or 3)] or nil end
        over = function(v) return said[v] end
      end
      local ok, why = pcall(check, graph(n, round % 2 == 0), n, round % 2 == 0, over)
      assert(ok, ("seed %d, round %d: %s"):format(seed, round, tostring(why)))
    end
  end)

  it("are all answered: positions of random graphs with cycles, drawn or not", function()
    math.randomseed(seed)
    local graphs, positions, determined, refused = 0, 0, 0, {}
    local most = short and 60 or 400
    while graphs < most do
      local n = math.random(3, 9)
      local g = graph(n, false)
      while not cyclic(g, n) do g = graph(n, false) end
      local rules = rules_of(g, false)
      graphs = graphs + 1
      for misere = 0, 1 do
        local who = define(g, n, misere == 1)
        for u = 0, n - 1 do
          local p = rules(u)
          local outcome, _, code = p[misere == 1 and "misere_outcome" or "outcome"](p)
          if not outcome then refused[#refused + 1] = ("graph %d, %d: %s"):format(graphs, u, code) end
          assert.equal(who[1][u] == "W" and "N" or who[1][u] == "L" and "P" or "D", outcome)
          if misere == 0 then
            if not p:nim_value() then refused[#refused + 1] = ("graph %d, %d: nim value"):format(graphs, u) end
            positions = positions + 1
            determined = determined + (who[1][u] and 1 or 0)
          end
        end
      end
    end
    print(("loopy_spec: %d positions, %d determined, %d refused"):format(positions, determined, #refused))
    assert.same({}, refused)
    assert.is_true(determined > 2.5 * most and positions - determined > 1.25 * most)
  end)

  it("are one with a representative, and in parts", function()
    local function step(emit, n) emit(n < 0 and n - 1 or n + 1) if n % 3 == 0 then emit(0) end end
    local plain = ta.ruleset { options = function(emit, n) step(function(m) emit(m % 30) end, n % 30) end }
    local folded = ta.ruleset { options = plain.options, canonical = function(n) return n % 30 end }
    for n = 0, 29 do
      assert.equal(plain(n):outcome(), folded(n + 30):outcome())
      assert.equal(tostring(plain(n):nim_value()), tostring(folded(n - 30):nim_value()))
    end
  end)

  local walk = ta.ruleset { name = "Walk", options = function(emit, n) -- 2 may go back to 5
    if n > 0 then emit(n - 1) end
    if n == 2 then emit(5) end
  end }

  it("have nim values n or inf(K), which add", function()
    local values = {}
    for n = 0, 5 do values[n] = walk(n):nim_value() end
    assert.equal(1, values[1])
    assert.equal("inf(1)", tostring(values[2]))
    assert.equal("inf()", tostring(values[3]))
    assert.equal(1, values[2][1])
    assert.equal("inf(2)", tostring(values[2] + 3))
    assert.equal("inf(2)", tostring(3 + values[2]))
    assert.equal("inf()", tostring(ta.nim_sum(3, values[2], values[2])))
    assert.is_true(values[2] == walk(2):nim_value())
    assert.is_false(values[2] == values[3])
    assert.equal("inf(0)", tostring((walk(2) + walk(1)):nim_value()))
    assert.equal("inf()", tostring((2 * walk(2)):nim_value()))
    assert.equal("N", (walk(2) + walk(1)):outcome())
    assert.equal("D", (walk(2) + ta.rules.nim(3)):outcome())
    assert.equal("D", (walk(2):canonical_form() + ta.star(3)):outcome())
    assert.equal("N", (walk(2):canonical_form() + ta.star(1)):outcome())
  end)

  it("in sums are what play says", function()
    math.randomseed(seed)
    for round = 1, short and 12 or 40 do
      local n, partizan = math.random(2, 4), round % 2 == 0
      local g, h = graph(n, partizan), { {}, {} }
      for player = 1, 2 do -- the pairs, as one graph
        for u, v in box(0, n - 1, 0, n - 1) do
          local list = {}
          for _, w in ipairs(g[player][u]) do list[#list + 1] = w * n + v end
          for _, w in ipairs(g[player][v]) do list[#list + 1] = u * n + w end
          h[player][u * n + v] = list
        end
      end
      local rules = rules_of(g, partizan)
      for misere = 0, 1 do
        local who, moves = define(h, n * n, misere == 1)
        for u, v in box(0, n - 1, 0, n - 1) do
          local s = rules(u) + rules(v)
          local outcome = misere == 1 and s:misere_outcome() or misere == 0 and s:outcome()
          assert.equal(expected(who, u * n + v), PAIRS[outcome] or outcome)
          assert.equal(moves[1][u * n + v] or math.huge, (s[misere == 1 and "misere_remoteness" or "remoteness"](s)))
          local draws = false
          for _, w in ipairs(h[1][u * n + v]) do draws = draws or not who[2][w] end
          local list = s[misere == 1 and "misere_drawing_moves" or "drawing_moves"](s, partizan and "left" or nil)
          assert.equal(draws, #list > 0)
        end
      end
    end
  end)

  it("are not left out of sums beside their negatives", function()
    local on = ta.ruleset { name = "On",
      left = function(emit, n) if n == 1 then emit(1) end end, right = function() end }
    assert.equal("L", on(1):outcome())
    assert.equal("D", (on(1) - on(1)):outcome())
    assert.is_true(on(1):equals(on(1)))
    assert.is_true(on(0) < on(1))
    assert.is_false(on(1):equals(on(0)))
    assert.is_true(on(1):equals(on(1) + on(0)))
    assert.is_true(on(1) + on(0) <= on(1))
    assert.is_false(on(1) + on(0) < on(1))
    assert.is_false((on(1) - on(1)):equals(on(0)))
    assert.is_true(on(1) - on(1) <= on(1))
    assert.is_true(on(1) - on(1) < on(1))
    local swing = ta.ruleset {
      left = function(emit, n) if n == 0 then emit(1) end end,
      right = function(emit, n) if n == 1 then emit(0) end end,
    }
    -- alternate play ends, but in a sum each may answer for ever
    assert.equal("D", (swing(0) + swing(1)):outcome())
  end)

  it("say what `terminal` may say, and have no values with it", function()
    local line = ta.ruleset { options = function(emit, n) if n > 0 then emit(n - 1) end end,
                              terminal = function(n) return n == 3 and "draw" or n == 9 and "win" or nil end }
    assert.same({ "N", "D", "D" }, { line(1):outcome(), line(3):outcome(), line(5):outcome() })
    assert.equal(0, #line(3):options())
    assert.equal("N", line(9):misere_outcome())
    assert.equal("EUNSUPPORTED", select(3, line(5):nim_value()))
    assert.equal("EUNSUPPORTED", select(3, (line(5) + line(5)):misere_outcome()))
    local wrong = ta.ruleset { options = print, terminal = function() return "lost" end }
    assert.error_matches(function() wrong(1):outcome() end, 'expected "win", "loss" or "draw"')
    assert.error_matches(function() ta.ruleset { options = print, terminal = print, parts = print } end,
      "no sum of parts")
  end)

  it("stop at a bound of memory when play goes on to ever new positions", function()
    if (os.getenv "TAKEAWAY_BUILD" or ""):find "asan" then return end -- which needs extra memory
    local text = require("tools.jobs").output_of [[ulimit -v 500000; lua5.4 -e '
      local ta = require "takeaway"
      print(ta.ruleset { options = function(emit, n) emit(n + 1) end }(0):outcome())' 2>&1]]
    assert.matches("half of what was free", text)
    assert.matches("ELIMIT", text)
  end)

  it("are drawn with their cycles marked", function()
    local picture = ta.plot.graph(walk(3))
    assert.matches("play need not end: 4 moves on cycles", picture:text { width = 90 })
    assert.matches("D %(2%) %-> %(1%); ~> %(5%)", picture:text { width = 90 })
    assert.matches("penwidth=2", picture:dot())
    local pass = ta.ruleset { name = "Pass", options = function(emit, n) emit(n) end }
    assert.is_nil(ta.plot.graph(pass(1)):svg():find "nan")
  end)

  -- A move may leave several parts, and parts again: what is left beside the one that goes on must not be lost.
  it("have values when they fall apart", function()
    local parts = require("spec.support.small_games").parts(0)
    local function options(emit, n)
      if n == 3 then
        emit(3)
        emit(1, 2)
      else
        for k = 0, n - 1 do emit(k) end
      end
    end
    local rules = ta.ruleset { options = options, parts = parts }
    local same = ta.ruleset { options = function(emit, n) if n == 4 then emit(4) emit(3) else options(emit, n == 3 and 0 or n) end
      for k = 0, n == 3 and 2 or -1 do emit(k) end end }
    assert.equal("inf(3)", tostring(rules(3):nim_value()))
    assert.equal(same(4):canonical_form(), rules(3):canonical_form())
    assert.is_true(rules(3):equals(same(4)))
    local partizan = ta.ruleset {
      left = function(emit, n) if n == 1 then emit(0) elseif n == 3 then emit(3) emit(1, 1) end end,
      right = function(emit, n) if n == 3 then emit(0) end end, parts = parts,
    }
    assert.equal("{2,pass|0}", tostring(partizan(3):canonical_form()))
    local told = 0
    for case = 1, 60 do
      local table_of = {}
      for n = 1, 4 do
        table_of[n] = {}
        for _ = 1, math.random(0, 2) do
          local option = math.random(3) == 1 and { math.random(4) } or { math.random(0, n - 1) }
          if math.random(3) == 1 then option[2] = math.random(0, n - 1) end
          table.insert(table_of[n], option)
        end
      end
      local random = ta.ruleset({ options = function(emit, n)
        for _, option in ipairs(table_of[n] or {}) do emit(table.unpack(option)) end
      end, parts = parts }, { limit = 500 })
      for n = 1, 4 do
        local value = random(n):canonical_form()
        for k = 0, value and 3 or -1 do
          local outcome = (random(n) + ta.rules.nim(k)):outcome()
          assert.equal(outcome, (value + ta.star(k)):outcome(), ("seed %d, case %d: %d beside *%d"):format(seed, case, n, k))
          told = told + 1
        end
      end
    end
    assert.is_true(told > 300, told)
  end)
end)
