-- Misere quotients against the definition, and against published ones.
local heap_games = require "spec.support.heap_games"
local refusals = require "spec.support.refusals"
local seed = require "spec.support.seed"
local ta = require "takeaway"

local after, sums, failed = heap_games.after, heap_games.sums, refusals.failed

-- The quotient decides all sums of at most `count` heaps, by the definition of a rule: their outcomes, and the moves
-- that win.
local function decides(q, rule, to, count)
  local outcome = heap_games.outcomes(rule)
  sums(to, count, function(...)
    local expected, heaps, moves = outcome(...), { ... }, 0
    assert.equal(expected, q:outcome(...))
    assert.equal(expected == "P", q:is_p(q:element(...)))
    local winning = q:winning_moves(...)
    for _, move in ipairs(winning) do assert.equal("P", outcome(after(move, heaps))) end
    for _, n in ipairs(heaps) do rule(n, function() moves = moves + 1 end) end
    assert.equal(expected == "N" and moves > 0, #winning > 0)
  end)
end

describe("misere quotients", function()
  it("decide all sums, as by definition", function()
    for code, to in pairs { ["0.77"] = 12, ["0.123"] = 9, ["4.3"] = 8, ["0.07"] = 12, ["0.351"] = 8, ["0.1"] = 4 } do
      decides(assert(ta.octal(code):misere_quotient(to)), heap_games.rule(code), to, 4)
    end
  end)

  it("decide sums of random games", function()
    seed()
    for _ = 1, 12 do
      local code = ("0.%d%d%d"):format(math.random(0, 7), math.random(0, 7), math.random(0, 7))
      local to = math.random(5, 8)
      decides(assert(ta.octal(code):misere_quotient(to)), heap_games.rule(code), to, 3)
    end
  end)

  it("take no heap for a sum that it equals only beside smaller heaps", function()
    for code, sum in pairs { ["0.257"] = { 1, 2, 7, 7, 8, 9 }, ["0.2577"] = { 2, 9, 10 } } do
      local outcome = heap_games.outcomes(heap_games.rule(code))
      assert.equal(outcome(table.unpack(sum)), ta.octal(code):misere_quotient(sum[#sum]):outcome(table.unpack(sum)), code)
    end
  end)

  it("are as small as can be, and no smaller: indistinguishable means equal", function()
    for code, to in pairs { ["0.77"] = 5, ["0.123"] = 6, ["0.75"] = 5, ["4.3"] = 4 } do
      local outcome, q = heap_games.outcomes(heap_games.rule(code)), ta.octal(code):misere_quotient(to)
      local all, told = {}, {}
      sums(to, 4, function(...) all[#all + 1] = { ... } end)
      for _, x in ipairs(all) do -- the outcomes beside all of them
        local row = {}
        for i, y in ipairs(all) do
          local sum = table.move(y, 1, #y, #x + 1, table.move(x, 1, #x, 1, {}))
          row[i] = outcome(table.unpack(sum))
        end
        local element, key = q:element(table.unpack(x)), table.concat(row)
        assert.equal(told[element] or key, key)
        told[element] = key
      end
      local seen, count = {}, 0
      for _, key in pairs(told) do
        assert.is_nil(seen[key])
        seen[key], count = true, count + 1
      end
      assert.equal(q:order(), count)
    end
  end)

  it("of all heaps repeat as the nim values do", function()
    local p = ta.octal "0.77":misere_quotient():periodicity()
    assert.same({ 12, 71 }, { p.period, p.preperiod })
  end)

  it("of Nim are tame", function()
    for n, heap in pairs { [0] = 0, 1, 2, 4, 8, 16, 32 } do
      local q = ta.octal "0.[3]":misere_quotient(heap)
      assert.same({ true, n }, { q:is_tame() })
      assert.equal(n < 2 and n + 1 or 2 ^ n + 2, q:order())
      if n > 1 then assert.equal(2, #q:p_portion()) end
    end
    assert.is_false(ta.octal "0.75":misere_quotient():is_tame())
    assert.same({ true, 2 }, { ta.octal "0.33":misere_quotient():is_tame() })
  end)

  describe("an element", function()
    local q = ta.octal "0.123":misere_quotient()

    it("is any product of generators", function()
      for _, x in ipairs(q:elements()) do
        assert.equal(x, q:product(x))
        assert.equal(x, q:element(table.unpack(q:position(x))))
        for _, y in ipairs(q:elements()) do
          assert.equal(q:product(x, y), q:product(y, x))
          assert.equal(q:product(x, y), q:product(x .. " " .. y))
        end
      end
      assert.equal("1", q:product())
      assert.equal(q:product("b", "b", "b", "a"), q:product "ab^3")
      assert.equal(q:product("b^2"), q:product "b^1000000000000000000")
      assert.equal("a", q:product " a b^0 1 ")
    end)

    it("is refused where it is none", function()
      for _, bad in ipairs { "", "x", "a^", "2", "A", "a-b", "ab^-1", "a1", 3, true, {} } do
        assert.error_matches(function() q:product(bad) end,
          'product: element: expected a product of generators such as "ab%^2", got ')
      end
      assert.error_matches(function() q:is_p() end, "is_p: element: .* got nil")
    end)

    it("stands in a presentation whose relations hold, and make all products", function()
      local relations = q:presentation():match "| (.*)>"
      local rules = {}
      for left, right in relations:gmatch "([%w^]+) = ([%w^]+)" do
        assert.equal(q:product(left), q:product(right))
        rules[#rules + 1] = left
      end
      assert.equal(11, #rules)
    end)
  end)

  it("know the monoid", function()
    local q = ta.octal "0.75":misere_quotient()
    local t, elements = q:table(), q:elements()
    for i, x in ipairs(elements) do
      for j, y in ipairs(elements) do assert.equal(q:product(x, y), t(i, j)) end
    end
    assert.same({ "1", "b^2" }, { table.unpack(q:idempotents()) })
    assert.same({ "b", "ab", "b^2", "ab^2" }, { table.unpack(q:kernel()) })
    assert.is_true(q:is_regular() and q:is_normal())
    local one = ta.octal "0.3":misere_quotient()
    assert.is_true(one:is_regular())
    assert.is_false(one:is_normal()) -- {1, a}, P = {a}
    assert.equal("{{heap = 1, name = \"a\"}, {heap = 2, name = \"b\"}, {heap = 5, name = \"c\"}}",
      tostring(q:generators()))
  end)

  it("of all heaps answer far away", function()
    local q = ta.subtraction { 1, 2, 5 }:misere_quotient()
    local p = q:periodicity()
    assert.is_true(p.proved)
    for n = p.preperiod, 40 do assert.equal(q:element(n), q:element(n + p.period * 10 ^ 15 // 1 | 0)) end
    assert.same({ true, 2 * q:heaps() }, { q:verify() })
    assert.equal("1 a", table.concat(ta.octal "0.3":misere_quotient():values(1 << 62):list(0, 1), " "))
    q = ta.octal "0.77":misere_quotient()
    sums(12, 2, function(...)
      for c = 150, 170, 5 do
        local heaps = { c, ... }
        local moves = q:winning_moves(c, ...)
        assert.equal(q:outcome(c, ...) == "N", #moves > 0)
        for _, move in ipairs(moves) do assert.is_true(q:is_p(q:element(after(move, heaps)))) end
      end
    end)
  end)

  it("of some heaps say where they end", function()
    local game = ta.octal "0.77"
    local q = game:misere_quotient(12)
    for _, name in ipairs { "element", "outcome", "values", "winning_moves" } do
      failed("ELIMIT", "heap 13: this is the misere quotient of heaps to 12, and no period is proved", q[name](q, 13))
    end
    failed("ELIMIT", "periodicity: the misere quotient of heaps to 12 proves no period", q:periodicity())
    assert.same({ true, 24 }, { q:verify() })
    local settings = { positions = 20000 }
    local own = ta.octal "0.75":misere_quotient(12, settings)
    settings.positions = 1
    assert.same({ true, 24 }, { own:verify() })
    assert.same({ false, 25 }, { q:verify(30) })
    assert.equal(game, q:game())
  end)

  describe("of rules on heaps", function()
    local heap_rules = { kayles = 12, dawsons_kayles = 16, grundy = 13, nim = 4, even_odd = 9 }

    -- The heaps that an option leaves, by the rules themselves.
    local function rule_of(rules)
      return function(n, emit)
        if n == 0 then return end
        rules.options(function(...)
          local heaps = {}
          for _, part in ipairs(rules.parts and rules.parts(...) or { { ... } }) do heaps[#heaps + 1] = part[1] end
          emit(table.unpack(heaps))
        end, n)
      end
    end

    local function holds(rules, to, count)
      local q = assert(rules:misere_quotient(to))
      decides(q, rule_of(rules), to, count)
      return q
    end

    it("decide all sums, as by definition", function()
      for name, to in pairs(heap_rules) do assert.equal(ta.rules[name], holds(ta.rules[name], to, 3):game()) end
      holds(ta.rules.take_and_break "0.{1,3!}", 9, 3)
    end)

    it("are those of the codes", function()
      for name, code in pairs { kayles = "0.77", dawsons_kayles = "0.07", grundy = "4!.0", nim = "0.[3]" } do
        local q, of_code = ta.rules[name]:misere_quotient(heap_rules[name]), ta.octal(code):misere_quotient(heap_rules[name])
        assert.equal(of_code:presentation(), q:presentation())
        assert.equal(tostring(of_code:values()):match ": n.*", tostring(q:values()):match ": n.*")
        local again = { q:verify(heap_rules[name] + 2) }
        assert.same({ of_code:verify(heap_rules[name] + 2) }, again)
      end
    end)

    it("are of rules whose positions are all heaps, the smaller ones too", function()
      local function options(emit, n) for k = 1, n do emit(n - k) end end
      local other = ta.ruleset { name = "moved", options = options, start = function(n) return n == 2 and 3 or n end }
      failed("EUNSUPPORTED", "moved(2) is another position", other:misere_quotient(4))
      local some = ta.ruleset { options = options, check = function(n) return n < 2 and "from 2 on" or nil end }
      assert.truthy(some:misere_quotient(4))
    end)
    it("need neither parts nor a name for them", function()
      seed()
      for _ = 1, 8 do
        local set = { math.random(4), math.random(4), math.random(6) }
        holds(ta.ruleset { options = function(emit, n)
          for _, k in ipairs(set) do if k <= n then emit(n - k) end end
        end }, 7, 3)
      end
      -- a heap of 3 and more is a heap of 2 and one of 1 for each counter more
      local function parts(...)
        local list = {}
        for _, n in ipairs { ... } do
          if n > 0 then list[#list + 1] = { math.min(n, 2) } end
          for _ = 3, n do list[#list + 1] = { 1 } end
        end
        return list
      end
      local rules = ta.ruleset { name = "two and ones", options = function(emit, n) for k = 1, n do emit(n - k) end end,
                                 parts = parts }
      local q, outcome = assert(rules:misere_quotient(6)), heap_games.outcomes(function(n, emit)
        for k = 1, n do emit(n - k) end
      end)
      sums(6, 3, function(...)
        local heaps = {}
        for _, part in ipairs(parts(...)) do heaps[#heaps + 1] = part[1] end
        assert.equal(outcome(table.unpack(heaps)), q:outcome(...))
      end)
    end)

    it("are printed by their names, and refused where there are none", function()
      assert.equal("misere quotient of Kayles, heaps 0..12: order 24, |P| = 8, wild",
        tostring(ta.rules.kayles:misere_quotient(12)))
      local function options(emit, n) for k = 1, n do emit(n - k) end end
      for _, case in ipairs {
        { ta.rules.wythoff, 3, "EUNSUPPORTED", "Wythoff: its positions are not heaps: Wythoff: b is missing" },
        { ta.rules.cram, 3, "EUNSUPPORTED", "Cram: its positions are not heaps: " },
        { ta.rules.one_pile "2k", 5, "EUNSUPPORTED", "%(5%) is another position" },
        { ta.rules.domineering, 3, "EPARTIZAN", "Domineering: a partizan game has no misere quotient" },
        { ta.ruleset { name = "over", options = options, terminal = function(n) return n == 1 and "win" or nil end }, 3,
          "EUNSUPPORTED", "over: a terminal rule or entailing moves decide the winner" },
        { ta.ruleset { name = "must", options = options, entails = function(n) return n == 1 end }, 3, "EUNSUPPORTED",
          "must: a terminal rule or entailing moves" },
        { ta.ruleset { name = "up", options = function(emit, n) if n > 1 then emit(n + 1) end end }, 3, "EUNSUPPORTED",
          "up: a move in heap 2 leaves a heap of 3" },
        { ta.ruleset { name = "down", options = function(emit, n) if n > 1 then emit(n - 3) end end }, 3, "EUNSUPPORTED",
          "down: a move in heap 2 leaves a heap of %-1" },
        { ta.ruleset { name = "pairs", options = function(emit, n) for k = 1, n do emit(n - k) end end,
                       parts = function(n) return n > 1 and { { n } } or { { n, n } } end }, 3, "EUNSUPPORTED",
          "pairs: a move in heap 1 leaves %(0, 0%), which is no sum of heaps" },
        { ta.rules.kayles, nil, "EUNSUPPORTED", "Kayles: no theorem proves a period" },
        { ta.ruleset({ name = "short", options = options }, { limit = 1 }), nil, "EUNSUPPORTED", "short: no theorem" },
      } do
        local _, why = failed(case[3], "", case[1]:misere_quotient(case[2]))
        assert.matches("^misere_quotient: .*" .. case[4], why)
      end
      assert.error_matches(function() ta.rules.nim:misere_quotient(3, { most = 1 }) end, "unknown setting most")
      assert.error_matches(function() ta.rules.nim.misere_quotient(3) end, "misere_quotient: expected a ruleset")
      assert.error_matches(function()
        ta.ruleset { name = "bad", options = function() error "oops" end }:misere_quotient(3)
      end, "oops")
    end)
  end)

  it("of games with long play recurse no deeper than memory allows", function()
    local game = ta.heap(function(n, emit)
      if n == 1 or n == 2 then emit() end
      if n == 2 or n == 3 then emit(1) end
      if n == 3 then emit(2, 2) end
      if n > 3 then
        emit(n - 1, n - 1)
        emit(n - 1, n - 1, n - 1)
      end
      if n == 16 then
        emit(4)
        emit(15)
      end
    end, { positions = 10000 })
    failed("ELIMIT", "heaps to 16 needs positions more than 4096 moves ahead", game:misere_quotient(16))
    failed("ELIMIT", "", game:misere_outcome(16, 16))
  end)

  it("have limits", function()
    local game = ta.octal "0.77"
    failed("ELIMIT", "misere_quotient: octal 0.77: the misere quotient of heaps to 12 has more than elements = 20; that of "
      .. "heaps to 11 has 18", game:misere_quotient(20, { elements = 20 }))
    failed("ELIMIT", "", game:misere_quotient(20, { positions = 9 }))
    local rule = ta.heap(function(n, emit) for k = 1, n do emit(n - k) end end)
    failed("EUNSUPPORTED", "", rule:misere_quotient())
    assert.same({ true, 3 }, { rule:misere_quotient(4):is_tame() })
    assert.error_matches(function() game:misere_quotient(3, { most = 1 }) end, "unknown setting most")
    failed("ECANCELLED", "", ta.octal("0.26", { progress = function() return false end }):misere_quotient(60))
  end)
end)
