-- Ready rulesets against known results.
local box = require "spec.support.box"
local ta = require "takeaway"
local rules = ta.rules

local short = os.getenv("TAKEAWAY_SHORT")

describe("ta.rules", function()
  it("lists every ruleset with a line, and each file is there", function()
    local count = 0
    for name, call, line in rules() do
      count = count + 1
      assert.is_truthy(rules[name])
      assert.is_true(#call > 0 and #line > 0 and #line < 70)
      assert.is_truthy(tostring(rules):find("ta.rules." .. name, 1, true))
    end
    assert.is_true(count >= 41)
    local ok, why = pcall(function() return rules.konane_ end)
    assert.is_false(ok)
    assert.matches("there is no ta.rules.konane_; .*print%(ta.rules%) lists all", why)
    assert.matches("did you mean ta.rules.wythoff%?", select(2, pcall(function() return rules.wythof end)))
  end)

  it("validate", function()
    local from = {
      nim = { 3, 4 }, wythoff = { 6, 7 }, euclid = { 12, 7 }, chomp = { 3, 4 }, kayles = { 12 },
      dawsons_kayles = { 12 }, grundy = { 12 }, silver_dollar = { 1, 4, 6 }, cram = { 3, 3 }, domineering = { 3, 3 },
      toads_and_frogs = { "TT..FF" }, clobber = { "xox/oxo" }, amazons = { "x../..#/..o" },
      backsliding_toads_and_frogs = { "T..F" },
      fox_and_geese = { "x.x./..../..o." }, fission = { "..../.x../...." }, hackenbush = { "l(rg;l(r;g:a;lr:a))" },
      childish_hackenbush = { "l(rg;l(r;g:a;lr:a))" }, toppling_dominoes = { "lrgrl" }, push = { "l.rl" },
      shove = { "l.rl" }, mem = { 9, 2 }, cutcake = { 4, 5 }, maundy_cake = { 6, 4 }, eatcake = { 3, 4 },
      turn_and_eatcake = { 3, 4 }, partizan_euclid = { 34, 21 }, elephants_and_rhinos = { "TT..FF" }, col = { 2, 3 },
      snort = { ".(-.;-L-.;-R)" }, node_kayles = { 2, 3 }, arc_kayles = { 2, 4 }, partizan_arc_kayles = { "lrg(lr;gl)" },
      weighted_arc_kayles = { "3:a-2-4(-:a;-2)" }, fjords = { "L-.(-.-R;-.:a-.-:a;-R)" },
    }
    local function check(name, ruleset, position)
      local ok, report = ruleset:validate { from = position, sample = 300 }
      assert.is_true(ok, name .. ": " .. tostring(report))
    end
    for name, position in pairs(from) do check(name, rules[name], position) end
    check("r_wythoff", rules.r_wythoff(2), { 6, 7 })
    check("partizan_subtraction", rules.partizan_subtraction({ 1, 2 }, { 1, 3 }), { 12 })
    check("take_and_break", rules.take_and_break("4!.3"), { 9 })
    check("partizan_take_and_break", rules.partizan_take_and_break("0.3", "4!.7"), { 7 })
    check("turning", rules.turning("1-3"), { "thhtth" })
    check("gen_wythoff", rules.gen_wythoff("k+2"), { 6, 7 })
    check("gen_toads_and_frogs", rules.gen_toads_and_frogs { max_jump = 2 }, { "TT..FF" })
    check("gen_fox_and_geese", rules.gen_fox_and_geese { range = 2 }, { "x.x./..../..o." })
    check("two_pile", rules.two_pile("2k"), { 6, 7, 3 })
    check("one_pile", rules.one_pile("2k"), { 15 })
    check("cash", rules.cash { 1, 3, 4 }, { 10, 6, 7 })
  end)

  it("Wythoff: the P-positions to 300 are the golden pairs", function()
    local most = short and 60 or 300
    local w = rules.wythoff
    local pair = {}
    for n = 0, most do -- floor(n phi) and floor(n phi^2), with phi exact enough here
      local a = math.floor(n * (1 + math.sqrt(5)) / 2)
      pair[a] = a + n
    end
    assert(w:solve { from = { most, most }, what = "outcome" })
    for a = 0, most do
      for b = a, most, a % 7 == 0 and 1 or 3 do
        assert.equal(pair[a] == b and "P" or "N", (w(a, b):outcome()))
      end
    end
    for a = 0, most do
      local b = pair[a]
      if b and b <= most then assert.equal("P", (w(b, a):outcome())) end
    end
    w:clear()
  end)

  it("r-Wythoff: Fraenkel's pairs", function()
    for r = 1, 4 do
      local w = rules.r_wythoff(r)
      local taken, a = {}, 0
      for n = 0, 6 do -- a_n = mex of all before, b_n = a_n + r n
        while taken[a] do a = a + 1 end
        taken[a], taken[a + r * n] = true, true
        for b = a, 25 do
          if a <= 12 and b <= 25 then assert.equal(b == a + r * n and "P" or "N", (w(a, b):outcome())) end
        end
      end
    end
  end)

  it("Euclid: the mover wins when the ratio is above the golden one, or 1", function()
    for a = 1, 40 do
      for b = 1, a do
        -- a / b > phi exactly: (2a - b)^2 > 5 b^2
        local wins = a == b or 2 * a > b and (2 * a - b) ^ 2 > 5 * b ^ 2
        assert.equal(wins and "N" or "P", (rules.euclid(a, b):outcome()))
        assert.equal(wins and "N" or "P", (rules.euclid(b, a):outcome()))
      end
    end
  end)

  it("chomp: the first player wins every bar but the single square", function()
    assert.equal("P", (rules.chomp(1, 1):outcome()))
    for r, c in box(1, 4, 1, 5) do
      if r * c > 1 then assert.equal("N", (rules.chomp(r, c):outcome())) end
    end
    for n = 2, 6 do -- two rows: the far corner, and only that; squares: the inner corner
      local moves = rules.chomp(2, n):winning_moves()
      assert.equal(1, #moves)
      assert.same({ n, n - 1 }, { moves[1][1], moves[1][2] })
    end
    for n = 2, 4 do
      local moves = rules.chomp(n, n):winning_moves()
      assert.equal(1, #moves)
      assert.same({ n, 1 }, { moves[1][1], moves[1][2] })
    end
  end)

  it("silver dollar: the nim sum of every other gap", function()
    for a = 0, 3 do
      for b = a + 1, 6 do
        for c = b + 1, 9 do
          assert.equal(a ~ (c - b - 1), (rules.silver_dollar(a, b, c):nim_value()))
        end
      end
    end
  end)

  it("hackenbush strings: signs of the value, and sums that are 0", function()
    local h = rules.hackenbush
    assert.equal("L", (h("lrr"):outcome()))
    assert.equal("N", (h("g"):outcome()))
    assert.equal("L", (h("glll") + h("l")):outcome())
    -- lr = 1/2, lrr = 1/4, lrl = 3/4, ll = 2
    assert.is_true((h("lrr") + h("lrl")):equals(h("l")))
    assert.is_true((h("lr") + h("lr") + h("l")):equals(h("ll")))
    assert.equal("P", (h("ggg") + h("g") + h("gg")):outcome())
  end)

  it("partizan subtraction with one set is the impartial game", function()
    local one, both = rules.partizan_subtraction({ 1, 3 }, { 1, 3 }), {}
    for n = 0, 30 do
      both[n] = ta.ruleset { name = "S", options = function(emit, m)
        if m >= 1 then emit(m - 1) end
        if m >= 3 then emit(m - 3) end
      end }(n)
      assert.equal((both[n]:outcome()), (one(n):outcome()))
      assert.equal((both[n]:misere_outcome()), (one(n):misere_outcome()))
      assert.equal("P", (one(n) - one(n)):outcome())
    end
  end)

  it("one pile: Fibonacci Nim, and powers of two", function()
    local fibonacci = { [2] = true, [3] = true, [5] = true, [8] = true, [13] = true, [21] = true, [34] = true }
    for n = 2, 40 do
      assert.equal(fibonacci[n] and "P" or "N", (rules.one_pile("2k")(n):outcome()))
      local power = n & (n - 1) == 0
      assert.equal(power and "P" or "N", (rules.one_pile("k")(n):outcome()))
    end
    assert.equal(5, (rules.one_pile("2k")(10, 8):nim_value()))
    assert.equal(2, (rules.one_pile("2k")(10, 6):nim_value()))
    assert.equal(6, (rules.one_pile("3k")(10, 9):nim_value()))
  end)

  it("cash: equal rich purses play the subtraction game", function()
    local game = rules.cash { 1, 3, 4 }
    local impartial = ta.ruleset { name = "S", options = function(emit, n)
      for _, a in ipairs { 1, 3, 4 } do if a <= n then emit(n - a) end end
    end }
    for n = 0, 20 do
      assert.equal((impartial(n):outcome()), (game(n, math.huge, math.huge):outcome()))
    end
    assert.equal("L", (game(5, 5, 0):outcome()))
    assert.equal("P", (game(5, 0, 0):outcome()))
  end)
end)
