--- One pile with memory: the size of each move limits the next.
--
-- At a position (n, x) a player takes k counters, 1 <= k <= min(n, x); then at most f(k) may be taken. The player who
-- takes the last counter wins. The opening (n, *) is (n, n - 1): the first move may not take all, unless you set
-- another opening. L(n) is the least x with which the mover wins at (n, x); H = {n : the opening is lost}.
--
-- Sizes are integers from 0 to 2^62; x may be `math.huge`. Where f is nondecreasing (by its form, or as evaluated up to
-- n) answers come from H in a few steps, up to 2^62. Else they come from the recursion, up to the option `check`. Past
-- it a call returns nil, message, "ELIMIT".
-- @module takeaway.family.one_pile

local core = require "takeaway.core"
local function_term = require "takeaway.engine.declaration.function_term"
local move_function = require "takeaway.base.move_function".move_function

local M = {}

--- The one-pile game by a move function.
--
-- Misere (`{misere = true}`): the player who takes the last counter loses. Every call on (n, x) is the call on (n - 1,
-- x) of normal play. The player to move wins with no counters, and in an opening without a move. Here too the opening
-- takes any number but not all. It may leave one counter, which wins. `opening = -2` is the misere game without this
-- move. Nim values of misere play do not add and are "EUNSUPPORTED". Also called Fibonacci Nim, take-away game, dynamic
-- Nim.
-- @function one_pile
-- @param f any form of a move function
-- @tparam[opt] table settings `misere` (boolean), `opening` (the most counters the first move may take: 1 or more, or
--   -k for all but k; default -1), `check` (integer, default 10^6), `memory` (bytes), `progress` (function(done,
--   total); returning false cancels: "ECANCELLED")
-- @treturn game the game; also closed by `game:close()`
-- @usage
-- local fibonacci = ta.one_pile(2)
-- assert(fibonacci:least_move(12) == 1 and fibonacci:outcome(13) == "P")
M.one_pile = core.one_pile

--- L(n), the least bound with which the mover wins.
-- @function game:least_move
-- @tparam int n
-- @return an integer; for no counters `math.huge`, in misere play 0 (and `math.huge` for one)

--- L(0..to).
-- @function game:least_moves
-- @tparam int to the largest pile; or `{to = 20}`
-- @treturn sequence.s L(0), L(1), ..., L(to)

--- The outcome of (n, x).
-- @function game:outcome
-- @tparam int n
-- @param[opt] x the bound; without it the opening
-- @treturn string "N" or "P"; x = 0 is P, in misere play too, since (n, x) there is (n - 1, x) of normal play by
--   definition. (n, 0) is never reached in play, since f is at least 1. As a position, where the player who cannot move
--   wins, it is won in misere play: `game:position(5, 0):misere_outcome()` is "N"

--- All winning moves of (n, x).
-- @function game:winning_moves
-- @tparam int n
-- @param[opt] x the bound; without it the opening
-- @treturn table list of all k that win, ascending

--- The losing sizes H of the opening.
-- @function game:losing_sizes
-- @tparam int limit the largest pile; or `{to = 1000}`
-- @return the list of H up to limit, which `ta.explore`, `ta.export` and `ta.plot` accept. Then true when H is finite
--   and the list is complete, false when H goes on, nil when that is not known. Then a message where the next term is
--   beyond 2^62

--- n as a sum of terms of H, greedy, largest first; a finite H repeats its last term.
-- @function game:representation
-- @tparam int n
-- @treturn table list of terms

--- The nim value of (n, x).
-- @function game:nim_value
-- @tparam int n up to `check`, n^2 steps once
-- @param[opt] x the bound; without it the opening
-- @treturn int or nil, message, code

--- The nim values of (n, x) for all x.
-- @function game:nim_row
-- @tparam int n up to `check`
-- @treturn table list `{ {x = from, value = v}, ... }`: v from that x on

--- The moves to a given nim value.
-- @function game:options_of_value
-- @tparam int n
-- @param x the bound, nil for the opening
-- @tparam int value the nim value
-- @treturn table list of all k that leave this nim value

--- Test whether this is the misere game.
-- @function game:is_misere
-- @treturn boolean

--- The move function of the game.
-- @function game:move_function
-- @treturn move_function.f the object, see @{takeaway.base.move_function}

--- The most that the first move may take, as set.
-- @function game:opening
-- @treturn int
-- @usage assert(ta.one_pile("2k"):opening() == -1)

local function positions(f, settings)
  return function(game)
    settings = type(settings) == "table" and settings or {}
    local fields = require "takeaway.rules.one_pile"(f, { opening = settings.opening })
    if settings.misere then -- the game answers in misere play alone; who cannot move has won
      fields.misere_outcome = function(n, x) return x == 0 and "N" or game:outcome(n, x) end
    else
      fields.nim_value = function(n, x) return game:nim_value(n, x) end
    end
    return fields
  end
end

local function moves(f, settings)
  return function(game)
    local text, why = function_term.text(move_function(f))
    if not text then return nil, why end
    local misere = type(settings) == "table" and settings.misere or false
    local fields = { "n, x", name = "one pile, f(k) = " .. text, "k: 1 <= k <= n, k <= x -> n - k, " .. text }
    return fields, { misere = misere, outcome = function(n, x)
      return (x > 0 or not misere) and game:outcome(n, x) or nil -- (n, 0) is P there by definition
    end }
  end
end

-- CGSuite's position is the pile and what was taken last.
local function cgsuite(game, settings)
  if game:is_misere() then return nil, "CGSuite's positions have no misere rule of their own" end
  if game:opening() ~= -1 then return nil, "CGSuite's positions have no opening of their own" end
  local written, why = function_term.cgscript(game:move_function(), settings.to)
  return written and ("game.heap.TakeAway(%s)"):format(written), why
end

return {
  title = "One pile with memory",
  calls = M,
  positions = { one_pile = positions },
  moves = { one_pile = moves },
  rules = { { "one_pile", "(f)(n, x)", "take k, then at most f(k) may be taken; (n): the opening",
      '("2k")(20):winning_moves()' } },
  samples = { one_pile = { 1 } },
  kinds = {
    one_pile = {
      noun = "one-pile game", sample = "one_pile", reads = "f", methods = core.metatable("takeaway.one_pile").__index,
      bounds = { least_moves = { "to" }, losing_sizes = { "limit" } },
      gives = { least_moves = { 1 }, position = { 1, 1 } },
      sequence = { title = "least winning moves of ", at = function(game, to) return game:least_moves(to) end },
      patterns = { to = 2 ^ 40, most = 2 ^ 62, title = "losing sizes of ",
        list = function(game, to) return game:losing_sizes(to) end },
      report = require "takeaway.family.one_pile.report", cgsuite = cgsuite,
    },
  },
  commands = require "takeaway.family.one_pile.commands",
  papers = { "take_away" },
}
