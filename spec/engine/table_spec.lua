-- rules:table, rules:sequence and rules:p_positions: every cell against naive recursion on the rule itself.
local says = require("spec.support.refusals").says
local box = require "spec.support.box"
local raises = require("spec.support.refusals").raises
local ta = require "takeaway"
local naive = require "spec.support.naive"
local small_games = require "spec.support.small_games"

local variants = small_games.variants

describe("rules:table", function()
  it("has every question's answer in every cell, whatever varies", function()
    for fields, what, fixed in box(variants, { "outcome", "misere_outcome", "nim_value", "remoteness", "misere_remoteness" }, 1, 3) do
      local to, by_hand, count = { 4, 5, 6 }, naive.game(fields), 0
      to[fixed] = nil
      local t = ta.ruleset(fields):table { what = what, to = to, from = 1, fix = { [fixed] = 2 } }
      for p, q, value in t:cells() do
        local list = { p, q }
        table.insert(list, fixed, 2)
        assert.equal(by_hand[what](list), value)
        for _, again in ipairs { t[p][q], t(p, q), t:row(p)(q), t:rows()[p][q] } do assert.equal(value, again) end
        count = count + 1
      end
      assert.equal(4 * 5 * 6 // (3 + fixed), count)
      assert.equal(fixed == 1 and 5 or 4, t:size())
      assert.equal(what, t.what)
    end
  end)

  it("takes a coordinate by name or by number, and a number for all that are not fixed", function()
    local rules = ta.ruleset(variants[1])
    local a = rules:table { to = { p = 4, q = 5 }, fix = { x = 3 } }
    local b = rules:table { to = { [1] = 4, [2] = 5 }, fix = { [3] = 3 } }
    local c = rules:table { to = 5, fix = { x = 3 } }
    assert.equal(tostring(a), tostring(b))
    assert.equal(a[4][5], c[4][5])
    assert.equal("p", a.down.name)
    assert.same({ name = "q", first = 0, last = 5 }, a.across)
    raises("table: p: expected an integer from 0 to 4, got 5", function() return a[5] end)
    raises("sequence: n: expected an integer from 0 to 5, got 6", function() return a[2][6] end)
    local named = ta.ruleset { name = "Named", parameters = { "left", "right" }, options = function(emit, ...)
      local l, r = ...
      if l > 0 then emit(l - 1, r) end
    end }
    assert.equal("nim values of Named(left, right)", named:table { to = 2 }:title())
  end)

  -- By definition: in a box, raising the last number takes away no option but for its own last number, and none differs
  -- in that alone.
  it("knows which rules have a limit for their last number", function()
    for _, case in ipairs { { ta.rules.two_pile "2k", true }, { ta.rules.one_pile "k+1", true },
                            { ta.rules.cash { 1, 3 }, false }, { ta.rules.wythoff, false }, { ta.rules.mem, false },
                            { ta.rules.domineering, false }, { ta.rules.nim, false } } do
      assert.equal(case[2], case[1]:has_limit(), case[1].name)
    end
    local three = ta.moves { "a, b, c", "k: 1 <= k <= a -> a - k, b, c", "k: 1 <= k <= b -> a, b - k, c",
      "k: 1 <= k <= c -> a, b, c - k" }
    local piles = ta.moves { "a, b, c, x", "k: 1 <= k <= x, k <= a -> a - k, b, c, k", "k: 1 <= k <= x, k <= b -> a, b - k, c, k",
      "k: 1 <= k <= x, k <= c -> a, b, c - k, k" }
    assert.is_false(three:has_limit())
    assert.is_true(piles:has_limit())
    assert.is_true(piles:has_limit { a = 1 })
    assert.is_false(piles:has_limit { x = 1 })
    assert.is_false(piles:has_limit { [4] = 1 })
    assert.is_true(ta.ruleset { options = function(_, a, x) error(a .. x) end }:has_limit()) -- what cannot be seen
    local free = ta.ruleset { options = function(emit, a, x) for k = 1, math.min(a, x + 1) do emit(a - k, k) end end }
    assert.is_false(free:has_limit()) -- 0 allows a move
    raises("has_limit: fix: expected a table, got number", piles.has_limit, piles, 3)
  end)

  it("gives slices where three vary", function()
    local rules = ta.ruleset(variants[3])
    local list = rules:table { what = "outcome", to = { a = 4, b = 5, pass = 2 } }
    assert.equal(3, #list)
    for pass = 0, 2 do
      local t = rules:table { what = "outcome", to = { a = 4, b = 5 }, fix = { pass = pass } }
      assert.equal(tostring(t), tostring(list[pass + 1]))
    end
    assert.equal(("%s\n\n%s\n\n%s"):format(table.unpack({ tostring(list[1]), tostring(list[2]), tostring(list[3]) })),
      tostring(list))
  end)

  it("has coordinates by number where the rule takes any number", function()
    local t = ta.rules.nim:table { to = 6, fix = { [3] = 2 } }
    for p, q, value in t:cells() do assert.equal(p ~ q ~ 2, value) end
    local list = ta.rules.nim:table { to = { 2, 2, 2 } }
    assert.equal(1 ~ 2 ~ 2, list[3][1][2])
  end)

  it("has partizan outcomes, remoteness for who starts, and values", function()
    local race = ta.ruleset { name = "Race",
      left = function(emit, n, m) if n >= 1 then emit(n - 1, m) end end,
      right = function(emit, n, m) if m >= 1 then emit(n, m - 1) end end }
    local t = race:table { to = 4 }
    local v = race:table { what = "canonical_form", to = 4 }
    local l, r = race:table { what = "remoteness", player = "left", to = 4 }, race:table { what = "remoteness",
      player = "right", to = 4 }
    for n, m, outcome in t:cells() do
      assert.equal(n == m and "P" or n > m and "L" or "R", outcome)
      assert.equal(tostring(n - m), tostring(v(n, m)))
      local left, right = race(n, m):remoteness()
      assert.equal(left, l(n, m))
      assert.equal(right, r(n, m))
    end
    assert.same({ nil, "EPARTIZAN" }, { race:table { what = "least_limit", to = 3 },
      (select(3, race:table { what = "least_limit", to = 3 })) })
    raises("who starts", race.table, race, { what = "remoteness", to = 3 })
  end)

  it("prints in aligned columns", function()
    assert.equal([[
nim values of Wythoff(a, b)
a\b 1 2 3
  0 1 2 3
  1 2 0 4
  2 0 1 5]], tostring(ta.rules.wythoff:table { to = { a = 2, b = 3 }, from = { b = 1 } }))
  end)

  it("ends with the first cell that has no answer, and keeps what was solved", function()
    -- The rule of one number, on two: the second stays.
    says("table: Bach(4, 0): ", "ELOOPY", ta.ruleset(small_games.bach()):table { what = "canonical_form", to = 4 })
    local nim = ta.ruleset({ name = "Piles", options = function(emit, a, b)
      for k = 1, a do emit(a - k, b) end
      for k = 1, b do emit(a, b - k) end
    end }, { limit = 60 })
    assert.matches("^table: Piles%(%d+, %d+%): ", says("", "ELIMIT", nim:table { to = 20 }))
    assert.is_true(nim:statistics().positions >= 40)
  end)

  it("passes a rule's error on, with the position", function()
    local bad = ta.ruleset { name = "Bad", options = function(emit, a, b)
      if a == 2 and b == 1 then error "oh" end
      if a > 0 then emit(a - 1, b) end
    end }
    raises("options of Bad at (2, 1)", bad.table, bad, { to = 3 })
  end)

  it("tells progress, and is cancelled by it", function()
    local seen = {}
    local rules = ta.ruleset(variants[1])
    assert(rules:table { to = { p = 3, q = 4 }, fix = { x = 2 }, progress = function(done, total)
      seen[#seen + 1] = done
      assert.equal(20, total)
    end })
    assert.equal(20, seen[#seen])
    for i = 2, #seen do assert.is_true(seen[i - 1] <= seen[i]) end
    assert.same({ nil, "table: cancelled", "ECANCELLED" },
      { rules:table { to = 3, fix = { x = 2 }, progress = function() return false end } })
    assert(rules(5, 6, 3):outcome()) -- the ruleset's own progress is back
  end)

  it("refuses what it does not know", function()
    local w = ta.rules.wythoff
    raises("expected a table such as", w.table, w)
    raises("to: expected how far", w.table, w, {})
    raises("threads: expected an integer from 1 to 256, got 0", w.table, w, { to = 3, threads = 0 })
    raises("unknown setting limit; known are fix, from, most, player, progress, threads, to, what", w.table, w, { to = 3, limit = 3 })
    raises("no coordinate is called \"c\"; there are a, b", w.table, w, { to = { c = 3 } })
    raises("no coordinate is called 3", w.table, w, { to = { 1, 2, 3 } })
    raises("b: is neither fixed nor varies", w.table, w, { to = { a = 3 } })
    raises("b: is fixed and varies too", w.table, w, { to = { a = 3, b = 2 }, fix = { b = 1 } })
    raises("a table needs two or three free coordinates; only a is free: use rules:sequence", w.table, w,
      { to = { a = 3 }, fix = { b = 1 } })
    raises("a sequence needs one free coordinate; 2 are free", w.sequence, w, { to = 3 })
    raises("grid: to: a grid needs a free coordinate; none is free", w.grid, w, { to = 3, fix = { a = 1, b = 1 } })
    raises("expected an integer, got 2.5", w.table, w, { to = 2.5 })
    raises("a: expected an integer, got \"x\"", w.table, w, { to = { a = "x", b = 2 } })
    raises("to: a: expected 4 or more, got 3", w.table, w, { to = 3, from = 4 })
    raises("from: b does not vary", w.table, w, { to = { a = 3 }, from = { b = 1 }, fix = { b = 2 } })
    raises("what: expected one of canonical_form", w.table, w, { to = 3, what = "colour" })
    raises("most: is for least_limit", w.table, w, { to = 3, most = 3 })
    raises("progress: expected a function", w.table, w, { to = 3, progress = 3 })
    raises("any number of numbers; give a limit for each", ta.rules.nim.p_positions, ta.rules.nim, { to = 3 })
    raises("values are not changed", function() w:table { to = 2 }.x = 3 end)
    raises("a: expected an integer from 0 to 2, got 3", w:table { to = 2 }, 3, 1)
    raises("b: expected an integer from 0 to 2, got nil", w:table { to = 2 }, 1)
    assert.same({ nil, "ELIMIT" }, { w:table { to = 4000 }, (select(3, w:table { to = 4000 })) })
  end)
end)

describe("least limits", function()
  it("are the kernel's L, for one pile and two", function()
    for _, f in ipairs { "2k", "k", "3k", "2k+1", "floor(7k/2)", "0k+2" } do
      local t = ta.rules.two_pile(f):table { what = "least_limit", to = 14 }
      local game = ta.two_pile(f)
      for p, q, value in t:cells() do assert.equal(game:least_move(p, q), value) end
      assert.is_true(t.monotone)
    end
  end)

  it("are least by definition for rules of every kind, monotone or not", function()
    local kinds = {
      { true, function(emit, p, q, x)
        for k = 1, math.min(p, x) do emit(p - k, q, 2 * k) end
        for k = 1, math.min(q, x) do emit(p, q - k, k + 1) end
      end },
      { true, function(emit, p, q, x) -- a move is dear: the limit is on three times what is taken
        for k = 1, math.min(p, x // 3) do emit(p - k, q, 4 * k) end
        for k = 1, math.min(q, x // 3) do emit(p, q - k, 4 * k) end
      end },
      { false, function(emit, p, q, x) -- exactly x, or one of each
        if x <= p then emit(p - x, q, 1) end
        if x <= q then emit(p, q - x, 2) end
        if x > 2 and p > 0 and q > 0 then emit(p - 1, q - 1, 2) end
      end },
    }
    for _, kind in ipairs(kinds) do
      local fields = { name = "Kind", options = kind[2] }
      local rules, by_hand = ta.ruleset(fields), naive.game(fields)
      for _, misere in ipairs { false, true } do
        local what = misere and "misere_" or ""
        local t = rules:table { what = what .. "least_limit", to = 7 }
        for p, q, value in t:cells() do
          local least = math.huge
          for x = 40, 1, -1 do
            if by_hand[what .. "outcome"] { p, q, x } == "N" then least = x end
          end
          assert.equal(least, value, ("%d %d"):format(p, q))
        end
        if not misere then assert.equal(kind[1], t.monotone) end
        if not t.monotone then
          local p, q, x = table.unpack(t.not_monotone)
          assert.equal("P", by_hand[what .. "outcome"] { p, q, x })
          assert.is_true(t(p, q) < x)
          assert.matches("not monotone in x: %(%d+, %d+, %d+%) is lost", tostring(t))
        end
      end
    end
  end)

  it("never calls infinite what was only searched to a bound", function()
    -- A win at a far larger limit is found. If the rule needs a limit, the message says so.
    local far = ta.ruleset { name = "Far", options = function(emit, n, x) if x >= 1000 and n > 0 then emit(0, 1) end end }
    assert.equal(1000, far:sequence { what = "least_limit", to = 3 }(2))
    assert.equal(math.huge, far:sequence { what = "least_limit", to = 3 }(0))
    local loops = ta.ruleset { name = "Loops", options = function(emit, n, x)
      local k = 1
      while k <= x do
        if k <= n then emit(n - k, 2 * k) end
        k = k + 1
      end
    end }
    says("sequence: Loops(0, x): no limit from 1 to 1 wins, and a larger one may", "ELIMIT",
      loops:sequence { what = "least_limit", to = 5 })
    local s = loops:sequence { what = "least_limit", to = 9, most = function(n) return math.max(n, 1) end }
    local game = ta.one_pile("2k")
    for n, value in s:iter() do assert.equal(game:least_move(n), value) end
    loops = ta.ruleset { options = function(emit, n, x) -- which is read
      for k = 1, x do
        if k <= n then emit(n - k, 2 * k) end
      end
    end }
    for n, value in loops:sequence { what = "least_limit", to = 9 }:iter() do assert.equal(game:least_move(n), value) end
    -- Odd limits alone are of use: the options at the bound are those of no limit, but came and went.
    local odd = ta.ruleset { name = "Odd", options = function(emit, n, x)
      if x % 2 == 1 and n > 0 then emit(n - 1, 1) end
    end }
    assert.equal(1, odd:sequence { what = "least_limit", to = 1 }(1))
    says("Odd(2, x): no limit from 1 to 2 wins", "ELIMIT", odd:sequence { what = "least_limit", to = 4 })
    assert.same({ math.huge, 1, math.huge, 1 }, odd:sequence { what = "least_limit", to = 3, most = 9 }:list())
    raises("most: expected a positive integer", loops.sequence, loops, { what = "least_limit", to = 3, most = 0 })
  end)
end)

describe("least limits of what is no limit", function()
  -- The theorem's answer if there is one, and no infinity that a position contradicts.
  local function declared(text, misere, to)
    local g, what = ta.moves { "n, x", text }, (misere and "misere_" or "") .. "least_limit"
    local theorem, known = g:theorem { what = "least_limit", misere = misere, guesses = 12 }, 0
    for n = 0, 12 do
      local s, _, code = g:sequence { what = what, from = n, to = n }
      if s then
        known = known + 1
        if theorem then assert.equal(theorem:least_limit(n), s(n), text .. " at " .. n) end
        if s(n) == math.huge then
          for x = 1, to or 120 do
            assert.equal("P", g(n, x)[misere and "misere_outcome" or "outcome"](g(n, x)), ("%s at %d, %d"):format(text, n, x))
          end
        end
      else
        assert.equal("ELIMIT", code)
      end
    end
    return known, theorem
  end

  it("are not concluded from infinity, which has no remainder and equals no number", function()
    local known, theorem = declared "n >= 1, x mod 8 = 7 -> 0, 0"
    assert.equal(7, theorem:least_limit(1))
    assert.equal(7, known) -- 0, and from 7 on, where it is found
    local misere = ta.moves { "n, x", "k: 1 <= k <= n, k <= x, x mod 100 ~= 99 -> n - k, k" }
    assert.equal("N", misere(1, 99):misere_outcome())
    assert.equal("ELIMIT", (select(3, misere:sequence { what = "misere_least_limit", from = 1, to = 1 })))
    local lua = ta.ruleset { options = function(emit, n, x) if n >= 1 and x % 8 == 7 then emit(0, 0) end end }
    assert.equal("ELIMIT", (select(3, lua:sequence { what = "least_limit", to = 3 })))
    assert.equal(7, lua:sequence { what = "least_limit", from = 7, to = 9 }(8))
  end)

  it("are exact where a rule is read", function()
    assert.equal(13, (declared("n >= 1, 40 <= x <= 50 -> 0, 0")))
    assert.equal(13, (declared("n >= 1, x = 41 -> 0, 0")))
    assert.equal(13, (declared("k: 1 <= k <= n, k <= x, x ~= 3 -> n - k, k")))
    assert.equal(13, (declared("k: 1 <= k <= x, k <= n, 3k <= 2x + 1 -> n - k, min(2k, x, n - k)", true)))
    assert.equal(13, (declared("k: 1 <= k <= x // 3, k <= n, n - x <= 40 or x >= 20 -> n - k, 4k")))
    assert.equal(13, (declared("k: 1 <= k <= n, x >= 10 + 2k - abs(n - 5) -> n - k, 3k")))
    assert.equal(1, (declared "k: 1 <= k <= n, x mod 3 = 4, k <= x -> 0, 0")) -- 0; what never holds is not seen
    local f = ta.moves { "n, x", f = function(k) return 2 * k end, "k: 1 <= k <= min(n, x) -> n - k, f(k)" }
    assert.same(ta.rules.one_pile "2k":sequence { what = "least_limit", to = 9 }:list(),
      f:sequence { what = "least_limit", to = 9 }:list())
  end)

  it("are called at larger limits, too, if they cannot be read", function()
    local function opaque(holds)
      return ta.ruleset { options = function(emit, n, x)
        if n >= 1 and string.rep("x", 2) == "xx" and holds(x) then emit(0, 0) end
      end }
    end
    local settings = { what = "least_limit", from = 1, to = 1 }
    for _, holds in ipairs { function(x) return x % 8 == 7 end, function(x) return x == 100 end,
      function(x) return x >= 1000 and x <= 2000 end, function(x) return x == 1 << 40 end } do
      local g = opaque(holds)
      assert.is_nil(g:as_moves())
      assert.equal("ELIMIT", (select(3, g:sequence(settings))))
    end
    assert.equal(64, opaque(function(x) return x >= 40 and x % 64 == 0 end):sequence { what = "least_limit", from = 1, to = 1,
      most = 99 }(1))
    assert.equal(math.huge, opaque(function() return false end):sequence(settings)(1))
  end)

  it("say nothing where more than options decides", function()
    local g = ta.moves { "n, x", "k: 1 <= k <= n, k <= x -> n - k, 0", terminal = function(n, x)
      return n == 0 and (x == 100 and "win" or "loss") or nil
    end }
    assert.equal("ELIMIT", (select(3, g:sequence { what = "least_limit", to = 0 })))
  end)
end)

describe("rules:sequence", function()
  it("answers as the kernels' sequences do", function()
    local s = ta.rules.wythoff:sequence { to = 12, fix = { a = 5 } }
    assert.equal("5 3 4 0 6 8 10 1 2 7 12 14 9", table.concat(s:list(), " "))
    assert.equal(13, #s)
    assert.equal(13, s:size())
    assert.equal(6, s(4))
    assert.equal(6, s[4])
    raises("sequence: n: expected an integer from 0 to 12, got 13", function() return s[13] end)
    raises("sequence: values are not changed", function() s[3] = 1 end)
    assert.is_nil(s.three)
    assert.same({ 4, 0 }, s:list(2, 3))
    local n = 0
    for i, value in s:iter() do
      assert.equal(n, i)
      assert.equal(s(i), value)
      n = n + 1
    end
    assert.equal(13, n)
    assert.equal("nim values of Wythoff(a = 5, b), b = 0..12: 5 3 4 0 6 8 10 1 2 7 12 14 9", tostring(s))
    raises("n: expected an integer from 0 to 12, got 13", function() s(13) end)
    local k = ta.rules.kayles:sequence { from = 5, to = 8 }
    assert.equal("4 3 2 1", table.concat(k:list(), " "))
    assert.equal(5, k.first)
  end)
end)

describe("rules:p_positions", function()
  it("are those that the mover loses, as lists that the ruleset takes", function()
    for _, fields in ipairs(variants) do
      local rules, by_hand = ta.ruleset(fields), naive.game(fields)
      for _, misere in ipairs { false, true } do
        local found = {}
        for _, list in ipairs(rules:p_positions { to = { 3, 4, 5 }, from = 1, misere = misere }) do
          found[table.concat(list, ",")] = true
        end
        for a, b, c in box(1, 3, 1, 4, 1, 5) do
          local is_p = by_hand[misere and "misere_outcome" or "outcome"] { a, b, c } == "P"
          assert.equal(is_p, found[a .. "," .. b .. "," .. c] or false)
        end
      end
    end
  end)

  it("print, and read", function()
    local list = ta.rules.wythoff:p_positions { to = 5 }
    assert.equal("P-positions of Wythoff(a, b): (0, 0) (1, 2) (2, 1) (3, 5) (5, 3)", tostring(list))
    assert.equal("P", (ta.rules.wythoff(table.unpack(list[4])):outcome()))
    assert.equal("P-positions of Wythoff(a, b = 9): none",
      tostring(ta.rules.wythoff:p_positions { to = 5, fix = { b = 9 } }))
  end)
end)
