--- Conditions of a declaration, as written and in the plain form.
--
-- Written: `{op = "compare", terms = {t1, t2, ...}, relations = {"<=", ...}}`, a chain of terms, which may be
-- fractions; `{op = "and" | "or", [1] = condition, ...}`; `{op = "not", condition}`. Relations are <, <=, =, ~=, >=, >.
--
-- Bounds and rules are made from the *plain* form, which has no `not`, no chain and no fraction: "and" and "or" of
-- `{op = "<" | "<=" | "=" | "~=", left = term, right = term}`.
-- @module takeaway.engine.declaration.conditions

local terms = require "takeaway.engine.declaration.terms"

local M = {}

-- Per relation: its contrary, and the same with its sides exchanged.
M.NEGATED = { ["<"] = ">=", ["<="] = ">", ["="] = "~=", ["~="] = "=", [">="] = "<", [">"] = "<=" }
M.TURNED = { ["<"] = ">", ["<="] = ">=", [">"] = "<", [">="] = "<=", ["="] = "=", ["~="] = "~=" }

local function pair(relation, left, right)
  left, right = table.unpack((terms.whole { left, right }))
  if relation:find "^>" then return { op = M.TURNED[relation], left = right, right = left } end
  return { op = relation, left = left, right = right }
end

--- `and` or `or` of a list. Members of the same kind are merged in; a list of one is its member.
function M.join(op, list)
  local joined = { op = op }
  for _, condition in ipairs(list) do
    for _, one in ipairs(condition.op == op and condition or { condition }) do joined[#joined + 1] = one end
  end
  return #joined == 1 and joined[1] or joined
end

--- The plain form.
-- @tparam table condition as written
-- @tparam[opt=false] boolean negated of its negation
function M.plain(condition, negated)
  if condition.op == "not" then return M.plain(condition[1], not negated) end
  local list = {}
  if condition.op == "compare" then
    for i, relation in ipairs(condition.relations) do
      list[i] = pair(negated and M.NEGATED[relation] or relation, condition.terms[i], condition.terms[i + 1])
    end
  else
    for i, one in ipairs(condition) do list[i] = M.plain(one, negated) end
  end
  local any = condition.op == "or"
  return M.join(any == (negated or false) and "and" or "or", list)
end

--- The plain conditions that must all hold.
-- @tparam {table,...} guards as written
function M.conjuncts(guards)
  local list = {}
  for i, guard in ipairs(guards) do list[i] = M.plain(guard) end
  local all = M.join("and", list)
  return all.op == "and" and all or { all }
end

--- Call see(term) for each term of a plain condition.
function M.each_term(condition, see)
  if condition.left then
    see(condition.left)
    see(condition.right)
  end
  for _, one in ipairs(condition) do M.each_term(one, see) end
end

--- Test whether all names of a plain condition are among these, a set.
function M.known(condition, names)
  local all = true
  M.each_term(condition, function(term) all = all and terms.known(term, names) end)
  return all
end

return M
