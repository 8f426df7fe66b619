--- The moves of a declaration in their plainest form, for certificates: guards are comparisons of linear terms, all of
-- which must hold, and targets are linear terms. So a checker needs neither logic nor floors.
--
-- "Or" splits a move into several. `over` becomes guards of each move. floor(t/d) becomes a new parameter q with d q <=
-- t <= d q + d - 1; if t may be negative, one more move has -1 - q. t mod d is t - d floor(t/d). The least or largest
-- of terms becomes each of them in turn. Options and outcomes stay the same.
-- @module takeaway.engine.automata.plain_moves

local conditions = require "takeaway.engine.declaration.conditions"
local failure = require "takeaway.base.failure"
local terms = require "takeaway.engine.declaration.terms"

local MOST = 64

local function must(term) return failure.raise(term, "certificate: a coefficient beyond 2^53", "ERANGE") end

local function limit(list)
  if #list > MOST then
    failure.raise(nil, ("certificate: more than %d moves without \"or\", floors and the like"):format(MOST), "ELIMIT")
  end
  return list
end

-- left < right as left + 1 <= right, or left <= right - 1 where that is shorter.
local function less(left, right)
  if right.constant > 0 then return { left, must(terms.add(right, terms.number(1), -1)) } end
  return { must(terms.add(left, terms.number(1))), right }
end

-- Lists of comparisons {left, right}, left <= right: the condition holds if all of one list do.
local function lists_of(node)
  local left, right = node.left, node.right
  if node.op == "~=" then return { { less(left, right) }, { less(right, left) } } end
  if node.op == "<" then return { { less(left, right) } } end
  if node.op == "=" then return { { { left, right }, { right, left } } } end
  if left then return { { { left, right } } } end
  local lists = node.op == "and" and { {} } or {}
  for _, one in ipairs(node) do
    local more, joined = lists_of(one), {}
    if node.op == "or" then
      table.move(more, 1, #more, #lists + 1, lists)
    else
      for _, a in ipairs(lists) do
        for _, b in ipairs(more) do joined[#joined + 1] = table.move(b, 1, #b, #a + 1, { table.unpack(a) }) end
      end
      lists = joined
    end
    limit(lists)
  end
  return lists
end

-- A floor, mod, least or largest of terms without another of these inside.
local function composite(term)
  for _, part in ipairs(term) do
    local atom = part.atom
    if atom.op ~= "name" then
      for _, inner in ipairs(atom.term and { atom.term } or atom) do
        local found = composite(inner)
        if found then return found end
      end
      return atom
    end
  end
end

-- The term with another in place of an atom, at every occurrence.
local function replace(term, key, by)
  local result = terms.number(term.constant)
  for _, part in ipairs(term) do
    local atom = part.atom
    local new
    if terms.atom_key(atom) == key then
      new = by
    elseif atom.term then
      new = terms.atom { op = atom.op, term = replace(atom.term, key, by), by = atom.by }
    elseif atom.op ~= "name" then
      local list = {}
      for i, inner in ipairs(atom) do list[i] = replace(inner, key, by) end
      new = must(terms.extreme(atom.op, list))
    else
      new = terms.atom(atom)
    end
    result = must(terms.add(result, new, part.coefficient))
  end
  return result
end

-- A copy of this move with the atom replaced, perhaps one more parameter, and more guards.
local function variant(move, key, by, parameter, guards)
  local new = { parameters = { table.unpack(move.parameters) }, guards = {}, targets = {}, from = move.from }
  new.parameters[#new.parameters + 1] = parameter
  for i, guard in ipairs(move.guards) do
    new.guards[i] = { replace(guard[1], key, by), replace(guard[2], key, by) }
  end
  table.move(guards, 1, #guards, #new.guards + 1, new.guards)
  for i, target in ipairs(move.targets) do new.targets[i] = replace(target, key, by) end
  return new
end

local function may_be_negative(term)
  local negative = term.constant < 0
  for _, part in ipairs(term) do negative = negative or part.coefficient < 0 end
  return negative
end

-- An unused name.
local function fresh(d, move)
  local taken, name, i = {}, "q", 1
  for _, list in ipairs { d.variables, move.parameters } do
    for _, one in ipairs(list) do taken[one] = true end
  end
  while taken[name] do name, i = "q" .. i, i + 1 end
  return name
end

-- The variants of a move without this atom, which replace it.
local function without(d, move, atom)
  local key, list = terms.atom_key(atom), {}
  if atom.op == "mod" then
    local floor = terms.atom { op = "floor", term = atom.term, by = atom.by }
    return { variant(move, key, must(terms.add(atom.term, floor, -atom.by)), nil, {}) }
  elseif atom.op == "floor" then
    local q, t, by = fresh(d, move), atom.term, atom.by
    for negative = 0, may_be_negative(t) and 1 or 0 do
      local value = must(terms.add(terms.number(-negative), terms.name(q), 1 - 2 * negative))
      local low = must(terms.scale(value, by))
      local high = must(terms.add(low, terms.number(by - 1)))
      local signs = may_be_negative(t) and { terms.number(0), terms.name(q) } or nil
      list[#list + 1] = variant(move, key, value, q, { { low, t }, { t, high }, signs })
    end
    return list
  end
  for i, own in ipairs(atom) do
    local guards = {}
    for j, other in ipairs(atom) do
      if i ~= j then guards[#guards + 1] = atom.op == "max" and { other, own } or { own, other } end
    end
    list[i] = variant(move, key, own, nil, guards)
  end
  return list
end

local function find(move)
  for _, guard in ipairs(move.guards) do
    local atom = composite(guard[1]) or composite(guard[2])
    if atom then return atom end
  end
  for _, target in ipairs(move.targets) do
    local atom = composite(target)
    if atom then return atom end
  end
end

--- @tparam table d a declaration, linear
-- @treturn {table,...} moves as a declaration has them: `parameters`, first those of the move that they come from,
--   `guards`, `targets`; and `from`, the number of that move; raises like `failure.raise`
return function(d)
  local open, done = {}, {}
  for from, move in ipairs(d.options) do
    local all = { table.unpack(conditions.conjuncts(move.guards)) }
    if d.over then all[#all + 1] = conditions.plain(d.over, true) end
    all.op = "and"
    for _, guards in ipairs(lists_of(all)) do
      open[#open + 1] = { parameters = move.parameters, guards = guards, targets = move.targets, from = from }
    end
  end
  local at = 1
  while open[at] do
    local move = open[at]
    local atom = find(move)
    if atom then
      local list = without(d, move, atom)
      open[at] = list[1]
      for i = 2, #list do table.insert(open, at + i - 1, list[i]) end
    else
      at = at + 1
    end
    limit(open)
  end
  for i, move in ipairs(open) do
    local guards = {}
    for j, guard in ipairs(move.guards) do
      guards[j] = { op = "compare", terms = guard, relations = { "<=" } }
    end
    done[i] = { parameters = move.parameters, guards = guards, targets = move.targets, from = move.from }
  end
  return done
end
