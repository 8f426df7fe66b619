--- Compares a set with a shape: first in a small box, then for all numbers.
--
-- In formulas the set is S, and its numbers are x1, x2, ...; the reported text has the names of the game.
-- @module takeaway.engine.theorem.closed_form.question

local Question = {}
Question.__index = Question

--- The most vectors that a text lists.
Question.LISTED = 24

local SIDES = { 400, 48, 14, 8, 5, 4, 3, 3 } -- of the box that a shape is held against

--- Queries about a set.
function Question.of(set)
  local variables = set.variables
  local self = setmetatable({ set = set, count = #variables, variables = variables, numeration = set.numeration,
                              named = { S = set }, known = {}, side = SIDES[#variables] }, Question)
  self.names = {}
  for i = 1, self.count do self.names[i] = "x" .. i end
  return self
end

-- x1, x2, ...; with another term at place i.
function Question:list(i, term)
  local list = { table.unpack(self.names) }
  if i then list[i] = term end
  return table.concat(list, ", ")
end

function Question:member(...)
  local key = table.concat({ ... }, " ")
  if self.known[key] == nil then self.known[key] = self.set:contains(...) end
  return self.known[key]
end

-- Does f agree with the set in the box?
function Question:fits(f)
  local vector = {}
  local function fill(i)
    if i > self.count then return f(table.unpack(vector)) == self:member(table.unpack(vector)) end
    for n = 0, self.side - 1 do
      vector[i] = n
      if not fill(i + 1) then return false end
    end
    return true
  end
  return fill(1)
end

-- Is it true for all numbers? False if a limit is reached.
function Question:holds(formula, more)
  local named = { S = self.set }
  for name, set in pairs(more or {}) do named[name] = set end
  return self.numeration:ask(formula, named) == true
end

function Question:is(formula, more)
  return self:holds(("A %s: S(%s) <=> (%s)"):format(self:list(), self:list(), formula), more)
end

--- A name for something that is not a number of the game: the proposed one, or one like it.
function Question:fresh(name)
  for _, one in ipairs(self.variables) do
    if one == name then return self:fresh(name .. "_") end
  end
  return name
end

-- The same with the names of the game.
function Question:said(text)
  return (text:gsub("x(%d)", function(i) return self.variables[tonumber(i)] end))
end

--- The vectors of the set in the box with these sides, as text, and their number; nil if there are many. The last side
-- may be a bound of values: up to that number.
function Question:listed(sides, values)
  local list, vector = {}, {}
  sides = { table.unpack(sides) }
  sides[#sides + 1] = values
  local function fill(i)
    if i > self.count then
      if self:member(table.unpack(vector)) then
        list[#list + 1] = self.count == 1 and tostring(vector[1]) or "(" .. table.concat(vector, ", ") .. ")"
      end
      return
    end
    for n = 0, sides[i] - 1 do
      vector[i] = n
      fill(i + 1)
      if #list > Question.LISTED then return end
    end
  end
  fill(1)
  if #list <= Question.LISTED then return table.concat(list, ", "), #list end
end

return Question
