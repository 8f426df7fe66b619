-- Published values.
-- [CGS] the test suite of CGSuite (A. N. Siegel), canonical forms of named games and boards.
-- [WW] Berlekamp, Conway, Guy, Winning Ways, 2nd edition, volume 1.
-- [CLOB] Albert, Grossman, Nowakowski, Wolfe, An introduction to Clobber (2005).

local ta = require "takeaway"
local P = dofile "spec/support/partizan.lua"

describe("published values", function()
  it("names, outcomes, stops, means, temperatures, birthdays, atomic weights [CGS]", function()
    local rows = {
      { "0", "0", "P", "0", "0", "0", "-1", 0, "0" },
      { "5", "5", "L", "5", "5", "5", "-1", 5 },
      { "-1823437481924", "-1823437481924", "R", "-1823437481924", "-1823437481924", "-1823437481924", "-1",
        1823437481924 },
      { "-1/2", "-1/2", "R", "-1/2", "-1/2", "-1/2", "-1/2", 2 },
      { "25/16", "25/16", "L", "25/16", "25/16", "25/16", "-1/16", 6 },
      { "*8", "*8", "N", "0", "0", "0", "0", 8, "0" },
      { "9/8+*", "9/8*", "L", "9/8", "9/8", "9/8", "0", 6 },
      { "6+^*", "6^*", "L", "6", "6", "6", "0", 8 },
      { "^", "^", "L", "0", "0", "0", "0", 2, "1" },
      { "v*", "v*", "N", "0", "0", "0", "0", 2, "-1" },
      { "^*6", "^*6", "L", "0", "0", "0", "0", 8, "1" },
      { "73/16+v9*8", "73/16v9*8", "L", "73/16", "73/16", "73/16", "0", 27 },
      { "{0||0|-3/2}", "Tiny(3/2)", "L", "0", "0", "0", "0", 5, "0" },
      { "{^^^|vv}", "{^3|vv}", "N", "0", "0", "0", "0", 5, "{1|0}" },
      { "{1|^^||^}", "{1|^^||^}", "L", "0", "0", "0", "0", 5, "2" },
      { "{3||2|1}", "{3||2|1}", "L", "3", "2", "9/4", "3/4", 4 },
      { "{3||2+*|1+*}", "{3||2*|1*}", "L", "3", "2", "9/4", "3/4", 5 },
    }
    for _, row in ipairs(rows) do
      local v = ta.value(row[1])
      local w = v:atomic_weight()
      assert.are.same({ table.unpack(row, 2, 9) }, { tostring(v), v:outcome(), v:left_stop(), v:right_stop(),
        v:mean(), v:temperature(), v:birthday(), w and tostring(w) })
    end
  end)

  it("sums of four kinds [CGS]", function()
    local function row(v, w)
      v, w = ta.value(v), ta.value(w)
      return tostring(v + w), tostring(v:conjunctive_sum(w)), tostring(v:selective_sum(w)), tostring(v:ordinal_sum(w))
    end
    local d, c, s = row("+-1", "^^")
    assert.are.same({ "{1^^|-1^^}", "{0|-1}", "{1^^|-1}" }, { d, c, s })
    assert.are.same({ "*3", "*5", "*8", "*11" }, { row("*5", "*6") })
    assert.are.same({ "3/4", "1/2", "3/4", "9/16" }, { row("1/2", "1/4") })
  end)

  it("the selective compound of nimbers is their ordinary sum (ONAG, chapter 14)", function()
    for m = 0, 7 do
      for n = 0, 7 do assert.are.equal(ta.star(m + n), ta.star(m):selective_compound(ta.star(n))) end
    end
  end)

  it("cooling and heating {3||2*|1*} [CGS]", function()
    local g = ta.value "{3||2*|1*}"
    assert.are.equal("{11/4||2|3/2}", tostring(g:cool "1/4"))
    assert.are.equal("{5/2|2*}", tostring(g:cool "1/2"))
    assert.are.equal("9/4*", tostring(g:cool "3/4"))
    assert.are.equal("9/4", tostring(g:cool(70)))
    assert.are.equal("{7/2|||5/2|3/2||+-1/2}", tostring(g:heat "1/2"))
    assert.are.equal("9/4*", tostring(g:freeze()))
  end)

  it("clobber boards [CGS]", function()
    assert.are.equal("{^^*|*,v}", tostring(P.rules_valuer(ta, P.clobber(3))("xoxox.")))
  end)

  it("hackenbush strings: known ones [CGS], and Berlekamp's rule for all to 10 edges [WW]", function()
    local value = P.rules_valuer(ta, P.hackenbush())
    assert.are.equal(ta.number "77/128", value "lrlrrllr")
    assert.are.equal(ta.star(3), value "ggg")
    -- edges of one colour up to the first change count 1 each; from the change on, the k-th
    -- edge counts 1/2^k, with the sign of its colour
    for size = 1, 10 do
      for bits = 0, (1 << size) - 1 do
        local s, numerator, changed = "", 0, 0
        for i = 0, size - 1 do
          local c = bits >> i & 1 == 1 and "l" or "r"
          if changed > 0 or (s ~= "" and c ~= s:sub(1, 1)) then changed = changed + 1 end
          numerator = numerator + (c == "l" and 1 or -1) * (1 << (10 - changed))
          s = s .. c
        end
        assert.are.equal(ta.number(numerator .. "/1024"), value(s))
      end
    end
  end)

  it("toads and frogs [CGS], and small ones [WW]", function()
    assert.are.equal("{1/2*|v}", tostring(P.rules_valuer(ta, P.toads_and_frogs(2)) "tttt..fff"))
    local value = P.rules_valuer(ta, P.toads_and_frogs(1))
    assert.are.equal("*", tostring(value "t.f"))
    -- as a value: the order of options in the name is our own
    assert.are.equal(value "ttttt..fffff", ta.value("+-{{2|*},{5/2||2|{0||||{0||v<2>|-1}," ..
      "{0||||0||Miny(1/32)|-2|||-1/2*}|||v<2>|-1/2||-1*}|||0}}"))
  end)

  it("domineering: squares [WW, CGS] and strips", function()
    assert.are.equal("+-1", tostring(P.rules_valuer(ta, P.domineering(2)) "...."))
    assert.are.equal("+-1", tostring(P.rules_valuer(ta, P.domineering(3))(("."):rep(9))))
    assert.are.equal("+-{0,{{2|0},2Tiny(2)|{2|0},Miny(2)}}",
      tostring(P.rules_valuer(ta, P.domineering(4))(("."):rep(16))))
    for n = 1, 12 do
      assert.are.equal(ta.value(n // 2), P.rules_valuer(ta, P.domineering(1))(("."):rep(n)))
      assert.are.equal(ta.value(-(n // 2)), P.rules_valuer(ta, P.domineering(n))(("."):rep(n)))
    end
  end)

  it("domineering: turning a board negates its value, to 4 by 4", function()
    for rows = 1, 4 do
      for columns = 1, 4 do
        local board = ("."):rep(rows * columns)
        assert.are.equal(P.rules_valuer(ta, P.domineering(columns))(board),
          -P.rules_valuer(ta, P.domineering(rows))(board))
      end
    end
  end)

  it("clobber strips to 12: x...xo has n - 1 ups and n stars [CLOB]; all are all-small", function()
    for n = 1, 11 do
      local strip = ("x"):rep(n) .. "o"
      local v = P.rules_valuer(ta, P.clobber(#strip))(strip)
      assert.are.equal(ta.up(n - 1) + n * ta.star(), v)
    end
    for n = 1, 6 do
      local v = P.rules_valuer(ta, P.clobber(2 * n))(("xo"):rep(n))
      assert(v:is_all_small())
      assert.are.equal(v, -v)
      assert.are.equal(n == 3 and "P" or "N", v:outcome())
    end
  end)

  it("ups and up-powers [WW]", function()
    assert.are.equal(ta.value "{0|*}", ta.up())
    assert.are.equal(ta.value "{0|^*}", 2 * ta.up())
    assert.are.equal(ta.value "{0|v*}", ta.value "^<2>")
    assert.are.equal(ta.value "{^|*}", ta.value "^[2]")
    assert.are.equal(ta.up() + ta.value "^<2>", ta.value "^[2]")
    assert.are.equal(ta.value "^[2]" + ta.value "^<3>", ta.value "^[3]")
    assert.are.equal("^[4]", tostring(ta.value "{0|*||*|||*||||*}"))
    for n = 2, 5 do -- each up-power is infinitesimal against the one before
      local small, large = ta.value(("^<%d>"):format(n)), n == 2 and ta.up() or ta.value(("^<%d>"):format(n - 1))
      for k = 1, 8 do assert(ta.value(0) < k * small and k * small < large) end
    end
  end)

  it("tinies: infinitesimal against every up, smaller as they grow [WW]", function()
    for n = 1, 4 do
      local tiny, smaller = ta.value(("Tiny(%d)"):format(n)), ta.value(("Tiny(%d)"):format(n + 1))
      for k = 1, 6 do
        assert(k * tiny < ta.value "^<3>")
        assert(k * smaller < tiny)
      end
    end
  end)
end)
