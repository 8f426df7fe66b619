-- Games of the families and ready rules as declarations: a theorem for each that has one, against its kernel. The
-- pattern finder's opinion on whether a game is automatic.
local says = require("spec.support.refusals").says
local ta = require "takeaway"

local function states(theorem) return theorem.positions:states() end

describe("game:as_moves", function()
  it("gives the declaration of a family's game", function()
    assert.equal([[
ta.moves{ "p, q, x", name = "two piles, f(k) = floor(3k/2)", over = "p = 0 or q = 0",
  "k: 1 <= k <= x, k <= p -> p - k, q, floor(3k/2)",
  "k: 1 <= k <= x, k <= q -> p, q - k, floor(3k/2)",
}]], tostring(ta.two_pile("3/2"):as_moves()))
    assert.equal([[
ta.moves{ "n, x", name = "one pile, f(k) = min(k + 1, 5)",
  "k: 1 <= k <= n, k <= x -> n - k, min(k + 1, 5)",
}]], tostring(ta.one_pile("min(k+1, 5)"):as_moves()))
    assert.equal([[
ta.moves{ "n, d, e", name = "NIM with Cash, A = {1, 3}",
  "n >= 1, d >= 1 -> n - 1, e, d - 1",
  "n >= 3, d >= 3 -> n - 3, e, d - 3",
}]], tostring(ta.cash { 3, 1 }:as_moves()))
    assert.equal([[
ta.moves{ "a, b", name = "subtraction {1, 3}",
  "a >= 1 -> a - 1, b",
  "a >= 3 -> a - 3, b",
  "b >= 1 -> a, b - 1",
  "b >= 3 -> a, b - 3",
}]], tostring(ta.subtraction({ 3, 1, 3 }):as_moves { numbers = 2 }))
    assert.equal([[
ta.moves{ "n", name = "subtraction all but {2, 4}",
  "k: 1 <= k <= n, k ~= 2, k ~= 4 -> n - k",
}]], tostring(ta.subtraction({ all_but = { 4, 2 } }):as_moves()))
    assert.equal([[
ta.moves{ "n", name = "octal 0.30[3]",
  "k: 1 <= k <= n, k ~= 2 -> n - k",
}]], tostring(ta.octal "0.30[3]":as_moves()))
    assert.equal(tostring(ta.subtraction({ 1, 3 }):as_moves { numbers = 2 }):gsub("subtraction {1, 3}", "octal 0.303"),
      tostring(ta.octal "0.303":as_moves { numbers = 2 }))
    for _, numbers in ipairs { 11, 13, 14 } do -- k is no heap
      assert.truthy(ta.subtraction { all_but = {} }:as_moves { numbers = numbers })
    end
    assert.equal('ta.moves{ "n", name = "heap",\n  "k: 0 <= k, 2k + 1 <= n -> n - 2k - 1",\n}', tostring(
      ta.heap(function(n, emit) for k = 1, n, 2 do emit(n - k) end end):as_moves()))
  end)

  it("says why there is none", function()
    for why, game in pairs {
      ["octal 0.77: its moves may split a heap"] = ta.octal "0.77",
      ["two-pile dynamic Nim, f(k) = k^2: f(k) = k^2 is not linear"] = ta.two_pile "k^2",
      ["one-pile game, f(k) = lowbit(k): f(k) = lowbit(k) is not linear"] = ta.one_pile "lowbit(k)",
    } do
      says("as_moves: " .. why, "EUNSUPPORTED", game:as_moves())
    end
    local none, why, reason = assert(ta.euclid():as_moves()):theorem()
    assert.same({ nil, "EUNSUPPORTED" }, { none, reason })
    assert.matches("theorem: Euclid is not linear: line %d+: a loop whose step is no number", why)
    local _, message = ta.two_pile(2):as_moves { numbers = 2 }
    assert.matches("its positions have 3 numbers, not 2", message, 1, true)
    assert.matches("unknown setting heaps", select(2, pcall(ta.two_pile(2).as_moves, ta.two_pile(2), { heaps = 2 })), 1,
      true)
  end)
end)

describe("theorems of ready games", function()
  it("say that the kernel has the same outcomes", function()
    for text, case in pairs {
      ["declared for two-pile dynamic Nim, f(k) = 2k; its kernel has the same outcomes at 337 positions"] =
        { ta.two_pile "2k", 14 },
      ["declared for one-pile game, f(k) = 2k; its kernel has the same outcomes at 199 positions"] =
        { ta.one_pile(2), 5, "zeckendorf" },
      ["declared for subtraction {2, 3, 7}; its kernel has the same outcomes at 91 positions"] =
        { ta.subtraction { 2, 3, 7 }, 5 },
    } do
      local theorem = assert(case[1]:theorem { numeration = case[3] or "2" })
      assert.equal(text, tostring(theorem):match "[^\n]*$")
      assert.equal(case[2], states(theorem))
    end
    local cash = assert(ta.cash { 1, 4 }:as_moves():theorem { numeration = "2" })
    assert.matches("its kernel has the same outcomes at 373 positions$", tostring(cash))
    assert.is_true(cash:is_p(5, 2, 2) == (ta.cash({ 1, 4 }):winner(5, 2, 2) == "II"))
    local heaps = assert(ta.subtraction { 1, 2 }:theorem { numbers = 3, numeration = "3" })
    assert.is_true(heaps:is_p(3, 4, 7))
  end)

  it("are of misere play where the game is", function()
    local game = ta.two_pile("k", { misere = true })
    local theorem = assert(game:theorem { numeration = "2" })
    assert.is_true(theorem.misere)
    assert.matches("misere; its kernel has the same outcomes", tostring(theorem), 1, true)
    local normal = assert(game:theorem { numeration = "2", misere = false })
    assert.is_false(normal.misere)
    assert.equal("declared for two-pile dynamic Nim, f(k) = k, misere", tostring(normal):match "[^\n]*$")
    local declared = assert(game:as_moves():theorem { numeration = "2" })
    assert.equal(tostring(theorem), tostring(declared))
    assert.equal(theorem:closed_form(), declared:closed_form())
    assert.is_false(game:as_moves():theorem { numeration = "2", misere = false }.misere)
    says("nim values are for normal play", "EUNSUPPORTED", game:as_moves():theorem { what = "nim_value" })
  end)

  it("are there for each ready rule that is linear, read from its Lua", function()
    for _, case in ipairs {
      { ta.rules.wythoff, { numeration = "zeckendorf" }, 8 }, { ta.rules.nim, { numbers = 4, numeration = "2" }, 2 },
      { ta.rules.even_odd, { numbers = 2, numeration = "2" }, 12 }, { ta.rules.two_pile "k", { numeration = "2" }, 10 },
      { ta.rules.r_wythoff(2), { numeration = "pell" }, 16 },
      { ta.rules.one_pile "2k", { numeration = "zeckendorf" }, 5 },
    } do
      local theorem = assert(case[1]:theorem(case[2]))
      assert.matches("read from the Lua rule " .. case[1].name, tostring(theorem), 1, true)
      assert.equal(case[3], states(theorem), case[1].name)
    end
  end)

  it("are not returned where the kernel speaks against them", function()
    local positions = require "takeaway.engine.ruleset.family_position"
    local Game = { __name = "takeaway.wrong", __index = {} }
    local game = positions.attach(setmetatable({}, Game), function() end, function()
      return { "n", name = "wrong", "k: 1 <= k <= 2, k <= n -> n - k" }, { outcome = function(n)
        return n % 3 == 0 and n ~= 9 and "P" or "N"
      end }
    end)
    assert.same({ nil, "theorem: wrong: the theorem on its declaration disagrees with it at (9)", "EUNSUPPORTED" },
      { game:theorem { numeration = "2" } })
  end)
end)

describe("rules:guess", function()
  it("finds the numeration in which the P-positions look automatic", function()
    local guess = ta.rules.wythoff:guess()
    assert.equal("zeckendorf", guess.numeration)
    assert.equal("the P-positions look automatic: 8 states in Zeckendorf's numeration (1, 2, 3, 5, 8, ...), learned from "
      .. "a, b < 64, fit 16384 positions", tostring(guess))
    assert.equal("2", ta.rules.nim:guess().numeration)
    local prices = ta.moves { "n, d, e", "n >= 1, d >= 1 -> n - 1, e, d - 1", "n >= 2, d >= 3 -> n - 2, e, d - 3" }
    guess = prices:guess() -- more is learned from where small numbers do not tell
    assert.same({ "2", prices:theorem():automaton():states(), 64 }, { guess.numeration, guess.states, guess.learned })
  end)

  it("finds nothing in a game whose sets grow, nor in one that has no declaration", function()
    assert.is_nil(ta.moves { "a, b", "k: 1 <= k <= a -> a - k, b", "k: 1 <= k <= b -> a, b - k",
      "k: 2 <= k <= a, k <= b -> a - k, b - k" }:guess())
    assert.is_nil(ta.rules.kayles:guess())
    assert.is_nil(ta.rules.partizan_subtraction({ 1 }, { 2 }):guess())
    assert.is_nil(ta.moves { "n", f = function(k) return k end, "k: 1 <= k <= n -> f(n - k)" }:guess())
  end)

  it("is what the pattern finder proposes a theorem by", function()
    local found = ta.explore(ta.subtraction { 1, 2 })
    assert.equal('game:as_moves():theorem{ numeration = "2" }', found.prove)
    assert.matches("\n  to look for a proof: game:as_moves():theorem", tostring(found), 1, true)
    assert.equal('rules:theorem{ numeration = "2" }', ta.explore(ta.rules.nim).prove)
    assert.equal('game:as_moves():theorem{ numeration = "2", misere = true }',
      ta.explore(ta.two_pile("k", { misere = true })).prove)
    assert.is_nil(ta.explore(ta.octal "0.07").prove)
    assert.is_nil(ta.explore({ 1, 2, 3, 4, 5, 6, 7, 8, 9 }).prove)
  end)
end)
