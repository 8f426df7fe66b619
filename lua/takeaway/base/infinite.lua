--- Nim values of games that need not end.
--
-- Such a value is a number, or inf(K): with a nim heap of n in K the player to move wins, with any
-- other the game is drawn. It is the list K, ascending, and prints as "inf(0, 2)"; `v + w` is the nim sum of
-- it and a number, or another: n is added to each of K, and two infinite ones make inf().
-- @module takeaway.base.infinite

local core = require "takeaway.core"

local M = {}

local Infinite = { __name = "nim value" }

local function is_infinite(x) return getmetatable(x) == Infinite end

M.is_infinite = is_infinite

--- A nim value as the core gives it: an integer, or the list K.
function M.from(value) return type(value) == "table" and setmetatable(value, Infinite) or value end

--- The outcome of a nim value: P for 0, N for others; inf(K) is N when 0 is in K, else D.
function M.outcome(value)
  if is_infinite(value) then return value[1] == 0 and "N" or "D" end
  return value == 0 and "P" or "N"
end

local function shifted(list, n)
  local values = {}
  for i, k in ipairs(list) do values[i] = k ~ n end
  table.sort(values)
  return setmetatable(values, Infinite)
end

--- The nim sum of two nim values: of numbers the exclusive or; n added to each of K; and of two
-- infinite ones inf().
local function add(a, b)
  if is_infinite(a) and is_infinite(b) then return setmetatable({}, Infinite) end
  if is_infinite(b) then a, b = b, a end
  if is_infinite(a) then return shifted(a, core.nim_sum(b)) end
  return core.nim_sum(a, b)
end

M.add, Infinite.__add = add, add

--- The nim sum of any number of nim values.
function M.nim_sum(...)
  local sum, infinite = 0, false
  for i = 1, select("#", ...) do infinite = infinite or is_infinite((select(i, ...))) end
  if not infinite then return core.nim_sum(...) end
  for i = 1, select("#", ...) do sum = add(sum, (select(i, ...))) end
  return sum
end

function Infinite.__eq(a, b)
  if not (is_infinite(a) and is_infinite(b)) or #a ~= #b then return false end
  for i = 1, #a do
    if a[i] ~= b[i] then return false end
  end
  return true
end

function Infinite.__tostring(v) return "inf(" .. table.concat(v, ", ") .. ")" end

return M
