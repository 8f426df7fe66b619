--- Numerations that a game itself suggests: recurrences in its P-positions.
--
-- One source is sequences of numbers. If the last number is a limit, these are the losing sizes, the n with n - 1 as
-- the limit in P; and the n in P beside 0 or 1. Suppose that for all n from some index on, U(n), written greedily with
-- U(n-1), U(n-2), ..., has the same digits c1, ..., cm. Then U(n) = c1 U(n-1) + ... + cm U(n-m) are weights of a
-- numeration (Parry 1960: the digits of 1 in the base that is the root). The other source is the growth of a in pairs
-- (a, b). If it may be the continued fraction [w; d, d, d, ...], the weights are U(n) = d U(n-1) + U(n-2) (Ostrowski
-- 1922). The search only tries these numerations; nothing is claimed about them.
-- @module takeaway.engine.theorem.recurrences

local M = {}

local COEFFICIENT, ORDER = 14, 16 -- what the core takes: digits to 15
local TERMS, SEEN = 40, 5 -- of a sequence; of them, those that a recurrence must explain
local PAIRS, NEAR = 300, 0.03 -- of pairs; how near the bounds of their slope are
local WIDE = { 1 << 14, 512, 96 } -- how far numbers are looked at, by how many there are: more than a first guess needs

-- ---- Sequences ----------------------------------------------------------------------------

-- U[n] greedily by U[n-1], U[n-2], ...: the digits up to the last that is not 0, or nil.
local function digits_of(U, n)
  local rest, digits = U[n], {}
  for j = n - 1, 1, -1 do
    digits[n - j] = rest // U[j]
    rest = rest % U[j]
    if rest == 0 then return digits end
  end
end

local function same(a, b)
  for i = 1, math.max(#a, #b) do
    if a[i] ~= b[i] then return false end
  end
  return true
end

--- The recurrence that a growing sequence obeys from some term on, and its terms before that.
-- @tparam {int,...} U
-- @treturn table `recurrence` and `first`, as a numeration has them; nil where none is seen
function M.of_sequence(U)
  if U[1] ~= 1 then U = table.move(U, 1, #U, 2, { 1 }) end
  local c, from = digits_of(U, #U), #U
  while c and from > 1 and same(digits_of(U, from - 1) or {}, c) do from = from - 1 end
  local order = c and math.max(#c, from - 1)
  if not c or order > ORDER or #U - order < SEEN then return nil end
  for i = 1, order do
    c[i] = c[i] or 0
    if c[i] > COEFFICIENT or i > 1 and U[i] > COEFFICIENT * U[i - 1] then return nil end
  end
  return { recurrence = c, first = table.move(U, 1, order, 1, {}) }
end

-- The first n = 1, 2, ... < most for which `holds`.
local function numbers(most, holds)
  local list = {}
  for n = 1, most - 1 do
    if holds(n) then list[#list + 1] = n end
    if #list == TERMS then break end
  end
  return list
end

local function add(found, one, of)
  if not one then return end
  for _, other in ipairs(found) do
    if same(one.recurrence, other.recurrence) and same(one.first, other.first) then return end
  end
  found[#found + 1] = { recurrence = one.recurrence, first = one.first, of = of }
end

local function of_lines(found, in_p, most)
  local count = #most
  for fill = 0, count > 1 and 1 or 0 do
    local vector = {}
    for j = 1, count do vector[j] = fill end
    for i = 1, count do
      local function line(n)
        vector[i] = n
        return in_p(vector)
      end
      local function limited(n)
        vector[count] = n - 1
        return line(n)
      end
      if i < count then add(found, M.of_sequence(numbers(most[i], limited)), "of its losing sizes") end
      vector[count] = fill
      add(found, M.of_sequence(numbers(most[i], line)), "of its P-positions")
      vector[i] = fill
    end
  end
end

-- ---- Slopes -------------------------------------------------------------------------------

--- The d for which the continued fraction [w; d, d, d, ...] lies between two bounds that are near; nil where none does.
function M.of_slope(low, high)
  for d = 1, high - low < NEAR and COEFFICIENT or 0 do
    local x = math.floor(low) + (math.sqrt(d * d + 4) - d) / 2
    if low < x and x < high then return d end
  end
end

-- The slope c of a growing sequence a, between two bounds, if a[n] - a[m] is less than `wide` from c (n - m).
local function slope(a, wide)
  local low, high = 0, math.huge
  for n = 2, #a do
    for m = 1, n - 1 do
      low, high = math.max(low, (a[n] - a[m] - wide) / (n - m)), math.min(high, (a[n] - a[m] + wide) / (n - m))
    end
  end
  return low, high
end

-- The a of the pairs (a, b) in P with 1 <= a <= b, the first b of each a, as far as there is one.
local function pairs_of(in_p, most)
  local list = {}
  for a = 1, most[1] - 1 do
    local b = 0
    while b < most[2] and not in_p { a, b } do b = b + 1 end
    if b == most[2] or #list == PAIRS then break end
    if a <= b then list[#list + 1] = a end
  end
  return list
end

local function of_pairs(found, in_p, most)
  local list = pairs_of(in_p, most)
  for wide = 1, 3 do
    local low, high = slope(list, wide)
    local d = M.of_slope(low, high)
    if d then return add(found, { recurrence = { d, 1 }, first = { 1, d + 1 } }, "of the slope of its pairs") end
  end
end

-- ---- A game -------------------------------------------------------------------------------

--- The numerations that a game suggests.
-- @param oracle the engine's answers at its positions
-- @tparam int count of the numbers of a position
-- @treturn {table,...} `recurrence`, `first`, and `of`, their source
function M.of_game(oracle, count)
  local wide, far = WIDE[#oracle.sides], {}
  for i = 1, wide and #oracle.sides or 0 do far[i] = wide - 1 end
  if wide then oracle:reach(far) end -- where there is time for it
  local found, most = {}, oracle:reaches()
  local function in_p(vector)
    local answer = oracle.answer(table.unpack(vector, 1, count))
    return answer == "P" or answer == 0
  end
  of_lines(found, in_p, most)
  if count == 2 then of_pairs(found, in_p, most) end
  return found
end

return M
