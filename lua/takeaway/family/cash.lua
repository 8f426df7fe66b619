--- NIM with Cash: one pile, a set of amounts that may be taken, and two purses.
--
-- At (n; d, e) the mover, player I, holds d dollars and the other, player II, e. Taking a, a member of A with a <= n
-- and a <= d, costs a dollars; then the other moves. The player who cannot move loses. A purse of n or more is the same
-- as `math.huge`.
--
-- Source: Gasarch, Purtilo and Ulrich, "NIM with Cash" (arXiv 1511.04035). Every call uses the corrected form;
-- docs/theory/nim-with-cash.md lists the corrections.
-- @module takeaway.family.cash

local check_asymptotics = require "takeaway.family.cash.check_asymptotics"
local closed_form = require "takeaway.family.cash.closed_form"
local core = require "takeaway.core"
local method_tables = require "takeaway.base.methods"
local solution = require "takeaway.family.cash.solution"

local M = {}
local methods = core.cash_methods

--- A game for the set A.
--
-- `frontier`, `count` and tables need staircases: everything up to n costs O(n^2 |A|) once and is kept while memory
-- lasts. Past `limit` or memory they return nil, a message, "ELIMIT". `winner`, `winning_moves`, `least_cash` and
-- `exact_rich` need none. They answer any n to 2^62, in microseconds where the members of A are small
-- (docs/theory/nim-with-cash.md, "One position, however large").
-- @function cash
-- @tparam {int,...} A up to 64 integers from 1 to 1000000; repeats count once
-- @tparam[opt] table settings `limit`: largest n of a staircase (default 1000000); `memory`: bytes to keep (default
--   half of what is free); `threads` (@{takeaway.base.threads}); `progress`: called with the work done and the total,
--   returns false to cancel
-- @treturn game the game; raises when A is not such a list
-- @usage
-- local game = ta.cash{1, 3, 4}
-- assert(game:winner(14, 9, 9) == "I" and game:winning_moves(14, 9, 9)[1] == 1)
M.cash = core.cash

--- The winner of (n; d, e).
-- @function game:winner
-- @tparam int n counters, to 2^62
-- @param d,e dollars of the mover and of the other, or `math.huge`
-- @treturn string "I", the mover, or "II"; or nil, message, code

--- The amounts that win.
-- @function game:winning_moves
-- @tparam int n counters
-- @param d,e dollars of the mover and of the other, or `math.huge`
-- @treturn table list of amounts; or nil, message, code

--- The least d that wins.
-- @function game:least_cash
-- @tparam int n counters
-- @param e dollars of the other
-- @return an integer, or `math.huge` where no d wins; or nil, message, code

--- The staircase of n.
-- @function game:frontier
-- @tparam int n counters
-- @treturn table `{ {e = 0, d = s}, ... }`, one entry for each change of the least d that wins; d is `math.huge` where
--   none wins

--- The rich thresholds f^I(n), f^II(n) of Definition 2.3.
-- @function game:rich
-- @tparam int n counters
-- @return two integers

--- The least amounts with which a player wins as in plain Nim.
-- @function game:exact_rich
-- @tparam int n counters
-- @return two amounts, for I and for II; `math.huge` where no amount does

--- The poor thresholds g^I(n), g^II(n).
-- @function game:poor
-- @tparam int n counters
-- @return two integers

--- The winner when both purses are infinite.
-- @function game:normal_winner
-- @tparam int n counters
-- @treturn string "I" or "II"

--- The winner, with the statement that proves it.
-- @function game:classify
-- @tparam int n counters
-- @param d,e dollars of the mover and of the other, or `math.huge`
-- @treturn table `{winner =, I = "rich"|"middle"|"poor", II = ..., critical = bool, by = "2.4.1" ... "search"}`

--- The number of (n, d, e) with n, d, e <= m that the mover wins.
-- @function game:count
-- @tparam int m
-- @treturn int

--- The set A, ascending.
-- @function game:members
-- @treturn table list of amounts

-- Tables from index 0 that are also functions: t(i), t(i, a).
local residues = {
  __call = function(t, i, a)
    local row = t[i]
    if a == nil then return row end
    return row and row[a]
  end,
}

local raw_period = methods.cash_period

--- Cash-periodicity (Definition 4.4, from an offset), proved for all n.
-- @function game:cash_period
-- @tparam[opt] int limit the end of the search; or `{to = 1000}`
-- @return `{period =, offset =, c1 =, c2 =}`: `c1(i, a)` is c^I, `c2(i, a)` c^II; nil, message, "ELIMIT" when A is not
--   cash-periodic or nothing was found
function methods.cash_period(game, limit)
  local p, why, code = raw_period(game, limit)
  if not p then return nil, why, code end
  setmetatable(p.c1, residues)
  setmetatable(p.c2, residues)
  return p
end

local asymptotics = method_tables.class(nil, "linear form")

--- Verify the certificate again, in plain Lua, from A and the numbers alone.
-- @function asymptotics:check
-- @treturn boolean true; or false and the n at which it fails
asymptotics.__index.check = check_asymptotics

--- f^I(n), f^II(n) for n up to 2^62.
-- @function asymptotics:rich
-- @tparam int n
-- @return two integers
function asymptotics.__index.rich(as, n) return as.game:rich(n) end

function asymptotics.__tostring(as)
  return ("f(n + %d) = f(n) + slope(n mod %d) for n >= %d"):format(as.modulus, as.modulus, as.preperiod)
end

local raw_asymptotics = methods.asymptotics

--- The linear form of f^I and f^II for large n, with its certificate.
-- @function game:asymptotics
-- @tparam[opt] int limit the end of the search; or `{to = 1000}`
-- @treturn asymptotics an object: `modulus`, `preperiod`, `slope1(i)`, `slope2(i)` (of f^I, f^II), `window` (where the
--   certificate starts), `:check()`, `:rich(n)`; nil, message, "ELIMIT" when none was proved
function methods.asymptotics(game, limit)
  local as, why, code = raw_asymptotics(game, limit)
  if not as then return nil, why, code end
  setmetatable(as.slope1, residues)
  setmetatable(as.slope2, residues)
  as.game = game
  return setmetatable(as, asymptotics)
end

local theorem = method_tables.class(nil, "closed form")

--- The winner of (n; d, e), for arguments to 2^62, in O(1).
-- @function theorem:winner
-- @tparam int n counters
-- @param d,e dollars, or `math.huge`
-- @treturn string "I" or "II"
function theorem.__index.winner(th, n, d, e) return th.game:closed_winner(n, d, e) end

function theorem.__call(th, n, d, e) return th.game:closed_winner(n, d, e) end

function theorem.__tostring(th) return ("%s (%s)"):format(th.source, th.standing) end

--- The corrected closed form of A's family; for {3, 5, 6, 10, 11} its own closed form, see
-- @{takeaway.family.cash.closed_form}.
-- @function game:theorem
-- @treturn theorem an object: `th:winner(n, d, e)`, `th.standing` ("proved", "verified n <= ..." or "conjecture"),
--   `th.source`; or nil, message, "EUNSUPPORTED", and `{n =, d =, e =}` where the conjecture is known to be false
function methods.theorem(game)
  local th, why, code, bad = game:closed_form()
  if not th then
    local own = closed_form.theorem(game:members())
    if own then return own end
  end
  if not th then return nil, why, code, bad end
  th.game = game
  return setmetatable(th, theorem)
end

--- The value of (n; d, e) as a partizan game: Left pays from d, Right from e. A purse beyond n counts as n.
-- @function game:canonical_form
-- @tparam int n from 0
-- @param d,e integers >= 0, or math.huge
-- @treturn value.v the value, see @{takeaway.family.value}; or nil, message, code ("ELIMIT", "ERANGE", "ECANCELLED" by
--   the limits and the progress function of `ta.values`). Cost: at most (d + 1)(e + 1) canonical forms of 2 |A| options
-- @usage assert(tostring(ta.cash{1, 2}:canonical_form(2, 2, 1)) == "1/2")
function methods.canonical_form(game, n, d, e)
  return core.cash_canonical_form(game:members(), n, d, e)
end

--- The winner for all n, d and e, with a proof: @{takeaway.family.win_condition}.
-- @function game:win_condition
-- @tparam[opt] table settings `max_base`, `max_period`, `seconds`, `progress`
-- @treturn win_condition.wc the win condition; or nil, a message with what was tried, and "ELIMIT" or "ECANCELLED"; a
--   member of A beyond 1024 is "EUNSUPPORTED"
function methods.win_condition(game, options)
  return core.win_condition(game:members(), options)
end

--- The winner for all n, d and e along the excess, in few phases: @{takeaway.family.win_condition.phases}.
-- @function game:phases
-- @tparam[opt] table settings `classes`, `values`, `progress`
-- @treturn phases.ph the phases; or nil, the open class of excesses, and "ELIMIT" or "ECANCELLED"
function methods.phases(game, options)
  return core.phases(game:members(), options)
end

--- A solution set (Definition 4.6) as an object.
-- @function game:solution_set
-- @param[opt="formula"] source "formula" (the closed form's), "evaluated" (read off the game), or a function
--   `(i, b, b2) -> boolean`
-- @treturn solution.set an object with `contains(i, b, b2)` and `check{relaxed =, limit =}`, see
--   @{takeaway.family.cash.solution}; or nil, message, code
methods.solution_set = solution.new

local function positions(set)
  local amounts = { table.unpack(set) }
  return function(game)
    local fields = require "takeaway.rules.cash"(amounts)
    function fields.outcome(n, d, e)
      local left, message, code = game:winner(n, d, e)
      if not left then return nil, message, code end
      local right, message2, code2 = game:winner(n, e, d)
      if not right then return nil, message2, code2 end
      return left == "I" and (right == "I" and "N" or "L") or (right == "I" and "R" or "P")
    end
    return fields
  end
end

-- The least d that wins, for all n and e to a bound.
local function least_cash(game, to)
  local rows = {}
  if (to + 1.0) ^ 2 > 10 ^ 7 then
    return nil, ("least_cash: a table to %d has more than 10^7 values; ask for fewer"):format(to), "ELIMIT"
  end
  for n = 0, to do
    rows[n] = {}
    for e = 0, to do
      local d, message, code = game:least_cash(n, e)
      if not d then return nil, message, code end
      rows[n][e] = d
    end
  end
  return { kind = "grid", title = "least d with which the mover wins, " .. tostring(game), corner = "n\\e", p = "n",
           q = "e", first = 0, last = to, at = function(n, e) return rows[n][e] end }
end

local function outcome(kernel, n, d, e)
  local winner = kernel:winner(n, d, e)
  return winner and (winner == "I" and "N" or "P")
end

-- What the kernel says, of all positions. Of all sets that were tried it is a formula of sums and remainders, so base 2
-- will do.
local function everywhere(game)
  return {
    outcome = function(n, d, e) return outcome(game, n, d, e) end,
    turning = 2,
    turns = function(position)
      local least = game:least_cash(position[1], position[3])
      return math.type(least) == "integer" and least or nil
    end,
    numerations = { "2" },
  }
end

-- The purses change places with every move: the first is the mover's.
local function moves()
  return function(game)
    local fields = { "n, d, e", name = tostring(game) }
    for i, a in ipairs(game:members()) do
      fields[i + 1] = ("n >= %d, d >= %d -> n - %d, e, d - %d"):format(a, a, a, a)
    end
    return fields, { outcome = function(n, d, e) return outcome(game, n, d, e) end,
                     everywhere = function() return everywhere(game) end }
  end
end

local CGSUITE = [[
singleton class NAME extends game.Ruleset

  var amounts := [MEMBERS];

  def Eval(n, d, e) := Position(n, d.Min(n), e.Min(n));

  class Position(n as Integer, d as Integer, e as Integer) extends Game

    override def Options(player as Player) := if player == Left then
      [Position(n - a, d - a, e.Min(n - a)) for a in amounts where a <= n and a <= d]
    else
      [Position(n - a, d.Min(n - a), e - a) for a in amounts where a <= n and a <= e]
    end;

  end

end
]]

-- Left pays from d, Right from e.
local function cgsuite(game, settings)
  local fields = { NAME = settings.name or "Cash", MEMBERS = table.concat(game:members(), ", ") }
  return (CGSUITE:gsub("%u%u%u+", fields))
end

-- The sequences in which patterns are looked for: the rich thresholds.
local function rich_thresholds(game, to)
  local first, second = { name = "f^I(n)", first = 0 }, { name = "f^II(n)", first = 0 }
  for n = 0, to do
    local a, b, code = game:rich(n)
    if not a then return nil, b, code end
    first[n + 1], second[n + 1] = a, b
  end
  return { first, second }
end

return {
  title = "NIM with Cash",
  kin = { "value", "win_condition" },
  calls = M,
  positions = { cash = positions },
  moves = { cash = moves },
  rules = { { "cash", "{1, 3, 4}(n, d, e)", "take a counters and pay a dollars",
      "{1, 3, 4}(9, 4, 4):outcome()", example = "cash:1,3,4" } },
  samples = { cash = { { 1 } } },
  kinds = {
    cash = {
      noun = "game of NIM with Cash", sample = "cash", reads = "set", methods = methods,
      bounds = { asymptotics = { "limit" }, cash_period = { "limit" } },
      gives = { position = { 1, 1, 1 }, canonical_form = { 1, 1, 1 }, classify = { 1, 1, 1 }, win_condition = {},
                phases = {}, theorem = {}, asymptotics = {}, solution_set = {} },
      table = least_cash, patterns = { to = 200, most = 100000, series = rich_thresholds },
      report = require "takeaway.family.cash.report", cgsuite = cgsuite,
    },
  },
  commands = require "takeaway.family.cash.commands",
  papers = { "nim_with_cash" }, surveys = { "cash" },
  documented = { "family/cash/solution" },
  files = { "lua/takeaway/research/intervals.lua", "lua/takeaway/app/plot/staircase.lua" },
}
