--- Ordinals below epsilon_0, their differences, and nimbers of infinite heaps.
--
-- `ta.ordinal "w^2*3 + w + 5"` is an ordinal in Cantor's normal form: a sum of powers of w (omega) with integer
-- coefficients, by decreasing exponents, which are ordinals in turn. As surreal numbers, ordinals and their negatives
-- generate a ring, whose `+`, `-`, `*` and `^` are Conway's. On ordinals these are the natural, or Hessenberg, sum and
-- product, which commute. So `w - 5` is a number of the ring and no ordinal. Cantor's operations, which do not commute,
-- are `usual_sum`, `usual_product`, `usual_power`. The nim sum and product are for ordinals.
--
-- Numbers are immutable. `==`, `<` and `<=` compare two of them, `x:equals(5)` also with an integer or a text. `x / y`
-- is a surreal number (@{takeaway.family.value.surreal}).
--
-- Source: Conway, On Numbers and Games, chapters 2, 3 and 6; Siegel, VIII.
-- @module takeaway.family.value.ordinal

local failure = require "takeaway.base.failure"
local method_tables = require "takeaway.base.methods"
local whole_number = require "takeaway.base.to_integer"

local M = {}

local meta, methods, refuse_self = method_tables.class("takeaway.ordinal", "ordinal")

-- ---- Integers, and failures ----

local function refuse(message, code) error({ message = message, code = code }, 0) end

local BEYOND = "a coefficient beyond 2^63"
local STEPS = 1000000 -- products of terms

local function check_steps(steps)
  if steps > STEPS then refuse(("this takes more than %d products of terms"):format(STEPS), "ELIMIT") end
end

-- Coefficients begin at -(2^63 - 1), so that each has a negative.
local function within(n)
  if n == math.mininteger then refuse(BEYOND, "ERANGE") end
  return n
end

local function plus(a, b)
  local sum = a + b
  if (a ~ sum) & (b ~ sum) < 0 then refuse(BEYOND, "ERANGE") end
  return within(sum)
end

local function times(a, b)
  local product = a * b
  if a ~= 0 and product // a ~= b then refuse(BEYOND, "ERANGE") end
  return within(product)
end

-- ---- Terms {exp =, coef =}, by falling exponents; no coefficient is 0 ----

local function make(terms) return setmetatable(terms, meta) end

local ZERO = make {}

local function integer(n) return n == 0 and ZERO or make { { exp = ZERO, coef = within(n) } } end

local function power_of_w(exponent) return make { { exp = exponent, coef = 1 } } end

-- The integer equal to x, or nil.
local function finite(x)
  if #x == 0 then return 0 end
  return #x == 1 and #x[1].exp == 0 and x[1].coef or nil
end

local function is_ordinal(x)
  for _, t in ipairs(x) do
    if t.coef < 0 then return false end
  end
  return true
end

-- The comparison of a and b: -1, 0, 1.
local function compare(a, b)
  if rawequal(a, b) then return 0 end
  for i = 1, math.max(#a, #b) do
    local s, t = a[i], b[i]
    local order = s and t and compare(s.exp, t.exp) or s and 1 or -1
    local left, right = order >= 0 and s.coef or 0, order <= 0 and t.coef or 0
    if left ~= right then return left < right and -1 or 1 end
  end
  return 0
end

-- The terms of both; `join` combines those with equal exponents.
local function merge(a, b, join)
  local terms, i, j = {}, 1, 1
  while a[i] or b[j] do
    local order = not b[j] and 1 or not a[i] and -1 or compare(a[i].exp, b[j].exp)
    local coef = join(order >= 0 and a[i].coef or 0, order <= 0 and b[j].coef or 0)
    local exp = (order >= 0 and a[i] or b[j]).exp
    if coef ~= 0 then terms[#terms + 1] = { exp = exp, coef = coef } end
    if order >= 0 then i = i + 1 end
    if order <= 0 then j = j + 1 end
  end
  return make(terms)
end

local function sum(a, b) return merge(a, b, plus) end

local function negative(x)
  local terms = {}
  for i, t in ipairs(x) do terms[i] = { exp = t.exp, coef = times(-1, t.coef) } end
  return make(terms)
end

local function product(a, b)
  check_steps(#a * #b)
  local result = ZERO
  for _, s in ipairs(a) do
    local terms = {}
    for i, t in ipairs(b) do terms[i] = { exp = sum(s.exp, t.exp), coef = times(s.coef, t.coef) } end
    result = sum(result, make(terms))
  end
  return result
end

local function power(x, n, multiply)
  local result = integer(1)
  while n > 0 do
    if n % 2 == 1 then result = multiply(result, x) end
    n = n // 2
    if n > 0 then x = multiply(x, x) end
  end
  return result
end

-- x^y in Conway's ring: w^y for an ordinal y, else a power with an integer.
local function to_the(x, y)
  local n = finite(y)
  if #x == 1 and x[1].coef == 1 and finite(x[1].exp) == 1 then
    if not is_ordinal(y) then refuse("w to a power that is no ordinal is no difference of ordinals", "EUNSUPPORTED") end
    return power_of_w(y)
  end
  if not n or n < 0 then
    refuse("an exponent is an integer from 0, but for w itself (see usual_power)", "EUNSUPPORTED")
  end
  return power(x, n, product)
end

local function nim_sum(a, b) return merge(a, b, function(m, n) return m ~ n end) end

local texts = require "takeaway.family.value.ordinal_text" {
  integer = integer, finite = finite, sum = sum, product = product, negative = negative, to_the = to_the,
  power_of_w = power_of_w, refuse = refuse, BEYOND = BEYOND,
}

-- ---- Operands and results ----

local function is_value(x) return type(x) == "userdata" and getmetatable(x) == "takeaway.value" end

local function is_operand(x)
  return getmetatable(x) == meta or is_value(x) or whole_number(x) or
    type(x) == "string"
end

local surreal_meta -- of @{takeaway.family.value.surreal}

local function operand(x, name)
  if getmetatable(x) == meta then return x end
  local n = whole_number(x)
  if n then return integer(n) end
  if type(x) == "string" then return texts.read(x) end
  local whole = is_value(x) and x:is_integer() and math.tointeger(tonumber(tostring(x)))
  if whole then return integer(whole) end
  error(("ordinal: %s: expected an ordinal, an integer, or text such as \"w^2+3\", got %s"):format(name, type(x)), 0)
end

-- f of the operands. A failure is nil, a message and a code; misuse raises.
local function answer(f, x, ...)
  return failure.catch(f, x, ...)
end

-- As `answer`, for operators, where failures raise too. With a surreal operand, use the operator of surreal numbers.
local function operator(f, event)
  return function(a, b)
    if event and (getmetatable(a) == surreal_meta or getmetatable(b) == surreal_meta) then
      return surreal_meta[event](a, b)
    end
    local result = failure.operate(function() return f(operand(a, "left operand"), operand(b, "right operand")) end)
    return result
  end
end

local function ordinals_only(name, x)
  if not is_ordinal(x) then refuse(name .. ": of ordinals alone, not of their differences", "EUNSUPPORTED") end
  return x
end

local function binary(name, f, ordinals)
  methods[name] = function(x, y)
    return answer(function(a, b)
      b = operand(b, "y")
      if ordinals then ordinals_only(name, a) ordinals_only(name, b) end
      return f(a, b)
    end, x, y)
  end
end

meta.__add = operator(sum, "__add")
meta.__sub = operator(function(a, b) return sum(a, negative(b)) end, "__sub")
meta.__mul = operator(product, "__mul")
meta.__div = function(a, b) return surreal_meta.__div(a, b) end
meta.__pow = operator(to_the)
meta.__unm = operator(negative)
meta.__eq = function(a, b) return getmetatable(a) == getmetatable(b) and compare(a, b) == 0 end
meta.__lt = operator(function(a, b) return compare(a, b) < 0 end, "__lt")
meta.__le = operator(function(a, b) return compare(a, b) <= 0 end, "__le")
meta.__tostring = function(x) return texts.write(x, texts.notations.ascii) end

--- An ordinal below epsilon_0, or a difference of such.
-- @function ordinal
-- @param x text such as `"w^(w+1)*2 + w*3 + 5"` (`w`, `omega` or ω, integers, `+`, `-`, `*`, `^`, parentheses), an
--   integer, also as a value, or an ordinal. The operations are Conway's
-- @treturn ordinal or nil, a message and "ERANGE" (a coefficient beyond 2^63), "EUNSUPPORTED" (a power that is no
--   difference of ordinals). Raises for a wrong text, with a caret under the error
-- @usage assert(tostring(ta.ordinal "(w+1)*(w-1)") == "w^2-1")
function M.ordinal(x)
  if not is_operand(x) then
    failure.misuse('ordinal: expected an ordinal, an integer, or text such as "w^2+3", got ' .. type(x))
  end
  return failure.catch(operand, x, "x")
end

--- The name of the number.
-- @function ordinal:text
-- @tparam[opt="ascii"] string notation "ascii" (`w^2*3`), "unicode" or "latex"
-- @treturn string
function methods.text(x, notation)
  local style = texts.notations[notation or "ascii"]
  if not style then failure.misuse('text: notation: expected "ascii", "unicode" or "latex"') end
  return answer(texts.write, x, style)
end

--- Test whether it is an ordinal: no coefficient is negative.
-- @function ordinal:is_ordinal
-- @treturn boolean
function methods.is_ordinal(x)
  if getmetatable(x) ~= meta then refuse_self(x) end
  return is_ordinal(x)
end

--- Test whether it equals y. Unlike `==`, y may also be an integer or text.
-- @function ordinal:equals
-- @param y an ordinal, an integer or text
-- @treturn boolean
binary("equals", function(a, b) return compare(a, b) == 0 end)

--- The number as an integer.
-- @function ordinal:integer
-- @treturn int or nil, a message and "ERANGE" when it is infinite
function methods.integer(x)
  return answer(function(a) return finite(a) or refuse("integer: this is no integer", "ERANGE") end, x)
end

--- Its sign.
-- @function ordinal:sign
-- @treturn int 1, 0 or -1
function methods.sign(x) return answer(compare, x, ZERO) end

--- Its absolute value.
-- @function ordinal:abs
-- @treturn ordinal
function methods.abs(x)
  return answer(function(a) return compare(a, ZERO) < 0 and negative(a) or a end, x)
end

--- The birthday as a surreal number: the ordinal with the absolute values of its coefficients.
-- @function ordinal:birthday
-- @treturn ordinal
-- @usage assert((ta.ordinal "w" - 5):birthday() == ta.ordinal "w+5")
function methods.birthday(x)
  return answer(function(a)
    local terms = {}
    for i, t in ipairs(a) do terms[i] = { exp = t.exp, coef = t.coef < 0 and times(-1, t.coef) or t.coef } end
    return make(terms)
  end, x)
end

--- Its outcome as a game.
-- @function ordinal:outcome
-- @treturn string "L", "R" or "P"
function methods.outcome(x)
  return answer(function(a) return ({ [-1] = "R", [0] = "P", [1] = "L" })[compare(a, ZERO)] end, x)
end

-- ---- Cantor's operations ----

local function usual_sum(a, b)
  if #b == 0 then return a end
  local terms = {}
  for _, t in ipairs(a) do
    local order = compare(t.exp, b[1].exp)
    if order > 0 then terms[#terms + 1] = t end
    if order == 0 then terms[#terms + 1] = { exp = t.exp, coef = plus(t.coef, b[1].coef) } end
  end
  local joined = #terms > 0 and compare(terms[#terms].exp, b[1].exp) == 0
  for i = joined and 2 or 1, #b do terms[#terms + 1] = b[i] end
  return make(terms)
end

-- a b is the sum of the a w^t c over the terms of b, in descending order.
local function usual_product(a, b)
  if #a == 0 then return a end
  check_steps(#a + #b)
  local terms = {}
  for _, t in ipairs(b) do
    if #t.exp > 0 then
      terms[#terms + 1] = { exp = usual_sum(a[1].exp, t.exp), coef = t.coef }
    else -- a + a + ... + a
      terms[#terms + 1] = { exp = a[1].exp, coef = times(a[1].coef, t.coef) }
      table.move(a, 2, #a, #terms + 1, terms)
    end
  end
  return make(terms)
end

-- The e' with w^e = w w^e', e > 0: e - 1 for a finite e, else e.
local function before(e)
  local n = finite(e)
  return n and integer(n - 1) or e
end

-- a^b = a^(limit part of b) a^(integer part of b). For a finite, n^(w^e) = w^(w^e'), w^e = w w^e'; for a infinite
-- with the leading exponent x, a^b = w^(x b) at a limit b.
local function usual_power(a, b)
  if #b == 0 or finite(a) == 1 then return integer(1) end
  if #a == 0 then return a end
  local last = #b[#b].exp == 0 and b[#b].coef or 0
  local limit = { table.unpack(b, 1, last > 0 and #b - 1 or #b) }
  local result = integer(1)
  if #limit > 0 then
    local exponent = make(limit)
    if finite(a) then
      for i, t in ipairs(limit) do limit[i] = { exp = before(t.exp), coef = t.coef } end
    else
      exponent = usual_product(a[1].exp, exponent)
    end
    result = power_of_w(exponent)
  end
  return usual_product(result, power(a, last, usual_product))
end

--- Cantor's sum of ordinals: the second after the first. `1 + w` is `w`.
-- @function ordinal:usual_sum
-- @param y an ordinal, an integer or text
-- @treturn ordinal or nil, a message and "ERANGE" or "EUNSUPPORTED"
-- @usage assert(ta.ordinal(1):usual_sum "w" == ta.ordinal "w")
binary("usual_sum", usual_sum, true)

--- Cantor's product of ordinals: y copies of the first. `2 w` is `w`.
-- @function ordinal:usual_product
-- @param y an ordinal, an integer or text
-- @treturn ordinal or nil, a message and "ERANGE" or "EUNSUPPORTED"
-- @usage assert(ta.ordinal "w+1":usual_product(2) == ta.ordinal "w*2+1")
binary("usual_product", usual_product, true)

--- Cantor's power of ordinals: `2^w` is `w`.
-- @function ordinal:usual_power
-- @param y an ordinal, an integer or text
-- @treturn ordinal or nil, a message and "ERANGE", "EUNSUPPORTED" or "ELIMIT" (more than a million terms)
-- @usage assert(ta.ordinal(2):usual_power "w^2" == ta.ordinal "w^w")
binary("usual_power", usual_power, true)

-- ---- Nimbers ----

local field = require "takeaway.family.value.nim_field" {
  make = make, read = function(text) return operand(text) end, compare = compare, refuse = refuse, nim_sum = nim_sum,
  finite = finite, integer = integer, plus = plus, times = times,
}

--- The nim sum of ordinals: the exclusive or of each coefficient.
-- @function ordinal:nim_sum
-- @param y an ordinal, an integer or text
-- @treturn ordinal or nil, a message and "EUNSUPPORTED" when one is no ordinal
-- @usage assert(ta.ordinal "w*4+9":nim_sum "w*6+w+1" == ta.ordinal "w*3+8")
binary("nim_sum", nim_sum, true)

--- The nim product of ordinals below w^w^w (@{takeaway.family.value.nim_field}).
-- @function ordinal:nim_product
-- @param y an ordinal, an integer or text
-- @treturn ordinal or nil, a message and "ERANGE" (one reaches w^w^w, a finite product is beyond 2^63),
--   "EUNSUPPORTED" (one is no ordinal; the root of a prime beyond 257 would be needed), "ELIMIT" (more than
--   200,000 nim products of terms)
-- @usage assert(ta.ordinal "w":nim_product "w^2" == ta.ordinal(2))
binary("nim_product", field.product, true)

--- The n-th nim power.
-- @function ordinal:nim_power
-- @tparam integer n >= 0
-- @treturn ordinal or nil, a message and a code, as of `nim_product`
-- @usage assert(ta.ordinal "w^w^13":nim_power(47) == ta.ordinal "w^w^7+1")
function methods.nim_power(x, n)
  n = whole_number(n)
  if not n or n < 0 then failure.misuse("nim_power: n: expected an integer from 0") end
  return answer(function(a) return field.power(ordinals_only("nim_power", a), n) end, x)
end

--- The ordinal whose nim product with y is this one.
-- @function ordinal:nim_quotient
-- @param y an ordinal, an integer or text
-- @treturn ordinal or nil, a message and a code, as of `nim_product`; "EUNSUPPORTED" where y is 0
-- @usage assert(ta.ordinal(1):nim_quotient "w" == ta.ordinal "w^2*3")
binary("nim_quotient", field.quotient, true)

--- The nim square root: the ordinal whose nim product with itself is this one. Each ordinal has one. Cost: a nim square
-- for each conjugate.
-- @function ordinal:nim_sqrt
-- @treturn ordinal or nil, a message and a code, as of `nim_product`
-- @usage assert(ta.ordinal "w":nim_sqrt():nim_power(2) == ta.ordinal "w")
function methods.nim_sqrt(x)
  return answer(function(a) return field.sqrt(ordinals_only("nim_sqrt", a)) end, x)
end

--- The ordinals x with a x^2 + b x + c = 0, by nim sums and products, where a is this ordinal.
-- @function ordinal:nim_roots
-- @param b an ordinal, an integer or text
-- @param c an ordinal, an integer or text
-- @treturn table a list of one or two ordinals, ascending; or nil, a message and a code, as of `nim_product`. Raises
--   where a and b are 0
-- @usage
-- local roots = ta.ordinal(1):nim_roots(1, "w")
-- assert(roots[1]:nim_product(roots[2]) == ta.ordinal "w")
function methods.nim_roots(x, b, c)
  return answer(function(a)
    local of = { a, operand(b, "b"), operand(c, "c") }
    for _, one in ipairs(of) do ordinals_only("nim_roots", one) end
    if #of[1] == 0 and #of[2] == 0 then error("nim_roots: a and b are both 0", 0) end
    return field.roots(table.unpack(of))
  end, x)
end

local surreal_methods, read_nimber

M.surreal, surreal_methods, surreal_meta = require "takeaway.family.value.surreal" {
  make = make, compare = compare, sum = sum, negative = negative, is_ordinal = is_ordinal, finite = finite,
  integer = integer, power_of_w = power_of_w, refuse = refuse, BEYOND = BEYOND, meta = meta,
}

M.star, read_nimber = require "takeaway.family.value.transfinite" {
  meta = meta, read = M.ordinal, methods = methods, is_ordinal = is_ordinal, finite = finite, integer = integer,
  nim_sum = nim_sum, is_plain = texts.is_plain,
}

return { calls = M, methods = methods, surreal_methods = surreal_methods, read_nimber = read_nimber }
