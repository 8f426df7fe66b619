-- Codes of heap games and of coin-turning games, also as on the command line. A code is written and read back
-- unchanged. The values are the mex of those of the options that the kernel lists.
local fuzz = require "spec.trust.fuzz.support"
local names = require "takeaway.family.heap.names"
local read = require "takeaway.app.cli.read"
local ta = require "takeaway"

local HEAPS = 12

local function by_options(game, known, n)
  if known[n] then return known[n] end
  local seen, value = {}, 0
  local options = fuzz.try(game.options, game, n)
  if not options then return nil end
  for _, heaps in ipairs(options) do
    local sum = 0
    for _, heap in ipairs(heaps) do
      if heap >= n then return nil end -- heaps that grow are none of this definition
      local v = by_options(game, known, heap)
      if not v then return nil end
      sum = sum ~ v
    end
    seen[sum] = true
  end
  while seen[value] do value = value + 1 end
  known[n] = value
  return value
end

local READERS = {
  ta.octal,
  ta.spawning,
  function(text) return names.game(ta, text, nil, read) end,
  function(text) return ta.rules.take_and_break(text) end,
  function(text) return ta.rules.partizan_take_and_break(text:match "^([^|]*)|?(.*)$") end,
}

-- The rules in Lua that the codes stand for name the same options as the kernel.
local function by_rules(text, game)
  local rules = fuzz.try(ta.rules.take_and_break, text)
  if not rules then return end
  for n = 0, 6 do
    local value = fuzz.try(game.nim_value, game, n)
    local position = value and fuzz.try(rules, n)
    local other = position and fuzz.try(position.nim_value, position)
    if other then fuzz.same(other, value, ("the nim value of %d by the rules in Lua"):format(n)) end
  end
end

return fuzz.target(function(input)
  local reader, text = fuzz.choice(input, READERS)
  local game = fuzz.try(reader, text)
  if not game or not game.code then return end
  local code = assert(game:code())
  if #code > 4096 then return end -- from a set, and longer than readable codes
  local again = fuzz.must("read back", reader == ta.spawning and ta.spawning or ta.octal, code)
  fuzz.same(code, again:code(), "a code that was read back")
  local known = {}
  for n = 0, HEAPS do
    local value = fuzz.try(game.nim_value, game, n)
    local expected = by_options(game, known, n)
    if value and expected then fuzz.same(expected, value, ("the nim value of %d in %s"):format(n, code)) end
    fuzz.same(value, fuzz.try(again.nim_value, again, n), ("the nim value of %d, read back"):format(n))
  end
  if reader == ta.octal then by_rules(text, game) end
end)
