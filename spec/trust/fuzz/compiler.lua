-- Rules in Lua, compiled and not. The input draws a rule from a grammar of spec/support, and positions. Both give the
-- same options, and fail on the same positions.
local fuzz = require "spec.trust.fuzz.support"
local bit_rules = require "spec.support.random_bit_rules"
local compiled = require "spec.support.compiled"
local random_rules = require "spec.support.random_rules"

local function small() return { math.random(0, 9), math.random(0, 9) } end -- its loops have as many turns

local KINDS = {
  function()
    local arity = math.random(3)
    return random_rules.source(arity), function() return random_rules.position(arity) end
  end,
  function() return bit_rules.source(), small end,
}

return fuzz.target(function(input)
  local draw, text = fuzz.choice(input, KINDS)
  fuzz.draw(text)
  local source, position = draw()
  local rule = assert(load(source))()
  local rules = compiled.rules(rule)
  for _ = 1, 4 do compiled.check(rules, rule, position(), source .. "\n") end
end)
