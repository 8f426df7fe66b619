--- A second checker of phases of NIM with Cash, in plain Lua: for those who trust nobody.
--
-- It verifies, from A and the numbers of a certificate alone, conditions (V) and (P) of docs/win-conditions.md. They
-- prove T_m(x) for all m and x, and with it the winner for all n, d and e. Independent on purpose: no C, its own
-- values; read_certificate.lua takes the text apart. Numbers of the text are at most 2^40, and numbers made from them
-- are T_m(x) where it is right so far: 64 bits never wrap.
-- @module takeaway.research.check_phases

local read = require "takeaway.research.read_certificate"
local LARGEST = 1 << 40

-- ---- One class: T_m(x) = v[i] + s[i] k at x = X - #v + i - 1 + X' k, the last values of it ----

local function check(set, leaf)
  local from, modulus, numbers = leaf[1], leaf[2], leaf[3]
  local most, v, s, X, Xk = set[#set], {}, {}, 0, 0
  local function demand(holds, reason, ...)
    return holds or read.demand(false, "m = %d + %d k: " .. reason, from, modulus, ...)
  end

  -- The largest value of a move from the place i, as v and s, for all k.
  local function largest(i, legal)
    local best = i - set[1]
    for j = 2, legal do
      local other = i - set[j]
      if v[other] > v[best] or s[other] > s[best] then best = other end
    end
    for j = 1, legal do
      local other = i - set[j]
      demand(v[other] <= v[best] and s[other] <= s[best], "(V) or (P) fails before x = %d + %d k", X, Xk)
    end
    return v[best], s[best]
  end

  for at = 1, #numbers, 4 do
    for _ = 1, numbers[at] do
      local legal = #set
      while Xk == 0 and legal > 0 and set[legal] > X do legal = legal - 1 end
      local a, b = 0, 0
      if legal > 0 then a, b = largest(#v + 1, legal) end
      v[#v + 1], s[#s + 1] = X + from + 1 - a, Xk + modulus - b
      X = X + 1
    end
    local p, times, times_k = numbers[at + 1], numbers[at + 2], numbers[at + 3]
    demand(#v >= 3 * p + most, "(P) fails: too few values before x = %d + %d k", X, Xk)
    for i = #v - p - most + 1, #v do
      demand(s[i] == s[i - p] and s[i] == s[i - 2 * p] and v[i] - v[i - p] == v[i - p] - v[i - 2 * p],
        "(P) fails: the period does not show before x = %d + %d k", X, Xk)
    end
    for i = #v - p + 1, #v do
      local a, b = largest(i, #set)
      local rise = p - (v[i] - v[i - p])
      for _, member in ipairs(set) do
        local j = i - member
        local f, g, gk = v[j] - v[j - p] - rise, a - v[j], b - s[j]
        demand(f <= 0 or times and times <= g // f and times_k <= gk // f,
          "(P) fails: the phase before x = %d + %d k does not last so long", X, Xk)
      end
    end
    if not times then return end
    demand(times <= (LARGEST - X) // p and times_k <= (LARGEST - Xk) // p, "x is beyond 2^40")
    local kept_v, kept_s = {}, {}
    for i = #v - 2 * p - most + 1, #v do
      local rise = v[i] - v[i - p]
      kept_v[#kept_v + 1], kept_s[#kept_s + 1] = v[i] + times * rise, s[i] + times_k * rise
    end
    v, s, X, Xk = kept_v, kept_s, X + times * p, Xk + times_k * p
  end
end

--- Test whether the certificate proves its statement.
-- @function check_phases
-- @tparam string text as `ph:certificate()` gives it
-- @treturn boolean true; or false and the failing condition. Cost: |A| steps for each value that the certificate
--   counts
return function(text)
  return read.verdict(text, function(c)
    read.demand(c.leaves, "not a certificate of phases")
    for _, leaf in ipairs(c.leaves) do check(c.set, leaf) end
  end)
end
