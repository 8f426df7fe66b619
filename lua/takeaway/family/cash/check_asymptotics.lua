--- The checker of `game:asymptotics()`, in plain Lua. It computes f^I and f^II of NIM with Cash by their recurrence,
-- and checks the certificate that they are linear for large n. They are the purse from which a player wins whatever
-- the other holds (Definition 2.3 of the paper). It is independent on purpose: it takes only A and the numbers of the
-- certificate, and shares nothing with thresholds.c and linear.c.
-- @module takeaway.family.cash.check_asymptotics

-- Add row n to the tables from index 0, which hold every smaller n: f^I, f^II, and whether
-- the mover wins standard Nim.
local function add_row(A, f1, f2, wins, n)
  local best, high, win = math.huge, 0, false
  for _, a in ipairs(A) do
    if a <= n then
      win = win or not wins[n - a]
      high = math.max(high, f1[n - a])
    end
  end
  for _, a in ipairs(A) do
    local counts = a <= n and (win and not wins[n - a] or not win and f1[n - a] == high)
    if counts then best = math.min(best, f2[n - a] + a) end
  end
  f1[n], f2[n], wins[n] = n < A[1] and 0 or best, high, win
end

-- Does the certificate hold?
-- @tparam table as `game:asymptotics()`
-- @treturn boolean true; or false and the n at which it does not
return function(as)
  local A, m, w = as.game:members(), as.modulus, as.window
  local most, f1, f2, wins = A[#A], {}, {}, {}
  for n = 0, w + 2 * m do add_row(A, f1, f2, wins, n) end
  local function rise(f, n) return f[n + m] - f[n] end
  for n = as.preperiod, w + m do
    if wins[n] ~= wins[n + m] then return false, n end
    if rise(f1, n) ~= as.slope1[n % m] or rise(f2, n) ~= as.slope2[n % m] then return false, n end
  end
  if w - most < as.preperiod then return false, w end
  for n = w, w + m - 1 do
    local high, low = false, false
    for _, a in ipairs(A) do
      local x = n - a
      local value, slope = f1[x] - f2[n], rise(f1, x) - rise(f2, n)
      local same = value == 0 and slope == 0
      if value > 0 or slope > 0 or value == 0 and not same then return false, n end
      high = high or same
      if wins[n] and not wins[x] or not wins[n] and same then
        value, slope = f2[x] + a - f1[n], rise(f2, x) - rise(f1, n)
        if value < 0 or slope < 0 then return false, n end
        low = low or value == 0 and slope == 0
      end
    end
    if not (high and low) then return false, n end
  end
  return true
end
