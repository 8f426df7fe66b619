--- A = {L..M}: is the corrected conjecture of section 8 of "NIM with Cash" a theorem?
--
-- The conjecture gives s_n(e) by the rich thresholds f, the poor thresholds g and, between
-- them, a solution set X. For one pair (L, M) a certificate decides it for all n:
--
-- * f(n + L + M) = f(n) + M for all n >= n0, once it (and W) holds on a window of M
--   consecutive n, since the recursion of f looks back M places and only compares;
-- * so, on n = n1 + i + m k with m a multiple of the certificate's period, of 2L and of
--   L + M, the conjectured s and the certified s are both affine on the classes of (k, e)
--   modulo P, between finitely many lines e = alpha k + beta: the borders of the word, and
--   the columns within w of g^II and of f^II. (P: a multiple of L and of the block columns.)
-- * Let K be a level from which these lines keep their order, with neighbours of different
--   slope at least 2P apart. If both agree for all e at the levels K .. K + 2P - 1, then on
--   each class they agree at (t, y) = (0,0), (0,1), (1,0), three points not in a line (or, in a
--   strip of constant width, at t = 0 and 1), hence everywhere.
--
-- With all smaller n compared one by one, that is a proof for the pair.
-- @module takeaway.research.intervals

local ta = require "takeaway"

local M = {}

local function gcd(a, b) while b ~= 0 do a, b = b, a % b end return a end
local function lcm(a, b) return a // gcd(a, b) * b end

-- The thresholds f^I, f^II and g^I, g^II, as lists from index 0.
local function thresholds(game, most)
  local f1, f2, g1, g2 = {}, {}, {}, {}
  for n = 0, most do
    f1[n], f2[n] = game:rich(n)
    g1[n], g2[n] = game:poor(n)
  end
  return { f1 = f1, f2 = f2, g1 = g1, g2 = g2 }
end

-- The least n0 from which f(n + low + high) = f(n) + high, as a window of `high` values shows.
local function steady_from(low, high, t, most)
  local f1, f2, run = t.f1, t.f2, 0
  for n = 0, most - low - high do
    local steady = f1[n + low + high] == f1[n] + high and f2[n + low + high] == f2[n] + high
    run = steady and run + 1 or 0
    if run > high and n >= 2 * high then return n - run + 1 end
  end
end

-- The conjectured s_n(e).
local function conjectured(low, high, n, e, t, first)
  local f1, f2, g1, g2 = t.f1[n], t.f2[n], t.g1[n], t.g2[n]
  if e >= f2 then return first and f1 or math.huge end
  if e < g2 then return math.min(low * (e // low + 1), g1, f1) end
  local i, shift = n % (low + high), 0
  if i < low then shift = -low elseif i < 2 * low then shift = i + 1 - 2 * low end
  local q = (f2 - 1 - e + shift) // low
  return math.min(f1, math.max(g1, f1 - low * (q + 1)))
end

-- The borders of the word of n + m k as lines {slope, value at k = 0}; `times` = m / period.
local function word_lines(wc, n, times, lines)
  local k0, e, slope = (n - wc.base) // wc.period, 0, 0
  for _, item in ipairs(wc:word((n - wc.base) % wc.period)) do
    lines[#lines + 1] = { slope, e }
    local _, columns = item[1]:gsub("H", "")
    e, slope = e + columns * (item[2] + item[3] * k0), slope + columns * item[3] * times
  end
  lines[#lines + 1] = { slope, e }
end

-- Are the lines in their final order at level k, with different slopes 2P apart?
local function in_order(lines, k, P)
  local function place(line) return line[1] * k + line[2] end
  table.sort(lines, function(x, y)
    return place(x) < place(y) or place(x) == place(y) and x[1] < y[1]
  end)
  for j = 2, #lines do
    local before, after = lines[j - 1], lines[j]
    if after[1] < before[1] then return false end
    if after[1] > before[1] and place(after) - place(before) < 2 * P then return false end
  end
  return true
end

-- P: a multiple of L and of the columns of every growing block.
local function common_columns(wc, low)
  local P = low
  for i = 0, wc.period - 1 do
    for _, item in ipairs(wc:word(i)) do
      local _, columns = item[1]:gsub("H", "")
      if item[3] > 0 and columns > 0 then P = lcm(P, columns) end
    end
  end
  return P
end

-- The bound of n up to which agreement must be checked for a proof.
local function horizon(wc, low, high, t, n0)
  local m = lcm(lcm(wc.period, 2 * low), low + high)
  local n1, P = math.max(wc.base, n0), common_columns(wc, low)
  local width = 0
  for n = n1, n1 + m - 1 do
    width = math.max(width, math.abs(t.f1[n] - t.f2[n]) + math.abs(t.g1[n] - t.g2[n]))
  end
  width = width + 5 * low
  local K = 1
  for n = n1, n1 + m - 1 do
    local lines = { { 0, 0 } }
    word_lines(wc, n, m // wc.period, lines)
    for w = -width, width do
      lines[#lines + 1] = { m // 2, t.g2[n] + w }
      lines[#lines + 1] = { m // (low + high) * high, t.f2[n] + w }
    end
    while not in_order(lines, K, P) do K = K + 1 end
  end
  return n1 + m * (K + 2 * P)
end

--- Settle the corrected conjecture for {low..high} and all n, d, e.
-- @tparam integer low
-- @tparam integer high at least low
-- @treturn boolean true when it is now a theorem for this pair, false when it fails
-- @treturn table `{horizon = n}` (compared in full up to n, by the argument above for all
--   n), or the counterexample `{n =, e =, conjectured =, exact =}` with the least n, then e
function M.settle(low, high)
  local set = {}
  for a = low, high do set[#set + 1] = a end
  local wc, game, most = assert(ta.win_condition(set)), ta.cash(set), 4000
  local t = thresholds(game, most)
  local n0 = assert(steady_from(low, high, t, most), "f is not steady")
  local last = horizon(wc, low, high, t, n0)
  if last > most then t = thresholds(game, last) end
  for n = 0, last - 1 do
    local first = game:normal_winner(n) == "I"
    for e = 0, n do
      local value = conjectured(low, high, n, e, t, first)
      if value ~= wc:least_cash(n, e) then
        return false, { n = n, e = e, conjectured = value, exact = wc:least_cash(n, e) }
      end
    end
  end
  return true, { horizon = last }
end

return M
