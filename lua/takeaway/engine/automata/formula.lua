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

function Formula:quantifier()
  local token, next_one = self:peek(), self.list[self.at + 1]
  return (token.name == "E" or token.name == "A") and next_one and next_one.name and token.name
end

function Formula:quantified()
  local kind, scope = self:quantifier(), self.scope
  self.at = self.at + 1
  local names = self:names({}, "variable", VARIABLES)
  self:expect(":", "expected a comma or :")
  self.scope = setmetatable({}, { __index = scope })
  for _, name in ipairs(names) do self.scope[name] = true end
  local body = self:deeper(self.condition)
  self.scope = scope
  return { op = kind == "E" and "exists" or "all", names = names, body }
end

function Formula:is_set(at)
  local token, open = self.list[at or self.at], self.list[(at or self.at) + 1]
  return token.name and self.sets[token.name] and open and open.sign == "("
end

function Formula:set()
  local token = self:peek()
  self.at = self.at + 1
  local list, count = self:arguments(), self.sets[token.name]
  if #list ~= count then
    self:fail(("%s is a set of vectors of %s, not %d"):format(token.name, text.count(count, "number"), #list), token)
  end
  for _, term in ipairs(list) do self:whole(term, token, "a fraction in a set") end
  list.op, list.name = "set", token.name
  return list
end

function Formula:to_be_called()
  local names = {}
  for name in pairs(self.sets) do names[#names + 1] = name end
  table.sort(names)
  return names[1] and "the sets are " .. table.concat(names, ", ") or "no sets are given beside the formula"
end

local CONNECTIVES = { ["=>"] = true, ["<=>"] = true, [":"] = true }

-- Is what is between this ( and its ) a formula?
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

function Formula:one()
  if self:quantifier() then return self:quantified() end
  if self:is_set() then return self:set() end
  return parse.Parser.one(self)
end

function Formula:follows()
  local left = parse.Parser.condition(self)
  if not self:take "=>" then return left end
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
  local p = setmetatable({ list = tokens.read(source, fail), at = 1, scope = {}, sets = sets, called = {},
    fail_at = fail, nesting = 0 }, Formula)
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
  -- spaces in place of the head: places in the text stay
  return variables, M.read((" "):rep(colon) .. source:sub(colon + 1), variables, sets, fail)
end

--- A term compared with 0, as a formula.
function M.compare(term, relation)
  return { op = "compare", terms = { term, terms.number(0) }, relations = { relation } }
end

return M
