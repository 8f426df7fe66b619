--- Linear terms of a declaration: integer coefficients on atoms, and a constant.
--
-- A term is `{constant = c, [1] = {coefficient =, atom =}, ...}`: no coefficient is 0 and no two atoms are the same, so
-- that equal terms have equal keys. An atom is one of
--
-- * `{op = "name", name =}`: a variable of the position or a parameter of the move;
-- * `{op = "floor", term =, by =}`, `{op = "mod", term =, by =}`: floor(term / by), term mod by; by > 0, and both round
--   towards minus infinity, as in Lua;
-- * `{op = "min", [1] = term, ...}`, `{op = "max", ...}`;
-- * `{op = "call", name =, [1] = term, ...}`: a Lua function or table, about which nothing is known.
--
-- While it is read a term may be a fraction: `denominator` divides it all. Coefficients stay within 2^53: beyond that,
-- constructors of terms return nil.
-- @module takeaway.engine.declaration.terms

local M = {}

local MOST = 1 << 53

local function product(a, b)
  return math.abs(a * 1.0 * b) <= MOST and a * b or nil
end

local function gcd(a, b)
  while b ~= 0 do a, b = b, a % b end
  return math.abs(a)
end

--- Text that is the same for equal atoms.
function M.atom_key(atom)
  if atom.op == "name" then return atom.name end
  if atom.term then return ("%s(%s;%d)"):format(atom.op, M.key(atom.term), atom.by) end
  local keys = {}
  for i, term in ipairs(atom) do keys[i] = M.key(term) end
  return ("%s%s(%s)"):format(atom.op, atom.name and " " .. atom.name or "", table.concat(keys, ","))
end

--- Text that is the same for equal terms; with `linear` for terms that differ by a constant.
function M.key(term, linear)
  local keys = {}
  for i, part in ipairs(term) do keys[i] = part.coefficient .. "*" .. M.atom_key(part.atom) end
  table.sort(keys)
  keys[#keys + 1] = linear and "" or tostring(term.constant)
  return table.concat(keys, "+")
end

function M.number(n) return { constant = n, denominator = 1 } end

function M.atom(atom) return { constant = 0, denominator = 1, { coefficient = 1, atom = atom } } end

function M.name(name) return M.atom { op = "name", name = name } end

function M.is_number(term) return #term == 0 end

--- The occurrence of an atom in a term.
-- @treturn int its coefficient, 0 where it does not occur
function M.coefficient(term, key)
  for _, part in ipairs(term) do
    if M.atom_key(part.atom) == key then return part.coefficient end
  end
  return 0
end

--- term * up / down, in lowest terms; nil beyond 2^53.
function M.scale(term, up, down)
  down = down or 1
  if down < 0 then up, down = -up, -down end
  local common = gcd(up, down)
  up, down = up // common, down // common
  local result = { constant = product(term.constant, up), denominator = product(term.denominator, down) }
  if not result.constant or not result.denominator then return nil end
  local shared = gcd(result.denominator, result.constant)
  for _, part in ipairs(up ~= 0 and term or {}) do
    local coefficient = product(part.coefficient, up)
    if not coefficient then return nil end
    result[#result + 1] = { coefficient = coefficient, atom = part.atom }
    shared = gcd(shared, coefficient)
  end
  if shared > 1 then
    result.constant, result.denominator = result.constant // shared, result.denominator // shared
    for _, part in ipairs(result) do part.coefficient = part.coefficient // shared end
  end
  return result
end

-- Add a term, `times` over, to a sum whose atoms are at these places; false beyond 2^53.
local function accumulate(result, at, term, times)
  local constant = product(term.constant, times)
  if not constant then return false end
  result.constant = result.constant + constant
  for _, part in ipairs(term) do
    local coefficient, key = product(part.coefficient, times), M.atom_key(part.atom)
    if not coefficient then return false end
    local merged = at[key]
    if not merged then
      merged = { coefficient = 0, atom = part.atom }
      at[key], result[#result + 1] = merged, merged
    end
    merged.coefficient = merged.coefficient + coefficient
    if math.abs(merged.coefficient) > MOST then return false end
  end
  return math.abs(result.constant) <= MOST
end

--- a + factor * b; nil beyond 2^53.
function M.add(a, b, factor)
  local denominator = product(a.denominator // gcd(a.denominator, b.denominator), b.denominator)
  local times = denominator and product(factor or 1, denominator // b.denominator)
  if not times then return nil end
  local result, at = { constant = 0, denominator = denominator }, {}
  if not accumulate(result, at, a, denominator // a.denominator) or not accumulate(result, at, b, times) then
    return nil
  end
  for i = #result, 1, -1 do
    if result[i].coefficient == 0 then table.remove(result, i) end
  end
  return denominator == 1 and result or M.scale(result, 1)
end

--- floor(term), of a term that may be a fraction.
function M.floor(term)
  if term.denominator == 1 then return term end
  local whole = { table.unpack(term) }
  whole.constant, whole.denominator = term.constant, 1
  if M.is_number(term) then return M.number(term.constant // term.denominator) end
  return M.atom { op = "floor", term = whole, by = term.denominator }
end

--- ceil(term), written as a floor.
function M.ceil(term)
  local raised = M.add(term, { constant = term.denominator - 1, denominator = term.denominator })
  return raised and M.floor(raised)
end

--- term mod by, of a whole term.
function M.mod(term, by)
  if M.is_number(term) then return M.number(term.constant % by) end
  return M.atom { op = "mod", term = term, by = by }
end

--- The terms over one denominator, as whole terms, and the denominator; nil beyond 2^53.
function M.whole(list)
  local denominator, whole, fractions = 1, {}, false
  for _, term in ipairs(list) do fractions = fractions or term.denominator ~= 1 end
  if not fractions then return list, 1 end
  for _, term in ipairs(list) do
    denominator = product(denominator // gcd(denominator, term.denominator), term.denominator)
    if not denominator then return nil end
  end
  for i, term in ipairs(list) do
    whole[i] = M.scale(term, denominator)
    if not whole[i] then return nil end
  end
  return whole, denominator
end

--- The least or the largest of terms, by `op`.
function M.extreme(op, list)
  local whole, denominator = M.whole(list)
  if not whole then return nil end
  local rest, number, seen = {}, nil, {}
  for _, term in ipairs(whole) do
    if M.is_number(term) then
      number = number and math[op](number, term.constant) or term.constant
    elseif not seen[M.key(term)] then
      rest[#rest + 1], seen[M.key(term)] = term, true
    end
  end
  if number then rest[#rest + 1] = M.number(number) end
  local one = rest[1]
  if #rest > 1 then
    rest.op = op
    one = M.atom(rest)
  end
  return M.scale(one, 1, denominator)
end

local function put_in_atom(atom, map)
  if atom.op == "name" then return map[atom.name] or M.atom(atom) end
  local new = { op = atom.op, name = atom.name, by = atom.by, term = atom.term and M.put(atom.term, map) }
  for i, term in ipairs(atom) do
    new[i] = M.put(term, map)
    if not new[i] then return nil end
  end
  if atom.term and not new.term then return nil end
  if atom.op == "floor" then return M.floor(M.scale(new.term, 1, atom.by)) end
  if atom.op == "mod" then return M.mod(new.term, atom.by) end
  if atom.op ~= "call" then return M.extreme(atom.op, new) end
  return M.atom(new)
end

--- Substitute terms for names, in a whole term; nil beyond 2^53.
-- @tparam table term
-- @tparam table map terms, whole ones, by name
function M.put(term, map)
  local result = M.number(term.constant)
  for _, part in ipairs(term) do
    local value = put_in_atom(part.atom, map)
    result = value and M.add(result, value, part.coefficient)
    if not result then return nil end
  end
  return result
end

--- Call see(atom) for each atom of a term, those inside others too.
function M.each_atom(term, see)
  for _, part in ipairs(term) do
    local atom = part.atom
    see(atom)
    if atom.term then M.each_atom(atom.term, see) end
    for _, inner in ipairs(atom) do M.each_atom(inner, see) end
  end
end

--- Test whether it calls a Lua function or table.
function M.calls(term)
  local found
  M.each_atom(term, function(atom) found = found or atom.op == "call" and atom.name end)
  return found
end

--- The nesting depth of atoms.
function M.depth(term)
  local depth = 0
  for _, part in ipairs(term) do
    local atom = part.atom
    for _, inner in ipairs(atom.term and { atom.term } or atom) do depth = math.max(depth, 1 + M.depth(inner)) end
  end
  return depth
end

--- Test whether all its names are among these, a set.
function M.known(term, names)
  local all = true
  M.each_atom(term, function(atom) all = all and (atom.op ~= "name" or names[atom.name] ~= nil) end)
  return all
end

return M
