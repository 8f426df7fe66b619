-- The closed forms of "NIM with Cash" (Gasarch, Purtilo, Ulrich), sections 5-7, in their
-- corrected form, as special cases of the certificates: {1,L} for even L, {1,L,L+1} for odd
-- and even L, and all-odd sets with 1; small n in full, and at random to 2^50.
local cash_games = require "spec.support.cash_games"
local ta = require "takeaway"

local short = os.getenv("TAKEAWAY_SHORT")
local seed = require "spec.support.seed"()

local function ceil_half(x) return (x + 1) // 2 end

-- {1, L}, L = 2l: who wins standard NIM, the thresholds of winner and loser, and X.
local function section5(L)
  local l = L // 2
  return { 1, L }, function(n)
    local k, i = n // (L + 1), n % (L + 1)
    local first = not (i % 2 == 0 and i <= L - 2)
    local own = i < L and L * k + ceil_half(i) or L * (k + 1)
    local other
    if n < L then other = n // 2
    elseif i < L then other = L * k + i // 2 - l + 1
    else other = L * k + l end
    return first, own, other, function(x, y)
      if i % 2 == 0 and i <= L - 2 then return x < (L - 1) * (y // (L - 1)) end
      return y >= (L - 1) * (x // (L - 1))
    end
  end
end

-- {1, L, L+1}, L = 2l + 1.
local function section6(L)
  local l, m = L // 2, 2 * L + 1
  return { 1, L, L + 1 }, function(n)
    local k, i = n // m, n % m
    local h = (3 * L + 1) // 2 * k
    local first = not (i % 2 == 0 and i <= L - 1)
    local own = i <= L and h + ceil_half(i) or h + L + ceil_half(i - L)
    local other = i <= L + 1 and h + i // 2 or h + L + (i - L) // 2
    return first, own, other, function(x, y)
      if i == L + 1 then return y >= L * (x // L) end
      if (i < L + 1) == (i % 2 == 0) then return x < l + L * (y // L) end
      return y >= l + L * (x // L)
    end
  end
end

-- {1, L, L+1}, L = 2l.
local function section7(L)
  local l, m = L // 2, 2 * L
  return { 1, L, L + 1 }, function(n)
    local k, i = n // m, n % m
    local h = 3 * l * k
    local first = not (i % 2 == 0 and i <= L - 2)
    local own = i < L and h + ceil_half(i) or h + L + ceil_half(i - L)
    local other = i <= L and h + i // 2 or h + L + (i - L) // 2
    return first, own, other, function(x, y)
      if i % 2 == 1 or i == L then return y >= l * (x // l) end
      return x < l * (y // l)
    end
  end
end

-- Theorem 5.7 and its likes: rich, poor (min A = 1), critical.
local function winner(at, n, d, e)
  local first, own, other, X = at(n)
  local f1, f2 = first and own or other, first and other or own
  local g1, g2 = n // 2 + 1, (n + 1) // 2
  if d >= f1 and e < f2 then return "I" end
  if d < f1 and e >= f2 then return "II" end
  if d >= f1 then return first and "I" or "II" end
  if d >= g1 and e < g2 then return "I" end
  if d < g1 and e >= g2 then return "II" end
  if d < g1 then return d > e and "I" or "II" end
  return X(f1 - 1 - d, f2 - 1 - e) and "I" or "II"
end

local function compare(set, at)
  local wc = assert(ta.win_condition(set))
  local function one(n, d, e)
    if winner(at, n, d, e) ~= wc:winner(n, d, e) then
      error(("{%s} (%d; %d, %d), seed %d"):format(table.concat(set, ","), n, d, e, seed))
    end
  end
  cash_games.states(short and 30 or 60, one)
  for _ = 1, 2000 do
    local n = math.random(1 << math.random(8, 50))
    local e = math.random(0, n)
    local d = wc:least_cash(n, e)
    if d == math.huge then d = math.random(0, n) end
    for x = math.max(0, d - 2), d + 2 do one(n, x, e) end
    one(n, math.random(0, n), e)
  end
end

describe("certificates and the closed forms of the paper, seed " .. seed, function()
  math.randomseed(seed)
  for L = 2, 12, 2 do
    it(("agree for {1,%d}"):format(L), function() compare(section5(L)) end)
  end
  for L = 3, 11, 2 do
    it(("agree for {1,%d,%d}"):format(L, L + 1), function() compare(section6(L)) end)
  end
  for L = 2, 12, 2 do
    it(("agree for {1,%d,%d}"):format(L, L + 1), function() compare(section7(L)) end)
  end
  it("agree for sets of odd members with 1", function()
    for _, set in ipairs { { 1 }, { 1, 3 }, { 1, 5, 9 }, { 1, 7, 11 } } do
      local wc = ta.win_condition(set)
      for _ = 1, 5000 do
        local n = math.random(0, 1 << math.random(1, 60))
        local d, e = math.random(0, n), math.random(0, n)
        if d % 3 == 0 then d = e + math.random(0, 2) end
        local wins = n % 2 == 1 and d >= (n + 1) // 2 or d > e and e < (n + 1) // 2
        assert.equal(wins and "I" or "II", wc:winner(n, d, e))
      end
    end
  end)
end)
