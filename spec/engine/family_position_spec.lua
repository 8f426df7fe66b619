-- Positions of families, with a family defined here.
local ta = require "takeaway"
local positions = require "takeaway.engine.ruleset.family_position"

local function family(calls)
  local methods = {}
  methods.__index = methods
  local game = setmetatable({ most = 3 }, methods)
  function methods.nim(self, n)
    calls[1] = calls[1] + 1
    return n % (self.most + 1)
  end
  return positions.attach(game, function(g)
    return {
      name = "take 1 to 3",
      options = function(emit, n) for k = 1, math.min(g.most, n) do emit(n - k) end end,
      nim_value = function(n) return g:nim(n) end,
    }
  end)
end

describe("positions of a family", function()
  it("ask the kernel and agree with the rules", function()
    local calls = { 0 }
    local game = family(calls)
    local p = game:position(1 << 40)
    assert.equal(0, p:nim_value())
    assert.equal("P", p:outcome())
    assert.is_true(calls[1] >= 2)
    assert.equal(3, #game:position(9):options())
    assert.equal(1, #game:position(9):winning_moves())
    assert.equal("P", game:position(5):misere_outcome())
    assert.equal(10, game:position(9):followers())
    assert.is_true((positions.rules(game):validate { from = 20 }))
  end)

  it("add up with positions of rules", function()
    local game = family { 0 }
    assert.equal("P", (game:position(1001) + ta.rules.nim(1)):outcome())
    assert.equal("N", (game:position(3) + ta.rules.hackenbush("lr") - ta.rules.hackenbush("lr")):outcome())
    assert.equal("P", (game:position(4) + ta.rules.hackenbush("lr") - ta.rules.hackenbush("lr")):outcome())
    assert.is_true(game:position(5):equals(ta.rules.nim(1)))
    assert.equal(positions.rules(game), game:position(3):ruleset())
  end)

  it("of all families say what they take", function()
    local heaps = "expected (heap, ...), integers from 0 on, got "
    for _, game in ipairs { ta.octal "0.77", ta.subtraction { 1, 2 }, ta.subtraction { all_but = { 2 } },
                            ta.heap(function(n, emit) if n > 0 then emit(n - 1) end end) } do
      for shown, given in pairs { ["(-1)"] = { -1 }, ["(3, -1)"] = { 3, -1 }, ['("3")'] = { "3" } } do
        local ok, why = pcall(game.position, game, table.unpack(given))
        assert.is_false(ok)
        assert.matches(heaps .. shown, why, 1, true)
      end
      assert.error_matches(function() game:position(3, 2.5) end, "component 2 of the position: expected an integer, got 2.5")
      assert.error_matches(function() game:position(math.huge) end, "expected an integer")
      assert.error_matches(function() game:position(3, nil) end, "got nil")
      assert.error_matches(function() game:position() end, "got 0 values")
      assert.equal("P", game:position(0, 0):outcome())
      assert.equal("P", game:position { 4, 4.0 }:outcome())
    end
    for shown, given in pairs { ["b is missing; "] = { 3 }, ["got (3, -1)"] = { 3, -1 }, ["got (3, 4, 5)"] = { 3, 4, 5 },
                                ['got ("3")'] = { "3" } } do
      local ok, why = pcall(ta.euclid().position, ta.euclid(), table.unpack(given))
      assert.is_false(ok)
      assert.matches(shown, why, 1, true)
      assert.matches("expected (a, b), integers from 0 on", why, 1, true)
    end
  end)

  it("are let go with the game", function()
    local gone = setmetatable({}, { __mode = "v" })
    do
      local game = family { 0 }
      gone[1] = game
      assert.equal(1, game:position(5):nim_value())
    end
    collectgarbage()
    collectgarbage()
    assert.is_nil(gone[1])
  end)
end)
