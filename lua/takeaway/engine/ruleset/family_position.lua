--- Positions of the families: `game:position(...)` for games that have their own kernels.
--
-- A family gives the rules of its positions as the fields of @{takeaway.engine.ruleset}. Of these, `nim_value`,
-- `outcome` and `misere_outcome` call the kernel. The first `game:position(...)` makes the rules. A position uses the
-- kernel for what the kernel computes and the engine for the rest. It can be added to positions of any rules.
--
-- A family may also declare its game in the terms of `ta.moves`. Then there are theorems about it
-- (@{takeaway.engine.theorem}), checked against the kernel.
-- @module takeaway.engine.ruleset.family_position

local as_moves = require "takeaway.engine.declaration.as_moves"
local core = require "takeaway.core"
local make = require "takeaway.engine.ruleset".ruleset
local settings_of = require "takeaway.base.settings"

local M = {}

local builders = setmetatable({}, { __mode = "k" }) -- game -> function that returns fields
local rulesets = setmetatable({}, { __mode = "k" }) -- game -> ruleset, made once
local declarers = setmetatable({}, { __mode = "k" }) -- game -> function that returns the fields of a declaration

--- The ruleset behind `game:position`.
function M.rules(game)
  if not rulesets[game] then
    local build = builders[game]
    if not build then core.raise("position: this game has no positions") end
    rulesets[game] = make(build(game))
  end
  return rulesets[game]
end

--- Make a position of the game; `game(...)` is the same.
-- @function game:position
-- @param ... its components: for heap games the heaps; for the others what their calls take: (p, q, x), (n, x), (n, d,
--   e)
-- @treturn position.position the position, see @{takeaway.engine.ruleset.position}
local function position(game, ...) return M.rules(game):position(...) end

--- One quantity for many positions, as for any rules. For heap games the positions are single heaps by default.
-- @function game:sequence
-- @tparam table settings as of @{rules:sequence}, a number or a table
-- @treturn sequence.s as of @{rules:sequence}; or nil, message, code
-- @usage assert(ta.octal("0.77"):sequence { what = "genus", to = 9 }[5] == ta.genus "4^146")

--- One quantity for a box of two coordinates, see @{rules:table}; for heap games, for sums of two heaps. (The `table`
-- of a two-pile game holds least winning moves.)
-- @function game:table
-- @tparam table settings as of @{rules:table}, a number or a table
-- @return as of @{rules:table}; or nil, message, code

--- One quantity for all positions in a box, see @{rules:grid}.
-- @function game:grid
-- @tparam table settings as of @{rules:grid}, a number or a table
-- @treturn grid.grid as of @{rules:grid}; or nil, message, code

--- The P-positions in a box, see @{rules:p_positions}.
-- @function game:p_positions
-- @tparam table settings as of @{rules:p_positions}, a number or a table
-- @treturn table as of @{rules:p_positions}; or nil, message, code
local of_many = {}
for _, name in ipairs { "sequence", "table", "grid", "p_positions" } do
  of_many[name] = function(game, ...)
    local rules = M.rules(game)
    return rules[name](rules, ...)
  end
  settings_of.mark(of_many[name])
end

-- The source of a theorem about a game's declaration: its note, and the checks by the game's kernel.
local function origin_of(game, kernel)
  local origin = { note = "declared for " .. tostring(game), misere = kernel.misere,
                   everywhere = kernel.everywhere, also = "; its kernel has the same outcomes at %d positions" }
  function origin.fits(theorem) return (theorem.misere or false) == (kernel.misere or false) end
  function origin.holds(theorem, numbers)
    local outcome = kernel.outcome(table.unpack(numbers))
    return outcome and theorem:is_p(table.unpack(numbers)) == (outcome == "P")
  end
  return origin
end

--- The game as a declaration.
-- @function game:as_moves
-- @tparam[opt] table settings `numbers`: the number of heaps of a heap game
-- @treturn ruleset.rules rules made by `ta.moves`; or nil, the reason why there is no such form, "EUNSUPPORTED". In NIM
--   with Cash the second number is the purse of the player to move, which makes the game impartial
-- @usage print(ta.two_pile("2k"):as_moves())
local function declaration_of(game, settings)
  local numbers, declare = as_moves.numbers(settings), declarers[game]
  if not declare then return M.rules(game):as_moves(settings) end
  local fields, kernel = declare(game, numbers)
  if not fields then return nil, ("as_moves: %s: %s"):format(tostring(game), kernel), "EUNSUPPORTED" end
  local rules = as_moves.declared(fields, origin_of(game, kernel))
  local count = #rules.declaration.variables
  if numbers and numbers ~= count then
    return nil, ("as_moves: %s: its positions have %d numbers, not %d"):format(tostring(game), count, numbers),
      "EUNSUPPORTED"
  end
  return rules
end

--- Find and prove the P-positions by the game's declaration: two piles, one pile, and heap games that take from one
-- heap. (A cash game has its own `theorem`, the closed form; use `game:as_moves():theorem()` there.)
-- @function game:theorem
-- @tparam[opt] table settings those of `rules:theorem`, with misere as the game is, and `numbers`, the number of heaps
-- @treturn theorem the theorem, which also reports the number of positions compared with the game's kernel; or nil, the
--   reason, code
-- @usage assert(ta.two_pile("2k"):theorem():is_p(4, 4, 3))
local function theorem(game, settings) return as_moves.theorem(game, settings) end

--- Give a game positions. The game is a userdata or table whose metatable has a table of methods. This adds the method
-- `position` to it.
-- @param game the game
-- @tparam function build called once with the game, returns the fields of its ruleset
-- @tparam[opt] function declare called with the game and the wanted number of coordinates, or nil. It returns the
--   fields of `ta.moves` and the kernel's functions: `outcome(...)` of a position, nil where unknown; `misere`;
--   `everywhere(seconds)`, results about all positions (@{takeaway.engine.theorem.kernel_oracle}). Or it returns nil
--   and the reason why there are none
-- @return the game
function M.attach(game, build, declare)
  builders[game], declarers[game] = build, declare
  local metatable = debug.getmetatable(game)
  local methods = metatable.__index
  if not metatable.__call then metatable.__call = position end
  if methods.position == nil then methods.position = position end
  for name, call in pairs(of_many) do methods[name] = methods[name] or call end
  if methods.as_moves == nil then methods.as_moves = declaration_of end
  if methods.theorem == nil then methods.theorem = theorem end
  return game
end

--- A constructor that gives its games positions.
-- @tparam function make_game the constructor; its failures are passed on
-- @tparam function positions takes the same arguments, returns what `attach` takes
-- @tparam[opt] function moves likewise, for `declare`
-- @treturn function
function M.with_positions(make_game, positions, moves)
  return function(...)
    local game, message, code = make_game(...)
    if game == nil then return nil, message, code end
    return M.attach(game, positions(...), moves and moves(...))
  end
end

return M
