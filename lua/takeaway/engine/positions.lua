--- Positions of the families: `game:position(...)` for games that have their own kernels.
--
-- A family says, in the function that makes its games, how its positions look as rules:
--
--    local positions = require "takeaway.engine.positions"
--
--    function M.two_pile(f, options)
--      local game = core.two_pile(f, options)
--      return positions.attach(game, function()
--        local fields = require "takeaway.rules.two_pile"(f)
--        fields.outcome = function(p, q, x) return game:outcome(p, q, x) end
--        return fields
--      end)
--    end
--
-- The fields are those of @{takeaway.engine.ruleset}; `nim_value`, `outcome` and `misere_outcome`
-- hand a question to the kernel. Nothing is made before the first `game:position(...)`.
-- Positions of a family then add up with positions of any rules.
-- @module takeaway.engine.positions

local core = require "takeaway.core"
local make = require "takeaway.engine.ruleset".ruleset

local M = {}

local builders = setmetatable({}, { __mode = "k" }) -- game -> function that gives fields
local rulesets = setmetatable({}, { __mode = "k" }) -- game -> ruleset, made once

--- The ruleset behind `game:position`.
function M.rules(game)
  if not rulesets[game] then
    local build = builders[game]
    if not build then core.raise("position: this game has no positions") end
    rulesets[game] = make(build(game))
  end
  return rulesets[game]
end

local function position(game, ...) return M.rules(game):position(...) end

--- Give a game positions. The game is a userdata or table whose metatable has a table of
-- methods; the method `position` is added to it.
-- @param game the game
-- @tparam function build called once with the game, gives the fields of its ruleset
-- @return the game
function M.attach(game, build)
  builders[game] = build
  local methods = debug.getmetatable(game).__index
  if methods.position == nil then methods.position = position end
  return game
end

return M
