--- One pile with memory: the size of this move limits the next.
--
-- Position (n, x): take k counters, 1 <= k <= min(n, x); then at most f(k) may be taken. Who
-- takes the last counter wins. The opening (n, *) is (n, n - 1): the first move may not take all.
-- L(n) is the least x with which the mover wins at (n, x); H = {n : the opening is lost}.
--
-- Sizes are integers from 0 to 2^62, x may be `math.huge`. Where f is nondecreasing (known
-- by its form, or as evaluated up to n) answers come from H in a few steps, up to 2^62; else
-- from the recursion, up to the option `check`, past which a call returns nil, message, "ELIMIT".
-- @module takeaway.family.one_pile

local core = require "takeaway.core"

local M = {}

--- The one-pile game by a move function.
--
-- Calls of the game (n, x as above; without x the opening):
--
-- * `game:least_move(n)`: L(n), `math.huge` for no counters;
-- * `game:least_moves(to)`: L(0..to), a sequence as of `nim_values`;
-- * `game:outcome(n [, x])`: "N" or "P"; x = 0 is P;
-- * `game:winning_moves(n [, x])`: list of all k that win, ascending;
-- * `game:losing_sizes(limit)`: the list of H up to limit; then true when H is finite and this is
--   all of it, false when it goes on, nil when that is not known; then a message
--   where the next term is beyond 2^62;
-- * `game:representation(n)`: n as a sum of terms of H, greedy, largest first; a finite H
--   repeats its last term;
-- * `game:nim_value(n [, x])`, `game:nim_row(n)`: the nim value, and the row of n as a list
--   `{ {x = from, value = v}, ... }`: v from that x on. n up to `check`, n^2 steps once;
-- * `game:options_of_value(n, x, v)`: list of all k that leave nim value v.
--
-- Misere (`{misere = true}`): the last counter loses. Every call on n is the call on n - 1 of
-- normal play, the opening included; no counters is won by the player to move. Nim values of
-- misere play do not add and are "EUNSUPPORTED".
-- @function one_pile
-- @param f any form of a move function
-- @tparam[opt] table settings `misere` (boolean), `check` (integer, default 10^6), `memory`
--   (bytes), `progress` (function(done, total); returning false cancels: "ECANCELLED")
-- @return the game; also closed by `game:close()`
-- @usage
-- local fibonacci = ta.one_pile(2)
-- assert(fibonacci:least_move(12) == 1 and fibonacci:outcome(13) == "P")
M.one_pile = core.one_pile

return M
