-- Rulesets: the calls, the messages of misuse, limits, loops, and what stays usable afterwards.
local refusals = require "spec.support.refusals"
local ta = require "takeaway"

local raises, says = refusals.raises, refusals.says

local function nim(options)
  return ta.ruleset({ name = "Heap", options = function(emit, n) for k = 1, n do emit(n - k) end end }, options)
end

local function down(name, rule) return ta.ruleset { name = name or "Down", options = rule } end

describe("ruleset", function()
  describe("positions", function()
    it("are lists of their components that print", function()
      local p = ta.rules.wythoff(3, 5)
      assert.equal(3, p[1])
      assert.equal(5, p[2])
      assert.equal(2, #p)
      assert.equal("Wythoff(3, 5)", tostring(p))
      assert.equal("Wythoff (impartial ruleset)", tostring(ta.rules.wythoff))
      assert.equal('Hackenbush("lr")', tostring(ta.rules.hackenbush("lr")))
      local t = ta.ruleset { name = "T", options = function() end, describe = function(a) return "at " .. a end }
      assert.equal("at 4", tostring(t(4)))
    end)

    it("are the same position or not", function()
      local w = ta.rules.wythoff
      assert.is_true(w(3, 5) == w(3, 5))
      assert.is_true(w(3.0, 5) == w(3, 5))
      assert.is_false(w(3, 5) == w(5, 3))
      assert.is_false(w(3, 5) == ta.rules.euclid(3, 5))
      assert.is_true(ta.rules.cram("../..") == ta.rules.cram(2, 2))
      assert.is_true(ta.rules.cram(1, 2) == ta.rules.cram(2, 1))
    end)

    it("are the same as sums that have them alone, up to canonical in sums, too", function()
      local p = ta.octal "0.77":position(5)
      assert.is_true(-p == p and 1 * p == p and p == -(-p))
      assert.is_false(2 * p == p or p == p + p or p == p + ta.octal "0.77":position(5))
      local B = ta.ruleset { left = function(emit, n) if n > 0 then emit(n - 1) end end,
                             right = function(emit, n) for k = 2, n do emit(n - k) end end }
      assert.is_true(-(-B(4)) == B(4) and B(4) + 0 * B(3) == B(4))
      assert.is_false(-B(4) == B(4) or B(4) - B(4) == B(4) or B(4) == 4)
      local S = ta.ruleset { options = function(emit, a, b) if a > 0 then emit(a - 1, b) end if b > 0 then emit(a, b - 1) end end,
                             canonical = function(a, b) return math.min(a, b), math.max(a, b) end }
      assert.is_true(S(1, 2) + S(4, 4) == S(2, 1) + S(4, 4) and 2 * S(1, 2) == 2 * S(2, 1) and S(1, 2) + S(2, 1) == 2 * S(1, 2))
      assert.is_false(S(1, 2) + S(2, 1) == 3 * S(1, 2) or S(1, 2) + S(4, 4) == S(1, 2) + S(3, 4))
    end)

    it("refuse what is no position", function()
      local many = {}
      for i = 1, 65 do many[i] = i end
      raises({ "Wythoff", "component 2", "1.5" }, ta.rules.wythoff, 1, 1.5)
      raises({ "component 1", "a table" }, ta.rules.wythoff, {})
      raises({ "component 2", "nil" }, ta.rules.wythoff, 1, nil)
      raises({ "1 to 64 integers or one string", "65 values" }, ta.rules.wythoff, table.unpack(many, 1, 65))
      raises("0 values", ta.rules.wythoff)
      raises("component 1", ta.rules.wythoff, "x", 2)
      raises("component 1", ta.rules.wythoff, 2 ^ 70)
      local p = nim()(3)
      p[1] = "x"
      raises({ "Heap", "x" }, p.outcome, p)
      p[1] = {}
      raises("component 1", p.outcome, p)
    end)
  end)

  it("takes lists, and positions of its own", function()
    local w = ta.rules.wythoff
    assert.equal(w(3, 4), w { 3, 4 })
    assert.equal(w(3, 4), w(w(3, 4)))
    assert.equal("x", ta.ruleset { options = function() end } { "x" }[1])
    assert.equal(ta.rules.chomp(2, 3), ta.rules.chomp { 2, 3 })
    -- A start of one argument reads its own tables.
    local own = ta.ruleset { options = function() end, start = function(list) return list[1] + list[2], 0 end }
    assert.same({ 7, 0 }, { own({ 3, 4 })[1], own({ 3, 4 })[2] })
    raises({ "component 1", "a table" }, w, { { 3 }, 4 })
    assert.equal("N", (w:solve { from = w { 3, 4 } } and w { 3, 4 }:outcome()))
  end)

  it("has positions of up to 64 numbers", function()
    local nim_sum, heaps = 0, {}
    local ones = ta.ruleset { name = "Ones", options = function(emit, ...)
      local list = { ... }
      for i = 1, #list do
        if list[i] > 0 then
          list[i] = list[i] - 1
          emit(list)
          emit(table.unpack(list))
          list[i] = list[i] + 1
        end
      end
    end, canonical = function(...)
      local list = { ... }
      table.sort(list)
      return table.unpack(list)
    end }
    local bare = ta.ruleset { name = "Ones", options = ones.options }
    for n = 1, 64 do
      heaps[n] = n * n % 11
      nim_sum = nim_sum ~ heaps[n]
      assert.equal(nim_sum, (ta.rules.nim(heaps):nim_value()))
      local few = {}
      for i = 1, n do few[i] = i <= 3 and i or 0 end
      local counters = math.min(n, 3) * (math.min(n, 3) + 1) // 2
      for _, rules in ipairs { ones, bare } do
        local p = rules(few)
        assert.equal(counters % 2, (p:nim_value()))
        assert.equal(counters, (p:remoteness()))
        assert.equal(counters % 2 == 1 and "P" or "N", (p:misere_outcome()))
        assert.equal((p + rules(few)):outcome(), "P")
        assert.equal(math.min(n, 3), #p:options())
      end
      assert.equal(({ 2, 6, 24 })[math.min(n, 3)], (bare(few):followers()))
    end
  end)

  it("answers only for its own positions, by every way of asking", function()
    local one, two = nim(), ta.ruleset { name = "Other", options = function(emit, n) if n > 1 then emit(n - 2) end end }
    local p, q = one(5), two(5)
    for _, what in ipairs { "outcome", "misere_outcome", "nim_value", "remoteness", "misere_remoteness" } do
      local ours, theirs = p[what](p), q[what](q)
      assert.equal(ours, p[what](p)) -- held now
      assert.equal(theirs, p[what](q))
      assert.equal(ours, q[what](p))
      assert.equal(ours, p[what](one(5.0)))
    end
    assert.is_false(p:nim_value() == q:nim_value())
    p[1] = 3 -- a position is the list that it shows
    assert.equal(3, p:nim_value())
    p[1] = "3"
    raises({ "Heap", '"3"' }, p.nim_value, p)
    raises("", one(5).nim_value, { 5 })
    raises("", one(5).nim_value, "5")
    raises("", one(5).nim_value)
  end)

  it("says which number is missing", function()
    local three = ta.ruleset { name = "Three", options = function(emit, a, b, x)
      for k = 1, x do if k <= a then emit(a - k, b, k) end end
    end }
    raises({ "x is missing: the rule takes a, b, x", "in options of Three at (3, 4)" }, function()
      return three(3, 4):outcome()
    end)
    raises({ "b, x are missing: the rule takes a, b, x" }, function() return three(3):nim_value() end)
    local spare = ta.ruleset { options = function(emit, n, once) -- without the optional parts
      if n > 0 then emit(n - 1) end
      if once then emit(n, nil) end
    end }
    assert.equal("N", (spare(3):outcome()))
  end)

  it("refuses answers of its own that are none, naming the position", function()
    local answers = { 0 / 0, math.huge, 2 ^ 63, -1, 1.5, "3", {}, true, false, n = 10 }
    for i = 1, answers.n do
      local rules = ta.ruleset { name = "Own", options = function() end, nim_value = function() return answers[i] end }
      raises({ "nim_value of Own(3): expected an integer from 0 to 2^62, got" }, function()
        return rules(3):nim_value()
      end)
      raises({ "nim_value of Own" }, function() return rules(3):outcome() end)
      raises({ "(3)", "expected an integer from 0 to 2^62" }, function() return (rules(3) + ta.rules.nim(1)):nim_value() end)
      for _, what in ipairs { "outcome", "misere_outcome" } do
        local wrong = ta.ruleset { name = "Own", options = function() end, [what] = function() return answers[i] end }
        raises({ what .. " of Own(3): expected N, P, L, R, D, LD, DL, RD or DR, got" }, function() return wrong(3)[what](wrong(3)) end)
      end
    end
    local whole = ta.ruleset { options = function() end, nim_value = function() return 3.0 end }
    assert.equal("integer", math.type(whole(1):nim_value()))
    local refuses = ta.ruleset { options = function() end, nim_value = function() return nil, "too far", "ELIMIT" end }
    local value, message, code = refuses(1):nim_value()
    assert.is_nil(value)
    assert.same({ "too far", "ELIMIT" }, { message, code })
  end)

  it("gives options in order without repeats", function()
    local r = down("R", function(emit, a) if a == 9 then emit(1) emit(7) emit(1) end end)
    local list = r(9):options()
    assert.equal(2, #list)
    assert.equal(1, list[1][1])
    assert.equal(7, list[2][1])
    assert.same({}, r(1):options())
    assert.equal(3, r(9):followers())
    assert.equal(r, list[1]:ruleset())
  end)

  -- Once, by rules and numbers, of positions and sums; canonical is not called.
  it("gives options of partizan positions and sums without repeats", function()
    local function one(emit, n) if n > 0 then emit(n - 1) end end
    local rules = ta.ruleset { name = "Q", left = one, right = one }
    assert.equal("{Q(2)}", tostring(rules(3):options()))
    assert.equal("{2 * Q(2), Q(3) + Q(1)}", tostring((rules(3) + rules(2)):options()))
    local asked = 0
    local mirrored = ta.ruleset({ name = "S", left = function(emit, a, b) emit(a - 1, b) end,
      right = function(emit, a, b) emit(b, a - 1) end,
      canonical = function(a, b) asked = asked + 1 return math.min(a, b), math.max(a, b) end }, { native = false })
    assert.equal("{S(1, 2), S(2, 1)}", tostring(mirrored(2, 2):options()))
    assert.equal(0, asked)
    assert.equal("{}", tostring(rules(3):winning_moves "left" and (rules(0) + rules(0)):options()))
    local loop = ta.ruleset { name = "L", options = function(emit, n) emit((n + 1) % 3) end }
    assert.equal("{L(1)}", tostring(loop(0):drawing_moves()))
  end)

  it("gives best moves", function()
    local p = nim()(5)
    assert.equal(0, p:best_move()[1])
    assert.equal(1, p:misere_best_move()[1])
    assert.is_nil(nim()(0):best_move())
    local d = ta.rules.domineering(2, 2)
    local left, right = d:best_move()
    assert.is_truthy(left and right)
    assert.equal(tostring(left), tostring((d:best_move("left"))))
    assert.equal(1, #d:winning_moves("Left") / 2)
    raises('"left" or "right"', d.winning_moves, d, "up")
  end)

  describe("bad rules", function()
    local matrix = {
      { "raises", function() error("no luck") end, { "no luck", "in options of Bad at (3)", "stack traceback" } },
      { "yields", function() coroutine.yield(1) end, { "attempt to yield", "a rule cannot yield" } },
      { "returns its options", function(_, n) return { n - 1 } end, { "returned a table", "emit" } },
      { "emits too many components", function(emit, n) emit(n - 1, n) end, { "got 2 components", "has 1", "at (3)" } },
      { "emits none", function(emit) emit() end, { "got 0 components" } },
      { "emits a fraction", function(emit, n) emit(n / 2) end, { "component 1 is 1.5", "an integer" } },
      { "emits a numeric string", function(emit) emit("2") end, { "component 1 is of type string" } },
      { "emits nil", function(emit) emit(nil) end, { "of type nil" } },
      { "hides a refused emit", function(emit) pcall(emit, "x") end, { "the rule hid the error" } },
      { "emits without end", function(emit, n) while true do emit(n - 1) end end, { "more than 4194304 options" } },
      { "takes emit last", function(n, emit) if n > 0 then emit(n - 1) end end, { "emit first" } },
    }
    for _, row in ipairs(matrix) do
      it(row[1], function()
        local good = false
        local r = down("Bad", function(...) if not good then return row[2](...) end end)
        raises(row[3], function() return r(3):outcome() end)
        raises(row[3], function() return r(3):nim_value() end)
        raises(row[3], function() return r(3):options() end)
        raises(row[3], function() return r(3):followers() end)
        good = true -- and the ruleset is usable after
        assert.equal("P", r(3):outcome())
        assert.equal(0, r(3):nim_value())
      end)
    end

    it("passes error objects through", function()
      local object = {}
      local ok, caught = pcall(function() return down("Bad", function() error(object) end)(3):outcome() end)
      assert.is_false(ok)
      assert.equal(object, caught)
    end)

    it("passes a failure on as the call's own, by its name", function()
      local far = ta.ruleset({ options = function(emit, n) emit(n + 1) end }, { limit = 5 })
      local _, failure = pcall(function() return far(1) <= far(2) end)
      local rules = down("Asks", function() error(failure) end)
      for _, call in ipairs { "outcome", "nim_value", "options", "followers" } do
        failure.message = "remoteness: too far"
        assert.same({ nil, "remoteness: too far", "ELIMIT" }, { rules(3)[call](rules(3)) })
        failure.message = "too far"
        assert.same({ nil, call .. ": too far", "ELIMIT" }, { rules(3)[call](rules(3)) })
      end
    end)

    it("calls the engine on itself", function()
      local r
      r = down("Self", function(emit, n) if n > 0 then emit(r(n - 1):nim_value()) end end)
      raises({ "being solved", "its own game", "at (3)" }, function() return r(3):nim_value() end)
      assert.equal("P", r(0):outcome())
      local s
      s = down("Self", function() return s:clear() end)
      raises("being solved", function() return s(3):nim_value() end)
    end)

    it("may ask other games", function()
      local w, heap = ta.rules.wythoff, nim()
      local r = down("Mixed", function(emit, n)
        if n > 0 and w(n, n + 1):outcome() == "P" then emit(0) end
        for k = 1, heap(n):nim_value() do emit(n - k) end
      end)
      assert.equal(5, r(5):nim_value())
    end)

    it("keeps emit for later", function()
      local kept
      local r = down("Keep", function(emit) kept = emit end)
      assert.equal("P", r(1):outcome())
      raises("outside the rule", kept, 3)
      r = nil -- luacheck: ignore
      collectgarbage()
      collectgarbage()
      raises("outside the rule", kept, 3)
    end)

    it("has a bad canonical or parts", function()
      local r = ta.ruleset { name = "C", options = function() end, canonical = function() return 1, 2 end }
      raises({ "canonical of C at (3)", "as many as it was given" }, function() return r(3):outcome() end)
      r = ta.ruleset { name = "C", options = function() end, parts = function() return 7 end }
      raises({ "parts of C at (3)", "a list" }, function() return r(3):outcome() end)
      r = ta.ruleset { name = "C", options = function() end, parts = function() return { { "x", 2 } } end }
      raises("parts of C", function() return r(3):outcome() end)
    end)
  end)

  it("refuses fields that are no rules", function()
    raises({ "ruleset", "expected a table of rules", "number" }, ta.ruleset, 3)
    raises({ "options", "got nil" }, ta.ruleset, {})
    raises({ "options", "a number" }, ta.ruleset, { options = 3 })
    raises("has both", ta.ruleset, { left = print })
    raises("not both", ta.ruleset, { left = print, right = print, options = print })
    raises("name", ta.ruleset, { name = 3, options = print })
    raises("unknown setting lmit", ta.ruleset, { options = print }, { lmit = 3 })
    raises("ruleset: limit: expected at most 2^62, got inf", ta.ruleset, { options = print }, { limit = math.huge })
    raises("ruleset: memory: expected at most 2^62, got 9223372036854775807", ta.ruleset, { options = print },
      { memory = math.maxinteger })
    raises({ "limit", "positive" }, ta.ruleset, { options = print }, { limit = -1 })
    raises({ "progress", "function" }, ta.ruleset, { options = print }, { progress = 1 })
    local r = nim()
    assert.equal(r, ta.ruleset(r))
  end)

  describe("limits", function()
    it("end with ELIMIT, keep solved positions and resume", function()
      local r = ta.ruleset { name = "W", options = require "takeaway.rules.wythoff".options }
      says("1000 positions", "ELIMIT", r:solve { from = { 60, 60 }, limit = 1000 })
      local before = r:statistics()
      assert.is_true(before.positions > 100)
      local after = r:solve { from = r(60, 60) }
      assert.equal(61 * 61, after.positions)
      assert.is_true(after.rule_calls - before.rule_calls < 61 * 61)
      assert.is_truthy(tostring(after):find("3721 positions"))
      r:clear()
      assert.equal(0, r:statistics().positions)
      assert.equal(28, r(10, 20):nim_value())
    end)

    it("bound memory and time", function()
      local r = nim { memory = 100000 }
      says("memory", "ELIMIT", r(20000):nim_value())
      assert.equal(30, r(30):nim_value())
      local row = ta.ruleset({ options = function(emit, n) if n > 0 then emit(n - 1) end end }, { seconds = 1e-9 })
      says("seconds", "ELIMIT", row(100000):outcome())
    end)

    it("progress cancels, and what it raises comes through", function()
      local calls = 0
      local r = nim { progress = function(done, total)
        calls = calls + 1
        assert(done >= 0 and total == 0)
        return calls < 3
      end }
      says("cancelled", "ECANCELLED", r(100000):remoteness())
      local s = nim { progress = function() error("stop it") end }
      raises("stop it", function() return s(100000):remoteness() end)
      local r2 = nim()
      says("", "ECANCELLED", r2:solve { from = 100000, progress = function() return false end })
      assert.equal(5, r2(5):nim_value())
    end)

    it("checks what solve is given", function()
      local r = nim()
      raises("from", r.solve, r, {})
      raises("unknown setting", r.solve, r, { from = 3, lmit = 3 })
      raises("unknown quantity", r.solve, r, { from = 3, what = "all" })
      raises("of this ruleset", r.solve, r, { from = ta.rules.wythoff(1, 2) })
      assert.equal(4, r:solve { from = 3, what = "remoteness" }.positions)
    end)
  end)

  it("solves deep games without the C stack", function()
    local r = down("Deep", function(emit, n) if n > 0 then emit(n - 1) end end)
    assert.equal(1000001 % 2, (r(1000001):nim_value()))
    assert.equal(1000001, r(1000001):remoteness())
  end)

  it("takes an interrupt at its next poll, keeps solved positions, and resumes", function()
    local r = down("Deep", function(emit, n) if n > 0 then emit(n - 1) end if n > 1 then emit(n - 2) end end)
    local polls = 0
    r = ta.ruleset({ name = "Deep", options = r.options }, { progress = function()
      polls = polls + 1
      if polls == 2 then -- as lua.c does on Ctrl-C
        debug.sethook(function() debug.sethook() error("interrupted!") end, "", 1)
      end
    end })
    raises("interrupted!", function() return r(3000000):nim_value() end)
    debug.sethook()
    assert.equal(0, r(300):nim_value())
  end)

  it("moves between representations as positions come", function()
    -- near, far, negative, mixed sizes: one ruleset for all
    local r = down("Any", function(emit, ...)
      local t = { ... }
      if t[1] > 0 then
        t[1] = t[1] - 1
        emit(table.unpack(t))
      end
    end)
    assert.equal(1, r(301):nim_value())
    assert.equal(0, r(300, -7):nim_value())
    assert.equal(1, r(99, 1 << 60):nim_value())
    assert.equal(1, r(5001, 3, -(1 << 62)):nim_value())
    assert.equal(0, r(10000, 10000):nim_value())
    assert.equal(1, r(9, math.maxinteger, math.mininteger, 0, 0, 0, 0, 1):nim_value())
    local wide = down("Wide", function(emit, a, b)
      if a < 100 then emit(a + 1, b + 12345) emit(a + 1, b - 54321) end
    end)
    assert.equal(0, wide(0, 0):nim_value())
    assert.equal(101 * 102 // 2, wide(0, 0):followers())
  end)

  it("takes strings of any length and bytes", function()
    local r = ta.ruleset { name = "S", options = function(emit, s)
      if #s > 0 then emit(s:sub(2)) emit(s:sub(1, -2)) end
    end }
    assert.equal(1, r("a\0b"):nim_value())
    assert.equal(0, r(("xyzt"):rep(10)):nim_value())
    assert.equal(1 + 4 * 37 + 3 + 2 + 1 , r(("xyzt"):rep(10)):followers() )
    raises("one string", function() return down("S", function(emit) emit(3) end)("x"):outcome() end)
  end)

  it("refuses fields that are slips of the pen, keeps notes", function()
    local function made(fields) return function() return ta.ruleset(fields) end end
    raises("limits are a second argument", made { options = print, limit = 100 })
    raises("unknown rule canoncial; did you mean canonical? known are options, left",
      made { options = print, canoncial = print })
    raises("canonical: expected a function, got a number", made { options = print, canonical = 3 })
    assert.equal("J. H. Conway", made({ options = print, author = "J. H. Conway" })().author)
  end)

  it("answers an impartial question with one result", function()
    assert.equal(1, select("#", ta.rules.nim(3):remoteness()))
    assert.equal(1, select("#", ta.rules.nim(3):misere_remoteness()))
    assert.equal(2, select("#", ta.rules.domineering(2, 2):remoteness()))
    assert.equal(1, select("#", ta.rules.nim(3):options()))
    assert.equal(1, select("#", ta.rules.wythoff(3, 4):options()))
    assert.equal(1, select("#", ta.rules.wythoff(3, 4):winning_moves()))
  end)

  it("names the caller's line in an error, not one of its own", function()
    local r = ta.ruleset { name = "R", options = function(emit, n) if n == 0 then return 5 end emit(n - 1) end }
    local p, calls = r(3), {}
    calls[1] = function() local _ = p:outcome() end
    calls[2] = function() local _ = p < "x" end
    calls[3] = function() local _ = 1.5 * p end
    calls[4] = function() local _ = ta.two_pile(2):table(-1) end
    for _, call in ipairs(calls) do
      local ok, why = pcall(call)
      assert.is_false(ok)
      assert.matches("^%S*spec/engine/ruleset_spec%.lua:%d+: ", why)
    end
  end)

  it("runs in a coroutine", function()
    local co = coroutine.wrap(function() return ta.rules.wythoff(30, 40):nim_value() end)
    assert.equal(ta.rules.wythoff(30, 40):nim_value(), co())
  end)

  it("is collected with its functions", function()
    local gone = setmetatable({}, { __mode = "v" })
    do
      local r
      r = nim()
      gone[1] = r
      r.again = function() return r end
      assert.equal(3, r(3):nim_value())
      local e = (r(1) + r(2)):misere_outcome()
      assert.equal("N", e)
    end
    collectgarbage()
    collectgarbage()
    assert.is_nil(gone[1])
  end)
end)

describe("sums", function()
  local heap = nim()
  local partizan = ta.ruleset {
    name = "LR",
    left = function(emit, n) if n > 0 then emit(n - 1) end end,
    right = function(emit, n) if n > 1 then emit(n - 2) end end,
  }

  it("add, subtract and multiply", function()
    assert.equal(6, (heap(3) + heap(5)):nim_value())
    assert.equal("P", (heap(3) - heap(3)):outcome())
    assert.equal(0, (4 * heap(3)):nim_value())
    assert.equal(3, (heap(3) * 1000001):nim_value())
    assert.equal("3 * Heap(2) + Wythoff(1, 2)", tostring(3 * heap(2) + ta.rules.wythoff(1, 2)))
    assert.equal("LR(2) - LR(1)", tostring(partizan(2) - partizan(1)))
    assert.equal("0", tostring(0 * heap(3)))
    assert.is_true(heap(1) + heap(2) == heap(2) + heap(1))
    assert.equal("P", (0 * heap(3)):outcome())
    assert.equal("N", (0 * heap(3)):misere_outcome())
  end)

  it("compare by value", function()
    assert.is_true((heap(1) + heap(2)):equals(heap(3)))
    assert.is_true(heap(3):equals(heap(1) + heap(2)))
    assert.is_false(heap(3) <= heap(2))
    assert.is_true(partizan(1) >= heap(0))
    assert.is_true(partizan(1) > heap(0))
    assert.is_true(ta.rules.hackenbush("lr") + ta.rules.hackenbush("lr") <= ta.rules.hackenbush("l"))
    assert.is_true((ta.rules.hackenbush("lr") + ta.rules.hackenbush("lr")):equals(ta.rules.hackenbush("l")))
    assert.is_true(ta.rules.hackenbush("lr") < ta.rules.hackenbush("l"))
    assert.is_false(ta.rules.hackenbush("l") < ta.rules.hackenbush("l"))
  end)

  it("mix impartial and partizan games", function()
    assert.equal("EPARTIZAN", select(3, (partizan(1) + heap(1)):nim_value()))
    assert.equal("N", (partizan(3) - partizan(3) + heap(4)):outcome())
    assert.equal("P", (partizan(3) - partizan(3) + heap(4) + heap(4)):outcome())
  end)

  it("answer for remoteness, followers and moves", function()
    assert.equal(6, (heap(1) + heap(2) + heap(3)):remoteness())
    assert.equal(3, (heap(1) + heap(1)):followers())
    local moves = (heap(3) + heap(5)):winning_moves()
    assert.equal(1, #moves)
    assert.equal("P", moves[1]:outcome())
    assert.equal("2 * Heap(3)", tostring((heap(3) + heap(5)):best_move()))
    assert.equal(3, #(heap(1) + heap(2)):options())
  end)

  it("play Nim in misere as the theorem says", function()
    for a = 0, 3 do
      for b = a, 4 do
        for c = b, 5 do
          local sum = heap(a) + heap(b) + heap(c)
          local x = a ~ b ~ c
          local p = c <= 1 and x == 1 or c > 1 and x == 0
          assert.equal(p and "P" or "N", (sum:misere_outcome()))
        end
      end
    end
  end)

  it("refuse nonsense", function()
    raises({ "+", "expected a position, a sum or a value, got 3" }, function() return heap(1) + 3 end)
    raises("got nil", function() return heap(1) - nil end)
    raises("expected an integer times a position", function() return heap(1) * 1.5 end)
    raises("an integer times", function() return heap(1) * heap(2) end)
    for _, n in ipairs { math.mininteger, math.maxinteger, 1 << 32, -(1 << 32), 2 ^ 53 } do
      raises("*: expected at most 4294967295 times a position, got", function() return n * heap(1) end)
    end
    local many = 0xffffffff * heap(1)
    assert.equal("N", many:outcome())
    local more = (1 << 30) * many -- 2^62 - 2^30
    assert.same({ "P", "P", "N" }, { (2 * many):outcome(), (many + heap(1)):outcome(), ((1 << 30) * many + many):outcome() })
    raises("*: more than 9223372036854775807 copies of ", function() return 0xffffffff * many end)
    raises("*: more than 9223372036854775807 copies of ", function() return 2 * ((1 << 31) * many) end)
    raises("+: more than 9223372036854775807 copies of ", function() return (1 << 1) * more + more end)
    raises("<=", function() return heap(1) <= {} end)
    raises("<", function() return heap(1) < 3 end)
    raises("equals", heap(1).equals, heap(1), "x")
    assert.is_false(heap(1) == heap(1) + heap(0))
    local loop = down("Loop", function(emit, n) emit(n) end)
    assert.is_true(loop(1) <= loop(2))
    local bach = ta.ruleset(require("spec.support.small_games").bach())
    assert.is_true(bach(4) + bach(0) <= bach(4))
    assert.is_true(bach(4) < bach(1) + bach(1))
    local far = ta.ruleset({ name = "Far", options = function(emit, n) emit(n + 1) end }, { limit = 5 })
    local ok, object = pcall(function() return far(1) <= far(2) end)
    assert.is_false(ok)
    assert.equal("ELIMIT", object.code)
    assert.is_truthy(tostring(object):find("positions"))
  end)

  it("keep to limits", function()
    local hard = ta.ruleset({ name = "Hard", options = function(emit, n)
      for k = 1, math.min(4, n) do emit(n - k) end
    end }, { limit = 50 })
    says("", "ELIMIT", (hard(9) + hard(10) + hard(11)):misere_outcome())
  end)

  it("are forgotten in sums with others, and in compounds when these are", function()
    local by = 1
    local one = ta.ruleset { options = function(emit, n) if n >= by then emit(n - by) end end }
    local other = ta.ruleset { options = function(emit, n) if n > 0 then emit(n - 1) end end }
    local sum, compound = one(2) + other(1), one(4):ordinal_sum(other(1))
    assert.same({ 3, 5 }, { sum:remoteness(), compound:remoteness() })
    by = 2
    one:clear()
    assert.same({ 2, 5 }, { sum:remoteness(), compound:remoteness() })
    compound:ruleset():clear()
    assert.equal(3, compound:remoteness())
  end)

  it("that are collected leave no closed engine to clear", function()
    local one, other = nim(), nim()
    local function remoteness() return (one(3) + other(2)):remoteness() end
    local before = remoteness()
    collectgarbage()
    one:clear()
    assert.equal(before, remoteness())
  end)
end)
