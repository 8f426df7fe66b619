-- Ordinals and infinite nimbers: the laws of a ring, of Cantor's operations and of a field, by random numbers;
-- published products and roots.

local ta = require "takeaway"
local random = require "spec.support.random"

local forall, seed, count = random.forall, random.seed, random.count

local o = ta.ordinal

local function draw(depth, most, signs)
  local x = o(math.random(0, most))
  for _ = 1, math.random(0, 3) do
    local exponent = depth == 0 and o(math.random(1, 3)) or draw(depth - 1, most)
    local coef = math.random(1, most) * (signs and math.random(2) == 1 and -1 or 1)
    x = x + o "w" ^ exponent * coef
  end
  return x
end

describe("ordinals, seed " .. seed .. ":", function()
  it("with their differences are an ordered ring", forall(300, function()
    local a, b, c = draw(1, 4, true), draw(1, 4, true), draw(1, 4, true)
    assert.are.equal(a + b, b + a)
    assert.are.equal((a + b) + c, a + (b + c))
    assert.are.equal(a * b, b * a)
    assert.are.equal((a * b) * c, a * (b * c))
    assert.are.equal(a * (b + c), a * b + a * c)
    assert.are.equal(o(0), a - a)
    assert.are.equal(a ^ 3, a * a * a)
    assert.are.equal(a < b, a - b < o(0))
    assert.are.equal(a < b, b > a)
    assert.are.equal((a * b):sign(), a:sign() * b:sign())
    assert.are.equal(a < b, a + c < b + c)
    assert.are.equal(a, o(tostring(a)))
    assert.are.equal(a, o(a:text "unicode"))
    assert.are.equal(o "w" ^ a:abs():birthday() * o "w" ^ b:birthday(), o "w" ^ (a:birthday() + b:birthday()))
  end))

  it("Cantor's sum, product and power are those of the definition by recursion", function()
    -- a + (b + 1) = (a + b) + 1, a (b + 1) = a b + a, a^(b + 1) = a^b a; and at limits by their laws
    for _ = 1, 300 do
      local a, b, c = draw(1, 3), draw(1, 3), draw(0, 3)
      assert.are.equal((a:usual_sum(b)):usual_sum(c), a:usual_sum(b:usual_sum(c)))
      assert.are.equal((a:usual_product(b)):usual_product(c), a:usual_product(b:usual_product(c)))
      assert.are.equal(a:usual_product(b:usual_sum(c)), a:usual_product(b):usual_sum(a:usual_product(c)))
      assert.are.equal(a:usual_power(b:usual_sum(c)), a:usual_power(b):usual_product(a:usual_power(c)))
      assert.are.equal(a:usual_power(b:usual_product(c)), a:usual_power(b):usual_power(c))
      assert(a:usual_sum(b) >= a and a:usual_sum(b) >= b and a:usual_sum(b) <= a + b)
      assert(a:usual_product(b) <= a * b)
      if c:equals(0) == false then
        assert(a < a:usual_sum(c))
        if not a:equals(0) then assert(a:usual_product(b) < a:usual_product(b:usual_sum(c))) end
      end
    end
    for text, result in pairs {
      ["1 + w"] = { o(1):usual_sum "w", "w" }, ["w + 1"] = { o "w":usual_sum(1), "w+1" },
      ["2 w"] = { o(2):usual_product "w", "w" }, ["w 2"] = { o "w":usual_product(2), "w*2" },
      ["(w+1) 2"] = { o "w+1":usual_product(2), "w*2+1" }, ["2^w"] = { o(2):usual_power "w", "w" },
      ["2^(w^w)"] = { o(2):usual_power "w^w", "w^w^w" }, ["3^(w^2+1)"] = { o(3):usual_power "w^2+1", "w^w*3" },
      ["(w+1)^2"] = { o "w+1":usual_power(2), "w^2+w+1" }, ["w^w"] = { o "w":usual_power "w", "w^w" },
      ["0^0"] = { o(0):usual_power(0), "1" }, ["0^w"] = { o(0):usual_power "w", "0" }, ["1^w"] = { o(1):usual_power "w", "1" },
    } do assert.are.equal(result[2], tostring(result[1]), text) end
  end)

  it("floats that are integers are integers", function()
    assert.equal("1099511627776", tostring(ta.ordinal(2 ^ 40)))
    assert.equal("w*1000000000000000+3", tostring(o "w" * 1e15 + 3.0))
    assert.equal("500000000000000", tostring(ta.surreal(1e15) / 2.0))
    assert.is_true(o(5):equals(5.0) and not o(5):equals(6.0))
    assert.equal("2", tostring(o "w":nim_power(3.0)))
    assert.equal("*w", tostring(3.0 * ta.star "w"))
    for _, x in ipairs { 1.5, 0 / 0, math.huge, 2 ^ 70 } do
      assert.is_false(pcall(ta.ordinal, x))
      assert.is_false(pcall(ta.surreal, x))
    end
  end)

  it("each coefficient has its negative: none is -2^63", function()
    local least = ta.ordinal(-math.maxinteger)
    assert.equal("-w*9223372036854775807", tostring(least * o "w"))
    assert.is_true(-(-least) == least)
    assert.equal("ERANGE", (select(3, ta.ordinal(math.mininteger))))
    for _, f in ipairs {
      function() return o "w" * math.mininteger end, function() return o "w" + math.mininteger end,
      function() return least - 1 end, function() return o(1 << 62) * -2 end,
    } do
      local ok, why = pcall(f)
      assert.same({ false, "ERANGE" }, { ok, why.code })
    end
  end)

  it("what an operator cannot do is raised with its code", function()
    for code, f in pairs {
      ERANGE = function() return o(1 << 62) + o(1 << 62) end, EUNSUPPORTED = function() return o "w" ^ o "w-1" end,
    } do
      local ok, why = pcall(f)
      assert.is_false(ok)
      assert.equal(code, why.code)
      assert.equal(why.message, tostring(why))
    end
    local ok, why = pcall(function() return ta.surreal(1) / ta.surreal(0) end)
    assert.same({ false, "ERANGE", "division by 0" }, { ok, why.code, why.message })
    assert.matches("ordinal_spec.lua:%d+: ordinal: right operand: expected an ordinal", select(2, pcall(function()
      local sum = o "w" + {}
      return sum
    end)))
  end)

  it("a power or product of more than a million terms is ELIMIT", function()
    local x = o "w+1"
    assert.equal(1001, select(2, tostring(x:usual_power(1000)):gsub("%+", "")) + 1)
    for _, n in ipairs(count({ 1 << 62, 10 ^ 7 | 0, math.maxinteger }, { 1 << 62 })) do
      local power, message, code = x:usual_power(n)
      assert.is_nil(power)
      assert.equal("this takes more than 1000000 products of terms", message)
      assert.equal("ELIMIT", code)
      assert.equal(ta.ordinal("w*" .. n), o "w":usual_product(n))
    end
    local many = o "w^w^9+w^w^8+w^w^7+w^w^6+w^w^5+w^w^4+w^w^3+w^w^2+w^w+w+1"
    local ok, why = pcall(function() return many ^ 30 end)
    assert.is_false(ok)
    assert.matches("this takes more than 1000000 products of terms", tostring(why))
  end)

  it("are written and read as usual", function()
    for text, name in pairs {
      ["5 - omega"] = "-w+5", ["w*3 + w^(w^2+w) - w^19*9*w"] = "w^(w^2+w)-w^20*9+w*3", ["(w+5)-w"] = "5",
      ["(w+1)*(w-1)"] = "w^2-1", ["(w^w^2+1)^2"] = "w^(w^2*2)+w^w^2*2+1", ["2^10"] = "1024", ["ω×5"] = "w*5",
      ["-(w-w)"] = "0", ["w^0"] = "1", ["w^(w*4)*2"] = "w^(w*4)*2",
    } do assert.are.equal(name, tostring(o(text)), text) end
    assert.are.equal("ω^ω^2-ω^(ω×4)×2", o "w^w^2 - w^(w*4)*2":text "unicode")
    assert.are.equal("\\omega^{\\omega{\\cdot}4}{\\cdot}2+1", o "w^(w*4)*2+1":text "latex")
    for text, where in pairs { ["w+"] = 3, ["w)"] = 2, [""] = 1, ["(w"] = 3, ["w x"] = 3, ["*5"] = 1 } do
      local ok, err = pcall(o, text)
      assert(not ok)
      assert.are.equal(where, #err:match "\n    ([^\n]*)%^$" + 1, err)
    end
    for text, code in pairs { ["w^(1-w)"] = "EUNSUPPORTED", ["2^w"] = "EUNSUPPORTED", ["9223372036854775807+1"] = "ERANGE",
      ["99999999999999999999"] = "ERANGE", ["(w*4294967296)^2"] = "ERANGE", ["(w*3)^41"] = "ERANGE" } do
      assert.are.equal(code, (select(3, o(text))), text)
    end
    for _, wrong in ipairs { {}, 1.5, true } do assert.is_false(pcall(o, wrong)) end
    assert.is_false(pcall(function() return o "w" + {} end))
    assert.is_false(pcall(function() return o "w" ^ o "w-1" end))
    assert.is_true(o "w":equals "w" and not o "w":equals(7))
    assert.are.equal(7, o "7":integer())
    assert.are.equal("ERANGE", (select(3, o "w":integer())))
  end)

  it("signs, birthdays, outcomes [ONAG, chapter 3]", function()
    for text, of in pairs { ["w-5"] = { "w-5", "w+5", 1, false, "L" }, ["-w+5"] = { "w-5", "w+5", -1, false, "R" },
      ["w^w-5*w^19+w^2+1"] = { "w^w-w^19*5+w^2+1", "w^w+w^19*5+w^2+1", 1, false, "L" }, ["0"] = { "0", "0", 0, true, "P" },
      ["w+5"] = { "w+5", "w+5", 1, true, "L" } } do
      local x = o(text)
      assert.are.same(of, { tostring(x:abs()), tostring(x:birthday()), x:sign(), x:is_ordinal(), x:outcome() })
    end
  end)
end)

describe("nimbers of infinite heaps, seed " .. seed .. ":", function()
  it("are a field", forall(150, function()
    local a, b, c = draw(0, 9), draw(0, 9), draw(0, 9)
    if math.random(3) == 1 then a = a + o "w^w" ^ math.random(1, 30) end
    if math.random(3) == 1 then b = b + o "w^(w*4)" * 3 end
    assert.are.equal(a:nim_product(b), b:nim_product(a))
    assert.are.equal(a:nim_product(b):nim_product(c), a:nim_product(b:nim_product(c)))
    assert.are.equal(a:nim_product(b:nim_sum(c)), a:nim_product(b):nim_sum(a:nim_product(c)))
    assert.are.equal(a, a:nim_product(1))
    if not a:equals(0) and not b:equals(0) then assert(not a:nim_product(b):equals(0)) end
    assert.are.equal(a:nim_power(5), a:nim_product(a):nim_product(a):nim_product(a):nim_product(a))
    local m, n = math.random(0, 1 << 20), math.random(0, 1 << 20)
    assert.are.equal(ta.nim_product(m, n), o(m):nim_product(n):integer())
    assert.are.equal(m ~ n, o(m):nim_sum(n):integer())
  end))
  it("have quotients, square roots, and roots of quadratics", forall(40, function()
    local function any() -- in the field of 2^6 elements, or of 2^20 where w^w comes in
      local large = math.random(4) == 1
      return o(math.random(0, 3)) + o(large and "w^w" or "w") * math.random(0, 3) + o(large and 0 or "w^2") * math.random(0, 3)
    end
    local a, b, c = any(), any(), any()
    assert.are.equal(a, a:nim_sqrt():nim_product(a:nim_sqrt()))
    if b:equals(0) then return assert.are.equal("EUNSUPPORTED", (select(3, a:nim_quotient(b)))) end
    assert.are.equal(a, a:nim_quotient(b):nim_product(b))
    local roots = a:nim_roots(b, c)
    assert.are.equal(a:equals(0) and 1 or 2, #roots)
    for _, x in ipairs(roots) do
      assert.are.equal(o(0), a:nim_product(x):nim_product(x):nim_sum(b:nim_product(x)):nim_sum(c))
    end
  end))

  it("a power of w below the root of its prime is the ordinary power; there the root is reached [Lenstra 1977]", function()
    local roots = { [3] = "2", [5] = "4", [7] = "w+1", [11] = "w^w+1", [13] = "w+4", [17] = "16", [19] = "w^3+4",
      [23] = "w^w^3+1", [29] = "w^w^2+4", [31] = "w^w+1", [37] = "w^3+4", [41] = "w^w+1", [43] = "w^w^2+1" }
    local k = 0
    for p = 3, 43, 2 do
      if roots[p] then
        local x = o "w" ^ (o "w" ^ k)
        for n = 0, p - 1 do assert.are.equal(x ^ n, x:nim_power(n)) end
        assert.are.equal(o(roots[p]), x:nim_power(p))
        assert.are.equal(x, (x ^ p):nim_power(p)) -- w^(w^k p) is the p-th root of w^(w^k)
        k = k + 1
      end
    end
  end)

  it("more than 200,000 products of terms are ELIMIT", function()
    local terms = {}
    for i = 0, 450 do terms[i + 1] = "w^" .. i end
    local long = o(table.concat(terms, "+"))
    for _, result in ipairs { table.pack(long:nim_product(long)), table.pack(long:nim_power(3)) } do
      assert.are.same({ nil, "this takes more than 200000 nim products of terms", "ELIMIT", n = 3 }, result)
    end
    local short = o "w^w^40+w^w^39+w^w^38+1"
    assert.are.equal(short:nim_power(15), short:nim_power(8):nim_product(short:nim_power(7)))
  end)

  it("published products and powers [ONAG, chapter 6; Siegel, pages 449-450; Lenstra 1977]", function()
    for _, t in ipairs { { "w", "w^2", "2" }, { "w^3", "w^6", "w" }, { "w^w", "w^(w*4)", "4" }, { "w^3", "w^8", "2" },
      { "w^(w^2*4)", "w^(w^2*3)", "w+1" }, { "w^8", "w^8", "w^5*2" }, { "w^(w*49)", "w^(w*100)", "4" },
      { "w^(w^2*32)", "w^(w^2*24)", "w^(w^2+1)+w^w^2" } } do
      assert.are.equal(o(t[3]), o(t[1]):nim_product(t[2]))
    end
    assert.are.equal(o "w^(w*4)+w^(w*2)+w^w*4+1", o "w^w^3":nim_power(66))
    assert.are.equal(o "w^w^7+1", o "w^w^13":nim_power(47))
    assert.are.equal("ERANGE", (select(3, o "w^w^w":nim_product(2))))
    assert.are.equal("EUNSUPPORTED", (select(3, o "w-1":nim_product(2))))
    assert.are.equal("EUNSUPPORTED", (select(3, o "w^w^60":nim_power(283))))
    assert.are.equal("w^w^60*2", tostring(o "w^w^60":nim_product(2)))
  end)

  it("are games: *w", function()
    local w = ta.star(o "w")
    assert.are.equal("*w *(w+5) *(w*5) *w^2", table.concat({ tostring(w), tostring(ta.star(o "w+5")), tostring(ta.star(o "w*5")),
      tostring(ta.star(o "w*w")) }, " "))
    assert.are.equal("*(w+1)", tostring(ta.star "w+1"))
    assert.are.same({ false, "star: n: not part of an ordinal\n    1/2\n     ^" }, { pcall(ta.star, "1/2") })
    assert.are.equal(ta.star(o "w+6"), ta.star(o "w+5") + ta.star(3))
    assert.are.equal(ta.star(o "w+6"), ta.star(3) + ta.star(o "w+5"))
    assert.are.equal(ta.star(o "w+6"), ta.star(3) - ta.star(o "w+5"))
    local ok, why = pcall(function() return ta.value(1) + w end)
    assert(not ok and tostring(why):find("a transfinite nimber is added to and compared with nimbers", 1, true))
    assert.are.equal(ta.value(0), w - w)
    assert.are.equal(ta.star(2), w:conway_product(ta.star(o "w^2")))
    assert.are.equal(ta.star(3), ta.star(o(3)))
    assert.are.equal(w, -w)
    assert.are.equal("N", w:outcome())
    assert.are.equal(o "w", w:nim_value())
    assert.are.equal("∗(ω+5)", ta.star(o "w+5"):text "unicode")
    for _, text in ipairs { "*w", "*(w+5)", "*(w*5)", "*w^2", "*(w^w+w*3+1)" } do
      local x = ta.value(text)
      assert.are.equal(text, tostring(x))
      assert.are.equal(x, ta.value(x:text "unicode"))
      assert.are.equal(x, ta.star(text:sub(2)))
      assert.are.equal(x, 3 * x)
      assert.are.equal(ta.value(0), x * -2)
      assert.are.equal(x:nim_value(), x:birthday())
      assert.is_true(x:equals(text) and x:equals(x) and not x:equals "*3" and not x:equals(1) and not x:equals(w + "*7"))
      assert.are.equal(x + ta.star(3), x + "*3")
      assert.are.equal(x + x + ta.star(1), ta.star())
      assert.are.equal(x + w, x + "*w")
    end
    for _, text in ipairs { "*(3)", "*w-1", "*w+5", "*w + *1", "*w*2", "*x", "*(w", "*(w)+1", "*w^H" } do -- sums are no heaps
      local read, message = pcall(function() return (ta.value(text)) end)
      assert.is_false(read, text)
      assert.is_truthy(message:find "^[./]*spec/property/ordinal_spec%.lua:%d+: value: ", message)
    end
    for _, text in ipairs { "*w^99999999999999999999", "*(w*99999999999999999999)" } do
      local none, message, code = ta.value(text)
      assert.are.same({ nil, "a coefficient beyond 2^63", "ERANGE" }, { none, message, code })
    end
    assert.are.equal(1, select("#", ta.value "*w"))
    assert.are.equal(o "w+5", o "w" + ta.value(5))
    assert.are.equal(o "5-w", ta.value(5) - o "w")
    assert.is_false(pcall(function() return o "w" + ta.value "1/2" end))
    assert.is_false(pcall(ta.star, o "w-1"))
    assert.is_false(pcall(function() return w + ta.up() end))
  end)
end)
