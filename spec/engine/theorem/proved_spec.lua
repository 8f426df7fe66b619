-- Proofs are stored: theorems with their rules, certificates with their theorems. The spec counts calls.

local declared = require "spec.support.declared"
local says = require("spec.support.refusals").says
local ta = require "takeaway"

local FEW = 60 -- calls of functions, of a call that answers from what is kept; a search has thousands

-- The result of f, and the number of functions called meanwhile.
local function counted(f, ...)
  local count, hook, mask, every = 0, debug.gethook()
  debug.sethook(function() count = count + 1 end, "c")
  local result = f(...)
  debug.sethook(hook, mask, every)
  return result, count
end

local function nim()
  return ta.ruleset { name = "two heaps", options = function(emit, a, b)
    for k = 1, a do emit(a - k, b) end
    for k = 1, b do emit(a, b - k) end
  end }
end

describe("a theorem", function()
  it("is proved once of the same rules with the same settings", function()
    for name, make in pairs { lua = nim, declared = declared.wythoff, game = function() return ta.two_pile "2k" end } do
      local rules = make()
      local first, searched = counted(rules.theorem, rules)
      local again, calls = counted(rules.theorem, rules, {})
      assert.is_true(searched > 20 * FEW, name)
      assert.is_true(rawequal(first, again) and calls < FEW, name .. ": " .. calls)
      assert.is_false(rawequal(first, make():theorem()), name)
      assert.equal(1, select("#", make():theorem()), name)
    end
  end)

  it("is another with other settings, and where its search is followed", function()
    local rules = declared.wythoff()
    local first = assert(rules:theorem { numeration = "zeckendorf" })
    assert.is_true(rawequal(first, rules:theorem { numeration = "zeckendorf" }))
    for _, settings in ipairs { { numeration = "zeckendorf", misere = true }, { numeration = "zeckendorf", states = 50 },
                                { numeration = "zeckendorf", rank = "a + b" },
                                { numeration = { recurrence = { 1, 1 }, first = { 1, 2 } } } } do
      local other = assert(rules:theorem(settings))
      assert.is_false(rawequal(first, other))
      assert.is_true(rawequal(other, rules:theorem(settings)))
    end
    says("none was found", "ELIMIT", rules:theorem { numeration = "zeckendorf", states = 2 })
    says("none was found", "ELIMIT", rules:theorem { numeration = "zeckendorf", states = 2 })
    local heard = 0
    assert(rules:theorem { numeration = "zeckendorf", progress = function() heard = heard + 1 end })
    assert.is_true(heard > 0)
    says("cancelled", "ECANCELLED", rules:theorem { numeration = "zeckendorf", progress = function() return false end })
    assert.error_matches(function() rules:theorem { numeration = "zeckendorf", state = 2 } end, "unknown setting state")
    local round = {}
    round[1] = round
    assert.error_matches(function() rules:theorem { rank = round } end, "theorem: rank: expected a sum")
  end)

  it("is forgotten where rules are cleared, and when there are many", function()
    local rules = ta.moves { "n", "k: 1 <= k <= 3, k <= n -> n - k" }
    local first = assert(rules:theorem())
    rules:clear()
    local second = assert(rules:theorem())
    assert.is_false(rawequal(first, second))
    for states = 10, 17 do assert(rules:theorem { states = states }) end
    assert.is_false(rawequal(second, rules:theorem()))
    local ipairs, taken = ipairs, { 1, 2, 3 } -- rules that read globals of a spec are no declaration
    local lua = ta.ruleset { name = "take", options = function(emit, n)
      for _, k in ipairs(taken) do if k <= n then emit(n - k) end end
    end }
    assert.is_true(assert(lua:theorem()):is_p(8))
    taken[4] = 4
    assert.is_true(lua:theorem():is_p(8))
    lua:clear()
    assert.is_false(lua:theorem():is_p(8))
  end)

  it("keeps no rules and no game that nothing else has", function()
    local gone = setmetatable({}, { __mode = "v" })
    for i, make in ipairs { nim, declared.wythoff, function() return ta.two_pile "2k" end } do
      local x = make()
      gone[i] = x
      gone[i + 3] = assert(x:theorem())
    end
    for _ = 1, 4 do collectgarbage() end
    assert.is_nil(next(gone))
  end)
end)

describe("a certificate", function()
  it("is made once, from what the theorem has", function()
    local rules = declared.wythoff()
    for _, settings in ipairs { {}, { misere = true }, { what = "least_limit", numeration = "zeckendorf" } } do
      local t = assert(rules:theorem(settings))
      local results = table.pack(t:certificate())
      local text = results[1]
      assert.equal(1, results.n)
      local again, calls = counted(t.certificate, t)
      assert.is_true(again == text and calls < FEW, calls)
      assert.is_true(ta.check_theorem(text))
    end
  end)

  it("of P-positions is no proof again", function()
    local obligations = require "takeaway.engine.automata.obligations"
    local t = assert(declared.wythoff():theorem())
    local prove, game = obligations.prove, obligations.game
    finally(function() obligations.prove, obligations.game = prove, game end)
    obligations.prove, obligations.game = nil, nil
    assert(t:certificate())
  end)

  it("that was refused is made later", function()
    local t = assert(declared.wythoff():theorem())
    local text, _, code = ta.within({ seconds = 10, progress = function() return false end }, t.certificate, t)
    assert.is_true(text == nil and code == "ECANCELLED" or ta.check_theorem(text))
    assert.is_true(ta.check_theorem(t:certificate()))
  end)
end)
