--- A second checker of certificates of NIM with Cash, in plain Lua: for those who trust nobody.
--
-- It verifies, from A and the words of a certificate alone, the conditions (G), (O), (B) and (S) of
-- docs/win-conditions.md, which prove the winner for all n, d and e. Independent on purpose: no C, its own staircases
-- and its own induction step; read_certificate.lua takes the text apart. All numbers are bounded by (G) and MOST: 64
-- bits never wrap. A certificate by phases goes to check_phases.lua.
-- @module takeaway.research.check_certificate

local check_phases = require "takeaway.research.check_phases"
local read = require "takeaway.research.read_certificate"
local demand, within = read.demand, read.within
local MOST, MOST_CLASSES = 65536, 20000000

-- ---- (G): the shape ------------------------------------------------------------

local function check_shape(c)
  local largest = c.set[#c.set]
  demand(c.base >= largest and c.level * c.period >= largest, "(G) fails: max A")
  local lowest = (largest - 1) // c.period + 1
  within(c.base + lowest * c.period <= MOST and c.level <= 4096, "brute force would go too far")
  c.brute = lowest -- levels that (B) reaches
  demand(#c.words == c.period, "(G) fails: the number of words")
  for i, word in ipairs(c.words) do
    local n, sum = c.base + i - 1, { H = 0, V = 0, Hk = 0, Vk = 0 }
    for _, item in ipairs(word) do
      demand(item.c <= n and item.g <= c.period and item.c + item.g > 0, "(G) fails: an exponent of word %d", i - 1)
      for _, x in ipairs { "H", "V" } do
        sum[x], sum[x .. "k"] = sum[x] + item[x] * item.c, sum[x .. "k"] + item[x] * item.g
        demand(sum[x] <= n and sum[x .. "k"] <= c.period, "(G) fails: word %d outgrows its n", i - 1)
      end
    end
    local final = word[#word]
    demand(not final or final.letters[#final.letters] ~= word.last, "(G) fails: word %d runs into its end", i - 1)
  end
end

-- ---- (B): brute force ------------------------------------------------------------

-- The rows s_n(e) and t_n(d) for 0..n, false for infinite; beyond n a row is constant.
local function check_base(c)
  local inverse = {}
  for n = 0, c.base + c.brute * c.period - 1 do
    local s, t, e = {}, {}, 0
    for x = 0, n do
      local best = false
      for _, a in ipairs(c.set) do
        if a > n then break end
        local row = inverse[n - a]
        local v = row[x < n - a and x or n - a]
        if v and (not best or a + v < best) then best = a + v end
      end
      s[x] = best
    end
    for d = 0, n do
      while e <= n and s[e] and s[e] <= d do e = e + 1 end
      t[d] = e <= n and e
    end
    inverse[n], inverse[n - c.set[#c.set]] = t, nil
    if n >= c.base then
      local k, word = (n - c.base) // c.period, c.words[(n - c.base) % c.period + 1]
      local column, height = 0, 0
      for _, item in ipairs(word) do
        for _ = 1, item.c + item.g * k do
          for _, letter in ipairs(item.letters) do
            if letter == "V" then height = height + 1
            else demand(s[column] == height, "(B) fails at n = %d", n); column = column + 1 end
          end
        end
      end
      for x = column, n do demand(s[x] == (word.last == "H" and height), "(B) fails at n = %d", n) end
    end
  end
end

-- ---- (O) and (S): the induction step ------------------------------------------------

-- The pieces of offset + F(k - lag, e); x is the letter that counts columns. A piece:
-- from the column ak + b on, height hk k + h, `up` for every `w` columns; w = 0 flat.
local function pieces(word, lag, offset, x)
  local y, made, a, b, hk, h = x == "H" and "V" or "H", {}, 0, 0, 0, offset
  for _, item in ipairs(word) do
    local key = "heights" .. x
    if not item[key] then
      local heights, height = {}, 0
      for _, letter in ipairs(item.letters) do
        if letter == x then heights[#heights + 1] = height else height = height + 1 end
      end
      item[key] = heights
    end
    local piece = { a = a, b = b, hk = hk, h = h, w = item[x], up = item[y], heights = item[key] }
    if item[x] > 0 then made[#made + 1] = piece end
    local times = item.c - item.g * lag
    a, b, hk, h = a + item[x] * item.g, b + item[x] * times, hk + item[y] * item.g, h + item[y] * times
  end
  made[#made + 1] = { a = a, b = b, hk = hk, h = h, w = 0, infinite = word.last ~= x }
  return made
end

local function value(p, k, e)
  local height, at = p.hk * k + p.h, e - p.a * k - p.b
  return p.w == 0 and height or height + at // p.w * p.up + p.heights[at % p.w + 1]
end

local function gcd(a, b) while b ~= 0 do a, b = b, a % b end return a < 0 and -a or a end

-- The least common multiple; beyond `most` anything beyond it.
local function lcm(a, b, most) return a > most and a or a // gcd(a, b) * b end

-- L: the columns after which every active block has come round, as lcm.
local function common_columns(active, most)
  local L = 1
  for _, p in ipairs(active) do if p.w > 0 then L = lcm(L, p.w, most) end end
  return L
end

-- The test of Theorem 2; corners {k, e} of rays: near and far of the first, then of the last.
local function class_holds(active, corners)
  local own, equal = active[1], active[1].infinite
  for f = 2, #active do
    if not active[f].infinite then
      if own.infinite then return false end
      local zero = true
      for i = 1, #corners, 2 do
        local p, q = corners[i], corners[i + 1]
        local near = value(active[f], p[1], p[2]) - value(own, p[1], p[2])
        local far = value(active[f], q[1], q[2]) - value(own, q[1], q[2])
        if near < 0 or far < near then return false end
        zero = zero and near == 0 and far == 0
      end
      equal = equal or zero
    end
  end
  return equal
end

local function strip_holds(active, from, to, level)
  local spread, width = to and to.a - from.a or 0, to and to.b - from.b or 1
  local L = spread > 0 and common_columns(active, MOST_CLASSES) or width
  local R = spread > 0 and L // gcd(L, spread) or 1
  for _, p in ipairs(active) do if p.w > 0 then R = lcm(R, p.w // gcd(p.w, from.a - p.a), MOST_CLASSES) end end
  within(L <= MOST_CLASSES and R <= MOST_CLASSES // L, "too many classes")
  for k = level, level + R - 1 do
    for x = 0, L - 1 do
      local near, far = from.a * k + from.b + x, from.a * (k + R) + from.b + x
      local corners = { { k, near }, { k + R, far } }
      if spread > 0 then
        corners[3] = { k, near + (spread * k + width - 1 - x) // L * L }
        corners[4] = { k + R, far + (spread * (k + R) + width - 1 - x) // L * L }
      end
      if not class_holds(active, corners) then return false end
    end
  end
  return true
end

-- Walk the strips of residue i at `level`; visit(active, from, to) says whether to go on.
local function strips(c, i, level, visit)
  local functions, lines, at = { pieces(c.words[i + 1], 0, 0, "H") }, {}, {}
  for _, a in ipairs(c.set) do
    functions[#functions + 1] = pieces(c.words[(i - a) % c.period + 1], -((i - a) // c.period), a, "V")
  end
  local function before(p, q)
    local x, y = p.a * level + p.b, q.a * level + q.b
    return x < y or x == y and p.a < q.a
  end
  for f, own in ipairs(functions) do
    at[f] = 1
    table.move(own, 1, #own, #lines + 1, lines)
  end
  table.sort(lines, before)
  for l = 1, #lines do
    local from, to = lines[l], lines[l + 1]
    if not to or before(from, to) then
      local active = {}
      for f, own in ipairs(functions) do
        while own[at[f] + 1] and not before(from, own[at[f] + 1]) do at[f] = at[f] + 1 end
        active[f] = own[at[f]]
      end
      if not visit(active, from, to) then return false end
    end
  end
  return true
end

local function in_order(c, i, level)
  return strips(c, i, level, function(active, from, to)
    if not to or to.a <= from.a then return not to or to.a == from.a end
    local L = common_columns(active, MOST_CLASSES)
    within(L <= MOST_CLASSES, "too many classes")
    return (to.a - from.a) * level + to.b - from.b >= L
  end)
end

local function column_holds(active, k, e)
  local least = math.huge
  for f = 2, #active do least = active[f].infinite and least or math.min(least, value(active[f], k, e)) end
  return least == (active[1].infinite and math.huge or value(active[1], k, e))
end

-- (S) at one level below k1, from where (B) ends: two zeros of a branch on a class are enough.
local function level_holds(c, i, level)
  return strips(c, i, level, function(active, from, to)
    local width = to and (to.a - from.a) * level + to.b - from.b or 1
    local L, most, start = common_columns(active, width), #active, from.a * level + from.b
    if width <= (most + 1) * L then L, most = 1, width end
    for x = 0, math.min(L, width) - 1 do
      local last = (width - 1 - x) // L
      for y = 0, math.min(most, last) do
        if not column_holds(active, level, start + x + L * (y < most and y or last)) then return false end
      end
    end
    return true
  end)
end

local function check_words(c)
  local least = c.level == (c.set[#c.set] - 1) // c.period + 1
  for i = 0, c.period - 1 do
    demand(in_order(c, i, c.level), "(O) fails for residue %d", i)
    least = least or not in_order(c, i, c.level - 1)
  end
  demand(least, "(G) fails: a lower level would do")
  check_base(c)
  for i = 0, c.period - 1 do
    local holds = strips(c, i, c.level, function(active, from, to) return strip_holds(active, from, to, c.level) end)
    for level = c.brute, c.level - 1 do holds = holds and level_holds(c, i, level) end
    demand(holds, "(S) fails for residue %d", i)
  end
end

--- Check a certificate of either form, with nothing but the text.
-- @tparam string text of the certificate
-- @treturn boolean true when it proves the winner for all n, d, e; else false and the reason; nil, the reason,
--   "ELIMIT" when it is too large to be checked here
-- @usage
-- local check = require "takeaway.research.check_certificate"
-- assert(check(ta.win_condition({1, 3, 4}):certificate()) and check(ta.phases({1, 3, 4}):certificate()))
return function(text)
  if text:find "^takeaway phases" then return check_phases(text) end
  return read.verdict(text, function(c)
    check_shape(c)
    check_words(c)
  end)
end
