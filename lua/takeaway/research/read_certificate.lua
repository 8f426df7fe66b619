--- The text of a certificate as a Lua table, for the checker in plain Lua.
--
-- Returns a function of the text: `{set =, base =, period =, level =, words = {{last =
-- "H" or "V", {letters =, H =, V =, c =, g =}, ...}, ...}}`, every number within
-- bounds that keep later sums in 64 bits. What is not a certificate raises a table
-- `{reason = text}`; with `limit = true` where it may be one, and is too large for us. No C, no other module.
-- @module takeaway.research.read_certificate

local FORMAT, VERSION = "takeaway win condition", 1
local MOST, MOST_LETTERS = 65536, 1 << 24

local function demand(holds, ...)
  return holds or error({ reason = string.format(...) }, 0)
end

local function within(holds, ...)
  return holds or error({ reason = string.format(...), limit = true }, 0)
end

-- ---- Reading: objects, lists, strings without escapes, integers --------------

local function read(text)
  local at, value = 1, nil
  local function take(pattern)
    local found, to = text:match("^[ \n\t\r]*(" .. pattern .. ")()", at)
    at = to or at
    return found
  end
  local function series(close, each)
    if take(close) then return end
    repeat each() until not take(",")
    demand(take(close), "not a certificate: expected %s at byte %d", close, at)
  end
  function value(depth)
    demand(depth <= 5, "not a certificate: nested too deep at byte %d", at)
    local made = {}
    if take("%[") then
      series("%]", function() made[#made + 1] = value(depth + 1) end)
      return made
    elseif take("{") then
      series("}", function()
        local name = take('"[a-z]*"')
        demand(name and take(":") and made[name:sub(2, -2)] == nil, "not a certificate: a field at byte %d", at)
        made[name:sub(2, -2)] = value(depth + 1)
      end)
      return made
    end
    local string = take('"[^"\\%c]*"')
    if string then return string:sub(2, -2) end
    local digits = demand(take("%d+"), "not a certificate: a value at byte %d", at)
    demand(not digits:find("^0."), "not a certificate: a number with a zero before it before byte %d", at)
    within(#digits <= 10, "a number out of range before byte %d", at)
    return math.tointeger(digits)
  end
  local whole = value(1)
  demand(take("") and at > #text and type(whole) == "table", "not a certificate: something after it")
  return whole
end

local function list(x, low, high, name)
  return demand(type(x) == "table" and low <= #x and #x <= high and x, "not a certificate: %s", name)
end

local function integer(x, low, high, name)
  demand(math.type(x) == "integer" and low <= x, "%s out of range", name)
  return within(x <= high and x, "%s out of range", name)
end

-- {"V3H", c, g} to {letters = {"V", "V", "V", "H"}, H = 1, V = 3, c = c, g = g}.
local function expand(from, total, most)
  local item = { letters = {}, H = 0, V = 0, c = integer(from[2], 0, MOST, "c"), g = integer(from[3], 0, MOST, "g") }
  local text, at, before = from[1], 1, nil
  demand(type(text) == "string" and text ~= "", "an item without letters")
  while at <= #text do
    local letter, count, to = text:match("^([HV])(%d*)()", at)
    demand(letter and letter ~= before and not count:find("^0") and count ~= "1",
           "letters that are not run-length coded: %.40s", text)
    within(#count <= 9, "too many letters")
    local times = math.tointeger(count) or 1
    within(total + #item.letters + times <= most, "too many letters")
    for _ = 1, times do item.letters[#item.letters + 1] = letter end
    item[letter], before, at = item[letter] + times, letter, to
  end
  return item
end

return function(text)
  local c, total = read(text), 0
  for name in pairs(c) do
    demand(({ format = 1, version = 1, set = 1, base = 1, period = 1, level = 1, words = 1 })[name],
           "not a certificate: an unknown field")
  end
  demand(c.format == FORMAT and c.version == VERSION, "not a certificate of this version")
  for i, a in ipairs(list(c.set, 1, 64, "set")) do integer(a, i > 1 and c.set[i - 1] + 1 or 1, MOST, "a member") end
  for _, name in ipairs { "base", "period", "level" } do integer(c[name], 1, MOST, name) end
  for i, word in ipairs(list(c.words, 1, MOST, "words")) do
    c.words[i] = { last = list(word, 1, MOST_LETTERS, "a word")[1] }
    demand(word[1] == "H" or word[1] == "V", "not a certificate: the end of word %d", i - 1)
    for j = 2, #word do
      c.words[i][j - 1] = expand(list(word[j], 3, 3, "an item"), total, MOST_LETTERS + 16 * #text)
      total = total + #c.words[i][j - 1].letters
    end
  end
  return c
end
