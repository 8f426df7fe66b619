-- Numbers of any length against school arithmetic in Lua, and queries of games with them against those of small numbers
-- (spec/c/value/test_big.c has all small games).

local ta = require "takeaway"
local integer = require "takeaway.base.integer"
local random = require "spec.support.random"

local forall, seed, count = random.forall, random.seed, random.count

-- ---- Dyadics {number, places}: an integer of takeaway.base.integer, which has school arithmetic in Lua, by 2^places
-- ----

local sum_of, times, TWO = integer.sum, integer.product, integer.of(2)

local function power_of_two(k)
  local p = integer.of(1)
  for _ = 1, k do p = sum_of(p, p) end
  return p
end

local function text(x)
  local number, k = x.number, x.places
  while k > 0 do
    local half, rest = integer.divide(number, TWO)
    if rest.sign ~= 0 then break end
    number, k = half, k - 1
  end
  return integer.text(number) .. (k > 0 and "/" .. integer.text(power_of_two(k)) or "")
end

local function opposite(x) return { number = integer.negative(x.number), places = x.places } end

local function sum(x, y)
  local k = math.max(x.places, y.places)
  local function aligned(z) return times(z.number, power_of_two(k - z.places)) end
  return { number = sum_of(aligned(x), aligned(y)), places = k }
end

local function product(x, y) return { number = times(x.number, y.number), places = x.places + y.places } end

local function draw()
  local digits = random.list(1, count(90, 60), math.random, 0, 9)
  local kind = math.random(6)
  local size = kind == 1 and power_of_two(math.random(0, 300)) or integer.read((table.concat(digits):gsub("^0+(.)", "%1")))
  if kind == 2 then size = sum_of(power_of_two(math.random(1, 300)), integer.of(math.random(2) * 2 - 3)) end
  return { number = math.random(2) == 1 and integer.negative(size) or size,
           places = math.random(3) == 1 and 0 or math.random(0, 200) }
end

-- Properties independent of the size of numbers: f of games with x, by its text.
describe("numbers of any length, seed " .. seed .. ":", function()
  it("add, multiply, compare and halve as at school", forall(count(1000, 150), function()
    local x, y = draw(), draw()
    local a, b = ta.number(text(x)), ta.number(text(y))
    assert.are.equal(text(x), tostring(a))
    assert.are.equal(text(sum(x, y)), tostring(a + b))
    assert.are.equal(text(sum(x, opposite(y))), tostring(a - b))
    assert.are.equal(text(product(x, y)), tostring(a:conway_product(b)))
    assert.are.equal(text(opposite(x)), tostring(-a))
    local order = sum(x, opposite(y)).number.sign
    assert.are.same({ order < 0, order <= 0, order == 0 }, { a < b, a <= b, a == b })
    assert.are.equal(a, ta.value(tostring(a) .. "^" .. " - ^"))
  end))

  it("a number is the simplest between its options", forall(count(600, 100), function()
    local x = draw()
    local a = ta.number(text(x))
    local left, right = a:left_options(), a:right_options()
    assert(#left <= 1 and #right <= 1 and #left + #right > 0 or a == ta.value(0))
    assert.are.equal(a, ta.value { left = left, right = right })
    if #left == 1 and #right == 1 then
      assert.are.equal(left[1] + right[1], 2 * a)
      assert.are.equal(right[1] - left[1], -2 * ta.number(a:temperature()))
      assert(ta.number(a:temperature()) < 0)
    end
    -- any number in an open interval about it whose simplest it is
    local tiny = -ta.number(a:temperature()):conway_product("1/2")
    assert.are.equal(a, ta.value { left = { a - tiny }, right = { a + tiny } })
  end))

  it("games have the means and temperatures that their numbers give them", forall(count(300, 60), function()
    local x, y, z = draw(), draw(), draw()
    local list = { ta.number(text(x)), ta.number(text(y)), ta.number(text(z)) }
    table.sort(list, function(a, b) return a > b end)
    local a, b, c = table.unpack(list)
    local half_of = function(v) return v:conway_product "1/2" end
    if a > b then
      local g = ta.value { left = { a }, right = { b } }
      local m, t = half_of(a + b), half_of(a - b)
      assert.are.same({ tostring(m), tostring(t) }, { g:mean(), g:temperature() })
      assert.are.same({ tostring(a), tostring(b) }, { g:left_stop(), g:right_stop() })
      assert.are.equal(a + b, 2 * g)
      assert.are.equal(m + ta.star(), g:cool(t))
      if t > 1 then assert.are.equal(ta.value { left = { a - 1 }, right = { b + 1 } }, g:cool(1)) end
      assert.are.equal(ta.value { left = { a + 1 }, right = { b - 1 } }, g:heat(1))
      assert.are.equal(g, ta.value(tostring(g)))
      local shifted = ta.value { left = { a - c }, right = { b - c } } + c -- number translation
      assert.are.equal(g, shifted)
    end
    if a > b and b > c and b - c > a - b then
      local g = ta.value { left = { ta.value { left = { a }, right = { b } } }, right = { c } }
      local mean = half_of(half_of(a + b) + c) -- {a|b} is cold before c is reached
      assert.are.equal(tostring(mean), g:mean())
    end
  end))

  it("ordinal sums and powers of huge integers take no steps", function()
    local n = ta.number "2^100"
    assert.are.equal(n + 3, ta.value(3):ordinal_sum(n))
    assert.are.equal(ta.number "1/2^300" + 4, ta.value(5):ordinal_sum(-300))
    assert.are.equal(-4 - ta.number "1/2^300", ta.value(-5):ordinal_sum(300))
    assert.are.equal(n, ta.value(1):pow_to(n))
    assert.are.equal(n - 7, n:subordinate(7))
    assert(n:is_even() and (n + 1):is_odd() and n:is_integer() and not (n + "1/2"):is_integer())
  end)

  it("floats are what they are exactly", function()
    assert.are.equal(ta.number "2^100", ta.value(2.0 ^ 100))
    assert.are.equal(ta.number "1/2^1074", ta.value(2.0 ^ -1074))
    assert.are.equal(ta.number "2^1024" - ta.number "2^971", ta.value(0x1.fffffffffffffp1023))
    assert.are.equal(ta.number "2^63" - 1, ta.value(math.maxinteger))
    assert.are.equal(-ta.number "2^63", ta.value(math.mininteger))
  end)
end)
