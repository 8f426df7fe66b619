-- rules:grid: swept boxes against asking one position at a time, and the object they come in.
local ta = require "takeaway"

local function raises(text, f, ...)
  local ok, why = pcall(f, ...)
  assert.is_false(ok)
  assert.is_truthy(tostring(why):find(text, 1, true), tostring(why))
end

local IMPARTIAL = { "outcome", "misere_outcome", "nim_value", "remoteness", "misere_remoteness" }

local kinds = {
  { name = "falls", options = function(emit, a, b, c)
    for k = 1, a do emit(a - k, b, c) end
    for k = 1, b do emit(a, b - k, (c + k) % 4) end
    if c > 0 then emit(a, b, c - 1) end
  end },
  { name = "leaves the box", options = function(emit, a, b, c)
    if a > 0 then emit(a - 1, b + 1, 2 * c) end
    if b > 0 and a > 0 then emit(a - 1, b - 1, c + 9) end
    if c > 0 then emit(a, b, c // 2) end
  end },
  { name = "rises", options = function(emit, a, b, c)
    if a < 4 then emit(a + 1, b, c) end
    if b < 3 then emit(a, b + 1, 0) end
    if c < 5 then emit(a, b, c + 1) end
  end },
  { name = "loops", options = function(emit, a, b, c)
    emit(a, b, (c + 1) % 3)
    if a > 0 then emit(a - 1, b, c) end
    if b > 0 and c == 1 then emit(a, b - 1, 0) end
  end },
  { name = "over", options = function(emit, a, b, c)
    for k = 1, a do emit(a - k, b, c) end
    for k = 1, b do emit(a, b - k, c) end
    if c > 0 then emit(a, b, c - 1) end
  end, terminal = function(a, b, c)
    if (a + 2 * b + c) % 7 == 5 then return "win" elseif (a * b + c) % 7 == 6 then return "draw" end
  end },
  { name = "partizan", left = function(emit, a, b, c)
    for k = 1, a do emit(a - k, b, c) end
    if c == 0 then emit(a, b, 1) end
  end, right = function(emit, a, b, c)
    for k = 1, b do emit(a, b - k, c) end
    if c == 1 then emit(a, b, 0) end
  end },
}

describe("rules:grid", function()
  it("is the same by several threads, and is stopped by its progress function", function()
    for _, moves in ipairs {
      { "a, b, c", "k: 1 <= k <= a -> a - k, b, c", "k: 1 <= k <= b -> a, b - k, c", "k: 1 <= k <= c -> a, b, c - k" },
      { "a, b", "k: 1 <= k <= a -> a - k, b", "k: 1 <= k <= b -> a, b - k", "k: 1 <= k <= a, k <= b -> a - k, b - k" },
    } do
      local to = #moves == 4 and moves[1] == "a, b, c" and { 7, 9, 80 } or { 90, 100 }
      for _, what in ipairs(IMPARTIAL) do
        local one = ta.moves(moves):grid { what = what, to = to, threads = 1 }
        for threads = 2, 3 do
          local many, place = ta.moves(moves):grid { what = what, to = to, threads = threads }, 0
          local values = {}
          for a, b, c, d in one:cells() do values[#values + 1] = tostring(d or c) .. a .. b end
          for a, b, c, d in many:cells() do
            place = place + 1
            assert.equal(values[place], tostring(d or c) .. a .. b)
          end
          assert.equal(#values, place)
        end
      end
    end
    local rules = ta.moves { "a, b", "k: 1 <= k <= a -> a - k, b", "k: 1 <= k <= b -> a, b - k" }
    local last = 0
    assert.is_truthy(rules:grid { to = 500, threads = 2, progress = function(done, total)
      assert(last <= done and done <= total and total == 501 * 501)
      last = done
    end })
    assert.equal(501 * 501, last)
    rules:clear()
    local stopped, _, code = rules:grid { to = 400, threads = 2, progress = function(done) return done < 30000 end }
    assert.is_nil(stopped)
    assert.equal("ECANCELLED", code)
    assert.equal(17 ~ 399, rules:grid({ to = 400, threads = 2 })(17, 399))
  end)

  it("is the same by several threads where the rule asks a function of the host's, which progress asks, too", function()
    local asked = 0
    for _, how in ipairs { "2k", "in Lua" } do
      local f = how == "2k" and ta.move_function "2k" or ta.move_function(function(k) asked = asked + 1 return 2 * k end)
      local function options(emit, p, q, x)
        for k = 1, math.min(p, x) do emit(p - k, q, f(k)) end
        for k = 1, math.min(q, x) do emit(p, q - k, f(k)) end
      end
      local one
      for threads = 1, 3 do
        local rules, k = ta.ruleset { name = "Two piles", options = options }, 10000
        local grid = assert(rules:grid { what = "nim_value", to = 40, threads = threads, progress = function()
          k = k + 1
          return f(k) == 2 * k
        end })
        one = one or grid
        for p, q, x, v in one:cells() do assert.equal(v, grid(p, q, x)) end
      end
    end
    assert.is_true(asked > 0)
  end)

  it("asks the rules' check, of one position where it says the same of all", function()
    local asked, text = 0, "expected a < 7"
    local function options(emit, a, b) if a > 0 then emit(a - 1, b) end end
    local function small(a)
      asked = asked + 1
      if a >= 7 then return text end
    end
    local rules = ta.ruleset { name = "small", options = options, check = small }
    assert.equal("N", tostring(rules:grid({ what = "outcome", to = 6 })(3, 2)))
    assert.equal(1 + 49, asked)
    raises("small: expected a < 7, got (7, 0)", rules.grid, rules, { what = "outcome", to = 8 })
    raises("small: expected a < 7, got (7, -2)", rules.grid, rules, { what = "outcome", from = { 5, -2 }, to = 8 })
    local object = setmetatable({ least = 3 }, { __call = function(_, a) return small(a + 4) end })
    rules, asked = ta.ruleset { name = "large", options = options, check = object }, 0
    raises("large: expected a < 7, got (3, 0)", rules.grid, rules, { what = "outcome", from = { 2, 0 }, to = 8 })
    assert.equal(1 + 9 + 2, asked)
    asked, text = 0, nil
    assert.is_truthy(rules:grid { what = "outcome", from = 3, to = 90 })
    assert.equal(1, asked)
    assert.is_truthy(rules:grid { what = "outcome", from = { 3, 2 }, to = 5 })
    assert.equal(1 + 1 + 12, asked)
    raises("expected (a, b), integers from 0 on, got (0, -1)", ta.rules.wythoff.grid, ta.rules.wythoff,
      { what = "outcome", from = { 0, -1 }, to = 3 })
    raises("ruleset: check: expected a function, got a table", ta.ruleset, { options = options, check = {} })
  end)

  it("is what each position answers, whatever its rule does", function()
    for _, fields in ipairs(kinds) do
      local rules, alone = ta.ruleset(fields), ta.ruleset(fields)
      for _, what in ipairs(IMPARTIAL) do
        local valued = what ~= "nim_value" or fields.options and not fields.terminal
        for _, player in ipairs { "left", valued and fields.left and "right" } do
          local given = fields.left and what:find "remoteness" and player or nil
          local g, message, code = rules:grid { what = what, player = given, to = { a = 4, b = 3, c = 5 }, from = { b = 1 } }
          if valued then
            local count = 0
            for a, b, c, value in assert(g, message):cells() do
              local p = alone(a, b, c)
              local first, second = p[what](p)
              if given == "right" then first = second end
              if value ~= first and tostring(value) ~= tostring(first) then
                error(("%s of %s%s: %s"):format(what, p, tostring(first), tostring(value)))
              end
              assert.equal(value, g(a, b, c))
              assert.equal(value, g[a][b][c])
              count = count + 1
            end
            assert.equal(5 * 3 * 6, count)
            assert.equal(5 * 3 * 6, g:size())
          else
            assert.is_nil(g)
            assert.equal(fields.left and "EPARTIZAN" or "EUNSUPPORTED", code)
          end
        end
      end
    end
  end)

  it("is a table of two coordinates, and a sequence of one", function()
    local w = ta.rules.wythoff
    local t = w:grid { to = { a = 6, b = 4 } }
    assert.equal(tostring(w:table { to = { a = 6, b = 4 } }), tostring(t))
    assert.equal(tostring(w:sequence { to = { a = 9 }, fix = { b = 2 } }), tostring(w:grid { to = { a = 9 }, fix = { b = 2 } }))
    local three = ta.ruleset(kinds[1]):grid { to = 3, from = 1, what = "outcome" }
    assert.equal("outcomes of falls(a, b, c)", three:title())
    assert.equal("outcomes of falls(a, b, c): 27 values, a = 1..3, b = 1..3, c = 1..3", tostring(three))
    assert.equal("outcomes of falls(a, b, c), a = 2", three[2]:title())
    assert.equal("outcomes of falls(a, b, c), a = 2, b = 3", three[2][3].title)
    raises("grid: a: expected an integer from 1 to 3, got 4", function() return three[4] end)
    raises("table: b: expected an integer from 1 to 3, got 0", function() return three[2][0] end)
    raises("grid: b: expected an integer from 1 to 3, got 4", three, 2, 4, 1)
    raises("grid: c: expected an integer from 1 to 3, got nil", three, 2, 1, nil)
    raises("grid: expected 3 coordinates, got 2", three, 2, 1)
    raises("values are not changed", function() three.x = 1 end)
    raises("neither fixed nor varies", w.grid, w, { to = { a = 3 } })
  end)

  it("asks one by one where rules have answers or coordinates of their own", function()
    local from = ta.ruleset { name = "From", start = function(n) return n, 2 * n end,
                              options = function(emit, a, b) if a > 0 then emit(a - 1, b) end if b > 1 then emit(a, b - 2) end end }
    local s = from:grid { to = 5 }
    for n = 0, 5 do assert.equal(from(n):nim_value(), s(n)) end
    local quick = ta.ruleset { name = "Quick", options = function(emit, n) for k = 0, n - 1 do emit(k) end end,
                               nim_value = function(n) return n end }
    local q = quick:grid { to = 5 }
    assert.equal(5, q(5))
    assert.equal(0, quick:statistics().rule_calls)
    local half = ta.ruleset { name = "Half", options = kinds[1].options, canonical = function(a, b, c) return a, b, c % 4 end }
    assert.equal(half(2, 2, 6):nim_value(), half:grid { to = { c = 6 }, fix = { a = 2, b = 2 } }(6))
    local picky = ta.ruleset { name = "Picky", options = function(emit, n) if n > 0 then emit(n - 1) end end,
                               check = function(n) return n == 3 and "3 is not played" or nil end }
    raises("3 is not played", picky.grid, picky, { to = 5 })
    assert.equal(2, #picky:grid { to = 2, from = 1 })
  end)

  it("stops at limits, keeps what it has, and says where it was", function()
    local rules = ta.ruleset({ name = "Row", options = function(emit, n) if n > 0 then emit(n - 1) end end }, { limit = 500 })
    local g, message, code = rules:grid { to = 999 }
    assert.is_nil(g)
    assert.equal("ELIMIT", code)
    assert.equal("grid: Row(500): nim_value: the limit of 500 positions is reached", message)
    assert.equal(500, rules:statistics().positions)
    g, message, code = rules:grid { to = 1 << 40 }
    assert.is_nil(g)
    assert.equal("ELIMIT", code)
    assert.matches("1099511627777 positions is more than the 2147483646 that can be numbered", message)
    local bad = ta.ruleset { name = "Bad", options = function(emit, a, b)
      if a == 2 and b == 1 then error "oh" end
      if a > 0 then emit(a - 1, b) end
    end }
    raises("options of Bad at (2, 1)", bad.grid, bad, { to = 3 })
    assert.equal(0, bad(2, 0):remoteness() % 2)
    assert.equal(1, bad:grid { to = { a = 1, b = 3 } }(1, 3))
  end)

  it("tells progress, and is cancelled by it", function()
    local rules = ta.ruleset { name = "Row", options = function(emit, n) if n > 0 then emit(n - 1) end end }
    local last = -1
    assert(rules:grid { to = 9999, progress = function(done, total)
      assert.equal("integer", math.type(done))
      assert.equal(10000, total)
      assert.is_true(done >= last)
      last = done
    end })
    assert.equal(10000, last)
    rules:clear()
    local g, message, code = rules:grid { to = 99999, progress = function() return false end }
    assert.is_nil(g)
    assert.equal("grid: cancelled", message)
    assert.equal("ECANCELLED", code)
    assert.is_true(rules:statistics().positions < 50000)
    assert(rules(12):outcome())
  end)

  it("counts a box wider than 2^63, and tells progress within a long row, where it asks one by one", function()
    local rules = ta.ruleset { name = "can", canonical = function(a) return a end,
                               options = function(emit, a) if a > 0 then emit(a - 1) end end }
    for _, far in ipairs { 1 << 62, math.maxinteger } do
      assert.same({ nil, "ELIMIT" }, { (rules:sequence { from = -far, to = far }), select(3, rules:sequence { from = -far, to = far }) })
    end
    local heard = {}
    assert(rules:sequence { to = 10000, progress = function(done, total)
      assert.equal(10001, total)
      heard[#heard + 1] = done
    end })
    assert.same({ 4096, 8192, 10001 }, heard)
    assert.same({ nil, "sequence: cancelled", "ECANCELLED" },
      { rules:sequence { to = 10000, progress = function(done) return done < 8000 end } })
  end)

  it("looks beyond its end where the last rows do", function()
    local fields = { name = "Diagonal", options = function(emit, a, b, c)
      if a > 0 then emit(a - 1, b + 1, c) end
      for k = 1, c do emit(a, b, c - k) end
    end }
    local native, lua = ta.ruleset(fields, { native = true }), ta.ruleset(fields, { native = false })
    local g = assert(native:grid { what = "nim_value", to = { 9, 19, 19 } })
    local expected = assert(lua:grid { what = "nim_value", to = { 9, 19, 19 } })
    local others = 0
    for a, b, c, value in g:cells() do
      if expected(a, b, c) ~= value then others = others + 1 end
    end
    assert.equal(0, others)
    assert.is_true(native:compiled())
  end)

  it("leaves a rule that names a losing option, and no rule sees more than that", function()
    local named, caught = 0, 0
    local rules = ta.ruleset { name = "Long", options = function(emit, n)
      for k = n, 1, -1 do
        emit(n - k)
        named = named + 1
      end
    end }
    assert(rules:grid { what = "outcome", to = 1000 })
    assert.equal(0, named) -- all go to 0, which loses
    assert(rules:grid { what = "nim_value", to = 100 })
    assert.equal(5050, named)
    local guarded = ta.ruleset { name = "Guarded", options = function(emit, n)
      for k = n, 1, -1 do
        if not pcall(emit, n - k) then caught = caught + 1 end
      end
    end }
    local s = guarded:grid { what = "outcome", to = 50 }
    for n = 0, 50 do assert.equal(n == 0 and "P" or "N", s(n)) end
    assert.is_true(caught > 0)
    assert.equal("N", guarded(60):outcome())
    local late = ta.ruleset { name = "Late", options = function(emit, n)
      if n > 0 then pcall(emit, 0) error "after" end
    end }
    raises("after", late.grid, late, { what = "outcome", to = 3 })
  end)

  it("holds 4 bytes where 2 are too few", function()
    local rules = ta.ruleset { name = "Row", options = function(emit, n) if n > 0 then emit(n - 1) end end }
    local s = rules:grid { what = "remoteness", to = 40000 }
    assert.equal(40000, s(40000))
    assert.equal(254, s(254))
    assert.equal(32767, s(32767))
  end)
end)
