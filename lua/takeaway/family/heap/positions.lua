--- How positions of heap games look as rules: sums of heaps, each with its nim value from the kernel.
-- @module takeaway.family.heap.positions

local check = require "takeaway.rules.start".numbers "heap ..."
local parts = require "takeaway.rules.heaps".parts

local function subtraction(set)
  local listed = {}
  for _, k in ipairs(set.all_but or set) do listed[k] = true end
  local all_but = set.all_but ~= nil
  return function(emit, n)
    for k = 1, n do
      if (listed[k] or false) ~= all_but then emit(n - k) end
    end
  end
end

-- The digits of a code d0.d1d2...[tail]: digit(k) says what taking k may leave.
local function digits(code)
  local first, rest = code:match("^(%x)%.(.*)$")
  local plain, tail = rest:match("^(%x*)%[(%x+)%]$")
  plain = plain or rest
  return function(k)
    if k == 0 then return tonumber(first, 16) end
    local digit = plain:sub(k, k)
    if digit == "" and tail then
      local at = (k - #plain - 1) % #tail + 1
      digit = tail:sub(at, at)
    end
    return tonumber(digit, 16) or 0
  end
end

-- Emit every way to leave n in `heaps` nonempty heaps, smallest first.
local function leave(emit, n, heaps, least, ...)
  if heaps == 1 then
    if n >= least then emit(n, ...) end
    return
  end
  for a = least, n // heaps do leave(emit, n - a, heaps - 1, a, a, ...) end
end

local function octal(code)
  local digit = digits(code)
  return function(emit, n)
    for k = 0, n do
      local d = digit(k)
      if d & 1 ~= 0 and k == n and k > 0 then emit(0) end
      for heaps = 1, 3 do
        if d >> heaps & 1 ~= 0 and n - k >= heaps then leave(emit, n - k, heaps, 1) end
      end
    end
  end
end

local function fields(name, options)
  return function(game)
    return {
      name = name,
      options = options,
      check = check,
      parts = parts,
      nim_value = function(n) return game:nim_value(n) end,
    }
  end
end

return {
  subtraction = function(set)
    local copy = { all_but = set.all_but and { table.unpack(set.all_but) }, table.unpack(set) }
    return fields("subtraction", subtraction(copy))
  end,
  octal = function(code) return fields(tostring(code), octal(tostring(code))) end,
  heap = function(rule) return fields("heap", function(emit, n) rule(n, emit) end) end,
}
