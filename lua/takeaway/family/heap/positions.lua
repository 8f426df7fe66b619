--- Positions of heap games as rules: sums of heaps, each with its nim value from the kernel.
-- @module takeaway.family.heap.positions

local codes = require "takeaway.family.heap.code"
local check = require "takeaway.rules.start".numbers "heap ..."
local parts = require "takeaway.rules.heaps".parts
local take_and_break = require "takeaway.rules.take_and_break"

-- The moves of a set, from the least amount on.
local function subtraction(set)
  local listed, members = {}, {}
  for _, k in ipairs(set.all_but or set) do
    if not listed[k] then members[#members + 1] = math.tointeger(k) end
    listed[k] = true
  end
  table.sort(members)
  if set.all_but then
    return function(emit, n)
      for k = 1, n do
        if not listed[k] then emit(n - k) end
      end
    end
  end
  return function(emit, n)
    for _, k in ipairs(members) do
      if k > n then break end
      emit(n - k)
    end
  end
end

-- The moves of a rule on one heap; nothing left is the empty heap.
local function moves(rule)
  return function(emit, n)
    rule(n, function(...)
      if select("#", ...) > 0 then emit(...) else emit(0) end
    end)
  end
end

-- The moves by a code, of heaps from which play ends.
local function ending(game, options)
  local check_ends = codes.ending(game)
  return check_ends and function(emit, n)
    check_ends(n)
    options(emit, n)
  end or options
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
    local copy = codes.copy(set)
    return function(game) return fields("subtraction", subtraction(copy))(game) end
  end,
  octal = function(code)
    local options = take_and_break(code).options
    return function(game) return fields(game:code(), ending(game, options))(game) end
  end,
  spawning = function(code)
    return function(game)
      local made = fields("spawning " .. code, function(emit, n)
        for _, coins in ipairs(codes.answer(game:options(n))) do emit(#coins > 0 and coins or 0) end
      end)
      return made(game)
    end
  end,
  heap = function(rule, settings)
    return fields(settings and settings.name or "heap", moves(rule))
  end,
}
