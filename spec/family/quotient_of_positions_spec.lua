-- Misere quotients of positions, and outcomes in misere play by turns, against the definition.
local closures = require "takeaway.engine.ruleset.closure"
local core = require "takeaway.core"
local heap_games = require "spec.support.heap_games"
local heap_parts = require "takeaway.rules.heaps".parts
local refusals = require "spec.support.refusals"
local seed = require "spec.support.seed"
local ta = require "takeaway"
local turns = require "takeaway.engine.sum.dovetail"

local failed, definition = refusals.failed, heap_games.misere_outcomes

-- A random graph of edges between n points, in which a point and its neighbours are taken: Node Kayles.
local function random_rules()
  local n, near = math.random(4, 7), {}
  for i = 1, n do near[i] = 1 << (i - 1) end
  for i = 1, n do
    for j = i + 1, n do
      if math.random(3) == 1 then near[i], near[j] = near[i] | 1 << (j - 1), near[j] | 1 << (i - 1) end
    end
  end
  local rules = ta.ruleset { name = "Node Kayles",
    options = function(emit, set)
      for i = 1, n do
        if set & 1 << (i - 1) ~= 0 then emit(set & ~near[i]) end
      end
    end,
    parts = function(set)
      local list = {}
      while set ~= 0 do
        local part, grown = 0, set & -set
        while grown ~= part do
          part = grown
          for i = 1, n do
            if part & 1 << (i - 1) ~= 0 then grown = grown | near[i] & set end
          end
        end
        list[#list + 1] = { part }
        set = set & ~part
      end
      return list
    end }
  return rules, (1 << n) - 1
end

describe("misere quotients of positions", function()
  it("decide all sums of what can be reached, as by definition", function()
    for _, p in ipairs { ta.rules.cram(3, 3), ta.rules.cram(2, 4), ta.rules.kayles(7), ta.rules.wythoff(2, 2),
                         ta.rules.grundy(8) } do
      local q, outcome = assert(p:misere_quotient()), definition()
      local components = q:components()
      assert.equal(q:heaps(), #components)
      for i = 0, #components do
        local a = components[i]
        for j = 0, math.min(i, 6) do
          local b = components[j]
          local sum = { a or b, a and b }
          if a then assert.equal(outcome(table.unpack(sum)), q:outcome(table.unpack(sum)), tostring(p)) end
          assert.equal(q:element(i, j), q:product(q:element(i), q:element(j)))
        end
      end
      assert.equal(outcome(p, p), q:outcome(2 * p))
      if #components < 5 then assert.equal(outcome(p, p, p), q:outcome(p + p + p)) end
      for _, move in ipairs(q:winning_moves(p, components[1])) do
        local after = { p, components[1] }
        after[move.heap] = move.to
        assert.equal("P", outcome(table.unpack(after)))
      end
      assert.equal(outcome(p, components[1]) == "N", #q:winning_moves(p, components[1]) > 0)
    end
  end)

  it("of misere values decide all sums of followers", function()
    seed()
    local day = assert(ta.misere_day(4))
    for i = 1, 22 + 15 do
      local v = day[i]
      if not v then -- of day 5
        local options = {}
        for k = 1, math.random(2, 5) do options[k] = day[math.random(22)] end
        v = ta.misere_value(options)
      end
      local room = { positions = 5000 } -- of some it is infinite
      local q, _, code = v:misere_quotient(room)
      assert.is_true(q and true or code == "ELIMIT" and i > 22)
      local outcome, followers = definition(), v:followers()
      for _ = 1, q and 20 or 0 do
        local a, b, c = v, followers[math.random(#followers)], followers[math.random(#followers)]
        local right = outcome(a, b, c)
        assert.equal(right, q:outcome(a, b, c), tostring(v))
        assert.equal(right, q:outcome(ta.sum { a, b }, c))
        assert.equal(right, ta.sum { a, b, c }:misere_outcome())
        if i <= 22 then assert.equal(right, ta.sum { b, c, a }:misere_quotient():outcome(c, a, b)) end
        for _, move in ipairs(q:winning_moves(b, c)) do
          local after = { b, c }
          after[move.heap] = move.to
          assert.equal("P", outcome(table.unpack(after)))
        end
        assert.equal(outcome(b, c) == "N", #q:winning_moves(b, c) > 0 or b == c and b == ta.misere_value(0))
      end
    end
  end)

  it("of misere values are those that Plambeck and Siegel print", function()
    local r8 = ta.misere_value "*[2#320]":misere_quotient()
    assert.is_true(tostring(ta.misere_value "*[2##]":misere_quotient()):find "T_2" ~= nil)
    assert.is_nil(r8:element(ta.misere_value(4)))
    assert.equal(1, select("#", ta.misere_value "*[2##]":misere_quotient()))
    assert.has_error(function() ta.misere_value(4).misere_quotient() end,
      "misere_quotient: expected a misere value (called with . instead of : ?), got nil")
  end)

  it("are the same where misere values are terms beside positions", function()
    local p, v = ta.rules.kayles(5), ta.misere_value "*[2#0]"
    assert.equal("Kayles(5) + *[2#0]", tostring(p + v))
    assert.equal("*[2#0] + Kayles(5)", tostring(v + p))
    assert.equal((p:misere_canonical_form() + v):misere_outcome(), (v + p):misere_outcome())
    assert.equal(p:nim_value() ~ v:nim_value(), (p + v):nim_value())
    assert.equal(p:misere_canonical_form() + v, (v + p):misere_canonical_form())
    assert.equal((p + v):misere_outcome(), (p + v):misere_quotient():outcome(v, p))
  end)

  it("decide sums on random graphs", function()
    seed()
    for _ = 1, 30 do
      local rules, all = random_rules()
      local q, outcome = assert(rules(all):misere_quotient()), definition()
      for _ = 1, 20 do
        local a, b = rules(math.random(0, all)), rules(all)
        if q:element(a) then assert.equal(outcome(a, b), q:outcome(a, b)) end
      end
      assert.equal(outcome(rules(all)), rules(all):misere_outcome())
    end
  end)

  it("are those of the heaps, where positions are heaps", function()
    for _, n in ipairs { 5, 12, 20 } do
      local a, b = ta.rules.kayles(n):misere_quotient(), ta.octal "0.77":misere_quotient(n)
      assert.equal(b:order(), a:order())
      assert.equal(b:presentation(), a:presentation())
      for k = 0, n do assert.equal(b:element(k), a:element(ta.rules.kayles(k))) end
    end
    local sum = ta.rules.kayles(5) + ta.rules.grundy(7) -- of different rules, in one quotient
    local q = sum:misere_quotient()
    assert.equal(definition()(ta.rules.kayles(5), ta.rules.grundy(7)), q:outcome(sum))
    assert.equal(1, ta.sum {}:misere_quotient():order())
  end)

  it("say what they are of", function()
    local q = ta.rules.cram(3, 4):misere_quotient()
    assert.equal('misere quotient of Cram("..../..../...."), 25 components: order 12, |P| = 3, wild', tostring(q))
    assert.equal(ta.rules.cram(3, 4), q:game())
    local first = q:generators()[1]
    assert.same({ "a", 1, 'Cram("..")' }, { first.name, first.heap, tostring(first.position) })
    assert.equal('{Cram("..")}', tostring(ta.rules.cram(1, 2):misere_quotient():components()))
    assert.equal(first.position, q:position("a")[1])
    assert.is_nil(ta.octal "0.77":misere_quotient(5):components())
    assert.matches("elements of components, n = 0..25: 1 a b", tostring(q:values()))
    assert.matches("Elements of components", ta.report(q))
    assert.is_true(q:verify())
  end)

  it("refuse what has none, and arguments that are no positions", function()
    local function refused(code, words, p)
      local _, message = failed(code, words, p:misere_quotient())
      assert.matches("^misere_quotient: ", message)
    end
    refused("EPARTIZAN", "a partizan game", ta.rules.domineering(2, 2))
    refused("ELOOPY", "need not end", ta.ruleset { options = function(emit, n) emit((n + 1) % 3) end }(0))
    refused("ELIMIT", "more than 4095 components", ta.ruleset { options = function(emit, n) emit(n + 1) end }(0))
    refused("EUNSUPPORTED", "a terminal rule", ta.ruleset {
      options = function(emit, n) if n > 0 then emit(n - 1) end end,
      terminal = function(n) if n == 0 then return "win" end end }(3))
    local q = ta.rules.cram(2, 3):misere_quotient()
    failed("ELIMIT", "cannot be reached from", q:element(ta.rules.cram(5, 5)))
    assert.has_error(function() q:outcome "x" end,
      'outcome: argument 1: expected a position, a value or the number of a component, from 0 to 4, got "x"')
    assert.has_error(function() q:winning_moves(1, 99) end)
    assert.matches("a position's components", select(2, q:periodicity()))
  end)
end)

describe("outcomes in misere play by turns", function()
  it("are found by the quotient where a search is too long, and are those of the heaps", function()
    local q, game = ta.octal "0.77":misere_quotient(), ta.octal "0.77"
    for _, n in ipairs { 30, 57, 58, 59, 60, 100 } do
      assert.equal(q:outcome(n), ta.rules.kayles(n):misere_outcome())
      assert.equal(q:outcome(n, n - 1, 7), (ta.rules.kayles(n) + ta.rules.kayles(n - 1, 7)):misere_outcome())
      assert.equal(q:outcome(n), game:misere_outcome(n))
    end
    for _, n in ipairs { 1000, 4095, 4096 } do assert.equal(q:outcome(n, 12), game:misere_outcome(n, 12)) end
    assert.equal(q:outcome(10 ^ 15), game:misere_outcome(10 ^ 15 // 1 | 0))
    assert.equal(q:outcome(100), ta.octal "0.77":position(100):misere_outcome())
  end)

  it("are the same, however little room each is given", function()
    seed()
    local first = turns.first
    finally(function() turns.first = first end)
    local codes = { "0.77", "0.07", "0.137", "4.3", "0.6" }
    for room = 1, 5 do
      local outcome, game = heap_games.outcomes(heap_games.rule(codes[room])), ta.octal(codes[room])
      for _ = 1, 12 do
        turns.first = room
        local a, b, c = math.random(0, 9), math.random(0, 9), math.random(0, 4)
        assert.equal(outcome(a, b, c), game:misere_outcome(a, b, c), codes[room])
        local rules, all = random_rules()
        local p, q = rules(all), rules(math.random(all))
        local turned = { p:misere_outcome(), (p + q):misere_outcome(), (2 * q + ta.rules.nim(2)):misere_outcome() }
        turns.first = 1 << 30
        rules:clear()
        assert.same(turned, { p:misere_outcome(), (p + q):misere_outcome(), (2 * q + ta.rules.nim(2)):misere_outcome() })
      end
    end
  end)

  it("are those of the definition on either side", function()
    for _, board in ipairs { "..../....", "...../.....", ".../.../..." } do
      local p = ta.rules.cram(board)
      assert.equal(definition()(p), p:misere_outcome())
      assert.equal(p:misere_quotient():outcome(p), p:misere_outcome())
    end
  end)

  it("follow rules that change, once they are cleared", function()
    local take = 2 -- Kayles, then bowling with one ball alone
    local rules = ta.ruleset { options = function(emit, n)
      for t = 1, take do
        for i = 0, (n - t) // 2 do emit(i, n - t - i) end
      end
    end, parts = heap_parts }
    local before, after = ta.octal "0.77":misere_quotient(70), ta.octal "0.7":misere_quotient(70)
    local other
    for n = 40, 46 do
      assert.equal(before:outcome(n), rules(n):misere_outcome())
      if before:outcome(n) ~= after:outcome(n) then other = n end
    end
    assert.is_not_nil(other)
    take = 1
    rules:clear()
    assert.equal(after:outcome(other), rules(other):misere_outcome())
  end)

  it("keep to the limits that are set", function()
    local function kayles(settings)
      return ta.ruleset({ options = ta.rules.kayles.options, parts = ta.rules.kayles.parts }, settings)
    end
    failed("ELIMIT", "", kayles { limit = 50 }(80):misere_outcome())
    failed("ECANCELLED", "", kayles { progress = function() return false end }(80):misere_outcome())
    failed("ELIMIT", "", ta.octal("0.77", { positions = 100 }):misere_outcome(60))
  end)

  it("end when a watcher says so, whichever turn it is", function()
    local heard, at
    core.watch(function(done)
      if done then heard = heard + 1 end
      return not (done and heard == at)
    end)
    finally(function() core.watch(nil) end)
    for _, ask in ipairs {
      function() return ta.octal "0.77":misere_outcome(58, 57) end,
      function()
        ta.rules.kayles:clear()
        return ta.rules.kayles(40, 39):misere_outcome()
      end,
    } do
      heard, at = 0, nil
      local want = ask()
      local words = heard
      for k = 1, words, math.max(1, words // 12) do
        heard, at = 0, k
        local outcome, message, code = ask()
        if heard >= k then
          assert.is_nil(outcome)
          assert.equal("ECANCELLED", code, message)
        end
        at = nil
        assert.equal(want, ask())
      end
    end
  end)

  -- Components far more than sums are met soon; each takes a millisecond or two.
  local function slow(settings)
    local reads = {}
    local rules = ta.ruleset({
      name = "slow",
      parts = function(...)
        local list, t = {}, { ... }
        for i = 1, #t, 2 do
          if t[i] > 0 then list[#list + 1] = { t[i], t[i + 1] } end
        end
        return list
      end,
      options = function(emit, n, k)
        local began = core.clock()
        reads[#reads + 1] = began
        while core.clock() < began + 0.001 do end
        if n == 1 then return emit(0, 0) end
        for a = 0, math.min(n - 1, 5) do
          local b = n - 1 - a
          emit(a, (k * 7 + a + n) % 40, b, (k * 5 + b + 3 * n + a) % 40)
        end
      end,
    }, settings)
    return rules, reads
  end

  it("take no longer in all than the seconds that are set", function()
    for _, ask in ipairs { "misere_outcome", "misere_quotient" } do
      local rules, reads = slow { seconds = 0.5 }
      local began, p = core.clock(), rules(60, 0)
      local answer, message, code, more = p[ask](p)
      assert.same({ nil, "ELIMIT", nil }, { answer, code, more })
      assert.matches("limit of 0.5 seconds", message)
      local late = 0
      for _, at in ipairs(reads) do
        if at > began + 0.5 then late = late + 1 end
      end
      assert.is_true(#reads >= 1 and late <= 1000, late .. " options read late")
      assert.same({ 0, 0, 0.5, 0 }, rules.limits)
    end
  end)

  it("are heard and ended by the progress function, whichever turn it is", function()
    for _, ask in ipairs { "misere_outcome", "misere_quotient" } do
      local turn, heard = false, 0
      local rules, reads = slow { progress = function()
        heard = heard + 1
        turn = turn or debug.traceback():find("closure.lua", 1, true) ~= nil
        return not turn
      end }
      local p = rules(60, 0)
      local answer, message, code = p[ask](p)
      assert.same({ nil, "ECANCELLED" }, { answer, code }, message)
      assert.is_true(turn and heard >= 1 and #reads >= 1)
    end
    local watched, ended, most = 0, 0, 4
    core.watch(function(done)
      if done then watched = watched + 1 else ended = ended + 1 end
      return watched < most
    end)
    finally(function() core.watch(nil) end)
    local _, _, code = slow()(60, 0):misere_quotient()
    assert.same({ "ECANCELLED", 4, 1 }, { code, watched, ended })
    watched, ended, most = 0, 0, math.huge
    local chain = ta.ruleset { name = "chain", options = function(emit, n)
      if watched > 0 or n > 3000 then error "no more" end
      local at = core.clock()
      while core.clock() < at + 0.01 do end
      emit(n + 1)
    end }
    assert.error_matches(function() chain(1):misere_quotient() end, "no more")
    assert.equal(1, ended)
  end)

  it("raise what a progress function raises, whichever turn it is", function()
    for _, ask in ipairs { "misere_outcome", "misere_quotient" } do
      local rules = slow { progress = function()
        if debug.traceback():find("closure.lua", 1, true) then error "progress broke" end
      end }
      local p = rules(60, 0)
      assert.error_matches(function() p[ask](p) end, "progress broke")
    end
  end)

  it("that are kept send no reports to an earlier watcher", function()
    local heard, later = 0, 0
    core.watch(function() heard = heard + 1 end)
    finally(function() core.watch(nil) end)
    local q = assert(ta.rules.kayles(60):misere_quotient())
    heard = 0
    core.watch(function() later = later + 1 return false end)
    local answer, message, code = q:verify(4095)
    assert.same({ 0, true }, { heard, later > 0 })
    assert.same({ nil, "ECANCELLED" }, { answer, code }, message)
  end)

  it("take values for what they are in sums", function()
    local q = assert(ta.sum { ta.star(3), ta.star(1) }:misere_quotient())
    assert.equal("N", q:outcome(ta.star(2)))
    assert.same({ "*", "0" }, { tostring(q:winning_moves(ta.star(2))[1].to), tostring(ta.star(0)) })
    assert.equal(1, #q:winning_moves(ta.star(2)))
    assert.equal("P", q:outcome(ta.star(2), ta.star(2)))
  end)

  it("say what cannot be, and are right where play is long", function()
    local doubling = ta.ruleset { name = "doubling",
      options = function(emit, n) if n == 1 then emit(0) elseif n > 1 then emit(n - 1, n - 1) end end,
      parts = heap_parts }
    for _, n in ipairs { 3, 61, 62, 63, 64, 150 } do -- to 2^150 moves
      local q = doubling(n):misere_quotient()
      assert.equal(doubling:misere_quotient(n):order(), q:order())
      assert.equal("P", q:outcome(doubling(n)))
      assert.equal("N", q:outcome(2 * doubling(n)))
    end
    local burst = ta.ruleset { name = "burst",
      options = function(emit, t) if t == "a" then emit "" elseif t ~= "" then emit(("a"):rep(tonumber(t))) end end,
      parts = function(t)
        local list = {}
        if tonumber(t) then return { { t } } end
        for c in t:gmatch "." do list[#list + 1] = { c } end
        return list
      end }
    assert.equal(2, burst "200":misere_quotient():order())
    failed("ELIMIT", 'misere_quotient: burst("201"): an option of burst("201") has 201 components, and a quotient takes 200',
      burst "201":misere_quotient())
    assert.equal("P", burst "200":misere_outcome())
    assert.equal("N", burst "201":misere_outcome())
    local q = ta.octal "0.77":misere_quotient(1000, { stop_at_period = true })
    assert.same({ true, 334 }, { q:verify() })
    assert.error_matches(function() q:verify(100) end, "verify: to: expected an integer from 167, ", 1, true)
    local game = ta.octal "0.77"
    assert.equal("N", game:misere_outcome(10 ^ 12, 33.0))
    assert.equal(game:misere_outcome(10 ^ 12 // 1 | 0, 34), game:misere_outcome(34.0, 10 ^ 12))
  end)

  it("say what is wrong with heaps, before and after a quotient is kept", function()
    local game, many = ta.octal "0.77", {}
    for i = 1, 201 do many[i] = 1 end
    for _ = 1, 2 do
      assert.error_matches(function() game:misere_outcome(table.unpack(many)) end, "misere_outcome: ", 1, true)
      assert.error_matches(function() game:misere_outcome(3, "x") end, "misere_outcome: heap 2", 1, true)
      assert.equal("N", game:misere_outcome(60))
    end
  end)

  it("are those of a search for every kind of heap game", function()
    seed()
    local first = turns.first
    finally(function() turns.first = first end)
    for _, make in ipairs { function() return ta.octal "0.1337" end, function() return ta.octal "4.7" end,
                            function() return ta.octal "20.017" end, function() return ta.subtraction { 1, 4, 5 } end,
                            function() return ta.subtraction { all_but = { 2 } } end,
                            function() return ta.heap(function(n, emit) for k = 0, n // 2 do emit(k, n // 3) end end) end } do
      local turned, searched = make(), make()
      if turned then
        for _ = 1, 30 do
          local a, b, c = math.random(0, 11), math.random(0, 9), math.random(0, 5)
          turns.first = 1
          local outcome, _, code = turned:misere_outcome(a, b, c)
          turns.first = 1 << 40
          local wanted, _, wanted_code = searched:misere_outcome(a, b, c)
          assert.equal(wanted, outcome, tostring(turned))
          assert.equal(wanted_code, code, tostring(turned))
        end
      end
    end
  end)

  it("keep a text and a number apart", function()
    local rules = ta.ruleset { options = function(emit, n)
      if n == 1 then emit(0) elseif n == "2" then emit "3" elseif n == "1" then
        emit "2"
        emit "3"
      end
    end }
    local closure = closures.find({ rules(1), rules "1" }, { components = 9, options = 99 })
    assert.same({ { {} }, { {}, { 1 } } }, closure.options)
    assert.same({ { 1 }, { 2 } }, { closure:numbers(rules(1)), closure:numbers(rules "1") })
  end)

  it("raise what a rule raises", function()
    local rules = ta.ruleset { options = function(emit, n)
      if n == 30 then error "not played" end
      for t = 1, 2 do
        for i = 0, (n - t) // 2 do emit(i, n - t - i) end
      end
    end, parts = ta.rules.kayles.parts }
    assert.has_error(function() rules(60):misere_outcome() end)
    assert.has_error(function() rules(60):misere_quotient() end)
    assert.equal(40, rules(29):misere_quotient():order())
  end)

  it("find what can be reached within bounds", function()
    local bounds = { components = 10, options = 10 ^ 6 }
    failed("ELIMIT", "more than 10 components", closures.find({ ta.rules.kayles(50) }, bounds))
    assert.is_true((select(4, closures.find({ ta.rules.kayles(50) }, bounds))))
    local closure = closures.find({ ta.rules.kayles(4) }, bounds)
    assert.same({ { {} }, { {}, { 1 } }, { { 1 }, { 1, 1 }, { 2 } }, { { 1, 1 }, { 1, 2 }, { 2 }, { 3 } } },
      closure.options)
    assert.same({ 2, 3 }, closure:numbers(ta.rules.kayles(3, 2)))
    assert.is_nil(closure:numbers(ta.rules.kayles(5)))
  end)
end)
