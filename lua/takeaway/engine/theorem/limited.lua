--- Linear games, read from their declarations for the core's boxes: as games whose last number only limits the next
-- move, or as games without a limit.
--
-- Each move has at most one parameter k, and linear guards and targets without floors. In a game with a limit x, x
-- stands alone in its guards (c k + d <= x), and targets do not contain it. The limit after a move depends only on k,
-- in any way. A guard with `or` or ~= makes several moves. If the declaration has another form, nothing is read, and
-- the engine answers instead.
-- @module takeaway.engine.theorem.limited

local conditions = require "takeaway.engine.declaration.conditions"
local core = require "takeaway.core"
local terms = require "takeaway.engine.declaration.terms"

local M = {}

local MOVES, LARGEST = 64, 1 << 30
local LISTED = 3 << 22 -- limits of all moves; with the guards they are fewer than 2^24, the core's bound
local ENOUGH = (1 << 32) - 2 -- a limit large enough for all moves of a box

-- ---- Guards as alternatives of inequalities ------------------------------------------------

-- Lists of terms, each >= 0; one of the lists holds where the plain condition does. nil: too many.
local function alternatives(node)
  if node.op == "and" then
    local lists = { {} }
    for _, one in ipairs(node) do
      local more, joined = alternatives(one), {}
      if not more or #more * #lists > MOVES then return nil end
      for _, list in ipairs(lists) do
        for _, other in ipairs(more) do
          local both = table.move(list, 1, #list, 1, {})
          joined[#joined + 1] = table.move(other, 1, #other, #both + 1, both)
        end
      end
      lists = joined
    end
    return lists
  elseif node.op == "or" then
    local lists = {}
    for _, one in ipairs(node) do
      local more = alternatives(one)
      if not more or #more + #lists > MOVES then return nil end
      table.move(more, 1, #more, #lists + 1, lists)
    end
    return lists
  end
  local up, down = terms.add(node.right, node.left, -1), terms.add(node.left, node.right, -1)
  if not up then return nil end
  if node.op == "<=" then return { { up } } end
  if node.op == "=" then return { { up, down } } end
  local above, below = terms.add(up, terms.number(-1)), terms.add(down, terms.number(-1))
  if not above or not below then return nil end
  return node.op == "<" and { { above } } or { { above }, { below } }
end

local function is_small(term)
  for _, part in ipairs(term) do
    if math.abs(part.coefficient) > LARGEST then return false end
    for _, inner in ipairs(part.atom.term and { part.atom.term } or part.atom) do
      if not is_small(inner) then return false end
    end
  end
  return math.abs(term.constant) <= LARGEST
end

-- The row of a term in names only: its coefficients by index, and the constant; else nil.
local function row_of(term, places, count)
  local row = {}
  for i = 1, count do row[i] = 0 end
  row[count + 1] = term.constant
  for _, part in ipairs(term) do
    local place = part.atom.op == "name" and places[part.atom.name]
    if not place then return nil end
    row[place] = part.coefficient
  end
  return is_small(term) and row or nil
end

local function never_holds(row)
  for _, c in ipairs(row) do
    if c > 0 then return false end
  end
  return row[#row] < 0
end

-- ---- A move as the core's integers ---------------------------------------------------------

local value

local function atom_value(atom, k)
  if atom.op == "name" then return k end
  if atom.op == "floor" then return value(atom.term, k) // atom.by end
  if atom.op == "mod" then return value(atom.term, k) % atom.by end
  local list = {}
  for i, term in ipairs(atom) do list[i] = value(term, k) end
  return atom.op == "min" and math.min(table.unpack(list)) or math.max(table.unpack(list))
end

-- The value of a term whose only name is k.
function value(term, k)
  local sum = term.constant
  for _, part in ipairs(term) do sum = sum + part.coefficient * atom_value(part.atom, k) end
  return sum
end

-- ---- With or without a limit ---------------------------------------------------------------

-- The rows of one alternative, and the least limit by k. A row has the coordinates, x if there is a limit, and k.
-- false: it never holds; nil: not of this form.
local function guard_rows(list, places, limit, k)
  local rows, needs = {}, nil
  for _, term in ipairs(list) do
    local row = row_of(term, places, k)
    if not row then return nil end
    if never_holds(row) then return false end
    local of_limit, of_k, constant = limit and row[limit] or 0, row[k], row[k + 1]
    if limit then table.remove(row, limit) end
    if of_limit == 0 then
      rows[#rows + 1] = row
    else
      for i = 1, limit - 1 do
        if row[i] ~= 0 then return nil end
      end
      if needs or of_limit ~= 1 or of_k > 0 then return nil end
      needs = { -of_k, -constant }
    end
  end
  return rows, needs or { 0, 0 }
end

-- The rows of the targets except the limit; nil: not of this form.
local function target_rows(move, places, limit, k)
  local rows = {}
  for i = 1, limit and limit - 1 or #move.targets do
    local row = row_of(move.targets[i], places, k)
    if not row or limit and row[limit] ~= 0 then return nil end
    if limit then table.remove(row, limit) end
    rows[i] = row
  end
  return rows
end

local function add_move(found, d, move, limit)
  local k, parameter = #d.variables + 1, move.parameters[1]
  local places, own = {}, {}
  for i, name in ipairs(d.variables) do places[name] = i end
  if parameter then places[parameter], own[parameter] = k, true end
  local guards = { op = "and", table.unpack(conditions.conjuncts(move.guards)) }
  if d.over then guards[#guards + 1] = conditions.plain(d.over, true) end
  local after = limit and move.targets[limit] or terms.number(0)
  if #move.parameters > 1 or not terms.known(after, own) or terms.calls(after) or not is_small(after) then
    return false
  end
  local lists, targets = alternatives(guards), target_rows(move, places, limit, k)
  if not lists or not targets then return false end
  for _, list in ipairs(lists) do
    local rows, needs = guard_rows(list, places, limit, k)
    if rows == nil or #found == MOVES then return false end
    if rows and not parameter then -- k is 0
      local row = {}
      for i = 1, k + 1 do row[i] = i == k and -1 or 0 end
      if limit then table.remove(row, limit) end
      rows[#rows + 1] = row
    end
    if rows then found[#found + 1] = { guards = rows, targets = targets, needs = needs, after = after } end
  end
  return true
end

--- The moves of a declaration of this form; else nil.
-- @param d the declaration
-- @tparam boolean limit is its last number a limit?
function M.moves(d, limit)
  local found = {}
  if #d.variables > 8 or limit and #d.variables < 2 then return nil end
  for _, move in ipairs(d.options) do
    if not add_move(found, d, move, limit and #d.variables or nil) then return nil end
  end
  return found
end

-- The moves as one list of integers, with their limits for k up to `most`.
local function listed(moves, most)
  local list = {}
  local function put(row) table.move(row, 1, #row, #list + 1, list) end
  for _, move in ipairs(moves) do
    list[#list + 1] = #move.guards
    for _, row in ipairs(move.guards) do put(row) end
    for _, row in ipairs(move.targets) do put(row) end
    put(move.needs)
    list[#list + 1] = most + 1
    for k = 0, most do list[#list + 1] = math.max(-1, math.min(value(move.after, k), ENOUGH)) end
  end
  return list
end

--- The core's box of moves that `moves` gave.
-- @tparam table moves
-- @tparam {int,...} sides the numbers but the limit are below these
-- @tparam boolean misere
-- @return it; or nil, message, code
function M.box(moves, sides, misere)
  local most = math.max(table.unpack(sides))
  if #moves * (most + 1) > LISTED then return nil, "the box of positions is too large", "ELIMIT" end
  return core.limits(sides, misere, listed(moves, most))
end

--- The core's search with these moves, position by position, with k up to `most`.
-- @tparam table moves
-- @tparam int numbers how many a position has but the limit
-- @tparam int most
-- @tparam boolean misere
-- @tparam int bytes that it may keep
-- @return it; or nil, message, code
function M.search(moves, numbers, most, misere, bytes)
  return core.limit_search(numbers, misere, listed(moves, most), bytes)
end

return M
