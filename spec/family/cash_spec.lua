-- NIM with Cash: kernel, rules and theory against the definition.
local box = require "spec.support.box"
local ta = require "takeaway"
local cash_games = require "spec.support.cash_games"
local refusals = require "spec.support.refusals"
local rules = require "takeaway.rules.cash"

local short = os.getenv "TAKEAWAY_SHORT" == "1"
local refused, failed, subsets, states = refusals.raises, refusals.failed, cash_games.subsets, cash_games.states

local function text(A, n, d, e)
  return ("{%s} (%d;%d,%d)"):format(table.concat(A, ","), n, d, e)
end

local SETS = subsets(5)
for _, A in ipairs {
  { 6 }, { 7 }, { 9 }, { 2, 6 }, { 2, 7 }, { 3, 7 }, { 3, 8 }, { 4, 9 }, { 5, 6 }, { 5, 9 }, { 6, 7 },
  { 7, 8 }, { 1, 6 }, { 1, 8 }, { 1, 7, 8 }, { 1, 6, 7 }, { 2, 5, 7 }, { 3, 5, 9 }, { 3, 5, 9, 11 },
  { 3, 7, 8, 12 }, { 3, 5, 7, 8, 12 }, { 3, 5, 6, 10, 11 }, { 2, 3, 5, 7, 11 }, { 1, 2, 6 }, { 4, 5, 6 },
  { 10, 11 }, { 1, 23 }, { 24 }, { 25, 26 }, { 6, 13, 14, 16 }, { 4, 6, 8, 10, 12 },
} do SETS[#SETS + 1] = A end

describe("takeaway.cash", function()
  describe("exact evaluation", function()
    it("agrees with the rules on all n, d, e <= 24 for 62 sets", function()
      for _, A in ipairs(SETS) do
        local wins, game = cash_games.wins(A), ta.cash(A)
        local top = short and 12 or 24
        states(top, function(n, d, e)
          local won = wins(n, d, e)
          if (game:winner(n, d, e) == "I") ~= won then error(text(A, n, d, e)) end
          if (game:least_cash(n, e) <= d) ~= won then error("least " .. text(A, n, d, e)) end
        end, top)
      end
    end)

    it("lists exactly the moves that win, and Right's rules mirror Left's", function()
      for k = 1, #SETS, 4 do
        local A = SETS[k]
        local _, winning = cash_games.wins(A)
        local game, of = ta.cash(A), rules(A)
        states(12, function(n, d, e)
          local left, right = {}, {}
          of.left(function(m, x, y) left[#left + 1] = { m, x, y } end, n, d, e)
          of.right(function(m, x, y) right[#right + 1] = { m, y, x } end, n, e, d)
          assert.same(winning(n, d, e), game:winning_moves(n, d, e))
          assert.same(left, right)
        end, 12)
      end
    end)

    it("takes purses of n and more as infinite", function()
      local game = ta.cash { 2, 3 }
      for n = 0, 30 do
        for d = 0, n do
          assert.equal(game:winner(n, d, n), game:winner(n, d, math.huge))
          assert.equal(game:winner(n, n, d), game:winner(n, math.huge, d))
          assert.same(game:winning_moves(n, n + 5, d), game:winning_moves(n, math.huge, d))
        end
        assert.equal(game:normal_winner(n), game:winner(n, math.huge, math.huge))
      end
      assert.equal("II", game:winner(0, math.huge, 0))
      assert.equal(math.huge, game:least_cash(0, 0))
    end)

    it("gives the staircase at its steps", function()
      assert.same({ { e = 0, d = 2 }, { e = 2, d = 4 } }, ta.cash { 2, 3 }:frontier(7))
      assert.same({ { e = 0, d = 2 }, { e = 2, d = 4 }, { e = 4, d = 6 }, { e = 5, d = math.huge } },
        ta.cash { 2, 3 }:frontier(10))
    end)

    it("answers the same with any number of threads", function()
      local one = ta.cash({ 3, 5, 6, 10, 11 }, { threads = 1 })
      for _, threads in ipairs { 2, 3, 7 } do
        local many = ta.cash({ 3, 5, 6, 10, 11 }, { threads = threads })
        for _, n in ipairs { 700, 699, 311, 1 } do assert.same(one:frontier(n), many:frontier(n)) end
        assert.equal(one:count(300), many:count(300))
      end
    end)

    it("stops several threads by its progress function, and resumes", function()
      local stop = true
      local game = ta.cash({ 1, 3, 4 }, { threads = 2, progress = function() return not stop end })
      failed("ECANCELLED", "cancelled", game:frontier(20000))
      stop = false
      assert.same(ta.cash({ 1, 3, 4 }, { threads = 1 }):frontier(20000), game:frontier(20000))
    end)

    it("answers the same when memory holds only the last rows", function()
      local all, few = ta.cash { 3, 5, 6 }, ta.cash({ 3, 5, 6 }, { memory = 12000 })
      for _, n in ipairs { 500, 40, 499, 100, 600 } do
        for d = 0, n, 7 do
          for e = 0, n, 11 do
            assert.equal(all:winner(n, d, e), few:winner(n, d, e))
            assert.same(all:winning_moves(n, d, e), few:winning_moves(n, d, e))
          end
        end
      end
    end)
  end)

  describe("theory", function()
    it("holds Theorems 2.2, 2.4, 3.7 and the exact thresholds for every subset of {1..6}", function()
      local top = short and 12 or 24
      for _, A in ipairs(subsets(6)) do
        local game = ta.cash(A)
        for n = 0, top do
          local f1, f2 = game:rich(n)
          local x1, x2 = game:exact_rich(n)
          local wins = game:normal_winner(n) == "I"
          assert(x1 <= f1 and x2 <= f2)
          for m = 0, n do -- least for the winner of standard Nim
            if wins then
              assert.equal(m >= f1, game:winner(n, m, math.huge) == "I")
            else
              assert.equal(m >= f2, game:winner(n, math.huge, m) == "II")
            end
          end
          for d, e in box(0, n, 0, n) do
            local c, w = game:classify(n, d, e), game:winner(n, d, e)
            if c.winner ~= w then error(text(A, n, d, e) .. " by " .. c.by) end
            if c.critical ~= (c.by == "4.8" or c.by == "search") then error(text(A, n, d, e)) end
            local exact = d >= x1 and e >= x2 and (wins and "I" or "II")
            if d >= x1 and e < x2 then exact = "I" elseif d < x1 and e >= x2 then exact = "II" end
            if exact and exact ~= w then error("exact " .. text(A, n, d, e)) end
          end
        end
      end
    end)

    it("names the statement", function()
      local game = ta.cash { 1, 3, 4 }
      local function by(n, d, e) return game:classify(n, d, e).by end
      assert.same({ "2.4.2", "3.7.3", "2.4.3", "2.4.1" },
        { by(14, 4, 10), by(14, 4, 4), by(14, 14, 14), by(13, 13, 0) })
      assert.same({ winner = "I", I = "middle", II = "middle", critical = true, by = "4.8" },
        game:classify(11, 6, 6))
      assert.equal("search", ta.cash { 1, 2, 6 }:classify(8, 5, 4).by)
    end)

    it("proves the closed forms it has", function()
      for _, A in ipairs {
        { 1 }, { 1, 3, 5 }, { 1, 7 }, { 4 }, { 1, 2 }, { 1, 4 }, { 1, 12 }, { 1, 3, 4 }, { 1, 9, 10 },
        { 1, 2, 3 }, { 1, 8, 9 }, { 2, 3 }, { 3, 4, 5 }, { 2, 3, 4 }, { 3, 4, 5, 6, 7, 8 },
      } do
        local game = ta.cash(A)
        local th = assert(game:theorem())
        assert.equal("proved", th.standing)
        states(short and 30 or 80, function(n, d, e)
          if th:winner(n, d, e) ~= game:winner(n, d, e) then error(text(A, n, d, e)) end
        end)
      end
    end)

    it("refuses {L..M} for L < M <= 2L-2, with a state", function()
      failed("EUNSUPPORTED", "false", ta.cash { 3, 4 }:theorem())
      assert.same({ n = 60, d = 31, e = 30 }, (select(4, ta.cash { 3, 4 }:theorem())))
      for L = 3, 6 do
        for M = L + 1, 2 * L - 2 do
          local A = {}
          for a = L, M do A[#A + 1] = a end
          local game = ta.cash(A)
          local none, _, _, state = game:theorem()
          assert.is_nil(none)
          assert.equal("I", game:winner(state.n, state.d, state.e)) -- a win missed by X
        end
      end
      for L = 3, 12 do -- where {L, L+1} fails first
        assert.equal(4 * L * (L + 2), select(4, ta.cash({ L, L + 1 }):theorem()).n)
      end
      local none, _, other, state = ta.cash { 3, 5, 6, 10, 12 }:theorem()
      assert.same({ nil, "EUNSUPPORTED", nil }, { none, other, state })
    end)

    it("answers beyond every table by the closed form", function()
      local N = 1 << 60
      for _, A in ipairs { { 1, 2 }, { 1, 7, 8 }, { 3, 4, 5 } } do
        local game = ta.cash(A)
        local th, f1, f2 = game:theorem(), game:rich(N)
        assert.equal("II", th:winner(N, f1 - 1, f2))
        assert.equal("I", th:winner(N, f1, f2 - 1))
        assert.equal(game:normal_winner(N), th(N, math.huge, math.huge))
      end
    end)

    it("answers past the staircases, each position by itself", function()
      local far = ta.cash { 1, 3, 4 }
      assert.equal("I", far:winner(10 ^ 9, 5, 3))
      assert.same({ 1 }, far:winning_moves(10 ^ 9, 5, 3))
      assert.equal(4, far:least_cash(10 ^ 9, 3))
      assert.equal("I", ta.cash({ 1000000 }):winner(1000000, math.huge, 5))
      assert.equal("I", ta.cash({ 5, 6, 9, 999983 }):winner(10 ^ 12, 5, 3))
      for _, A in ipairs { { 1, 3, 4 }, { 1, 6 }, { 3 }, { 1, 5 }, { 2, 3, 4 }, { 3, 5, 6, 10, 11 }, { 4, 9 } } do
        local exact, alone = ta.cash(A), ta.cash(A, { limit = 1 })
        for n = 2, 40 do
          assert.same(table.pack(exact:exact_rich(n)), table.pack(alone:exact_rich(n)))
          for e = 0, n + 1 do
            assert.equal(exact:least_cash(n, e), alone:least_cash(n, e))
            for d = 0, n + 1 do
              assert.equal(exact:winner(n, d, e), alone:winner(n, d, e))
              assert.same(exact:winning_moves(n, d, e), alone:winning_moves(n, d, e))
            end
          end
        end
      end
    end)

    it("agrees with win conditions and staircases however large the numbers are", function()
      local seed, random = require "spec.support.seed"(), math.random
      for _, A in ipairs { { 1 }, { 2, 5, 7 }, { 6, 7 }, { 3, 7, 8, 12 }, { 3, 5, 6, 10, 11 }, { 3, 8, 11, 12 } } do
        local condition, alone = ta.win_condition(A), ta.cash(A)
        for _ = 1, 400 do
          local n = random(0, 1 << random(0, 61))
          local e = random(3) == 1 and math.huge or random(0, n)
          local least = condition:least_cash(n, e)
          if random(10) == 1 then assert.equal(least, alone:least_cash(n, e), seed) end
          local d = math.max(0, (least == math.huge and n or least) - random(0, 2))
          assert.equal(condition:winner(n, d, e), alone:winner(n, d, e), seed)
          assert.same(condition:winning_moves(n, d, e), alone:winning_moves(n, d, e), seed)
        end
      end
      local rows, alone = ta.cash { 3, 5, 7, 9, 10, 14 }, ta.cash { 3, 5, 7, 9, 10, 14 }
      rows:frontier(6000)
      for n = 5990, 6000 do
        for _ = 1, 100 do
          local d, e = random(2000, 6000), random(2000, 6000)
          assert.equal(rows:winner(n, d, e), alone:winner(n, d, e), seed)
        end
      end
    end)

    it("proves the linear form of f for every subset of {1..9}, checked again in Lua", function()
      for _, A in ipairs(subsets(short and 6 or 9)) do
        local as = assert(ta.cash(A):asymptotics())
        assert.is_true(as:check())
      end
    end)

    it("finds the certificate wrong when a number is changed", function()
      for _, change in ipairs {
        function(as) as.modulus = as.modulus + 1 end,
        function(as) as.slope1[3] = as.slope1[3] + 1 end,
        function(as) as.slope2[0] = as.slope2[0] - 1 end,
        function(as) as.preperiod = as.preperiod - 1 end,
        function(as) as.window = 12 end,
      } do
        local as = ta.cash { 2, 3 }:asymptotics()
        change(as)
        assert.is_false((as:check()))
      end
    end)

    it("takes no window on which a decision of the recursion still changes", function()
      for _, A in ipairs {
        { 3, 5, 6, 10, 11 }, { 1, 6, 9, 14 }, { 1, 5, 6, 9, 14 }, { 3, 4, 8, 10, 14 }, { 3, 5, 7, 9, 10, 14 },
        { 3, 4, 8, 9, 10, 14 }, { 3, 4, 6, 8, 9, 10, 14 },
      } do
        local as = ta.cash(A):asymptotics()
        assert.is_true(as:check())
        local first = as.preperiod + A[#A]
        assert(first < as.window)
        as.window = as.window - as.modulus
        if as.window >= first then assert.is_false((as:check())) end
      end
    end)

    it("finds periods and tables of changes", function()
      local p = ta.cash { 1, 4 }:cash_period()
      assert.same({ 5, 8 }, { p.period, p.offset })
      assert.same({ 3, 0, 3, 0 }, { p.c1(4, 1), p.c1(0, 4), p.c2(0, 4), p.c2(3, 4) })
      -- slopes 11 and 9 alternate, yet every C repeats: all members are odd
      p = ta.cash { 3, 5, 9, 11 }:cash_period()
      assert.same({ 14, 22 }, { p.period, p.offset })
      failed("ELIMIT", "not cash-periodic from any offset", ta.cash { 3, 7, 8, 12 }:cash_period())
    end)

    it("proves the closed form of large members, and is called often otherwise", function()
      assert.equal("4.8", ta.cash { 1, 7999, 8000 }:classify(20000, 10001, 10000).by)
      local small = ta.cash({ 1, 999, 1000 }, { limit = 50 })
      for _ = 1, 50 do assert.equal("search", small:classify(3000, 1501, 1500).by) end
    end)

    it("has canonical forms by the purses alone, however many stones", function()
      local game = ta.cash { 1, 2 }
      for d, e in box(0, 4, 0, 4) do
        for n = 8, 9 do -- no more is spent
          assert.equal(tostring(game:canonical_form(n, d, e)), tostring(game:canonical_form(10 ^ 12, d, e)))
        end
      end
    end)

    it("checks solution sets, printed and relaxed", function()
      local X = ta.cash { 1, 4 }:solution_set()
      assert.is_true((X:check()))
      assert.is_true((X:check { relaxed = true }))
      local wrong = ta.cash { 1, 3, 4 }:solution_set(function(i, x, y)
        local m = 2 -- as printed in 6.5
        if i == 4 then return y >= x // m * m end
        if (i < 4) == (i % 2 == 0) then return x <= y // m * m end
        return y > x // m * m
      end)
      local ok, at = wrong:check { limit = 12 }
      assert.is_false(ok)
      assert.is_table(at)
      refused("check: settings: expected a table, got 5", X.check, X, 5)
      refused("check: limit: expected an integer from 0 to 2^62", X.check, X, { limit = "x" })
      refused("unknown setting relaxd; known are limit, relaxed", X.check, X, { relaxd = true })
      refused("contains: b: expected an integer from 0, got -5", X.contains, X, 0, -5, 0)
      local E = ta.cash { 1, 2, 6 }:solution_set("evaluated")
      assert.is_false((E:check { limit = 10 }))
      assert.is_true((E:check { relaxed = true, limit = 10 }))
    end)
  end)

  describe("bad input", function()
    for name, bad in pairs {
      empty = {}, zero = { 0, 1 }, negative = { -1 }, fraction = { 1.5 }, text = { "3" }, huge = { 1000001 }, gap = { [2] = 3 },
      key = { 1, x = 2 }, number = 3,
    } do
      it("refuses A: " .. name, function() assert.error_matches(function() ta.cash(bad) end, "cash: .*A") end)
    end
    it("takes repeats once", function() assert.same({ 1, 3 }, ta.cash({ 3, 1, 3.0, 1 }):members()) end)
    it("says what too large an n would take, and what to use instead", function()
      local _, why = ta.cash { 2, 3, 7, 11 }:frontier(1 << 40)
      failed("ELIMIT", "TiB", ta.cash { 2, 3, 7, 11 }:frontier(1 << 40))
      assert.matches("winner%(%)", why)
      failed("ELIMIT", "memory", ta.cash({ 2, 3, 7, 11 }, { memory = 1000 }):frontier(5000))
    end)
    it("answers each position by itself after a cancel, and can be cancelled there, too", function()
      local stop = true
      local function progress() return not stop end
      local game = ta.cash({ 1, 3, 4 }, { progress = progress })
      failed("ECANCELLED", "cancelled", game:frontier(4000))
      assert.equal("I", game:winner(14, 9, 9))
      local wide = ta.cash({ 65521, 70001 }, { progress = progress })
      for _, call in ipairs { "winner", "winning_moves" } do
        failed("ECANCELLED", "cancelled", wide[call](wide, 3000000, 1500000, 1500000))
      end
      stop = false
      assert.equal("II", wide:winner(3000000, 1500000, 1500000))
    end)
  end)

  it("prints", function()
    assert.equal("NIM with Cash, A = {1, 3, 4}", tostring(ta.cash { 4, 3, 1 }))
    assert.equal("Theorem 5.7, corrected (proved)", tostring(ta.cash({ 1, 4 }):theorem()))
  end)
end)
