--- The index of a compound: positions by number, with their options.
--
-- A compound position is a few integers: the numbers of its components, which are positions or sums of any rulesets. A
-- `World` is such an index. It gives the numbers, from 1 on, and keeps the options of each component, computed once for
-- all compounds. 0 is a removed component: it has no options.
-- @module takeaway.engine.sum.compound_index

local failure = require "takeaway.base.failure"

local World = {}
World.__index = World

local serials, last = setmetatable({}, { __mode = "k" }), 0

local function serial_of(rules)
  if not serials[rules] then last = last + 1; serials[rules] = last end
  return serials[rules]
end

local function position_key(position)
  local parts = { serial_of(position:ruleset()) }
  for i = 1, #position do parts[i + 1] = math.type(position[i]) and position[i] or ("%q"):format(position[i]) end
  return table.concat(parts, ",")
end

local function key_of(component)
  if component.ruleset then return position_key(component) end
  local terms = {}
  for i, t in ipairs(component.terms) do
    terms[i] = ("%s*%d*%d"):format(position_key(t.position), t.sign, t.count)
  end
  table.sort(terms)
  return table.concat(terms, "+")
end

--- The number of a position or a sum.
function World:number(component)
  local key = key_of(component)
  local n = self.numbers[key]
  if not n then
    n = #self.components + 1
    self.numbers[key], self.components[n] = n, component
    self.left[n], self.right[n] = false, false
  end
  return n
end

--- The numbers of the options of component n for "left" or "right".
function World:options(n, player)
  if n == 0 then return self.none end
  local known = self[player]
  if not known[n] then
    local component, list = self.components[n], {}
    for i, option in ipairs(failure.raise(component[player .. "_options"](component))) do
      list[i] = self:number(option)
    end
    known[n] = list
    if not self.partizan then self.left[n], self.right[n] = list, list end
  end
  return known[n]
end

--- Call the method `question` of component n. It is not 0: a removed component has no methods.
function World:ask(n, question)
  local component = self.components[n]
  return component[question](component)
end

--- Forget the options, not the numbers: the rules of the components may have changed.
function World:forget()
  for n = 1, #self.components do self.left[n], self.right[n] = false, false end
end

function World:text(n) return n == 0 and "nothing" or tostring(self.components[n]) end

--- A world without components.
-- @tparam boolean partizan
return function(partizan)
  return setmetatable({ components = {}, numbers = {}, left = {}, right = {}, none = {}, partizan = partizan }, World)
end
