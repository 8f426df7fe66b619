-- Numbers of any length against school arithmetic on decimal digits, and the questions on games with them
-- against what they are of small numbers (spec/c/value/test_big.c has all small games).

local ta = require "takeaway"

local short = os.getenv "TAKEAWAY_SHORT" == "1"
local random = require "spec.support.random"

local forall, seed, count = random.forall, random.seed, random.count

-- ---- Naturals as lists of digits to the base 10^7, the last first ----

local BASE = 10 ^ 7 // 1 | 0

local function trim(a)
  while #a > 0 and a[#a] == 0 do a[#a] = nil end
  return a
end

local function read(digits)
  local a = {}
  for last = #digits, 1, -7 do a[#a + 1] = math.tointeger(digits:sub(math.max(1, last - 6), last)) end
  return trim(a)
end

local function write(a)
  if #a == 0 then return "0" end
  local parts = { tostring(a[#a]) }
  for i = #a - 1, 1, -1 do parts[#parts + 1] = ("%07d"):format(a[i]) end
  return table.concat(parts)
end

local function compare(a, b)
  if #a ~= #b then return #a < #b and -1 or 1 end
  for i = #a, 1, -1 do
    if a[i] ~= b[i] then return a[i] < b[i] and -1 or 1 end
  end
  return 0
end

-- a + sign b, for a >= b where sign is -1.
local function plus(a, b, sign)
  local out, carry = {}, 0
  for i = 1, math.max(#a, #b) + 1 do
    carry = carry + (a[i] or 0) + sign * (b[i] or 0)
    out[i], carry = carry % BASE, carry // BASE
  end
  return trim(out)
end

local function times(a, b)
  local out = {}
  for i = 1, #a + #b do out[i] = 0 end
  for i = 1, #a do
    local carry = 0
    for j = 1, #b do
      carry = carry + out[i + j - 1] + a[i] * b[j]
      out[i + j - 1], carry = carry % BASE, carry // BASE
    end
    out[i + #b] = carry
  end
  return trim(out)
end

local function half(a)
  local out, rest = {}, 0
  for i = #a, 1, -1 do
    local here = rest * BASE + a[i]
    out[i], rest = here // 2, here % 2
  end
  return trim(out)
end

local function power_of_two(k)
  local p = { 1 }
  for _ = 1, k do p = plus(p, p, 1) end
  return p
end

-- ---- Dyadics {negative, size, places} ----

local function text(x)
  local size, k = x.size, x.places
  while k > 0 and (#size == 0 or size[1] % 2 == 0) do size, k = half(size), k - 1 end
  return (x.negative and #size > 0 and "-" or "") .. write(size) .. (k > 0 and "/" .. write(power_of_two(k)) or "")
end

local function opposite(x) return { negative = not x.negative, size = x.size, places = x.places } end

local function aligned(x, k) return times(x.size, power_of_two(k - x.places)) end

local function sum(x, y)
  local k = math.max(x.places, y.places)
  local a, b = aligned(x, k), aligned(y, k)
  if x.negative == y.negative then return { negative = x.negative, size = plus(a, b, 1), places = k } end
  if compare(a, b) < 0 then return { negative = y.negative, size = plus(b, a, -1), places = k } end
  return { negative = x.negative, size = plus(a, b, -1), places = k }
end

local function product(x, y)
  return { negative = x.negative ~= y.negative, size = times(x.size, y.size), places = x.places + y.places }
end

local function sign(x) return #x.size == 0 and 0 or x.negative and -1 or 1 end

local function random()
  local digits = {}
  for i = 1, math.random(1, short and 60 or 90) do digits[i] = math.random(0, 9) end
  local kind = math.random(6)
  local size = kind == 1 and power_of_two(math.random(0, 300)) or read(table.concat(digits))
  if kind == 2 then size = plus(power_of_two(math.random(1, 300)), { 1 }, math.random(2) * 2 - 3) end
  return { negative = math.random(2) == 1, size = size, places = math.random(3) == 1 and 0 or math.random(0, 200) }
end

-- What is independent of the size of numbers: f of games with x, by its text.
describe("numbers of any length, seed " .. seed .. ":", function()
  it("add, multiply, compare and halve as at school", forall(count(1000, 150), function()
    local x, y = random(), random()
    local a, b = ta.number(text(x)), ta.number(text(y))
    assert.are.equal(text(x), tostring(a))
    assert.are.equal(text(sum(x, y)), tostring(a + b))
    assert.are.equal(text(sum(x, opposite(y))), tostring(a - b))
    assert.are.equal(text(product(x, y)), tostring(a:conway_product(b)))
    assert.are.equal(text(opposite(x)), tostring(-a))
    local order = sign(sum(x, opposite(y)))
    assert.are.same({ order < 0, order <= 0, order == 0 }, { a < b, a <= b, a == b })
    assert.are.equal(a, ta.value(tostring(a) .. "^" .. " - ^"))
  end))

  it("a number is the simplest between its options", forall(count(600, 100), function()
    local x = random()
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
    local x, y, z = random(), random(), random()
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
