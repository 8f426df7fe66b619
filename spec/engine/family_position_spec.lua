-- Positions of families, with a family made here.
local ta = require "takeaway"
local positions = require "takeaway.engine.family_position"

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
