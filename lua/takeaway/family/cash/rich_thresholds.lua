--- f^I and f^II of NIM with Cash by their recurrence, in plain Lua: the purse from which a
-- player wins whatever the other holds (Definition 2.3 of the paper), one n after another.
-- Checkers of what the kernels say stand on it, so it shares nothing with them.

--- Add row n to the tables, which hold every smaller n.
-- @tparam {int,...} A ascending
-- @tparam table f1 f^I(0), f^I(1), ... from index 0
-- @tparam table f2 f^II, likewise
-- @tparam table wins whether the mover wins standard Nim, likewise
-- @tparam int n 0 at first, then in order
return function(A, f1, f2, wins, n)
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
