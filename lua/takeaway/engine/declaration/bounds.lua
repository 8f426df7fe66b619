--- Loops from guards: for each parameter of a move the range that the guards leave it, and where the rest is asked.
--
-- What holds of a parameter given the names before it is found by Fourier and Motzkin's elimination: the guards are
-- inequalities `term >= 0`; of two, in one of which an unknown has a positive coefficient and in the other a negative
-- one, a sum without it follows. Unknown are the parameters not yet bound and the floors, mods, minima and maxima of
-- them, of which is known what defines them: d q <= t < d q + d for q = floor(t/d). What is left with the parameter
-- alone bounds it: p >= ceil(t/c), p <= floor(t/c). So no range loses a move. It gains none either: a comparison in
-- which the parameter that is bound last stands outside floors and the like is its bound, exactly; every other
-- guard is asked, as soon as its names are known.
--
-- Of an "or" each branch gives a range, with the other guards; the least of their lower ends and the largest of the
-- upper ends bound the parameter.
-- @module takeaway.engine.declaration.bounds

local conditions = require "takeaway.engine.declaration.conditions"
local terms = require "takeaway.engine.declaration.terms"

local M = {}

local MOST = 400 -- inequalities held while one unknown is eliminated; past it what names the unknown is left out

-- Atoms of a term that name what is not known, by key.
local function unknown_atoms(term, known, found)
  for _, part in ipairs(term) do
    if not terms.known({ part }, known) then found[terms.atom_key(part.atom)] = part.atom end
  end
  return found
end

-- ---- Inequalities: lists of terms that are >= 0, and the terms by key --------------------------------

local function add(list, term)
  if not term or #term == 0 then return end
  local key = terms.key(term, true)
  local held = list.by_key[key]
  if held then
    held.constant = math.min(held.constant, term.constant)
    return
  end
  local own = { table.unpack(term) }
  own.constant, own.denominator = term.constant, 1
  list[#list + 1], list.by_key[key] = own, own
end

-- left <= right as right - left >= 0; strictly, of integers, right - left - 1 >= 0.
local function difference(condition)
  local d = terms.add(condition.right, condition.left, -1)
  local whole = d and condition.op == "<" and not terms.calls(d)
  return whole and terms.add(d, terms.number(-1)) or d
end

local function from_comparison(list, condition)
  if condition.op == "~=" then return end
  local d = difference(condition)
  add(list, d)
  if condition.op == "=" then add(list, d and terms.scale(d, -1)) end
end

-- What defines an atom: floor(t/d), t mod d, and of extremes that they bound their terms.
local function define(list, atom)
  local itself = terms.atom(atom)
  if atom.op == "floor" then
    local rest = terms.add(atom.term, itself, -atom.by) -- from 0 to by - 1
    add(list, rest)
    add(list, rest and terms.add(terms.number(atom.by - 1), rest, -1))
  elseif atom.op == "mod" then
    add(list, itself)
    add(list, terms.add(terms.number(atom.by - 1), itself, -1))
  elseif atom.op == "min" or atom.op == "max" then
    local way = atom.op == "min" and 1 or -1
    for _, term in ipairs(atom) do
      local d = terms.add(term, itself, -1)
      add(list, d and terms.scale(d, way))
    end
  end
end

-- The inequalities of comparisons and of what defines the atoms in them that are not known.
local function inequalities(comparisons, known)
  local list, defined, at = { by_key = {} }, {}, 1
  for _, condition in ipairs(comparisons) do from_comparison(list, condition) end
  while list[at] do
    for key, atom in pairs(unknown_atoms(list[at], known, {})) do
      if not defined[key] then
        defined[key] = true
        define(list, atom)
      end
    end
    at = at + 1
  end
  return list
end

local function eliminate(list, key)
  local rest, above, below = { by_key = {} }, {}, {}
  for _, term in ipairs(list) do
    local c = terms.coefficient(term, key)
    if c == 0 then add(rest, term) else table.insert(c > 0 and above or below, term) end
  end
  if #above * #below > MOST then return rest end
  for _, a in ipairs(above) do
    for _, b in ipairs(below) do
      local scaled = terms.scale(a, -terms.coefficient(b, key))
      add(rest, scaled and terms.add(scaled, b, terms.coefficient(a, key)))
    end
  end
  return rest
end

-- ---- The range of one parameter -----------------------------------------------------------------

local function sorted_keys(set)
  local keys = {}
  for key in pairs(set) do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end

-- The ends that comparisons alone leave: lists of {term =, by =}, p >= term / by and p <= term / by.
local function direct(name, comparisons, known)
  local list, unknown = inequalities(comparisons, known), {}
  for _, term in ipairs(list) do unknown_atoms(term, known, unknown) end
  unknown[name] = nil
  for _, key in ipairs(sorted_keys(unknown)) do list = eliminate(list, key) end
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

-- What of a list is not in another.
local function beyond(list, others)
  local seen, rest = {}, {}
  for _, one in ipairs(others) do seen[key_of(one) or one] = true end
  for _, one in ipairs(list) do
    if not seen[key_of(one) or one] then rest[#rest + 1] = one end
  end
  return rest
end

local range

-- What the branches of an "or" leave, each with the comparisons beside it: one more end, where all have one.
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

-- The ends that conditions leave a parameter, given what is known: lists of {term =, by =} and of {any = {list, ...}}.
function range(name, list, known)
  local comparisons, either = {}, {}
  for _, condition in ipairs(list) do
    table.insert(condition.op == "or" and either or comparisons, condition)
  end
  local lower, upper = direct(name, comparisons, known)
  for _, one in ipairs(either) do add_branches(one, name, comparisons, known, lower, upper) end
  return lower, upper
end

-- Is the condition its bound, exactly?
local function is_bound(condition, name, known)
  if condition.op == "or" or condition.op == "~=" then return false end
  local d = difference(condition)
  if not d or condition.op == "<" and terms.calls(d) then return false end
  local unknown = unknown_atoms(d, known, {})
  return next(unknown) == name and next(unknown, name) == nil
end

--- The loops of a move, outermost first.
-- @tparam table move as the reader gives it
-- @tparam {string,...} variables
-- @treturn table a list of `{name =, lower =, upper =, asked = conditions inside this loop}` with `asked`, those before
--   the first; or nil, a parameter without bounds and which: "lower" or "upper"
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
    for _, condition in ipairs(waiting) do
      if not is_bound(condition, name, known) then rest[#rest + 1] = condition end
    end
    known[name], waiting = true, rest
    plan[#plan + 1] = { name = name, lower = lower, upper = upper, asked = ask() }
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
  return plan
end

return M
