--- The reader of formulas: the conditions of declarations, with "there is", "for all", "follows" and sets.
--
--    formula  = follows {"<=>" follows}
--    follows  = either ["=>" follows]
--    either   = both {"or" both}              both = one {"and" one}
--    one      = "not" one | ("E" | "A") name {"," name} ":" formula | set "(" sum {"," sum} ")"
--             | "(" formula ")" | comparison
--
-- What is read is as in @{takeaway.engine.declaration.conditions}, and
-- `{op = "exists" | "all", names = {...}, formula}`,
-- `{op = "implies" | "iff", formula, formula}`, `{op = "set", name =, term, ...}`.
-- @module takeaway.engine.automata.formula

local parse = require "takeaway.engine.declaration.parse"
local terms = require "takeaway.engine.declaration.terms"
local text = require "takeaway.base.text"
local tokens = require "takeaway.engine.declaration.tokens"

local M = {}

local Formula = setmetatable({}, { __index = parse.Parser })
Formula.__index = Formula

local VARIABLES = 16

-- ---- Sums -----------------------------------------------------------------------------------

-- Tokens that continue a product: a sum with one is left to the reader of all terms.
local FACTORS = { ["("] = true, ["*"] = true, ["/"] = true, ["//"] = true, ["%"] = true, mod = true, floor = true,
                  ceil = true, min = true, max = true, abs = true }
local SIGNS = { ["+"] = 1, ["-"] = -1 }
local MOST = 1 << 53

-- The term that begins at an index, and the index after it, if it is a sum of numbers and of names, each once, or
-- numbers times names. Tables are made with all their entries, since a growing table is copied.
local function plain_sum(list, at, scope, atoms)
  local constant, sign, first, second, term = 0, 1, nil, nil, nil
  repeat
    local token = list[at]
    local factor, name = token.number, token.name
    if factor then
      at = at + 1
      name = list[at].name
    elseif not name then
      return nil
    end
    factor = sign * (factor or 1)
    if name then
      local atom = atoms[name]
      if not atom then
        atom = { op = "name", name = name }
        atoms[name] = atom
      end
      if not scope[name] or factor == 0 then return nil end
      for _, part in ipairs(term or { first, second }) do
        if part.atom == atom then return nil end
      end
      local part = { coefficient = factor, atom = atom }
      if term then term[#term + 1] = part
      elseif second then term = { constant = 0, denominator = 1, first, second, part }
      elseif first then second = part
      else first = part end
      at = at + 1
    else
      constant = constant + factor
      if constant > MOST or constant < -MOST then return nil end
    end
    token = list[at]
    if token.name or FACTORS[token.sign or token.word] then return nil end
    sign = SIGNS[token.sign]
    at = at + 1
  until not sign
  if term then term.constant = constant
  elseif second then term = { constant = constant, denominator = 1, first, second }
  elseif first then term = { constant = constant, denominator = 1, first }
  else term = { constant = constant, denominator = 1 } end
  return term, at - 1
end

function Formula:sum()
  local term, past = plain_sum(self.list, self.at, self.scope, self.atoms)
  if not term then return parse.Parser.sum(self) end
  self.at = past
  return term
end

-- ---- Formulas -------------------------------------------------------------------------------

-- The names from an index up to a colon, and the index after it; nil unless they are names, once each, with commas.
local function plain_names(list, at)
  local names = { list[at].name, nil, nil, nil }
  for count = 2, VARIABLES + 1 do
    local sign = list[at + 1].sign
    if sign == ":" then return names, at + 2 end
    local name = sign == "," and list[at + 2].name
    if not name then return nil end
    for i = 1, count - 1 do
      if names[i] == name then return nil end
    end
    names[count], at = name, at + 2
  end
end

function Formula:quantified(kind)
  local scope, before = self.scope, { nil, nil, nil, nil }
  local names, past = plain_names(self.list, self.at + 1)
  self.at = past or self.at + 1
  if not names then
    names = self:names({}, "variable", VARIABLES)
    self:expect(":", "expected a comma or :")
  end
  for i, name in ipairs(names) do before[i], scope[name] = scope[name] or false, true end
  local body = self:deeper(self.condition)
  for i, name in ipairs(names) do scope[name] = before[i] or nil end
  return { op = kind == "E" and "exists" or "all", names = names, body }
end

function Formula:is_set(at)
  local token, open = self.list[at], self.list[at + 1]
  return token.name and self.sets[token.name] and open and open.sign == "("
end

function Formula:set(name)
  local where = self.at
  self.at = where + 1
  local list, count = self:arguments { op = "set", name = name, nil, nil, nil }, self.sets[name]
  if #list ~= count then
    self:fail(("%s is a set of vectors of %s, not %d"):format(name, text.count(count, "number"), #list), where)
  end
  for _, term in ipairs(list) do self:whole(term, where, "a fraction in a set") end
  return list
end

function Formula:to_be_called()
  local names = {}
  for name in pairs(self.sets) do names[#names + 1] = name end
  table.sort(names)
  return names[1] and "the sets are " .. table.concat(names, ", ") or "no sets are given with the formula"
end

local CONNECTIVES = { ["=>"] = true, ["<=>"] = true, [":"] = true }

-- Do this ( and its ) enclose a formula?
function Formula:opens_condition()
  local depth, i = 0, self.at
  repeat
    local token = self.list[i]
    depth = depth + (token.sign == "(" and 1 or token.sign == ")" and -1 or 0)
    if CONNECTIVES[token.sign] or self:is_set(i) then return true end
    i = i + 1
  until depth == 0 or not self.list[i]
  return parse.Parser.opens_condition(self)
end

local general_one = parse.Parser.one

function Formula:one()
  local list, at = self.list, self.at
  local token = list[at]
  local name = token.name
  if name then
    local after = list[at + 1]
    if after.name and (name == "E" or name == "A") then return self:quantified(name) end
    if after.sign == "(" and self.sets[name] then return self:set(name) end
  elseif not token.number then
    return general_one(self)
  end
  return self:comparison()
end

-- The parts joined by a word, of which the first is read: one list, whatever brackets stand inside.
function Formula:listed(op, first, read)
  local node, one, count = { op = op, nil, nil, nil, nil }, first, 0
  while true do
    if one.op == op then
      table.move(one, 1, #one, count + 1, node)
      count = count + #one
    else
      count = count + 1
      node[count] = one
    end
    if self.list[self.at].word ~= op then return node end
    self.at = self.at + 1
    one = read(self)
  end
end

function Formula:both()
  local first = self:one()
  return self.list[self.at].word == "and" and self:listed("and", first, self.one) or first
end

function Formula:follows()
  local left = self:both()
  if self.list[self.at].word == "or" then left = self:listed("or", left, self.both) end
  if self.list[self.at].sign ~= "=>" then return left end
  self.at = self.at + 1
  return { op = "implies", left, self:deeper(self.follows) }
end

function Formula:condition()
  local left = self:follows()
  while self:take "<=>" do left = { op = "iff", left, self:follows() } end
  return left
end

--- Read a formula.
-- @tparam string source
-- @tparam {string,...} free names of its free variables
-- @tparam table sets how many numbers the vectors of each set have, by name
-- @tparam function fail as for @{takeaway.engine.declaration.tokens.read}
-- @treturn table as in the head
function M.read(source, free, sets, fail)
  local list, places = tokens.read(source, fail)
  local p = setmetatable({ list = list, places = places, at = 1, scope = {}, sets = sets, called = {},
    atoms = {}, fail_at = fail, nesting = 0 }, Formula)
  for _, name in ipairs(free) do p.scope[name] = true end
  local formula = p:condition()
  p:finish "expected an operator or the end"
  return formula
end

--- Read a formula with its variables before it: "a, b: a < b".
-- @treturn {string,...} the variables
-- @treturn table the formula
function M.read_set(source, sets, fail)
  local colon = source:find(":", 1, true)
  if not colon then fail(1, "expected the variables and a colon, such as a, b: a < b") end
  local variables = parse.variables(source:sub(1, colon - 1), {}, fail)
  if #variables > VARIABLES then fail(1, ("at most %d variables"):format(VARIABLES)) end
  -- spaces replace the head, so positions in the text stay
  return variables, M.read((" "):rep(colon) .. source:sub(colon + 1), variables, sets, fail)
end

--- A term compared with 0, as a formula.
function M.compare(term, relation)
  return { op = "compare", terms = { term, terms.number(0) }, relations = { relation } }
end

return M
