-- Formulas decided by automata, against the same formulas by trial in a box.

local ta = require "takeaway"

local function raised(f, ...)
  local ok, why = pcall(f, ...)
  assert.is_false(ok)
  return tostring(why)
end

local NUMERATIONS = { 2, 3, 10, "zeckendorf", "pell", { recurrence = { 1, 0, 1 }, first = { 1, 2, 3 } } }
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

  it("refuse what is none", function()
    assert.matches("numeration: expected a base from 2 to 16", raised(ta.numeration, 17), 1, true)
    assert.matches("got \"golden\"", raised(ta.numeration, "golden"), 1, true)
    assert.matches("start with 1 and grow", raised(ta.numeration, { recurrence = { 1, 1 }, first = { 1, 1 } }), 1, true)
    assert.matches("the recurrence holds from weight number 2 on: its last coefficient, 0, is one too many",
      raised(ta.numeration, { recurrence = { 1, 1, 0 }, first = { 1, 2, 3 } }), 1, true)
    local n = ta.numeration "zeckendorf"
    assert.matches("11 is no number in Zeckendorf's numeration", raised(n.read, n, "11"), 1, true)
    assert.matches("\"2\" is no digit", raised(n.read, n, "12"), 1, true)
    assert.matches("write: n: expected a number", raised(n.write, n, -1), 1, true)
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
        for a = 0, 6 do
          for b = 0, 6 do
            for c = 0, 6 do
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

  it("show where the text is wrong", function()
    local n = ta.numeration(2)
    local why = raised(n.ask, n, "A a: a = 2b")
    assert.matches("unknown name b; known are a\n    A a: a = 2b\n              ^", why, 1, true)
    assert.matches("expected the variables and a colon", raised(n.set, n, "a < b"), 1, true)
    assert.matches("P is a set of vectors of 1 number, not 2", raised(n.ask, n, "A a: P(a, a)", { P = n:set "a: a = 1" }), 1,
      true)
    assert.matches("not linear", raised(n.ask, n, "A a, b: a b = b a"), 1, true)
    assert.matches("a set of another numeration", raised(n.ask, n, "A a: P(a)", { P = ta.numeration(3):set "a: a = 1" }),
      1, true)
    assert.matches("formula: expected text, got a table", raised(n.ask, n, {}), 1, true)
  end)

  it("meet limits, and say so", function()
    local n = ta.numeration("zeckendorf", { states = 20 })
    local set, message, code = n:set "a, b, c, d: 3a + 5b = 7c + 2d"
    assert.is_nil(set)
    assert.equal("ELIMIT", code)
    assert.matches("more than 20 states", message, 1, true)
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
    assert.matches("expected \"table\", \"dot\", \"regex\" or \"walnut\", got \"svg\"", raised(even.text, even, "svg"), 1, true)
  end)
end)
