local box = require "spec.support.box"
local refusals = require "spec.support.refusals"
local ta = require "takeaway"

local function admissible_with_misere(f) return ta.two_pile(f, { misere = true }) end

describe("takeaway.two_pile", function()
  describe("edges", function()
    it("normal play with an empty pile is lost and has no moves", function()
      local game = ta.two_pile("2k")
      for _, p in ipairs { { 0, 0 }, { 0, 7 }, { 7, 0 } } do
        assert.equal(math.huge, game:least_move(p[1], p[2]))
        assert.equal("P", game:outcome(p[1], p[2], 3))
        assert.equal("P", game:outcome(p[1], p[2], 0))
        assert.same({}, game:winning_moves(p[1], p[2], 3))
        assert.same({}, game:options(p[1], p[2], 3))
      end
    end)

    it("misere play with an empty pile is over and won", function()
      local game = admissible_with_misere("2k")
      assert.equal(0, game:least_move(0, 7))
      assert.equal("N", game:outcome(7, 0, 0))
      assert.same({}, game:winning_moves(0, 7, 3))
      assert.equal("P", game:outcome(1, 1, math.huge))
      assert.equal(math.huge, game:least_move(1, 1))
    end)

    it("takes floats with integral values and an infinite limit", function()
      local game = ta.two_pile("4k")
      assert.equal(game:least_move(20, 23), game:least_move(20.0, 23.0))
      assert.equal("N", game:outcome(20, 23, math.huge))
    end)

    it("an infinite f is Nim where one empties a pile at once", function()
      local game = ta.two_pile(math.huge)
      assert.equal(5, game:least_move(5, 9))
      assert.same({ { take = 5, pile = 1 }, { take = 9, pile = 2 } }, game:winning_moves(5, 9, math.huge))
    end)
  end)

  it("L(a, N) is least_move(a, a + N)", function()
    local game = ta.two_pile("4k")
    for a, n in box(1, 30, 0, 30) do assert.equal(game:least_move(a, a + n), game:L(a, n)) end
  end)

  it("the paper's example is (3, 4, 2) with f(k) = k", function()
    local game = ta.two_pile("k")
    assert.same({ { 2, 4, 1 }, { 3, 3, 1 }, { 1, 4, 2 }, { 3, 2, 2 } }, game:options(3, 4, 2))
    assert.equal("N", game:outcome(3, 4, 2))
    assert.same({ { pile = 1, take = 1 }, { pile = 2, take = 1 } }, game:winning_moves(3, 4, 2))
  end)

  describe("formula", function()
    it("an empty pile: the value of L, for every f", function()
      for f, misere in box({ "2k", "5k", "0k+1" }, { false, true }) do
        local game = ta.two_pile(f, { misere = misere })
        for _, n in ipairs { 0, 1, 12, 1 << 62 } do
          assert.equal(game:least_move(0, n), game:formula(0, n))
          assert.equal(misere and 0 or math.huge, game:formula(0, n))
        end
      end
    end)
    it("is refused where it is not proved", function()
      refusals.failed("EUNSUPPORTED", "4k", ta.two_pile("4k"):formula(18, 3))
    end)

    it("holds up to the horizon of an f that fails later", function()
      local game = ta.two_pile("k^2") -- condition 2 fails at 4
      assert.equal(1, game:formula(2, 1))
      assert.is_nil((game:formula(3, 1)))
    end)

    it("in misere play is g(N), where Theorem M holds", function()
      local game = admissible_with_misere("k")
      assert.equal(math.huge, game:formula(9, 0))
      assert.equal(4, game:formula(9, 12))
      assert.is_nil((admissible_with_misere("2k"):formula(9, 12)))
      local ok, cells = game:verify(60)
      assert.same({ true, 1830 }, { ok, cells })
    end)

    it("works to 2^62", function()
      local game = ta.two_pile("3k")
      assert.equal(1, game:formula(2 ^ 61, (1 << 60) + 1))
      assert.equal(1 << 60, game:least_move(1 << 60, 1 << 61))
      assert.equal(1, ta.two_pile("2k"):strategy(1 << 61, (1 << 61) + 5).take)
      assert.equal("ELIMIT", (select(3, ta.two_pile(2):options(1 << 62, 1 << 62, math.huge))))
      assert.equal("ELIMIT", (select(3, ta.two_pile(2):options(1 << 62, 1 << 62, 1 << 62))))
    end)
  end)

  it("verify counts the cells, or gives the first mismatch", function()
    assert.same({ true, 125250 }, { ta.two_pile("2k"):verify(500) })
    local ok, at = ta.two_pile("4k"):verify(500)
    assert.is_false(ok)
    assert.same({ 18, 21, 1, 3 }, { at.p, at.q, at.formula, at.exact })
  end)

  describe("admissible", function()
    it("is exact for linear f and says how far otherwise", function()
      assert.same({ true }, { ta.two_pile("floor(7k/2)"):admissible() })
      assert.same({ true }, { ta.two_pile("ceil(5k/2)"):admissible(10) })
      assert.same({ true, 65536 }, { ta.two_pile("lowbit(k)"):admissible() })
      assert.same({ true, 100 }, { ta.two_pile(function(k) return 2 * k end):admissible(100) })
      assert.is_false((ta.two_pile(3.9999999999 + 1e-4):admissible()))
    end)

    it("names the first condition that fails", function()
      local ok, why = ta.two_pile(function(k) return k == 6 and 1 or k end):admissible()
      assert.is_false(ok)
      assert.same({ 1, 6 }, { why.condition, why.at })
      assert.matches("f%(2%) = 2 exceeds f%(6%) = 1", why.message)
      ok, why = ta.two_pile({ 2, 2, 6, 8, rest = "2k" }):admissible()
      assert.is_false(ok)
      assert.same({ 4, 1 }, { why.condition, why.at }) -- f(1) >= 2 and 1 + f(1) > f(2)
    end)
  end)

  describe("table", function()
    it("prints aligned, cut to the width, saying what was left out", function()
      local text = tostring(ta.two_pile("2k"):table(100))
      for line in text:gmatch("[^\n]+") do assert.is_true(#line <= 80, line) end
      assert.matches("%(60 more rows, %d+ more columns%)", text)
    end)

    it("gives rows, size and survives its game", function()
      local game = ta.two_pile("4k", { misere = true })
      local t = game:table(30)
      assert.equal(30, t:size())
      local rows = t:rows()
      assert.equal(30, #rows)
      for p, q in box(1, 30, 1, 30) do assert.equal(t(p, q), rows[p][q]) end
      game:close()
      assert.equal(rows[7][23], t(7, 23))
      t:close()
      assert.has_error(function() return t(1, 1) end, "table: this least-move table is closed")
      assert.equal("least-move table (closed)", tostring(t))
    end)

    it("of size 0 is all empty piles", function()
      local t = ta.two_pile("k"):table(0)
      assert.equal(math.huge, t(0, 0))
      assert.equal(0, t:checksum())
    end)
  end)

  describe("winning moves", function()
    it("are walked one by one", function()
      local game, seen = ta.two_pile("2k"), {}
      for move in game:winning_moves_iter(9, 9, 9) do seen[#seen + 1] = move end
      assert.same(game:winning_moves(9, 9, 9), seen)
    end)

    it("are found among 2^61 takes", function()
      local game = ta.two_pile("k")
      local p = (1 << 61) + 4
      local moves = game:winning_moves(p, p + 4, 100)
      assert.same({ { take = 4, pile = 1 }, { take = 4, pile = 2 }, { take = 12, pile = 1 },
        { take = 28, pile = 1 }, { take = 60, pile = 1 } }, moves)
      local list = ta.two_pile("3k"):winning_moves(1 << 40, 1 << 40, 1 << 40)
      assert.same({ { take = 1 << 40, pile = 1 }, { take = 1 << 40, pile = 2 } }, list)
    end)
  end)

  it("asks a list without rest no further than the piles", function()
    local f = {}
    for k = 1, 37 do f[k] = (k * 7) % 11 + 1 end
    for _, misere in ipairs { false, true } do
      local game, whole = ta.two_pile(f, { misere = misere }), ta.two_pile(f, { misere = misere }):table(37)
      for _, p in ipairs { { 24, 25 }, { 29, 20 }, { 37, 37 }, { 3, 5 } } do
        assert.equal(whole(p[1], p[2]), game:least_move(p[1], p[2]))
      end
    end
  end)

  describe("f is called only as often as the answer needs:", function()
    it("one that has no value far out, in every call", function()
      for _, f in ipairs { "isqrt(2k^2)", "isqrt(3k^2)", "k + log2(k^3)", "min(3k, (k + 100) / 3)" } do
        for _, misere in ipairs { false, true } do
          local game, fresh = ta.two_pile(f, { misere = misere }), ta.two_pile(f, { misere = misere })
          local L = game:table(9)
          for p, q in box(1, 9, 1, 9) do
            assert.equal(L(p, q), fresh:least_move(p, q))
            assert.equal(3 >= L(p, q) and "N" or "P", fresh:outcome(p, q, 3))
          end
        end
      end
      assert.equal(1 << 60, (ta.two_pile "isqrt(2k^2)":least_move(1 << 61, (1 << 61) + (1 << 60))))
    end)
    it("one in Lua that raises, or takes long", function()
      local calls = 0
      local game = ta.two_pile(function(k)
        calls = calls + 1
        if k > 10 then error "no f" end
        return k
      end)
      assert.equal(2, game:least_move(2, 100))
      assert.equal(1, game:least_move(10, 11))
      assert.is_true(calls <= 11)
      calls = 0
      assert.equal(1, ta.two_pile(function() calls = calls + 1; return 1 end):least_move(1, 200000))
      assert.is_true(calls <= 1)
    end)
    it("a list without a rest", function()
      local game = ta.two_pile { 1, 2, 3 }
      assert.equal(4, game:table(4)(4, 4))
      assert.equal(4, game:least_move(4, 4))
      assert.equal(0, #game:winning_moves(4, 4, 2))
      assert.error_matches(function() game:table(5) end, "f(4) was needed", 1, true)
    end)
    it("a counterexample that is bounded before", function()
      assert.same({ 1029, 1041 }, { ta.two_pile("isqrt(k^5)"):counterexample().p, ta.two_pile("isqrt(k^5)"):counterexample().q })
    end)
  end)

  it("walks no winning moves where no table of all that they lead to can be held", function()
    local game = ta.two_pile("4k", { memory = 300000 })
    assert.equal(1000, game:least_move(1000, 1000)) -- row by row
    assert.equal("ELIMIT", select(3, game:winning_moves(600, 900, 100)))
    local ok, why = pcall(game.winning_moves_iter, game, 600, 900, 100)
    assert.same({ false, "ELIMIT" }, { ok, why.code })
    assert.matches("winning_moves_iter: two-pile play", tostring(why), 1, true)
    assert.matches("piles of 1000 and 4611686018427387903 ", select(2, ta.two_pile "4k":least_move((1 << 62) - 1, 1000)), 1, true)
  end)

  it("a position without a move is one, also with both piles", function()
    for _, misere in ipairs { false, true } do
      local position = ta.two_pile("2k", { misere = misere }):position(3, 4, math.huge)
      assert.equal("two piles, f(k) = 2k(3, 4, 4)", tostring(position))
      assert.equal(ta.two_pile("2k", { misere = misere }):outcome(3, 4, math.huge),
        misere and position:misere_outcome() or not misere and position:outcome())
      position = ta.two_pile("2k", { misere = misere }):position(3, 4, 0)
      assert.same({ 0, "P", "N" }, { #position:options(), position:outcome(), position:misere_outcome() })
    end
  end)

  it("says what it is", function()
    assert.equal("two-pile dynamic Nim, f(k) = 2k", tostring(ta.two_pile(2)))
    assert.equal("two-pile dynamic Nim, f(k) = floor(7k/2), misere", tostring(ta.two_pile("7/2", { misere = true })))
    assert.equal("{take = 1, pile = 2}", tostring(ta.two_pile("k"):winning_moves(3, 4, 2)[2]))
  end)
end)
