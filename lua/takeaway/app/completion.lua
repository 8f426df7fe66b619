--- Tab at the prompt: names of `ta`, methods, rules, help topics, and the methods of a call's result, without the call.
--
-- The line is read into tokens, so nothing is offered inside strings and comments, and `ta.octal("0.77"):` or
-- `g:table(30):` is understood. Completion never calls the user's functions and begins no computation. A constructor of
-- `ta` stands for a small game of its family, made here once. A method stands for its result on that game.
-- @module takeaway.app.completion

local data = require "takeaway.research.data"
local failure = require "takeaway.base.failure"
local help = require "takeaway.app.help"
local registry = require "takeaway.registry"

local M = {}

local KEYWORDS = {}
for name in ("and break do else elseif end false for function goto if in local nil not or repeat return then true "
  .. "until while"):gmatch("%a+") do KEYWORDS[name] = true end

-- ---- Tokens --------------------------------------------------------------------------------

-- The end of the string or comment that starts at `at` (huge when it has none), its kind, and where its content
-- begins; nil where none starts.
local function quoted(source, at)
  local comment = source:match("^%-%-()", at)
  local equals, inside = source:match("^%[(=*)%[()", comment or at)
  if equals then
    return (select(2, source:find("]" .. equals .. "]", inside, true)) or math.huge), comment and "comment" or "string",
      inside
  elseif comment then
    return (source:find("\n", comment, true) or math.huge) - 1, "comment", comment
  end
  local quote = source:match("^[\"']", at)
  if not quote then return nil end
  local to = at + 1
  while to <= #source do
    local char = source:sub(to, to)
    if char == quote or char == "\n" then return to, "string", at + 1 end
    to = to + (char == "\\" and 2 or 1)
  end
  return math.huge, "string", at + 1
end

--- The tokens of a text, without comments.
-- @tparam string source
-- @treturn table list of `{kind = "name"|"number"|"string"|"sign", text =, from =, to =}`
-- @treturn table `{kind = "string"|"comment", text =}` when the text ends inside one, else nil
function M.tokens(source)
  local list, at = {}, 1
  while true do
    at = source:find("%S", at)
    if not at then return list end
    local to, kind, inside = quoted(source, at)
    if to == math.huge then
      return list, { kind = kind, text = source:sub(inside) }
    elseif not to then
      local word = source:match("^[%a_][%w_]*", at) or source:match("^%.?%d[%w.]*", at)
      to = at + #(word or source:match("^%.%.%.?", at) or source:match("^::", at) or " ") - 1
      kind = not word and "sign" or word:find("^[%d.]") and "number" or "name"
    end
    if kind ~= "comment" then
      list[#list + 1] = { kind = kind, text = source:sub(at, to), from = at, to = to }
    end
    at = to + 1
  end
end

-- ---- What calls would give ----------------------------------------------------------------

-- Methods of what is no family's, with arguments that cost nothing.
local POSITION = {
  best_move = {}, canonical_form = {}, options = {}, misere_best_move = {}, ruleset = {}, left_options = {},
  right_options = {},
}
local METHODS = { position = POSITION, sum = POSITION, ruleset = { theorem = {} },
                  number_system = { set = { "n: n > 0" } }, theorem = { automaton = {} } }

local sample

-- Objects of each kind that cost next to nothing, made when they are asked for.
local OTHERS = {
  movefn = function(ta) return ta.move_function "k" end,
  callback = function(ta) return ta.callback(math.abs, "int64(int64)") end,
  ruleset = function(ta) return ta.moves { "n", "k: 1 <= k <= n -> n - k" } end,
  number_system = function(ta) return ta.numeration(2) end,
  number_set = function(ta) return ta.numeration(2):set "n: n > 0" end,
  theorem = function() return assert(sample "ruleset":theorem()) end,
  position = function(ta) return ta.rules.nim(1) end,
  sum = function(ta) return ta.rules.nim(1) + ta.rules.nim(1) end,
  picture = function(ta) return ta.plot.sequence {} end,
}

local made = {}

-- A small object, by the call of `ta` that makes it or by its kind, made once; nil where it cannot be had.
function sample(name)
  if made[name] == nil then
    local ta = require "takeaway"
    local ok, value = failure.try(function()
      if OTHERS[name] then return OTHERS[name](ta) end
      for _, family in ipairs(registry) do
        local arguments = family.samples[name]
        if type(arguments) == "string" then return sample(arguments) end
        if arguments then return (ta[name](table.unpack(arguments))) end
      end
    end)
    made[name] = ok and value or false
  end
  return made[name] or nil
end

--- A small object of a kind, and the arguments of the methods that give others.
-- @tparam string kind as `data.family` returns it
-- @return the object, or nil
-- @treturn table
function M.sample(kind)
  local of = registry.kinds[kind]
  if of then return of.sample and sample(of.sample), of.gives or {} end
  return OTHERS[kind] and sample(kind), METHODS[kind] or {}
end

local function result_of(call, receiver, name)
  local ta = require "takeaway"
  if receiver ~= nil then
    local one, gives = M.sample(data.family(receiver))
    local arguments = gives[name]
    if not one or not arguments then return nil end
    local ok, value = pcall(function() return one[name](one, table.unpack(arguments)) end)
    return ok and value or nil
  end
  if data.family(call) == "ruleset" then return sample "position" end
  for _, family in ipairs(registry) do
    for constructor in pairs(family.samples) do
      if rawequal(call, ta[constructor]) then return sample(constructor) end
    end
  end
  for _, draw in pairs(ta.plot) do
    if rawequal(call, draw) then return sample "picture" end
  end
  local given = { [ta.ruleset] = "ruleset", [ta.moves] = "ruleset", [ta.load_rules] = "ruleset",
                  [ta.numeration] = "number_system", [ta.move_function] = "movefn", [ta.native] = "movefn",
                  [ta.callback] = "callback", [ta.native_rules] = "ruleset" }
  return given[call] and sample(given[call])
end

-- ---- Members ------------------------------------------------------------------------------

local OURS = debug.getinfo(1, "S").source:match("^(.*)/[^/]*/[^/]*$") .. "/"

-- value[name], calling no function of the user's.
local function member(value, name)
  for _ = 1, 8 do
    if type(value) == "table" then
      local found = rawget(value, name)
      if found ~= nil then return found end
    end
    local metatable = debug.getmetatable(value)
    local index = metatable and rawget(metatable, "__index")
    if type(index) == "function" then
      local info = debug.getinfo(index, "S")
      local ours = info.what == "C" and tostring(rawget(metatable, "__name")):find("^takeaway%.")
      if not ours and info.source:sub(1, #OURS) ~= OURS then return nil end
      local ok, found = pcall(index, value, name)
      return ok and found or nil
    elseif index == nil then
      return nil
    end
    value = index
  end
end

--- Names that may follow a value and a sign.
-- @param value any value
-- @tparam string sign "." or ":"
-- @treturn {string,...} in no order
function M.members(value, sign)
  local names = {}
  local function add(t, want)
    if type(t) ~= "table" then return end
    for name, found in next, t do
      if type(name) == "string" and name:find("^[%a_][%w_]*$") and not name:find("^__")
        and (not want or type(found) == want) then names[#names + 1] = name end
    end
  end
  if type(value) == "table" then add(value, sign == ":" and "function" or nil) end
  local metatable = debug.getmetatable(value)
  if metatable then
    add(rawget(metatable, "__index"), sign == ":" and "function" or nil)
    add(rawget(metatable, "methods"), sign == ":" and "function" or nil)
  end
  add(data.kind(value).methods, sign == ":" and "function" or nil)
  local ta = package.loaded.takeaway
  if ta and value == rawget(ta, "rules") then for name in ta.rules() do names[#names + 1] = name end end
  if ta and value == rawget(ta, "papers") then
    for name in ta.papers() do names[#names + 1] = name end
  end
  return names
end

-- ---- Expressions ----------------------------------------------------------------------------

local CLOSES = { [")"] = "(", ["}"] = "{", ["]"] = "[" }

-- The index of the sign that opens what tokens[i] closes.
local function opening(tokens, i)
  local depth = 0
  for j = i, 1, -1 do
    local text = tokens[j].kind == "sign" and tokens[j].text
    if CLOSES[text] then depth = depth + 1 end
    if text == "(" or text == "{" or text == "[" then depth = depth - 1 end
    if depth == 0 then return j end
  end
end

-- The value of the expression that ends at tokens[i], or of what it would give.
local function value_of(env, tokens, i)
  local token = tokens[i]
  if not token then return nil end
  local text = token.text
  if token.kind == "name" and not KEYWORDS[text] then
    local before = tokens[i - 1]
    if before and before.text == "." then
      local value = value_of(env, tokens, i - 2)
      return value ~= nil and member(value, text) or nil
    end
    return not (before and before.text == ":") and member(env, text) or nil
  elseif text == "]" and tokens[i - 1].kind == "number" and opening(tokens, i) == i - 2 then
    local value = value_of(env, tokens, i - 3)
    return type(value) == "table" and rawget(value, tonumber(tokens[i - 1].text)) or nil
  end
  local from = token.kind == "string" and i or (text == ")" or text == "}") and opening(tokens, i)
  local callee = from and tokens[from - 1]
  if not callee then return nil end
  local before = tokens[from - 2]
  if callee.kind == "name" and before and before.text == ":" then
    local receiver = value_of(env, tokens, from - 3)
    return receiver ~= nil and result_of(nil, receiver, callee.text) or nil
  end
  local call = value_of(env, tokens, from - 1)
  return call ~= nil and result_of(call) or nil
end

--- The value before a token, or one like it, and its text where that is a name or names with dots.
-- @tparam table env globals of the prompt
-- @tparam table tokens as @{tokens} gives
-- @tparam int i the index of a sign, before which the value ends
-- @return a value; nil where it is unknown
-- @treturn string
function M.before(env, tokens, i)
  local from = i - 1
  while from > 2 and tokens[from].kind == "name" and tokens[from - 1].text == "." and tokens[from - 2].kind == "name" do
    from = from - 2
  end
  local parts = {}
  for j = from, i - 1 do parts[#parts + 1] = tokens[j].text end
  local plain = from >= 1 and tokens[from].kind == "name" and (from == 1 or not (tokens[from - 1].text):find("^[.:]$"))
  return value_of(env, tokens, i - 1), plain and table.concat(parts) or nil
end

local function names_of(env, tokens, start)
  local names, last = {}, #tokens
  if last > 0 and tokens[last].text == start then last = last - 1 end -- what is being typed
  local sign = tokens[last] and tokens[last].text
  if sign == "." or sign == ":" then
    local value = value_of(env, tokens, last - 1)
    return value ~= nil and M.members(value, sign) or names
  end
  if start == "" then return names end
  for _, t in ipairs { env, _G } do
    for name in pairs(t) do names[#names + 1] = tostring(name) end
  end
  for name in pairs(KEYWORDS) do names[#names + 1] = name end
  return names
end

-- Topics of help and names of files of examples are strings that may be completed.
local function topics(tokens)
  local last = tokens[#tokens]
  if last and last.text == "(" then last = tokens[#tokens - 1] end
  local names = {}
  if last and last.text == "help" then
    for name in pairs(help.index().by_name) do names[#names + 1] = name end
    for name in pairs(help.index().modules) do names[#names + 1] = name end
  end
  return names
end

--- The completions of the end of a line.
-- @tparam table env globals of the prompt
-- @tparam string line up to the cursor, with the earlier lines that it continues
-- @treturn {string,...} whole words, sorted: "ta.two_pile"
-- @treturn string the word they complete
function M.completions(env, line)
  local tokens, open = M.tokens(line)
  local word, names, start = "", {}, nil
  if not open then
    word = line:match("[%w_.:]*$")
    start = word:match("[%a_][%w_]*$") or ""
    names = (start ~= "" or word:find("[.:]$")) and names_of(env, tokens, start) or names
  elseif open.kind == "string" then
    word = open.text
    start, names = word, topics(tokens)
  end
  local found, seen = {}, {}
  for _, name in ipairs(names) do
    if name:sub(1, #start) == start and not seen[name] then
      seen[name], found[#found + 1] = true, word:sub(1, #word - #start) .. name
    end
  end
  table.sort(found)
  return found, word
end

return M
