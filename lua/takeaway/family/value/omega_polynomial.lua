--- The ring of differences of ordinals below epsilon_0, with integers of any size, and greatest common divisors in it.
--
-- Under the natural sum ordinals are the free commutative monoid on the powers w^e: w^3 2 + 1 is twice w^3 and once 1.
-- So the ring is that of polynomials over the integers in variables t_e = w^(w^e), one for each ordinal e: w^(w 2 + 3)
-- is t_1^2 t_0^3. It has unique factorization, and a greatest common divisor, up to its sign (Gauss). Euclid's
-- algorithm finds it in one variable after the other, with pseudo-remainders divided by their contents (Knuth, The Art
-- of Computer Programming, volume 2, 4.6.1). The order of ordinals is one of monomials: a < b gives a + c < b + c, so
-- a quotient that exists is found from its highest term down.
--
-- An element is a list of terms {exp = ordinal, coef = integer of any size}, by decreasing exponents, no coefficient
-- 0.
-- @module takeaway.family.value.omega_polynomial

local integers = require "takeaway.base.integer"

local STEPS = 200000 -- terms multiplied in one call; long coefficients count as more: 128 products of digits as one

-- `ordinals`: what is used of @{takeaway.family.value.ordinal}.
return function(ordinals)
  local M = {}
  local ONE, steps = integers.of(1), 0

  --- Start the step count of a call.
  function M.begin() steps = 0 end

  local function count(n)
    steps = steps + n
    if steps > STEPS then
      ordinals.refuse(("this takes more than %d products of terms"):format(STEPS), "ELIMIT")
    end
  end

  -- A product, a quotient or a greatest common divisor of coefficients.
  local function count_digits(a, b) count(#a * #b // 128) end

  function M.constant(n) return n.sign == 0 and {} or { { exp = ordinals.integer(0), coef = n } } end

  --- An ordinal, or a difference of such, as an element.
  function M.of(x)
    local terms = {}
    for i, t in ipairs(x) do terms[i] = { exp = t.exp, coef = integers.of(t.coef) } end
    return terms
  end

  --- The element as an integer, or nil.
  function M.finite(p)
    if #p == 0 then return integers.of(0) end
    return #p == 1 and #p[1].exp == 0 and p[1].coef or nil
  end

  function M.equal(p, q)
    if #p ~= #q then return false end
    for i, t in ipairs(p) do
      if ordinals.compare(t.exp, q[i].exp) ~= 0 or integers.compare(t.coef, q[i].coef) ~= 0 then return false end
    end
    return true
  end

  function M.sign(p) return #p == 0 and 0 or p[1].coef.sign end

  function M.negative(p)
    local terms = {}
    for i, t in ipairs(p) do terms[i] = { exp = t.exp, coef = integers.negative(t.coef) } end
    return terms
  end

  local function sum(p, q)
    local terms, i, j = {}, 1, 1
    while p[i] or q[j] do
      local order = not q[j] and 1 or not p[i] and -1 or ordinals.compare(p[i].exp, q[j].exp)
      if order > 0 then
        terms[#terms + 1] = p[i]
        i = i + 1
      elseif order < 0 then
        terms[#terms + 1] = q[j]
        j = j + 1
      else
        local coef = integers.sum(p[i].coef, q[j].coef)
        if coef.sign ~= 0 then terms[#terms + 1] = { exp = p[i].exp, coef = coef } end
        i, j = i + 1, j + 1
      end
    end
    return terms
  end
  M.sum = sum

  local function difference(p, q) return sum(p, M.negative(q)) end

  -- p times one term.
  local function shifted(p, term)
    count(#p)
    local terms = {}
    for i, t in ipairs(p) do
      count_digits(t.coef, term.coef)
      terms[i] = { exp = ordinals.sum(t.exp, term.exp), coef = integers.product(t.coef, term.coef) }
    end
    return terms
  end

  local function product(p, q)
    if #p > #q then p, q = q, p end
    local result = {}
    for _, t in ipairs(p) do result = sum(result, shifted(q, t)) end
    return result
  end
  M.product = product

  --- p / q where q divides p, else nil; q is not 0.
  function M.quotient(p, q)
    local terms, lead = {}, q[1]
    while #p > 0 do
      local exp = ordinals.sum(p[1].exp, ordinals.negative(lead.exp))
      count_digits(p[1].coef, lead.coef)
      local coef, rest = integers.divide(p[1].coef, lead.coef)
      if rest.sign ~= 0 or not ordinals.is_ordinal(exp) then return nil end
      local term = { exp = exp, coef = coef }
      terms[#terms + 1] = term
      p = difference(p, shifted(q, term))
    end
    return terms
  end

  -- ---- One variable, t_e ----

  -- How often w^e is in an ordinal, and the ordinal without it.
  local function part(x, e)
    local rest, degree = {}, 0
    for _, t in ipairs(x) do
      if ordinals.compare(t.exp, e) == 0 then degree = t.coef else rest[#rest + 1] = t end
    end
    return degree, ordinals.make(rest)
  end

  -- The degree of p in t_e, and by degrees the elements without t_e that stand there, in a list by falling degrees.
  local function coefficients(p, e)
    local by, list = {}, {}
    for _, t in ipairs(p) do
      local degree, rest = part(t.exp, e)
      if not by[degree] then
        by[degree] = { degree = degree }
        list[#list + 1] = by[degree]
      end
      table.insert(by[degree], { exp = rest, coef = t.coef })
    end
    table.sort(list, function(a, b) return a.degree > b.degree end)
    return list
  end

  local function power(e, degree)
    return { exp = degree == 0 and ordinals.integer(0) or ordinals.make { { exp = e, coef = degree } }, coef = ONE }
  end

  -- A variable in which p or q has a degree above 0, or nil: that with the least such degree.
  local function variable(p, q)
    local best, least
    for _, poly in ipairs { p, q } do
      for _, t in ipairs(poly) do
        for _, u in ipairs(t.exp) do
          if not least or u.coef < least then best, least = u.exp, u.coef end
        end
      end
    end
    return best
  end

  local gcd

  -- The greatest common divisor of the coefficients in t_e.
  local function content(list)
    local result = {}
    for i = #list, 1, -1 do
      result = gcd(result, list[i])
      if #result == 1 and M.equal(result, M.constant(ONE)) then break end
    end
    return result
  end

  local function positive(p) return M.sign(p) < 0 and M.negative(p) or p end

  -- p, q without contents in t_e, p of no less a degree: what is left of p after multiples of q were taken from
  -- multiples of p.
  local function remainder(p, q, e)
    local divisor = coefficients(q, e)
    local lead, degree = divisor[1], divisor[1].degree
    while #p > 0 do
      local top = coefficients(p, e)[1]
      if top.degree < degree then break end
      p = difference(product(p, lead), shifted(product(q, top), power(e, top.degree - degree)))
    end
    return p
  end

  --- The greatest common divisor, with a leading coefficient above 0; of 0 and 0 it is 0.
  function gcd(p, q)
    if #p == 0 then return positive(q) end
    if #q == 0 then return positive(p) end
    local e = variable(p, q)
    if not e then
      count_digits(p[1].coef, q[1].coef)
      return M.constant(integers.gcd(p[1].coef, q[1].coef))
    end
    local first, second = coefficients(p, e), coefficients(q, e)
    local c, d = content(first), content(second)
    local common = gcd(c, d)
    if first[1].degree == 0 or second[1].degree == 0 then return common end
    p, q = M.quotient(p, c), M.quotient(q, d)
    if first[1].degree < second[1].degree then p, q = q, p end
    while true do
      local rest = remainder(p, q, e)
      if #rest == 0 then return positive(product(common, q)) end
      local list = coefficients(rest, e)
      if list[1].degree == 0 then return common end
      p, q = q, M.quotient(rest, content(list))
    end
  end
  M.gcd = gcd

  return M
end
