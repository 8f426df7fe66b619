-- Published values, each with its source.
-- [CGS] the test suite of CGSuite (A. N. Siegel), lib/core: GameTest with CanonicalShortGameTestCase and
--   CompoundGameTestCase (values), GameGridTest (boards), GameStripTest (strips).
-- [ONAG] J. H. Conway, On Numbers and Games: chapter 10 (domineering), 14 (compounds).
-- [WW] Berlekamp, Conway, Guy, Winning Ways, 2nd edition, volume 1: chapters 1-3 (ups, hackenbush strings,
--   toads and frogs), 5 (tinies and domineering).
-- [CLOB] Albert, Grossman, Nowakowski, Wolfe, An introduction to Clobber, Integers 5(2) A1 (2005).

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
    assert.are.same({ "{1|0}", "0", "{1|0}", "{1|0}" }, { row("{1|0}", 0) })
    assert.are.equal(ta.value "{1,+-1|-1,{1,+-1,+-{1,+-1}|-1,+-1}}", ta.value "+-1":ordinal_sum "^^")
    assert.are.same({ "3/4", "1/2", "3/4", "9/16" }, { row("1/2", "1/4") })
  end)

  it("the selective compound of nimbers is their ordinary sum (ONAG, chapter 14)", function()
    for m = 0, 7 do
      for n = 0, 7 do assert.are.equal(ta.star(m + n), ta.star(m):selective_compound(ta.star(n))) end
    end
    local half = ta.value "1/2" -- and differs from the selective sum
    assert.are.same({ "3/4", "1" }, { tostring(half:selective_sum(half)), tostring(half:selective_compound(half)) })
  end)

  local function each(table_of, f)
    for from, to in pairs(table_of) do assert.are.equal(ta.value(to), f(from), from) end
  end

  it("cooling, heating and overheating [CGS]", function()
    local g, quarter = ta.value "{3||2*|1*}", ta.value "1/4"
    each({ ["0"] = "{3||2*|1*}", ["1/4"] = "{11/4||2|3/2}", ["1/2"] = "{5/2|2*}", ["5/8"] = "{19/8|17/8}",
      ["3/4"] = "9/4*", ["70"] = "9/4", ["-1/2"] = "{7/2|||5/2|3/2||+-1/2}" }, function(t) return g:cool(t) end)
    each({ ["-1/8"] = "1/4", ["-1/4"] = "1/4*", ["-3/8"] = "{3/8|1/8}" }, function(t) return quarter:cool(t) end)
    each({ ["0"] = "{3||2*|1*}", ["1/2"] = "{7/2|||5/2|3/2||+-1/2}", ["1"] = "{4|||3|1||0|-2}", ["-3/4"] = "9/4*",
      ["-1"] = "9/4", ["-2"] = "3/2", ["-3"] = "1", ["-4"] = "0", ["*"] = "{3*||2|1}" },
      function(t) return g:heat(t) end)
    assert.are.equal("{11/4||2|3/2}", tostring(g:cool "1/4"))
    assert.are.equal("{7/2|||5/2|3/2||+-1/2}", tostring(g:heat "1/2"))
    assert.are.equal("9/4*", tostring(g:freeze()))
    assert.are.equal(ta.value "{1||+-(1*)|-1,{-1|-3}}", g:overheat("*", "1*"))
    assert.are.equal("^[3]", tostring(ta.value "7/16":overheat(0, 0)))
  end)

  it("Norton's product by up [CGS]", function()
    each({ ["0"] = "0", ["6"] = "^6", ["-4"] = "v4", ["1/2"] = "{^^*|v*}", ["^"] = "{^^*||0|v4}",
      ["Tiny(2)"] = "{^^*||0|v6}" }, function(g) return ta.value(g):norton_product "^" end)
    -- which is overheating from ^ to ^^*, and its atomic weight is what was multiplied (Winning Ways, chapter 8)
    for _, g in ipairs { "{2|-1}", "{3||2|1}", "1/2", "*", "+-1", "5/8", "-3/4", "{1|0||0|-2}" } do
      assert.are.equal(ta.value(g):norton_product "^", ta.value(g):overheat("^", "^^*"))
      assert.are.equal(ta.value(g), ta.value(g):norton_product "^":atomic_weight())
    end
  end)

  it("options of canonical forms [CGS]", function()
    local function names(list)
      local t = {}
      for i, v in ipairs(list) do t[i] = tostring(v) end
      return table.concat(t, ",")
    end
    for _, row in ipairs { { "73/16+v9*8", "73/16v8*9", "73/16" }, { "6+^*", "6,6*", "6" }, { "^*6", "0", "*7" },
      { "v*", "0", "0,*" }, { "25/16", "3/2", "13/8" }, { "-1/2", "-1", "0" } } do
      local v = ta.value(row[1])
      assert.are.same({ row[2], row[3] }, { names(v:left_options()), names(v:right_options()) })
    end
  end)

  it("amazons on 2 by 4 [CGS]", function()
    local width = 4
    local function reach(board, from)
      local list = {}
      for dx = -1, 1 do
        for dy = -1, 1 do
          local x, y = (from - 1) % width + dx, (from - 1) // width + dy
          while (dx ~= 0 or dy ~= 0) and x >= 0 and x < width and y >= 0 and y < #board // width
            and board:sub(y * width + x + 1, y * width + x + 1) == "." do
            list[#list + 1] = y * width + x + 1
            x, y = x + dx, y + dy
          end
        end
      end
      return list
    end
    local function put(s, i, c) return s:sub(1, i - 1) .. c .. s:sub(i + 1) end
    local function moves(own)
      return function(board)
        local list = {}
        for i in board:gmatch("()" .. own) do
          for _, j in ipairs(reach(board, i)) do
            local moved = put(put(board, i, "."), j, own)
            for _, k in ipairs(reach(moved, j)) do list[#list + 1] = put(moved, k, "#") end
          end
        end
        return list
      end
    end
    assert.are.equal(ta.value "+-{3,{4|0,{1|0,*}},{4|{0,{1/2|0}|v},+-1,+-{1,{2|0}}}}",
      P.rules_valuer(ta, { left = moves "x", right = moves "o" }) "x...o...")
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
    assert.are.equal("+-{{2|*},{5/2||2|{0||||{0||v<2>|-1},{0||||0||Miny(1/32)|-2|||-1/2*}|||v<2>|-1/2||-1*}|||0}}",
      tostring(value "ttttt..fffff"))
  end)

  it("domineering: small boards [ONAG], 4 by 4 [CGS], and strips", function()
    local tetromino = P.rules_valuer(ta, P.domineering(2)) ".#.#.." -- three upright, one beside the last
    assert.are.equal("1/2", tostring(tetromino))
    assert.are.equal("*", tostring(P.rules_valuer(ta, P.domineering(2)) ".#.."))
    assert.are.equal("+-1", tostring(P.rules_valuer(ta, P.domineering(2)) "...."))
    assert.are.equal("+-1", tostring(P.rules_valuer(ta, P.domineering(3))(("."):rep(9))))
    assert.are.equal("+-{0,{{2|0},2Tiny(2)|{2|0},Miny(2)}}",
      tostring(P.rules_valuer(ta, P.domineering(4))(("."):rep(16))))
    for n = 1, 12 do
      assert.are.equal(ta.value(n // 2), P.rules_valuer(ta, P.domineering(1))(("."):rep(n)))
      assert.are.equal(ta.value(-(n // 2)), P.rules_valuer(ta, P.domineering(n))(("."):rep(n)))
    end
  end)

  it("domineering to 4 by 4: each value is equal to its board by definition", function()
    local former, form = P.former(), nil
    local function board_game(rules)
      local of = {}
      function form(board)
        if of[board] then return of[board] end
        local lists = { {}, {} }
        for i, o in ipairs(rules.left(board)) do lists[1][i] = form(o) end
        for i, o in ipairs(rules.right(board)) do lists[2][i] = form(o) end
        of[board] = P.game(lists[1], lists[2])
        return of[board]
      end
      return form
    end
    local expected = { [1] = { "0", "-1", "-1", "-2" }, [2] = { "1", "+-1", "{2|-1/2}", "Miny(2)" },
      [3] = { "1", "{1/2|-2}", "+-1", "-3/2" }, [4] = { "2", "Tiny(2)", "3/2" } }
    for rows_of, line in ipairs(expected) do
      for columns, name in ipairs(line) do
        local board = ("."):rep(rows_of * columns)
        local g = board_game(P.domineering(columns))(board)
        local c = former(ta.value(name))
        assert(P.le(g, c) and P.le(c, g), rows_of .. " x " .. columns)
        assert.are.equal(name, tostring(P.rules_valuer(ta, P.domineering(columns))(board)))
      end
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
