--- Positions of the families: `game:position(...)` for games that have their own kernels.
--
-- A family says how its positions look as rules: the fields of @{takeaway.engine.ruleset}, of which `nim_value`,
-- `outcome` and `misere_outcome` hand a question to the kernel. Nothing is made before the first
-- `game:position(...)`. A position asks the kernel what the kernel knows and the engine for the rest, and adds up
-- with positions of any rules.
-- @module takeaway.engine.family_position

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

--- A position, as a position of rules.
-- @function game:position
-- @param ... its components: of heap games the heaps; of the others what their calls take: (p, q, x), (n, x), (n, d, e)
-- @treturn position.position the position, see @{takeaway.engine.position}
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

--- A constructor that gives its games positions.
-- @tparam function make_game the constructor; its failures are passed on
-- @tparam function positions takes the same arguments, gives what `attach` takes
-- @treturn function
function M.with_positions(make_game, positions)
  return function(...)
    local game, message, code = make_game(...)
    if game == nil then return nil, message, code end
    return M.attach(game, positions(...))
  end
end

return M
