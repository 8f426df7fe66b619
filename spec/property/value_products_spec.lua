-- Products, powers, companions and subordinates against their definitions, on all games born by day 2 and on
-- random ones.

local box = require "spec.support.box"
local ta = require "takeaway"
local P = require "spec.support.partizan"
local compounds = require "spec.support.compounds"
local days = require "spec.support.days"
local random = require "spec.support.random"

local zero = ta.value(0)

local function list(text)
  local out = {}
  for one in text:gmatch "%S+" do out[#out + 1] = ta.value(one) end
  return out
end

describe("products of values, seed " .. random.seed .. ":", function()
  local day2 = days(ta, 2)
  local value, form, product = P.valuer(ta), P.former(), compounds.values.conway_product

  it("Conway's product is its definition on all games born by day 2", function()
    for g, h in box(day2, day2) do
      assert.are.equal(product(g, h), g:conway_product(h), tostring(g) .. " " .. tostring(h))
    end
  end)

  it("Conway's product is its definition on numbers, nimbers, ups and hot games", function()
    local some = list "3 -2 3/4 -5/8 *3 *5 ^^ v3 ^* 1/2* 2^ {3|1} {2|1||0} +-{2|1} Tiny(1)"
    for i, g in ipairs(some) do
      for j = 1, i do
        if i - j < 4 or g:is_number() or g:is_nimber() then
          assert.are.equal(product(g, some[j]), some[j]:conway_product(g), tostring(g) .. " " .. tostring(some[j]))
        end
      end
    end
  end)

  it("Conway's product: 1, signs, sums of integers, nim products [ONAG, chapters 1, 6]", function()
    for _, g in ipairs(day2) do
      assert.are.equal(g, g:conway_product(1))
      assert.are.equal(zero, g:conway_product(0))
      assert.are.equal(-g:conway_product "1/2", (-g):conway_product "1/2")
      assert.are.equal(7 * g, g:conway_product(7))
    end
    for m, n in box(0, 20, 0, 20) do
      assert.are.equal(ta.star(ta.nim_product(m, n)), ta.star(m):conway_product(ta.star(n)))
    end
    assert.are.equal("1/9223372036854775808", tostring(ta.value "1/4611686018427387904":conway_product "1/2"))
    assert.are.equal("ERANGE", (select(3, ta.star(65536):conway_product(ta.star(32768)))))
  end)

  it("the ordinal product is its definition, form by form", function()
    for g, h in box(day2, list "0 1 -1 * 2 -1/2 ^ {1|0} +-1 *2") do
      assert.are.equal(value(compounds.plain.ordinal_product(form(g), form(h))), g:ordinal_product(h), tostring(g) .. " " .. tostring(h))
    end
    for m, n in box(0, 5, 0, 5) do
      assert.are.equal(ta.star(m * n), ta.star(m):ordinal_product(ta.star(n)))
    end
    assert.are.equal("ELIMIT", (select(3, ta.up():ordinal_product(10001))))
  end)

  it("the companion is an automorphism of the games born by day 2, and keeps the order of day 3 [Siegel, III.2]", function()
    local seen = {}
    for _, g in ipairs(day2) do
      local c = g:companion()
      assert(not seen[c] and c:birthday() <= 2)
      seen[c] = true
      assert.are.equal(g, c:companion())
      for _, h in ipairs(day2) do assert.are.equal(g <= h, c <= h:companion()) end
    end
    math.randomseed(random.seed)
    local sample = {}
    for i = 1, 150 do sample[i] = value(P.random(3, 3)) end
    for _, g in ipairs(sample) do
      assert.are.equal(-g:companion(), (-g):companion())
      for _, h in ipairs(sample) do assert.are.equal(g <= h, g:companion() <= h:companion()) end
    end
    for name, companion in pairs { ["0"] = "*", ["^"] = "^*", ["v*"] = "v", ["*2"] = "*2", ["1"] = "1", ["^^"] = "^^*",
      ["+-1"] = "+-1", ["^5*"] = "^5", ["3^"] = "3^" } do
      assert.are.equal(ta.value(companion), ta.value(name):companion())
    end
  end)

  it("a subordinate is the X of base:X, and there is none otherwise", function()
    local sums = {}
    for b, x in box(day2, day2) do
      local v = b:ordinal_sum(x)
      assert.are.equal(x, v:subordinate(b), tostring(b) .. " : " .. tostring(x))
      sums[b] = sums[b] or {}
      sums[b][v] = true
    end
    -- an X with base:X = v is born no later than v
    for b, v in box(day2, day2) do
      local x, _, code = v:subordinate(b)
      assert.are.equal(sums[b][v] == true, x ~= nil)
      assert(x or code == "EUNSUPPORTED")
    end
    assert.are.equal(ta.value "999999999999", ta.value "1000000000000":subordinate(1))
    assert.are.equal(ta.value "3/8", ta.value "-13/16":subordinate(-1))
  end)

  it("powers are differences of sums of powers [Siegel, II.4]", function()
    for n = 1, 6 do
      assert.are.equal(ta.value("^<" .. n .. ">"), ta.up():pow(n))
      assert.are.equal(ta.value("^[" .. n .. "]"), ta.up():pow_to(n))
    end
    for _, name in ipairs { "*", "^", "^^", "Tiny(1)", "Tiny({2|1})", "{0|v}", "{0|-1}" } do
      local g = ta.value(name)
      if #g:left_options() == 1 and g:left_options()[1] == zero then
        for n = 1, 4 do assert.are.equal(g:pow_to(n) - g:pow_to(n - 1), g:pow(n), name) end
      end
    end
    assert.are.equal("{^|*,^[2]||*,^[2]}", tostring(ta.up():pow_to "7/4"))
    assert.are.equal("EUNSUPPORTED", (select(3, ta.value "+-1":pow(3))))
    assert.are.equal("EUNSUPPORTED", (select(3, ta.up():pow "1/2")))
    assert.are.equal("EUNSUPPORTED", (select(3, ta.up():pow_to(-1))))
    assert.are.equal(zero, ta.up():pow_to(0))
  end)
end)

describe("up-powers:", function()
  local power = {}
  for k = 1, 4 do power[k] = ta.up():pow(k) end

  it("a sum of them is expanded into what it was made of", function()
    for a, b, c, d in box(-2, 2, -3, 3, -1, 1, -1, 1) do
      local x = (a + b + c) % 2 == 0 and "0" or "-5/4"
      local star = (a + 2 * b + d) % 5
      local v = ta.value(x) + ta.star(star) + a * power[1] + b * power[2] + c * power[3] + d * power[4]
      local e = assert(v:uptimal_expansion())
      local got = { e.number, e.star, e[1] or 0, e[2] or 0, e[3] or 0, e[4] or 0 }
      assert.are.same({ x, star, a, b, c, d }, got)
      assert(v:is_uptimal() and (#e == 0 or e[#e] ~= 0))
    end
  end)

  it("the games born by day 3 have expansions where they are such sums, and only there", function()
    local sums = {}
    for _, x in ipairs { "-3", "-2", "-1", "-3/2", "-3/4", "-1/2", "-1/4", "0", "1/4", "1/2", "3/4", "1", "3/2", "2", "3" } do
      for star, a, b, c in box(0, 3, -4, 4, -4, 4, -2, 2) do
        sums[ta.value(x) + ta.star(star) + a * power[1] + b * power[2] + c * power[3]] = true
      end
    end
    local found = 0
    for _, v in ipairs(days(ta, 3)) do
      assert.are.equal(sums[v] == true, v:is_uptimal(), tostring(v))
      found = found + (sums[v] and 1 or 0)
    end
    assert(found > 50)
  end)

  it("print as digits, large ones in parentheses, each with its sign", function()
    for text, v in pairs {
      ["0.0"] = ta.value(0), ["*8.0"] = ta.star(8), ["-1/2.0"] = ta.value "-1/2", ["*.1-"] = ta.value "v*",
      ["6*.1"] = ta.value "6^*", ["73/16*8.9-"] = ta.value "73/16v9*8", ["0.1111"] = ta.value "^[4]",
      ["*.12"] = ta.value "{0|^<2>}", ["3*2.C-0F"] = 3 + ta.star(2) - 12 * ta.up() + 15 * power[3],
      ["0.(36)2"] = 36 * power[1] + 2 * power[2],
    } do assert.are.equal(text, tostring(v:uptimal_expansion())) end
    for _, other in ipairs { "Tiny(2)", "{0||0|v3}", "{3||2|1}", "{^3|vv}", "+-1" } do
      assert.are.equal("EUNSUPPORTED", (select(3, ta.value(other):uptimal_expansion())))
    end
  end)
end)
