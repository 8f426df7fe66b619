--- The text of a certificate as a Lua table, for the checkers in plain Lua, and their common frame.
--
-- `read.read(text)` returns `{set =, base =, period =, level =, words = {{last = "H" or "V", {letters =, H =, V =,
-- c =, g =}, ...}, ...}}` of words, and `{set =, leaves = {{from, modulus, numbers}, ...}}` of phases, whose leaves
-- are the classes m = from + modulus k (modulus 0: one m). Its bounds on numbers keep later sums in 64 bits. No C,
-- no other module.
-- @module takeaway.research.read_certificate

local M = {}

local FORMAT, VERSION = "takeaway win condition", 1
local MOST, MOST_LETTERS = 65536, 1 << 24

--- Raise a table with the reason unless `holds`. Any other error is a fault of ours.
function M.demand(holds, ...)
  return holds or error({ reason = string.format(...) }, 0)
end

--- The same for a statement that may hold, but would take too long to check.
function M.within(holds, ...)
  return holds or error({ reason = string.format(...), limit = true }, 0)
end

local demand, within = M.demand, M.within

-- ---- Words: objects, lists, strings without escapes, integers ----

local function json(text)
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

local function words(text)
  local c, total = json(text), 0
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

-- ---- Phases: lines of integers with one space between two; the leaves of a tree of classes ----

local LARGEST, PERIOD = 1 << 40, 1 << 24

local function phases(text)
  local at, line, set, leaves = 1, 1, {}, {}
  local function take(pattern)
    local found, to = text:match("^(" .. pattern .. ")()", at)
    at = to or at
    return found
  end
  local function number(low, high)
    local digits = demand(take "%d+", "line %d: not an integer", line)
    local value = (digits == "0" or digits:find "^[1-9]") and #digits <= 13 and math.tointeger(digits)
    return demand(value and low <= value and value <= high and value, "line %d: not from %d to %d", line, low, high)
  end
  local function stop()
    demand(take "\n", "line %d: the end of the line was expected", line)
    line = line + 1
  end
  demand(take "takeaway phases 1\nset", "not a certificate of this version")
  line = 2
  while take " " do set[#set + 1] = number((set[#set] or 0) + 1, 1000000) end
  demand(#set >= 1 and #set <= 64, "line 2: the size of the set")
  stop()
  -- Remaining classes, the next on top: {from, modulus}, or many at once: {from, modulus, step, count}.
  local open = { { 0, 1 } }
  while #open > 0 do
    local from, modulus, step, count = table.unpack(table.remove(open))
    if step and count > 1 then open[#open + 1] = { from + step, modulus, step, count - 1 } end
    local kind = take "split " or take "first "
    if kind then
      demand(modulus > 0, "line %d: not a part of a class", line)
      local parts = number(kind == "split " and 2 or 1, (LARGEST - from) // modulus)
      if kind == "first " then open[#open + 1] = { from + parts * modulus, modulus } end
      open[#open + 1] = { from, kind == "split " and modulus * parts or 0, modulus, parts }
    else
      local numbers = {}
      repeat
        local i = #numbers % 4
        numbers[#numbers + 1] = number(i < 2 and 1 or 0, i < 2 and PERIOD or (i == 2 or modulus > 0) and LARGEST or 0)
      until not take " "
      demand(#numbers % 4 == 2, "line %d: how many numbers there are", line)
      leaves[#leaves + 1] = { from, modulus, numbers }
    end
    stop()
  end
  demand(at > #text, "line %d: nothing more was expected", line)
  return { set = set, leaves = leaves }
end

function M.read(text)
  return (text:find "^takeaway phases" and phases or words)(text)
end

--- True when `check` raises nothing about the text; or false and the reason; nil, the reason, "ELIMIT" where it is too
-- large.
function M.verdict(text, check)
  local ok, failure = pcall(function() check(M.read(text)) end)
  if ok then return true end
  if type(failure) ~= "table" or not failure.reason then error(failure, 0) end -- as the failure of a budget
  if failure.limit then return nil, failure.reason, "ELIMIT" end
  return false, failure.reason
end

return M
