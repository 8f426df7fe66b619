--- The nim product of ordinals below w^w^w.
--
-- They are the algebraic closure of the field of two elements (Conway, On Numbers and Games, chapter 6). Let p run
-- through the odd primes 3, 5, 7, ..., the k-th of them from k = 0 on. For an exponent e = sum of w^k n_k, and n_k =
-- sum of d p^j in base p, the power w^e is the nim product of the X(k, j) = w^(w^k p^j), each to the power d. There
-- X(k, j+1)^p = X(k, j) and X(k, 0)^p = root(p), an ordinal below: finite coefficients and different X multiply
-- as ordinary products while each d stays below p. These two equations reduce powers from p on.
--
-- The roots are those of Lenstra (On the algebraic closure of two, 1977) for p <= 43 and DiMuro (On On_p, 2011),
-- checked against CGSuite's to p = 257. A product that would need the root of a larger prime is refused.
-- @module takeaway.family.value.nim_field

local core = require "takeaway.core"

local ROOTS = {
  [3] = "2", [5] = "4", [7] = "w+1", [11] = "w^w+1", [13] = "w+4", [17] = "16", [19] = "w^3+4", [23] = "w^w^3+1",
  [29] = "w^w^2+4", [31] = "w^w+1", [37] = "w^3+4", [41] = "w^w+1", [43] = "w^w^2+1", [47] = "w^w^7+1",
  [53] = "w^w^4+1", [59] = "w^w^8+1", [61] = "w^w+w", [67] = "w^w^3+w", [71] = "w^w^2+w^w", [73] = "w^3+1",
  [79] = "w^w^4+1", [83] = "w^w^11+1", [89] = "w^w^3+1", [97] = "w+256", [101] = "w^(w*5)+1", [103] = "w^w^5+w",
  [107] = "w^w^14+1", [109] = "w^3+4", [113] = "w^w^2+4", [127] = "w^w^2+1", [131] = "w^w^4+w^w", [137] = "w^w^5+1",
  [139] = "w^w^7+w", [149] = "w^w^10+1", [151] = "w^w+w", [157] = "w^w^4+1", [163] = "w^27+4", [167] = "w^w^21+1",
  [173] = "w^w^12+4", [179] = "w^w^22+1", [181] = "w^w+w^3", [191] = "w^w^6+w^w", [193] = "w+65536",
  [197] = "w^(w^2*7)+4", [199] = "w^w^3+w^3", [211] = "w^w^2+w^w", [223] = "w^w^10+1", [227] = "w^w^28+1",
  [229] = "w^w^6+1", [233] = "w^w^8+1", [239] = "w^w^5+w^w^2", [241] = "w+16", [251] = "w^(w*5)+1", [257] = "256",
}

local STEPS = 200000 -- nim products of terms in a call

local PRIMES = {}
for p = 3, 257, 2 do
  local prime = true
  for d = 3, p - 1, 2 do prime = prime and p % d ~= 0 end
  if prime then PRIMES[#PRIMES + 1] = p end
end

-- `ordinals`: the functions used of @{takeaway.family.value.ordinal}: make(terms), read(text), compare(a, b),
-- refuse(message, code), nim_sum(a, b), finite(x) (its integer or nil), integer(n), plus(a, b) and times(a, b) of
-- integers.
return function(ordinals)
  local M = {}

  local function prime(k)
    return PRIMES[k + 1]
      or ordinals.refuse("a nim product with the root of a prime beyond 257, which is not known here", "EUNSUPPORTED")
  end

  local roots = {}
  local function root(k)
    local p = prime(k)
    roots[p] = roots[p] or ordinals.read(ROOTS[p])
    return roots[p]
  end

  -- An exponent as digits: digits[k] = n_k.
  local function digits_of(exponent)
    local digits = {}
    for _, term in ipairs(exponent) do
      local k = ordinals.finite(term.exp)
      if not k then ordinals.refuse("nim products are of ordinals below w^w^w", "ERANGE") end
      digits[k] = term.coef
    end
    return digits
  end

  local function exponent_of(digits)
    local terms = {}
    for k, n in pairs(digits) do
      if n ~= 0 then terms[#terms + 1] = { exp = ordinals.integer(k), coef = n } end
    end
    table.sort(terms, function(a, b) return ordinals.compare(a.exp, b.exp) > 0 end)
    return ordinals.make(terms)
  end

  -- a + b in base p without the carry out of the last digit: the digits of the sum, and the number of factors root(p).
  -- A carry from digit j goes to digit j - 1: X(k, j)^p = X(k, j-1).
  local function add_digits(a, b, p)
    local places, n = {}, 0
    while a > 0 or b > 0 do
      n = n + 1
      places[n] = a % p + b % p
      a, b = a // p, b // p
    end
    local carry = 0
    for j = n, 1, -1 do
      local d = places[j] + carry
      carry = d >= p and 1 or 0
      places[j] = d - carry * p
    end
    local sum = 0
    for j = n, 1, -1 do sum = ordinals.plus(ordinals.times(sum, p), places[j]) end
    return sum, carry
  end

  local function finite_product(a, b)
    local c, message, code = core.nim_product(a, b)
    return c or ordinals.refuse(message, code)
  end

  -- The nim sum of f(i) over a range, by halving: adding each one to a long sum would cost its full length every time.
  local function sum_over(from, to, f)
    if from > to then return ordinals.make {} end
    if from == to then return f(from) end
    local middle = (from + to) // 2
    return ordinals.nim_sum(sum_over(from, middle, f), sum_over(middle + 1, to, f))
  end

  local product

  local function term_product(a, b, work)
    local x, y = digits_of(a.exp), digits_of(b.exp)
    local carries = {}
    for k, n in pairs(y) do
      if x[k] then
        local sum, carry = add_digits(x[k], n, prime(k))
        x[k] = sum
        if carry > 0 then carries[#carries + 1] = k end
      else
        x[k] = n
      end
    end
    local result = ordinals.make { { exp = exponent_of(x), coef = finite_product(a.coef, b.coef) } }
    for _, k in ipairs(carries) do result = product(result, root(k), work) end
    return result
  end

  -- `work.steps` counts the products of terms in a whole call, including those with roots and all products of a power.
  function product(a, b, work)
    work.steps = work.steps + #a * #b
    if work.steps > STEPS then
      ordinals.refuse(("this takes more than %d nim products of terms"):format(STEPS), "ELIMIT")
    end
    return sum_over(1, #a, function(i)
      return sum_over(1, #b, function(k) return term_product(a[i], b[k], work) end)
    end)
  end

  --- The nim product of two ordinals.
  function M.product(a, b) return product(a, b, { steps = 0 }) end

  --- The n-th nim power, n >= 0, by squaring.
  function M.power(a, n)
    local result, work = ordinals.integer(1), { steps = 0 }
    while n > 0 do
      if n % 2 == 1 then result = product(result, a, work) end
      n = n // 2
      if n > 0 then a = product(a, a, work) end
    end
    return result
  end

  -- a, a^2, a^4, ..., until squaring gives a again. They are the conjugates of a; their number is its degree.
  local function conjugates(a, work)
    local list, next = {}, a
    repeat
      list[#list + 1] = next
      next = product(next, next, work)
    until ordinals.compare(next, a) == 0
    return list
  end

  local function inverse(a, work)
    if #a == 0 then ordinals.refuse("0 has no nim inverse", "EUNSUPPORTED") end
    local result, list = ordinals.integer(1), conjugates(a, work)
    for i = 2, #list do result = product(result, list[i], work) end -- a^(2^n - 2)
    return result
  end

  local function sqrt(a, work)
    local list = conjugates(a, work)
    return list[#list]
  end

  -- Some y with y^2 + y = d, in the field of 2^n elements where d has trace 0 and t has trace 1: the sum over i < n - 1
  -- of d^(2^i) (t^(2^(i+1)) + ... + t^(2^(n-1))).
  local function artin_schreier(d, work)
    local of_d = conjugates(d, work)
    local n, power = #of_d, 1
    local trace = sum_over(1, n, function(i) return of_d[i] end)
    if #trace > 0 then n = 2 * n end
    while n % (2 * power) == 0 do power = 2 * power end
    if power > 63 then ordinals.refuse("the roots take a finite nimber beyond 2^63", "ERANGE") end
    local of_t = conjugates(ordinals.integer(1 << (power - 1)), work) -- of trace 1 in the field of 2^power elements
    local y, tail = ordinals.make {}, ordinals.make {}
    for i = n - 1, 1, -1 do
      tail = ordinals.nim_sum(tail, of_t[i % power + 1])
      y = ordinals.nim_sum(y, product(of_d[(i - 1) % #of_d + 1], tail, work))
    end
    return y
  end

  --- The nim quotient of two ordinals.
  function M.quotient(a, b)
    local work = { steps = 0 }
    return product(a, inverse(b, work), work)
  end

  --- The nimber whose nim product with itself is a.
  function M.sqrt(a) return sqrt(a, { steps = 0 }) end

  --- The nimbers x with a x^2 + b x + c = 0, ascending; a and b are not both 0.
  function M.roots(a, b, c)
    local work = { steps = 0 }
    if #a == 0 then return { product(c, inverse(b, work), work) } end
    local by = inverse(a, work)
    b, c = product(b, by, work), product(c, by, work)
    if #b == 0 then return { sqrt(c, work) } end
    local square = product(b, b, work)
    local x = product(b, artin_schreier(product(c, inverse(square, work), work), work), work)
    local list = { x, ordinals.nim_sum(x, b) }
    if ordinals.compare(list[1], list[2]) > 0 then list[1], list[2] = list[2], list[1] end
    return list
  end

  return M
end
