-- Compounds of positions and variants of rules against the definitions, written out as games of options.
local box = require "spec.support.box"
local compounds = require "spec.support.compounds"
local ta = require "takeaway"
local P = require "spec.support.partizan"
local play = require "spec.support.play"
local seeded = require "spec.support.seed"

local function memo(f)
  local known = {}
  return function(g)
    known[g] = known[g] or f(g)
    return known[g]
  end
end

-- {Left's list | Right's list} as `list(options, other options, side)` names them for each player.
local function both(list)
  local found = { {}, {} }
  for side, of in ipairs { P.left, P.right } do
    list(of, side == 1 and P.right or P.left, function(option) table.insert(found[side], option) end)
  end
  return P.game(found[1], found[2])
end

-- ---- The definitions: of compounds, those of spec/support/compounds.lua; of variants of a game, here
-- ------------------

local D = compounds.plain

local V = {}

V.impartial = memo(function(g)
  return both(function(_, _, add)
    for _, of in ipairs { P.left, P.right } do
      for _, x in ipairs(of(g)) do add(V.impartial(x)) end
    end
  end)
end)

V.dicotic = memo(function(g)
  return both(function(of, other, add)
    for _, x in ipairs(#other(g) > 0 and of(g) or {}) do add(V.dicotic(x)) end
  end)
end)

V.twisted = memo(function(g)
  return both(function(of, _, add)
    for _, x in ipairs(of(g)) do add(P.negative(V.twisted(x))) end
  end)
end)

local outcome, nim_value = play.outcome(P.options), play.nim_value(P.options)

-- ---- Games of options as rules -----------------------------------------------------------------------

local function emitter(of)
  return function(emit, g)
    for _, o in ipairs(of(g)) do emit(o) end
  end
end

local partizan = ta.ruleset { name = "game", left = emitter(P.left), right = emitter(P.right) }
local impartial = ta.ruleset { name = "impartial game", options = emitter(P.left) }

local function random_impartial(day, width)
  local list = {}
  for i = 1, day > 0 and math.random(0, width) or 0 do list[i] = random_impartial(math.random(0, day - 1), width) end
  return P.game(list, list)
end

-- The games of day 1 at most, and random ones.
local function some_games(random, count, day)
  local list = { P.zero, P.game({ P.zero }, {}), P.game({}, { P.zero }), P.game({ P.zero }, { P.zero }) }
  if random == random_impartial then list = { P.zero, list[4], P.game({ P.zero, list[4] }, { P.zero, list[4] }) } end
  while #list < count do list[#list + 1] = random(day, 2) end
  return list
end

local value = P.valuer(ta)

describe("operators on positions", function()
  -- Of all pairs of the games: outcomes, and what `also` compares.
  local function compare(name, rules, games, large, also)
    for g, h in box(games, games) do
      local p, d = rules(g)[name](rules(g), rules(h)), D[name](g, h)
      also(p, d)
      assert.equal(outcome(d, false), p:outcome(), tostring(p))
      if not large then assert.equal(outcome(d, true), p:misere_outcome(), tostring(p)) end
    end
  end

  for _, name in ipairs(compounds.NAMES) do
    local large = name == "conway_product" or name == "ordinal_product"

    it(name .. " of partizan games is what its definition says", function()
      seeded()
      compare(name, partizan, some_games(P.random, large and 14 or 18, large and 2 or 3), large, function(p, d)
        assert.equal(value(d), p:canonical_form(), tostring(p))
      end)
    end)

    it(name .. " of impartial games is what its definition says", function()
      seeded()
      compare(name, impartial, some_games(random_impartial, large and 10 or 16, large and 3 or 4), large, function(p, d)
        assert.equal(nim_value(d), p:nim_value(), tostring(p))
        assert.is_false(p:is_partizan())
        for _, move in ipairs(p:winning_moves()) do assert.equal("P", move:outcome()) end
      end)
    end)
  end

  it("take sums and compounds, of any rules, and are added", function()
    local nim, d = ta.rules.nim, ta.rules.domineering
    assert.equal(nim_value(P.zero), (nim(3) + nim(3)):conjunctive_sum(nim(2)):nim_value() * 0)
    local function heap(n) -- as a game of options
      local list = {}
      for k = 0, n - 1 do list[#list + 1] = heap(k) end
      return P.game(list, list)
    end
    assert.equal(nim_value(D.selective_compound(P.add(heap(2), heap(1)), heap(2))),
      (nim(2) + nim(1)):selective_compound(nim(2)):nim_value())
    assert.equal(nim_value(D.join(D.conjunctive_sum(heap(3), heap(2)), heap(4))),
      nim(3):conjunctive_sum(nim(2)):join(nim(4)):nim_value())
    local v = d(2, 2):ordinal_sum(nim(1))
    assert.equal(value(D.ordinal_sum(P.game({ P.game({ P.zero }, {}) }, { P.game({}, { P.zero }) }), heap(1))),
      v:canonical_form())
    assert.equal(v:canonical_form() + v:canonical_form(), (v + v):canonical_form())
    assert.is_true(v == d(2, 2):ordinal_sum(nim(1)))
    assert.equal("ordinal_sum(Domineering(\"../..\"), Nim(1))", tostring(v))
    assert.equal("P", (v - v):outcome())
  end)

  it("equal published ones", function()
    local nim = ta.rules.nim
    for a, b in box(0, 5, 0, 5) do
      local p, q = nim(a), nim(b)
      assert.equal(a + b, p:ordinal_sum(q):nim_value()) -- Siegel, Combinatorial Game Theory, II.1
      assert.equal(ta.nim_product(a, b), p:conway_product(q):nim_value()) -- ONAG, chapter 6
      assert.equal(a + b == 0 and "P" or "N", p:selective_compound(q):outcome()) -- ONAG, chapter 14
      assert.equal(math.min(p:remoteness(), q:remoteness()), p:conjunctive_sum(q):remoteness()) -- the same
    end
    assert.equal(30, nim(5):ordinal_product(nim(6)):nim_value())
    -- numbers, multiplied (ONAG, chapter 1): 1/2 . 3/2 = 3/4, in games of Hackenbush
    local h = ta.rules.hackenbush
    assert.equal(ta.value "3/4", h "lr":conway_product(h "llr"):canonical_form())
  end)

  it("refuse what they do not take", function()
    local nim = ta.rules.nim
    assert.error_matches(function() nim(1):join(3) end, "join: expected a position, a sum or a value, got number")
    local over = ta.ruleset { name = "x", options = function(emit) emit(0) end,
                              terminal = function() return "loss" end }
    assert.error_matches(function() nim(1):conjunctive_sum(over(1)) end, "x ends by a rule")
    local loop = ta.ruleset { name = "loop", options = function(emit, n) emit(1 - n) end }
    assert.equal("D", nim(0):sequential_compound(loop(1)):outcome())
    assert.equal("D", nim(3):sequential_compound(loop(1)):outcome())
    assert.equal("D", loop(0):conjunctive_sum(loop(1)):outcome())
    assert.equal("ELOOPY", select(3, loop(0):ordinal_sum(nim(1)):nim_value()))
    assert.equal("P", nim(0):conjunctive_sum(loop(1)):outcome())
  end)
end)

describe("variants of rules", function()
  for name, defined in pairs(V) do
    it(name .. ": what its definition says", function()
      seeded()
      local rules = partizan[name](partizan)
      for _, g in ipairs(some_games(P.random, 60, 4)) do
        local p, d = partizan(g)[name](partizan(g)), defined(g)
        assert.equal(value(d), p:canonical_form(), g)
        assert.equal(outcome(d, true), p:misere_outcome(), g)
        assert.is_true(rules(g) == p)
      end
      assert.equal(rules, partizan[name](partizan))
      local nim = ta.rules.nim
      assert.equal(nim, nim[name](nim))
    end)

    it(name .. ": on boards whose positions are sums of parts", function()
      for width = 1, 3 do
        local game = play.value(function(sides) return P.game(sides.left, sides.right) end, P.lists_of(P.domineering(width)))
        for height = 1, 2 do
          local p = ta.rules.domineering(height, width)
          assert.equal(value(defined(game(("."):rep(height * width)))), p[name](p):canonical_form())
        end
      end
    end)
  end

  it("of Domineering is Cram, and with Clobber's colours forgotten another game", function()
    local cram = ta.rules.domineering:impartial()
    for a, b in box(1, 4, 1, 4) do assert.equal(ta.rules.cram(a, b):nim_value(), cram(a, b):nim_value()) end
    assert.matches("impartial Domineering", tostring(cram(2, 2)))
    assert.equal(ta.rules.clobber("xo/ox"):impartial():nim_value(), ta.rules.clobber("ox/xo"):impartial():nim_value())
  end)

  it("join two rulesets, for both players or one for each", function()
    local one = ta.ruleset { options = function(emit, n) if n > 0 then emit(n - 1) end end }
    local two = ta.ruleset { options = function(emit, n) if n > 1 then emit(n - 2) end end }
    local both_of, each = one:join(two), one:partizan_join(two)
    local subtraction = ta.subtraction { 1, 2 }
    for n = 0, 12 do
      assert.equal(subtraction:nim_value(n), both_of(n):nim_value())
      assert.equal(ta.rules.partizan_subtraction({ 1 }, { 2 })(n):canonical_form(), each(n):canonical_form())
    end
    assert.error_matches(function() one:join(3) end, "join: expected rules, got number")
    assert.error_matches(function() one:join(ta.rules.nim) end, "take positions apart in different ways")
    local mixed = partizan:join(partizan)
    assert.equal(partizan(5):canonical_form(), mixed(5):canonical_form())
  end)

  it("agree with play that need not end", function()
    local seed = seeded()
    local seen = {}
    for case = 1, 150 do
      local g = { {}, {} } -- two graphs
      for graph, v in box(g, 1, 4) do
        graph[v] = {}
        for _ = 1, math.random(0, 2) do table.insert(graph[v], math.random(4)) end
      end
      local rules = {}
      for i = 1, 2 do
        rules[i] = ta.ruleset({ options = function(emit, v) for _, w in ipairs(g[i][v]) do emit(w) end end }, { native = false })
      end
      -- the same written out, which is searched
      local function played(shortened)
        return ta.ruleset({ options = function(emit, i, j)
          if shortened and (#g[1][i] == 0 or #g[2][j] == 0) then return end
          for _, b in ipairs(g[2][j]) do emit(i, b) end
          for _, a in ipairs(g[1][i]) do
            emit(a, j)
            for _, b in ipairs(g[2][j]) do emit(a, b) end
          end
        end }, { native = false })
      end
      for name, by_play in pairs { selective_compound = played(false), shortened_selective_compound = played(true) } do
        for i, j in box(1, 4, 1, 4) do
          local p, q = rules[1](i), rules[2](j)
          local by_search = by_play(i, j):outcome()
          assert.equal(by_search, p[name](p, q):outcome(), ("seed %d, case %d: %s(%d, %d)"):format(seed, case, name, i, j))
          local which = name .. p:outcome() .. q:outcome() .. by_search
          seen[which] = (seen[which] or 0) + 1
        end
      end
    end
    for _, which in ipairs { "selective_compoundNDD", "selective_compoundDPD", "shortened_selective_compoundNDN",
                             "shortened_selective_compoundPDP", "shortened_selective_compoundDDD" } do
      assert.is_true((seen[which] or 0) > 5, which)
    end
  end)
end)
