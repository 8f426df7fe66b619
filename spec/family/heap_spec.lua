local box = require "spec.support.box"
local grundy = require "takeaway.rules.grundy"
local refusals = require "spec.support.refusals"
local ta = require "takeaway"

local refused, failed = refusals.raises, refusals.failed

local function list(t) return table.concat(t, " ") end

-- Kayles by its rule, counting calls by heap.
local function counted_kayles()
  local calls, rule = {}, require("takeaway.rules.kayles").heap
  return ta.heap(function(n, emit)
    calls[n] = (calls[n] or 0) + 1
    rule(n, emit)
  end), calls
end

describe("takeaway.heap", function()
  describe("a sequence", function()
    local s = ta.octal "0.77":nim_values(20)
    it("is read from 0", function()
      assert.equal(0, s(0))
      assert.equal(4, s(9))
      assert.equal(21, s:size())
      assert.equal(21, #s)
      assert.same({ 1, 2, 3, 1 }, s:list(1, 4))
      assert.equal(21, #s:list())
      assert.same({}, s:list(5, 4))
      local seen = {}
      for n, v in s:iter() do seen[#seen + 1] = n .. "=" .. v end
      assert.equal("0=0 1=1 2=2", list { seen[1], seen[2], seen[3] })
      assert.equal(21, #seen)
      local h = 0
      for n = 0, 20 do h = (h * 1000003 + s(n)) % 1000000007 end
      assert.equal(h, s:checksum())
      assert.matches("^nim values 0..20: 0 1 2 3", tostring(s))
    end)
    it("refuses what is not in it", function()
      for n, value in s:iter() do assert.equal(value, s[n]) end
      assert.equal(s(3), s[3.0])
      for _, n in ipairs { 21, -1, 1.5, math.huge } do
        local text = ("sequence: n: expected an integer from 0 to 20, got %s"):format(n)
        refused(text, function() return s(n) end)
        refused(text, function() return s[n] end)
      end
      assert.is_nil(s.nothing)
      assert.is_nil(s[true])
      refused("sequence: values are not changed", function() s[3] = 4 end)
      refused("a string", s, "3")
      refused("list: to", s.list, s, 0, 21)
    end)
  end)

  it("answers beyond a proved period up to 2^62", function()
    local game = ta.subtraction { 1, 2, 5 }
    for n = 0, 40 do assert.equal(game:nim_value(n), game:nim_value(n + 3 * (1 << 60))) end
    assert.equal(1 << 62, ta.octal "0.[3]":nim_value(1 << 62))
    assert.equal("P", ta.octal "0.[3]":outcome(1 << 61, 1 << 60, (1 << 60) + (1 << 61)))
    local kayles = ta.octal "0.77"
    assert.equal(kayles:nim_value(12 * 1000 + 7), kayles:nim_value(12 * (1 << 58) + 7))
    assert.same({ { heap = 1, to = { (1 << 62) - 1 } } }, ta.subtraction { 1, 2 }:winning_moves(1 << 62))
    assert.same({ { heap = 2, to = { 5 } } }, ta.octal "0.[3]":winning_moves(5, 1 << 62))
    local all_but = ta.subtraction { all_but = { 2, 3, 7 } }
    local moves = all_but:winning_moves((1 << 62) - 9, 12)
    assert.is_true(#moves > 0)
    for _, move in ipairs(moves) do
      local heaps = { (1 << 62) - 9, 12 }
      heaps[move.heap] = move.to[1] or 0
      assert.equal("P", all_but:outcome(table.unpack(heaps)))
    end
  end)

  it("sequences past the period are the period", function()
    for _, game in ipairs { ta.octal "0.77", ta.subtraction { 2, 3, 7 }, ta.subtraction { all_but = { 2, 3, 7 } },
                            ta.octal "0.[3]", ta.subtraction { 5, 70, 900 } } do
      local p = game:periodicity(40000)
      assert.is_true(p.proved)
      local s = game:nim_values(140000)
      for n = p.preperiod, 140000 - p.period do
        if s(n + p.period) ~= s(n) + p.saltus then error(("%s at %d"):format(game, n)) end
      end
    end
  end)

  it("sequences past the period hold it once, and say what nim_value says", function()
    for _, game in ipairs { ta.octal "0.77", ta.subtraction { 2, 3, 7 }, ta.subtraction { all_but = { 2, 3, 7 } },
                            ta.octal "0.[3]", ta.octal "0.137", ta.octal "4.7" } do
      local p = game:periodicity(40000)
      local edge = p.preperiod + p.period
      for _, to in ipairs { edge - 1, edge, edge + 1, 3 * edge + 5 } do
        local s, h = game:nim_values(to), 0
        assert.equal(to + 1, #s)
        local values = s:list()
        for n, v in s:iter() do
          local same = v == game:nim_value(n) and values[n + 1] == v and s(n) == v
          if not same then error(("%s at %d of %d"):format(game, n, to)) end
          h = (h * 1000003 + v) % 1000000007
        end
        assert.equal(h, s:checksum())
      end
      local before = collectgarbage "count"
      local far = game:nim_values((1 << 32) - 1)
      assert.equal(game:nim_value((1 << 32) - 1), far((1 << 32) - 1))
      assert.equal(1 << 32, #far)
      assert.is_true(collectgarbage "count" - before < 1000)
    end
  end)

  describe("periodicity", function()
    it("is not proved by the bound often printed, where that is false", function()
      -- 0.4: g(0..2) = 0 0 0 passes 2 e + p + k at e = 0, p = 1, yet g(3) = 1
      assert.equal("0 0 0 1", list(ta.octal "0.4":nim_values(3):list()))
      local p = ta.octal "0.4":periodicity(1000)
      assert.is_true(p.proved)
      assert.same({ 34, 54 }, { p.period, p.preperiod })
      for limit = 0, 150 do
        local seen = ta.octal "0.4":periodicity(limit)
        assert.is_false(seen ~= nil and seen.proved)
      end
    end)
    it("is looked for no further than its proof, whatever the limit", function()
      assert.same(ta.octal "0.77":periodicity(1000000), ta.octal "0.77":periodicity(1 << 62))
    end)
    it("is only observed for rules and repeating digits", function()
      local game = ta.heap(function(n, emit) if n > 0 then emit(n - 1) end end)
      assert.same({ period = 2, preperiod = 0, saltus = 0, proved = false, heaps = 100 }, game:periodicity(100))
      failed("ELIMIT", "heaps 0 to 60", ta.heap(grundy.heap):periodicity(60))
      assert.is_false(ta.octal "0.3[03]":periodicity(500).proved)
      local nim = ta.heap(function(n, emit) for h = 0, n - 1 do emit(h) end end):periodicity(50)
      assert.same({ period = 1, preperiod = 0, saltus = 1, proved = false, heaps = 50 }, nim)
    end)
    it("of Nim and all-but games is arithmetic and proved", function()
      for game, expected in pairs { [ta.octal "0.[3]"] = { 1, 0, 1, true },
                                    [ta.subtraction { all_but = { 2, 3, 7 } }] = { 4, 0, 2, true } } do
        local p = game:periodicity(1000)
        assert.same(expected, { p.period, p.preperiod, p.saltus, p.proved })
      end
    end)
    it("says up to which heap it must go on to be proved, exactly", function()
      for code, seen_at in pairs { ["0.77"] = 153, ["0.07"] = 160, ["0.156"] = 7000, ["0.137"] = 170 } do
        local seen = ta.octal(code):periodicity(seen_at)
        assert.is_false(seen.proved, code)
        assert.is_true(seen.needs > seen_at)
        assert.is_false(ta.octal(code):periodicity(seen.needs - 1).proved, code)
        local proved = ta.octal(code):periodicity(seen.needs)
        assert.is_true(proved.proved, code)
        assert.same({ seen.period, seen.preperiod }, { proved.period, proved.preperiod })
        assert.is_nil(proved.needs)
      end
      assert.is_nil(ta.heap(function(n, emit) for k = 1, n do emit(n - k) end end):periodicity(50).needs)
    end)
    it("says what was seen twice, how often, and how far to look", function()
      failed("ELIMIT", "periodicity: octal 0.07: no period is proved among heaps 0 to 125; period 34 from 53 on is seen 2.1 "
        .. "times, and is proved if it goes on to heap 175", ta.octal "0.07":periodicity(125))
      assert.is_true(ta.octal "0.07":periodicity(175).proved)
      failed("ELIMIT", "periodicity: octal 0.16: no period is proved among heaps 0 to 500000; period 149459 from 105351 on "
        .. "is seen 2.6 times, and is proved if it goes on to heap 509621", ta.octal "0.16":periodicity(500000))
      assert.is_nil((ta.octal "0.16":periodicity(509620)))
      assert.is_true(ta.octal "0.16":periodicity(509621).proved)
    end)
    it("that is observed is proved if it holds far enough, and refuted otherwise", function()
      local refuted, proved = 0, 0
      local function judge(make, limit)
        local seen = make():periodicity(limit)
        if not seen or seen.proved or not seen.needs or seen.needs > 5000 then return end
        local game, goes_on = make(), true
        for n = seen.preperiod, seen.needs - seen.period do
          goes_on = goes_on and game:nim_value(n + seen.period) == game:nim_value(n) + seen.saltus
        end
        local found = make():periodicity(seen.needs)
        local label = ("%s, %d"):format(game, limit)
        assert.equal(goes_on, found ~= nil and found.proved and found.period == seen.period
          and found.preperiod == seen.preperiod, label)
        if goes_on then proved = proved + 1 else refuted = refuted + 1 end
      end
      for limit = 20, 300, 7 do
        for _, code in ipairs { "0.77", "0.07", "0.137", "0.55", "0.6", "0.176", "4.3", "0.F" } do
          judge(function() return ta.octal(code) end, limit)
        end
        for _, set in ipairs { { 1, 100 }, { 2, 50, 77 }, { 3, 31 }, { all_but = { 2, 9 } }, { all_but = { 1, 3, 40 } } } do
          judge(function() return ta.subtraction(set) end, limit)
        end
      end
      assert.is_true(refuted > 10 and proved > 10, ("%d %d"):format(refuted, proved))
    end)
    it("is looked for among all heaps that may be had", function()
      local game = ta.octal("0.156", { check = 7700 })
      assert.equal(ta.octal "0.156":nim_value(10 ^ 6), game:nim_value(10 ^ 6))
    end)
    it("is not seen in values that fall", function()
      local falling = { [0] = 0, 1, 2, 1, 0 } -- numbers of options
      local game = ta.heap(function(n, emit) for k = 0, falling[n] - 1 do emit(k) end end)
      assert.same({ 0, 1, 2, 1, 0 }, game:nim_values(4):list())
      assert.equal("ELIMIT", (select(3, game:periodicity(4))))
    end)
    it("says what was seen twice, also where no theorem says when it is proved", function()
      local game = ta.heap(function(n, emit) for k = 1, math.min(n, 99) do emit(n - k) end end)
      failed("ELIMIT", ": no period is seen among heaps 0 to 150", game:periodicity(150))
      failed("ELIMIT", ": no period is proved among heaps 0 to 250; period 100 from 0 on is seen 2.5 times; no theorem says "
        .. "when it is proved", game:periodicity(250))
    end)
    it("gives values at once, however far", function()
      local game = ta.octal "0.77"
      assert.is_true(game:periodicity(1000).proved)
      local values = game:nim_values(1 << 40)
      for _, n in ipairs { 5, (1 << 32) - 1, 1 << 32, 1 << 40 } do assert.equal(game:nim_value(n), values[n]) end
      assert.matches("at most 2^32 heaps", select(2, ta.octal "0.007":nim_values(1 << 32)), 1, true)
    end)
    it("says ELIMIT when nothing repeats yet", function()
      failed("ELIMIT", "0.16: no period is seen among heaps 0 to 1000", ta.octal "0.16":periodicity(1000))
    end)
  end)

  it("winning moves of a sum are the moves to value 0, all of them", function()
    for _, game in ipairs { ta.octal "0.77", ta.subtraction { 1, 3, 4 }, ta.octal "4.07", ta.octal "0.8",
                            ta.heap(grundy.heap), ta.subtraction { all_but = { 2, 3 } }, ta.octal "0.3[03]" } do
      for a = 0, 9 do
        for b = 0, a do
          local moves = game:winning_moves(a, b)
          assert.equal(game:outcome(a, b) == "N", #moves > 0)
          for _, move in ipairs(moves) do
            local heaps = { a, b }
            table.remove(heaps, move.heap)
            for _, h in ipairs(move.to) do heaps[#heaps + 1] = h end
            assert.equal("P", game:outcome(table.unpack(heaps)))
          end
        end
      end
    end
    assert.same({ { heap = 1, to = { 1 } } }, ta.octal "0.07":winning_moves(3))
    assert.same({ { heap = 1, to = {} } }, ta.subtraction { 3 }:winning_moves(3))
    assert.same({}, ta.octal "0.77":winning_moves())
    assert.equal("P", ta.octal "0.77":outcome())
  end)

  it("p_positions", function()
    assert.same({ 0, 5, 10, 15, 20 }, ta.subtraction { 1, 2, 3, 4 }:p_positions(20))
    assert.same({ 0, 1, 2, 4, 7, 10, 20, 23, 26, 50, 53 }, ta.heap(grundy.heap):p_positions(60))
  end)

  describe("scripted rules", function()
    it("are called once for each heap", function()
      local game, calls = counted_kayles()
      assert.equal(ta.octal "0.77":nim_value(60), game:nim_value(60))
      game:nim_values(100)
      game:winning_moves(50, 49)
      game:misere_outcome(9, 3)
      for n = 0, 100 do assert.equal(1, calls[n]) end
    end)
    it("reach far when they reach few", function()
      local halves = ta.heap(function(n, emit) if n > 0 then emit(n // 2) end end)
      assert.equal(1, halves:nim_value(1 << 60))
      assert.equal("N", halves:outcome(1 << 60))
      local chain = ta.heap(function(n, emit) if n > 0 then emit(n - 1) end end)
      assert.equal(0, chain:nim_value(200000)) -- deep, no stack overflow
    end)
    it("may leave nothing by naming no heap, as positions too", function()
      local game = ta.heap(function(n, emit) if n > 0 then emit() end end)
      assert.equal(1, game:nim_value(4))
      assert.same({ game:position(0) }, game:position(3):options())
      assert.equal("1", tostring(game:genus(3)))
      assert.equal("P", game:position(3):misere_outcome())
      assert.equal("*", tostring(game:partizan_join(game)(2):canonical_form()))
      local join = ta.octal "0.1":join(ta.subtraction { 1 })
      assert.same({ join:position(0) }, join:position(1):options())
    end)
    it("are called by a name, in messages too", function()
      local game = ta.heap(function(n, emit) emit(n) end, { name = "Stay\27" })
      assert.equal("Stay\\27", tostring(game))
      assert.equal("Stay\\27(3)", tostring(game:position(3)))
      assert.error_matches(function() game:nim_value(5) end, "Stay\\27: heap 5: an option leaves a heap of 5;")
      assert.matches("^heap rule .*heap_spec.*:%d+$", tostring(ta.heap(function() end)))
      for _, bad in ipairs { 3, {}, true } do
        assert.error_matches(function() ta.heap(function() end, { name = bad }) end, "heap: name: expected a string, got")
      end
      assert.error_matches(function() ta.octal("0.7", { name = "x" }) end, "octal: settings: unknown setting name")
    end)
    it("cannot emit heaps that are not smaller", function()
      for _, bad in ipairs { 5, 6, -1, 1 << 62 } do
        local game = ta.heap(function(n, emit) emit(n == 5 and bad or 0) end)
        local message = ("heap rule .*heap_spec.*: heap 5: an option leaves a heap of %d;"):format(bad)
        assert.error_matches(function() game:nim_value(5) end, (message:gsub("%-", "%%-")))
      end
      local game = ta.heap(function(n, emit) emit(n) end)
      assert.error_matches(function() game:nim_value(0) end, "heap 0")
      local quiet = ta.heap(function(n, emit) pcall(emit, n) end)
      assert.error_matches(function() quiet:nim_value(3) end, "heap 3: an option leaves a heap of 3")
    end)
    it("errors are passed on, and the game stays usable", function()
      local broken = true
      local game = ta.heap(function(n, emit)
        if broken and n == 3 then error("three is broken") end
        if n > 0 then emit(n - 1) end
      end)
      assert.error_matches(function() game:nim_value(7) end, "three is broken.*rule for heap 3")
      broken = false
      assert.equal(1, game:nim_value(7))
    end)
    it("report every misuse", function()
      local function value(rule) return ta.heap(rule):nim_value(4) end
      for text, rule in pairs {
        ["heap 1 of an option: expected an integer, got 1.5"] = function(_, emit) emit(1.5) end,
        ["expected an integer, got \"1\""] = function(_, emit) emit("1") end,
        ["expected an integer, got nil"] = function(_, emit) emit(nil) end,
        ["returned a table; options are named by emit"] = function(n) return { n - 1 } end,
        ["takes emit first"] = function(emit, n) if n > 0 then emit(n - 1) end end,
        yield = function(n, emit) coroutine.yield(emit, n) end,
      } do refused(text, value, rule) end
      refused("heap: rule: expected a function", ta.heap, 3)
      local kept
      local game = ta.heap(function(n, emit) kept = emit; if n > 0 then emit(0) end end)
      game:nim_value(3)
      refused("outside", kept, 1)
      local own
      own = ta.heap(function(n, emit) if n > 0 then emit(own:nim_value(n - 1)) end end)
      refused("in use", own.nim_value, own, 3)
    end)
    it("that name without end are stopped", function()
      local endless = ta.heap(function(n, emit) while n > 0 do emit(0) end end)
      failed("ELIMIT", "heap 1: the rule names more than 10000000 options", endless:nim_value(1))
    end)
    it("more than check heaps is ELIMIT", function()
      local game = ta.heap(function(n, emit) if n > 0 then emit(n - 1) end end, { check = 100 })
      assert.equal(0, game:nim_value(100))
      failed("ELIMIT", "check = 100 heaps below this one", game:nim_value(1000))
    end)
    it("more than check heaps that wait for one another are ELIMIT", function()
      for _, far in ipairs { 2 ^ 32, 2 ^ 53, 1 << 62 } do
        local calls = 0
        local game = ta.heap(function(n, emit)
          calls = calls + 1
          assert(calls <= 100, "too many heaps are begun")
          if n > 0 then emit(n - 1) end
        end, { check = 100 })
        failed("ELIMIT", "more than check = 100 heaps below this one; 0 are solved", game:nim_value(far))
      end
    end)
    it("even and odd: the lemma", function()
      local game = ta.heap(require("takeaway.rules.even_odd").heap)
      assert.equal(0, game:nim_value(0))
      for k = 1, 200 do
        assert.equal(k - 1, game:nim_value(2 * k))
        assert.equal(k, game:nim_value(2 * k - 1))
      end
      assert.same({ 0, 2 }, game:p_positions(400))
    end)
  end)

  it("misere nim values", function()
    local nim = ta.octal "0.[3]"
    for n = 0, 20 do assert.equal(n < 2 and 1 - n or n, nim:misere_nim_value(n)) end
    -- misere Nim: as normal Nim unless all heaps are of one counter or none
    for a = 0, 5 do
      for b = 0, a do
        for c = 0, b do
          local win = a > 1 and (a ~ b ~ c) ~= 0 or a <= 1 and (a + b + c) % 2 == 0
          assert.equal(win and "N" or "P", nim:misere_outcome(a, b, c))
        end
      end
    end
    failed("ELIMIT", "positions = 100", ta.octal("0.77", { positions = 100 }):misere_outcome(40, 30))
  end)

  describe("sums of different games", function()
    local kayles, fibonacci = ta.octal "0.77", ta.one_pile(2)
    it("add nim values", function()
      for n, m in box(0, 12, 0, 8) do
        for x = 0, m do
          local sum = ta.heaps { { kayles, n }, { fibonacci, m, x }, { ta.subtraction { 1, 2 }, 2 } }
          local value = kayles:nim_value(n) ~ fibonacci:nim_value(m, x) ~ 2
          assert.equal(value, sum:nim_value())
          assert.equal(value == 0 and "P" or "N", sum:outcome())
          assert.equal(value ~= 0, #sum:winning_moves() > 0)
        end
      end
      assert.equal(0, ta.heaps {}:nim_value())
    end)
    it("refuse two piles with one bound, and say why", function()
      refused("shares one bound", ta.heaps, { { ta.two_pile "2k", 3 } })
    end)
    it("refuse nonsense", function()
      refused("heaps: expected a list", ta.heaps, 3)
      local integer = "n: expected an integer from 0 to 2^62, got "
      for text, summands in pairs {
        ["summand 2: expected {game, n}"] = { { kayles, 5 }, nil, { kayles, 3 } }, ["summand 1: expected {game, n}, got nil"] = { a = 1 },
        ["summand 1: x: expected none"] = { { kayles, 5, 3 } }, ["another key x"] = { { kayles, 5, x = 3 } },
        [integer .. "inf"] = { { kayles, math.huge } }, [integer .. "4611686018427387905"] = { { kayles, (1 << 62) + 1 } },
        [integer .. "-1"] = { { kayles, -1 } }, ["summand 1: expected {game, n}, got 3"] = { 3 },
        ["summand 2: expected a heap game"] = { { kayles, 3 }, { 4, 5 } },
      } do refused(text, ta.heaps, summands) end
      failed("EUNSUPPORTED", "", ta.heaps { { ta.one_pile(2, { misere = true }), 3 } }:outcome())
    end)
  end)

  it("joins say what their games cannot answer", function()
    local join = ta.octal "0.8":join(ta.octal "0.3")
    assert.equal("octal 0.8 joined with octal 0.3", tostring(join))
    failed("ELIMIT", "nim_value: more than 10000000 moves", join:nim_value(30000))
    join = ta.octal "20.017":join(ta.octal "0.3")
    for _, call in ipairs { "nim_value", "genus" } do
      failed("EUNSUPPORTED", "octal 20.017 joined with octal 0.3: a move in heap 3 leaves a heap of 4", join[call](join, 3))
    end
    assert.equal(0, join:nim_value(0))
  end)

  it("positions far away have the options of their moves alone", function()
    local game = ta.subtraction { 3, 1, 2, 3 }
    local far = game:position(10 ^ 12 + 1)
    assert.same({ game:position(10 ^ 12), game:position(10 ^ 12 - 1), game:position(10 ^ 12 - 2) }, far:options())
    assert.same({ game:position(10 ^ 12) }, far:winning_moves())
    assert.same({ game:position(1), game:position(0) }, game:position(2):options())
    game = ta.octal "0.33"
    assert.same({ game:position(10 ^ 12 - 1), game:position(10 ^ 12 - 2) }, game:position(10 ^ 12):options())
  end)

  it("sets of a million members", function()
    local set = {}
    for k = 1, 10 ^ 6 do set[k] = k end
    local game = ta.subtraction(set)
    assert.equal(7, game:nim_value(7))
    assert.equal(1, #game:position(1):options())
    assert.equal(0, ta.subtraction { all_but = set }:nim_value(7))
  end)

  describe("bad input", function()
    it("codes, with the place", function()
      local places = { ["0.#"] = 2, ["1.7"] = 0, ["0.7.7"] = 3, ["0.["] = 3, ["0.[]"] = 3, [""] = 0,
                       ["0.77x"] = 4, ["0.[3]3"] = 5 }
      for code, place in pairs(places) do
        local ok, message = pcall(ta.octal, code)
        assert.is_false(ok)
        assert.equal("    " .. (" "):rep(place) .. "^", message:match("\n([^\n]*%^)"))
        assert.matches("octal: code: ", message, 1, true)
      end
      assert.error_matches(function() ta.octal(0.77) end, "octal: code: expected a string")
      assert.error_matches(function() ta.octal(("7"):rep(10000)) end, "at most 4096")
    end)
    it("sets", function()
      for _, bad in ipairs { 0, -3, 1.5, 1000001, math.huge } do
        refused("set: member 2: expected an integer from 1 to 1000000", ta.subtraction, { 1, bad })
        refused("all_but: member 1", ta.subtraction, { all_but = { bad } })
      end
      for _, case in ipairs {
        { "subtraction: an empty set", {} }, { "member 1", { "3" } }, { "other keys", { 1, all_butt = {} } },
        { "gaps", { 1, nil, 3, nil, [9] = 3 } }, { "other keys", { 1, all_but = { 2 } } }, { "expected a list", 3 },
      } do
        refused(case[1], ta.subtraction, case[2])
      end
      assert.equal("subtraction {1, 2, 3}", tostring(ta.subtraction { 3, 1, 2, 3, 3 }))
      local far = ta.subtraction { 1000000 }
      assert.same({ 0, 0, 1 }, { far:nim_value(1), far:nim_value(999999), far:nim_value(1000000) })
    end)
    it("heaps", function()
      local game = ta.octal "0.77"
      assert.error_matches(function() game:outcome(3, -1) end, "outcome: heap 2: expected an integer from 0 to 2^62, got -1", 1, true)
      assert.error_matches(function() game:misere_nim_value(1, 2) end, "expected one heap, got 2")
      game:close()
      assert.equal("heap game (closed)", tostring(game))
    end)
    it("limits: memory is requested first, and check names known results", function()
      failed("ELIMIT", "", ta.octal "0.77":nim_values(1 << 60))
      failed("ELIMIT", "", ta.octal("0.16", { memory = 1000 }):nim_values(5000))
      failed("ELIMIT", "heaps 0 to 500", ta.octal("0.16", { check = 500 }):nim_value(501))
      failed("ELIMIT", "", ta.octal "0.77":winning_moves(1 << 40))
    end)
    it("progress covers the whole query", function()
      for _, make in ipairs {
        function(o) return ta.octal("0.142", o) end, function(o) return ta.octal("0.007", o) end,
        function(o) return ta.octal("0.8", o) end,
        function(o) return ta.heap(function(n, emit) for k = 0, n % 9 do if k < n then emit(k) end end end, o) end,
      } do
        local first
        local game = make { progress = function(_, total) first = total return false end }
        game:nim_values(60000)
        assert.equal(60001, first, tostring(game))
      end
    end)
  end)

  it("vector and portable paths agree", function()
    for _, code in ipairs { "0.77", "0.07", "0.16", "0.007", "0.356", "0.644" } do
      local portable = ta.octal(code, { portable = true }):nim_values(4000)
      assert.equal(portable:checksum(), ta.octal(code):nim_values(4000):checksum())
    end
  end)

  it("print the last heap of a long sequence as it is", function()
    assert.matches("^nim values 0%.%.3000000000: 0 1 0 1 ", tostring(ta.subtraction { 1 }:nim_values(3 * 10 ^ 9)))
  end)
end)
