--- `game:position(...)` of the games with kernels of their own: how each looks as rules.
--
-- A position of a family asks the kernel what the kernel knows (nim values, outcomes) and the
-- engine for the rest, and adds up with positions of any rules. Heaps: `game:position(h1, h2, ...)`;
-- the others as their calls take them: `(p, q, x)`, `(n, x)`, `(n, d, e)`.
-- @module takeaway.family.families

local positions = require "takeaway.engine.positions"

local heap_parts = require "takeaway.rules.heaps".parts

-- ---- Rules of heap games -----------------------------------------------------------

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

local function heap_fields(name, options)
  return function(game)
    return {
      name = name,
      options = options,
      parts = heap_parts,
      nim_value = function(n) return game:nim_value(n) end,
    }
  end
end

-- ---- One builder a constructor: from its arguments, the function attach wants -----------

local builders = {}

function builders.subtraction(set)
  return heap_fields("subtraction", subtraction { all_but = set.all_but and { table.unpack(set.all_but) },
                                                   table.unpack(set) })
end

function builders.octal(code) return heap_fields(tostring(code), octal(tostring(code))) end

function builders.heap(rule)
  return heap_fields("heap", function(emit, n) rule(n, emit) end)
end

-- A game made with {misere = true} answers in misere play alone.
local function misere(options) return type(options) == "table" and options.misere or false end

function builders.two_pile(f, options)
  return function(game)
    local fields = require "takeaway.rules.two_pile"(f)
    fields[misere(options) and "misere_outcome" or "outcome"] = function(p, q, x) return game:outcome(p, q, x) end
    return fields
  end
end

function builders.one_pile(f, options)
  return function(game)
    local fields = require "takeaway.rules.one_pile"(f, { opening = type(options) == "table" and options.opening or nil })
    if misere(options) then -- who cannot move has won
      fields.misere_outcome = function(n, x) return x == 0 and "N" or game:outcome(n, x) end
    else
      fields.nim_value = function(n, x) return game:nim_value(n, x) end
    end
    return fields
  end
end

function builders.cash(set)
  local amounts = { table.unpack(set) }
  return function(game)
    local fields = require "takeaway.rules.cash"(amounts)
    function fields.outcome(n, d, e)
      local left, message, code = game:winner(n, d, e)
      if not left then return nil, message, code end
      local right, message2, code2 = game:winner(n, e, d)
      if not right then return nil, message2, code2 end
      return left == "I" and (right == "I" and "N" or "L") or (right == "I" and "R" or "P")
    end
    return fields
  end
end

--- Let every family's constructor that is in `ta` give its games positions.
return function(ta)
  for name, build in pairs(builders) do
    local make = ta[name]
    if make then
      ta[name] = function(...)
        local ok, game, message, code = pcall(make, ...)
        if not ok then error(game, 2) end
        if game == nil then return nil, message, code end
        return positions.attach(game, build(...))
      end
    end
  end
end
