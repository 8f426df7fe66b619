-- Euclid: theorems on large numbers; spec/family/contract_spec.lua compares small ones with the rules and the
-- definition.
local ta = require "takeaway"
local family_position = require "takeaway.engine.ruleset.family_position"

local game = ta.euclid()

-- The high and the low word of an exact product of amounts.
local function product(x, y)
  local mask = 0xffffffff
  local xl, xh, yl, yh = x & mask, x >> 32, y & mask, y >> 32
  local middle = xl * yh + (xl * yl >> 32)
  local other = xh * yl + (middle & mask)
  return xh * yh + (middle >> 32) + (other >> 32), x * y
end

local function above_golden(a, b) -- a (a - b) > b b
  local high, low = product(a, a - b)
  local high2, low2 = product(b, b)
  return high > high2 or high == high2 and math.ult(low2, low)
end

describe("takeaway.euclid", function()
  it("knows numbers to 2^62 by the golden ratio", function()
    local seed = require "spec.support.seed"()
    for _ = 1, 20000 do
      local b = math.random(1, 1 << math.random(1, 61))
      local a = math.random(b + 1, math.min(2 * b + 1, 1 << 62))
      if math.random(2) == 1 then -- the integers beside phi b
        a = math.floor(b * ((1 + 5 ^ 0.5) / 2)) + math.random(-1, 1)
      end
      if a > b and a <= 1 << 62 then
        local where = ("seed %d: (%d, %d)"):format(seed, a, b)
        assert.equal(above_golden(a, b) and "N" or "P", game:outcome(a, b), where)
        assert.equal(game:outcome(a, b), game:misere_outcome(a, b), where)
        assert.equal(game:outcome(a, b) == "N", game:nim_value(b, a) > 0, where)
      end
    end
    assert.equal("N", game:outcome(1 << 62, 1 << 62))
    assert.equal(1 << 62, game:nim_value(1 << 62, 1))
  end)

  it("has positions that add up with others", function()
    assert.equal(2, game:position(5, 12):nim_value())
    assert.equal("P", (game:position(5, 12) + ta.rules.nim(2)):outcome())
    assert.equal("N", game:position(10 ^ 18, 7):misere_outcome())
    assert.is_true((family_position.rules(game):validate { from = { 30, 21 } }))
    assert.same({ { number = 2, take = 5 } }, game:winning_moves(5, 12))
    assert.same({ { number = 1, take = 7 }, { number = 2, take = 7 } }, game:winning_moves(7, 7))
  end)

  it("takes no arguments", function() assert.error_matches(function() ta.euclid(3) end, "euclid: expected no arguments") end)
end)
