--- Sets of vectors of numbers: an automaton, its numeration, and the names of its tracks.
-- @module takeaway.engine.automata.sets

local core = require "takeaway.core"
local counting = require "takeaway.engine.automata.counting"
local drawing = require "takeaway.engine.automata.drawing"
local failure = require "takeaway.base.failure"
local method_tables = require "takeaway.base.methods"
local settings_of = require "takeaway.base.settings"
local text = require "takeaway.base.text"

local M = {}

local VECTORS_MOST = 10 ^ 8 | 0 -- of a box that is gone through

-- ---- Numbers ------------------------------------------------------------------------------

--- The decimal digits of a number; raises for another argument of a call.
function M.decimal(call, name, value)
  local integer = type(value) == "number" and math.tointeger(value)
  local digits = integer and integer >= 0 and tostring(integer) or type(value) == "string" and value:match "^%d+$"
  return digits or core.raise(("%s: %s: expected a number 0, 1, 2, ..., or its decimal digits as text, got %s"):format(
    call, name, text.shown(value)))
end

--- An integer if it fits, else its digits.
function M.number(digits)
  return #digits < 19 and math.tointeger(tonumber(digits)) or digits
end

--- The words of numbers, filled to one length with leading zeros; raises.
function M.words(numeration, call, names, values)
  local words, length = {}, 0
  if #values > #names then
    core.raise(("%s: expected %s, (%s), got %d"):format(call, text.count(#names, "number"), table.concat(names, ", "),
      #values))
  end
  for i, name in ipairs(names) do
    words[i] = failure.raise(numeration:write(M.decimal(call, name, values[i])))
    length = math.max(length, #words[i])
  end
  for i, word in ipairs(words) do words[i] = ("\0"):rep(length - #word) .. word end
  return words
end

--- The vector of a word by track, as `automaton:shortest` returns it.
function M.vector(numeration, word, count)
  local vector = {}
  for i = 1, count do vector[i] = M.number(failure.raise(numeration:read(word[i] or ""))) end
  return vector
end

-- ---- Sets ---------------------------------------------------------------------------------

local Set = method_tables.class("takeaway.number_set", "set of numbers", true)

M.methods = Set

--- The set of an automaton over these variables, tracks 0, 1, ...
function M.of(of, variables, automaton)
  return setmetatable({ numeration = of, variables = variables, automaton = automaton }, Set)
end

--- Test for a set.
function M.is_set(value) return getmetatable(value) == Set end

-- Is a vector in the set? Errors name the call.
function M.contains(set, call, vector)
  local words = M.words(set.numeration.core, call, set.variables, vector)
  return set.automaton:accepting(set.automaton:read(0, words))
end

--- Test whether a vector is in the set.
-- @function set:contains
-- @param ... its numbers, in the order of the variables; decimal text for large ones
-- @treturn boolean
function Set:contains(...) return M.contains(self, "contains", { ... }) end

--- Test whether the set is empty.
-- @function set:is_empty
-- @treturn boolean
function Set:is_empty() return self.automaton:is_empty() end

--- The number of vectors with each number below a bound: exact, for bounds of any length.
-- @function set:count
-- @param bound of all numbers; or as many bounds as there are numbers; decimal text for large ones
-- @treturn int the number, decimal text from 10^18 on; or nil, message, "ELIMIT"
-- @usage assert(ta.numeration(2):set("a, b: a < b"):count(1000) == 499500)
function Set:count(bound, ...)
  local bounds = { bound, ... }
  if #bounds <= 1 then
    for i = 1, #self.variables do bounds[i] = bound end
  end
  if #bounds ~= #self.variables then
    core.raise(("count: expected a bound, or %d of them, got %d"):format(#self.variables, #bounds))
  end
  local words = M.words(self.numeration.core, "count", self.variables, bounds)
  local number, message, code = counting.below(self.numeration.core, self.automaton, words)
  if not number then return nil, message, code end
  return M.number(number)
end

--- The first vectors: by their largest number, then by the first, the second, ...
-- @function set:first
-- @tparam[opt] int n their number
-- @treturn {{int,...},...} the first n of them, all if there are fewer; without n only the first, nil if the set is
--   empty; or nil, message, "ELIMIT" if they are too many to list: more than 2^18 of one length
function Set:first(n)
  local count = n == nil and 1 or type(n) == "number" and math.tointeger(n)
  if not count or count < 0 then core.raise("first: n: expected an integer n >= 0, got " .. text.shown(n)) end
  local list, message, code = counting.first(self.numeration.core, self.automaton, #self.variables, count)
  if not list then return nil, message, code end
  for _, vector in ipairs(list) do
    for i, digits in ipairs(vector) do vector[i] = M.number(digits) end
    vector.largest = nil
    text.record(vector)
  end
  if n == nil then return list[1] end
  return text.record(list)
end

--- The vectors whose numbers are at most `to`, in order.
-- @function set:vectors
-- @tparam table settings `to`: the largest number; or that number
-- @treturn {{int,...},...} the vectors. Cost: about a microsecond for each vector of the box; or nil, message, "ELIMIT"
--   if the box has more than 10^8
function Set:vectors(settings)
  local given = type(settings) == "table" and settings.to
  local to = type(given) == "number" and math.tointeger(given)
  if not to or to < 0 then
    core.raise("vectors: to: expected {to = n} with an integer n >= 0, got " ..
      text.shown(given or type(settings) ~= "table" and settings or nil))
  end
  if (to + 1.0) ^ #self.variables > VECTORS_MOST then
    local size = text.count(#self.variables, "number")
    return nil, ("vectors: a box of %s to %d has more than %d vectors"):format(size, to, VECTORS_MOST), "ELIMIT"
  end
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

--- The number of states of the minimal automaton, including the dead state.
-- @function set:states
-- @treturn int
function Set:states() return self.automaton:states() end

--- The automaton as a table: for each state whether it accepts, and its successors.
-- @function set:transitions
-- @treturn table by state from 0, the start, `{accepts =, dead =, {to =, letters = {{digit, ...}, ...}}, ...}`; from a
--   `dead` state nothing is accepted
-- @usage assert(#ta.numeration(2):set("n: n mod 3 = 0"):transitions() == 2)
function Set:transitions()
  local rows = drawing.moves(self, "transitions")
  for state = 0, #rows do
    rows[state].accepts, rows[state].dead = self.automaton:accepting(state), drawing.is_dead(self, rows, state)
    for _, move in ipairs(rows[state]) do
      for i, letter in ipairs(move.letters) do
        move.letters[i] = {}
        for track, digit in ipairs(letter) do move.letters[i][track] = digit:byte() end
      end
    end
  end
  return rows
end

--- The automaton as text.
-- @function set:text
-- @tparam[opt="table"] string form "table", "dot" (Graphviz), "walnut", or "regex", a regular expression if it is short
-- @treturn string the text; or nil, message, "ELIMIT" if the expression is long
function Set:text(form)
  return drawing.text(self, form == nil and "table" or form)
end

-- Equality ignores the limits under which sets were made.
function Set.__eq(a, b) return a.automaton:equal(b.automaton) end

function Set:__tostring()
  return ("set of %s: an automaton of %s in %s"):format(#self.variables == 1 and "numbers " .. self.variables[1]
    or "vectors (" .. table.concat(self.variables, ", ") .. ")", text.count(self:states(), "state"),
    self.numeration.title)
end

settings_of.by_number(Set, { "vectors" })

return M
