-- Checks every finding of the pattern finder again, by definition and exactly, on the range it states. The input is
-- sequences and tables with a planted pattern, the same with one term changed, of huge and of mixed values, and random.
-- Sums of recurrences are taken modulo three primes whose product exceeds all of them; irrational slopes by integer
-- square roots.
local box = require "spec.support.box"
local ta = require "takeaway"

local seed = require "spec.support.seed"()

local PRIMES = { 2147483647, 2147483629, 2147483587 } -- product above 2^92: below * v is less than 2^78, sums too

local function isqrt(k)
  local r = math.floor(k ^ 0.5)
  while r * r > k do r = r - 1 end
  while (r + 1) * (r + 1) <= k do r = r + 1 end
  return r
end

-- (a + sqrt(d)) / e of the names that are given to slopes.
local SLOPES = {
  ["(1 + sqrt 5)/2"] = { 1, 5, 2 }, ["(3 + sqrt 5)/2"] = { 3, 5, 2 }, ["sqrt 5"] = { 0, 5, 1 },
  ["(sqrt 5 - 1)/2"] = { -1, 5, 2 }, ["sqrt 2"] = { 0, 2, 1 }, ["2 + sqrt 2"] = { 2, 2, 1 }, ["1 + sqrt 2"] = { 1, 2, 1 },
  ["1 + sqrt 2/2"] = { 2, 2, 2 }, ["sqrt 3"] = { 0, 3, 1 }, ["(1 + sqrt 3)/2"] = { 1, 3, 2 },
  ["(3 + sqrt 3)/2"] = { 3, 3, 2 },
}

-- floor((a + sqrt(d)) n / e + c), 2c an integer, exactly.
local function beatty(slope, n, c)
  local a, d, e = table.unpack(slope)
  local k = 4 * d * n * n
  local root = n >= 0 and isqrt(k) or -isqrt(k) - (isqrt(k) ^ 2 == k and 0 or 1)
  return (2 * a * n + (2 * c * e) // 1 | 0) + root, 2 * e
end

local check = {}

check["period"] = function(f, at)
  for n = f.from, f.to - f.period do
    local v, w = at(n), at(n + f.period)
    assert.equal(true, f.saltus == 0 and w == v
      or f.saltus ~= 0 and w == v + f.saltus and (w + 0.0) - (v + 0.0) < 2.0 ^ 63 and (f.saltus > 0) == (w > v))
  end
end
check["arithmetic period"] = check["period"]
function check.constant(f, at)
  for n = f.from, f.to do assert.equal(f.value, at(n)) end
end
function check.recurrence(f, at)
  assert.is_true(f.start - f.order >= f.from)
  for n, prime in box(f.start, f.to, PRIMES) do
    local sum = 0
    for i, c in ipairs(f.coefficients) do sum = (sum + (c % prime) * (at(n - i) % prime)) % prime end
    assert.equal(f.denominator * (at(n) % prime) % prime, sum)
  end
end
function check.floor(f, at)
  for n = f.from, f.to do
    local above, below = f.r:match("^(-?%d+)/(%d+)$")
    if above then
      above, below = math.tointeger(above), math.tointeger(below)
      assert.equal(at(n), (above * n + math.floor(f.c * below + 0.5)) // below)
    else
      local top, bottom = beatty(assert(SLOPES[f.r], f.r), n, f.c)
      assert.equal(at(n), top // bottom)
    end
  end
end

local function lowbit(n) return n == 0 and math.huge or n & -n end
local KEYS = {
  ["lowbit(p - q)"] = function(p, q) return lowbit(p - q) end, ["lowbit(p + q)"] = function(p, q) return lowbit(p + q) end,
  ["lowbit(p)"] = function(p) return lowbit(p) end, ["lowbit(q)"] = function(_, q) return lowbit(q) end,
  ["|p - q|"] = function(p, q) return math.abs(p - q) end, ["p xor q"] = function(p, q) return p ~ q end,
  ["p + q"] = function(p, q) return p + q end, ["p - q"] = function(p, q) return p - q end,
  ["min(p, q)"] = math.min, ["max(p, q)"] = math.max, p = function(p) return p end, q = function(_, q) return q end,
}
local STEPS = { p = { 1, 0 }, q = { 0, 1 }, ["p and q together"] = { 1, 1 } }

-- A finding's statement about one cell of a table.
local function says(f, t, p, q, seen)
  if f.kind == "constant" then return t(p, q) == f.value end
  if f.kind == "symmetry" then return t(p, q) == t(q, p) end
  if f.kind == "equals" then return t(p, q) == KEYS[f.what](p, q) end
  if f.kind == "one of" then return t(p, q) == KEYS[f.what[1]](p, q) or t(p, q) == KEYS[f.what[2]](p, q) end
  if f.kind == "dependence" then
    local key = KEYS[f.what](p, q)
    if seen[key] == nil then seen[key] = t(p, q) end
    return seen[key] == t(p, q)
  elseif f.kind == "shift" then
    local p2, q2 = p + STEPS[f.direction][1] * f.period, q + STEPS[f.direction][2] * f.period
    return p2 > f.to or q2 > f.to or t(p2, q2) == t(p, q)
  end
  assert(f.kind == "doubling", f.kind)
  return p < 1 or q < 1 or 2 * p > f.to or 2 * q > f.to or t(2 * p, 2 * q) == (f.factor == 1 and t(p, q) or f.factor * t(p, q))
end

local function planted(count)
  local kind, values, a, b = math.random(9), {}, math.random(-9, 9), math.random(1, 9)
  local huge = ({ 0, 0, 2 ^ 62 // 1 | 0, -(2 ^ 62 // 1 | 0), math.maxinteger - 100, 2 ^ 30 // 1 | 0 })[math.random(6)]
  local slope = math.random(11)
  local names = {}
  for name in pairs(SLOPES) do names[#names + 1] = name end
  table.sort(names)
  local rule = SLOPES[names[slope]]
  for i = 1, count do
    local v
    if kind == 1 then v = i <= b and math.random(0, 3) or values[i - b]
    elseif kind == 2 then v = i <= b and math.random(0, 3) or values[i - b] + a
    elseif kind == 3 then v = i <= 2 and i + a or values[i - 1] + values[i - 2] * (a % 3 - 1)
    elseif kind == 4 then v = i == 1 and b or values[i - 1] * 2
    elseif kind == 5 then v = a * i // b
    elseif kind == 6 then local top, bottom = beatty(rule, i, a % 5 - 2) v = top // bottom
    elseif kind == 7 then v = math.random(0, 2) == 0 and math.huge or i % b
    elseif kind == 8 then v = i % b + 0.5
    else v = math.random(-3, 3) end
    values[i] = v
  end
  if kind ~= 4 and huge ~= 0 and kind < 7 then
    for i = 1, count do values[i] = values[i] + (kind == 3 and 0 or huge) end
  end
  if math.random(3) == 1 then -- the near miss
    local i = math.random(2) == 1 and count or math.random(count)
    values[i] = values[i] + (math.random(2) == 1 and 1 or -1)
  end
  return values
end

describe("the pattern finder, every finding again by definition (seed " .. seed .. ")", function()
  it("of sequences", function()
    local cases = os.getenv("TAKEAWAY_SHORT") and 300 or 2000
    local kinds = {}
    for case = 1, cases do
      local first = ({ 0, 1, -5, 1000 })[math.random(4)]
      local values = planted(math.random(8, 80))
      local findings = ta.explore(values, { first = first })
      for _, f in ipairs(findings) do
        kinds[f.kind] = (kinds[f.kind] or 0) + 1
        assert.is_false(f.proved)
        assert.is_true(first <= f.from and f.to <= first + #values - 1)
        local ok, why = pcall(check[f.kind], f, function(n) return assert(values[n - first + 1]) end)
        assert.is_true(ok, ("case %d: %s of {%s}: %s"):format(case, f.text, table.concat(values, ", "), tostring(why)))
      end
    end
    for kind in pairs(check) do assert.is_true((kinds[kind] or 0) > 0, kind .. " was never found") end
  end)

  it("of sequences with differences that do not fit into 64 bits", function()
    local values = {}
    for i = 1, 24 do values[i] = i % 2 == 0 and math.maxinteger or math.mininteger end
    local findings = ta.explore(values)
    assert.equal("period", findings[1].kind)
    assert.equal(2, findings[1].period)
    for i = 1, 24 do values[i] = math.mininteger + (i - 1) * (2 ^ 62 // 1 | 0) end -- wraps at the fifth term
    for _, f in ipairs(ta.explore(values)) do assert.not_equal("arithmetic period", f.kind) end
    for i = 1, 24 do values[i] = i * 2 ^ 26 // 1 | 0 end -- 2^26 n at n = 2^50 does not fit
    for _, f in ipairs(ta.explore(values, { first = 2 ^ 50 })) do assert.not_equal("floor", f.kind) end
  end)

  it("of long sequences of which the last term is another", function()
    local function kinds(last)
      local values = {}
      for i = 1, 1500 do values[i] = (7 * i + 2) // 5 end
      values[1500] = values[1500] + last
      local beats = ta.explore(function(n) return (n + isqrt(5 * n * n)) // 2 + (n == 1500 and last or 0) end,
        { first = 1, to = 1500 })
      local list = {}
      for _, findings in ipairs { ta.explore(values), beats } do
        for _, f in ipairs(findings) do list[#list + 1] = f.kind end
      end
      return table.concat(list, " ")
    end
    assert.matches("floor.*floor", kinds(0))
    assert.is_nil(kinds(1):find("floor"))
  end)

  it("of tables", function()
    local cases = os.getenv("TAKEAWAY_SHORT") and 40 or 300
    local names, kinds = {}, {}
    for name in pairs(KEYS) do names[#names + 1] = name end
    table.sort(names)
    for case = 1, cases do
      local f, g, how = KEYS[names[math.random(#names)]], KEYS[names[math.random(#names)]], math.random(8)
      local wrong_p, wrong_q = math.random(0, 24), math.random(0, 24)
      if math.random(3) > 1 then wrong_p = -1 end
      local rows = {}
      local function t(p, q)
        rows[p] = rows[p] or {}
        if rows[p][q] == nil then
          local v = f(p, q)
          if how == 2 then v = 3 * v elseif how == 3 then v = (p * q) % 3 == 0 and v or g(p, q)
          elseif how == 4 then v = p % 3 + 10 * (q % 4) elseif how == 5 then v = 7 elseif how == 6 then v = math.random(0, 1)
          elseif how == 7 then v = (p + q) % 5 elseif how == 8 then v = v % 3 == 0 and "P" or "N" end
          if p == wrong_p and q == wrong_q then v = how == 8 and "L" or v + 1 end
          rows[p][q] = v
        end
        return rows[p][q]
      end
      local first = math.random(0, 1)
      for _, found in ipairs(ta.explore(t, { grid = true, first = first, to = 24 })) do
        kinds[found.kind] = true
        local seen = {}
        for p, q in box(found.from, found.to, found.from, found.to) do
          assert.is_true(says(found, t, p, q, seen), ("case %d: %s at (%d, %d)"):format(case, found.text, p, q))
        end
      end
    end
    for _, kind in ipairs { "constant", "symmetry", "equals", "one of", "dependence", "shift", "doubling" } do
      assert.is_true(kinds[kind], kind .. " was never found")
    end
  end)
end)
