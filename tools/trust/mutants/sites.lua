-- Every small change of a C or Lua file: a list of {class, change, from, to, new, line, fn}, where text[from..to]
-- becomes `new`. A change is named by its file, function, kind, and the text of its line. So the name stays when lines
-- above are added. A second change of the same name gets " (2)".

local jobs = require "tools.jobs"
local tokens = require "tokens"

local M = {}

local PAIRS = {
  c = { ["<"] = "<=", ["<="] = "<", [">"] = ">=", [">="] = ">", ["=="] = "!=", ["!="] = "==", ["+"] = "-",
    ["-"] = "+", ["*"] = "+", ["/"] = "*", ["%"] = "/", ["&&"] = "||", ["||"] = "&&", ["&"] = "|", ["|"] = "&",
    ["^"] = "|", ["<<"] = ">>", [">>"] = "<<", ["+="] = "-=", ["-="] = "+=", ["|="] = "&=", ["&="] = "|=",
    ["^="] = "|=", ["<<="] = ">>=", ["*="] = "+=" },
  lua = { ["<"] = "<=", ["<="] = "<", [">"] = ">=", [">="] = ">", ["=="] = "~=", ["~="] = "==", ["+"] = "-",
    ["-"] = "+", ["*"] = "+", ["//"] = "*", ["&"] = "|", ["|"] = "&", ["<<"] = ">>", [">>"] = "<<" },
}
local WORDS = { ["and"] = "or", ["or"] = "and", ["true"] = "false", ["false"] = "true", ["not"] = "" }
local STEPS = { ["++"] = "--", ["--"] = "++" }
local COMPARE = { ["<"] = 1, ["<="] = 1, [">"] = 1, [">="] = 1, ["=="] = 1, ["!="] = 1, ["~="] = 1 }
local LOGIC = { ["&&"] = 1, ["||"] = 1 }

local function set(words)
  local s = {}
  for word in words:gmatch("%S+") do s[word] = true end
  return s
end
-- Words that begin no dropped statement and no call, and that stand before an operand.
local KEYWORDS = set [[if for while do switch case default else goto return sizeof struct union enum const static
  unsigned signed int char void long short double float extern typedef and or not in then local function end until
  repeat elseif break continue]]
local ASSERTS = set "ta_assert ta_require ta_sound assert static_assert _Static_assert"
local AFTER_NAME = set "( = [ . -> ++ -- += -= *= /= %= &= |= ^= <<= >>="

local BEFORE = set "; { } ) else" -- what stands before a statement

local function is(token, text) return token ~= nil and token.text == text and token.kind ~= "text" end

local function operand(token) -- the token ends one
  return token and (token.kind == "number" or token.kind == "float" or token.kind == "text"
    or token.kind == "name" and not KEYWORDS[token.text] or is(token, ")") or is(token, "]"))
end

-- The token that closes what list[i] opens.
local function closing(list, i)
  local depth = 0
  for k = i, #list do
    local t = list[k]
    if is(t, "(") or is(t, "{") or is(t, "[") then depth = depth + 1 end
    if is(t, ")") or is(t, "}") or is(t, "]") then depth = depth - 1 end
    if depth == 0 then return k end
  end
  return #list
end

-- ---- What both languages share ------------------------------------------------------

local function bump(text, by) -- the text of a number one larger or smaller
  local body, suffix = text:match("^(.-)([uUlL]*)$")
  local value = math.tointeger(tonumber(body))
  return value and value + by >= 0 and tostring(value + by) .. suffix
end

local function at_operator(add, language, list, i)
  local t = list[i]
  local new = PAIRS[language][t.text]
  if t.kind == "op" and new and (t.spaced or not PAIRS[language]["=="]) and operand(list[i - 1]) then
    local class = COMPARE[t.text] and "compare" or LOGIC[t.text] and "logic" or "arithmetic"
    add(class, t.text .. " to " .. new, t, t, new)
  elseif language == "c" and t.kind == "op" and STEPS[t.text] then
    add("arithmetic", t.text .. " to " .. STEPS[t.text], t, t, STEPS[t.text])
  elseif language == "lua" and t.kind == "name" and WORDS[t.text] then
    add("logic", t.text .. " to " .. (WORDS[t.text] == "" and "nothing" or WORDS[t.text]), t, t, WORDS[t.text])
  end
end

local function at_number(add, list, i)
  local t = list[i]
  if t.kind ~= "number" then return end
  local array = is(list[i - 1], "[") and list[i - 2].kind == "name" and list[i - 3].kind == "name"
    and not KEYWORDS[list[i - 3].text] -- the size in an array declaration
  if array then return end
  for by = -1, 1, 2 do
    local new = bump(t.text, by)
    if new then add("constant", t.text .. " to " .. new, t, t, new) end
  end
end

-- ---- C --------------------------------------------------------------------------------

local function statement_end(list, i)
  local depth = 0
  for k = i, #list do
    local t = list[k]
    if is(t, "(") or is(t, "[") then depth = depth + 1 end
    if is(t, ")") or is(t, "]") then depth = depth - 1 end
    if depth < 0 or is(t, "{") or is(t, "}") then return nil end
    if depth == 0 and is(t, ";") then return k end
  end
end

local function at_statement(add, list, i)
  local t, before, after = list[i], list[i - 1], list[i + 1]
  if not (before and before.kind ~= "text" and BEFORE[before.text]) then return end
  local leave = (t.text == "break" or t.text == "continue") and is(after, ";")
  local starts = leave or t.kind == "name" and not KEYWORDS[t.text] and after and AFTER_NAME[after.text]
    or (is(t, "*") or is(t, "++") or is(t, "--")) and not is(before, ")")
  if not starts or ASSERTS[t.text] then return end
  local finish = statement_end(list, i)
  if finish then add("statement", "dropped", t, list[finish], ";") end
end

local function at_condition(add, text, list, i)
  if list[i].text ~= "if" or not is(list[i + 1], "(") then return end
  local open, close = list[i + 1], list[closing(list, i + 1)]
  local inner = text:sub(open.to + 1, close.from - 1)
  add("condition", "if negated", open, close, "(!(" .. inner .. "))")
  add("condition", "if never", open, close, "(0 && (" .. inner .. "))")
end

local function at_call(add, text, list, i)
  if list[i].kind ~= "name" or KEYWORDS[list[i].text] or not is(list[i + 1], "(") then return end
  local close = closing(list, i + 1)
  for k = i + 2, close - 3 do
    local a, comma, b = list[k], list[k + 1], list[k + 2]
    local alone = (is(list[k - 1], ",") or k == i + 2) and (is(list[k + 3], ",") or k + 3 == close)
    if alone and is(comma, ",") and a.kind == "name" and b.kind == "name" and a.text ~= b.text then
      local new = b.text .. text:sub(a.to + 1, b.from - 1) .. a.text
      add("arguments", "swapped " .. a.text .. ", " .. b.text, a, b, new)
    end
  end
end

local function c_sites(add, text, list)
  local depth, parens, fn, name, skip = 0, 0, "(top)", nil, 0
  for i, t in ipairs(list) do
    if is(t, "(") then
      if depth == 0 and parens == 0 and list[i - 1].kind == "name" then name = list[i - 1].text end
      parens = parens + 1
    elseif is(t, ")") then parens = parens - 1
    elseif is(t, "{") then
      if depth == 0 then fn = is(list[i - 1], ")") and name or "(top)" end
      depth = depth + 1
    elseif is(t, "}") then
      depth = depth - 1
      if depth == 0 then fn = "(top)" end
    end
    if ASSERTS[t.text] and is(list[i + 1], "(") then skip = closing(list, i + 1) end
    if i > skip then
      local here = function(...) add(fn, ...) end
      at_operator(here, "c", list, i)
      at_number(here, list, i)
      if depth > 0 and fn ~= "(top)" then
        at_statement(here, list, i)
        at_condition(here, text, list, i)
        at_call(here, text, list, i)
      end
    end
  end
end

-- ---- Lua ------------------------------------------------------------------------------

local function lua_condition(add, text, list, i)
  if list[i].text ~= "if" and list[i].text ~= "elseif" then return end
  local finish = i + 1
  while list[finish].text ~= "then" do
    if list[finish].text == "function" then return end
    finish = finish + 1
  end
  local from, to = list[i + 1], list[finish - 1]
  local inner = text:sub(from.from, to.to)
  add("condition", "if negated", from, to, "not (" .. inner .. ")")
  add("condition", "if never", from, to, "false and (" .. inner .. ")")
end

local function lua_line(add, text, list, i) -- a statement alone on its line
  local t = list[i]
  if list[i - 1] and list[i - 1].line == t.line or t.kind ~= "name" or KEYWORDS[t.text] then return end
  local last = i
  while list[last + 1] and list[last + 1].line == t.line do last = last + 1 end
  local line = text:sub(t.from, list[last].to)
  if (line:find("^[%w_%.%[%]:]+%b()$") or line:find("^[%w_%.%[%], ]+ = [^\n]+[^,{(]$")) and load(line) then
    add("statement", "dropped", t, list[last], "")
  end
end

local function lua_sites(add, text, list)
  local fn = "(top)"
  for i, t in ipairs(list) do
    if t.text == "function" and list[i + 1].kind == "name" then
      local first = list[i - 1] and list[i - 1].text == "local" and list[i - 1] or t
      if first.from == 1 or text:sub(first.from - 1, first.from - 1) == "\n" then
        fn = text:match("^[%w_%.:]+", list[i + 1].from)
      end
    elseif t.text == "end" and (t.from == 1 or text:sub(t.from - 1, t.from - 1) == "\n") then
      fn = "(top)"
    end
    local here = function(...) add(fn, ...) end
    at_operator(here, "lua", list, i)
    at_number(here, list, i)
    lua_condition(here, text, list, i)
    lua_line(here, text, list, i)
  end
end

-- ---- Both -----------------------------------------------------------------------------

local function line_text(text, at)
  local from = at
  while from > 1 and text:sub(from - 1, from - 1) ~= "\n" do from = from - 1 end
  local line = text:match("^[^\n]*", from):gsub("%s+", " ")
  return (line:gsub("^ ", ""):gsub(" $", ""))
end

function M.read(file)
  local text = jobs.read(file)
  assert(text ~= "", file)
  local language = file:match("%.lua$") and "lua" or "c"
  local found, times = {}, {}
  local function add(fn, class, change, first, last, new)
    local line = line_text(text, first.from)
    local same = fn .. "\t" .. change .. "\t" .. line
    times[same] = (times[same] or 0) + 1
    if times[same] > 1 then change = change .. " (" .. times[same] .. ")" end
    found[#found + 1] = { file = file, fn = fn, class = class, change = change, text = line, line = first.line,
      from = first.from, to = last.to, new = new, key = table.concat({ file, fn, change, line }, "\t") }
  end
  local list = tokens.read(text, language)
  local sites = language == "lua" and lua_sites or c_sites
  sites(add, text, list)
  return found, text
end

-- The text with the change applied. Later lines keep their numbers.
function M.changed(text, site)
  local old = text:sub(site.from, site.to)
  local lost = select(2, old:gsub("\n", "")) - select(2, site.new:gsub("\n", ""))
  return text:sub(1, site.from - 1) .. site.new .. ("\n"):rep(lost) .. text:sub(site.to + 1)
end

return M
