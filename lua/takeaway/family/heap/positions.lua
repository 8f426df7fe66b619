--- How positions of heap games look as rules: sums of heaps, each with its nim value from the kernel.
-- @module takeaway.family.heap.positions

local failure = require "takeaway.base.failure"
local check = require "takeaway.rules.start".numbers "heap ..."
local parts = require "takeaway.rules.heaps".parts
local take_and_break = require "takeaway.rules.take_and_break"

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
  octal = function(code)
    local options = take_and_break(code).options
    return function(game) return fields(game:code(), options)(game) end
  end,
  spawning = function(code)
    return function(game)
      local made = fields("spawning " .. code, function(emit, n)
        for _, coins in ipairs(failure.raise(game:options(n))) do emit(#coins > 0 and coins or 0) end
      end)
      return made(game)
    end
  end,
  heap = function(rule, settings)
    return fields(settings and settings.name or "heap", function(emit, n) rule(n, emit) end)
  end,
}
