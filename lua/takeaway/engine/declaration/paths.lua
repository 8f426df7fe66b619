--- Path conditions of a program, and their union where paths meet.
--
-- A path is a list of conditions that all hold. Each condition is one object, however often it is tested, and knows its
-- negation. Two paths that differ only by a last condition and its negation are merged without it. Paths that meet are
-- kept as a list until a guard is needed, so that all of them together are again the path that they came from.
-- @module takeaway.engine.declaration.paths

local conditions = require "takeaway.engine.declaration.conditions"
local terms = require "takeaway.engine.declaration.terms"

local M = {}
M.__index = M

--- A set of conditions.
function M.new() return setmetatable({ by_key = {} }, M) end

-- A number on the right, else the smaller side on the left.
local function written(left, relation, right)
  if terms.is_number(left) or not terms.is_number(right) and relation:find "^>" then
    left, relation, right = right, conditions.TURNED[relation], left
  end
  return { op = "compare", terms = { left, right }, relations = { relation } }
end

-- The key of difference >= 0, or of = and ~=, whose sign does not matter.
local function key_of(relation, difference)
  if relation ~= "=" and relation ~= "~=" then return ">=" .. terms.key(difference) end
  local turned = terms.scale(difference, -1)
  local one, other = terms.key(difference), turned and terms.key(turned) or ""
  return relation .. (one < other and one or other)
end

local HOLDS = { [">="] = function(d) return d >= 0 end, ["="] = function(d) return d == 0 end,
                ["~="] = function(d) return d ~= 0 end }

-- As difference >= 0, = 0 or ~= 0.
local function normal(left, relation, right)
  if relation == "<" or relation == "<=" then left, right = right, left end
  local difference = terms.add(left, right, -1)
  if not difference or relation == "=" or relation == "~=" then return difference, relation end
  if relation == "<" or relation == ">" then difference = terms.add(difference, terms.number(-1)) end
  return difference, ">="
end

--- The condition `left relation right`; true or false where it is known; nil beyond 2^53.
function M:compare(left, relation, right)
  local difference, kind = normal(left, relation, right)
  if not difference then return nil end
  if terms.is_number(difference) then return HOLDS[kind](difference.constant) end
  local key = key_of(kind, difference)
  local found = self.by_key[key]
  if found then return found end
  found = { shown = written(left, relation, right), difference = difference, kind = kind }
  self.by_key[key] = found
  local contrary = self:compare(left, conditions.NEGATED[relation], right)
  if not contrary then return nil end
  found.contrary, contrary.contrary = contrary, found
  return found
end

-- What is shown of a list of conditions that all hold.
local function shown(list)
  local all = {}
  for i, one in ipairs(list) do all[i] = one.shown end
  return conditions.join("and", all)
end

local function same(a, b)
  if #a ~= #b then return false end
  for i = 1, #a do
    if a[i] ~= b[i] then return false end
  end
  return true
end

-- One condition: that one of the ways, lists of conditions, none empty, holds.
local function either(ways)
  local all = {}
  for i, way in ipairs(ways) do all[i] = shown(way) end
  return { shown = conditions.join("or", all) }
end

local function tail(way)
  return table.move(way, 2, #way, 1, {})
end

-- Ways that begin with one condition or its contrary, as one; else nil.
local function split(ways, meet)
  local first, with, without = ways[1][1], {}, {}
  for _, way in ipairs(ways) do
    if way[1] == first then
      with[#with + 1] = tail(way)
    elseif first.contrary and way[1] == first.contrary then
      without[#without + 1] = tail(way)
    else
      return nil
    end
  end
  local a, b = meet(with), meet(without)
  if same(a, b) then return a end
  if #a == 0 then return { either { { first }, b } } end
  if #b == 0 then return { either { { first.contrary }, a } } end
  return { either { { first, table.unpack(a) }, { first.contrary, table.unpack(b) } } }
end

--- The union of paths that meet: one of them was taken.
-- @tparam {{table,...},...} ways at least one
-- @treturn {table,...} a path
function M.meet(ways)
  local common, rests = {}, {}
  local first = ways[1]
  while first[#common + 1] do
    local at, all = #common + 1, true
    for _, way in ipairs(ways) do all = all and way[at] == first[at] end
    if not all then break end
    common[at] = first[at]
  end
  for i, way in ipairs(ways) do
    rests[i] = table.move(way, #common + 1, #way, 1, {})
    if #rests[i] == 0 then return common end
  end
  for _, one in ipairs(split(rests, M.meet) or { either(rests) }) do common[#common + 1] = one end
  return common
end

local MOST = 32 -- ways in a list

-- How many conditions two ways begin with in common.
local function common_count(a, b)
  local count = 0
  while a[count + 1] and a[count + 1] == b[count + 1] do count = count + 1 end
  return count
end

-- One way for two, where there is one.
local function united(a, b)
  local count = common_count(a, b)
  if count == #a then return a end
  if count == #b then return b end
  if count == #a - 1 and count == #b - 1 and a[#a].contrary == b[#b] and b[#b] then
    return table.move(a, 1, count, 1, {})
  end
end

--- Paths that meet, as few as possible.
function M.join(ways)
  local list = {}
  for _, way in ipairs(ways) do
    local at = 1
    while list[at] do -- a way that was united may be with another
      local one = united(list[at], way)
      if one then
        table.remove(list, at)
        way, at = one, 1
      else
        at = at + 1
      end
    end
    list[#list + 1] = way
  end
  return #list <= MOST and list or { M.meet(list) }
end

--- Test whether a condition is on a path, or its negation: true, false, nil.
function M.known(way, condition)
  for _, one in ipairs(way) do
    if one == condition then return true end
    if one == condition.contrary then return false end
  end
  return nil
end

--- The facts of a path, for @{takeaway.engine.declaration.inequalities}: adds terms that are >= 0 to one list, and
-- terms that are not 0 to another.
function M.add_facts(way, facts, others)
  for _, condition in ipairs(way) do
    local difference, kind = condition.difference, condition.kind
    if kind == "~=" then
      others[#others + 1] = difference
    elseif kind then -- else an "or"
      facts[#facts + 1] = difference
      if kind == "=" then facts[#facts + 1] = terms.scale(difference, -1) end
    end
  end
end

return M
