-- Published numbers. A row of spec/golden/published.tsv has a call and its answer as text, or "=" and a value; the source is above
-- it. TAKEAWAY_SHORT=1 omits rows marked "long"; only TAKEAWAY_LONG=1 runs rows marked "longer". This file defines the
-- vocabulary of that table, and tests the laws of books and papers for all n.
--
-- [CLOB] Albert, Grossman, Nowakowski, Wolfe, An introduction to Clobber, Integers 5(2) A1 (2005); for all n arXiv 2509.08985 (2025).
-- [E] J. Erickson, New toads and frogs results, Games of No Chance (1996): its conjectures, proved in
-- [T] T. Thanatipanonda, D. Zeilberger, A symbolic finite-state approach for automated proving of theorems in combinatorial game theory
--   (2009), and T. Thanatipanonda, Further hopping with toads and frogs (2011).
-- [ONAG] J. H. Conway, On Numbers and Games; [WW] Berlekamp, Conway, Guy, Winning Ways, 2nd edition.
local box = require "spec.support.box"
local P = require "spec.support.partizan"
local cash_games = require "spec.support.cash_games"
local ta = require "takeaway"

local short, long = os.getenv "TAKEAWAY_SHORT" == "1", os.getenv "TAKEAWAY_LONG" == "1"
local rules = ta.rules

-- ---- The words of the table ---------------------------------------------------------------------------------------------------

local words = { ta = ta, rules = rules, v = ta.value, select = select }

-- f(from), ..., f(to) as one text.
local function row(f, from, to, separator)
  local list = {}
  for n = from, to do list[#list + 1] = tostring((f(n))) end
  return table.concat(list, separator or " ")
end

local function of_heaps(game) return getmetatable(game) == "takeaway.heap" end

function words.form(position) return position:canonical_form() end
function words.outcome(position) return position:outcome() end
function words.winning(position) return #position:winning_moves() end
function words.with(game, first) return function(n) return game(first, n) end end

function words.nims(game, from, to)
  return row(function(n) return of_heaps(game) and game:nim_value(n) or game(n):nim_value() end, from, to)
end

function words.misere_nims(game, from, to) return row(function(n) return game:misere_nim_value(n) end, from, to) end
function words.forms(game, from, to) return row(function(n) return game(n):canonical_form() end, from, to) end
function words.outcomes(game, first, from, to) return row(function(n) return game(first, n):outcome() end, from, to, "") end
function words.least(game, p, to) return row(function(q) return game:least_move(p, q) end, 1, to) end
function words.staircase(set, n, to) return row(function(e) return ta.cash(set):least_cash(n, e) end, 0, to) end

function words.genera(game, to)
  return row(function(n) return of_heaps(game) and game:genus(n) or game(n):genus() end, 0, to)
end

function words.list(values)
  return row(function(i) return values[i] end, 1, #values)
end

function words.misere_losses(game, to)
  local lost = {}
  for n = 1, to do if game(n):misere_outcome() == "P" then lost[#lost + 1] = n end end
  return table.concat(lost, " ")
end

function words.facts(text)
  local v = ta.value(text)
  return words.list { tostring(v), v:outcome(), v:left_stop(), v:right_stop(), v:mean(), v:temperature(), v:birthday(),
                      tostring((v:atomic_weight())) }
end

function words.sums(v, w, but_ordinal)
  v, w = ta.value(v), ta.value(w)
  return words.list { v + w, v:conjunctive_sum(w), v:selective_sum(w), not but_ordinal and v:ordinal_sum(w) or nil }
end

function words.options(text)
  local v = ta.value(text)
  return words.list(v:left_options()) .. " | " .. words.list(v:right_options())
end

-- A board or strip has one value by the ready rules and by rules here.
local function played(name, board)
  local width = board:find "/" and board:find "/" - 1 or #board
  local setting = name == "toads_and_frogs" and 1 or width
  local squares = board:gsub("/", "")
  return P.rules_valuer(ta, P[name](setting))(name == "toads_and_frogs" and squares:lower() or squares)
end

function words.played(name, setting) return P.rules_valuer(ta, P[name](setting)) end

local function value_of(name, board)
  local value = played(name, board)
  assert.equal(value, (rules[name](board):canonical_form()))
  return value
end
words.board = value_of

function words.boards(name, rows, to)
  return row(function(columns) return value_of(name, (("."):rep(columns) .. "/"):rep(rows):sub(1, -2)) end, 1, to)
end

function words.days(to) return row(function(day) return #ta.misere_day(day) end, 0, to) end

function words.orders(codes)
  return (codes:gsub("%S+", function(code) return ("%d"):format(ta.octal(code):misere_quotient():order()) end))
end

function words.period(code)
  local game, largest = ta.octal(code), 0
  local p = game:periodicity(21000000)
  assert.is_true(p.proved)
  for _, v in game:nim_values(p.preperiod + p.period):iter() do largest = math.max(largest, v) end
  return words.list { p.period, p.preperiod, p.saltus, largest }
end

function words.first_difference(code, other, to)
  local a, b, n = ta.octal(code):nim_values(to), ta.octal(other):nim_values(to), 0
  while a(n) == b(n) do n = n + 1 end
  return n
end

function words.won(set)
  local certified, count = ta.win_condition(set), 0
  cash_games.states(20, function(n, d, e) count = count + (certified:winner(n, d, e) == "I" and 1 or 0) end, 20)
  return words.list { ta.cash(set):count(20), count }
end

function words.rich(set, to)
  local game = ta.cash(set)
  return row(function(n) return (game:rich(n)) end, 0, to, ",") .. "; " .. row(function(n) return select(2, game:rich(n)) end, 0, to, ",")
end

-- The thresholds of the first player at two piles, of the second player at a third.
function words.exact(set, piles)
  local game = ta.cash(set)
  return words.list { (game:exact_rich(piles[1])), (game:exact_rich(piles[2])), (select(2, game:exact_rich(piles[3]))) }
end

function words.cells(game)
  local t, sum, infinite = game:table(100), 0, 0
  for p = 1, 100 do
    for q = p, 100 do
      local v = t(p, q)
      if v == math.huge then infinite = infinite + 1 else sum = sum + v end
    end
  end
  return words.list { sum, infinite, t:checksum() }
end

function words.failure(f)
  local game = ta.two_pile(f)
  local holds, why = game:admissible()
  assert.is_false(holds)
  local c = game:counterexample()
  return words.list { why.condition, why.at, c.p, c.q, c.formula, c.exact }
end

function words.strategies(f, piles)
  local list = {}
  for p, q in piles:gmatch "(%d+) (%d+)" do
    local s = ta.two_pile(f):strategy(math.tointeger(p), math.tointeger(q))
    list[#list + 1] = ("%s %d %s"):format(s.case, s.take, s.pile)
  end
  return table.concat(list, ", ")
end

-- ---- The table ----------------------------------------------------------------------------------------------------------------

local sections = {}
for line in io.lines "spec/golden/published.tsv" do
  local call, expected, when = line:match "^([^#\t][^\t]*)\t([^\t]*)\t?([^\t]*)$"
  if call then
    table.insert(sections[#sections], { call, expected, when })
  else
    sections[#sections + 1] = { title = assert(line:match "^# (.*)", line) }
  end
end

describe("published numbers", function()
  for _, section in ipairs(sections) do
    it(section.title, function()
      for _, published in ipairs(section) do
        local call, expected, when = table.unpack(published)
        if when == "" or when == "long" and not short or when == "longer" and long then
          local got = assert(load("return (" .. call .. ")", call, "t", words))()
          if expected:find "^=" then assert.equal(ta.value(expected:sub(2)), got, call) else assert.equal(expected, tostring(got), call) end
        end
      end
    end)
  end
end)

-- ---- Laws ---------------------------------------------------------------------------------------------------------------------

describe("published laws", function()
  it("the selective compound of nimbers is their ordinary sum [ONAG, chapter 14], Nim is nim addition", function()
    for m, n in box(0, 8, 0, 8) do
      assert.equal(ta.star(m + n), ta.star(m):selective_compound(ta.star(n)))
      assert.equal(ta.star(m ~ n), rules.nim(m, n):canonical_form())
    end
  end)

  it("Norton's product by up is overheating from ^ to ^^*, with the factor as its atomic weight [WW, chapter 8]", function()
    for _, g in ipairs { "{2|-1}", "{3||2|1}", "1/2", "*", "+-1", "5/8", "-3/4", "{1|0||0|-2}" } do
      local product = ta.value(g):norton_product "^"
      assert.equal(product, ta.value(g):overheat("^", "^^*"))
      assert.equal(ta.value(g), product:atomic_weight())
    end
  end)

  it("up-powers are each infinitesimal against the one before, tinies against every up [WW]", function()
    for n = 2, 5 do
      local small, large = ta.value(("^<%d>"):format(n)), n == 2 and ta.up() or ta.value(("^<%d>"):format(n - 1))
      for k = 1, 8 do assert(ta.value(0) < k * small and k * small < large) end
    end
    for n = 1, 4 do
      local tiny, smaller = ta.value(("Tiny(%d)"):format(n)), ta.value(("Tiny(%d)"):format(n + 1))
      for k = 1, 6 do assert(k * tiny < ta.value "^<3>" and k * smaller < tiny) end
    end
  end)

  -- Edges of one colour up to the first change count 1 each; from the change on, the k-th edge counts 1/2^k, with the sign of its colour.
  it("hackenbush strings to 10 edges have Berlekamp's number [WW]", function()
    local value = P.rules_valuer(ta, P.hackenbush())
    for size = 1, 10 do
      for bits = 0, (1 << size) - 1 do
        local s, numerator, changed = "", 0, 0
        for i = 0, size - 1 do
          local c = bits >> i & 1 == 1 and "l" or "r"
          if changed > 0 or (s ~= "" and c ~= s:sub(1, 1)) then changed = changed + 1 end
          numerator = numerator + (c == "l" and 1 or -1) * (1 << (10 - changed))
          s = s .. c
        end
        local number = ta.number(numerator .. "/1024")
        assert.equal(number, value(s))
        if size <= 8 then assert.equal(number, rules.hackenbush(s):canonical_form()) end
      end
    end
  end)

  it("domineering: strips, turned boards, and boards equal to their values by definition [WW, ONAG]", function()
    local function board(rows, columns) return (("."):rep(columns) .. "/"):rep(rows):sub(1, -2) end
    for n = 1, 12 do
      assert.equal(ta.value(n // 2), value_of("domineering", board(n, 1)))
      assert.equal(ta.value(-(n // 2)), value_of("domineering", board(1, n)))
    end
    local former = P.former()
    for rows, columns in box(1, 4, 1, 4) do
      local value, of = value_of("domineering", board(rows, columns)), {}
      assert.equal(value, -value_of("domineering", board(columns, rows)))
      local moves = P.domineering(columns)
      local function form(text)
        if not of[text] then
          local lists = { left = {}, right = {} }
          for side, list in pairs(lists) do
            for i, option in ipairs(moves[side](text)) do list[i] = form(option) end
          end
          of[text] = P.game(lists.left, lists.right)
        end
        return of[text]
      end
      local game, canonical = rows * columns < 16 and form(("."):rep(rows * columns)), former(value)
      assert(not game or P.le(game, canonical) and P.le(canonical, game))
    end
    for n = 1, 5 do
      local value = rules.domineering(n, n):canonical_form()
      assert.equal(-value, value) -- a quarter turn exchanges the players
      assert.equal(("PNNNP"):sub(n, n), value:outcome())
    end
  end)

  it("clobber: x...xo has n - 1 ups and n stars, (xo)^n is lost for n = 3 alone [CLOB]", function()
    for n = 1, 11 do assert.equal(ta.up(n - 1) + n * ta.star(), value_of("clobber", ("x"):rep(n) .. "o")) end
    for n = 1, short and 7 or 12 do
      local strip = ("xo"):rep(n)
      assert.equal(n == 3 and "P" or "N", rules.clobber(strip):outcome())
      local value = n <= 6 and value_of("clobber", strip)
      assert(not value or value:is_all_small() and value == -value and value:outcome() == (n == 3 and "P" or "N"))
    end
  end)

  it("toads and frogs: families of starting positions [E, T]", function()
    local function start(toads, blanks, frogs)
      return rules.toads_and_frogs(("T"):rep(toads) .. ("."):rep(blanks) .. ("F"):rep(frogs)):canonical_form()
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

  it("Arc Kayles on paths is Dawson's Kayles, with an edge from every vertex to itself Kayles [WW, chapter 4]", function()
    local looped = ".:{1}(-:{1}"
    for n = 1, short and 8 or 16 do
      assert.equal(rules.dawsons_kayles(n):nim_value(), rules.arc_kayles("." .. ("-."):rep(n - 1)):nim_value())
      if n > 1 then looped = ("%s;-.:{%d}(-:{%d}"):format(looped, n, n) end
      assert.equal(rules.kayles(n):nim_value(), rules.arc_kayles(looped .. (")"):rep(n)):nim_value())
    end
  end)

  it("two piles, 2^k fails first far out: the set that must hold a failure", function()
    local c = ta.two_pile("2^k", { memory = 10000000 }):counterexample()
    assert.equal("65541 65553; 65541 65549; 65537 65553", row(function(i) return words.list(c.set[i]) end, 1, 3, "; "))
    assert.same({ "K3", nil }, { c.witness, c.exact })
  end)

  it("of the 255 subsets of {1..8}, all are cash-periodic, 121 without an offset", function()
    local without = 0
    for _, set in ipairs(cash_games.subsets(8)) do
      if assert(ta.cash(set):cash_period()).offset == 0 then without = without + 1 end
    end
    assert.equal(121, without)
  end)

  it("the linear forms of {1..16}: modulus to 196, preperiod to 869", function()
    local m, late, uneven = 0, 0, 0
    for _, set in ipairs(cash_games.subsets(short and 12 or 16)) do
      local as = assert(ta.cash(set):asymptotics())
      m, late = math.max(m, as.modulus), math.max(late, as.preperiod)
      for i = 0, as.modulus - 1 do
        if as.slope1[i] ~= as.slope1[0] or as.slope2[i] ~= as.slope1[0] then uneven = uneven + 1 break end
      end
    end
    assert.same(short and { 88, 461, 4 } or { 196, 869, 67 }, { m, late, uneven })
  end)

  it("Theta of {L..M}, L <= 8, M <= 40, by the closed form", function()
    for L = 1, 8 do
      for M = L, short and 16 or 40 do
        local set = {}
        for a = L, M do set[#set + 1] = a end
        local as, theta = assert(ta.cash(set):asymptotics()), 0
        if L > 1 and M > L then
          local q, r = 2 * (L - 1) // (M - L), 2 * (L - 1) % (M - L)
          theta = q == 0 and 3 * L - 1 or q * (L + M) + r + 1
        end
        assert.equal(0, (L + M) % as.modulus)
        assert.equal(theta, as.preperiod)
      end
    end
  end)

  -- A = {L..M}: the corrected conjecture of section 8 as a theorem for single pairs. The whole list: tools/certify_all.lua.
  it("NIM with Cash {L..M}: proved for M = L and M >= 2L - 1, elsewhere with a counterexample", function()
    local intervals = require "takeaway.research.intervals"
    for low = 1, 4 do
      for high = low, 9 do
        if high == low or high >= 2 * low - 1 then
          local holds, found = intervals.settle(low, high)
          assert.is_true(holds and found.horizon > 30, low .. ".." .. high)
        end
      end
    end
    local holds, found = intervals.settle(3, 4)
    assert.is_false(holds)
    assert.same({ n = 60, e = 30, conjectured = 34, exact = 31 }, found)
    for _, pair in ipairs { { 4, 5 }, { 4, 6 }, { 5, 7 } } do assert.is_false((intervals.settle(pair[1], pair[2]))) end
  end)
end)
