--- Linear inequalities `term >= 0`, and their consequences by Fourier and Motzkin's elimination.
--
-- If an unknown has a positive coefficient in one inequality and a negative one in another, a sum of both without it
-- follows. Unknowns are names, and the floors, mods, minima and maxima of them, which are known by their definitions: d
-- q <= t < d q + d for q = floor(t/d).
--
-- Facts about all fractions hold for all integers. When only a number below 0 is left, no integers fit.
-- @module takeaway.engine.declaration.inequalities

local terms = require "takeaway.engine.declaration.terms"

local M = {}

local MOST = 400 -- sums for one elimination; beyond that, inequalities with the unknown are dropped
local CASES, SUMS = 64, 600 -- cases and sums in one proof

--- Atoms of a term with unknown names, by key. `known` is a set of names.
function M.unknown_atoms(term, known, found)
  for _, part in ipairs(term) do
    if not terms.known({ part }, known) then found[terms.atom_key(part.atom)] = part.atom end
  end
  return found
end

function M.sorted_keys(set)
  local keys = {}
  for key in pairs(set) do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end

-- ---- Lists ----------------------------------------------------------------------------------------

-- A list has terms that are >= 0, and the same in `by_key`. `never` is true once a negative constant was added.

local function add(list, term)
  if not term then return end
  if #term == 0 then
    list.never = list.never or term.constant < 0
    return
  end
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

--- left <= right as right - left >= 0; strictly, of integers, right - left - 1 >= 0.
-- @treturn table the difference; nil beyond 2^53
-- @treturn boolean is that equivalent to the condition? Not for a strict one with calls, or whose -1 is beyond 2^53
function M.difference(condition)
  local d = terms.add(condition.right, condition.left, -1)
  if not d or condition.op ~= "<" then return d, d ~= nil end
  local less = not terms.calls(d) and terms.add(d, terms.number(-1)) or nil
  return less or d, less ~= nil
end

local function from_comparison(list, condition)
  if condition.op == "~=" then return end
  local d = M.difference(condition)
  add(list, d)
  if condition.op == "=" then add(list, d and terms.scale(d, -1)) end
end

-- Add the inequalities that define an atom: floor(t/d), t mod d, or the bounds between an extreme and its terms.
local function define(list, atom)
  local itself = terms.atom(atom)
  if atom.op == "floor" then
    local rest = terms.add(atom.term, itself, -atom.by) -- from 0 to by - 1
    add(list, rest)
    add(list, rest and terms.add(terms.number(atom.by - 1), rest, -1))
  elseif atom.op == "mod" then
    add(list, itself)
    add(list, terms.add(terms.number(atom.by - 1), itself, -1))
    if list.multiples then -- t - (t mod d) is d floor(t/d)
      local rest = terms.add(atom.term, itself, -1)
      rest = rest and terms.add(rest, terms.floor(terms.scale(atom.term, 1, atom.by)), -atom.by)
      add(list, rest)
      add(list, rest and terms.scale(rest, -1))
    end
  elseif atom.op == "min" or atom.op == "max" then
    local way = atom.op == "min" and 1 or -1
    for _, term in ipairs(atom) do
      local d = terms.add(term, itself, -1)
      add(list, d and terms.scale(d, way))
    end
  end
end

-- Define all unknown atoms in the list, and those in their definitions.
local function define_all(list, known)
  local defined, at = {}, 1
  while list[at] do
    for key, atom in pairs(M.unknown_atoms(list[at], known, {})) do
      if not defined[key] then
        defined[key] = true
        define(list, atom)
      end
    end
    at = at + 1
  end
  return list
end

--- The inequalities of comparisons and of the definitions of the unknown atoms in them.
-- @tparam {table,...} comparisons plain conditions, none of them an "or"
-- @tparam table known a set of names
function M.of(comparisons, known)
  local list = { by_key = {} }
  for _, condition in ipairs(comparisons) do from_comparison(list, condition) end
  return define_all(list, known)
end

--- The consequences without an atom, by its key.
function M.eliminate(list, key)
  local rest, above, below = { by_key = {}, never = list.never }, {}, {}
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

-- ---- Contradictions -------------------------------------------------------------------------------

-- The number of sums needed to eliminate each atom, by key.
local function sums(list)
  local above, below, count = {}, {}, {}
  for _, term in ipairs(list) do
    for _, part in ipairs(term) do
      local key, side = terms.atom_key(part.atom), part.coefficient > 0 and above or below
      side[key] = (side[key] or 0) + 1
    end
  end
  for _, side in ipairs { above, below } do
    for key in pairs(side) do count[key] = (above[key] or 0) * (below[key] or 0) end
  end
  return count
end

-- Do the facts exclude all rational values? False when the proof takes too much work.
local function is_empty(facts, left)
  local list = { by_key = {}, multiples = true }
  for _, term in ipairs(facts) do add(list, term) end
  define_all(list, {})
  while not list.never and #list > 0 do
    local count, cheapest = sums(list), nil
    for _, key in ipairs(M.sorted_keys(count)) do
      if not cheapest or count[key] < count[cheapest] then cheapest = key end
    end
    left.sums = left.sums - count[cheapest]
    if left.sums < 0 then return false end
    list = M.eliminate(list, cheapest)
  end
  return list.never or false
end

-- The first minimum or maximum in the facts that was not yet split into cases.
local function first_extreme(facts, seen)
  local found
  for _, term in ipairs(facts) do
    terms.each_atom(term, function(atom)
      local extreme = atom.op == "min" or atom.op == "max"
      if extreme and not seen[terms.atom_key(atom)] then found = found or atom end
    end)
  end
  return found
end

local function with(facts, ...)
  local more = table.move(facts, 1, #facts, 1, {})
  for _, fact in ipairs { ... } do more[#more + 1] = fact end
  return more
end

local contradict

-- Are the facts contradictory in each of the cases, which are lists of facts?
local function in_each(cases, facts, others, seen, left)
  left.cases = left.cases - #cases
  if left.cases < 0 then return false end
  for _, case in ipairs(cases) do
    if not contradict(with(facts, table.unpack(case)), others, seen, left) then return false end
  end
  return true
end

function contradict(facts, others, seen, left)
  if is_empty(facts, left) then return true end
  local other = others[1]
  if other then -- split: above or below
    local up, turned = terms.add(other, terms.number(-1)), terms.scale(other, -1)
    local down = turned and terms.add(turned, terms.number(-1))
    local rest = table.move(others, 2, #others, 1, {})
    if up and down and in_each({ { up }, { down } }, facts, rest, seen, left) then return true end
    return #rest > 0 and contradict(facts, rest, seen, left)
  end
  local atom = first_extreme(facts, seen)
  if not atom then return false end
  local cases, now = {}, setmetatable({ [terms.atom_key(atom)] = true }, { __index = seen })
  for i, term in ipairs(atom) do -- split: equal to one of its terms
    local d = terms.add(terms.atom(atom), term, -1)
    cases[i] = d and { d, terms.scale(d, -1) } or {}
  end
  return in_each(cases, facts, others, now, left)
end

--- Test whether no integers fit.
-- @tparam {table,...} facts whole terms that are >= 0
-- @tparam {table,...} others whole terms that are not 0
-- @treturn boolean false too where the work would be too much
-- @treturn int the amount of work
function M.contradict(facts, others)
  local left = { cases = CASES, sums = SUMS }
  return contradict(facts, others, {}, left), #facts + SUMS - left.sums
end

return M
