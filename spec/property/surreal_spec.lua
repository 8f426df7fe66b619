-- Quotients of ordinals. Rational numbers exhaustively by integer arithmetic, the laws of an ordered field, and numbers
-- substituted for powers of w, under which sums, products, quotients and order are those of rational numbers.

local box = require "spec.support.box"
local ta = require "takeaway"
local integers = require "takeaway.base.integer"
local random = require "spec.support.random"

local seed, s = random.seed, ta.surreal

local function random_poly()
  local x = s(math.random(-3, 3))
  for _ = 1, math.random(0, 2) do
    local exponent = random.pick { "1", "2", "w", "w+1", "w^2", "w*2" }
    x = x + s("w^(" .. exponent .. ")") * math.random(-3, 3)
  end
  return x
end

local function draw()
  local under
  repeat under = random_poly() until not under:equals(0)
  return random_poly() / under
end

-- Powers of these in place of w, w^w, w^w^2: each far above every product of the lower ones that is met.
local PLACES = { w = 3, ["w^w"] = 60, ["w^w^2"] = 1200 }

local function power_of_ten(n) return integers.read("1" .. ("0"):rep(n)) end

-- The integer at w = 10^3, w^w = 10^60, ..., of a difference of ordinals.
local function at(x)
  local total = integers.of(0)
  for _, t in ipairs(x:ordinal()) do
    local zeros = 0
    for _, u in ipairs(t.exp) do
      local e = tostring(u.exp)
      zeros = zeros + u.coef * (e == "0" and PLACES.w or e == "1" and PLACES["w^w"] or PLACES["w^w^2"])
    end
    total = integers.sum(total, integers.product(integers.of(t.coef), power_of_ten(zeros)))
  end
  return total
end

local function fraction(x) return at(x:numerator()), at(x:denominator()) end

local function cross(a, b, c, d) return integers.compare(integers.product(a, d), integers.product(c, b)) end

-- Random questions; now and then one is refused, as it takes more than the bound on a call's work.
local function try(times, question)
  local refused = 0
  for _ = 1, times do
    local ok, why = pcall(question)
    if not ok then
      if not tostring(why):find("products of terms", 1, true) then error(why, 0) end
      refused = refused + 1
    end
  end
  assert(refused <= times // 20, refused)
end

describe("surreal numbers, seed " .. seed .. ":", function()
  before_each(function() math.randomseed(seed) end)

  it("integers of any size are those of the definition", function()
    for a, b in box(-25, 25, -25, 25) do
      local x, y = integers.of(a), integers.of(b)
      assert.are.equal(tostring(a + b), integers.text(integers.sum(x, y)))
      assert.are.equal(tostring(a * b), integers.text(integers.product(x, y)))
      assert.are.equal(a < b and -1 or a > b and 1 or 0, integers.compare(x, y))
      if b ~= 0 then
        local q, r = integers.divide(x, y)
        assert.are.equal(tostring(a % math.abs(b)), integers.text(r))
        assert.are.equal(tostring((a - a % math.abs(b)) // b), integers.text(q))
      end
    end
    local function digits(most)
      local list = { tostring(math.random(9)) }
      for i = 2, math.random(most) do list[i] = tostring(({ 0, 9, math.random(0, 9) })[math.random(3)]) end
      return (math.random(2) == 1 and "-" or "") .. table.concat(list)
    end
    for _ = 1, 3000 do
      local x, y = integers.read(digits(60)), integers.read(digits(40))
      local q, r = integers.divide(x, y)
      assert.are.equal(integers.text(x), integers.text(integers.sum(integers.product(q, y), r)))
      assert(r.sign >= 0 and integers.compare(r, y.sign < 0 and integers.negative(y) or y) < 0)
    end
    -- A digit of the quotient is guessed one too large once in some 10^7 times; here it is.
    local x, y = integers.read(("%d"):format(5000000 * 1234567) .. ("0"):rep(14)), integers.read "500000000000009999999"
    local q, r = integers.divide(x, y)
    assert.are.equal("1234566", integers.text(q))
    assert.are.equal(integers.text(x), integers.text(integers.sum(integers.product(q, y), r)))
  end)

  it("rational numbers with small numerator and denominator, by integers", function()
    local function gcd(a, b) return b == 0 and math.abs(a) or gcd(b, a % b) end
    for a, b in box(-8, 8, 1, 8) do
      local x, g = s(("%d/%d"):format(a, b)), gcd(a, b)
      assert.are.equal(b == g and tostring(a // g) or ("%d/%d"):format(a // g, b // g), tostring(x))
      assert.are.equal(tostring(a // b), tostring(x:floor()))
      assert.are.equal(tostring(-(-a // b)), tostring(x:ceiling()))
      for c, d in box(-3, 3, 1, 4) do
        local y = s(c) / d
        assert.are.equal(a * d < c * b, x < y)
        assert.are.equal(s(a * d + c * b) / (b * d), x + y)
        assert.are.equal(s(a * c) / (b * d), x * y)
        if c ~= 0 then
          assert.are.equal(s(a * d) / (b * c), x / y)
          assert.are.equal(x % y, x - y * (x / y):floor())
        end
      end
      local dyadic = (b // g) & (b // g - 1) == 0
      assert.are.equal(dyadic, x:is_dyadic())
      if dyadic then
        assert.are.equal(ta.value(tostring(x)), x:value())
        assert.are.equal(tostring(x:value():birthday()), tostring(x:birthday()))
      else
        assert.are.equal("w", tostring(x:birthday()))
        assert.are.equal("ERANGE", select(3, x:value()))
      end
    end
  end)

  it("are an ordered field, and are read as they are written", function()
    try(random.count(150, 50), function()
      local a, b, c = draw(), draw(), draw()
      local ab, bc, ac, b_and_c = a * b, b * c, a * c, b + c
      assert.are.equal(a + b, b + a)
      assert.are.equal((a + b) + c, a + b_and_c)
      assert.are.equal(ab * c, a * bc)
      assert.are.equal(a * b_and_c, ab + ac)
      assert.are.equal(s(0), a - a)
      if not b:equals(0) then assert.are.equal(a, a / b * b) end
      assert.are.equal(a < b, a - b < s(0))
      assert.are.equal(ab:sign(), a:sign() * b:sign())
      assert.are.equal(a < b, a + c < b_and_c)
      assert.are.equal(a, s(tostring(a)))
      assert.are.equal(a, s(a:text "unicode"))
      assert.are.equal(a, a:numerator() / a:denominator())
      assert.are.equal(1, a:denominator():sign())
    end)
  end)

  it("with numbers in place of the powers of w are rational numbers", function()
    try(random.count(150, 50), function()
      local a, b = draw(), draw()
      local p, q = fraction(a)
      local u, v = fraction(b)
      local sum_p, sum_q = fraction(a + b)
      assert.are.equal(0, cross(sum_p, sum_q, integers.sum(integers.product(p, v), integers.product(u, q)),
        integers.product(q, v)))
      local product_p, product_q = fraction(a * b)
      assert.are.equal(0, cross(product_p, product_q, integers.product(p, u), integers.product(q, v)))
      assert.are.equal(cross(p, q, u, v), a < b and -1 or a == b and 0 or 1)
    end)
  end)

  it("are in lowest terms: a common factor goes", function()
    try(100, function()
      local a, b, c
      repeat a, b, c = random_poly(), random_poly(), random_poly() until not b:equals(0) and not c:equals(0)
      local x = a / b
      assert.are.equal(tostring(x), tostring((a * c) / (b * c)))
    end)
    -- Facts of CGSuite 2's own, and the factors of differences of powers.
    assert.are.equal("w^w-1", tostring(s "(w^(w+1)-w^w-w+1)/(w-1)"))
    assert.are.equal("w^(w+1)+w^w", tostring(s "(w^(w+2)-w^w)/(w-1)"))
    assert.are.equal("(w^(w+1)+w^w+1)/(w+1)", tostring(s "w^w + 1/(w+1)"))
    assert.are.equal("w^w/w^3", tostring(s "w^(w-3)"))
    assert.are.equal("w^2+w+1", tostring(s "(w^3-1)/(w-1)"))
  end)

  it("stand beside ordinals, integers, texts and values", function()
    local w = ta.ordinal "w"
    assert.are.equal(s "1/w", 1 / w)
    assert.are.equal(s "w+1/2", w + s "1/2")
    assert.are.equal(s "w+1/2", s "1/2" + w)
    assert.are.equal(s "3/4", s(ta.value "3/4"))
    assert(w < s "w+1/w" and s "w-1/w" < w and w ~= s "w")
    assert(s "w":equals(w) and s(w):ordinal() == w)
    assert.are.equal("w+5", tostring(s "w-5":birthday()))
    assert.are.equal("L", s "1/w":outcome())
    assert.are.equal("\\frac{\\omega+1}{\\omega^{2}}", s "(w+1)/w^2":text "latex")
    assert.are.equal("-\\frac{1}{2}", s "-1/2":text "latex")
  end)

  it("what is none is refused", function()
    assert.are.equal("ERANGE", select(3, s "1/0"))
    assert.are.equal("ERANGE", select(3, s(0):reciprocal()))
    assert.are.equal("ELIMIT", select(3, s "(w^(10^9)-1)/(w-1)"))
    assert.are.equal("EUNSUPPORTED", select(3, s "(w+1)^w"))
    assert.are.equal("EUNSUPPORTED", select(3, s "1/(w+1)":birthday()))
    assert.are.equal("ERANGE", select(3, s "2^70+1/2":birthday()))
    assert.are.equal("71", tostring(s "1/2^70":birthday()))
    for _, least in ipairs { "w*(-2^63)", "-2^63" } do
      assert.are.equal("ERANGE", select(3, s(least):ordinal())) -- its negative has a coefficient of 2^63
      assert.are.equal("ERANGE", select(3, s(least):birthday()))
    end
    assert.are.equal("-w*9223372036854775807", tostring(s "w*(1-2^63)":ordinal()))
    assert.are.equal("EUNSUPPORTED", select(2, pcall(function() return s(1) ^ s "-2^63" end)).code)
    assert.are.equal("EUNSUPPORTED", select(3, s "1/w":floor()))
    assert.has_error(function() s "1/" end, "surreal: an integer, w or ( is expected here\n    1/\n      ^")
    assert.has_error(function() s(1.5) end)
    assert.has_error(function() return s "1" + {} end)
    assert.has_error(function() s.text(1) end)
  end)
end)
