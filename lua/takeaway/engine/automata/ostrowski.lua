--- Ostrowski's numeration of a quadratic irrational: its continued fraction, and the weights that belong to it.
--
-- With the partial quotients a(1), a(2), ... the weights are the denominators of the convergents, q(0) = 1,
-- q(k) = a(k) q(k-1) + q(k-2); what is before a(1) does not matter. A number is written greedily: that is Ostrowski's
-- writing, with digits d(k) <= a(k+1) of q(k), and d(k-1) = 0 where d(k) = a(k+1). Of a quadratic irrational the
-- quotients are periodic (Lagrange 1770). With m the period, (q(k+m), q(k+m-1)) is (q(k), q(k-1)) times a product of m
-- matrices (a 1, 1 0), of trace t and determinant (-1)^m: another product for each remainder of k by m, of the same
-- trace. So by Cayley and Hamilton q(k+2m) = t q(k+m) - (-1)^m q(k) for all k from where the period begins.
-- Source: A. Ostrowski, Bemerkungen zur Theorie der Diophantischen Approximationen, Abh. Math. Sem. Hamburg 1 (1922).
-- @module takeaway.engine.automata.ostrowski

local text = require "takeaway.base.text"

local M = {}

local QUOTIENT, ORDER, WEIGHT = 15, 16, 1 << 60 -- what the core takes: digits, coefficients of a recurrence, weights
local NUMBER = 1 << 30 -- below a root, beside it and under it, at most
local RADICAND = 2.0 ^ 62 -- what is under the root in the end is less

-- ---- The continued fraction ---------------------------------------------------------------

local function isqrt(n)
  local r = math.floor(math.sqrt(n))
  while r * r > n do r = r - 1 end
  while (r + 1) * (r + 1) <= n do r = r + 1 end
  return r
end

-- "(3 - sqrt(7))/2" as 3, -1, 7, 2; nil where it is no such text.
local function parts(source)
  local plain = source:gsub("%s", ""):gsub("sqrt%((%d+)%)", "sqrt%1")
  local inner, under = plain:match "^%((.*)%)/(%d+)$"
  inner = inner or plain
  local before, sign, root, after = inner:match "^(%-?%d*)([+-]?)sqrt(%d+)([+-]?%d*)$"
  if not root or (before == "") ~= (sign == "") or before ~= "" and after ~= "" then return nil end
  local beside = before ~= "" and before or after ~= "" and after or "0"
  local values = { beside, root, under or "1" }
  for i, one in ipairs(values) do
    values[i] = math.tointeger(tonumber(one))
    if not values[i] or math.abs(values[i]) > NUMBER then return nil end
  end
  return values[1], sign == "-" and -1 or 1, values[2], values[3]
end

--- The partial quotients of a quadratic irrational.
--
-- With a(k) = floor((p + sqrt(d))/q) the next p is a(k) q - p, and the next q is the one before plus a(k) times what p
-- fell by: (d - p^2)/q, but no square is made. As d < 2^62, all p and q are within 2^63.
-- @tparam string source such as "sqrt(3)", "(1 + sqrt(5))/2", "(sqrt(13) - 1)/2"; numbers to 2^30; (p + sqrt(d))/q,
--   where q does not divide d - p^2, with d q^2 below 2^62
-- @treturn {int,...} the quotients a(1), a(2), ... before the period, or nil where the text is no such number
-- @treturn {int,...} those of a period; or a text, what is wrong
function M.quotients(source)
  local p, sign, d, q = parts(source)
  if not p then return nil end
  if q == 0 then return nil, "a division by 0" end
  if isqrt(d) ^ 2 == d then return nil, ("the square root of %d is rational"):format(d) end
  p, q = sign * p, sign * q
  local before = (d - p * p) // q -- the q before
  if (d - p * p) % q ~= 0 then -- the same number, where it does
    if d * 1.0 * q * q >= RADICAND then return nil, ("%d times the square of %d is 2^62 or more"):format(d, q) end
    before = (d - p * p) * (q > 0 and 1 or -1)
    p, q, d = p * math.abs(q), q * math.abs(q), d * q * q
  end
  local root, quotients, seen = isqrt(d), {}, {}
  for at = 0, 4 * ORDER do -- quotient a(at) of (p + sqrt(d))/q; what comes next depends on p and q alone
    local state = p .. " " .. q
    local from = seen[state]
    if from then return table.move(quotients, 1, from - 1, 1, {}), table.move(quotients, from, at - 1, 1, {}) end
    if at > 0 then seen[state] = at end
    quotients[at] = q > 0 and (p + root) // q or (p + root + 1) // q
    local next_p = quotients[at] * q - p
    before, q, p = q, before + quotients[at] * (p - next_p), next_p
  end
  return nil, ("its continued fraction has no period in the first %d quotients"):format(4 * ORDER)
end

-- ---- The weights --------------------------------------------------------------------------

local function primitive(period)
  for m = 1, #period - 1 do
    local fits = #period % m == 0
    for i = m + 1, #period do fits = fits and period[i] == period[i - m] end
    if fits then return table.move(period, 1, m, 1, {}) end
  end
  return period
end

local function trace(period)
  local a, b, c, d = 1, 0, 0, 1
  for _, x in ipairs(period) do a, b, c, d = a * x + b, a, c * x + d, c end
  return a + d
end

--- The recurrence and the first weights, as @{numeration} takes them.
-- @tparam {int,...} before quotients a(1), a(2), ... before the period, from 1 to 15
-- @tparam {int,...} period those of a period
-- @treturn {int,...} the coefficients; or nil and what is wrong
-- @treturn {int,...} as many weights
function M.weights(before, period)
  if #period == 0 then return nil, "the period is empty" end
  for _, list in ipairs { before, period } do
    for _, x in ipairs(list) do
      if math.type(x) ~= "integer" or x < 1 or x > QUOTIENT then
        return nil, ("quotients are integers from 1 to %d, got %s"):format(QUOTIENT, text.shown(x))
      end
    end
  end
  period = primitive(period)
  local m, U, last = #period, { 1 }, 0 -- `last` before U[1]: q(-1)
  if #before + 2 * m > ORDER then
    return nil, ("%d quotients before a period of %d are more than a recurrence of order %d holds"):format(#before, m,
      ORDER)
  end
  for k = 1, #before + 2 * m + 1 do
    local a = before[k] or period[(k - #before - 1) % m + 1]
    local now = U[#U]
    if now > WEIGHT // (QUOTIENT + 1) then return nil, "weights beyond 2^60" end
    U[#U + (k == 1 and a == 1 and 0 or 1)], last = a * now + last, now -- q(1) = q(0) = 1 is one weight
  end
  local t, sign, order = trace(period), m % 2 == 0 and -1 or 1, 2 * m
  for n = #U, 2 * m + 1, -1 do
    if U[n] ~= t * U[n - m] + sign * U[n - 2 * m] then
      order = n
      break
    end
  end
  if order > ORDER then return nil, ("a recurrence of order %d, more than %d"):format(order, ORDER) end
  local c = {}
  for i = 1, order do c[i] = i == m and t or i == 2 * m and sign or 0 end
  return c, table.move(U, 1, order, 1, {})
end

--- The continued fraction as text: "[...; 3, (1, 2)]", the period in brackets.
function M.text(before, period)
  local function list(quotients)
    local shown = {}
    for i, x in ipairs(quotients) do shown[i] = tostring(x) end
    return table.concat(shown, ", ")
  end
  return ("[...; %s(%s)]"):format(#before > 0 and list(before) .. ", " or "", list(period))
end

return M
