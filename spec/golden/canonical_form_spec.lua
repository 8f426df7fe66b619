-- Published values, through the ready rules.
-- [CGS] the test suite of CGSuite (A. N. Siegel): GameGridTest, GameStripTest, GameTest.
-- [WW] Berlekamp, Conway, Guy, Winning Ways, 2nd edition, volume 1: chapters 1-3, 5.
-- [CLOB] Albert, Grossman, Nowakowski, Wolfe, An introduction to Clobber, Integers 5(2) A1 (2005).
-- [GS] R. K. Guy, C. A. B. Smith, The G-values of various games (1956).
-- [E] J. Erickson, New toads and frogs results, Games of No Chance (1996): its conjectures, proved in
-- [T] T. Thanatipanonda, D. Zeilberger, A symbolic finite-state approach for automated proving of theorems in
--   combinatorial game theory (2009), and T. Thanatipanonda, Further hopping with toads and frogs (2011).
-- [BUH] D. M. Breuker, J. W. H. M. Uiterwijk, H. J. van den Herik, Solving 8 x 8 Domineering (2000): who wins.
local ta = require "takeaway"

local rules = ta.rules
local short = os.getenv "TAKEAWAY_SHORT"

describe("published values of positions", function()
  it("domineering to 4 by 4 and strips [WW, CGS]", function()
    local function text(rows, columns) return tostring(rules.domineering(rows, columns):canonical_form()) end
    assert.equal("+-1", text(2, 2))
    assert.equal("+-1", text(3, 3))
    assert.equal("+-{0,{{2|0},2Tiny(2)|{2|0},Miny(2)}}", text(4, 4))
    for n = 1, 12 do
      assert.equal(tostring(n // 2), text(n, 1))
      assert.equal(tostring(-(n // 2)), text(1, n))
    end
    assert.equal("*", tostring(rules.domineering "../.#":canonical_form()))
    for r = 1, 4 do
      for c = 1, 4 do
        assert.equal(rules.domineering(r, c):canonical_form(), -rules.domineering(c, r):canonical_form())
      end
    end
  end)

  it("domineering, squares: the first player wins on 2, 3, 4, the second on 1 and 5 [BUH]", function()
    for n, outcome in ipairs { "P", "N", "N", "N", "P" } do
      local value = rules.domineering(n, n):canonical_form()
      assert.equal(outcome, value:outcome())
      assert.equal(-value, value) -- a quarter turn exchanges the players
    end
    assert.equal(ta.value(0), rules.domineering(5, 5):canonical_form())
  end)

  it("amazons on 2 by 4 and 2 by 5, and 3 by 3 without a corner's neighbour [CGS]", function()
    local function value(text) return rules.amazons(text):canonical_form() end
    assert.equal(ta.value "+-{3,{4|0,{1|0,*}},{4|{0,{1/2|0}|v},+-1,+-{1,{2|0}}}}", value "x.../o...")
    assert.equal(ta.value "+-{3,{4|0,{1|0,*}}}", value "x.../...o")
    assert.equal(ta.value "+-{5,{6|2,{3|*,+-{1,{2|0}}}}}", value "x..../....o")
    assert.equal(ta.value("{5|-3/2,{0,{0|-1/2}|-3},{1/4,{1/4,{1/2|0}||-1/2|-1},{1/2|0},+-{1/2,{1|1/2}}|-3," ..
      "{0,{0|-1/2}|-3}}}"), value "x../..#/..o")
    assert.equal(-value "x.../...o", value "o.../...x")
  end)

  it("clobber: a board [CGS]; strips x...xo are n - 1 ups and n stars [CLOB]", function()
    assert.equal("{^^*|*,v}", tostring(rules.clobber "xox/ox.":canonical_form()))
    for n = 1, 11 do
      assert.equal(ta.up(n - 1) + n * ta.star(), rules.clobber(("x"):rep(n) .. "o"):canonical_form())
    end
    for n = 1, 6 do
      assert.equal(n == 3 and "P" or "N", rules.clobber(("xo"):rep(n)):canonical_form():outcome())
    end
  end)

  it("toads and frogs: families of starting positions [E, T]", function()
    local function start(toads, blanks, frogs)
      return ta.rules.toads_and_frogs(("T"):rep(toads) .. ("."):rep(blanks) .. ("F"):rep(frogs)):canonical_form()
    end
    for b = 2, 4 do
      for a = b + 1, short and b + 1 or b + 3 do
        assert.equal(ta.value(("{{%d|%d}|{*|%d}}"):format(a - 3, a - b, 3 - b)), start(a, 2, b))
      end
    end
    for a = 2, 7 do assert.equal(ta.value(("{%d|%d}"):format(a - 2, a - 2)), start(a, 3, 2)) end
    for a = 5, short and 5 or 7 do assert.equal(ta.value(a) - "7/2", start(a, 3, 3)) end
    for a = 2, short and 3 or 4 do
      local v = start(a, a, a - 1)
      assert(v:equals "1" or v:equals "1*")
    end
    assert(start(4, 2, 4):is_infinitesimal() and start(5, 2, 5):is_infinitesimal())
  end)

  it("cram on 2 by 9 with all but one square of the second row taken [CGS]", function()
    assert.equal(ta.star(4), ta.rules.cram "........./##.######":canonical_form())
  end)

  it("toads and frogs [WW, CGS]", function()
    assert.equal("*", tostring(rules.toads_and_frogs "T.F":canonical_form()))
    assert.equal("+-{{2|*},{5/2||2|{0||||{0||v<2>|-1},{0||||0||Miny(1/32)|-2|||-1/2*}|||v<2>|-1/2||-1*}|||0}}",
      tostring(rules.toads_and_frogs "TTTTT..FFFFF":canonical_form()))
  end)

  it("hackenbush strings [CGS], and Berlekamp's rule for all to 8 edges [WW]", function()
    assert.equal(ta.number "77/128", rules.hackenbush "lrlrrllr":canonical_form())
    assert.equal(ta.star(3), rules.hackenbush "ggg":canonical_form())
    for size = 1, 8 do
      for bits = 0, (1 << size) - 1 do
        local s, numerator, changed = "", 0, 0
        for i = 0, size - 1 do
          local c = bits >> i & 1 == 1 and "l" or "r"
          if changed > 0 or (s ~= "" and c ~= s:sub(1, 1)) then changed = changed + 1 end
          numerator = numerator + (c == "l" and 1 or -1) * (1 << (8 - changed))
          s = s .. c
        end
        assert.equal(ta.number(numerator .. "/256"), rules.hackenbush(s):canonical_form())
      end
    end
  end)

  it("kayles 0 to 12 [GS] and nim", function()
    for n, m in ipairs { 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4 } do
      assert.equal(ta.star(m), rules.kayles(n):canonical_form())
    end
    assert.equal(ta.value(0), rules.kayles(0):canonical_form())
    for a = 0, 8 do
      for b = 0, 8 do assert.equal(ta.star(a ~ b), rules.nim(a, b):canonical_form()) end
    end
  end)
end)
