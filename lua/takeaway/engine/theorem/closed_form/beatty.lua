--- Beatty's pairs: floor(n alpha), floor(n alpha) + t n, where 1/alpha + 1/(alpha + t) = 1.
--
-- Let a set of pairs (a, b) with a <= b have these properties. b - a = t n for one pair for each n; a grows with n;
-- each number from 1 on occurs once among the a and the b of n >= 1. Then a(n) is the least number that no earlier pair
-- has: a smaller unused one would be some later a or b, but these are larger. So there is one such set for each t, and
-- Beatty's (1926) is one. Formulas decide these properties of the set itself, in any numeration.
-- @module takeaway.engine.theorem.closed_form.beatty

local BEATTY = {
  "A a, b: S(a, b) <=> S(b, a)", "A b: S(0, b) <=> b = 0",
  "A a, b: S(a, b) and a <= b => (b - a) mod %d = 0",
  "A n: E a: S(a, a + %d n)",
  "A a, c, n: S(a, a + n) and S(c, c + n) => a = c",
  "A a, c, n, m: S(a, a + n) and S(c, c + m) and n < m => a < c",
  "A m: m >= 1 => ((E n: S(m, m + n) and n >= 1) <=> not (E a: S(a, m) and a < m))",
}

local function beatty(q)
  if q.count ~= 2 or not q:member(0, 0) then return nil end
  local pair
  for b = 1, q.side - 1 do
    if q:member(1, b) then pair = pair and 0 or b end
  end
  local t = pair and pair - 1 or 0
  if t < 1 then return nil end
  for _, formula in ipairs(BEATTY) do
    if not q:holds((formula:gsub("%%d", tostring(t)))) then return nil end
  end
  local alpha = t == 1 and "(1 + sqrt(5))/2" or t == 2 and "sqrt(2)" or ("(%d + sqrt(%d))/2"):format(2 - t, t * t + 4)
  local said = "(x1, x2) and (x2, x1) are floor($n $alpha), floor($n $alpha) + $t$n, $n = 0, 1, 2, ..., $alpha = $is"
  return q:said((said:gsub("%$(%a+)", { n = q:fresh "n", alpha = q:fresh "alpha", t = t == 1 and "" or t .. " ",
    is = alpha })))
end

return beatty
