--- Loops from guards: the range that the guards leave to each parameter of a move, and the position of the other
-- guards.
--
-- Fourier and Motzkin's elimination finds the facts about a parameter, given the names before it. The guards are
-- inequalities `term >= 0`. If an unknown has a positive coefficient in one and a negative one in another, a sum of
-- both without it follows. Unknowns are the parameters not yet bound and the floors, mods, minima and maxima of them.
-- These are known by their definitions: d q <= t < d q + d for q = floor(t/d). The inequalities with this parameter
-- alone bound it: p >= ceil(t/c), p <= floor(t/c). So no range loses a move.
--
-- No range gains a move either. In a comparison the parameter that is bound last may stand outside floors and the like;
-- then the comparison is its bound, exactly. Every other guard is tested as soon as its names are known.
--
-- A guard `p mod m = t`, t of the names before p, gives p a stride of m: only its residue class is tried. Of several
-- such guards the one with the largest m is used; the others are tested.
--
-- Each branch of an "or" gives a range, with the other guards. The least of their lower ends and the largest of the
-- upper ends bound the parameter.
-- @module takeaway.engine.declaration.bounds

local conditions = require "takeaway.engine.declaration.conditions"
local inequalities = require "takeaway.engine.declaration.inequalities"
local terms = require "takeaway.engine.declaration.terms"

local M = {}

-- ---- The range of one parameter -----------------------------------------------------------------

-- The bounds from comparisons alone: lists of {term =, by =}, for p >= term / by and p <= term / by.
local function direct(name, comparisons, known)
  local list, unknown = inequalities.of(comparisons, known), {}
  for _, term in ipairs(list) do inequalities.unknown_atoms(term, known, unknown) end
  unknown[name] = nil
  for _, key in ipairs(inequalities.sorted_keys(unknown)) do list = inequalities.eliminate(list, key) end
  local lower, upper = {}, {}
  for _, term in ipairs(list) do
    local c = terms.coefficient(term, name)
    local rest = c ~= 0 and terms.add(term, terms.name(name), -c)
    if c > 0 then
      lower[#lower + 1] = { term = terms.scale(rest, -1), by = c }
    elseif c < 0 then
      upper[#upper + 1] = { term = rest, by = -c }
    end
  end
  return lower, upper
end

local function key_of(one) return one.term and terms.key(one.term) .. "/" .. one.by end

-- The members of a list that are not in another.
local function beyond(list, others)
  local seen, rest = {}, {}
  for _, one in ipairs(others) do seen[key_of(one) or one] = true end
  for _, one in ipairs(list) do
    if not seen[key_of(one) or one] then rest[#rest + 1] = one end
  end
  return rest
end

local range

-- Add the bounds from the branches of an "or", each combined with the other comparisons. There is one more bound only
-- if all branches have one.
local function add_branches(either, name, comparisons, known, lower, upper)
  local low, high = { any = {} }, { any = {} }
  for i, branch in ipairs(either) do
    local all = table.move(comparisons, 1, #comparisons, 1, {})
    for _, one in ipairs(branch.op == "and" and branch or { branch }) do all[#all + 1] = one end
    local from, to = range(name, all, known)
    low.any[i], high.any[i] = beyond(from, lower), beyond(to, upper)
    low.open, high.open = low.open or #low.any[i] == 0, high.open or #high.any[i] == 0
  end
  if not low.open then lower[#lower + 1] = low end
  if not high.open then upper[#upper + 1] = high end
end

-- The bounds that conditions imply for a parameter, in known terms: lists of {term =, by =} and of {any = {list, ...}}.
function range(name, list, known)
  local comparisons, either = {}, {}
  for _, condition in ipairs(list) do
    table.insert(condition.op == "or" and either or comparisons, condition)
  end
  local lower, upper = direct(name, comparisons, known)
  for _, one in ipairs(either) do add_branches(one, name, comparisons, known, lower, upper) end
  return lower, upper
end

-- Is the condition exactly equivalent to its bound?
local function is_bound(condition, name, known)
  if condition.op == "or" or condition.op == "~=" then return false end
  local d, exact = inequalities.difference(condition)
  if not exact then return false end
  local unknown = inequalities.unknown_atoms(d, known, {})
  return next(unknown) == name and next(unknown, name) == nil
end

-- m and t if a condition is `name mod m = t`, with t in known names and without calls; else nil.
local function residue(condition, name, known)
  if condition.op ~= "=" then return nil end
  local d = inequalities.difference(condition)
  for i, part in ipairs(d or {}) do
    local inner = part.atom.op == "mod" and part.atom.term
    if inner and math.abs(part.coefficient) == 1 and #inner == 1 and inner.constant == 0
      and inner[1].coefficient == 1 and terms.atom_key(inner[1].atom) == name then
      local rest = { constant = d.constant, denominator = 1, table.unpack(d) }
      table.remove(rest, i)
      rest = terms.scale(rest, -part.coefficient)
      if terms.known(rest, known) and not terms.calls(rest) then return part.atom.by, rest end
    end
  end
end

-- The stride that conditions imply for a parameter: {by = m, rest = t, condition = }, or nil.
local function stride_of(list, name, lower, known)
  local found
  for _, bound in ipairs(lower) do
    if not bound.term or terms.calls(bound.term) then return nil end -- it may be fractional
  end
  for _, condition in ipairs(list) do
    local by, rest = residue(condition, name, known)
    if by and (not found or by > found.by) then found = { by = by, rest = rest, condition = condition } end
  end
  return found
end

-- Does a name occur in one of these terms?
local function stands_in(list, name)
  local found = false
  for _, term in ipairs(list) do
    terms.each_atom(term, function(atom) found = found or atom.op == "name" and atom.name == name end)
  end
  return found
end

-- The number of integers in a constant range; nil when a bound depends on the position.
local function width(loop)
  local low, high = math.mininteger, math.maxinteger
  for i, list in ipairs { loop.lower, loop.upper } do
    for _, one in ipairs(list) do
      if one.any or not terms.is_number(one.term) then return nil end
      if i == 1 then low = math.max(low, -(-one.term.constant // one.by))
      else high = math.min(high, one.term.constant // one.by) end
    end
  end
  return math.max(0.0, high * 1.0 - low + 1)
end

--- The parameters whose ranges do not depend on the position, and the number of values tried for them at each.
-- @tparam table plan as `plan` gives it
-- @treturn string the name with the widest range, or nil
-- @treturn number
function M.tried(plan)
  local all, widest, name = 1.0, 0, nil
  for _, loop in ipairs(plan) do
    local values = loop ~= plan.exists and width(loop)
    if values then
      values = loop.stride and values // loop.stride.by + 1 or values
      all = all * values
      if values > widest then widest, name = values, loop.name end
    end
  end
  return name, all
end

--- The loops of a move, outermost first.
-- @tparam table move as the reader gives it
-- @tparam {string,...} variables
-- @treturn table a list of `{name =, lower =, upper =, stride =, asked = conditions inside this loop}` with `asked`,
--   those before the first, and `stride = {by = m, rest = t}` where only names that are t mod m are tried; or nil, a
--   parameter without bounds and which: "lower" or "upper". `exists` is the last loop where it only determines whether
--   there is an option: its name is in no target, and no condition is left
function M.plan(move, variables)
  local waiting, left, known, plan = conditions.conjuncts(move.guards), {}, {}, {}
  for _, name in ipairs(variables) do known[name] = true end
  for i, name in ipairs(move.parameters) do left[i] = name end
  local every = waiting
  local function ask()
    local asked, later = {}, {}
    for _, condition in ipairs(waiting) do
      table.insert(conditions.known(condition, known) and asked or later, condition)
    end
    waiting = later
    return asked
  end
  local function bind(at, lower, upper)
    local name, rest = table.remove(left, at), {}
    local stride = stride_of(waiting, name, lower, known)
    local whole = stride and terms.is_number(stride.rest) and stride.rest.constant // stride.by == 0
    for _, condition in ipairs(waiting) do
      local kept = not is_bound(condition, name, known) and not (whole and condition == stride.condition)
      if kept then rest[#rest + 1] = condition end
    end
    known[name], waiting = true, rest
    plan[#plan + 1] = { name = name, lower = lower, upper = upper, stride = stride, asked = ask() }
  end
  plan.asked = ask()
  while #left > 0 do
    local missing, found
    for at, name in ipairs(left) do
      local lower, upper = range(name, every, known)
      found = #lower > 0 and #upper > 0
      if found then
        bind(at, lower, upper)
        break
      end
      missing = missing or { name, #upper == 0 and "upper" or "lower" }
    end
    if not found then return nil, table.unpack(missing) end
  end
  local last = plan[#plan]
  plan.exists = last and #last.asked == 0 and not stands_in(move.targets, last.name) and last or nil
  return plan
end

return M
