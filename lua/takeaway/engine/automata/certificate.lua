--- A theorem as text that another program can check.
--
-- Lines, in this order:
--
--    takeaway theorem 2
--    what p_positions                  (or nim_value, or least_limit)
--    play normal                       (or misere)
--    variables a, b, x
--    move k: 1 <= k, k <= x, k <= a, 1 <= a, 1 <= b -> a - k, b, 2k
--    recurrence 2                      U(n) = 2 U(n-1); in Zeckendorf's numeration 1 1
--    weights 1                         U(0); there 1 2
--    rank 2 2 0                        a number for each variable: 2a + 2b falls with every move
--    set W 1 states                    all positions
--    + 0 0 0 0 0 0 0 0                 state 0: + accepts, - does not; then the next state for each letter
--    set P 14 states
--    ...
--    set E 3 states                    (in misere play: where there is no move)
--    set K1 8 states                   (for each move)
--
-- The game is what these lines say: all names are numbers 0, 1, 2, ..., and a move is legal where all its guards hold,
-- comparisons of linear terms. It is the declaration's game in other words
-- (@{takeaway.engine.automata.plain_moves}), and the theorem is proved of these words, too, when they are written.
--
-- An automaton reads the digits of its numbers side by side, most significant first; the digit of the first number
-- weighs most in the number of a letter. P reads the variables; K1, K2, ... the variables and the parameters of
-- the moves: the least move of a position that leads to P, by its number and then by its parameters in order, so that
-- of all (move, parameters) exactly one is accepted for a position outside P. In misere play K1, K2, ... have a move
-- for each position of P, too, and none where there is no move. docs/theory/automatic-games.md says why that is a
-- proof.
--
-- A theorem on nim values is of normal play, and has after W other sets:
--
--    set V ...         over the variables and a value: that of the position
--    set B ...         over the variables and a number w: w is less than the value
--    set K1 ...        for each move, over the variables, w and the parameters: the least move to a position of value w
--
-- so that for each (position, w) in B exactly one (move, parameters) is accepted. A theorem on least limits is all that
-- the theorem on P-positions is, perhaps a line `monotone` after the rank (a larger limit never hurts), and two sets
-- more at the end; the last variable is the limit:
--
--    set L ...         over the variables: the last of them is the least limit >= 1 outside P
--    set F ...         over the variables but the last: there is such a limit
--
-- @module takeaway.engine.automata.certificate

local compile = require "takeaway.engine.automata.compile"
local failure = require "takeaway.base.failure"
local letters = require "takeaway.engine.automata.letters"
local obligations = require "takeaway.engine.automata.obligations"
local plain_moves = require "takeaway.engine.automata.plain_moves"
local values = require "takeaway.engine.automata.values"
local write = require "takeaway.engine.declaration.write"

local M = {}

local must = failure.raise

-- ---- The least move -----------------------------------------------------------------------

-- Of a set over `count` numbers and then parameters, the vectors whose parameters are the first for their numbers.
local function firsts(numeration, set, count, parameters)
  if parameters == 0 then return set end
  local to, mask, before = {}, ((1 << parameters) - 1) << (count + parameters), nil
  for i = 1, count do to[i] = i - 1 end
  local equal
  for i = 1, parameters do
    local own, other = count + i - 1, count + parameters + i - 1
    to[own + 1] = other
    local less = must(numeration:linear({ other, own }, { 1, -1 }, "<=", -1))
    less = equal and must(less:combine(equal, "and")) or less
    before = before and must(before:combine(less, "or")) or less
    local same = must(numeration:linear({ other, own }, { 1, -1 }, "=", 0))
    equal = equal and must(equal:combine(same, "and")) or same
  end
  local later = must(must(must(set:rename(to)):combine(before, "and")):exists(mask))
  return must(set:combine(later, "less"))
end

-- K1, K2, ... of candidates.
local function choose(numeration, count, options, candidates)
  local chosen, taken = {}, nil
  for i, move in ipairs(options) do
    local parameters = #move.parameters
    local own = firsts(numeration, candidates[i], count, parameters)
    if taken then own = must(own:combine(taken, "less")) end
    chosen[i] = own
    local some = must(own:exists(((1 << parameters) - 1) << count))
    taken = taken and must(taken:combine(some, "or")) or some
  end
  return chosen
end

-- Where no move is legal.
local function ended(d, legal)
  local moves
  for i, move in ipairs(d.options) do
    local some = must(legal[i]:exists(((1 << #move.parameters) - 1) << #d.variables))
    moves = moves and must(moves:combine(some, "or")) or some
  end
  return must(moves:complement())
end

-- ---- Text ---------------------------------------------------------------------------------

local MOST = 1 << 24

local function add_set(lines, name, automaton, digits, tracks)
  local states = automaton:states()
  if states * (digits ^ tracks) > MOST then
    must(nil, ("certificate: %s has %d states with %d^%d letters; at most %d next states are written"):format(name,
      states, digits, tracks, MOST), "ELIMIT")
  end
  lines[#lines + 1] = ("set %s %d states"):format(name, states)
  local list = letters(digits, tracks)
  for state = 0, states - 1 do
    local row = { automaton:accepting(state) and "+" or "-" }
    for i, letter in ipairs(list) do row[i + 1] = automaton:read(state, letter) end
    lines[#lines + 1] = table.concat(row, " ")
  end
end

local function move_line(move)
  local guards = {}
  for i, guard in ipairs(move.guards) do guards[i] = write.condition(guard, write.text) end
  return ("move %s: %s -> %s"):format(table.concat(move.parameters, ", "), table.concat(guards, ", "),
    write.terms(move.targets, write.text))
end

-- ---- The sets of a theorem, proved of the plain game --------------------------------------------

-- P, E, K1, K2, ...
local function add_positions(t, game, add)
  local d, p, candidates = game.d, t.positions.automaton, {}
  local winning = must(obligations.prove(game, p))
  for i in ipairs(d.options) do
    candidates[i] = winning[i]
    if t.misere then candidates[i] = must(candidates[i]:combine(must(game.legal[i]:combine(p, "and")), "or")) end
  end
  add("P", p, #d.variables)
  if t.misere then add("E", ended(d, game.legal), #d.variables) end
  return candidates
end

local function add_values(t, game, add)
  local v, candidates, count = t.values.automaton, {}, #game.d.variables + 1
  local proof = must(values.prove(game, v))
  for i, reaching in ipairs(proof.reaching) do candidates[i] = must(reaching:combine(proof.below, "and")) end
  add("V", v, count)
  add("B", proof.below, count)
  return candidates, 1
end

-- The declaration's game in plain moves, those that are ever legal.
local function plain_game(t)
  local d = { variables = t.rules.declaration.variables, options = {} }
  local moves = plain_moves(t.rules.declaration)
  for _, move in ipairs(moves) do
    local names = { table.unpack(d.variables) }
    table.move(move.parameters, 1, #move.parameters, #names + 1, names)
    local legal = must(compile.automaton(t.numeration.core, { op = "and", table.unpack(move.guards) }, names))
    if not legal:is_empty() then d.options[#d.options + 1] = move end
  end
  d.options[1] = d.options[1] or moves[1]
  return must(obligations.game(t.numeration.core, d, t.misere))
end

--- The certificate of a theorem.
-- @tparam theorem t
-- @treturn string the text; or nil, message, code
function M.text(t)
  return failure.catch(function()
    local numeration, game = t.numeration.core, plain_game(t)
    local d, lines = game.d, { "takeaway theorem 2" }
    local count = #d.variables
    local function line(...) lines[#lines + 1] = table.concat({ ... }, " ") end
    local function add(name, set, tracks) add_set(lines, name, set, numeration:digits(), tracks) end
    line("what", t.what)
    line("play", t.misere and "misere" or "normal")
    line("variables", table.concat(d.variables, ", "))
    for _, move in ipairs(d.options) do line(move_line(move)) end
    line("recurrence", table.unpack(t.numeration.recurrence))
    line("weights", table.unpack(t.numeration.first))
    line("rank", table.unpack(game.rank, 1, count))
    if t.what == "least_limit" and t.monotone then line "monotone" end
    add("W", must(numeration:all((1 << count) - 1)), count)
    local candidates, more = (t.what == "nim_value" and add_values or add_positions)(t, game, add)
    local tracks = count + (more or 0)
    for i, chosen in ipairs(choose(numeration, tracks, d.options, candidates)) do
      add("K" .. i, chosen, tracks + #d.options[i].parameters)
    end
    if t.what == "least_limit" then
      add("L", t.limits.automaton, count)
      add("F", t.finite.automaton, count - 1)
    end
    return table.concat(lines, "\n") .. "\n"
  end)
end

return M
