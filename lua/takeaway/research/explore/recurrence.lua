--- The shortest linear recurrence of a sequence of integers, with rational coefficients.
--
-- Berlekamp and Massey's algorithm modulo the prime 2^31 - 1 finds the shortest recurrence there, and its coefficients
-- are read as fractions. The result is then checked over the integers. Both sides, multiplied by the common
-- denominator, agree modulo 2^64 and, as floats, to less than 2^62, so they are equal. A wrong guess is therefore
-- never reported. A recurrence with numerators or denominators above 2^15 is not found. Cost: O(terms x order).
-- Source: J. Massey, Shift-register synthesis and BCH decoding, IEEE IT 15 (1969).
-- @module takeaway.research.explore.recurrence

local M = {}

local P = 2147483647
local MOST_TERMS = 2000

local function inverse(a)
  local result, power, e = 1, a % P, P - 2
  while e > 0 do
    if e & 1 == 1 then result = result * power % P end
    power, e = power * power % P, e >> 1
  end
  return result
end

-- c with v[n] = sum c[i] v[n - i] mod P for all n > #c; v is 1-based.
local function massey(v, count)
  local c, b, length, gap, last = {}, {}, 0, 1, 1
  for n = 1, count do
    local d = v[n] % P
    for i = 1, length do d = (d - (c[i] or 0) * (v[n - i] % P)) % P end
    if d == 0 then
      gap = gap + 1
    else
      local factor = d * inverse(last) % P
      local old = table.move(c, 1, length, 1, {})
      c[gap] = ((c[gap] or 0) + factor) % P
      for i, coefficient in pairs(b) do c[gap + i] = ((c[gap + i] or 0) - factor * coefficient) % P end
      if 2 * length < n then
        b, last, gap, length = old, d, 1, n - length
      else
        gap = gap + 1
      end
      for i = 1, length do c[i] = c[i] or 0 end
    end
  end
  return c, length
end

-- A fraction congruent to c, both parts below 2^15; nil when there is none.
local function fraction(c)
  local r0, r1, t0, t1 = P, c, 0, 1
  while r1 > 32767 do
    local q = r0 // r1
    r0, r1, t0, t1 = r1, r0 - q * r1, t1, t0 - q * t1
  end
  if t1 < 0 then r1, t1 = -r1, -t1 end
  if t1 == 0 or t1 > 32767 then return nil end
  return r1, t1
end

local function gcd(a, b)
  while b ~= 0 do a, b = b, a % b end
  return math.abs(a)
end

local function common(fractions)
  local below = 1
  for _, f in ipairs(fractions) do
    below = below // gcd(below, f[2]) * f[2]
    if below > 32767 then return nil end
  end
  local above = {}
  for i, f in ipairs(fractions) do above[i] = f[1] * (below // f[2]) end
  return above, below
end

-- Does below * v[n] = sum above[i] v[n - i] hold, as integers, for all n > order?
local function holds(v, above, below, order)
  for n = order + 1, #v do
    local exact, about = below * v[n], (below + 0.0) * v[n]
    for i = 1, order do
      exact, about = exact - above[i] * v[n - i], about - (above[i] + 0.0) * v[n - i]
    end
    if exact ~= 0 or math.abs(about) >= 2.0 ^ 62 then return false end
  end
  return true
end

--- The shortest recurrence below * v(n) = above[1] v(n-1) + ... + above[order] v(n-order).
-- @tparam table v list of integers
-- @return `{order =, above = {...}, below =, skip =}`, true from the term order + skip + 1 on; the
--   order small enough for the rest of the terms to be evidence
--   (a quarter of them, as many as the order, at least 6); or nil
function M.find(v)
  local count = math.min(#v, MOST_TERMS)
  local c, order = massey(v, count)
  if order == 0 or count - 2 * order < math.max(6, order, count // 4) then return nil end
  local fractions = {}
  for i = 1, order do
    local above, below = fraction(c[i])
    if not above then return nil end
    fractions[i] = { above, below }
  end
  local above, below = common(fractions)
  if not above or not holds(v, above, below, order) then return nil end
  -- Coefficients of 0 at the end mean that the recurrence begins later.
  local skip = 0
  while skip < order and above[order - skip] == 0 do skip = skip + 1 end
  for i = order - skip + 1, order do above[i] = nil end
  return { order = order - skip, skip = skip, above = above, below = below }
end

-- The list as a combination of others modulo P, by elimination on the first rows; nil where it is none.
local function solve(lists, list, rows)
  local width, pivots, row = #lists + 1, {}, 1
  local matrix = {}
  for n = 1, rows do
    matrix[n] = { list[n] % P }
    for i = width - 1, 1, -1 do table.insert(matrix[n], 1, lists[i][n] % P) end
  end
  for column = 1, width do
    local found
    for n = row, rows do
      if matrix[n][column] ~= 0 then
        found = n
        break
      end
    end
    if found then
      if column == width then return nil end
      matrix[row], matrix[found] = matrix[found], matrix[row]
      local scale = inverse(matrix[row][column])
      for i = column, width do matrix[row][i] = matrix[row][i] * scale % P end
      for n = 1, rows do
        local factor = matrix[n][column]
        if n ~= row and factor ~= 0 then
          for i = column, width do matrix[n][i] = (matrix[n][i] - factor * matrix[row][i]) % P end
        end
      end
      pivots[column], row = row, row + 1
    end
  end
  local factors = {}
  for i = 1, width - 1 do factors[i] = pivots[i] and matrix[pivots[i]][width] or 0 end
  return factors
end

--- A list of integers as a sum of others with rational factors, that holds as far as all of them go.
-- @tparam table basis lists, each in the field `list`
-- @tparam table list
-- @treturn table integers by basis list, the factors times their common denominator; nil where there are none with
--   numerators and denominators to 2^15
-- @treturn int the denominator
function M.combination(basis, list)
  local lists, fractions, count = {}, {}, #list
  for i, one in ipairs(basis) do lists[i], count = one.list, math.min(count, #one.list) end
  local factors = solve(lists, list, math.min(count, 4 * #lists + 8))
  if not factors then return nil end
  for i, factor in ipairs(factors) do
    local above, below = fraction(factor)
    if not above then return nil end
    fractions[i] = { above, below }
  end
  local above, below = common(fractions)
  if not above then return nil end
  for n = 1, count do
    local exact, about = below * list[n], (below + 0.0) * list[n]
    for i, factor in ipairs(above) do
      exact, about = exact - factor * lists[i][n], about - (factor + 0.0) * lists[i][n]
    end
    if exact ~= 0 or math.abs(about) >= 2.0 ^ 62 then return nil end
  end
  return above, below
end

--- The recurrence as text: "2 a(n) = a(n-1) - 3 a(n-2)".
function M.text(found)
  local parts = {}
  for i, coefficient in ipairs(found.above) do
    if coefficient ~= 0 then
      local sign = coefficient < 0 and "-" or #parts > 0 and "+" or ""
      local size = math.abs(coefficient) == 1 and "" or ("%d "):format(math.abs(coefficient))
      if #parts > 0 then sign = " " .. sign .. " " end
      parts[#parts + 1] = ("%s%sa(n-%d)"):format(sign, size, i)
    end
  end
  local left = found.below == 1 and "a(n)" or ("%d a(n)"):format(found.below)
  return left .. " = " .. (#parts > 0 and table.concat(parts) or "0")
end

return M
