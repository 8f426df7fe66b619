--- Least parts: x is less than the weight of the last digit of n that is not 0; and the Main Theorem on two piles,
-- which uses them.
--
-- In base 2 such a weight U(i) is the largest power of two that divides n. In Zeckendorf's numeration it is the least
-- Fibonacci number of the sum of n. x < U(i) iff x has no digit from index i on. For two piles, let g(n) be the largest
-- power of two that divides the difference n. The least limit is the smaller pile a if n = 0 or r a <= p g(n) + r d,
-- else g(n). Powers are not linear, but r (a - d) <= p g iff a <= d or y < g for the y with p y <= r a - r d - 1 <
-- p y + p.
-- @module takeaway.engine.theorem.closed_form.parts

local sets = require "takeaway.engine.automata.sets"

-- The (n, x) with x less than the weight of the last digit of n that is not 0; all x for n = 0.
local function least_part_set(numeration)
  local digits = numeration.core:digits()
  local next_states = {}
  for state = 0, 2 do -- 0: x has no digit so far; 1: it has, and n had none since; 2: x is too large
    for n = 0, digits - 1 do
      for x = 0, digits - 1 do
        local to = state
        if state == 0 and x > 0 then to = n == 0 and 1 or 2 elseif state == 1 and n > 0 then to = 2 end
        next_states[#next_states + 1] = to
      end
    end
  end
  return sets.of(numeration, { "n", "x" }, numeration.core:table(2, next_states, { 1, 1, 0 }))
end

local function part_text(numeration, n)
  local base = math.tointeger(tonumber(numeration.name))
  if base then
    return ("the largest power of %s that divides %s"):format(base == 2 and "two" or tostring(base), n)
  elseif numeration.name == "zeckendorf" then
    return ("the least Fibonacci number of the sum of %s in Zeckendorf's numeration"):format(n)
  end
  return ("the least weight in the sum of %s in %s"):format(n, numeration.title)
end

local function least_part(q)
  if q.count ~= 2 then return nil end
  local part = least_part_set(q.numeration)
  for n = 1, 2 do
    local arguments = n == 1 and "x1, x2" or "x2, x1"
    if q:is(("Q(%s)"):format(arguments), { Q = part }) then
      local x, g = 3 - n, q:fresh "g"
      local part_of = part_text(q.numeration, "x" .. n)
      return q:said(("x%d < %s, %s %s, without bound for x%d = 0"):format(x, g, g, part_of, n))
    end
  end
end

-- ---- Two piles and a limit ----------------------------------------------------------------

local function slope_text(g, p, q, d)
  local slope = p == 1 and g or p .. " " .. g
  if q > 1 then slope = ("floor(%s/%d)"):format(slope, q) end
  return slope .. (d > 0 and " + " .. d or d < 0 and " - " .. -d or "")
end

local function gcd(a, b)
  while b > 0 do a, b = b, a % b end
  return a
end

local function main_theorem(q)
  if q.count ~= 3 or q.numeration.name ~= "2" then return nil end
  local function limit(a, b, p, r, d)
    a, b = math.min(a, b), math.max(a, b)
    if a == 0 then return math.huge end
    local n = b - a
    local g = n == 0 and math.huge or n & -n
    return (n == 0 or a <= (p * g) // r + d) and a or g
  end
  local part = least_part_set(q.numeration)
  for r = 1, 8 do
    for p = 1, 12 do
      for _, d in ipairs { 0, 1, -1, 2, -2 } do
        if gcd(p, r) == 1 and q:fits(function(a, b, x) return x < limit(a, b, p, r, d) end)
          and q:holds("A a, b, x: S(a, b, x) <=> S(b, a, x)") and q:holds "A b, x: S(0, b, x)"
          -- a <= floor(p g/r) + d: r (a - d) <= p g, or floor((r a - r d - 1)/p) < g; where a <= d it holds
          and q:holds(([[A a, n, x: a >= 1 => (S(a, a + n, x) <=> (x < a and (a <= %d or %s)) or
            (not (a <= %d or %s) and Q(n, x)))]]):gsub("%%d", tostring(math.max(d, 0))):gsub("%%s",
            ("E y: %d y <= %d a %+d < %d y + %d and Q(n, y)"):format(p, r, -r * d - 1, p, p)),
            { Q = part }) then
          local g = q:fresh "g"
          return q:said((("x3 < $L, where for $s the smaller and $d the difference of x1 and x2, $g the largest power "
            .. "of two that divides $d: $L = $s if $d = 0 or $s <= $slope, else $g; without bound if $s = 0"):gsub(
            "%$(%a+)", { L = q:fresh "L", s = q:fresh "s", d = q:fresh "d", g = g, slope = slope_text(g, p, r, d) })))
        end
      end
    end
  end
end

return { least_part = least_part, main_theorem = main_theorem }
