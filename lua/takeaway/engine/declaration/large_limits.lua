--- A test whether a declared rule has the same moves at every limit, its last number x, from a bound on.
--
-- A comparison whose sides' difference only grows with x, once true, stays true; one whose difference only decreases,
-- once false, stays false. So the moves at any limit from the bound on lie between two sets. In the larger set, x is
-- infinite in the growing comparisons and the bound in the decreasing ones, and any other comparison with x is true. In
-- the smaller set, x is the bound in the growing ones and infinite in the decreasing ones, and any other is false.
-- Where the sets are equal, the moves are the same at all of those limits. This is no guess: it does not use the rule
-- as a function at infinity, where x mod 8 is no number.
--
-- Both sets come from one rule, in which UP stands for x where a difference grows, DOWN where it decreases, and ANY is
-- 1 or 0. The index, the parameters and the targets identify a move. A target with x must grow, or decrease, too.
-- @module takeaway.engine.declaration.large_limits

local bounds = require "takeaway.engine.declaration.bounds"
local conditions = require "takeaway.engine.declaration.conditions"
local terms = require "takeaway.engine.declaration.terms"
local write_lua = require "takeaway.engine.declaration.write_lua"

local M = {}

local UP, DOWN, ANY = "_up", "_down", "_any" -- no names of a declaration

-- ---- Ways: 1 where a term grows with x, -1 where it falls, 0 without x, false where neither is seen ----------------

local function names_x(term, x)
  local found = false
  terms.each_atom(term, function(atom) found = found or atom.op == "name" and atom.name == x end)
  return found
end

local function common(ways)
  local all = 0
  for _, way in ipairs(ways) do
    if not way or way * all < 0 then return false end
    all = way ~= 0 and way or all
  end
  return all
end

local way_of

local function way_of_atom(atom, x)
  if not names_x(terms.atom(atom), x) then return 0 end
  if atom.op == "name" then return 1 end
  if atom.op == "floor" then return way_of(atom.term, x) end
  if atom.op ~= "min" and atom.op ~= "max" then return false end
  local ways = {}
  for i, term in ipairs(atom) do ways[i] = way_of(term, x) end
  return common(ways)
end

function way_of(term, x)
  local ways = {}
  for i, part in ipairs(term) do
    local way = way_of_atom(part.atom, x)
    ways[i] = way and (part.coefficient > 0 and way or -way)
  end
  return common(ways)
end

-- ---- The rule between -------------------------------------------------------------------------

local function compared(left, relation, right)
  return { op = "compare", terms = { left, right }, relations = { relation } }
end

local function taken_for(way) return terms.name(way < 0 and DOWN or UP) end

-- d >= 0 or d > 0; nil beyond 2^53.
local function sign(d, relation, way, x)
  local put = terms.put(d, { [x] = taken_for(way) })
  return put and compared(put, relation, terms.number(0))
end

-- A plain comparison that names x, of right - left and its way; nil where it cannot be said.
local function between(op, d, way, x)
  if op == "<=" or op == "<" then return sign(d, op == "<" and ">" or ">=", way, x) end
  local relation = op == "=" and ">=" or ">"
  local more, less = sign(d, relation, way, x), sign(terms.scale(d, -1), relation, -way, x)
  return more and less and { op = op == "=" and "and" or "or", more, less }
end

local function condition_between(condition, x)
  if condition.op == "and" or condition.op == "or" then
    local list = { op = condition.op }
    for i, one in ipairs(condition) do list[i] = condition_between(one, x) end
    return list
  end
  local left, right = condition.left, condition.right
  if not names_x(left, x) and not names_x(right, x) then return compared(left, condition.op, right) end
  local d = terms.add(right, left, -1)
  local way = d and not terms.calls(d) and way_of(d, x)
  return way and between(condition.op, d, way, x) or compared(terms.name(ANY), "=", terms.number(1))
end

local function target_between(target, x)
  if not names_x(target, x) then return target end
  local way = not terms.calls(target) and way_of(target, x)
  return way and terms.put(target, { [x] = taken_for(1) }) or terms.name(ANY)
end

local function move_between(d, at, x)
  local own = d.options[at]
  local move = { parameters = own.parameters, guards = {}, targets = { terms.number(at) } }
  for _, condition in ipairs(conditions.conjuncts(own.guards)) do
    table.insert(move.guards, condition_between(condition, x))
  end
  if d.over then table.insert(move.guards, condition_between(conditions.plain(d.over, true), x)) end
  for _, name in ipairs(own.parameters) do table.insert(move.targets, terms.name(name)) end
  for _, target in ipairs(own.targets) do table.insert(move.targets, target_between(target, x)) end
  return move
end

--- The rule for both sets.
-- @tparam table d a declaration of an impartial rule
-- @treturn function of `emit`, the other numbers, the values of UP and DOWN, and 1 or 0; or nil, where the rule without
--   the undecided comparisons leaves a parameter unbounded
function M.rule(d)
  local variables = { table.unpack(d.variables) }
  local x = table.remove(variables)
  for _, name in ipairs { UP, DOWN, ANY } do variables[#variables + 1] = name end
  local moves, plans, given = {}, {}, {}
  for at = 1, #d.options do
    moves[at] = move_between(d, at, x)
    plans[at] = bounds.plan(moves[at], variables)
    if not plans[at] then return nil end
  end
  for i, name in ipairs(d.names) do given[i] = d.functions[name] end
  local source = write_lua.text { variables = variables, options = moves, plans = { [moves] = plans },
    names = d.names, functions = d.functions }
  return assert(load(source, "=large limits", "t"))(table.unpack(given)).options
end

return M
