--- Two-pile move-size dynamic Nim.
--
-- A position is (p, q, x): two piles and a limit. A move takes k counters, 1 <= k <= x, from one pile; the next limit
-- is f(k). In normal play the player who empties a pile wins and the game ends. In misere play that player loses.
--
-- L(p, q), the least winning move, decides everything: for every f the mover wins (p, q, x) iff x >= L(p, q). Where f
-- is *admissible* (four conditions), L has the closed form of Holshouser and Reiter's Main Theorem, and Takeaway uses
-- it.
--
-- Pile sizes are integers from 0 to 2^62; a limit may also be `math.huge`. In normal play an empty pile has L infinite,
-- outcome "P", no moves. In misere play the game with an empty pile is over and won: L = 0, outcome "N", no moves.
--
-- A call that fails returns `nil, message, code`. "ELIMIT": a table would take more memory than there is, or f would be
-- evaluated at more than `check` arguments. "ECANCELLED": `progress` returned false. Results so far are kept.
-- @module takeaway.family.two_pile

local core = require "takeaway.core"
local failure = require "takeaway.base.failure"
local function_term = require "takeaway.engine.declaration.function_term"
local tables = require "takeaway.engine.table"
local starts = require "takeaway.rules.start"
local text = require "takeaway.base.text"

local M = {}

--- A game of two piles. Also called dynamic Nim, move-size dynamic Nim.
-- @function two_pile
-- @param f a move function in any form (see @{takeaway.base.move_function})
-- @tparam[opt] table settings `misere = true`; `check = n`: the most arguments at which a Lua, native or unproved f is
--   evaluated (default 10^6); `memory = bytes` the game may take (default: all free memory); `threads`
--   (@{takeaway.base.threads}); `progress = function(done, total)`, called about twenty times a second in long
--   computations, which cancels by returning false
-- @treturn game the game
-- @usage
-- local game = ta.two_pile("2k")
-- assert(game:least_move(4, 7) == 1)
M.two_pile = core.two_pile

--- L(p, q), the least winning move. O(1) by the closed form where it is proved, else from a table by recursion, which
-- grows and is kept.
-- @function game:least_move
-- @tparam int p pile
-- @tparam int q pile
-- @return an integer, or `math.huge` when no move wins

--- L in the paper's coordinates.
-- @function game:L
-- @tparam int a the smaller pile
-- @tparam int N the difference; a + N at most 2^62
-- @return as for @{game:least_move}

--- The outcome of (p, q, x).
-- @function game:outcome
-- @tparam int p pile
-- @tparam int q pile
-- @param x limit: an integer >= 1 or `math.huge` (0 is allowed with an empty pile)
-- @treturn string "N" or "P"

--- The options of (p, q, x).
-- @function game:options
-- @tparam int p pile
-- @tparam int q pile
-- @param x limit
-- @treturn table list of `{p, q, x}`, by take, then pile; at most 10^7

--- All winning moves of (p, q, x).
-- @function game:winning_moves
-- @tparam int p pile
-- @tparam int q pile
-- @param x limit
-- @treturn table list of `{pile = 1 or 2, take = k}`, by take, then pile; past 10^7
--   entries nil, message, "ELIMIT"

--- An iterator over all winning moves of (p, q, x), however many.
-- @function game:winning_moves_iter
-- @tparam int p pile
-- @tparam int q pile
-- @param x limit
-- @return an iterator giving one `{pile =, take =}` at a time; it raises where
--   @{game:winning_moves} would return nil
-- @usage
-- for move in ta.two_pile("2k"):winning_moves_iter(4, 7, 3) do print(move) end

--- Test whether this is the misere game.
-- @function game:is_misere
-- @treturn boolean

--- The move function of the game.
-- @function game:move_function
-- @treturn move_function.f the object, see @{takeaway.base.move_function}

--- The title of the table, which its first line prints.
-- @function table:title
-- @treturn string

--- L for all pile sizes 0..m.
-- @function game:table
-- @tparam int to largest pile; or `{to = 20}`
-- @treturn table a LeastMoveTable `t`: `t(p, q)` is L(p, q); it prints as aligned text

--- The closed form, where it is proved to hold. Normal play: C[a, N] (Main Theorem; conditions 1-3 up to the larger
-- pile M, 4 for 2N <= M). Misere play: g(N) (Theorem M). With an empty pile the game is over, for every f: infinite,
-- misere 0.
-- @function game:formula
-- @tparam int a the smaller pile
-- @tparam int N the difference
-- @return the value, or nil, message, "EUNSUPPORTED" where it is not proved

--- The paper's winning move for any limit x >= L(p, q); normal play.
-- @function game:strategy
-- @tparam int p pile, >= 1
-- @tparam int q pile, >= 1
-- @treturn table `{case = "1"|"A"|"B1"|"B2", take = k, pile = "smaller"|"larger"}`; or
--   nil, message, "EUNSUPPORTED" where the closed form is not proved

--- Test whether f is admissible: the four conditions of Definition 2, at all arguments up to limit. For a linear f the
-- test is exact, for all arguments.
-- @function game:admissible
-- @tparam[opt=65536] int limit the largest argument of f; or `{to = 100}`
-- @return true (and limit, where f is not linear); or false and `{condition = 1..4,
--   at = N, message = text}`, the least `at`, then the least condition

--- The least position at which the closed form is wrong.
-- @function game:counterexample
-- @tparam[opt=65536] int limit arguments of f searched for a violated condition (f itself may be evaluated further, at
--   the multiples that the sets K1-K8 need); or `{to = 100}`
-- @return nil when there is none; `{p =, q =, formula =, exact =, witness = "K1".."K8"}`, larger pile least, then
--   smaller; or, where a table that far needs too much memory, `{set = {{p, q}, ...}, certificate = text}`: one of the
--   set must fail

--- Compare the closed form with the recursion on all 1 <= p <= q <= m.
-- @function game:verify
-- @tparam int to largest pile; or `{to = 20}`
-- @return true and the number of cells, or false and `{p =, q =, formula =, exact =}`

--- The largest pile of a LeastMoveTable.
-- @function table:size
-- @treturn int

--- A checksum: h over 1 <= p <= q <= m, row by row, h = (h * 1000003 + L) mod 1000000007 from 0, infinity as 0.
-- @function table:checksum
-- @treturn int

local meta = core.metatable("takeaway.least_table")

--- The rows of a LeastMoveTable.
-- @function table:rows
-- @treturn table rows[p][q] = L(p, q) for 1 <= p, q <= m; nil, message, "ELIMIT" past
--   10^7 entries
function meta.__index:rows()
  local m = self:size()
  if m * m > 10000000 then
    return nil, ("rows: %d x %d entries are more than 10^7; read them with t(p, q)"):format(m, m), "ELIMIT"
  end
  local rows = {}
  for p = 1, m do
    local row = {}
    for q = 1, m do row[q] = self(p, q) end
    rows[p] = row
  end
  return rows
end

--- A row: L(p, 0..m). `t[p]` is the same, nil where there is none; `t[p][q]` is t(p, q).
-- @function table:row
-- @tparam int p
-- @treturn sequence.s the row

--- All values, row by row: `for p, q, value in t:cells() do ... end`.
-- @function table:cells
local methods = tables.view(meta, { down = "p", across = "q" })

function meta.__tostring(t)
  if not failure.try(t.size, t) then return "least-move table (closed)" end
  return text.grid(t:title(), "p\\q", t:size() > 0 and 1 or 0, t:size(), t)
end

local function is_misere(settings) return type(settings) == "table" and settings.misere or false end

local function positions(f, settings)
  return function(game)
    local fields = require "takeaway.rules.two_pile"(f)
    local misere = is_misere(settings)
    fields.check = starts.numbers "p q x*"
    function fields.start(p, q, x) return p, q, x == math.huge and math.max(p, q) or x end
    fields[misere and "misere_outcome" or "outcome"] = function(p, q, x)
      if x == 0 and p > 0 and q > 0 then return misere and "N" or "P" end -- no move is left
      return game:outcome(p, q, x)
    end
    return fields
  end
end

local function moves(_, settings)
  return function(game)
    local f, why = function_term.text(game:move_function())
    if not f then return nil, why end
    local fields = { "p, q, x", name = "two piles, f(k) = " .. f, over = "p = 0 or q = 0",
                     "k: 1 <= k <= x, k <= p -> p - k, q, " .. f, "k: 1 <= k <= x, k <= q -> p, q - k, " .. f }
    return fields, { misere = is_misere(settings), outcome = function(p, q, x)
      return (x > 0 or p == 0 or q == 0) and game:outcome(p, q, x) or nil
    end }
  end
end

local CGSUITE = [[
singleton class NAME extends game.Ruleset

  var f := FUNCTION;

  def Eval(p, q, x) := Position(p, q, x);

  class Position(p as Integer, q as Integer, x) extends ImpartialGame

    override def Options := if p == 0 or q == 0 then [] else
      [Position(p - k, q, f(k).Min(p.Max(q))) for k from 1 to p where k <= x] Concat
      [Position(p, q - k, f(k).Min(p.Max(q))) for k from 1 to q where k <= x]
    end;

  end

end
]]

local function cgsuite(game, settings)
  if game:is_misere() then return nil, "CGSuite's positions have no misere rule of their own" end
  local f, why = function_term.cgscript(game:move_function(), settings.to)
  if not f then return nil, why end
  return (CGSUITE:gsub("%u%u%u+", { NAME = settings.name or "TwoPile", FUNCTION = f }))
end

-- What the pattern finder is told: where f is known to be admissible the closed form is proved.
local function known_closed_form(game, last, first)
  if game:is_misere() then return nil end
  local admissible, limit = game:admissible(math.max(2, last))
  if admissible ~= true or limit ~= nil then return nil end
  return {
    kind = "closed form", proved = true, from = first, to = last,
    text = "L is min(p, q) where p = q or min(p, q) <= f(lowbit(p - q)), else lowbit(p - q): f is admissible",
  }
end

local function grid(t)
  local m = t:size()
  return { kind = "grid", title = t:title(), corner = "p\\q", first = m > 0 and 1 or 0, last = m,
           at = function(p, q) return t(p, q) end, symmetric = true, least = true,
           misere = t(0, 0) == 0 } -- in normal play no move wins there, whatever it may take
end

return {
  title = "Two-pile move-size dynamic Nim",
  calls = M,
  positions = { two_pile = positions },
  moves = { two_pile = moves },
  rules = { { "two_pile", "(f)(p, q, x)", "take k from a pile, then at most f(k) may be taken",
              '("2k")(9, 14, 2):winning_moves()', example = "two_pile:2k" } },
  samples = { two_pile = { 1 } },
  kinds = {
    two_pile = {
      noun = "two-pile game", sample = "two_pile", reads = "f", methods = core.metatable("takeaway.two_pile").__index,
      bounds = { table = { "to" }, verify = { "to" }, admissible = { "limit" }, counterexample = { "limit" } },
      gives = { table = { 1 }, move_function = {}, position = { 1, 1, 1 }, strategy = { 1, 1, 1 } },
      table = function(game, to) return game:table(to) end,
      closed_form = require "takeaway.family.two_pile.closed_form",
      patterns = { to = 48, known = known_closed_form },
      report = require "takeaway.family.two_pile.report", cgsuite = cgsuite,
    },
    least_table = { noun = "LeastMoveTable", methods = methods, grid = grid },
  },
  commands = require "takeaway.family.two_pile.commands",
  papers = { "two_pile" }, surveys = { "two_pile" },
}
