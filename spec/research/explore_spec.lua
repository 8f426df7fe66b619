local ta = require "takeaway"

local seed = require "spec.support.seed"()

local function find(findings, kind)
  for _, finding in ipairs(findings) do
    if finding.kind == kind then return finding end
  end
end

local function kinds(findings)
  local list = {}
  for i, finding in ipairs(findings) do list[i] = finding.kind end
  return list
end

-- By definition: the least start, then the least period, of values[i + p] - values[i] = constant,
-- with the evidence the finder requires.
local function by_definition(values)
  local count = #values
  for start = 1, count do
    for p = 1, count do
      local length = count - start + 1
      if length - 1 < 3 * p or length - 1 - p < 6 or 2 * (length - 1) < count - 1 then break end
      local saltus, good = values[start + p] - values[start], true
      for i = start, count - p do
        if values[i + p] - values[i] ~= saltus then good = false break end
      end
      if good then return start, p, saltus end
    end
  end
end

-- a(first), ..., a(to), as a list.
local function terms(a, first, to)
  local list = {}
  for n = first, to do list[#list + 1] = a(n) end
  return list
end

local function bits(n)
  local count = 0
  while n > 0 do count, n = count + n % 2, n // 2 end
  return count
end

describe("takeaway.explore (seed " .. seed .. ")", function()
  describe("digits", function()
    local function stern(n)
      if n < 2 then return n end
      return n % 2 == 0 and stern(n // 2) or stern(n // 2) + stern(n // 2 + 1)
    end
    local function valuation(n) return n % 2 == 0 and 1 + valuation(n // 2) or 0 end
    local phi = (1 + 5 ^ 0.5) / 2

    it("of automatic sequences: a published one in each numeration, and its automaton gives all terms", function()
      for _, case in ipairs {
        { function(n) return bits(n) % 2 end, 2, 2 }, -- Thue-Morse
        { function(n) return bits(n & n >> 1) % 2 end, 2, 4 }, -- Rudin-Shapiro
        { function(n) return valuation(n + 1) % 2 end, 2, 2 }, -- period doubling
        { function(n) while n > 0 do if n % 3 == 1 then return 0 end n = n // 3 end return 1 end, 3, 2 }, -- Cantor
        { function(n) return math.floor((n + 2) * phi) - math.floor((n + 1) * phi) end, "zeckendorf", 2 }, -- Fibonacci word
      } do
        local a, numeration, states = table.unpack(case)
        local found = find(ta.explore(terms(a, 0, 400), { first = 0 }), "automatic")
        assert.same({ numeration, states }, { found.numeration, found.states })
        local system = ta.numeration(numeration)
        for n = 0, 2000 do -- beyond what it was made of
          local state = 1
          for digit in system:write(n):gmatch "%d" do state = found.transitions[state][digit + 1] end
          assert.equal(a(n), found.outputs[state], n)
        end
      end
    end)

    it("of regular sequences: relations that hold beyond the terms", function()
      for _, case in ipairs {
        { valuation, 1, "2-regular: a(2n) = a(n) + 1, a(2n+1) = 0" },
        { bits, 0, "2-regular: a(2n) = a(n), a(2n+1) = a(n) + 1" },
        { stern, 0, "2-regular: a(2n) = a(n), a(4n+1) = a(n) + a(2n+1), a(4n+3) = -a(n) + 2 a(2n+1)" },
      } do
        local a, first, text = table.unpack(case)
        assert.equal(text, find(ta.explore(terms(a, first, 300), { first = first }), "regular").text)
      end
      local divisors = ta.ruleset { name = "Proper divisors", options = function(emit, n)
        for d = 1, n - 1 do
          if n % d == 0 then emit(n - d) end
        end
      end }
      assert.equal("2-regular: a(2n) = a(n) + 1, a(2n+1) = 0 for n >= 1", ta.explore(divisors, { to = 200 })[1].text)
    end)

    it("are found in nothing random, nothing short, and beside no period", function()
      for _ = 1, 30 do
        assert.same({}, kinds(ta.explore(terms(function() return math.random(0, 1) end, 0, math.random(60, 400)), { first = 0 })))
      end
      assert.same({}, kinds(ta.explore(terms(function(n) return bits(n) % 2 end, 0, 20), { first = 0 })))
      assert.same({ "period" }, kinds(ta.explore(terms(function(n) return n % 7 == 3 and 1 or n % 2 end, 0, 200), { first = 0 })))
    end)

    it("say how to prove it where the rules are known", function()
      local halves = ta.moves { "n", "k: 1 <= k, 2 k <= n -> k" }
      assert.equal('rules:theorem{ numeration = "2" }', ta.explore(halves, { to = 200 }).prove)
    end)
  end)

  describe("periods", function()
    it("agree with their definition on planted and random sequences", function()
      for case = 1, 400 do
        local values, pre, p = {}, math.random(0, 12), math.random(1, 9)
        local saltus, small = math.random(3) == 1 and math.random(-3, 3) or 0, math.random(1, 3)
        for i = 1, math.random(8, 70) do
          if i <= pre + p then values[i] = math.random(0, small) else values[i] = values[i - p] + saltus end
          if math.random(200) == 1 then values[i] = 77 end
        end
        local found = ta.explore(values, { first = 0 })
        local period = find(found, "period") or find(found, "arithmetic period")
        local start, least, step = by_definition(values)
        if start and not (least == 1 and step == 0) then
          assert.is_table(period, "case " .. case)
          assert.same({ start - 1, least, step }, { period.preperiod, period.period, period.saltus }, "case " .. case)
          assert.is_false(period.proved)
        else
          assert.is_nil(period, "case " .. case)
          assert.equal(start ~= nil, find(found, "constant") ~= nil, "case " .. case)
        end
      end
    end)
    it("see infinite values", function()
      local found = ta.explore(function(n) return n % 3 == 0 and math.huge or n % 3 end, { to = 30 })
      assert.equal(3, find(found, "period").period)
    end)
  end)

  describe("recurrences", function()
    it("are found, are the shortest, and hold", function()
      for case = 1, 200 do
        local order = math.random(1, 4)
        local c, values = {}, {}
        for i = 1, order do c[i] = math.random(-2, 2) end
        if c[order] == 0 then c[order] = 1 end
        for i = 1, 4 * order + 16 do
          if i <= order then
            values[i] = math.random(-5, 5)
          else
            values[i] = 0
            for j = 1, order do values[i] = values[i] + c[j] * values[i - j] end
          end
        end
        local found = ta.explore(values)
        local r = find(found, "recurrence")
        if not r then
          assert.is_truthy(find(found, "period") or find(found, "arithmetic period") or find(found, "constant"), "case " .. case)
        else
          assert.is_true(r.order <= order, "case " .. case)
          for i = r.start, #values do
            local sum = 0
            for j = 1, r.order do sum = sum + r.coefficients[j] * values[i - j] end
            assert.equal(r.denominator * values[i], sum, "case " .. case)
          end
        end
      end
    end)
    it("print", function()
      local found = ta.explore { 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233 }
      assert.equal("sequence, n = 1..12:\n  a(n) = a(n-1) + a(n-2) from n = 3 (checked for n = 1..12)", tostring(found))
    end)
    it("may have fractions", function()
      local values = { 2 ^ 40 // 1 | 0 }
      for i = 2, 36 do values[i] = values[i - 1] // 2 end
      local r = find(ta.explore(values), "recurrence")
      assert.same({ 1, 2, 1 }, { r.order, r.denominator, r.coefficients[1] })
    end)
    it("are not seen in what repeats once: floor(sqrt 2 n)", function()
      local found = ta.explore(function(n) return math.floor(n * 2 ^ 0.5) end, { first = 1, to = 200 })
      assert.same({ "floor" }, kinds(found))
    end)
    it("are not seen in noise", function()
      for _ = 1, 50 do
        local values = {}
        for i = 1, 60 do values[i] = math.random(0, 1000000) end
        assert.same({}, kinds(ta.explore(values)))
      end
    end)
    it("are exact near 2^62: a term that is off by one is no recurrence", function()
      local values = { 1 }
      for i = 2, 62 do values[i] = values[i - 1] * 2 end
      assert.is_table(find(ta.explore(values), "recurrence"))
      values[62] = values[62] + 2147483647
      assert.is_nil(find(ta.explore(values), "recurrence"))
    end)
  end)

  describe("floor(r n + c)", function()
    it("is found for fractions, and reproduces the terms", function()
      for case = 1, 100 do
        local q = math.random(1, 6)
        local p, c = math.random(-3 * q, 5 * q), math.random(-8, 8)
        if p == 0 then p = 1 end
        local values = {}
        for n = 0, 99 do values[n + 1] = (p * n + c) // q end
        local floor = find(ta.explore(values, { first = 0 }), "floor")
        assert.is_table(floor, ("case %d: %d/%d n + %d/%d"):format(case, p, q, c, q))
        local above, below = floor.r:match("^(-?%d+)/(%d+)$")
        for n = 0, 99 do
          local shift = math.tointeger(floor.c * below + 0.0)
          assert.equal(values[n + 1], (above * n + shift) // math.tointeger(below) | 0, "case " .. case)
        end
      end
    end)
    it("names an irrational slope that fits", function()
      local phi = (1 + 5 ^ 0.5) / 2
      local floor = find(ta.explore(function(n) return math.floor(n * phi) end, { first = 1, to = 300 }), "floor")
      assert.equal("(1 + sqrt 5)/2", floor.r)
      assert.equal(0, floor.c)
    end)
    it("is not claimed of squares", function()
      assert.is_nil(find(ta.explore(function(n) return n * n end, { to = 60 }), "floor"))
    end)
  end)

  it("takes whole floats as the integers they are, and a part of a list", function()
    assert.same({ 2 }, find(ta.explore(function(n) return 2.0 ^ n end, { to = 40 }), "recurrence").coefficients)
    local found = ta.explore({ 1, 2, 1, 2, 1, 2, 1, 2, 1, 9 }, { to = 9 })
    assert.same({ 2, 9 }, { found[1].period, found[1].to })
  end)
  it("says lines plainly", function()
    assert.equal("a(n) = 3 n - 1", find(ta.explore { 2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 32, 35 }, "floor").text)
    assert.equal("a(n) = -n", find(ta.explore { -1, -2, -3, -4, -5, -6, -7, -8, -9, -10, -11, -12 }, "floor").text)
  end)

  describe("tables", function()
    local function of(f) return ta.explore(f, { grid = true, to = 20 }) end
    local function lowbit(n) return n & -n end
    it("equal, depend on, are one of", function()
      assert.equal("p xor q", find(of(function(p, q) return p ~ q end), "equals").what)
      assert.equal("|p - q|", find(of(function(p, q) return math.abs(p - q) ^ 2 // 1 | 0 end), "dependence").what)
      assert.equal("p xor q", find(of(function(p, q) return (p ~ q) * 3 end), "dependence").what)
      assert.equal("lowbit(p - q)", find(of(function(p, q) return lowbit(p - q) * 3 end), "dependence").what)
      assert.equal("p - q", find(of(function(p, q) return p - q + 5 end), "dependence").what)
      assert.equal("p + q", find(of(function(p, q) return (p + q) ^ 2 // 1 | 0 end), "dependence").what)
      assert.equal("lowbit(p)", find(of(function(p) return 7 * lowbit(p) end), "dependence").what)
      assert.same({ "p xor q", "min(p, q)" },
        find(of(function(p, q) return (p * q) % 3 == 0 and p ~ q or math.min(p, q) end), "one of").what)
    end)
    it("of large tables name the tested rows and columns", function()
      local rules = ta.ruleset { name = "T", options = function(emit, a, b) if a > 0 and a ~= 251 then emit(a - 1, b) end end }
      local found = tostring(ta.explore(rules:table { to = { 300, 8 }, what = "nim_value" }))
      assert.matches("nim values of T(a, b), a = 0..300, b = 0..8:", found, 1, true)
      assert.matches("period 2 in a (checked for a = 0..199, b = 0..8)", found, 1, true)
      found = tostring(ta.explore(function(p) return p == 210 and 7 or p % 2 end, { grid = true, to = 220 }))
      assert.matches("t(p, q), p, q = 0..220:\n  depends on lowbit(p) alone (checked for p, q = 0..199)", found, 1, true)
    end)
    it("of noise have none", function()
      assert.same({}, kinds(of(function() return math.random(0, 1000) end)))
    end)
    it("are constant, symmetric, periodic, doubling", function()
      assert.same({ "constant" }, kinds(of(function() return 4 end)))
      assert.is_table(find(of(function(p, q) return p * q end), "symmetry"))
      assert.is_nil(find(of(function(p, q) return p - q end), "symmetry"))
      local found = of(function(p, q) return (p % 3) * 10 + q % 4 end)
      local steps = {}
      for _, finding in ipairs(found) do
        if finding.kind == "shift" then steps[finding.direction] = finding.period end
      end
      assert.same({ p = 3, q = 4 }, steps)
      assert.equal(2, find(of(function(p, q) return p + 2 * q end), "doubling").factor)
    end)
    it("of two piles: the closed form is proved, the rest is checked", function()
      local found = ta.explore(ta.two_pile "2k")
      assert.is_true(find(found, "closed form").proved)
      for i = 2, #found do assert.is_false(found[i].proved) end
      assert.same({ "lowbit(p - q)", "min(p, q)" }, find(found, "one of").what)
      assert.is_nil(find(ta.explore(ta.two_pile "4k"), "closed form"))
      assert.is_nil(find(ta.explore(ta.two_pile(function(k) return 2 * k end)), "closed form"))
      assert.equal("min(p, q)", find(ta.explore(ta.two_pile "0k+64"), "equals").what)
    end)
  end)

  describe("games", function()
    it("takes P-positions of rules", function()
      local list = ta.rules.wythoff:p_positions { to = 30 }
      local found = ta.explore(list)
      assert.same(tostring(ta.explore(ta.rules.wythoff:table { to = 30, what = "outcome" })), tostring(found):match "^.-\n.-\n":sub(1, -2))
      assert.equal('rules:theorem{ numeration = "zeckendorf" }', found.prove)
      found = ta.explore(ta.moves { "n", "k: 1 <= k <= 3, k <= n -> n - k" }:p_positions { to = 40, misere = true })
      assert.same({ 4, nil }, { found[1].period, found.prove })
      local three = ta.rules.nim:as_moves { numbers = 3 }
      assert.matches("depends on b xor c alone", tostring(ta.explore(three:p_positions { to = 20, fix = { a = 3 } })))
      local ok, why = pcall(ta.explore, three:p_positions { to = 3 })
      assert.is_false(ok)
      assert.matches("explore: data: expected P%-positions with one or two free coordinates", tostring(why))
    end)
    it("prove the periods of heaps, as the games themselves do", function()
      for _, game in ipairs { ta.octal "0.77", ta.octal "0.137", ta.subtraction { 1, 2, 5 }, ta.subtraction { all_but = { 2, 3 } } } do
        local found, own = ta.explore(game), game:periodicity(1000)
        assert.same({ own.period, own.preperiod, own.saltus, own.proved },
          { found[1].period, found[1].preperiod, found[1].saltus, found[1].proved })
        assert.is_true(found[1].proved)
        assert.is_nil(found[2])
      end
    end)
    it("say nothing of a period seen too short", function()
      assert.same({}, kinds(ta.explore(ta.subtraction { 1, 3, 4 }, { to = 5 })))
    end)
    it("never prove what rules alone say", function()
      local found = ta.explore(ta.heap(function(n, emit) for k = 1, math.min(n, 3) do emit(n - k) end end), { to = 60 })
      assert.same({ "period", 4, false }, { found[1].kind, found[1].period, found[1].proved })
    end)
    it("of one pile: the recurrence of the losing sizes", function()
      assert.same({ 1, 1 }, find(ta.explore(ta.one_pile(2)), "recurrence").coefficients)
      local three = find(ta.explore(ta.one_pile(3)), "recurrence")
      assert.same({ 1, 0, 0, 1 }, three.coefficients)
      assert.same({ 6, "a(n) = a(n-1) + a(n-4) from n = 6" }, { three.start, three.text })
      assert.same({ 2 }, find(ta.explore(ta.one_pile(1)), "recurrence").coefficients)
    end)
  end)

  it("names the fault", function()
    assert.error_matches(function() ta.explore(3) end, "explore: data: expected")
    assert.error_matches(function() ta.explore({ { a = 1 } }) end, "not records")
    assert.error_matches(function() ta.explore({ 1 }, { form = 1 }) end, "unknown setting form")
    assert.error_matches(function() ta.explore(math.floor) end, "explore: to: expected an integer")
    assert.equal("sequence, n = 1..2:\n  too little to see a pattern in: at least 8 terms are needed",
      tostring(ta.explore { 1, 2 }))
    assert.equal("sequence, n = 1..8:\n  no pattern found", tostring(ta.explore { 1, 7, 2, 9, 4, 4, 0, 3 }))
    assert.matches("at least 6 rows", tostring(ta.explore(ta.two_pile "k":table(5))))
    local function gap(n) if n ~= 5 then return n end end
    assert.error_matches(function() ta.explore(gap, { to = 9 }) end, "explore: entry 5: expected a value, got nil")
    assert.error_matches(function() ta.explore(gap, { to = 9, grid = true }) end, "the value at %(5, 0%): expected a value")
    assert.error_matches(function() ta.explore(function() return 0 / 0 end, { to = 9 }) end, "entry 0: expected a value")
  end)
end)
