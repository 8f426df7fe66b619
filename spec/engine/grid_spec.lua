-- rules:grid: swept boxes against single positions, and the object that holds them.
local box = require "spec.support.box"
local declared = require "spec.support.declared"
local naive = require "spec.support.naive"
local refusals = require "spec.support.refusals"
local small_games = require "spec.support.small_games"
local ta = require "takeaway"

local raises, says = refusals.raises, refusals.says

local IMPARTIAL = { "outcome", "misere_outcome", "nim_value", "remoteness", "misere_remoteness" }

local kinds = small_games.kinds

-- All values of a grid with their places, as one text.
local function cells(grid)
  local list = {}
  for a, b, c, d in grid:cells() do list[#list + 1] = table.concat({ a, b, c, tostring(d) }, " ") end
  return table.concat(list, ", ")
end

describe("rules:grid", function()
  -- By position; by the definition where play ends; swept in Lua, compiled, with each answer compared, by several
  -- threads; in slices of tables.
  local PATHS = { {}, { native = false }, { native = "check" }, { threads = 2 }, { threads = 3 } }

  local function every_path(fields, what, player, definition)
    local alone, from, to, expected = ta.ruleset(fields), { [2] = 1 }, { 4, 3, 5 }, {}
    for a, b, c in box(0, 4, 1, 3, 0, 5) do
      local position = alone(a, b, c)
      local first, second = position[what](position)
      if player == "right" then first = second end
      if definition then assert.equal(definition { a, b, c }, first) end
      expected[#expected + 1] = table.concat({ a, b, c, tostring(first) }, " ")
    end
    for _, path in ipairs(PATHS) do
      local settings = { what = what, player = player, from = from, to = to, threads = path.threads }
      assert.equal(table.concat(expected, ", "), cells(assert(ta.ruleset(fields, { native = path.native }):grid(settings))))
    end
    local settings = { what = what, player = player, from = from, to = to }
    local slices, g = alone:table(settings), alone:grid(settings)
    for a, b, c, value in g:cells() do
      assert.equal(tostring(value), tostring(slices[c + 1](a, b)))
      assert.is_true(value == g(a, b, c) and value == g[a][b][c])
    end
    assert.equal(5 * 3 * 6, g:size())
  end

  for fields, what in box(small_games.variants, IMPARTIAL) do
    it(("says by every path what the definition says: %s, %s"):format(fields.name, what), function()
      every_path(fields, what, nil, naive.game(fields)[what])
    end)
  end

  for fields, what in box(kinds, IMPARTIAL) do
    it(("says by every path what each position answers: %s, %s"):format(fields.name, what), function()
      if what == "nim_value" and (fields.left or fields.terminal) then
        return says("", fields.left and "EPARTIZAN" or "EUNSUPPORTED", ta.ruleset(fields):grid { what = what, to = 3 })
      end
      local by_player = fields.left and what:find "remoteness"
      for _, player in ipairs(by_player and { "left", "right" } or { false }) do
        every_path(fields, what, player or nil)
      end
    end)
  end

  it("is the same by several threads in large boxes, and is stopped by its progress function", function()
    for case, what in box({ { declared.nim(3), { 7, 9, 80 } }, { declared.wythoff(), { 90, 100 } } }, IMPARTIAL) do
      local one
      for threads = 1, 3 do
        case[1]:clear()
        local now = cells(case[1]:grid { what = what, to = case[2], threads = threads })
        one = one or now
        assert.equal(one, now)
      end
    end
    local rules, last = declared.nim(2), 0
    assert.is_truthy(rules:grid { to = 500, threads = 2, progress = function(done, total)
      assert(last <= done and done <= total and total == 501 * 501)
      last = done
    end })
    assert.equal(501 * 501, last)
    rules:clear()
    says("", "ECANCELLED", rules:grid { to = 400, threads = 2, progress = function(done) return done < 30000 end })
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
        local others = 0
        for p, q, x, v in one:cells() do if v ~= grid(p, q, x) then others = others + 1 end end
        assert.equal(0, others)
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

  it("stops at limits, keeps its results, and reports its position", function()
    local rules = ta.ruleset({ name = "Row", options = function(emit, n) if n > 0 then emit(n - 1) end end }, { limit = 500 })
    assert.same({ nil, "grid: Row(500): nim_value: the limit of 500 positions is reached", "ELIMIT" },
      { rules:grid { to = 999 } })
    assert.equal(500, rules:statistics().positions)
    says("1099511627777 positions is more than the 2147483646 that can be numbered", "ELIMIT", rules:grid { to = 1 << 40 })
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
    assert.same({ nil, "grid: cancelled", "ECANCELLED" },
      { rules:grid { to = 99999, progress = function() return false end } })
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
