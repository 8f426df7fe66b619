-- Theorems on nim values and least limits: proved, compared with the engine, and the conditions of their certificates.

local box = require "spec.support.box"
local declared = require "spec.support.declared"
local says = require("spec.support.refusals").says
local seed = require "spec.support.seed"
local ta = require "takeaway"

local nim, take, two_pile = declared.nim, declared.take, declared.two_pile

describe("nim values", function()
  it("of games with few and many values, against the engine", function()
    for _, case in ipairs {
      { ta.moves { "n", name = "to 3", "k: 1 <= k <= 3, k <= n -> n - k" }, 200 }, { take(1, 4, 5), 200 },
      { nim(2), 30 }, { nim(3), 9 },
      { ta.moves { "a, b", name = "over", over = "b = 0 or a = 1", "k: 1 <= k <= a -> a - k, b",
                   "b >= 1 -> a, b - 1" }, 30 },
      { ta.moves { "a, b", name = "rook to 2", "k: 1 <= k <= 2, k <= a -> a - k, b",
                   "k: 1 <= k <= 2, k <= b -> a, b - k", "a >= 1, b >= 1 -> a - 1, b - 1" }, 30 },
    } do
      local t = assert(case[1]:theorem { what = "nim_value" })
      for a, b, c in declared.vectors_of(case[1], case[2]) do
        local position = case[1](table.unpack { a, b, c })
        assert.equal(position:nim_value(), t:nim_value(table.unpack(position)), tostring(position))
        assert.equal(position:outcome(), t:outcome(table.unpack(position)))
        assert.equal(position:outcome() == "N", t:winning_move(table.unpack(position)) ~= nil)
      end
    end
  end)

  it("are the engine's at random positions outside the box", function()
    seed()
    for _, case in ipairs {
      { take(3, 5, 8), 100000 }, { nim(2), 120 },
      { ta.moves { "a, b", "k: 1 <= k <= 3, k <= a -> a - k, b", "b >= 1 -> a, b - 1", "b >= 4 -> a, b - 4" }, 400 },
    } do
      local rules, count = case[1], #case[1].declaration.variables
      local t = assert(rules:theorem { what = "nim_value", numeration = 2 })
      for _ = 1, 40 do
        local position = { math.random(0, case[2]), count == 2 and math.random(0, case[2]) or nil }
        assert.equal(rules(table.unpack(position)):nim_value(), t:nim_value(table.unpack(position)))
      end
    end
  end)

  it("answer for numbers of any length, and appear as V in formulas", function()
    local t = assert(nim(2):theorem { what = "nim_value" })
    local large = ("1234567890"):rep(300) -- even
    assert.equal(large:sub(1, -2) .. "1", t:nim_value(large, 1))
    assert.equal(0, t:nim_value(large, large))
    assert.is_true(t:ask "A a, b, v: V(a, b, v) => v <= a + b")
    assert.is_true(t:ask "A a, b: V(a, b, 0) <=> P(a, b)")
    assert.is_false(t:ask "E a, b: V(a, b, a + b + 1)")
  end)

  it("are refused where they are wrong, by each of the obligations", function()
    local obligations = require "takeaway.engine.automata.obligations"
    local values = require "takeaway.engine.automata.values"
    local rules = ta.moves { "a, b", "k: 1 <= k <= 3, k <= a -> a - k, b", "k: 1 <= k <= 3, k <= b -> a, b - k" }
    local t = assert(rules:theorem { what = "nim_value", numeration = 2 })
    local n, v = t.numeration, t.values
    local game = assert(obligations.game(n.core, rules.declaration, false))
    assert.is_truthy(values.prove(game, v.automaton))
    for formula, why in pairs {
      ["a, b, v: V(a, b, v) and not (a = 5 and b = 3)"] = "a position has no value: a = 5, b = 3",
      ["a, b, v: V(a, b, v) or a = 5 and b = 3 and v = 1"] = "leads to a position of the same value",
      ["a, b, v: V(a, b, v) or a = 5 and b = 3 and v = 9"] = "no move leads to a smaller value",
      ["a, b, v: a = b and v = 0"] = "a position has no value",
    } do
      local proof, message = values.prove(game, n:set(formula, { V = v }).automaton)
      assert.is_nil(proof, formula)
      assert.matches(why, message, 1, true)
      assert.is_table(game.refuted.vector)
    end
  end)

  it("are for normal play, and distinguished from P-positions", function()
    says("nim values are for normal play", "EUNSUPPORTED", nim(2):theorem { what = "nim_value", misere = true })
    assert.has_error(function() nim(1):theorem():nim_value(3) end,
      "nim_value: this theorem is about P-positions; call rules:theorem{what = \"nim_value\"}")
    assert.has_error(function() nim(1):theorem { what = "values" } end,
      "theorem: what: expected \"p_positions\", \"nim_value\" or \"least_limit\", got \"values\"")
  end)
end)

describe("least limits", function()
  it("are those of the kernel, in normal and misere play", function()
    for _, f in ipairs { "k", "2k", "floor(3k/2)" } do
      for _, misere in ipairs { false, f == "k" } do
        local t = assert(two_pile(f):theorem { what = "least_limit", misere = misere })
        local game = ta.two_pile(f, { misere = misere })
        local least = misere and 1 or 0
        for a, b in box(least, 12, least, 12) do
          assert.equal(game:least_move(a, b), t:least_limit(a, b), f .. " " .. a .. " " .. b)
        end
        assert.is_true(t.monotone)
        assert.is_true(t:ask "A a, b, x, y: L(a, b, x) and L(a, b, y) => x = y")
        assert.is_true(t:ask "A a, b, x, y: L(a, b, x) and y > x => not P(a, b, y)")
      end
    end
  end)

  it("are those of the kernel at random positions to 10^12", function()
    seed()
    for _, f in ipairs { "2k", "floor(3k/2)" } do
      local t, game = assert(two_pile(f):theorem { what = "least_limit" }), ta.two_pile(f)
      for _ = 1, 60 do
        local a, n = math.random(1, 1 << math.random(1, 40)), math.random(1, 99) << math.random(0, 34)
        local least = game:least_move(a, a + n)
        assert.equal(least, t:least_limit(a, a + n))
        for x = math.max(1, least - 1), least do
          assert.equal(game:outcome(a, a + n, x), t:outcome(a, a + n, x))
        end
      end
    end
  end)

  it("are not always monotone", function()
    -- a limit of 3 or more lets only one be taken
    local rules = ta.moves { "n, x", name = "odd", "k: 1 <= k <= x, k <= n, x <= 2 -> n - k, 2", "x >= 3, n >= 1 -> n - 1, 2" }
    local t = assert(rules:theorem { what = "least_limit" })
    assert.is_false(t.monotone)
    assert.matches("; not every larger limit wins, too", tostring(t), 1, true)
    for n = 0, 40 do
      local least = math.huge
      for x = 5, 1, -1 do
        if rules(n, x):outcome() == "N" then least = x end
      end
      assert.equal(least, t:least_limit(n))
    end
  end)

  it("need a limit", function()
    says("positions have one number, so there is no limit", "EUNSUPPORTED", nim(1):theorem { what = "least_limit" })
  end)
end)
