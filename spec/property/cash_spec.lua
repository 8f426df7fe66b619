-- NIM with Cash at random: the recursion (1.12) on evaluated states, closed forms against
-- the evaluated game, linear forms against f..
local ta = require "takeaway"
local random = require "spec.support.random"

local forall, seed, count = random.forall, random.seed, random.count

describe("NIM with Cash, properties, seed " .. seed, function()
  it("holds (1.12) at random states, n to 1500", forall(count(60, 10), function(_, tell)
    local A = random.list(1, 8, math.random, 40)
    local game, top = ta.cash(A), count(1500, 300)
    for _ = 1, 400 do
      local n = math.random(0, top)
      local d, e = math.random(0, n), math.random(0, n)
      if math.random(2) == 1 then -- near the diagonal, where it is hard
        e = math.max(0, math.min(n, d + math.random(-12, 12)))
      end
      local moves = {}
      for _, a in ipairs(game:members()) do
        if a <= n and a <= d and game:winner(n - a, e, d - a) == "II" then moves[#moves + 1] = a end
      end
      tell("%s: (%d; %d, %d)", A, n, d, e)
      assert.same(moves, game:winning_moves(n, d, e))
      assert.equal(#moves > 0 and "I" or "II", game:winner(n, d, e))
      assert.equal(game:winner(n, d, e), game:classify(n, d, e).winner)
    end
  end))

  it("answers the same in any order of queries", forall(20, function()
    local A = random.list(1, 5, math.random, 15)
    local all, one = ta.cash(A), ta.cash(A)
    all:winner(200, 0, 0)
    for _ = 1, 100 do
      local n = math.random(0, 200)
      local e = math.random(0, n)
      assert.equal(all:least_cash(n, e), one:least_cash(n, e))
    end
  end))

  it("proves the paper's families for L to 16, equal to the evaluated game", function()
    math.randomseed(seed)
    local sets = {}
    for L = 2, 16 do
      if L % 2 == 0 then sets[#sets + 1] = { 1, L } end
      sets[#sets + 1] = L > 2 and { 1, L, L + 1 } or { 1, 2, 3 }
    end
    for _, A in ipairs(sets) do
      local game = ta.cash(A)
      local th = assert(game:theorem())
      assert.equal("proved", th.standing)
      for _ = 1, count(3000, 300) do
        local n = math.random(0, 600)
        local d, e = math.random(0, n), math.random(0, n)
        local f1, f2 = game:rich(n)
        local g1, g2 = game:poor(n)
        if f1 > g1 and f2 > g2 then d, e = math.random(g1, f1 - 1), math.random(g2, f2 - 1) end
        assert.equal(game:winner(n, d, e), th:winner(n, d, e))
      end
    end
  end)

  it("proves {L..M} for M = L and 2L-1 <= M <= 14, and nothing between", forall(count(14, 8), function(M)
    for L = 1, M do
      local A = {}
      for a = L, M do A[#A + 1] = a end
      local game = ta.cash(A)
      local th, _, code = game:theorem()
      if L < M and M <= 2 * L - 2 then
        assert.same({ nil, "EUNSUPPORTED" }, { th, code })
      else
        assert.equal("proved", th.standing)
        for _ = 1, 500 do
          local n = math.random(0, 500)
          local d = math.random(0, n)
          local e = math.max(0, math.min(n, d + math.random(-20, 20)))
          assert.equal(game:winner(n, d, e), th:winner(n, d, e))
        end
      end
    end
  end))

  it("has linear forms that f follows, and that the recursion at 2^50 obeys", forall(count(40, 10), function()
    math.randomseed(seed)
    local A = random.list(1, 6, math.random, 16)
    local game = ta.cash(A)
    local as = assert(game:asymptotics())
    assert.is_true(as:check())
    local n = (1 << 50) + math.random(0, 1 << 40)
    local f1, f2 = game:rich(n)
    local best, most = math.huge, 0
    local wins = game:normal_winner(n) == "I"
    for _, a in ipairs(A) do most = math.max(most, (game:rich(n - a))) end
    for _, a in ipairs(A) do
      local x1, x2 = game:rich(n - a)
      local counts = wins and game:normal_winner(n - a) == "II" or not wins and x1 == most
      if counts then best = math.min(best, x2 + a) end
    end
    assert.same({ best, most }, { f1, f2 })
  end))
end)
