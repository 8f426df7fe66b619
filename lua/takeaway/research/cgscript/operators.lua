--- The operators of CGScript on values, ordinals, surreal numbers and positions.
-- @module takeaway.research.cgscript.operators

local failure = require "takeaway.base.failure"
local text_of = require "takeaway.base.text"

-- The public functions. Their module loads this one.
local function ta() return require "takeaway" end

-- ---- Objects -----------------------------------------------------------------------------

local function is(x, kind) return type(x) == "userdata" and getmetatable(x) == kind end

local function is_value(x) return is(x, "takeaway.value") end

local function is_callable(x) return type(x) == "userdata" and debug.getmetatable(x).__call ~= nil end

local function is_integer(x) return is_value(x) and x:is_integer() end

-- An integer of Lua; nil for others, or if it is too large.
local function whole(x) return is_integer(x) and math.tointeger(tonumber(tostring(x))) or nil end

local function is_surreal(x) return type(x) == "table" and (getmetatable(x) or {}).__name == "takeaway.surreal" end

local function is_ordinal(x) return type(x) == "table" and (getmetatable(x) or {}).__name == "takeaway.ordinal" end

local function is_number(x) return is_value(x) and x:is_number() or is_surreal(x) end

local function surreal(x) return is_surreal(x) and x or failure.raise(ta().surreal(tostring(x))) end

-- A surreal number as a value if it is dyadic; the same for a method's result that is text or a Lua number.
local function plain(x)
  if is_surreal(x) or type(x) == "string" and x:find "^%-?%d+[/%d]*$" or math.type(x) then
    local ok, found = failure.try(ta().number, is_surreal(x) and tostring(x) or x)
    return ok and found or x
  end
  return x
end

local function shown(x) return type(x) == "string" and text_of.quoted(x) or tostring(x) end

-- ---- Operators ---------------------------------------------------------------------------

local function product(a, b)
  if is_number(a) and is_number(b) then return plain(surreal(a) * surreal(b)) end
  local n = whole(a)
  if n then return n * b end
  n = whole(b)
  if n then return a * n end
  if is_ordinal(a) or is_ordinal(b) then return a * b end
  error("a product is of numbers, or of an integer and a game", 0)
end

local function power(a, b)
  local n = whole(b)
  if is_ordinal(a) or is_ordinal(b) then return a ^ b end
  if not is_number(a) or not n or n < 0 or n > 4096 then
    error("a power is of a number, to an integer from 0 to 4096", 0)
  end
  local result, square = ta().surreal(1), surreal(a)
  while n > 0 do
    if n % 2 == 1 then result = result * square end
    n, square = n // 2, n > 1 and square * square or square
  end
  return plain(result)
end

local function both(a, b, f)
  if is_surreal(a) or is_surreal(b) then return plain(f(surreal(a), surreal(b))) end
  return f(a, b)
end

local BINARY = {
  ["+"] = function(a, b) return both(a, b, function(x, y) return x + y end) end,
  ["-"] = function(a, b) return both(a, b, function(x, y) return x - y end) end,
  ["*"] = product, ["^"] = power,
  ["/"] = function(a, b)
    if not (is_number(a) and is_number(b)) then error("a quotient is of numbers", 0) end
    return plain(surreal(a) / surreal(b))
  end,
  ["%"] = function(a, b)
    local m, n = whole(a), whole(b)
    if not m or not n or n == 0 then error("a remainder is of integers, not by 0", 0) end
    return ta().value(m % n)
  end,
  [":"] = function(a, b) return a:ordinal_sum(b) end,
  ["&"] = function(a, b) return ta().value(("(%s) & (%s)"):format(a, b)) end,
}

local function equal(a, b)
  if type(a) == "userdata" or type(b) == "userdata" then return ta().value(a):equals(b) end
  return a == b
end

local function at_most(a, b) return a <= b end

local RELATIONS = {
  ["=="] = equal, ["!="] = function(a, b) return not equal(a, b) end,
  ["<"] = function(a, b) return a < b end, [">"] = function(a, b) return b < a end,
  ["<="] = function(a, b) return a <= b end, [">="] = function(a, b) return b <= a end,
  ["<>"] = function(a, b) return not (at_most(a, b) or at_most(b, a)) end,
  ["<|"] = function(a, b) return not at_most(b, a) end, ["|>"] = function(a, b) return not at_most(a, b) end,
}

return {
  is_callable = is_callable, is_ordinal = is_ordinal, whole = whole, plain = plain, shown = shown, power = power,
  BINARY = BINARY, RELATIONS = RELATIONS,
}
