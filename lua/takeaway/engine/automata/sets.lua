--- Sets of vectors of numbers: an automaton, its numeration, and the names of its tracks.
-- @module takeaway.engine.automata.sets

local core = require "takeaway.core"
local drawing = require "takeaway.engine.automata.drawing"
local text = require "takeaway.base.text"

local M = {}

-- ---- Numbers ------------------------------------------------------------------------------

--- A number as its decimal digits; raises, for an argument of a call.
function M.decimal(call, name, value)
  local integer = type(value) == "number" and math.tointeger(value)
  local digits = integer and integer >= 0 and tostring(integer) or type(value) == "string" and value:match "^%d+$"
  return digits or core.raise(("%s: %s: expected a number 0, 1, 2, ..., or its decimal digits as text, got %s"):format(
    call, name, text.shown(value)))
end

--- An integer where it fits, else its digits.
function M.number(digits)
  return #digits < 19 and math.tointeger(tonumber(digits)) or digits
end

--- The words of numbers, filled to one length with leading zeros; raises.
function M.words(numeration, call, names, values)
  local words, length = {}, 0
  for i, name in ipairs(names) do
    words[i] = numeration:write(M.decimal(call, name, values[i]))
    length = math.max(length, #words[i])
  end
  for i, word in ipairs(words) do words[i] = ("\0"):rep(length - #word) .. word end
  return words
end

--- The vector of a word by track, as `automaton:shortest` gives it.
function M.vector(numeration, word, count)
  local vector = {}
  for i = 1, count do vector[i] = M.number(numeration:read(word[i] or "")) end
  return vector
end

-- ---- Sets ---------------------------------------------------------------------------------

local Set = { __name = "takeaway.number_set" }
Set.__index = Set

M.methods = Set

--- A set of an automaton over these variables, tracks 0, 1, ...
function M.of(of, variables, automaton)
  return setmetatable({ numeration = of, variables = variables, automaton = automaton }, Set)
end

--- Is it one?
function M.is_set(value) return getmetatable(value) == Set end

--- Is a vector in the set?
-- @function set:contains
-- @param ... its numbers, in the order of the variables; decimal text for large ones
-- @treturn boolean
function Set:contains(...)
  local words = M.words(self.numeration.core, "contains", self.variables, { ... })
  return self.automaton:accepting(self.automaton:read(0, words))
end

--- Has the set no vector?
-- @function set:is_empty
-- @treturn boolean
function Set:is_empty() return self.automaton:is_empty() end

--- A vector with the fewest digits, or nil where the set is empty.
-- @function set:first
-- @treturn {int,...} its numbers
function Set:first()
  local word = self.automaton:shortest()
  return word and text.record(M.vector(self.numeration.core, word, #self.variables)) or nil
end

--- The vectors whose numbers are at most `to`, in order.
-- @function set:vectors
-- @tparam table settings `to`: the largest number
-- @treturn {{int,...},...} the vectors. Cost: about a microsecond for each vector of the box
function Set:vectors(settings)
  local to = type(settings) == "table" and math.tointeger(settings.to)
  if not to or to < 0 then core.raise "vectors: to: expected {to = n} with an integer n >= 0" end
  local list, vector = {}, {}
  local function fill(i)
    if i > #self.variables then
      if self:contains(table.unpack(vector)) then list[#list + 1] = text.record { table.unpack(vector) } end
      return
    end
    for n = 0, to do
      vector[i] = n
      fill(i + 1)
    end
  end
  fill(1)
  return text.record(list)
end

--- How many states the least automaton has, the one that accepts nothing more among them.
-- @function set:states
-- @treturn int
function Set:states() return self.automaton:states() end

--- The automaton as text.
-- @function set:text
-- @tparam[opt="table"] string form "table", "dot" (Graphviz) or "walnut"
-- @treturn string
function Set:text(form)
  return drawing.text(self, form == nil and "table" or form)
end

function Set.__eq(a, b)
  return a.numeration.core == b.numeration.core and a.automaton:equal(b.automaton)
end

function Set:__tostring()
  return ("set of %s: an automaton of %s in %s"):format(#self.variables == 1 and "numbers " .. self.variables[1]
    or "vectors (" .. table.concat(self.variables, ", ") .. ")", text.count(self:states(), "state"),
    self.numeration.title)
end

return M
