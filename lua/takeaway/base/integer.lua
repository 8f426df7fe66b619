--- Integers of any size, for exact arithmetic in Lua.
--
-- A number is a list of digits in base 10^7, the lowest first and the highest not 0, with a sign: `{sign = -1, 5}` is
-- -5, `{sign = 0}` is 0. Numbers are immutable. Products of digits are below 10^14, so sums of 10^4 of them fit an
-- integer of 64 bits; carries are made at each one. Division is Knuth's algorithm D (The Art of Computer Programming,
-- volume 2, 4.3.1), greatest common divisors are Euclid's.
-- @module takeaway.base.integer

local M = {}

local BASE, WIDTH = 10000000, 7

local ZERO = { sign = 0 }

-- The number with these digits, without zeros at the top.
local function trim(digits, sign)
  local n = #digits
  while n > 0 and digits[n] == 0 do
    digits[n] = nil
    n = n - 1
  end
  digits.sign = n == 0 and 0 or sign
  return digits
end

--- The number of a text of decimal digits, perhaps after a minus.
function M.read(text)
  local minus, rest = text:match "^(%-?)(%d+)$"
  local digits = {}
  for last = #rest, 1, -WIDTH do
    digits[#digits + 1] = math.tointeger(tonumber(rest:sub(math.max(1, last - WIDTH + 1), last)))
  end
  return trim(digits, minus == "" and 1 or -1)
end

--- The number of a Lua integer.
function M.of(n) return M.read(("%d"):format(n)) end

--- Its decimal digits.
function M.text(a)
  if a.sign == 0 then return "0" end
  local parts = { a.sign < 0 and "-" or "", ("%d"):format(a[#a]) }
  for i = #a - 1, 1, -1 do parts[#parts + 1] = ("%07d"):format(a[i]) end
  return table.concat(parts)
end

local function compare_sizes(a, b)
  if #a ~= #b then return #a < #b and -1 or 1 end
  for i = #a, 1, -1 do
    if a[i] ~= b[i] then return a[i] < b[i] and -1 or 1 end
  end
  return 0
end

local function add_sizes(a, b)
  local digits, carry = {}, 0
  for i = 1, math.max(#a, #b) do
    local sum = (a[i] or 0) + (b[i] or 0) + carry
    digits[i], carry = sum % BASE, sum // BASE
  end
  if carry > 0 then digits[#digits + 1] = carry end
  return digits
end

-- |a| - |b|, if that is not negative.
local function subtract_sizes(a, b)
  local digits, borrow = {}, 0
  for i = 1, #a do
    local difference = a[i] - (b[i] or 0) - borrow
    borrow = difference < 0 and 1 or 0
    digits[i] = difference + borrow * BASE
  end
  return digits
end

--- -1, 0 or 1: a < b, a = b, a > b.
function M.compare(a, b)
  if a.sign ~= b.sign then return a.sign < b.sign and -1 or 1 end
  return a.sign * compare_sizes(a, b)
end

--- -a.
function M.negative(a)
  local digits = table.move(a, 1, #a, 1, {})
  digits.sign = -a.sign
  return digits
end

--- a + b.
function M.sum(a, b)
  if a.sign == 0 then return b end
  if b.sign == 0 then return a end
  if a.sign == b.sign then return trim(add_sizes(a, b), a.sign) end
  local order = compare_sizes(a, b)
  if order == 0 then return ZERO end
  if order > 0 then return trim(subtract_sizes(a, b), a.sign) end
  return trim(subtract_sizes(b, a), b.sign)
end

--- a b.
function M.product(a, b)
  if a.sign == 0 or b.sign == 0 then return ZERO end
  local digits = {}
  for i = 1, #a + #b do digits[i] = 0 end
  for i = 1, #a do
    local carry, digit = 0, a[i]
    for j = 1, #b do
      local sum = digits[i + j - 1] + digit * b[j] + carry
      digits[i + j - 1], carry = sum % BASE, sum // BASE
    end
    digits[i + #b] = carry
  end
  return trim(digits, a.sign * b.sign)
end

-- |a| divided by a number of one digit: quotient and remainder.
local function divide_by_digit(a, digit)
  local quotient, rest = {}, 0
  for i = #a, 1, -1 do
    local now = rest * BASE + a[i]
    quotient[i], rest = now // digit, now % digit
  end
  return trim(quotient, 1), trim({ rest }, 1)
end

-- |a| divided by |b|, b of two digits or more. Scale both so that the first digit of b is at least half of the base.
-- Each digit of the quotient is then guessed from three digits of a and two of b, and is at most 1 too large.
local function divide_sizes(a, b)
  local scale = BASE // (b[#b] + 1)
  local factor = trim({ scale }, 1)
  local rest, divisor = M.product(trim(table.move(a, 1, #a, 1, {}), 1), factor), M.product(trim(
    table.move(b, 1, #b, 1, {}), 1), factor)
  local n = #divisor
  local digits = table.move(rest, 1, #rest, 1, {})
  for i = #digits + 1, #a + 1 do digits[i] = 0 end
  local quotient = {}
  for j = #digits - n, 1, -1 do
    local top = digits[j + n] * BASE + digits[j + n - 1]
    local guess, left = top // divisor[n], top % divisor[n]
    while guess >= BASE or guess * divisor[n - 1] > left * BASE + digits[j + n - 2] do
      guess, left = guess - 1, left + divisor[n]
      if left >= BASE then break end
    end
    local borrow = 0
    for i = 1, n do
      local now = digits[j + i - 1] - guess * divisor[i] - borrow
      digits[j + i - 1], borrow = now % BASE, -(now // BASE)
    end
    digits[j + n] = digits[j + n] - borrow
    if digits[j + n] < 0 then -- the guess was 1 too large
      guess = guess - 1
      local carry = 0
      for i = 1, n do
        local now = digits[j + i - 1] + divisor[i] + carry
        digits[j + i - 1], carry = now % BASE, now // BASE
      end
      digits[j + n] = digits[j + n] + carry
    end
    quotient[j] = guess
  end
  return trim(quotient, 1), (divide_by_digit(trim(digits, 1), scale))
end

--- The quotient and the rest of a by b, b not 0: a = q b + r, 0 <= r < |b|.
function M.divide(a, b)
  local q, r
  if compare_sizes(a, b) < 0 then
    q, r = ZERO, trim(table.move(a, 1, #a, 1, {}), 1)
  elseif #b == 1 then
    q, r = divide_by_digit(a, b[1])
  else
    q, r = divide_sizes(a, b)
  end
  if a.sign < 0 and r.sign > 0 then
    q, r = M.sum(q, M.of(1)), M.sum(trim(table.move(b, 1, #b, 1, {}), 1), M.negative(r))
  end
  if q.sign > 0 and a.sign * b.sign < 0 then q = M.negative(q) end
  return q, r
end

--- The greatest common divisor, 0 or more.
function M.gcd(a, b)
  if a.sign < 0 then a = M.negative(a) end
  if b.sign < 0 then b = M.negative(b) end
  while b.sign ~= 0 do
    local _, rest = M.divide(a, b)
    a, b = b, rest
  end
  return a
end

return M
