--- Win conditions of NIM with Cash: who wins for all n, d and e, with a proof.
--
-- `ta.win_condition{1, 3, 4}` (and `ta.cash{1, 3, 4}:win_condition()`) looks for a
-- certificate: for every residue of n modulo a period, the staircase that parts the
-- mover's wins from the losses, as a word over H and V whose blocks grow evenly with n.
-- What it returns has been proved for all n by an independent checker in C; a second
-- one in plain Lua is `require "takeaway.research.check_certificate"`. docs/win-conditions.md has
-- the definitions and proofs.
--
-- Fields: `wc.period` (m), `wc.base` (N0), `wc.level` (k1), `wc.blocks` (the most growing
-- blocks in one word, J), `wc.letters`, `wc.set`, `wc.checked`. Methods:
--
-- * `wc:winner(n, d, e)`: "I" or "II"; n to 2^62, d and e to 2^62 or `math.huge`; O(J) steps;
-- * `wc:winning_moves(n, d, e)`: list of amounts, ascending;
-- * `wc:least_cash(n, e)`: the least d with which the mover wins, or `math.huge`;
-- * `wc:check{progress = f}`: verifies the certificate again: true, or false and why;
-- * `wc:certificate()`: the certificate as JSON text, for @{load_certificate};
-- * `wc:word(i)`: the word of residue i: `{["end"] = letter, {letters, c, g}, ...}`;
-- * `wc:describe()`, `wc:smtlib()`: below.
--
-- A loaded certificate is checked before it answers anything; one that does not hold
-- answers `nil, message, "EUNSUPPORTED"`.
-- @module takeaway.family.win_condition

local core = require "takeaway.core"
local describe = require "takeaway.family.win_condition.describe"
local smtlib = require "takeaway.research.smtlib"

local M = {}

--- Find a win condition and prove it.
-- @function win_condition
-- @tparam table set A: positive integers up to 1024
-- @tparam[opt] table settings `max_base` and `max_period` (default 3840, most 32768) bound
--   what is tried, `seconds` the time, `progress` is called with base + period being
--   tried (base is the first of 30, 60, 120, ... above max A, or a later one; period <= base but at the
--   last base) and max_base + max_period, and cancels by returning false
-- @return the win condition; or nil, what was tried, and "ELIMIT" or "ECANCELLED"
-- @usage
-- local wc = ta.win_condition{1, 3, 4}
-- assert(wc:winner(10^18, 10^18, 7) == "I" and wc:check())
M.win_condition = core.win_condition

--- Read a certificate back.
-- @function load_certificate
-- @tparam string text JSON, as `wc:certificate()` gives it
-- @return the win condition, not yet checked (`wc.checked`); or nil, what is wrong, and
--   "EIO" (not a certificate), "EUNSUPPORTED" (another version), "ERANGE" or "ELIMIT"
-- @usage
-- local wc = ta.load_certificate(ta.win_condition({1, 2}):certificate())
-- assert(wc:check())
M.load_certificate = core.load_certificate

--- The condition in words: base, period, and for each group of residues with the same
-- shape the block word with its exponents and the corners of the staircase.
-- @function wc:describe
-- @tparam[opt="text"] string form "text" or "latex"
-- @treturn string
core.win_condition_methods.describe = describe

--- Condition (S) of the certificate in SMT-LIB, for an outside solver: one query a
-- residue, each the negation of what must hold, so each must be answered "unsat".
-- @function wc:smtlib
-- @treturn string
core.win_condition_methods.smtlib = smtlib.certificate

return M
