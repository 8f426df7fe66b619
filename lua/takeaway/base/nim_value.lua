--- Nim values that are no numbers: for games that need not end, and for games with entailing moves.
--
-- Where play need not end a value is a number, or inf(K). With a nim heap of n in K the player to move wins; with any
-- other heap the game is drawn. It is the list K, ascending, and prints as "inf(0, 2)". `v + w` is the nim sum of it
-- and a number, or another such value. A number n is added to each member of K, and two infinite values make inf().
--
-- With entailing moves a value is a number, "sunny" or a set. Sunny: the player to move wins any sum with it. A set:
-- the player to move must answer here, and the set holds the nim values of the rest with which that player wins. It is
-- a list, ascending, and prints as "entailed {0, 3}". Where `v.all_but` is true it is all numbers except those,
-- "entailed all but {1}". The sum of sunny and anything but a set is sunny. A number is added to each member of a set.
-- The sum of a set and sunny is all numbers or none.
--
-- These values are results only; calls accept them as objects, never as text.
-- @module takeaway.base.nim_value

local core = require "takeaway.core"
local failure = require "takeaway.base.failure"

local M = {}

local Infinite = { __name = "nim value" }
local Sunny = { __name = "nim value" }
local Entailed = { __name = "nim value" }
local KINDS = { [Infinite] = true, [Sunny] = true, [Entailed] = true }

local sunny = setmetatable({}, Sunny)

local function is(x, kind) return getmetatable(x) == kind end

--- Test for a nim value that is no number.
function M.is_special(x)
  local kind = type(x) == "table" and getmetatable(x)
  return type(kind) == "table" and KINDS[kind] == true
end

--- Test for the value inf(K) of a game that need not end.
function M.is_infinite(x) return is(x, Infinite) end

--- A nim value as the core gives it: an integer, "sunny", the list K, or the list of a set, with `all_but`.
function M.from(value)
  if value == "sunny" then return sunny end
  if type(value) ~= "table" then return value end
  return setmetatable(value, value.all_but == nil and Infinite or Entailed)
end

--- The outcome of a nim value: P for 0, N for others; inf(K) is N when 0 is in K, else D; sunny is N, and
-- a set N when 0 is in it, else P.
function M.outcome(value)
  if is(value, Infinite) then return value[1] == 0 and "N" or "D" end
  if is(value, Entailed) then return (value[1] == 0) ~= value.all_but and "N" or "P" end
  return value == 0 and "P" or "N"
end

local function shifted(list, n)
  local values = { all_but = list.all_but }
  for i, k in ipairs(list) do values[i] = k ~ n end
  table.sort(values)
  return setmetatable(values, getmetatable(list))
end

local function add_infinite(a, b)
  if is(a, Infinite) and is(b, Infinite) then return setmetatable({}, Infinite) end
  if M.is_special(a) and M.is_special(b) then
    failure.raise(nil, ("nim_sum: %s and %s: play that need not end beside entailing moves has outcomes, and no "
      .. "nim values"):format(a, b), "EUNSUPPORTED")
  end
  return is(a, Infinite) and shifted(a, core.nim_sum(b)) or shifted(b, core.nim_sum(a))
end

--- The nim sum of two nim values. Two numbers give the exclusive or. A number is added to each member of K, or of a
-- set; two infinite values give inf(). The head has the rules for sunny values.
local function add(a, b)
  if is(a, Infinite) or is(b, Infinite) then return add_infinite(a, b) end
  if is(b, Entailed) then a, b = b, a end
  if is(b, Entailed) then
    core.raise(("nim_sum: %s and %s: both must be answered at once; a move entails one answer"):format(tostring(a),
      tostring(b)))
  end
  if is(a, Entailed) then
    if is(b, Sunny) then return setmetatable({ all_but = a.all_but }, Entailed) end
    return shifted(a, core.nim_sum(b))
  end
  if is(a, Sunny) or is(b, Sunny) then
    local other = is(a, Sunny) and b or a
    if not is(other, Sunny) then core.nim_sum(other) end -- which says what is no nimber
    return sunny
  end
  return core.nim_sum(a, b)
end

M.add = add

--- The nim sum of any number of nim values.
function M.nim_sum(...)
  local sum, special = 0, false
  for i = 1, select("#", ...) do special = special or M.is_special((select(i, ...))) end
  if not special then return core.field_sum(...) end
  for i = 1, select("#", ...) do sum = add(sum, (select(i, ...))) end
  return sum
end

local function same(a, b)
  if getmetatable(a) ~= getmetatable(b) or #a ~= #b or a.all_but ~= b.all_but then return false end
  for i = 1, #a do
    if a[i] ~= b[i] then return false end
  end
  return true
end

for kind in pairs(KINDS) do kind.__add, kind.__eq = add, same end

function Infinite.__tostring(v) return "inf(" .. table.concat(v, ", ") .. ")" end

function Sunny.__tostring() return "sunny" end

function Entailed.__tostring(v)
  if v.all_but and #v == 0 then return "entailed all" end
  return ("entailed %s{%s}"):format(v.all_but and "all but " or "", table.concat(v, ", "))
end

return M
