--- Nimbers of infinite heaps: `ta.star` of an ordinal.
-- @module takeaway.family.value.transfinite

local answers_kin = require "takeaway.base.unsupported"
local core = require "takeaway.core"
local failure = require "takeaway.base.failure"
local method_tables = require "takeaway.base.methods"
local whole_number = require "takeaway.base.to_integer"

-- `ordinals`: the functions used of @{takeaway.family.value.ordinal}.
return function(ordinals)
  local nimber_meta, nimber_methods = method_tables.class("takeaway.transfinite_nimber", "transfinite nimber")

  -- *n: a value when n is finite and below 2^30, else a nimber of its own.
  local function nimber(n)
    local m = ordinals.finite(n)
    if m then return core.star(m) end
    return setmetatable({ value = n }, nimber_meta)
  end

  -- The ordinal of a text; or nil, a message and a code. Misuse raises with the name of the call.
  local function ordinal_of(text, name)
    local ok, n, message, code = failure.try(ordinals.read, text)
    if not ok then failure.misuse((tostring(n):gsub("^.-ordinal: ", name .. ": ", 1))) end
    if not n then return nil, (message:gsub("^ordinal: ", name .. ": ", 1)), code end
    return n
  end

  -- The nimber of "*w", "*w^2", "*(w+5)" and other names of nimbers above 2^30; or nil, a message and a code. Any other
  -- text, such as the sum "*w + 5", gives only nil.
  local function read(text)
    local size = text:match "^%s*%*(.*)$" or text:match "^%s*∗(.*)$"
    if not size or not (size:find "^%s*w" or size:find "^%s*ω" or size:find "^%s*omega" or size:find "^%s*%b()%s*$") or
       not (size:find "w" or size:find "ω" or size:find "omega") or size:gsub("%b()", ""):find "[+*-]" then
      return nil
    end
    local n, message, code = ordinal_of(size, "value")
    if not n then return nil, message, code end
    if ordinals.is_ordinal(n) then return nimber(n) end
  end

  -- The ordinal n of *n: a transfinite nimber, a value that is a nimber, or nil.
  local function size_of(x)
    x = type(x) == "string" and read(x) or x
    if getmetatable(x) == nimber_meta then return x.value end
    local ok, v = failure.try(core.value, x)
    local m = ok and v and v:nim_value()
    return m and ordinals.integer(m)
  end

  local function nimber_operator(f)
    return function(a, b)
      local m, n = size_of(a), size_of(b)
      if not m or not n then failure.misuse("a transfinite nimber is added to and compared with nimbers") end
      return f(m, n)
    end
  end

  nimber_meta.__add = nimber_operator(function(a, b) return nimber(ordinals.nim_sum(a, b)) end)
  nimber_meta.__sub = nimber_meta.__add
  nimber_meta.__unm = function(x) return x end
  nimber_meta.__mul = function(a, b)
    local n, x = a, b
    if getmetatable(a) == nimber_meta then n, x = b, a end
    n = whole_number(n)
    if not n then
      failure.misuse("*: expected an integer and a nimber (for other products: conway_product)")
    end
    return n % 2 == 0 and core.star(0) or x
  end
  nimber_meta.__eq = function(a, b) return a.value == b.value end
  local function order(a, b)
    local m, n = size_of(a), size_of(b)
    if m and n then return false end -- nimbers are confused or equal
    failure.misuse("an infinite nimber is compared with nimbers")
  end
  nimber_meta.__lt = order
  nimber_meta.__le = function(a, b) return order(a, b) or size_of(a) == size_of(b) end
  nimber_meta.__tostring = function(x) return nimber_methods.text(x) end

  --- The nimber of an infinite heap: `ta.star` of an ordinal.
  -- @function nimber:text
  -- @tparam[opt="ascii"] string notation "ascii" (`*(w+5)`), "unicode" or "latex"
  -- @treturn string
  function nimber_methods.text(x, notation)
    local star = notation == "unicode" and "∗" or notation == "latex" and "{\\ast}" or "*"
    local text = ordinals.methods.text(x.value, notation)
    return star .. (ordinals.is_plain(x.value) and text or "(" .. text .. ")")
  end

  --- The ordinal m when it is *m.
  -- @function nimber:nim_value
  -- @treturn ordinal
  function nimber_methods.nim_value(x) return x.value end

  --- Test whether x equals y. Unlike `==`, y may also be a number or text.
  -- @function nimber:equals
  -- @param y a nimber, finite or not, a value, a number or text
  -- @treturn boolean
  function nimber_methods.equals(x, y)
    local n = size_of(y)
    return n ~= nil and x.value == n
  end

  --- Test whether x is confused with y: neither greater nor less nor equal. Any two different nimbers are.
  -- @function nimber:confused
  -- @param y a nimber, finite or not, a number 0 or text
  -- @treturn boolean; or nil, a message and "EUNSUPPORTED" of other values
  function nimber_methods.confused(x, y)
    local n = size_of(y)
    if not n then return nil, "confused: an infinite nimber is compared with nimbers", "EUNSUPPORTED" end
    return x.value ~= n
  end

  --- The day on which it is born: m of *m.
  -- @function nimber:birthday
  -- @treturn ordinal
  function nimber_methods.birthday(x) return x.value end

  --- The outcome: the player to move wins, by a move to 0.
  -- @function nimber:outcome
  -- @treturn string "N"
  function nimber_methods.outcome() return "N" end

  --- Conway's product with a nimber: the nim product of the ordinals.
  -- @function nimber:conway_product
  -- @param y a nimber, finite or not
  -- @treturn nimber or nil, a message and a code, as of `nim_product`
  -- @usage assert(ta.star(ta.ordinal "w"):conway_product(ta.star(ta.ordinal "w^2")) == ta.star(2))
  function nimber_methods.conway_product(x, y)
    local n = size_of(y) or failure.misuse("conway_product: expected a nimber")
    local result, message, code = ordinals.methods.nim_product(x.value, n)
    if not result then return nil, message, code end
    return nimber(result)
  end

  --- Test for a nimber. It is one; it is no number, and play ends.
  -- @function nimber:is_nimber
  -- @treturn boolean true
  function nimber_methods.is_nimber() return true end

  --- Test for a number.
  -- @function nimber:is_number
  -- @treturn boolean false
  function nimber_methods.is_number() return false end

  answers_kin(nimber_methods, core.value_methods, "an infinite nimber")

  --- The nimber *n.
  -- @function star
  -- @param[opt=1] n an integer >= 0, below 2^30 (beyond: nil, a message, "ERANGE"), or an ordinal (@{ordinal}) or its
  --   text, `"w+5"`
  -- @treturn v the value; for an infinite ordinal a nimber, `*w`, which adds to nimbers and has `conway_product`,
  --   `nim_value`, `birthday`, `equals`, `outcome` and `text`. `ta.value "*(w+5)"` reads it
  -- @usage assert(ta.star(ta.ordinal "w+5") + ta.star(3) == ta.star(ta.ordinal "w+6"))
  local function star(...)
    local n = ...
    if type(n) == "string" then
      local found, message, code = ordinal_of(n, "star: n")
      if not found then return nil, message, code end
      n = found
    end
    if getmetatable(n) ~= ordinals.meta then return core.star(...) end
    if not ordinals.is_ordinal(n) then failure.misuse("star: n: expected an integer from 0 or an ordinal") end
    return nimber(n)
  end

  return star, read
end
