--- Reads names of games that may be loopy.
--
--     game    = sum ["&" sum]
--     sum     = operand {("+" | "-") operand}
--     operand = "-" operand | "+-" operand | "+-{" list "}" | "(" game ")" | [node] "{" list bars list ... "}" | name
--     name    = [number] [ups] [star] | [number] word [star] | [number] ("Tiny" | "Miny") "(" game ")"
--     number  = ["-"] integer ["/" integer]      added to what follows it
--     ups     = "^"... | "^" integer | "^[" integer "]" | "^<" integer ">", or with v
--     word    = on, off, over, under, upon, dud, tis, tisn, or "^[on]" | "^<on>", or with v
--
-- This is the grammar of plain values (parse.c) with words, & and nodes. A text without them is accepted or refused as
-- there, and means the same. A name holds no spaces, and only a sign follows an operand. The longest run of bars
-- divides first. An option may be `pass`, a move to the game that it is an option of, or the name of a node: of braces
-- around it that have one. Braces without a move outside are valued when they close, the others with those that they
-- lead to. Signs of Unicode are read as their ASCII equivalents.
-- @module takeaway.family.loopy.reader

local core = require "takeaway.core"
local failure = require "takeaway.base.failure"
local games = require "takeaway.family.loopy.games"

local M = {}

local Reader = {}
Reader.__index = Reader

function Reader:complain(what, at)
  core.raise(core.caret("value: " .. what, self.text, at or self.at))
end

function Reader:space() self.at = self.text:match("^%s*()", self.at) end

-- What matches right here is passed over; the match, or nil.
function Reader:here(pattern)
  local from, to = self.text:find("^" .. pattern, self.at)
  if not from then return nil end
  self.at = to + 1
  return self.text:sub(from, to)
end

-- The same behind spaces.
function Reader:take(pattern)
  self:space()
  return self:here(pattern)
end

function Reader:expect(sign)
  if not self:take("%" .. sign) then self:complain(("expected %q"):format(sign)) end
end

-- A result of the core, or the error it is; with a code a failure.
function Reader.sure(_, value, message, code)
  if value == nil and code then failure.raise(nil, "value: " .. message:gsub("^%l[%l_]*: ", ""), code) end
  if value == nil then core.raise("value: " .. message) end
  return value
end

-- ---- Values ----

-- {x, ... | -x, ...}
function Reader:switch(list)
  local negatives = {}
  for i, x in ipairs(list) do negatives[i] = -x end
  return self:sure(games.game(list, negatives))
end

local UPS = { "[%^v]%[%d+%]", "[%^v]<%d+>", "[%^v]%d+", "%^+", "v+%f[^%w_]" } -- "vx" is a word

-- A multiple of up, or the like, as text; "" where there is none.
function Reader:ups()
  for _, pattern in ipairs(UPS) do
    local ups = self:here(pattern)
    if ups then return ups end
  end
  return ""
end

-- ^[on], ^<on>, v[on] or v<on>, or nil.
function Reader:upon()
  local name = self:here "[%^v]%[on%]" or self:here "[%^v]<on>"
  if not name then return nil end
  local upon = games.named "upon"
  if name:find("<", 1, true) then upon = self:sure(games.game({ core.value(0) }, { core.star(1) - upon })) end
  return name:find "^v" and -upon or upon
end

-- ---- Braces ----

-- An option: a value, { pass = true }, or a node that is open.
function Reader:option()
  local at = self.at
  local word = self:take "[%a_][%w_]*"
  local alone = word and self.text:find("^%s*[,|}]", self.at)
  if word == "pass" then
    if not alone then self:complain("pass stands alone, as an option", at) end
    return { pass = true }
  end
  if word and self.nodes[word] then
    if not alone then self:complain("the name of a node stands alone, as an option", at) end
    return self.nodes[word]
  end
  self.at = at
  return self:game()
end

-- Lists of options and the runs of bars between them, up to the closing brace.
function Reader:lists()
  local lists, bars, places = { {} }, {}, {}
  self:space()
  while not self:take "}" do
    local at = self.at
    local run = self:take "|+"
    if run then
      bars[#bars + 1], places[#places + 1] = #run, at
      lists[#lists + 1] = {}
    else
      local list = lists[#lists]
      if #list > 0 then self:expect "," end
      list[#list + 1] = self:option()
    end
    self:space()
    if self.at > #self.text then self:complain "a brace is not closed" end
  end
  return lists, bars, places
end

local function own(list, node)
  local options = {}
  for i, option in ipairs(list) do options[i] = type(option) == "table" and option.pass and node or option end
  return options
end

-- The lists from..to as the options of a node.
function Reader:divide(node, lists, bars, places, from, to)
  local split = from
  for i = from + 1, to - 1 do
    if bars[i] > bars[split] then split = i end
  end
  for i = from, to - 1 do
    if i ~= split and bars[i] == bars[split] then
      self:complain("as many bars as before: which comes first? write {a||b|c} or {a|b||c}", places[i])
    end
  end
  local function side(first, last)
    if first == last then return own(lists[first], node) end
    local inner = {}
    self:divide(inner, lists, bars, places, first, last)
    return { self:close(inner) }
  end
  node.left, node.right = side(from, split), side(split + 1, to)
end

-- Do all moves lead to values and to nodes reached from this one, none of which is still being read?
local function is_closed(node)
  local seen, list = { [node] = true }, { node }
  for _, at in ipairs(list) do
    if not at.right then return false end
    for _, options in ipairs { at.left, at.right } do
      for _, option in ipairs(options) do
        if type(option) == "table" and not seen[option] then
          seen[option] = true
          list[#list + 1] = option
        end
      end
    end
  end
  return true
end

function Reader:close(node)
  if not is_closed(node) then return node end
  return self:sure(games.graph(node))
end

-- Behind an opening brace.
function Reader:braces(name)
  local node, outer = {}, name and self.nodes[name]
  local at = self.at
  if name then self.nodes[name] = node end
  local lists, bars, places = self:lists()
  if #bars == 0 then self:complain("expected a bar", at) end
  self:divide(node, lists, bars, places, 1, #lists)
  if name then self.nodes[name] = outer end
  return self:close(node)
end

-- Behind +-: a list in braces, or a game.
function Reader:switched()
  self:space()
  local start = self.at
  if not self:here "{" then return self:switch { self:valued(self:operand(), start) } end
  local node, at = {}, self.at
  local lists, bars, places = self:lists()
  if #bars > 0 then
    self:divide(node, lists, bars, places, 1, #lists)
    return self:switch { self:valued(self:close(node), at) }
  end
  if #lists[1] == 0 then self:complain("expected a bar", at) end
  for _, x in ipairs(lists[1]) do self:valued(x, at) end
  return self:switch(lists[1])
end

-- ---- Sums ----

-- What is added or negated must be a value: an open node has none yet.
function Reader:valued(x, at)
  if type(x) == "table" then self:complain("a node that leads out of these braces stands alone, as an option", at) end
  return x
end

-- Behind the opening parenthesis.
function Reader:tiny(word)
  local zero, g = core.value(0), self:valued(self:game(), self.at)
  self:expect ")"
  local inner = word == "Tiny" and self:sure(games.game({ zero }, { -g })) or self:sure(games.game({ g }, { zero }))
  return word == "Tiny" and self:sure(games.game({ zero }, { inner })) or self:sure(games.game({ inner }, { zero }))
end

-- The game of a word, and is it a tiny or a miny? Nil where there is no word.
function Reader:word()
  local at = self.at
  local word = self:here "[%a_][%w_]*"
  if not word then return nil end
  if games.is_named(word) then return games.named(word), false end
  if (word == "Tiny" or word == "Miny") and self:here "%(" then return self:tiny(word), true end
  if word == "pass" then self:complain("pass stands alone, as an option", at) end
  if self.nodes[word] then self:complain("the name of a node stands alone, as an option", at) end
  self:complain("no game of this name", at)
end

-- A number, then a word or ups, then a nimber. What is no number is refused by the core, with its reason.
function Reader:name()
  local plain = self:here "%-?%d+[/.]?%d*" or ""
  local game, is_tiny = self:upon(), false
  local ups = game and "" or self:ups()
  if not game and ups == "" then game, is_tiny = self:word() end
  if not is_tiny then plain = plain .. ups .. (self:here "%*%d*" or "") end
  if plain == "" then return game or self:complain "expected a game" end
  local rest = self:sure(core.value(plain))
  return game and game + rest or rest
end

-- Is the word in front of a brace the name of its node? v, vv and v3 are downs.
local function is_node(word) return not word:find "^v+$" and not word:find "^v%d+$" end

function Reader:operand()
  self:space()
  local at = self.at
  if not self.text:find("^%-%d", at) and self:here "%-" then return -self:valued(self:operand(), at) end
  if self:here "%+%-" then return self:switched() end
  if self:here "%(" then
    local game = self:game()
    self:expect ")"
    return game
  end
  if self:here "{" then return self:braces() end
  local word, inside = self.text:match("^([%a_][%w_]*)%s*{()", at)
  if not word or not is_node(word) then return self:name() end
  self.at = inside
  return self:braces(word)
end

-- What may follow an operand: a sign, what ends a game, or the end.
function Reader:behind()
  self:space()
  if self.text:find("^%+%-", self.at) then self:complain "+- after a value: write + (+-x) or + (-x)" end
  if self.text:find("^[^-+&,|})]", self.at) then self:complain "not part of a value" end
end

function Reader:sum()
  local at = self.at
  local sum = self:operand()
  while true do
    self:behind()
    local sign = self:take "[%+%-]"
    if not sign then return sum end
    self:valued(sum, at)
    local here = self.at
    local other = self:valued(self:operand(), here)
    sum = sign == "+" and sum + other or sum - other
  end
end

function Reader:game()
  local at = self.at
  local onside = self:sum()
  local here = self.at
  if not self:take "&" then return onside end
  self:valued(onside, at)
  local offside = self:valued(self:sum(), here)
  local value, message, code = core.loopy_sides(onside, offside)
  if code == "EUNSUPPORTED" then self:complain(message, here) end
  return self:sure(value, message)
end

--- Test whether it is a name for this reader: with a word of its own, an & or a brace with a name.
function M.is_loopy_name(text)
  if text:find "&" then return true end
  for word, brace in text:gmatch "([%a_][%w_]*)({?)" do
    if word == "pass" or games.is_named(word) or brace ~= "" and is_node(word) then return true end
  end
  return false
end

local SIGNS = {
  ["∗"] = "*", ["↑"] = "^", ["⇑"] = "^^", ["↓"] = "v", ["⇓"] = "vv", ["±"] = "+-", ["⧾"] = "Tiny", ["⧿"] = "Miny",
}
local FRACTIONS = "⅛¼⅜½⅝¾⅞"

-- Text in Unicode as ASCII: 1½ is 3/2, and ½3 is nothing.
local function ascii(text)
  if not text:find "[\128-\255]" then return text end
  return (text:gsub("(%d*)([\194-\244][\128-\191]+)()", function(whole, sign, behind)
    local is_fraction = FRACTIONS:find(sign, 1, true) and not text:find("^%d", behind)
    return is_fraction and tostring(core.number(whole .. sign)) or whole .. (SIGNS[sign] or sign)
  end))
end

--- The value with this name; a failure with a code is raised.
function M.read(text)
  local reader = setmetatable({ text = ascii(text), at = 1, nodes = {} }, Reader)
  local value = reader:game()
  reader:space()
  if reader.at <= #reader.text then reader:complain "expected the end" end
  return value
end

--- An operand as a value; numbers and text are read.
function M.value_of(x)
  if type(x) == "string" and M.is_loopy_name(x) then return M.read(x) end
  if games.is_value(x) then return x end
  if type(x) == "table" then core.raise "value: expected a value, a number or text, got a table" end
  return failure.raise(core.value(x))
end

return M
