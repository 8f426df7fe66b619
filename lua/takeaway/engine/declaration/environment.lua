--- Named functions and tables of a declaration that is read from a rule, for parts that are not linear: products and
-- quotients of terms, move functions, and tables.
-- @module takeaway.engine.declaration.environment

local core = require "takeaway.core"
local failure = require "takeaway.base.failure"

local M = {}
M.__index = M

local FUNCTIONS = {
  times = { function(a, b) return a * b end, "function(a, b) return a * b end" },
  quotient = { function(a, b) return a // b end, "function(a, b) return a // b end" },
  rest = { function(a, b) return a % b end, "function(a, b) return a % b end" },
}

--- An empty set of them: `functions`, `sources`, the Lua that makes them, and `reasons`, the need for each, by name.
-- `reason` is that of the next one.
-- @tparam table taken names with other meanings, a set
function M.new(taken)
  return setmetatable({ taken = taken, by_key = {}, functions = {}, sources = {}, reasons = {} }, M)
end

-- The name for the object of a key, at first the proposed one or one like it.
local function named(self, key, proposed, value, source)
  local name = self.by_key[key]
  if name then return name end
  name = proposed
  while self.taken[name] or self.functions[name] do name = name .. "_" end
  self.by_key[key], self.functions[name], self.sources[name], self.reasons[name] = name, value, source, self.reason
  return name
end

--- An operation on two terms: "times", "quotient" or "rest".
function M:arithmetic(op) return named(self, op, op, FUNCTIONS[op][1], FUNCTIONS[op][2]) end

--- A move function given as text; nil for an invalid text.
function M:move_function(source)
  local ok, f = failure.try(core.move_function, source)
  if not ok then return nil end
  return named(self, "f " .. source, "f", f, ("ta.move_function %q"):format(source))
end

--- A table of integers, from `first` on.
function M:table(cells, first)
  local list = table.concat(cells, ", ")
  local value = table.move(cells, 1, #cells, first, {})
  return named(self, ("t %d %s"):format(first, list), "t", value, M.shown(value))
end

local MOST = 64 -- most entries shown

--- A table of integers, without a gap, as Lua; nil for another table, or a long one.
function M.shown(value)
  if getmetatable(value) then return nil end
  local first, count, list = math.huge, 0, {}
  for key, entry in pairs(value) do
    if math.type(key) ~= "integer" or math.type(entry) ~= "integer" or count == MOST then return nil end
    first, count = math.min(first, key), count + 1
  end
  for i = 1, count do
    local key = first + i - 1
    if not value[key] then return nil end
    list[i] = (first < 0 or first > 1 or key == 0) and ("[%d] = %d"):format(key, value[key]) or tostring(value[key])
  end
  return count > 0 and "{ " .. table.concat(list, ", ") .. " }" or nil
end

return M
