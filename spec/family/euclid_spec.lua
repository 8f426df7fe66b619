-- Euclid: definition = rules = kernel to 60, theorems on large numbers, what is refused.
local ta = require "takeaway"
local family_position = require "takeaway.engine.family_position"

local game = ta.euclid()

-- The definition: outcome, nim value and misere outcome of all positions to `to`, by their options.
local function by_definition(to)
  local value, wins = {}, {}
  for a = 0, to do
    value[a], wins[a] = {}, {}
    for b = 0, a do
      local seen, misere = {}, a == 0 or b == 0
      local function option(x, y)
        x, y = math.max(x, y), math.min(x, y)
        seen[value[x][y]] = true
        misere = misere or not wins[x][y]
      end
      if b > 0 then
        for k = b, a, b do option(a - k, b) end
      end
      local least = 0
      while seen[least] do least = least + 1 end
      value[a][b], wins[a][b] = least, misere
    end
  end
  return value, wins
end

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
  it("is its definition and its rules, to 60", function()
    local value, wins = by_definition(60)
    for a = 0, 60 do
      for b = 0, a do
        local where = ("(%d, %d)"):format(a, b)
        assert.equal(value[a][b], game:nim_value(a, b), where)
        assert.equal(value[a][b], game:nim_value(b, a), where)
        assert.equal(value[a][b] > 0 and "N" or "P", game:outcome(a, b), where)
        assert.equal(wins[a][b] and "N" or "P", game:misere_outcome(b, a), where)
        local p = ta.rules.euclid(a, b)
        assert.equal(p:nim_value(), game:nim_value(a, b), where)
        assert.equal(p:outcome(), game:outcome(a, b), where)
        assert.equal(p:misere_outcome(), game:misere_outcome(a, b), where)
        for _, play in ipairs { "", "misere_" } do
          local moves, there = game[play .. "winning_moves"](game, a, b), {}
          for _, q in ipairs(p[play .. "winning_moves"](p)) do there[q[1] .. " " .. q[2]] = true end
          for _, move in ipairs(moves) do
            local left = { a, b }
            left[move.number] = left[move.number] - move.take
            assert.is_true(there[left[1] .. " " .. left[2]], where)
            there[left[1] .. " " .. left[2]] = nil
          end
          if not (play == "misere_" and b == 0) then assert.is_nil(next(there), where) end
        end
      end
    end
  end)

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

  it("raises for what is no position", function()
    assert.error_matches(function() game:outcome(-1, 2) end, "outcome: a: expected an integer from 0")
    assert.error_matches(function() game:nim_value(1) end, "nim_value: b: expected an integer from 0")
    assert.error_matches(function() game:winning_moves(1, (1 << 62) + 1) end, "winning_moves: b: expected")
    assert.error_matches(function() ta.euclid(3) end, "euclid: expected no arguments")
  end)
end)
