--- The reader of declarations: variables, conditions and moves from their texts, by recursive descent.
--
--    move      = [ name {"," name} ":" ] [ condition {"," condition} ] "->" sum {"," sum}
--    condition = both {"or" both}            both = one {"and" one}
--    one       = "not" one | "(" condition ")" | sum relation sum {relation sum}
--    sum       = product {("+" | "-") product}
--    product   = unary {("*" | "/" | "//" | "%" | "mod") unary | primary}
--    unary     = "-" unary | primary
--    primary   = number | name | name "(" sum {"," sum} ")" | "(" sum ")"
--
-- As in move functions the implicit product binds like the written one: 3k/2 is (3k)/2. A fraction may stand in a
-- comparison, in floor and in ceil; a target is whole.
-- @module takeaway.engine.declaration.parse

local conditions = require "takeaway.engine.declaration.conditions"
local terms = require "takeaway.engine.declaration.terms"
local text = require "takeaway.base.text"
local tokens = require "takeaway.engine.declaration.tokens"

local M = {}

-- Generated code must stay within Lua's limits on nesting, local variables and registers.
local NESTING, PARAMETERS, ARGUMENTS, COMPONENTS = 32, 16, 16, 64
local RELATIONS = { ["<"] = true, ["<="] = true, ["="] = true, ["~="] = true, [">="] = true, [">"] = true }
local LOGIC = { ["and"] = true, ["or"] = true, ["not"] = true }
local BUILT_IN = { floor = 1, ceil = 1, abs = 1, min = ARGUMENTS, max = ARGUMENTS } -- the most terms

local Parser = {}
Parser.__index = Parser

M.Parser = Parser -- formula.lua extends it

-- scope: true for a variable, the value for a constant, "call" for a Lua function or table.
local function parser(source, scope, fail)
  local list, places = tokens.read(source, fail)
  return setmetatable({ list = list, places = places, at = 1, scope = scope, fail_at = fail, nesting = 0 }, Parser)
end

function Parser:peek() return self.list[self.at] end

-- Fail at a token, by default the next one. Its index is needed, since equal tokens are one object.
function Parser:fail(what, where) self.fail_at(self.places[where or self.at], what) end

-- Take the token and return it, if it is this sign or word.
function Parser:take(sign)
  local token = self.list[self.at]
  if token.sign ~= sign and token.word ~= sign then return nil end
  self.at = self.at + 1
  return token
end

function Parser:expect(sign, what)
  return self:take(sign) or self:fail(what or "expected " .. sign)
end

function Parser:deeper(read)
  self.nesting = self.nesting + 1
  if self.nesting > NESTING then self:fail "too deeply nested" end
  local result = read(self)
  self.nesting = self.nesting - 1
  return result
end

-- The result of an operation on terms; fails if there is none.
function Parser:within(term, where) return term or self:fail("a coefficient beyond 2^53", where) end

-- ---- Terms ------------------------------------------------------------------------------

local function names_of(scope, calls)
  local list = {}
  for name, kind in pairs(scope) do
    if (kind == "call") == (calls or false) then list[#list + 1] = name end
  end
  table.sort(list)
  return list
end

-- Advice for a call of an unknown function.
function Parser:to_be_called(name) -- luacheck: ignore self
  return ("give it beside the moves: %s = function(k) ... end"):format(name)
end

function Parser:unknown(name, where)
  if self:peek().sign == "(" then
    local calls = names_of(self.scope, true)
    for built_in in pairs(BUILT_IN) do calls[#calls + 1] = built_in end
    local near = text.nearest(name, calls)
    self:fail(("unknown function %s; %s"):format(name, near and "did you mean " .. near .. "?"
      or self:to_be_called(name)), where)
  end
  local names = names_of(self.scope)
  local near = text.nearest(name, names)
  self:fail(("unknown name %s; %s"):format(name, near and "did you mean " .. near .. "?"
    or #names == 0 and "none is known here" or "known are " .. table.concat(names, ", ")), where)
end

-- Append the terms between ( and ) to `list`.
function Parser:arguments(list)
  self:expect("(", "expected ( after the function's name")
  local count = 0
  repeat
    if count == ARGUMENTS then self:fail(("more than %d arguments"):format(ARGUMENTS)) end
    count = count + 1
    list[count] = self:deeper(self.sum)
  until not self:take ","
  self:expect ")"
  return list
end

function Parser:built_in(op, where)
  local list = self:arguments {}
  if #list > BUILT_IN[op] then self:fail(op .. " takes one term", where) end
  local term = list[1]
  if op == "floor" then return terms.floor(term) end
  if op == "ceil" then return self:within(terms.ceil(term), where) end
  if op == "abs" then op, list = "max", { term, self:within(terms.scale(term, -1), where) } end
  return self:within(terms.extreme(op, list), where)
end

function Parser:whole(term, where, what)
  if term.denominator ~= 1 then self:fail(what .. "; write floor(...) or ceil(...)", where) end
  return term
end

function Parser:call(name)
  local open = self.at
  local list = self:arguments {}
  for _, term in ipairs(list) do self:whole(term, open, "a fraction as an argument") end
  list.op, list.name = "call", name
  self.called[name] = math.max(#list, self.called[name] or 0)
  return terms.atom(list)
end

function Parser:named(name, where)
  local kind = self.scope[name]
  if kind == nil then self:unknown(name, where) end
  if kind == true then return terms.name(name) end
  if kind ~= "call" then return terms.number(kind) end
  if self:peek().sign ~= "(" then self:fail(("%s is a function; write it as %s(...)"):format(name, name), where) end
  return self:call(name)
end

function Parser:primary()
  local token = self:peek()
  if self:take "(" then
    local term = self:deeper(self.sum)
    self:expect ")"
    return term
  end
  self.at = self.at + 1
  if token.number then return terms.number(token.number) end
  if token.name then return self:named(token.name, self.at - 1) end
  if BUILT_IN[token.word] then return self:built_in(token.word, self.at - 1) end
  self.at = self.at - 1
  if token.word then self:fail(("%s is a word with a meaning of its own, not a term"):format(token.word)) end
  self:fail "expected a number, a name, ( or a function"
end

function Parser:unary()
  local where = self.at
  if not self:take "-" then return self:primary() end
  return self:within(terms.scale(self:deeper(self.unary), -1), where)
end

function Parser:times(a, b, where)
  if terms.is_number(b) then a, b = b, a end
  if not terms.is_number(a) then self:fail("a product of two terms with names is not linear", where) end
  return self:within(terms.scale(b, a.constant, a.denominator), where)
end

-- term / number, and floor and mod by a number.
function Parser:divide(op, term, where)
  local by = self:unary()
  if not terms.is_number(by) then self:fail(("%s by a term with names is not linear"):format(op), where) end
  if op == "/" and by.constant == 0 or op ~= "/" and by.constant <= 0 then
    self:fail(op == "/" and "division by 0" or ("%s by a number that is not positive"):format(op), where)
  end
  if op == "mod" then
    self:whole(by, where, "mod by a fraction")
    return terms.mod(self:whole(term, where, "mod of a fraction"), by.constant)
  end
  local quotient = self:within(terms.scale(term, by.denominator, by.constant), where)
  return op == "//" and terms.floor(quotient) or quotient
end

local DIVISIONS = { ["/"] = "/", ["//"] = "//", ["%"] = "mod", mod = "mod" }

function Parser:product()
  local term = self:unary()
  while true do
    local token, where = self:peek(), self.at
    local division = DIVISIONS[token.sign or token.word]
    if division then
      self.at = self.at + 1
      term = self:divide(division, term, where)
    elseif self:take "*" then
      term = self:times(term, self:unary(), where)
    elseif token.sign == "(" or token.name or BUILT_IN[token.word] then
      term = self:times(term, self:primary(), where)
    else
      return term
    end
  end
end

function Parser:sum()
  local first, term = self.at, self:product()
  while true do
    local where = self.at
    local token = self:take "+" or self:take "-"
    if not token then
      if terms.depth(term) > NESTING then self:fail("too deeply nested", first) end
      return term
    end
    term = self:within(terms.add(term, self:product(), token.sign == "+" and 1 or -1), where)
  end
end

-- ---- Conditions -------------------------------------------------------------------------

-- Is the text between this ( and its ) a condition?
function Parser:opens_condition()
  local depth, i = 0, self.at
  repeat
    local token = self.list[i]
    depth = depth + (token.sign == "(" and 1 or token.sign == ")" and -1 or 0)
    if RELATIONS[token.sign] or LOGIC[token.word] then return true end
    i = i + 1
  until depth == 0 or not self.list[i]
  return false
end

function Parser:comparison()
  local first = self.at
  local list, relations, count, read = { (self:sum()), nil, nil }, { nil, nil }, 0, self.list
  local relation = read[self.at].sign
  while RELATIONS[relation] do
    count = count + 1
    relations[count] = relation
    self.at = self.at + 1
    list[count + 1] = self:sum()
    relation = read[self.at].sign
  end
  if count == 0 then self:fail "expected a comparison: <, <=, =, ~=, >= or >" end
  self:within(terms.whole(list), first)
  return { op = "compare", terms = list, relations = relations }
end

function Parser:one()
  if self:take "not" then return { op = "not", self:deeper(self.one) } end
  if self:peek().sign == "(" and self:opens_condition() then
    self.at = self.at + 1
    local condition = self:deeper(self.condition)
    self:expect ")"
    return condition
  end
  return self:comparison()
end

function Parser:joined(op, read)
  local list = {}
  repeat list[#list + 1] = read(self) until not self:take(op)
  return conditions.join(op, list)
end

function Parser:both() return self:joined("and", self.one) end

function Parser:condition() return self:joined("or", self.both) end

function Parser:conditions()
  local list = {}
  repeat list[#list + 1] = self:condition() until not self:take ","
  return list
end

-- ---- Names, conditions and moves as a whole ---------------------------------------------------

-- Names up to a sign or the end. None of them may be in `taken`, which describes each.
function Parser:names(taken, what, most)
  local list, at = {}, {}
  repeat
    local token = self:peek()
    local name = token.name
    if not name then self:fail(token.word and ("%s is a word with a meaning of its own; choose another name"):format(
      token.word) or ("expected the name of a %s"):format(what)) end
    if taken[name] then self:fail(("%s is %s already"):format(name, taken[name])) end
    if #list == most then self:fail(("more than %d %ss"):format(most, what)) end
    list[#list + 1], at[name], taken[name] = name, self.places[self.at], "a " .. what
    self.at = self.at + 1
  until not self:take ","
  return list, at
end

function Parser:finish(what)
  if self.at < #self.list then self:fail(what) end
end

--- The variables of the positions.
-- @tparam string source "a, b, x"
-- @tparam table taken names with other meanings, with what they are
-- @tparam function fail as for @{takeaway.engine.declaration.tokens.read}
function M.variables(source, taken, fail)
  local p = parser(source, {}, fail)
  local list = p:names(taken, "variable", COMPONENTS)
  p:finish "expected a comma or the end"
  return list
end

--- Conditions, with commas between those that must all hold.
-- @tparam string source
-- @tparam table scope the meaning of each name: true a number, an integer that integer, "call" a Lua function or table
-- @tparam table called receives the names of the functions that are called, with their numbers of arguments
-- @tparam function fail as for @{takeaway.engine.declaration.tokens.read}
function M.conditions(source, scope, called, fail)
  local p = parser(source, scope, fail)
  p.called = called
  local list = p:conditions()
  p:finish "expected an operator, a comma or the end"
  return conditions.join("and", list)
end

local function has_sign(list, sign)
  for _, token in ipairs(list) do
    if token.sign == sign then return true end
  end
  return false
end

--- One move.
-- @tparam string source
-- @tparam table scope as for `conditions`
-- @tparam table taken names that are taken, for the parameters
-- @tparam table called as for `conditions`
-- @tparam int count the number of targets
-- @tparam function fail as for @{takeaway.engine.declaration.tokens.read}
-- @treturn table `parameters`, `guards` as written, `targets`
-- @treturn table the positions of the parameters in the text
function M.move(source, scope, taken, called, count, fail)
  local p = parser(source, {}, fail)
  p.called = called
  local move, at = { parameters = {}, guards = {}, targets = {} }, {}
  for name, kind in pairs(scope) do p.scope[name] = kind end
  if has_sign(p.list, ":") then
    local names = {}
    for name, what in pairs(taken) do names[name] = what end
    move.parameters, at = p:names(names, "parameter", PARAMETERS)
    for _, name in ipairs(move.parameters) do p.scope[name] = true end
    p:expect(":", "expected a comma or :")
  end
  if p:peek().sign ~= "->" then move.guards = p:conditions() end
  p:expect("->", "expected an operator, a comma or ->")
  repeat
    local where = p.at
    if #move.targets == count then
      p:fail(("one target too many: the position has %s"):format(text.count(count, "variable")))
    end
    move.targets[#move.targets + 1] = p:whole(p:sum(), where, "a target that is a fraction")
  until not p:take ","
  p:finish "expected an operator, a comma or the end"
  if #move.targets < count then
    p:fail(("%s; the position has %s"):format(text.count(#move.targets, "target"), text.count(count, "variable")))
  end
  return move, at
end

return M
