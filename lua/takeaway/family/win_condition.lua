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
-- blocks in one word, J), `wc.letters`, `wc.set`, `wc.checked`.
--
-- A loaded certificate is checked before it answers anything; one that does not hold
-- answers `nil, message, "EUNSUPPORTED"`.
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
-- @tparam[opt] table settings `max_base` and `max_period` (default 3840, most 32768) bound
--   what is tried, `seconds` the time, `threads` how many, `progress` is called with base + period being
--   tried (base is the first of 30, 60, 120, ... above max A, or a later one; period <= base but at the
--   last base) and max_base + max_period, and cancels by returning false
-- @treturn wc the win condition; or nil, what was tried, and "ELIMIT" or "ECANCELLED"
-- @usage
-- local wc = ta.win_condition{1, 3, 4}
-- assert(wc:winner(10^18, 10^18, 7) == "I" and wc:check())
M.win_condition = core.win_condition

--- The phases along the excess, found and proved: who wins for all n, d and e; milliseconds for most sets of
-- members below 100, also of sets for which @{win_condition} finds nothing.
-- @function phases
-- @tparam table A at most 64 positive integers up to 10^6
-- @tparam[opt] table settings `classes` (default 2^22), the most there may be; `values` (2^22), the most values of T
--   between two phases; `progress` is called with the classes done and 0, and cancels by returning false
-- @treturn phases.ph the phases, see @{takeaway.family.win_condition.phases}; or nil, which class is open, and
--   "ELIMIT" or "ECANCELLED"
-- @usage
-- local ph = ta.phases{200, 233, 255}
-- assert(ph:winner(10^18, 10^18, 7) == "I" and ph:check())
M.phases = core.phases

--- Read a certificate back, of a win condition or of phases.
-- @function load_certificate
-- @tparam string text as `wc:certificate()` or `ph:certificate()` gives it
-- @treturn wc the win condition or the phases, not yet checked (`checked`); or nil, what is wrong, and
--   "EIO" (not a certificate), "EUNSUPPORTED" (another version), "ERANGE" or "ELIMIT"
-- @usage
-- local wc = ta.load_certificate(ta.win_condition({1, 2}):certificate())
-- assert(wc:check())
function M.load_certificate(text)
  local of_phases = type(text) == "string" and text:find "^takeaway phases"
  return (of_phases and core.load_phases or core.load_certificate)(text)
end

--- Who wins; O(J) steps.
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

--- Verifies the certificate again.
-- @function wc:check
-- @tparam[opt] table settings `threads`; `progress`: a function, which cancels by returning false
-- @treturn boolean true, or false and why

--- The certificate as JSON text, for @{load_certificate}.
-- @function wc:certificate
-- @treturn string

--- The word of a residue.
-- @function wc:word
-- @tparam int i from 0, of n - base modulo the period
-- @treturn table `{["end"] = letter, {letters, c, g}, ...}`

--- The condition in words: base, period, and for each group of residues with the same
-- shape the block word with its exponents and the corners of the staircase.
-- @function wc:describe
-- @tparam[opt="text"] string form "text" or "latex"
-- @treturn string the text; or nil, why the certificate does not hold, and "EUNSUPPORTED"
core.win_condition_methods.describe = holding("describe", describe)

--- Condition (S) of the certificate in SMT-LIB, for an outside solver: one query a
-- residue, each the negation of what must hold, so each must be answered "unsat". Condition (B), finitely many
-- classes of n, is not among them: `wc:check()` works them out.
-- @function wc:smtlib
-- @treturn string the text; or nil, why the certificate does not hold, and "EUNSUPPORTED"
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
