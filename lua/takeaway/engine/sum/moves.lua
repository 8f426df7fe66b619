--- Winning, drawing and best moves, the same for positions and sums.
--
-- An impartial game gives one list. A partizan game gives Left's list and Right's list, or the list of the player
-- named, "left" or "right".
-- @module takeaway.engine.sum.moves

local core = require "takeaway.core"
local outcomes = require "takeaway.engine.outcome"
local text = require "takeaway.base.text"

local M = {}

local function player_of(player, call)
  local name = type(player) == "string" and player:lower()
  if name == "left" or name == "l" then return "left" end
  if name == "right" or name == "r" then return "right" end
  core.raise(("%s: player: expected \"left\" or \"right\", got %s"):format(call, tostring(player)))
end

-- The winner after the player's move to `option`: "L" or "R", or "D".
local function given_by(option, player, misere)
  local outcome, message, code = option[misere and "misere_outcome" or "outcome"](option)
  if not outcome then return nil, message, code end
  return outcomes.starting(outcome, player == "left" and "right" or "left")
end

-- Does the player who has just moved to `option` win?
local function won_by(option, player, misere)
  local given, message, code = given_by(option, player, misere)
  if not given then return nil, message, code end
  return given == (player == "left" and "L" or "R")
end

-- The options whose result is `wanted`: "L", "R" or "D".
local function that_give(self, player, misere, wanted)
  local options, message, code = self[player .. "_options"](self)
  if not options then return nil, message, code end
  local list = {}
  for _, option in ipairs(options) do
    local given, why, kind = given_by(option, player, misere)
    if not given then return nil, why, kind end
    if given == wanted then list[#list + 1] = option end
  end
  return text.record(list)
end

local function drawing(self, player, misere) return that_give(self, player, misere, "D") end

-- Remoteness of an option with `player`'s opponent to move.
local function remoteness(option, player, misere)
  local left, right, code = option[misere and "misere_remoteness" or "remoteness"](option)
  if not left then return nil, right, code end
  return player == "left" and right or left
end

-- The worth of a move to `option`: 2 a win, 1 a draw, 0 a loss. The parity of `moves` decides the winner,
-- unless the game may end by a `terminal` rule.
local function worth(option, moves, player, misere)
  if moves == math.huge then return 1 end
  if not (option.ruleset and option:ruleset().terminal) then return (moves % 2 == 0) ~= misere and 2 or 0 end
  local wins, message, code = won_by(option, player, misere)
  if wins == nil then return nil, message, code end
  return wins and 2 or 0
end

-- The fastest winning option, else a drawn one, else the slowest loss. With `short`, any winning option when the moves
-- left cannot be counted within the limits.
local function best(self, player, misere, short)
  local options, message, code = self[player .. "_options"](self)
  if not options then return nil, message, code end
  local found, found_worth, found_moves
  for _, option in ipairs(options) do
    local moves, why, kind = remoteness(option, player, misere)
    if not moves then
      local won = kind == "ELIMIT" and short and that_give(self, player, misere, player == "left" and "L" or "R")
      if won and won[1] then return won[1] end
      return nil, why, kind
    end
    local value, why2, kind2 = worth(option, moves, player, misere)
    if not value then return nil, why2, kind2 end
    local better = not found or value > found_worth
      or value == found_worth and (value == 2 and moves < found_moves or value == 0 and moves > found_moves)
    if better then found, found_worth, found_moves = option, value, moves end
  end
  return found
end

local function for_players(f, call, misere, short)
  return function(self, player)
    if not self:is_partizan() then return f(self, "left", misere, short) end
    if player ~= nil then return f(self, player_of(player, call), misere, short) end
    local left, message, code = f(self, "left", misere, short)
    if left == nil and code then return nil, message, code end
    local right, message2, code2 = f(self, "right", misere, short)
    if right == nil and code2 then return nil, message2, code2 end
    return left, right
  end
end

--- The options that win. A drawn position has none; @{position:drawing_moves} keep the draw. Also called winning
-- strategy, good moves.
-- @function position:winning_moves
-- @tparam[opt] string player "left" or "right", in a partizan game
-- @return the list; in a partizan game without a player Left's list and Right's; or nil, message, code

--- The options that lead to a draw, where play need not end or a rule ends it in a draw. In a drawn position they keep
-- the draw and the other options lose. In a won position they give up the win.
-- @function position:drawing_moves
-- @tparam[opt] string player as of @{position:winning_moves}
-- @return as of @{position:winning_moves}
-- @usage
-- local walk = ta.ruleset { options = function(emit, n) if n > 0 then emit(n - 1) end if n == 2 then emit(5) end end }
-- assert(walk(2):outcome() == "D" and #walk(2):winning_moves() == 0 and walk(2):drawing_moves()[1] == walk(5))

--- The winning option that wins soonest. Where none wins, an option that keeps a draw; where none draws, the option
-- that lasts longest. A sum may have too many moves to count within the limits of its rules. Then this is a winning
-- option, where outcomes determine one.
-- @function position:best_move
-- @tparam[opt] string player "left" or "right", in a partizan game
-- @treturn position the option, nil when there is none; in a partizan game without a player Left's and Right's; or nil,
--   message, code

--- The options that win in misere play, where the player who cannot move wins.
-- @function position:misere_winning_moves
-- @tparam[opt] string player as of @{position:winning_moves}
-- @return as of @{position:winning_moves}

--- The options that draw in misere play.
-- @function position:misere_drawing_moves
-- @tparam[opt] string player as of @{position:winning_moves}
-- @return as of @{position:winning_moves}

--- The best move in misere play.
-- @function position:misere_best_move
-- @tparam[opt] string player as of @{position:best_move}
-- @treturn position as of @{position:best_move}

--- Add the calls to a table of methods. `quick(self, player, misere)` may return the winning moves by a shorter way, or
-- nothing. `short`: outcomes in normal play are determined even where there are too many moves to count.
function M.add(methods, quick, short)
  local function all(self, player, misere)
    if quick then
      local list, message, code = quick(self, player, misere)
      if list then return list end
      if code then return nil, message, code end
    end
    return that_give(self, player, misere, player == "left" and "L" or "R")
  end
  methods.winning_moves = for_players(all, "winning_moves", false)
  methods.misere_winning_moves = for_players(all, "misere_winning_moves", true)
  methods.drawing_moves = for_players(drawing, "drawing_moves", false)
  methods.misere_drawing_moves = for_players(drawing, "misere_drawing_moves", true)
  methods.best_move = for_players(best, "best_move", false, short)
  methods.misere_best_move = for_players(best, "misere_best_move", true)
end

return M
