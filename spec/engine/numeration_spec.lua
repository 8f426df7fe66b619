-- Formulas decided by automata, against the same formulas by trial in a box.

local box = require "spec.support.box"
local refusals = require "spec.support.refusals"
local ostrowski = require "takeaway.engine.automata.ostrowski"
local ta = require "takeaway"

local raises, says = refusals.raises, refusals.says

local NUMERATIONS = { 2, 3, 10, "zeckendorf", "pell", { recurrence = { 1, 0, 1 }, first = { 1, 2, 3 } },
                      "sqrt(3)", { recurrence = { 3, -1 }, first = { 1, 3 } } }
local LATER = { { recurrence = { 1, 0, 0, 1, 0 }, first = { 1, 2, 3, 4, 6 } }, -- that hold from some weight on
                { recurrence = { 2, 1, 0, 0 }, first = { 1, 3, 4, 12 } }, { recurrence = { 2, 0 }, first = { 1, 3 } } }

describe("numerations", function()
  it("write numbers and read them", function()
    local zeckendorf = ta.numeration "zeckendorf"
    assert.equal("1000010100", zeckendorf:write(100))
    assert.equal(100, zeckendorf:read "1000010100")
    assert.equal("FF", ta.numeration(16):write(255))
    assert.equal(255, ta.numeration(16):read "ff")
    assert.equal("0", ta.numeration(2):write(0))
    for _, which in ipairs(table.move(LATER, 1, #LATER, #NUMERATIONS + 1, { table.unpack(NUMERATIONS) })) do
      local n = ta.numeration(which)
      for i = 0, 300 do assert.equal(i, n:read(n:write(i))) end
      local long = "1234567890123456789012345678901234567890"
      assert.equal(long, n:read(n:write(long)))
    end
  end)

  -- The weights by their definition, and the quotients by reals, of which the first few are right.
  it("are Ostrowski's of a quadratic irrational", function()
    local function denominators(x, count)
      local list, last, now = {}, 0, 1
      for _ = 1, count do
        x = 1 / (x - math.floor(x))
        last, now = now, math.floor(x) * now + last
        list[#list + 1] = now
      end
      if list[1] > 1 then table.insert(list, 1, 1) end
      return list
    end
    local sqrt = math.sqrt
    for source, x in pairs { ["sqrt(3)"] = sqrt(3), ["sqrt 7"] = sqrt(7), ["(1 + sqrt(13))/2"] = (1 + sqrt(13)) / 2,
                             ["(sqrt(13) - 1)/2"] = (sqrt(13) - 1) / 2, ["(3 - sqrt(7))/5"] = (3 - sqrt(7)) / 5 + 1,
                             ["-1+sqrt(21)"] = sqrt(21), ["sqrt(19)"] = sqrt(19), ["sqrt(31)"] = sqrt(31),
                             ["sqrt(29) - 4"] = sqrt(29), ["sqrt(2)"] = sqrt(2) } do
      local n = ta.numeration(source)
      local weights = denominators(x, 10)
      for i = 1, 9 do assert.equal("1" .. ("0"):rep(i - 1), n:write(weights[i]), source) end
      for i = 0, 200 do assert.equal(i, n:read(n:write(i))) end
      assert.is_true(n:ask "A a, b: (E c: c = a + b) and (a <= b or E d: a = b + d and d >= 1)")
    end
    assert.equal(ta.numeration "pell".core, ta.numeration "sqrt(2)".core)
    assert.equal(ta.numeration "zeckendorf".core, ta.numeration "(1 + sqrt(5))/2".core)
    assert.equal(ta.numeration "sqrt(3)".core, ta.numeration { ostrowski = { 1, 2, 1, 2 } }.core)
    assert.equal("Ostrowski's numeration of [...; 2, 3, (1, 2)] (1, 2, 7, 9, ...)",
      tostring(ta.numeration { ostrowski = { 1, 2 }, before = { 2, 3 } }))
    assert.equal("110", ta.numeration "sqrt(3)":write(7))
  end)

  -- Adds to all numbers of a box, and to a few larger ones.
  it("add in classes", function()
    for _, which in ipairs { "sqrt(7)", { ostrowski = { 1, 2 }, before = { 2, 3 } }, { recurrence = { 0, 3 }, first = { 1, 2 } },
                             { recurrence = { 2, -1, 1 }, first = { 1, 2, 4 } } } do
      local n = ta.numeration(which)
      local sum = n:set "a, b, c: a + b = c"
      for a, b, c in box(0, 20, 0, 20, 0, 40) do assert.equal(a + b == c, sum:contains(a, b, c)) end
      assert.is_true(sum:contains("10000000000000000000000001", "99999999999999999999999999", "110000000000000000000000000"))
      assert.is_true(n:ask "A a, b, c: a + b = c => b + a = c")
    end
  end)

  it("have the quotients of roots with large numbers beside and below", function()
    local function text(source)
      local before, period = ostrowski.quotients(source)
      return before and ostrowski.text(before, period) or period
    end
    local found = 0
    for d, q in box({ 2, 3, 5, 29, 1000003 }, { 2, 3, 7, 11, 30, 101, 1009 }) do
      for _, p in ipairs { 1, 5, 1000000007, 1 << 30, -999999937, -(1 << 30) } do -- a whole number more or less is none
        local near = text(("(%d + sqrt(%d))/%d"):format(p % q, d, q))
        assert.equal(near, text(("(%d + sqrt(%d))/%d"):format(p, d, q)))
        found = found + (near:find "^%[" and 1 or 0)
      end
    end
    assert.is_true(found > 80, found)
    local last = (1 << 30) - 1
    assert.matches("no period in the first 64", text(("(-1 + sqrt(3))/%d"):format(last)), 1, true)
    for _, source in ipairs { "(0 - sqrt(29))/1051072501", "(0 + sqrt(29))/809795095" } do
      local beyond = "29 times the square of " .. (source:find "-" and "-" or "") .. source:match "%d+$" .. " is 2^62 or more"
      raises(beyond, ta.numeration, source)
    end
  end)

  it("are the same of floats that are integers, and of the same weights by another name", function()
    for which, title in pairs {
      [{ recurrence = { 2.0 }, first = { 1.0 } }] = "base 2", [10.0] = "base 10", ["10"] = "base 10",
      [{ recurrence = { 1.0, 1 }, first = { 1, 2 } }] = tostring(ta.numeration "zeckendorf"),
      [{ ostrowski = { 1.0, 2 }, before = { 3.0 } }] = tostring(ta.numeration { ostrowski = { 1, 2 }, before = { 3 } }),
    } do
      assert.equal(title, tostring(ta.numeration(which)))
    end
    local given = { recurrence = { 1.0, 0, 1 }, first = { 1, 2.0, 3 } }
    local theorem = assert(ta.moves { "n", "n >= 1 -> n - 1" }:theorem { numeration = given })
    given.recurrence[1], given.first[3] = 7, 7
    assert.matches("\nrecurrence 1 0 1\nweights 1 2 3\n", theorem:certificate(), 1, true)
  end)

  it("refuse what is none", function()
    for source, why in pairs { ["sqrt(4)"] = "the square root of 4 is rational", ["(1+sqrt(5))/0"] = "a division by 0",
                               ["sqrt(94)"] = "quotients are integers from 1 to 15, got 18",
                               ["sqrt(61)"] = "0 quotients before a period of 11 are more than a recurrence of order 16 holds" } do
      raises("numeration: " .. source .. ": " .. why, ta.numeration, source)
    end
    for _, source in ipairs { "sqrt(3", "sqrt(-3)", "(1 + sqrt(5)/2", "1 + sqrt(5) + 1", "2sqrt(5)", "sqrt(99999999999)",
                              "1e1", "0x10", "10.0", " 7" } do
      raises('got "' .. source, ta.numeration, source)
    end
    raises("[...; ()]: the period is empty", ta.numeration, { ostrowski = {} })
    raises("from 1 to 15, got 0", ta.numeration, { ostrowski = { 1, 0 } })
    raises("from 1 to 15, got 1.5", ta.numeration, { ostrowski = { 1 }, before = { 1.5 } })
    raises("without their signs their sum is 4096 at most", ta.numeration, { recurrence = { -4096, 1 }, first = { 1, 2 } })
    says("no proof that the weights of this recurrence grow for ever", "EUNSUPPORTED",
      ta.numeration { recurrence = { 2, -2, 2 }, first = { 1, 2, 4 } })
    says("the weights of this recurrence grow too slowly: 1024 are below 2^61", "EUNSUPPORTED",
      ta.numeration { recurrence = { 2, -1 }, first = { 1, 2 } })
    local base = ta.numeration(2) -- which is kept, as long as it is here
    raises("expected an integer", ta.numeration, { recurrence = { "2" }, first = { 1 } })
    for name, which in pairs {
      recurrence = { recurrence = { 2, nil, 3 }, first = { 1 } }, ostrowski = { ostrowski = { 1, nil, 3 } },
      first = { recurrence = base.recurrence, first = { 1, of = 2 } },
    } do
      raises("numeration: " .. name .. ": expected a list of integers, without gaps or other keys", ta.numeration, which)
    end
    raises("quotients are integers from 1 to 15", ta.numeration, { ostrowski = { {} } })
    raises("numeration: expected a base from 2 to 16", ta.numeration, 17)
    raises("got \"golden\"", ta.numeration, "golden")
    raises("start with 1 and grow", ta.numeration, { recurrence = { 1, 1 }, first = { 1, 1 } })
    raises("the recurrence holds from weight number 2 on: its last coefficient, 0, is one too many",
      ta.numeration, { recurrence = { 1, 1, 0 }, first = { 1, 2, 3 } })
    local n = ta.numeration "zeckendorf"
    raises("11 is not a valid expansion in Zeckendorf's numeration (1, 2, 3, 5, 8, ...); the valid one is 100", n.read, n, "11")
    raises("\"2\" is no digit", n.read, n, "12")
    raises("write: n: expected a number", n.write, n, -1)
  end)
end)

describe("formulas", function()
  it("hold or do not", function()
    local n = ta.numeration(2)
    assert.is_true(n:ask "A a: E b: a = 2b or a = 2b + 1")
    assert.is_false(n:ask "A a: E b: a = 2b")
    assert.is_true(n:ask "A a, b: max(a, b) + min(a, b) = a + b")
    assert.is_true(n:ask "A a, b: (a - b) mod 3 = 0 <=> a mod 3 = b mod 3")
    assert.is_true(n:ask "A a, b: floor((a - b)/3) + 1 = floor((a - b + 3)/3)")
    assert.is_true(n:ask "not E a: a < 0")
    assert.is_true(n:ask "A a: (E b: a = 6b) => a mod 2 = 0 and a mod 3 = 0")
  end)

  it("agree with trial, in every numeration", function()
    require "spec.support.seed"()
    local r = math.random
    local atoms = { "a <= 2b", "a + b = c", "floor(a/2) = b", "a mod 3 = c mod 3", "max(a, b) < c + 2", "3a > 2b + 1",
                    "abs(a - b) <= c", "a ~= b", "floor((a - c)/2) >= b - 3" }
    local trial = {
      function(a, b) return a <= 2 * b end, function(a, b, c) return a + b == c end,
      function(a, b) return a // 2 == b end, function(a, _, c) return a % 3 == c % 3 end,
      function(a, b, c) return math.max(a, b) < c + 2 end, function(a, b) return 3 * a > 2 * b + 1 end,
      function(a, b, c) return math.abs(a - b) <= c end, function(a, b) return a ~= b end,
      function(a, b, c) return (a - c) // 2 >= b - 3 end,
    }
    for _, which in ipairs(NUMERATIONS) do
      local n = ta.numeration(which)
      for _ = 1, 6 do
        local i, j, negated = r(1, #atoms), r(1, #atoms), r(0, 1) == 1
        local joined = ({ "and", "or", "=>", "<=>" })[r(1, 4)]
        local source = ("a, b, c: %s(%s) %s (%s)"):format(negated and "not " or "", atoms[i], joined, atoms[j])
        local set = assert(n:set(source))
        for a, b, c in box(0, 6, 0, 6, 0, 6) do
          local x, y = trial[i](a, b, c) ~= negated, trial[j](a, b, c)
          local right
          if joined == "and" then right = x and y
          elseif joined == "or" then right = x or y
          elseif joined == "=>" then right = not x or y
          else right = x == y end
          assert.equal(right, set:contains(a, b, c), ("%s at %d %d %d in %s"):format(source, a, b, c, n.title))
        end
      end
    end
  end)

  it("name sets", function()
    local n = ta.numeration(2)
    local even = n:set "a: E b: a = 2b"
    assert.is_true(n:ask("A a: Even(a) => Even(a + 2) and not Even(a + 1)", { Even = even }))
    assert.is_true(n:ask("A a, b: Even(a - b) and a >= b => Even(a + b)", { Even = even }))
    assert.is_true(even == n:set "x: x mod 2 = 0")
    assert.is_false(even == n:set "x: x mod 2 = 1")
    assert.equal("{{0}, {2}, {4}}", tostring(even:vectors { to = 5 }))
    assert.is_true(n:set("a: a < a"):is_empty())
    assert.equal("{7}", tostring(n:set("a: a > 6 and a mod 7 = 0"):first()))
    assert.is_nil(n:set("a: a < 0"):first())
    assert.equal("set of numbers a: an automaton of 2 states in base 2", tostring(even))
  end)

  it("list no more than there is room and time for", function()
    local n = ta.numeration(2)
    local pairs_of, even = n:set "a, b: a <= b", n:set "a: a mod 2 = 0"
    assert.equal(1000, #even:first(1000))
    assert.equal(3, #n:set("a: a < 3"):first(1 << 62))
    for _, many in ipairs { 10 ^ 6, 1 << 62, math.maxinteger } do
      assert.matches("first: %d+ vectors have numbers of fewer than %d+ digits; longer ones are too many to list",
        says("", "ELIMIT", pairs_of:first(many)))
    end
    local row = assert(ta.moves { "n, x", "k: 1 <= k <= x, k <= n -> n - k, k" }:theorem()).positions
    local sparse = row.numeration:set("n: n >= 1 and P(n, n - 1)", { P = row }) -- the powers of two
    assert.equal("{{1}, {2}, {4}, {8}}", tostring(sparse:first(4)))
    assert.equal("ELIMIT", (select(3, sparse:first(1 << 62))))
    for _, to in ipairs { 10 ^ 4, 1 << 62, math.maxinteger } do
      assert.matches("vectors: a box of 2 numbers to %d+ has more than 100000000 vectors",
        says("", "ELIMIT", pairs_of:vectors { to = to }))
    end
    raises("first: n: expected an integer n >= 0, got \"5\"", even.first, even, "5")
    raises("first: n: expected an integer n >= 0, got -1", even.first, even, -1)
    raises("vectors: to: expected {to = n} with an integer n >= 0, got \"5\"", even.vectors, even, { to = "5" })
    raises("vectors: to: expected {to = n} with an integer n >= 0, got -1", even.vectors, even, -1)
  end)

  -- A sentence is decided on a way of its own; as a set of all z or none it is not.
  it("are decided as sentences as they are as sets", function()
    require "spec.support.seed"()
    local r = math.random
    local atoms = { "1 <= k <= a", "k <= b", "S(a - k, b)", "S(k, b + 1)", "not S(a, b)", "a + k = 2b", "2k > b", "S(b, k)",
                    "a ~= k + 1", "k < 3", "not S(b - k, 2k)", "b mod 3 = k mod 3" }
    local function some(count, word)
      local list = {}
      for i = 1, count do list[i] = atoms[r(#atoms)] end
      return table.concat(list, word)
    end
    local seen = {}
    for _, which in ipairs { 2, 3, "zeckendorf", { recurrence = { 3, -1 }, first = { 1, 3 } }, "sqrt(3)" } do
      local n = ta.numeration(which, { states = 2000 })
      local sets = { S = n:set "x, y: E z: x = y + 2z and z <= y" }
      for _ = 1, 12 do
        local source = ("%s a: %s b: %s (E k: %s) %s (E k: %s) %s E k: %s"):format(({ "A", "E" })[r(2)], ({ "A", "E" })[r(2)],
          ({ "", "not" })[r(2)], some(r(3), " and "), ({ "or", "and", "=>" })[r(3)], some(r(3), " and "),
          ({ "or", "and", "<=>" })[r(3)], some(r(2), " or "))
        if r(3) == 1 then source = ("(%s) %s (A a: E k: %s)"):format(source, ({ "and", "or", "=>", "<=>" })[r(4)],
          some(2, " or "):gsub("b", "a")) end
        local holds, set = n:ask(source, sets), n:set("z: " .. source, sets)
        if holds ~= nil and set then
          assert.equal(not set:is_empty(), holds, source .. " in " .. n.title)
          seen[holds] = (seen[holds] or 0) + 1
        end
      end
    end
    assert.is_true(seen[true] > 2 and seen[false] > 2)
  end)

  it("keep conditions that do not follow from others", function()
    local n = ta.numeration(2)
    assert.is_true(n:set "a, b: E k: a + k = b and a <= b + 3" == n:set "a, b: a <= b")
    assert.is_true(n:set "a, b: a + 2 <= b and a <= b + 1 and a <= b + 1" == n:set "a, b: a + 1 < b")
    assert.is_true(n:set "a, b: 50 <= b and a <= b" == n:set "a, b: a <= b and b >= 50")
    assert.is_false(n:set "a, b: 36a = b" == n:set "a, b: b = 50") -- which are kept apart
    assert.equal("{{0, 0}, {0, 1}}", tostring(n:set("a, b: a <= b and 0 = 2a and b + b <= 3"):vectors { to = 3 }))
  end)

  it("show where the text is wrong", function()
    local n = ta.numeration(2)
    raises("unknown name b; known are a\n    A a: a = 2b\n              ^", n.ask, n, "A a: a = 2b")
    raises("expected the variables and a colon", n.set, n, "a < b")
    raises("P is a set of vectors of 1 number, not 2", n.ask, n, "A a: P(a, a)", { P = n:set "a: a = 1" })
    raises("not linear", n.ask, n, "A a, b: a b = b a")
    raises("a set of another numeration", n.ask, n, "A a: P(a)", { P = ta.numeration(3):set "a: a = 1" })
    raises("P: a set of a numeration with other limits (states, bytes), base 2", n.ask, n, "A a: P(a)",
      { P = ta.numeration(2, { states = 99 }):set "a: a = 1" })
    raises("formula: expected text, got a table", n.ask, n, {})
  end)

  it("are equal whatever limits they were made under", function()
    for _, which in ipairs { 2, "zeckendorf" } do
      local own, other = ta.numeration(which), ta.numeration(which, { states = 99 })
      assert.is_true(own:set "a: a < 7" == other:set "b: b <= 6")
      assert.is_false(own:set "a: a < 7" == other:set "b: b <= 7")
    end
    assert.is_false(ta.numeration(2):set "a: a < 7" == ta.numeration(3):set "a: a < 7")
    assert.is_false(ta.numeration("zeckendorf"):set "a: a >= 0" == ta.numeration("pell"):set "a: a >= 0")
    assert.is_false(ta.numeration("zeckendorf"):set "a: a = 0" == ta.numeration(2):set "a: a = 0")
  end)

  it("have few states of a bound that is large, in either direction", function()
    local large = 1 << 40
    for _, which in ipairs { 2, 10, "zeckendorf", "sqrt(3)", { recurrence = { 3, -1 }, first = { 1, 3 } } } do
      local n = ta.numeration(which, { states = 1000 })
      local below, from = assert(n:set("a: a < " .. large)), assert(n:set("a: a >= " .. large))
      assert.equal(large, below:count(4 * large))
      assert.equal(3 * large, from:count(4 * large))
      assert.is_true(n:ask("A a: B(a) <=> not F(a)", { B = below, F = from }))
      assert.is_true(below:contains(large - 1) and from:contains(large))
    end
    -- 2^40 (2^40 + 1)/2 of them
    assert.equal("604462909807864343166976", ta.numeration(2):set("a, b: a + b < " .. large):count(large))
  end)

  it("meet limits, and say so", function()
    local n = ta.numeration("zeckendorf", { states = 20 })
    says("more than 20 states", "ELIMIT", n:set "a, b, c, d: 3a + 5b = 7c + 2d")
  end)
end)

describe("fractions", function()
  it("are compared as they are", function()
    local n = ta.numeration(2)
    assert.is_true(n:ask "A a, b: a/3 < b <=> a < 3b")
    assert.is_true(n:ask "A a: E b: a/2 <= b and b <= a/2 + 1/2")
    assert.is_false(n:ask "A a: E b: a/2 = b")
    assert.is_true(n:ask "A a, b: a/2 <= b/3 + 1/6 < b <=> 3a <= 2b + 1 and 2b + 1 < 6b")
  end)
end)

describe("automata as text", function()
  it("in three forms", function()
    local even = ta.numeration(2):set "a: a mod 2 = 0"
    assert.equal("set of numbers a: an automaton of 2 states in base 2\n*0: 0 -> 0; 1 -> 1\n 1: 0 -> 0; 1 -> 1",
      even:text())
    assert.matches("0 [shape = doublecircle];", even:text "dot", 1, true)
    assert.equal("msd_2\n\n0 1\n0 -> 0\n1 -> 1\n\n1 0\n0 -> 0\n1 -> 1\n", even:text "walnut")
    raises("expected \"table\", \"dot\", \"regex\" or \"walnut\", got \"svg\"", even.text, even, "svg")
  end)
end)
