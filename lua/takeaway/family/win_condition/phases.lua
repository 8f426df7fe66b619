--- Phases of NIM with Cash: the winner for all n, d and e, along the excess, with a proof.
--
-- The *excess* m = max(0, d + e - n) never changes in play. With x = min(n, d + e) the mover wins exactly if d >=
-- T_m(x). For every finite A tried, all m fall into finitely many classes m = from + modulus k (and single m). In each
-- class T_m runs along x through the same few phases: T_m(x + p) = T_m(x) + a rise. A phase begins and ends at an x
-- linear in k. docs/win-conditions.md has the theorem; `require "takeaway.research.check_certificate"` is a second
-- checker.
--
-- Fields: `ph.set`, `ph.classes`, `ph.single` (m that are a class of their own), `ph.modulus` (the largest), `ph.from`
-- (no single m from there on), `ph.phases` (the most of a class), `ph.checked`. Loaded phases are checked before their
-- first answer. If they fail, calls return `nil, message, "EUNSUPPORTED"`.
-- @module takeaway.family.win_condition.phases

local core = require "takeaway.core"

local methods = core.phases_methods

--- The winner, from the certificate alone.
-- @function ph:winner
-- @tparam int n counters, to 2^62
-- @param d,e dollars of the mover and of the other, to 2^62 or `math.huge`
-- @treturn string "I", the mover, or "II"

--- The amounts that win.
-- @function ph:winning_moves
-- @tparam int n counters
-- @param d,e dollars of the mover and of the other
-- @treturn table list of amounts, ascending

--- The least d with which the mover wins, by bisection.
-- @function ph:least_cash
-- @tparam int n counters
-- @param e dollars of the other
-- @return an integer, or `math.huge`

--- The class of an excess, and its phases.
-- @function ph:class
-- @tparam int m from 0 to 2^62
-- @treturn table `from`, `modulus`, `k`: m = from + modulus k (modulus 0: m alone); `phases`: a list of `{from =,
--   from_k =, period =, times =, times_k =, least = {...}, least_k = {...}, rise = {...}}`: for 1 <= j <= period
--   and 0 <= t <= times + times_k k (`times` is `math.huge` in the last), at x = from + from_k k + j - 1 + period t,
--   T_m(x) = least[j] + least_k[j] k + rise[j] t
-- @usage local class = ta.phases{1, 3, 4}:class(10^6)

--- Verify the certificate again.
-- @function ph:check
-- @tparam[opt] table settings `progress`: a function, which cancels by returning false
-- @treturn boolean true, or false and the reason

--- The certificate as text, for @{load_certificate}.
-- @function ph:certificate
-- @treturn string

local function linear(c, g)
  if g == 0 then return ("%d"):format(c) end
  local slope = g == 1 and "k" or ("%dk"):format(g)
  return c == 0 and slope or ("%d + %s"):format(c, slope)
end

-- A list, or what all of it is.
local function values(list)
  for _, v in ipairs(list) do
    if v ~= list[1] then return "(" .. table.concat(list, " ") .. ")" end
  end
  return ("%d"):format(list[1])
end

-- "5k", "3t": a coefficient of each place, and the variable.
local function term(list, variable)
  local coefficient = values(list)
  if coefficient == "0" then return "" end
  return " + " .. (coefficient == "1" and "" or coefficient .. (coefficient:find "%(" and " " or "")) .. variable
end

--- The phases of the class of an excess, in words.
-- @function ph:describe
-- @tparam[opt] int m an excess; otherwise `ph.from`
-- @treturn string
function methods.describe(ph, m)
  m = m or ph.from
  local class, why, code = ph:class(m)
  if not class then return nil, why, code end
  local lines = {
    class.modulus == 0 and ("m = %d"):format(m)
      or ("m = %s, k = 0, 1, ...: %d is k = %d"):format(linear(class.from, class.modulus), m, class.k),
  }
  for _, phase in ipairs(class.phases) do
    local last, period = math.type(phase.times) == "float", phase.period
    local begin = linear(phase.from, phase.from_k)
    lines[#lines + 1] = ("  x = %s%s, %s%s:"):format(begin == "0" and "" or begin .. " + ",
      period > 1 and ("j + %dt"):format(period) or "t", period > 1 and ("0 <= j < %d, "):format(period) or "",
      last and "0 <= t" or "0 <= t <= " .. linear(phase.times, phase.times_k))
    lines[#lines + 1] = ("    T = %s%s%s"):format(values(phase.least), term(phase.least_k, "k"), term(phase.rise, "t"))
  end
  return table.concat(lines, "\n")
end

return methods
