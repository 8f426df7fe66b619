-- The data that theorems are learned from: boxes of positions, against the engine position by position; the core's
-- boxes of limits.

local core = require "takeaway.core"
local declared = require "spec.support.declared"
local learning = require "takeaway.engine.theorem.learning"
local limited = require "takeaway.engine.theorem.limited"
local oracles = require "takeaway.engine.theorem.oracle"
local says = require("spec.support.refusals").says
local ta = require "takeaway"

local one_pile, two_pile, three_pile = declared.one_pile, declared.two_pile, declared.three_pile

local LIMITED = {
  two_pile "k", two_pile "5k", two_pile "floor(3k/2)", two_pile("k + 1", "a = 0 and b = 0"), two_pile("2k", "a + b = 3"),
  two_pile("max(5 - k, 1)"), -- limits that fall
  two_pile("2 + k mod 3"),
  two_pile "1000000000k", -- limits beyond 2^32
  two_pile "k - 3", -- limits below 0, with which there is no move
  one_pile "2k + 1",
  ta.moves { "n, x", name = "all but three", "k: 1 <= k <= x, k ~= 3, k <= n -> n - k, 2k" },
  ta.moves { "n, x", name = "2k at most x", "k: 1 <= k, 2k + 1 <= x, k <= n -> n - k, 3k" },
  ta.moves { "a, b, x", name = "both piles", "k: 1 <= k <= x, k <= a, k <= b -> a - k, b - k, 2k",
             "k: 1 <= k <= x, 2k <= a -> a - 2k, b, k", "a >= 1 -> a - 1, b, 1" },
  three_pile "k",
  ta.moves { "a, b, x", name = "a pile swapped", "k: 1 <= k <= x, k <= a, b <= a - k -> b, a - k, k",
             "k: 1 <= k <= x, k <= a, b > a - k -> a - k, b, k" },
}

local LINEAR = {
  declared.wythoff(),
  ta.moves { "n, d, e", name = "cash", "n >= 1, d >= 1 -> n - 1, e, d - 1", "n >= 3, d >= 3 -> n - 3, e, d - 3" },
  ta.moves { "a, b, x", name = "x stays", "k: 1 <= k <= x, k <= a -> a - k, b, x", "b >= 1 -> a, b - 1, x" },
  ta.moves { "a, b, x", name = "the limit is the other pile", "k: 1 <= k <= x, k <= a -> a - k, b, b",
             "b >= 1 -> a, b - 1, a" },
  ta.moves { "a, b", name = "some of both", over = "a + b = 2", "k: 1 <= 2k <= a, 3k <= b -> a - 2k, b - 3k",
             "k: 1 <= k <= b, k ~= 2 -> a, b - k", "a >= 1 -> a - 1, b" },
  ta.moves { "n", name = "by threes", "k: 1 <= k <= 5, 3k <= n -> n - 3k", "n >= 1 -> n - 1" },
}

local OTHERS = {
  declared.apart(2),
  ta.moves { "n, d, e", name = "halves", "n >= 1, d >= 1 -> n - 1, e, d // 2", "n >= 3, d >= 3 -> n // 3, e, d - 3" },
}

-- All positions below `side`; returns how many have an answer.
local function hold(rules, what, side, of_the_core)
  local oracle, count, asked = assert(oracles.new(rules, what, math.huge)), #rules.declaration.variables, 0
  assert.equal(of_the_core, oracle.moves ~= nil, rules.name)
  for a, b, c, d in declared.vectors_of(rules, side - 1) do
    local vector = table.pack(table.unpack({ a, b, c, d }, 1, count))
    local answer = oracle.answer(table.unpack(vector))
    if answer ~= nil then
      local position = rules(table.unpack(vector))
      if answer ~= position[what](position) then error(("%s: %s"):format(rules.name, table.concat(vector, ", "))) end
      asked = asked + 1
    end
  end
  return asked
end

-- The same for outcomes in both plays, of a list of rules; a side for each count of numbers.
local function hold_all(list, limit, sides)
  for _, rules in ipairs(list) do
    assert.equal(limit, limited.moves(rules.declaration, true) ~= nil, rules.name)
    local count = #rules.declaration.variables
    for _, what in ipairs { "outcome", "misere_outcome" } do
      assert.equal(sides[count] ^ count, hold(rules, what, sides[count], true), rules.name)
    end
  end
end

describe("what theorems are learned from", function()
  it("is what the engine says, of games with a limit", function() hold_all(LIMITED, true, { nil, 50, 13, 7 }) end)

  it("is what the engine says, of linear games without a limit", function() hold_all(LINEAR, false, { 200, 50, 13 }) end)

  it("is what the engine says, of other games, and of nim values", function()
    for _, rules in ipairs(OTHERS) do
      for _, what in ipairs { "outcome", "misere_outcome", "nim_value" } do
        assert.is_true(hold(rules, what, #rules.declaration.variables == 2 and 30 or 12, false) > 0)
      end
    end
    assert.is_true(hold(LINEAR[1], "nim_value", 30, false) > 0)
  end)

  it("grows to hold a position, and not beyond the memory or the time", function()
    local oracle = assert(oracles.new(LINEAR[2], "outcome", math.huge))
    assert.is_nil(oracle.answer(200, 1, 1))
    assert.is_true(oracle:reach { 200, 1, 1 })
    assert.equal("N", oracle.answer(200, 100, 1) or "N")
    assert.equal(LINEAR[2](200, 1, 1):outcome(), oracle.answer(200, 1, 1))
    assert.is_false(oracle:reach { 1000000, 1000000, 1000000 })
    assert.is_true(oracle:grow())
    oracle.until_clock = 0
    assert.is_false(oracle:grow())
    assert.equal(LINEAR[2](200, 1, 1):outcome(), oracle.answer(200, 1, 1))
  end)

  it("is the engine's where a game leaves its box of limits", function()
    -- a pile grows: the box of limits is refused
    local rules = ta.moves { "a, b, x", name = "turns", "k: 1 <= k <= x, 2k <= a -> a - 2k, b + k, k",
                             "k: 1 <= k <= x, k <= b -> a, b - k, k" }
    says("", "EUNSUPPORTED", limited.box(limited.moves(rules.declaration, true), { 8, 8 }, false))
    assert.equal(12 ^ 3, hold(rules, "outcome", 12, false))
  end)

  it("is the engine's where there are moves with limits below 0, or that need 2^32", function()
    for _, move in ipairs { "k: 1 <= k <= x + 3, k <= n -> n - k, k - 5",
                            "k: 1 <= k, 1000000000k <= x, k <= n -> n - k, k mod 3" } do
      local rules = ta.moves { "n, x", name = move, move }
      for _, what in ipairs { "outcome", "misere_outcome" } do
        assert.equal(144, hold(rules, what, 12, false))
      end
    end
  end)
end)

describe("the search beyond a box", function()
  local function three_piles(first)
    return ta.moves { "a, b, c, x", name = "three piles", first or "k: 1 <= k <= x, k <= a -> a - k, b, c, k + 1",
                      "k: 1 <= k <= x, k <= b -> a, b - k, c, k + 1", "k: k <= c, 1 <= k <= x -> a, b, c - k, k + 1" }
  end

  -- Random positions of a box, in any order, led by a set of no meaning from the half of them on.
  local function compare(rules, limit, misere, side)
    local moves = limited.moves(rules.declaration, limit)
    local count, sides = #rules.declaration.variables, {}
    for i = 1, limit and count - 1 or count do sides[i] = side end
    local box = assert(limited.box(moves, sides, misere))
    local search = assert(limited.search(moves, #sides, side, misere, 1 << 24))
    local binary = core.numeration({ 2 }, { 1 })
    for i = 1, 400 do
      local vector = {}
      for j = 1, #sides do vector[j] = math.random(0, side - 1) end
      vector[#sides + 1] = limit and math.random(0, side + 5) or 0
      if i == 200 then search:lead(assert(binary:linear({ #sides - 1 }, { 2 }, "<=", side))) end
      assert.equal(box:lost(table.unpack(vector)), search:lost(1 << 24, table.unpack(vector)),
        rules.name .. ": " .. table.concat(vector, ", "))
    end
    return search
  end

  it("says what the box says", function()
    require "spec.support.seed"()
    for _, misere in ipairs { false, true } do
      for _, rules in ipairs(LIMITED) do compare(rules, true, misere, #rules.declaration.variables == 4 and 8 or 20) end
      for _, rules in ipairs(LINEAR) do compare(rules, false, misere, #rules.declaration.variables == 3 and 8 or 20) end
    end
  end)

  it("knows which numbers may be exchanged", function()
    local function kin(rules, limit)
      local search, list = compare(rules, limit, false, 6), {}
      for i = 1, #rules.declaration.variables - (limit and 1 or 0) do list[i] = search:kin(i) end
      return list
    end
    assert.same({ 1, 1, 1 }, kin(three_piles(), true))
    assert.same({ 1, 2, 2 }, kin(three_piles "k: 1 <= 2k <= x, k <= a -> a - k, b, c, k + 1", true))
    assert.same({ 1, 2, 2 }, kin(three_piles "k: 1 <= k, 2k <= x, k <= a -> a - k, b, c, k + 1", true))
    assert.same({ 1, 2, 2 }, kin(three_piles "k: 1 <= k, k <= x + 1, k <= a -> a - k, b, c, k + 1", true))
    assert.same({ 1, 2, 2 }, kin(three_piles "k: 2 <= k <= x, k <= a -> a - k, b, c, k + 1", true))
    assert.same({ 1, 2, 2 }, kin(three_piles "k: 1 <= k <= x, k <= a -> a - k, b, c, 2k", true))
    assert.same({ 1, 1 }, kin(LINEAR[1], false))
    assert.same({ 1, 2, 3 }, kin(LINEAR[2], false))
    assert.has_error(function() compare(three_piles(), true, false, 4):kin(4) end)
  end)

  it("is asked without twice the samples each time, once the box cannot grow", function()
    for _, case in ipairs { { true, true, true }, { true, false, false }, { false, false, true } } do
      local wide, grows, doubled = table.unpack(case)
      local one = { wider = false, oracle = { wide = wide, grow = function() return grows end } }
      assert.equal(grows, learning.more(one))
      assert.equal(doubled, one.wider)
    end
  end)

  it("answers where no box reaches, and gives what has the same answer", function()
    local rules = three_piles()
    local oracle = assert(oracles.new(rules, "outcome", math.huge))
    for _, vector in ipairs { { 400, 3, 5, 2 }, { 401, 0, 2, 3 }, { 5, 700, 2, 4 }, { 1, 2, 3000, 1 } } do
      assert.is_nil(oracle.answer(table.unpack(vector)))
      assert.equal(rules(table.unpack(vector)):outcome(), oracle:ask(table.unpack(vector)))
    end
    assert.equal(6, #oracle:images { 1, 2, 3, 9 })
    assert.same({ { 1, 1, 3, 9 }, { 3, 1, 1, 9 }, { 1, 3, 1, 9 } }, oracle:images { 1, 1, 3, 9 })
    assert.same({ { 2, 5, 1 } }, assert(oracles.new(LINEAR[2], "outcome", math.huge)):images { 2, 5, 1 })
    assert.same({ { 2, 5 } }, assert(oracles.new(LINEAR[1], "nim_value", math.huge)):images { 2, 5 })
  end)

  it("says nothing in few steps, beyond the largest k, or of numbers that are too large", function()
    local search = limited.search(limited.moves(three_piles().declaration, true), 3, 8, false, 1 << 24)
    assert.is_nil(search:lost(1, 7, 6, 5, 4))
    assert.is_boolean(search:lost(1 << 24, 7, 6, 5, 4))
    assert.is_boolean(search:lost(0, 7, 6, 5, 4)) -- it is kept
    assert.is_nil(search:lost(1 << 24, 100, 100, 100, 100))
    assert.is_nil(search:lost(1 << 24, 1 << 31, 1, 1, 1))
    assert.is_nil(search:lost(1 << 24, 1, 1, 1, 1 << 32))
    for _, call in ipairs { { -1, 1, 1, 1, 1 }, { 1, -1, 1, 1, 1 }, { 1, 1, 1, 1, -1 }, { 1, 1, 1 } } do
      assert.has_error(function() search:lost(table.unpack(call)) end)
    end
  end)
end)

describe("boxes of limits", function()
  it("refuse what is no list of moves", function()
    for _, list in ipairs { { 1 }, { 0, 1, -1, 0, 1, 0 }, { 0, 1, -1, 0, -1, 0, 1, 0 }, { 0, 1, -1, 1 << 40, 1, 0, 1, 0 },
                            { -1 }, { 0, 1, -1, 0, 1, 0, 3, 1, 2 } } do
      assert.has_error(function() core.limits({ 4 }, false, list) end)
    end
    assert.has_error(function() core.limits({}, false, {}) end)
    assert.has_error(function() core.limits({ 0 }, false, {}) end)
    assert.is_true(core.limits({ 4 }, false, {}):lost(3, 5))
    assert.is_nil(core.limits({ 4 }, false, {}):lost(4, 5))
    assert.is_nil(core.limits({ 4 }, false, {}):lost(-1, 5))
  end)
end)
