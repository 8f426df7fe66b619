--- Lines of CGSuite's worksheet: expressions of values and positions in CGScript.
--
-- CGScript is the input of CGSuite, not the notation in which it prints values: `3*5` is 15 there. These are read:
--
-- * numbers of any length, fractions `3/4`, `*`, `*3`, `^`, `^^`, `^3*2`, `v`, `on`, `off`, `over`, `under`, `upon`,
--   `omega`;
-- * games in braces; in quotes as forms; with names of nodes and `pass` as loopy games;
-- * lists `[1, 2]`, sets `{1, 3}`, strings; `+ - * / % ^ : & +-`, comparisons, `and`, `or`, `not`; names by `:=`;
-- * rules such as `game.grid.Domineering("..|..")` and `game.heap.TakeAndBreak("0.77")(9)`;
-- * methods by CGSuite's names, `g.Cool(1)`, `g.CanonicalForm`, and infix words, `g Heat 1`.
--
-- `;` or line ends separate statements. There are no classes, functions or loops.
--
-- Source: A. N. Siegel, CGSuite 2 (2020), its help on the language.
-- @module takeaway.research.cgscript

local failure = require "takeaway.base.failure"
local operators = require "takeaway.research.cgscript.operators"
local text_of = require "takeaway.base.text"

local plain, shown, whole = operators.plain, operators.shown, operators.whole

local M = {}

local ta -- the public functions, loaded at the first call, since their module requires this one

-- ---- Words -------------------------------------------------------------------------------

-- The longest first.
local SIGNS = { ":=", "==", "!=", "<=", ">=", "<>", "<|", "|>", "+-", "+", "-", "*", "/", "%", "^", ":", "&", ".", ",",
                ";", "(", ")", "[", "]", "{", "}", "|", "<", ">", "'" }
local BLANK = { ["\n"] = true }

local function tokens_of(source)
  local list, at = {}, 1
  local function add(kind, word, stop)
    list[#list + 1] = { kind = kind, word = word, at = at, stop = stop }
    at = stop
  end
  while at <= #source do
    local sign = source:sub(at, at)
    local digits, name = source:match("^%d+", at), source:match("^[%a_][%w_]*", at)
    local quoted = source:match('^"([^"]*)"', at)
    if sign:find "%s" then
      if BLANK[sign] and #list > 0 then add("sign", ";", at + 1) else at = at + 1 end
    elseif digits then add("number", digits, at + #digits)
    elseif name and name:find "^v+$" then add("down", name, at + #name)
    elseif name then add("name", name, at + #name)
    elseif source:find("^%^%^", at) then
      local ups = source:match("^%^+", at)
      add("up", ups, at + #ups)
    elseif quoted then add("string", quoted, at + #quoted + 2)
    else
      local found
      for _, known in ipairs(SIGNS) do
        if source:sub(at, at + #known - 1) == known then
          found = known
          break
        end
      end
      if not found then error({ at = at, why = "this is no sign of CGScript" }, 0) end
      if found == "|" then found = source:match("^|+", at) end
      add("sign", found, at + #found)
    end
  end
  add("end", "the end", at)
  return list
end

-- Not a value: a name space of rules, such as `game.grid`.
local Place = {}

-- ---- Reading -----------------------------------------------------------------------------

local Reader = {}
Reader.__index = Reader

function Reader.fail(_, token, why, ...) error({ at = token.at, why = why:format(...) }, 0) end

function Reader:peek(word) return self.list[self.i].word == word and self.list[self.i].kind == "sign" end

function Reader:take(word)
  if not self:peek(word) then return nil end
  self.i = self.i + 1
  return self.list[self.i - 1]
end

function Reader:next()
  self.i = self.i + 1
  return self.list[self.i - 1]
end

function Reader:expect(word)
  local token = self:take(word)
  if not token then self:fail(self.list[self.i], "expected %s here", word) end
  return token
end

-- Can an operand begin with this token?
local OPENS = { ["("] = true, ["["] = true, ["{"] = true, ["'"] = true }
local function opens(token)
  return token.kind == "number" or token.kind == "name" or token.kind == "string"
    or token.kind == "sign" and OPENS[token.word]
end

-- The result of an operator; errors name its position.
function Reader:apply(token, f, ...)
  local ok, found, message = failure.try(f, ...)
  if not ok then self:fail(token, "%s", text_of.message(found):gsub("^[^:]*: ", "", 1)) end
  if found == nil and message then self:fail(token, "%s", message) end
  return found
end

-- ---- Games in braces -----------------------------------------------------------------------

-- After {: lists separated by runs of bars; or a set if there is no bar.
function Reader:braces(open)
  local start = self.i
  local lists, bars = { {} }, {}
  local raw = false -- a node's name, or pass: CGSuite's notation of loopy games, which ta.value reads too
  local deep, i = 1, self.i
  while deep > 0 and self.list[i].kind ~= "end" do
    local token, after = self.list[i], self.list[i + 1]
    if token.kind == "sign" then deep = deep + (token.word == "{" and 1 or token.word == "}" and -1 or 0) end
    raw = raw or token.word == "pass" or token.kind == "name" and after.word == "{"
    i = i + 1
  end
  if deep > 0 then self:fail(open, "this is never closed") end
  if raw or self.node then return self:raw(open, i) end
  self.i = start
  while not self:take "}" do
    local bar = self.list[self.i]
    if bar.kind == "sign" and bar.word:find "^|+$" then
      bars[#bars + 1], lists[#lists + 1] = bar, {}
      self.i = self.i + 1
    else
      if #lists[#lists] > 0 then self:expect "," end
      table.insert(lists[#lists], self:expression())
    end
  end
  if #bars == 0 then return lists[1] end
  local function divide(from, to)
    if from == to then return lists[from] end
    local most, split = 0, nil
    for k = from, to - 1 do
      if #bars[k].word > most then most, split = #bars[k].word, k
      elseif #bars[k].word == most then
        self:fail(bars[k], "the same number of bars again: it is not clear which divides first")
      end
    end
    local function side(a, b)
      local list = divide(a, b)
      return a == b and list or { list }
    end
    return self:apply(open, ta.value, { left = side(from, split), right = side(split + 1, to) })
  end
  return divide(1, #lists)
end

-- The value of the text from a token to before the i-th, by ta.value.
function Reader:raw(from, i)
  self.i = i
  return self:apply(from, ta.value, self.source:sub(from.at, self.list[i - 1].stop - 1))
end

-- ---- Expressions ---------------------------------------------------------------------------

local function snake(name) return (name:gsub("(%l)(%u)", "%1_%2"):gsub("(%u)(%u%l)", "%1_%2"):lower()) end

local CALLED = { game_value = "canonical_form", outcome_class = "outcome", misere_outcome_class = "misere_outcome",
                 rcf = "reduced_canonical_form", check_periodicity = "periodicity", takeaway = "take_away" }
local LOOPY = { on = true, off = true, over = true, under = true, upon = true, tis = true, tisn = true, dud = true }
local PLAYERS = { Left = "left", Right = "right" }
local CONSTANTS = { ["true"] = true, ["false"] = false }
local PROGRAM = { ["if"] = true, ["for"] = true, ["while"] = true, ["def"] = true, ["class"] = true, ["return"] = true,
                  begin = true, from = true, ["try"] = true }

-- The rules for a name such as Domineering; nil if there are none.
local function rules_of(name)
  local wanted = CALLED[snake(name)] or snake(name)
  if wanted == "take_and_break" or wanted == "octal" then return ta.octal end
  for known in ta.rules() do
    if known == wanted then return ta.rules[known] end
  end
end

-- The arguments for our functions, with Lua integers where possible.
local function ours(list)
  local given = {}
  for i, x in ipairs(list) do
    given[i] = whole(x) or type(x) == "table" and not getmetatable(x) and ours(x) or x
  end
  return given
end

function Reader:arguments()
  local list = {}
  if not self:take "(" then return nil end
  while not self:take ")" do
    if #list > 0 then self:expect "," end
    list[#list + 1] = self:expression()
  end
  return list
end

-- The result of x.Name(...).
function Reader:member(token, x, name, list)
  if x == Place then
    local found = rules_of(name)
    if not found then return list == nil and Place or self:fail(token, "there are no rules %s here", name) end
    if not list then return found end
    return self:apply(token, found, table.unpack(ours(list)))
  end
  local call, given = CALLED[snake(name)] or snake(name), ours(list or {})
  if call == "nim_value_sequence" then -- for heaps 1, 2, ...
    return self:apply(token, function(n) return x:nim_values(n):list(1, n) end, table.unpack(given))
  end
  if call == "options" and (given[1] == "left" or given[1] == "right") then
    call, given = given[1] .. "_options", {}
  end
  if call == "equals" and given[1] == nil or type(x) ~= "userdata" and type(x) ~= "table" then
    self:fail(token, "%s has no %s", shown(x), name)
  end
  local known, f = failure.try(function() return x[call] end)
  if not known or f == nil then self:fail(token, "no %s of %s is known here", name, shown(x)) end
  if type(f) ~= "function" then return f end
  return plain(self:apply(token, f, x, table.unpack(given)))
end

function Reader:named(token)
  local name = token.word
  if CONSTANTS[name] ~= nil then return CONSTANTS[name] end
  if self.names[name] ~= nil then return self.names[name] end
  if PLAYERS[name] then return PLAYERS[name] end
  if self:peek "{" then -- a{0|a}
    local open, deep, i = self.list[self.i], 0, self.i
    repeat
      local sign = self.list[i]
      if sign.kind == "end" then self:fail(open, "this is never closed") end
      if sign.kind == "sign" then deep = deep + (sign.word == "{" and 1 or sign.word == "}" and -1 or 0) end
      i = i + 1
    until deep == 0
    return self:raw(token, i)
  end
  if LOOPY[name] then return ta.value(name) end
  if name == "omega" then return ta.ordinal "w" end
  if PROGRAM[name] then self:fail(token, "programs are not read here, expressions are") end
  if name == "game" or name == "Player" then return Place end
  local found = rules_of(name)
  if found then return found end
  self:fail(token, "nothing is called %s", name)
end

-- A number, a name, a string, or an expression in brackets.
function Reader:primary()
  local token = self:next()
  if token.kind == "number" then return self:apply(token, ta.number, token.word) end
  if token.kind == "string" then return token.word end
  if token.kind == "name" then return self:named(token) end
  if token.word == "(" then
    local x = self:expression()
    self:expect ")"
    return x
  elseif token.word == "[" then
    local list = {}
    while not self:take "]" do
      if #list > 0 then self:expect "," end
      list[#list + 1] = self:expression()
    end
    return list
  elseif token.word == "{" then
    return self:braces(token)
  elseif token.word == "'" then
    while not self:peek "'" do
      if self:next().kind == "end" then self:fail(token, "this quote is never closed") end
    end
    local close = self:next()
    return self:apply(token, ta.form, self.source:sub(token.at, close.stop - 1))
  end
  self:fail(token, "expected a number, a name or a game, got %s", token.word)
end

-- *, *3: the nimber, also after an up.
function Reader:star(token)
  if not opens(self.list[self.i]) or self:is_infix(self.i) then return ta.star(1) end
  local size = self:primary()
  local n = whole(size) or operators.is_ordinal(size) and size
  if not n then self:fail(token, "* needs the size of a heap after it") end
  return self:apply(token, ta.star, n)
end

function Reader:ups(token)
  local word, times = token.word, nil
  local count = #word * (word:sub(1, 1) == "v" and -1 or 1)
  if #word == 1 and opens(self.list[self.i]) and not self:is_infix(self.i) then
    local x = self:primary()
    times = whole(x) or self:fail(token, "%s needs a number after it", word)
    count = count * times
  end
  local value = self:apply(token, ta.up, count)
  local star = self.list[self.i]
  if star.word == "*" and star.kind == "sign" then
    local after = self.list[self.i + 1]
    if times or #word > 1 or after.kind == "number" or not opens(after) then
      self.i = self.i + 1
      return value + self:star(star)
    end
  end
  return value
end

-- Is the i-th token an infix word, as in g Heat 1?
function Reader:is_infix(i)
  local token, after = self.list[i], self.list[i + 1]
  if token.kind ~= "name" or not token.word:find "^%u" or self.names[token.word] ~= nil then return false end
  return opens(after) or after.kind == "up" or after.kind == "down" or after.word == "*" or after.word == "^"
    or after.word == "-" or after.word == "+-"
end

function Reader:postfix()
  local token = self.list[self.i]
  local x
  if token.kind == "up" or token.kind == "down" or token.word == "^" and token.kind == "sign" then
    x = self:ups(self:next())
  elseif self:take "*" then
    x = self:star(token)
  else
    x = self:primary()
  end
  while true do
    if self:take "." then
      local name = self:next()
      if name.kind ~= "name" then self:fail(name, "expected the name of a method") end
      x = self:member(name, x, name.word, self:arguments())
    elseif self:peek "(" and (type(x) == "function" or type(x) == "table" or operators.is_callable(x)) then
      local open, list = self.list[self.i], self:arguments()
      x = self:apply(open, x, table.unpack(ours(list)))
    else
      return x
    end
  end
end

function Reader:exponent()
  local x = self:postfix()
  local token = self:take "^"
  if not token then return x end
  return self:apply(token, operators.power, x, self:exponent())
end

function Reader:unary()
  local token = self.list[self.i]
  if self:take "-" then return self:apply(token, function(x) return -x end, self:unary()) end
  if self:take "+" then return self:unary() end
  if self:take "+-" then return self:switch(token, self:exponent()) end
  return self:exponent()
end

-- +-x; +-{a, b}
function Reader:switch(token, x)
  local list = type(x) == "table" and not getmetatable(x) and x or { x }
  local negative = {}
  for i, g in ipairs(list) do negative[i] = -g end
  return self:apply(token, ta.value, { left = list, right = negative })
end

-- The levels of operators, the loosest first.
local LEVELS = { { "+", "-", "+-" }, { "&" }, { ":" }, { "*", "/", "%" } }

function Reader:level(n)
  if not LEVELS[n] then return self:unary() end
  local x = self:level(n + 1)
  while true do
    local token
    for _, sign in ipairs(LEVELS[n]) do token = token or self:take(sign) end
    if not token then return x end
    local y = self:level(n + 1)
    if token.word == "+-" then x = x + self:switch(token, y)
    else x = self:apply(token, operators.BINARY[token.word], x, y) end
  end
end

function Reader:infix()
  local x = self:level(1)
  while self:is_infix(self.i) do
    local word = self:next()
    x = self:member(word, x, word.word, { self:level(1) })
  end
  return x
end

function Reader:relation()
  local x = self:infix()
  local token = self.list[self.i]
  local f = token.kind == "sign" and operators.RELATIONS[token.word]
  if not f then return x end
  self.i = self.i + 1
  return self:apply(token, f, x, self:infix())
end

function Reader:word(word)
  if self.list[self.i].kind == "name" and self.list[self.i].word == word then return self:next() end
end

function Reader:negation()
  if self:word "not" then return not self:negation() end
  return self:relation()
end

function Reader:conjunction()
  local x = self:negation()
  while self:word "and" do
    local y = self:negation()
    x = x and y
  end
  return x
end

function Reader:expression()
  local x = self:conjunction()
  while self:word "or" do
    local y = self:conjunction()
    x = x or y
  end
  return x
end

function Reader:statement()
  local token, after = self.list[self.i], self.list[self.i + 1]
  if token.kind == "name" and after.word == ":=" then
    self.i = self.i + 2
    self.names[token.word] = self:statement()
    return self.names[token.word]
  end
  return self:expression()
end

local function run(source, names)
  local self = setmetatable({ source = source, i = 1, names = names }, Reader)
  local good, result = failure.try(function()
    self.list = tokens_of(source)
    local last
    repeat
      while self:take ";" do end -- luacheck: ignore
      if self.list[self.i].kind ~= "end" then
        last = self:statement()
        if self.list[self.i].kind ~= "end" and not self:peek ";" then
          self:fail(self.list[self.i], "not part of what is before it")
        end
      end
    until self.list[self.i].kind == "end"
    if last == Place then self:fail(self.list[1], "a package, not a value") end
    return last
  end)
  if good then return result end
  if type(result) ~= "table" or not result.at then error(result, 0) end
  local start = source:sub(1, result.at - 1):match ".*\n()" or 1
  failure.misuse(("cgscript: %s\n    %s\n    %s^"):format(result.why, text_of.visible(source:match("[^\n]*", start)),
    (" "):rep(result.at - start)))
end

--- Evaluate statements of CGSuite's worksheet.
-- @function cgscript
-- @tparam string source statements in CGScript, separated by `;` or line ends
-- @tparam[opt] table names values of names, by name; the call adds the names that statements set by `:=`
-- @return the result of the last statement: a value, a position, a sum, a boolean, a list, rules. Raises for a line
--   that cannot be read or has no result, with a caret under the error
-- @usage assert(ta.cgscript "g := {3||2|1}; (g + 3*5).Mean" == ta.value "69/4")
function M.cgscript(source, names)
  if type(source) ~= "string" then
    failure.misuse("cgscript: source: expected a text, got " .. text_of.shown(source))
  end
  if names ~= nil and type(names) ~= "table" then
    failure.misuse("cgscript: names: expected a table, got " .. text_of.shown(names))
  end
  ta = ta or require "takeaway"
  return run(source, names or {})
end

return M
