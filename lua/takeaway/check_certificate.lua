--- A second checker of win conditions, in plain Lua: for those who trust nobody.
--
-- It reads the text of a certificate and verifies, from A and the words alone,
-- the conditions (G), (O), (B) and (S) of docs/win-conditions.md, which prove
-- who wins NIM with Cash for all n, d and e. No C, no other module. All numbers
-- are bounded by (G) and by the limits below, so 64 bits never wrap.
-- @module takeaway.check_certificate

local FORMAT, VERSION = "takeaway win condition", 1
local MOST_STONES, MOST_CLASSES, MOST_LETTERS = 65536, 20000000, 1 << 24

-- A certificate that fails is an error with a table; all else is a fault of ours.
local function reject(...) error({ reason = string.format(...) }, 0) end

local function demand(holds, ...)
  if not holds then reject(...) end
  return holds
end

-- ---- Reading: objects, lists, strings without escapes, integers --------------

local function reader(text)
  local at = 1
  local function skip() at = text:find("[^ \n\t\r]", at) or #text + 1 end
  local function take(pattern)
    skip()
    local found, to = text:match("^(" .. pattern .. ")()", at)
    if found then at = to end
    return found
  end
  local value
  local function list(close, item)
    local items = {}
    if take(close) then return items end
    repeat items[#items + 1] = item() until not take(",")
    demand(take(close), "not a certificate: expected %s at byte %d", close, at)
    return items
  end
  function value(depth)
    demand(depth <= 4, "not a certificate: nested too deep at byte %d", at)
    local function next_value() return value(depth + 1) end
    if take("%[") then return list("%]", next_value) end
    if take("{") then
      local object = {}
      list("}", function()
        local name = take('"[a-z]*"')
        demand(name and take(":") and object[name:sub(2, -2)] == nil, "not a certificate: a field at byte %d", at)
        object[name:sub(2, -2)] = next_value()
        return true
      end)
      return object
    end
    local string = take('"[^"\\%c]*"')
    if string then return string:sub(2, -2) end
    local digits = demand(take("%d+"), "not a certificate: a value at byte %d", at)
    demand(#digits <= 10 and not digits:find("^0."), "a number out of range before byte %d", at)
    return math.tointeger(digits)
  end
  local whole = value(1)
  skip()
  demand(at > #text and type(whole) == "table", "not a certificate: expected nothing more at byte %d", at)
  return whole
end

local function integer(x, low, high, name)
  return demand(math.type(x) == "integer" and low <= x and x <= high and x, "%s out of range", name)
end

-- "V3H" to {letters = {"V", "V", "V", "H"}, H = 1, V = 3}.
local function expand(text, total)
  local item = { letters = {}, H = 0, V = 0 }
  local at, before = 1, nil
  demand(type(text) == "string" and text ~= "", "an item without letters")
  while at <= #text do
    local letter, count, to = text:match("^([HV])(%d*)()", at)
    demand(letter and letter ~= before and not count:find("^0") and count ~= "1" and #count <= 9,
           "letters that are not run-length coded: %.40s", text)
    count = tonumber(count) or 1
    demand(total + #item.letters + count <= MOST_LETTERS, "too many letters")
    for _ = 1, count do item.letters[#item.letters + 1] = letter end
    item[letter] = item[letter] + count
    before, at = letter, to
  end
  return item
end

local FIELDS = { format = true, version = true, set = true, base = true, period = true, level = true, words = true }

local function decode(text)
  local c = reader(text)
  for name in pairs(c) do demand(FIELDS[name], "an unknown field %s", name) end
  demand(c.format == FORMAT, "not a certificate: format")
  demand(c.version == VERSION, "a certificate of another version")
  demand(type(c.set) == "table" and #c.set >= 1 and #c.set <= 64, "not a certificate: set")
  for i, a in ipairs(c.set) do integer(a, i > 1 and c.set[i - 1] + 1 or 1, 10 ^ 9, "a member") end
  for _, name in ipairs { "base", "period", "level" } do integer(c[name], 1, MOST_STONES, name) end
  demand(type(c.words) == "table", "not a certificate: words")
  local total = 0
  for i, word in ipairs(c.words) do
    demand(type(word) == "table" and (word[1] == "H" or word[1] == "V"), "not a certificate: word %d", i)
    local items = { last = word[1] }
    for j = 2, #word do
      demand(type(word[j]) == "table" and #word[j] == 3, "not a certificate: an item of word %d", i)
      local item = expand(word[j][1], total)
      total = total + #item.letters
      item.c, item.g = integer(word[j][2], 0, MOST_STONES, "c"), integer(word[j][3], 0, MOST_STONES, "g")
      items[j - 1] = item
    end
    c.words[i] = items
  end
  return c
end

-- ---- (G): the shape ------------------------------------------------------------

local function check_shape(c)
  local largest = c.set[#c.set]
  demand(c.base >= largest and c.level * c.period >= largest, "(G) fails: max A")
  demand(c.base + c.level * c.period <= MOST_STONES, "brute force would go too far")
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
  for n = 0, c.base + c.level * c.period - 1 do
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
  local y, list, a, b, hk, h = x == "H" and "V" or "H", {}, 0, 0, 0, offset
  for _, item in ipairs(word) do
    local key = "heights" .. x
    if not item[key] then
      local heights, height = {}, 0
      for _, letter in ipairs(item.letters) do
        if letter == x then heights[#heights + 1] = height else height = height + 1 end
      end
      item[key] = heights
    end
    if item[x] > 0 then
      list[#list + 1] = { a = a, b = b, hk = hk, h = h, w = item[x], up = item[y], heights = item[key] }
    end
    local times = item.c - item.g * lag
    a, b, hk, h = a + item[x] * item.g, b + item[x] * times, hk + item[y] * item.g, h + item[y] * times
  end
  list[#list + 1] = { a = a, b = b, hk = hk, h = h, w = 0, infinite = word.last ~= x }
  return list
end

local function value(p, k, e)
  local height = p.hk * k + p.h
  if p.w == 0 then return height end
  local at = e - p.a * k - p.b
  return height + at // p.w * p.up + p.heights[at % p.w + 1]
end

local function gcd(a, b) while b ~= 0 do a, b = b, a % b end return a < 0 and -a or a end

local function lcm(a, b)
  local m = a // gcd(a, b) * b
  return demand(m <= MOST_CLASSES and m, "too many classes")
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
  local L, R = 1, 1
  if spread > 0 then for _, p in ipairs(active) do if p.w > 0 then L = lcm(L, p.w) end end
  else L = width end
  if spread > 0 then R = L // gcd(L, spread) end
  for _, p in ipairs(active) do if p.w > 0 then R = lcm(R, p.w // gcd(p.w, from.a - p.a)) end end
  demand(L * R <= MOST_CLASSES, "too many classes")
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
  for f, list in ipairs(functions) do
    at[f] = 1
    for _, p in ipairs(list) do lines[#lines + 1] = p end
  end
  table.sort(lines, before)
  for l = 1, #lines do
    local from, to = lines[l], lines[l + 1]
    if not to or before(from, to) then
      local active = {}
      for f, list in ipairs(functions) do
        while list[at[f] + 1] and not before(from, list[at[f] + 1]) do at[f] = at[f] + 1 end
        active[f] = list[at[f]]
      end
      if not visit(active, from, to) then return false end
    end
  end
  return true
end

local function in_order(c, i, level)
  return strips(c, i, level, function(active, from, to)
    if not to or to.a == from.a then return true end
    if to.a < from.a then return false end
    local L = 1
    for _, p in ipairs(active) do if p.w > 0 then L = lcm(L, p.w) end end
    return (to.a - from.a) * level + to.b - from.b >= L
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
    demand(holds, "(S) fails for residue %d", i)
  end
end

--- Check a certificate with nothing but this file.
-- @tparam string text of the certificate
-- @treturn boolean true when it proves who wins for all n, d, e; else false and why
-- @usage
-- local check = require "takeaway.check_certificate"
-- assert(check(ta.win_condition({1, 3, 4}):certificate()))
return function(text)
  local ok, failure = pcall(function()
    local c = decode(text)
    check_shape(c)
    check_words(c)
  end)
  if ok then return true end
  if type(failure) ~= "table" then error(failure, 0) end
  return false, failure.reason
end
