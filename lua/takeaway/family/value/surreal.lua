--- Surreal numbers that are quotients of differences of ordinals below epsilon_0: rational numbers, 1/w, (w + 1)/(w -
-- 1).
--
-- `ta.surreal "w^w + 1/(w+1)"` is such a number, in lowest terms, which are unique up to a sign
-- (@{takeaway.family.value.omega_polynomial}); the denominator is above 0. These numbers form an ordered field. The
-- leading term of the numerator of y - x decides whether x < y, since a power w^a exceeds every multiple of a lower
-- one. Integers are of any size. `+`, `-`, `*`, `/` take integers, texts, ordinals and values that are numbers on
-- either side, `x^n` an integer n. A power of w itself may be any difference of ordinals, w^(a - b) = w^a / w^b. `%` is
-- for rational numbers.
--
-- Numbers are immutable. `==`, `<` and `<=` compare two of them, `x:equals "1/w"` also with other operands.
--
-- Source: Conway, On Numbers and Games, chapters 1 and 3; Siegel, VIII.
-- @module takeaway.family.value.surreal

local core = require "takeaway.core"
local failure = require "takeaway.base.failure"
local integers = require "takeaway.base.integer"
local method_tables = require "takeaway.base.methods"
local whole_number = require "takeaway.base.to_integer"

-- `ordinals`: the functions used of @{takeaway.family.value.ordinal}.
return function(ordinals)
  local ring = require "takeaway.family.value.omega_polynomial"(ordinals)
  local meta, methods = method_tables.class("takeaway.surreal", "surreal number")
  local refuse = ordinals.refuse
  local ONE = ring.constant(integers.of(1))

  -- ---- The field ----

  local function lowest(numerator, denominator)
    if #denominator == 0 then refuse("division by 0", "ERANGE") end
    local common = ring.gcd(numerator, denominator)
    if ring.sign(denominator) < 0 then common = ring.negative(common) end
    return setmetatable({ top = ring.quotient(numerator, common), bottom = ring.quotient(denominator, common) }, meta)
  end

  local function whole(poly) return setmetatable({ top = poly, bottom = ONE }, meta) end

  local function sum(x, y)
    if ring.equal(x.bottom, y.bottom) then return lowest(ring.sum(x.top, y.top), x.bottom) end
    return lowest(ring.sum(ring.product(x.top, y.bottom), ring.product(y.top, x.bottom)),
      ring.product(x.bottom, y.bottom))
  end

  local function negative(x) return setmetatable({ top = ring.negative(x.top), bottom = x.bottom }, meta) end

  local function product(x, y) return lowest(ring.product(x.top, y.top), ring.product(x.bottom, y.bottom)) end

  local function quotient(x, y) return lowest(ring.product(x.top, y.bottom), ring.product(x.bottom, y.top)) end

  local function compare(x, y) return ring.sign(sum(x, negative(y)).top) end

  -- Numerator and denominator of a rational number, or nil.
  local function rational(x)
    local n, d = ring.finite(x.top), ring.finite(x.bottom)
    if n and d then return n, d end
  end

  local function floor(x)
    local n, d = rational(x)
    if not n then refuse("of rational numbers", "EUNSUPPORTED") end
    return whole(ring.constant((integers.divide(n, d))))
  end

  local function remainder(x, y)
    if not rational(x) or not rational(y) then refuse("%: of rational numbers", "EUNSUPPORTED") end
    return sum(x, negative(product(y, floor(quotient(x, y)))))
  end

  -- The difference of ordinals equal to x, with coefficients (and their negatives) within 64 bits.
  local function ordinal(x)
    if not ring.equal(x.bottom, ONE) then refuse("this is no difference of ordinals", "ERANGE") end
    local terms = {}
    for i, t in ipairs(x.top) do
      local coef = math.tointeger(tonumber(integers.text(t.coef)))
      if not coef or coef == math.mininteger then refuse(ordinals.BEYOND, "ERANGE") end
      terms[i] = { exp = t.exp, coef = coef }
    end
    return ordinals.make(terms)
  end

  local function power(x, n)
    if n < 0 then return power(quotient(whole(ONE), x), -n) end
    local result = whole(ONE)
    while n > 0 do
      if n % 2 == 1 then result = product(result, x) end
      n = n // 2
      if n > 0 then x = product(x, x) end
    end
    return result
  end

  local W = whole(ring.of(ordinals.power_of_w(ordinals.integer(1))))

  local function to_the(x, y)
    local n = ring.equal(y.bottom, ONE) and ring.finite(y.top)
    n = n and math.tointeger(tonumber(integers.text(n)))
    local is_w = ring.equal(x.top, W.top) and ring.equal(x.bottom, ONE)
    if n and not is_w and n >= -10000 and n <= 10000 then return power(x, n) end
    if not is_w then refuse("an exponent is an integer from -10000 to 10000, but for w itself", "EUNSUPPORTED") end
    local up, down = {}, {}
    for _, t in ipairs(ordinal(y)) do
      local side = t.coef > 0 and up or down
      side[#side + 1] = { exp = t.exp, coef = math.abs(t.coef) }
    end
    return lowest(ring.of(ordinals.power_of_w(ordinals.make(up))), ring.of(ordinals.power_of_w(ordinals.make(down))))
  end

  -- ---- Texts ----

  local texts = require "takeaway.family.value.ordinal_text" {
    name = "surreal", integer = function(digits) return whole(ring.constant(integers.read(digits))) end, sum = sum,
    product = product, negative = negative, quotient = quotient, to_the = to_the, finite = ordinals.finite,
    power_of_w = function() return W end, big = true,
  }

  local function poly_text(p, style)
    if #p == 0 then return "0" end
    local parts = {}
    for i, t in ipairs(p) do
      local size = integers.text(t.coef):gsub("^%-", "")
      local of_w = texts.power(t.exp, style)
      parts[#parts + 1] = t.coef.sign < 0 and "-" or i > 1 and "+" or ""
      parts[#parts + 1] = of_w == "" and size or size == "1" and of_w or of_w .. style.times .. size
    end
    return table.concat(parts)
  end

  local function text_of(x, style)
    local over, under = poly_text(x.top, style), poly_text(x.bottom, style)
    if ring.equal(x.bottom, ONE) then return over end
    if style.close ~= "" then
      local minus, rest = over:match "^(%-)(.*)$"
      if minus and #x.top == 1 then return ("-\\frac{%s}{%s}"):format(rest, under) end
      return ("\\frac{%s}{%s}"):format(over, under)
    end
    if #x.top > 1 then over = "(" .. over .. ")" end
    if under:find(style.times, 1, true) or #x.bottom > 1 then under = "(" .. under .. ")" end
    return over .. "/" .. under
  end

  -- ---- Operands and results ----

  local function operand(x, name)
    local kind = getmetatable(x)
    if kind == meta then return x end
    if kind == ordinals.meta then return whole(ring.of(x)) end
    local n = whole_number(x)
    if n then return whole(ring.constant(integers.of(n))) end
    if type(x) == "string" then return texts.read(x) end
    if type(x) == "userdata" and kind == "takeaway.value" and x:is_number() then return texts.read(tostring(x)) end
    error(("surreal: %s: expected an integer, text such as \"1/(w+1)\", an ordinal or a value that is a number, got %s")
      :format(name, type(x)), 0)
  end

  local function run(f, ...)
    ring.begin()
    return failure.catch(f, ...)
  end

  local function method(f)
    return function(x, ...) return run(f, x, ...) end
  end

  local function operator(f)
    return function(a, b)
      ring.begin()
      local result = failure.operate(function() return f(operand(a, "left operand"), operand(b, "right operand")) end)
      return result
    end
  end

  meta.__add = operator(sum)
  meta.__sub = operator(function(a, b) return sum(a, negative(b)) end)
  meta.__mul = operator(product)
  meta.__div = operator(quotient)
  meta.__mod = operator(remainder)
  meta.__pow = operator(to_the)
  meta.__unm = operator(negative)
  meta.__eq = function(a, b)
    return getmetatable(a) == getmetatable(b) and ring.equal(a.top, b.top) and ring.equal(a.bottom, b.bottom)
  end
  meta.__lt = operator(function(a, b) return compare(a, b) < 0 end)
  meta.__le = operator(function(a, b) return compare(a, b) <= 0 end)
  meta.__tostring = function(x) return text_of(x, texts.notations.ascii) end

  --- A quotient of differences of ordinals below epsilon_0; every rational number is one.
  -- @function surreal
  -- @param x text such as `"(w^w+1)/(w-1)"` or `"6/23"` (`w`, `omega` or ω, integers of any size, `+`, `-`, `*`, `/`,
  --   `^`, parentheses), an integer, an ordinal, a value that is a number, or a surreal number
  -- @treturn surreal in lowest terms; or nil, a message and "ERANGE" (division by 0; an exponent's coefficient beyond
  --   2^63), "EUNSUPPORTED" (a power that is no such quotient), "ELIMIT" (more than 200,000 products of terms). Raises
  --   for a wrong text, with a caret under the error
  -- @usage assert(tostring(ta.surreal "(w^2-1)/(w-1) + 1/w") == "(w^2+w+1)/w")
  local function surreal(x)
    ring.begin()
    return failure.catch(operand, x, "x")
  end

  --- The name of the number.
  -- @function surreal:text
  -- @tparam[opt="ascii"] string notation "ascii" (`(w+1)/w`), "unicode" or "latex"
  -- @treturn string
  function methods.text(x, notation)
    local style = texts.notations[notation or "ascii"]
    if not style then failure.misuse('text: notation: expected "ascii", "unicode" or "latex"') end
    return method(text_of)(x, style)
  end

  --- The numerator, in lowest terms.
  -- @function surreal:numerator
  -- @treturn surreal a difference of ordinals
  methods.numerator = method(function(x) return whole(x.top) end)

  --- The denominator, in lowest terms.
  -- @function surreal:denominator
  -- @treturn surreal a difference of ordinals, above 0
  methods.denominator = method(function(x) return whole(x.bottom) end)

  --- 1/x.
  -- @function surreal:reciprocal
  -- @treturn surreal or nil, a message and "ERANGE" for 0
  methods.reciprocal = method(function(x) return quotient(whole(ONE), x) end)

  --- Test whether it equals y. Unlike `==`, y may also be an integer, text, an ordinal or a value.
  -- @function surreal:equals
  -- @param y a number
  -- @treturn boolean
  methods.equals = method(function(x, y) return compare(x, operand(y, "y")) == 0 end)

  --- Its sign.
  -- @function surreal:sign
  -- @treturn int 1, 0 or -1
  methods.sign = method(function(x) return ring.sign(x.top) end)

  --- Its absolute value.
  -- @function surreal:abs
  -- @treturn surreal
  methods.abs = method(function(x) return ring.sign(x.top) < 0 and negative(x) or x end)

  --- The greatest integer that is not above it.
  -- @function surreal:floor
  -- @treturn surreal or nil, a message and "EUNSUPPORTED" for no rational number
  -- @usage assert(tostring(ta.surreal "-6/23":floor()) == "-1")
  methods.floor = method(floor)

  --- The least integer that is not below it.
  -- @function surreal:ceiling
  -- @treturn surreal or nil, a message and "EUNSUPPORTED" for no rational number
  methods.ceiling = method(function(x) return negative(floor(negative(x))) end)

  --- Test whether it is a quotient of integers.
  -- @function surreal:is_rational
  -- @treturn boolean
  methods.is_rational = method(function(x) return rational(x) ~= nil end)

  local function is_dyadic(x)
    local _, d = rational(x)
    while d and integers.compare(d, integers.of(1)) > 0 do
      local half, rest = integers.divide(d, integers.of(2))
      if rest.sign ~= 0 then return false end
      d = half
    end
    return d ~= nil
  end

  --- Test whether it is a quotient of an integer and a power of two, and so the value of a game that ends.
  -- @function surreal:is_dyadic
  -- @treturn boolean
  methods.is_dyadic = method(is_dyadic)

  --- The number as a value.
  -- @function surreal:value
  -- @treturn value.v or nil, a message and "ERANGE" when it is no dyadic number
  -- @usage assert(ta.surreal "1/4" :value() == ta.value "1/4")
  methods.value = method(function(x)
    if not is_dyadic(x) then refuse("this is no dyadic number", "ERANGE") end
    return core.value(text_of(x, texts.notations.ascii))
  end)

  --- The number as a difference of ordinals.
  -- @function surreal:ordinal
  -- @treturn ordinal.ordinal or nil, a message and "ERANGE" when it is none, or a coefficient is beyond 2^63
  methods.ordinal = method(ordinal)

  --- The day on which it is born: as a game for dyadic numbers, w for other rational ones. For differences of ordinals
  -- see @{takeaway.family.value.ordinal}.
  -- @function surreal:birthday
  -- @treturn ordinal.ordinal or nil, a message and "EUNSUPPORTED" for others, "ERANGE" for a coefficient beyond 2^63 or
  --   a day beyond 2^62
  -- @usage assert(tostring(ta.surreal "6/23":birthday()) == "w")
  methods.birthday = method(function(x)
    if ring.equal(x.bottom, ONE) then return ordinal(x):birthday() end
    if is_dyadic(x) then
      local day, message, code = core.value(text_of(x, texts.notations.ascii)):birthday()
      return ordinals.integer(day or refuse(message, code))
    end
    if rational(x) then return ordinals.power_of_w(ordinals.integer(1)) end
    refuse("of rational numbers and of differences of ordinals", "EUNSUPPORTED")
  end)

  --- Its outcome as a game.
  -- @function surreal:outcome
  -- @treturn string "L", "R" or "P"
  methods.outcome = method(function(x) return ({ [-1] = "R", [0] = "P", [1] = "L" })[ring.sign(x.top)] end)

  return surreal, methods, meta
end
