--- Win conditions of NIM with Cash: the winner for all n, d and e, with a proof.
--
-- `ta.win_condition{1, 3, 4}` (and `ta.cash{1, 3, 4}:win_condition()`) searches for a certificate. For every residue of
-- n modulo a period it holds the staircase that separates the mover's wins from the losses. A staircase is a word over
-- H and V whose blocks grow linearly with n. An independent checker in C proves every result for all n. A second
-- checker in plain Lua is `require "takeaway.research.check_certificate"`. docs/win-conditions.md has the definitions
-- and proofs.
--
-- Fields: `wc.period` (m), `wc.base` (N0), `wc.level` (k1), `wc.blocks` (the most growing blocks in one word, J),
-- `wc.letters`, `wc.set`, `wc.checked`.
--
-- A loaded certificate is checked before its first answer. If it fails, calls return `nil, message, "EUNSUPPORTED"`.
-- @module takeaway.family.win_condition

local core = require "takeaway.core"
local describe = require "takeaway.family.win_condition.describe"
local phases = require "takeaway.family.win_condition.phases"
local smtlib = require "takeaway.family.win_condition.smtlib"

local M = {}

-- A method that says what a certificate says: one that has been checked, now at the latest.
local function holding(name, method)
  return function(wc, ...)
    if not wc.checked then
      local holds, why = wc:check()
      if not holds then return nil, ("%s: %s"):format(name, why), "EUNSUPPORTED" end
    end
    return method(wc, ...)
  end
end

--- Find a win condition and prove it.
-- @function win_condition
-- @tparam table A positive integers up to 1024
-- @tparam[opt] table settings `max_base` and `max_period` (default 3840, at most 32768) bound the search, `seconds` its
--   time, `threads` its threads. `progress` is called with base + period of the present attempt and max_base +
--   max_period, and cancels by returning false. (base is the first of 30, 60, 120, ... above max A, or a later one;
--   period <= base except at the last base)
-- @treturn wc the win condition; or nil, a message with what was tried, and "ELIMIT" or "ECANCELLED"
-- @usage
-- local wc = ta.win_condition{1, 3, 4}
-- assert(wc:winner(10^18, 10^18, 7) == "I" and wc:check())
M.win_condition = core.win_condition

--- Find and prove the phases along the excess: the winner for all n, d and e. It takes milliseconds for most sets of
-- members below 100, including sets for which @{win_condition} finds nothing.
-- @function phases
-- @tparam table A at most 64 positive integers up to 10^6
-- @tparam[opt] table settings `classes` (default 2^22), the most classes; `values` (2^22), the most values of T between
--   two phases; `progress` is called with the classes done and 0, and cancels by returning false
-- @treturn phases.ph the phases, see @{takeaway.family.win_condition.phases}; or nil, the open class, and "ELIMIT" or
--   "ECANCELLED"
-- @usage
-- local ph = ta.phases{200, 233, 255}
-- assert(ph:winner(10^18, 10^18, 7) == "I" and ph:check())
M.phases = core.phases

--- Load the certificate of a win condition or of phases.
-- @function load_certificate
-- @tparam string text as `wc:certificate()` or `ph:certificate()` gives it
-- @treturn wc the win condition or the phases, not yet checked (`checked`); or nil, the fault, and "EIO" (not a
--   certificate), "EUNSUPPORTED" (another version), "ERANGE" or "ELIMIT"
-- @usage
-- local wc = ta.load_certificate(ta.win_condition({1, 2}):certificate())
-- assert(wc:check())
function M.load_certificate(text)
  local of_phases = type(text) == "string" and text:find "^takeaway phases"
  return (of_phases and core.load_phases or core.load_certificate)(text)
end

--- The winner, in O(J) steps.
-- @function wc:winner
-- @tparam int n counters, to 2^62
-- @param d,e dollars of the mover and of the other, to 2^62 or `math.huge`
-- @treturn string "I", the mover, or "II"

--- The amounts that win.
-- @function wc:winning_moves
-- @tparam int n counters
-- @param d,e dollars of the mover and of the other
-- @treturn table list of amounts, ascending

--- The least d with which the mover wins.
-- @function wc:least_cash
-- @tparam int n counters
-- @param e dollars of the other
-- @return an integer, or `math.huge`

--- Verify the certificate again.
-- @function wc:check
-- @tparam[opt] table settings `threads`; `progress`: a function, which cancels by returning false
-- @treturn boolean true, or false and the reason

--- The certificate as JSON text, for @{load_certificate}.
-- @function wc:certificate
-- @treturn string

--- The word of a residue.
-- @function wc:word
-- @tparam int i >= 0, of n - base modulo the period
-- @treturn table `{["end"] = letter, {letters, c, g}, ...}`

--- The condition in words: base, period, and the block word of each group of residues with the same shape, with its
-- exponents and the corners of the staircase.
-- @function wc:describe
-- @tparam[opt="text"] string form "text" or "latex"
-- @treturn string the text; or nil, the reason why the certificate fails, and "EUNSUPPORTED"
core.win_condition_methods.describe = holding("describe", describe)

--- Condition (S) of the certificate in SMT-LIB, for an outside solver. There is one query a residue, the negation of
-- the condition, so each answer must be "unsat". Condition (B), finitely many classes of n, is not included:
-- `wc:check()` computes them.
-- @function wc:smtlib
-- @treturn string the text; or nil, the reason why the certificate fails, and "EUNSUPPORTED"
core.win_condition_methods.smtlib = holding("smtlib", smtlib.certificate)

return {
  title = "Win conditions of NIM with Cash",
  kin = { "cash" },
  calls = M,
  samples = { win_condition = { { 1 } }, load_certificate = "win_condition", phases = { { 1 } } },
  kinds = {
    win_condition = { noun = "win condition", sample = "win_condition", methods = core.win_condition_methods },
    phases = { noun = "proof by phases", sample = "phases", methods = phases },
  },
  commands = require "takeaway.family.win_condition.commands",
  surveys = { "phases" },
  documented = { "family/win_condition/phases" },
  files = { "lua/takeaway/research/check_certificate.lua", "lua/takeaway/research/check_phases.lua",
            "lua/takeaway/research/intervals.lua",
            "tools/certify_all.lua", "tools/smt.lua" },
}
