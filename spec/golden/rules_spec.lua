-- Published numbers of the ready rulesets, each with its source.
local ta = require "takeaway"
local rules = ta.rules
local short = os.getenv("TAKEAWAY_SHORT")

local function values(game, from, to)
  local list = {}
  for n = from, to do list[#list + 1] = game(n):nim_value() end
  return table.concat(list, " ")
end

describe("published values", function()
  it("Kayles, Dawson's Kayles, Grundy's game (Guy and Smith 1956; Winning Ways ch. 4)", function()
    assert.equal("1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1", values(rules.kayles, 1, 20))
    assert.equal("0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3", values(rules.dawsons_kayles, 1, 20))
    assert.equal("0 0 1 0 2 1 0 2 1 0 2 1 3 2 1 3 2 4 3 0", values(rules.grundy, 1, 20))
  end)

  it("Kayles has period 12 from 71 on (Guy and Smith 1956)", function()
    local k = rules.kayles
    for n = 71, 200 do assert.equal(k(n):nim_value(), (k(n + 12):nim_value())) end
    assert.not_equal(k(70):nim_value(), (k(82):nim_value()))
  end)

  it("Wythoff's nim values, row 10 (Blass and Fraenkel 1990, table)", function()
    local row = {}
    for b = 0, 20 do row[#row + 1] = rules.wythoff(10, b):nim_value() end
    assert.equal("10 11 9 8 13 12 0 15 16 17 14 18 7 6 2 3 1 4 5 23 28", table.concat(row, " "))
  end)

  it("misere Kayles: P for 1 4 9 12 20 as single rows (Sibert and Conway 1992)", function()
    local p = {}
    for n = 1, short and 12 or 21 do
      if rules.kayles(n):misere_outcome() == "P" then p[#p + 1] = n end
    end
    assert.equal(short and "1 4 9 12" or "1 4 9 12 20", table.concat(p, " "))
  end)

  it("chomp 8 x 10 has two winning first bites (K. Thompson, in Gale 1974)", function()
    if short then return end
    assert.equal(2, #rules.chomp(8, 10):winning_moves())
    rules.chomp:clear()
  end)

  -- Gardner 1974 and Winning Ways ch. 15: even x even is a second-player win, even x odd a first-player win, by
  -- symmetry. Rows of one are Dawson's Kayles, one square behind. Boards of 4 and 5 rows: M. Schneider, Das Spiel
  -- Juvavum (2009), as in the table of P. Beling, M. Rogalski, On pruning search trees of impartial games (2020),
  -- and its program. The values of 3 x n are the mex of their options, worked out here and in no table at hand.
  it("cram on small boards", function()
    for _, b in ipairs { { 2, 2 }, { 2, 4 }, { 2, 6 }, { 4, 4 } } do
      assert.equal("P", (rules.cram(b[1], b[2]):outcome()))
    end
    for _, b in ipairs { { 1, 2 }, { 2, 3 }, { 2, 5 }, { 3, 4 }, { 1, 4 } } do
      assert.equal("N", (rules.cram(b[1], b[2]):outcome()))
    end
    for n = 1, 12 do assert.equal(rules.dawsons_kayles(n):nim_value(), rules.cram(1, n):nim_value()) end
    local list = {}
    for n = 3, short and 4 or 5 do list[#list + 1] = rules.cram(3, n):nim_value() end
    assert.equal(short and "0 1" or "0 1 1", table.concat(list, " "))
    if short then return end
    assert.equal(0, rules.cram(4, 4):nim_value())
    assert.equal(2, rules.cram(4, 5):nim_value())
    assert.equal(0, rules.cram(5, 5):nim_value())
  end)

  -- Berlekamp, Conway and Guy, Winning Ways ch. 5 (values of small rectangles); D. Breuker, J. Uiterwijk and H. J.
  -- van den Herik, Solving 8 x 8 Domineering (2000), table of winners, Left upright.
  it("domineering on small boards", function()
    local expected = { "PRRRR", "LNNRL", "LNNRR", "LLLNL", "LRLRP" }
    for r, line in ipairs(expected) do
      for c = 1, short and 4 or 5 do
        assert.equal(line:sub(c, c), (rules.domineering(r, c):outcome()), r .. " x " .. c)
      end
    end
  end)

  -- M. Albert, J. P. Grossman, R. Nowakowski, D. Wolfe, An introduction to Clobber, Integers 5(2) A1 (2005): rows
  -- of n pairs xo are first-player wins for n <= 19 except n = 3; for all n: arXiv 2509.08985 (2025).
  it("clobber on strips (xo)^n", function()
    for n = 1, short and 7 or 12 do
      assert.equal(n == 3 and "P" or "N", (rules.clobber(("xo"):rep(n)):outcome()))
    end
  end)

  -- J. Erickson, New toads and frogs results, Games of No Chance (1996): (T)^a . (F)^b, and Winning Ways ch. 1, 5.
  it("toads and frogs", function()
    assert.equal("N", (rules.toads_and_frogs("T.F"):outcome())) -- *
    assert.equal("N", (rules.toads_and_frogs("TT..FF"):outcome()))
    assert.is_true(rules.toads_and_frogs("T..F"):equals(rules.toads_and_frogs("FT"))) -- 0
  end)

  -- Values printed by CGSuite 2.2 for its rulesets of these names; the green girl is figure 3 of Winning Ways, chapter
  -- 7, Snort's +-{3|2} the tree of 4 with 3 leaves. Arc Kayles on paths is Dawson's Kayles, with an edge from every
  -- vertex to itself Kayles (Winning Ways, chapter 4).
  it("games on graphs", function()
    local function same(expected, position) assert.equal(expected, tostring((position:canonical_form()))) end
    same("7/8", rules.col "R-.-R-.-L-.-R-.-R-.")
    same("{4|0,+-1}", rules.snort "L-.-.-.-L")
    same("+-{3|2}", rules.snort ".-.-.(-.;-.)")
    same("77/128", rules.hackenbush "lrlrrllr")
    same("3/2", rules.hackenbush "l(l;rl)")
    same("3/4v[3]*", rules.hackenbush "lrlerrr")
    same("*5", rules.hackenbush "e(ee(e;e);e(eee;ee);e(ee;e))")
    same("*2", rules.hackenbush "e(ee:{waist};ee:{waist}e(ee;e(e:{head};e:{head}e)))")
    same("2", rules.childish_hackenbush "l(l;rl)")
    same("{4|-2}", rules.childish_hackenbush ":{ground}llllllrrrr:{ground}")
    same("15/16", rules.childish_hackenbush "r(l:T;r(l:T;r(l:T;r(l:T;rl:T))))")
    same("{0|^[4]*||vv}", rules.childish_hackenbush "(e:B;e:Bllllllrrr:B)")
    same("1/2", rules.partizan_arc_kayles "llr")
    same("{3*|2*||3/2,3/2*|1/2*}", rules.partizan_arc_kayles "lrlr(ll;ree(rl;l))")
    local looped = ".:{1}(-:{1}"
    for n = 1, short and 8 or 16 do
      local path = "." .. ("-."):rep(n - 1)
      assert.equal(rules.dawsons_kayles(n):nim_value(), rules.arc_kayles(path):nim_value())
      if n > 1 then looped = ("%s;-.:{%d}(-:{%d}"):format(looped, n, n) end
      assert.equal(rules.kayles(n):nim_value(), rules.arc_kayles(looped .. (")"):rep(n)):nim_value())
    end
  end)

  -- Values printed by CGSuite 2.2 for its rulesets of these names.
  it("strips, boards and cakes", function()
    local function same(expected, position) assert.equal(expected, tostring((position:canonical_form()))) end
    same("Tiny(1/2)", rules.toppling_dominoes "lrrlrrl")
    same("{1|0,{0|-1}}", rules.toppling_dominoes "lere")
    same("{1/2*|v}", rules.gen_toads_and_frogs { max_jump = 2 } "tttt..fff")
    same("1", rules.elephants_and_rhinos "tttt..fff")
    same("{0,v*|vv}", rules.gen_clobber { directions = "diagonal" } "xoxo/oox./xxx.")
    same("{^^*|*,v[2]}", rules.gen_clobber "kings" "xox/ox.")
    same("{^^*|0,*}", rules.gen_clobber "rooks" "xox/ox.")
    same("^", rules.gen_clobber "queens" "xox/ox.")
    same("{*|-1}", rules.gen_clobber "anti" "xoxo/oo..")
    local function row(game, from)
      local list = {}
      for n = from, 8 do list[#list + 1] = tostring((game(8, n):canonical_form())) end
      return table.concat(list, " ")
    end
    assert.equal("-7 -3 -3 -1 -1 -1 -1 0", row(rules.cutcake, 1))
    assert.equal("-7 -3 -3 -1 -3 -1 -3 0", row(rules.maundy_cake, 1))
    assert.equal("^ {^|||^*|v||0} {^^|*} {^^|*||0,{0|vv*}} {^3|^*||*} {^3|^*||*|||0,{0,{^|0,v*}|||0|vv*||0}} "
      .. "{0||^^*|0|||*} *", row(rules.eatcake, 1))
    assert.equal("v 0 v 0 v<3> 0 v 0", row(rules.turn_and_eatcake, 1))
    assert.equal("0 0 0 v 0 0 ^ ^5 0", row(rules.partizan_euclid, 0))
    local mem, bound = {}, {}
    for n = 0, 20 do
      mem[n + 1], bound[n + 1] = rules.mem(10, n):nim_value(), rules.gen_wythoff "k+2"(10, n):nim_value()
    end
    assert.equal("3 3 3 3 2 2 1 1 1 1 1 0 0 0 0 0 0 0 0 0 0", table.concat(mem, " "))
    assert.equal("10 11 12 13 0 14 9 17 18 19 20 21 22 23 24 25 26 15 28 29 30", table.concat(bound, " "))
  end)
end)
