-- Values of positions against the definition: random games without loops, games with parts,
-- NIM with Cash against `winner`, sums by value against sums by search.
local box = require "spec.support.box"
local ta = require "takeaway"
local P = require "spec.support.partizan"
local random = require "spec.support.random"

local forall, seed, count = random.forall, random.seed, random.count

-- A random game on 0..size: lists[side][n] are the options, all below n.
local function random_lists(size, width)
  local lists = { {}, {} }
  for side, n in box(1, 2, 0, size) do
    lists[side][n] = n > 0 and random.list(0, width, math.random, 0, n - 1) or {}
  end
  return lists
end

local function rules_of(lists, text)
  local function move(side)
    return function(emit, p)
      local n = text and #p or p
      for _, o in ipairs(lists[side][n]) do emit(text and ("x"):rep(o) or o) end
    end
  end
  return { name = "random", left = move(1), right = move(2) }
end

describe("canonical_form, seed " .. seed, function()
  it("of random games, as integers and strings, equals the definition", function()
    local value = P.valuer(ta)
    for _ = 1, count(300, 40) do
      local lists, form = random_lists(12, 3), {}
      for n = 0, 12 do
        local l, r = {}, {}
        for i, o in ipairs(lists[1][n]) do l[i] = form[o] end
        for i, o in ipairs(lists[2][n]) do r[i] = form[o] end
        form[n] = P.game(l, r)
      end
      local a, b = ta.ruleset(rules_of(lists)), ta.ruleset(rules_of(lists, true))
      for _ = 1, 6 do
        local n = math.random(0, 12)
        local v = a(n):canonical_form()
        assert.equal(value(form[n]), v)
        assert.equal(v, b(("x"):rep(n)):canonical_form())
        assert.equal(a(n):outcome(), v:outcome())
      end
    end
  end)

  it("of games with parts and representatives equals that of their plain rules", function()
    local boards = { "....", "..../..../....", ".../.#./...", ".#../..../..#.", "...../.....", "..#/#../.#." }
    local d = ta.rules.domineering
    local plain = ta.ruleset { name = "plain", left = d.left, right = d.right }
    local halves = ta.ruleset { name = "parts", left = d.left, right = d.right, parts = d.parts }
    local turned = ta.ruleset { name = "turned", left = d.left, right = d.right, canonical = d.canonical }
    for _, b in ipairs(boards) do
      local v = plain(b):canonical_form()
      assert.equal(v, d(b):canonical_form())
      assert.equal(v, halves(b):canonical_form())
      assert.equal(v, turned(b):canonical_form())
      assert.equal(d(b):outcome(), v:outcome())
    end
  end)

  it("of rows that split equals the sum of the rows", function()
    -- Left takes one pin, Right two neighbours; what is left falls into two rows
    local function take(k)
      return function(emit, n) for a = 0, n - k do emit(a, n - k - a) end end
    end
    local r = ta.ruleset { name = "pins", left = take(1), right = take(2), parts = require "takeaway.rules.heaps".parts }
    local v = {}
    for n = 0, 16 do
      local lists = { {}, {} }
      for k = 1, 2 do for a = 0, n - k do lists[k][a + 1] = v[a] + v[n - k - a] end end
      v[n] = ta.value { left = lists[1], right = lists[2] }
    end
    for n = 16, 0, -3 do assert.equal(v[n], r(n):canonical_form()) end
    for n = 0, 16 do assert.equal(v[n] + v[5] + v[16 - n], r(n, 5, 16 - n):canonical_form()) end
  end)

  it("of NIM with Cash says who wins, for both players starting, on every state to 10 for 20 sets", function()
    local sets, most = { { 1 }, { 2 }, { 1, 2 }, { 1, 3 }, { 2, 3 }, { 1, 4 }, { 1, 2, 3 }, { 1, 3, 4 }, { 2, 5 },
      { 3, 4 }, { 1, 5 }, { 2, 3, 5 }, { 1, 2, 4 }, { 3, 5, 6 }, { 3, 5, 6, 10, 11 }, { 1, 2, 3, 4 }, { 4, 7 },
      { 1, 6, 9 }, { 2, 4, 6 }, { 1, 10 } }, count(10, 6)
    assert.equal(20, #sets)
    for _, set in ipairs(sets) do
      local game = ta.cash(set)
      for n, d, e in box(0, most, 0, most, 0, most) do
        local left, right = game:winner(n, d, e) == "I", game:winner(n, e, d) == "I"
        local v = game:canonical_form(n, d, e)
        local outcome = left and (right and "N" or "L") or (right and "R" or "P")
        if v:outcome() ~= outcome or game:position(n, d, e):canonical_form() ~= v then
          error(("{%s} (%d; %d, %d): %s"):format(table.concat(set, ","), n, d, e, tostring(v)))
        end
      end
    end
  end)

  it("gives sums the outcome the search gives", forall(count(60, 10), function()
    local lists = random_lists(9, 2)
    local searched, valued = ta.ruleset(rules_of(lists)), ta.ruleset(rules_of(lists))
    for n = 0, 9 do assert(valued(n):canonical_form()) end
    local nim = ta.rules.nim
    for _ = 1, 20 do
      local a, b, c, k = math.random(0, 9), math.random(0, 9), math.random(0, 9), math.random(0, 4)
      for _, make in ipairs {
        function(r) return r(a) - r(b) end, function(r) return r(a) + nim(k) end,
        function(r) return r(a) + r(b) - r(c) end, function(r) return 2 * r(a) - r(b) + nim(k) - nim(1) end,
        function(r) return -r(a) + 3 * r(b) end,
      } do
        local s, t = make(searched), make(valued)
        assert.equal(s:outcome(), t:outcome(), tostring(t))
        assert.equal(s:outcome(), t:canonical_form():outcome())
      end
      assert.equal(searched(a) <= searched(b), valued(a) <= valued(b))
      assert.equal(searched(a) < searched(b), valued(a) < valued(b))
      assert.equal(searched(a):equals(searched(b)), valued(a):equals(valued(b)))
    end
  end))

  describe("and the search take turns", function()
    local turns = require "takeaway.engine.sum.dovetail"
    local first, work = turns.first, turns.work
    after_each(function() turns.first, turns.work = first, work end)

    it("and agree, however little room each is given", forall(count(40, 10), function()
      local lists = random_lists(9, 2)
      local searched = ta.ruleset(rules_of(lists))
      for room = 1, 4 do
        local turned = ta.ruleset(rules_of(lists))
        turns.work = room % 2 == 0 and 1 or work
        for _ = 1, 8 do
          local a, b, c, k = math.random(0, 9), math.random(0, 9), math.random(0, 9), math.random(0, 4)
          for _, make in ipairs {
            function(r) return r(a) - r(b) end, function(r) return r(a) + r(b) - r(c) end,
            function(r) return 2 * r(a) - r(b) + ta.rules.nim(k) end, function(r) return 9 * r(a % 4) - r(b) end,
          } do
            local s, t = make(searched), make(turned)
            turns.first = 1 << 30
            local outcome = s:outcome()
            local left, right = s:remoteness()
            assert.equal(outcome, left % 2 == 1 and (right % 2 == 1 and "N" or "L") or right % 2 == 1 and "R" or "P")
            turns.first = room
            assert.equal(outcome, t:outcome(), tostring(t))
          end
        end
      end
    end))

    it("so that terms with many sums and few positions are no matter", function()
      local strips, clobber = { "xoxoxoxo", "xooxxoxo", "xxoxoxoo", "oxxoxoxx", "xoxxoxox", "ooxoxxox" }, ta.rules.clobber
      clobber:clear()
      local sum = 0 * clobber "x"
      for _, strip in ipairs(strips) do sum = sum + clobber(strip) end
      local outcome = sum:outcome()
      assert.equal(sum:canonical_form():outcome(), outcome)
      assert(sum.engine:statistics().positions <= first)
      assert.is_true(sum:equals(sum + clobber "xo" - clobber "ox"))
      clobber:clear()
    end)

    it("so that few positions with large values are no matter", function()
      local board, rules = "xooxo/oxxox", ta.ruleset((require "takeaway.rules.clobber"))
      ta.values:clear()
      local value, message, code = rules.core:canonical_form_within(20, table.unpack(rules(board)))
      assert.same({ nil, "ELIMIT" }, { value, code })
      assert.is_truthy(message:find("the limit of 20 games and comparisons is reached", 1, true))
      local tries = 1 -- computed values are kept
      while not value do
        tries = tries + 1
        value = rules.core:canonical_form_within(20, table.unpack(rules(board)))
      end
      assert.is_true(tries > 2)
      assert.equal(rules(board):canonical_form(), value)
    end)

    it("and end at the user's limits, which stay", function()
      local fields = { left = ta.rules.toads_and_frogs.left, right = ta.rules.toads_and_frogs.right }
      local tight = ta.ruleset(fields, { limit = 600 })
      turns.first = 10
      local sum = tight "TTT..FFF" - tight "TTTT.FFF"
      for _ = 1, 2 do
        local outcome, message, code = (9 * tight "TTT..FFF" + sum):outcome()
        assert.is_nil(outcome)
        assert.equal("ELIMIT", code)
        assert.is_truthy(message:find("limit of 600 positions", 1, true))
      end
      local asked = 0
      local nosy = ta.ruleset { left = function(emit, n) if n > 0 then emit(n - 1) end end, right = function(emit, n)
        asked = asked + 1
        if n == 3 then error "no such position" end
        if n > 1 then emit(n - 2) end
      end }
      assert.error_matches(function() (nosy(40) - nosy(39)):outcome() end, "no such position")
      assert.error_matches(function() (nosy(40) - nosy(39)):outcome() end, "no such position")
      assert.is_true(asked > 0)
      assert.same({ 0, 0, 0.0, 0 }, nosy.limits)
      assert(nosy(2):outcome())
    end)
  end)
end)
