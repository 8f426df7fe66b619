--- A theorem as text that another program can check.
--
-- Lines, in this order:
--
--    takeaway theorem 3
--    play normal                       (or misere)
--    variables a b x
--    move k                            for each move: its parameters,
--    guard 1k -1                       terms that are >= 0 where it is legal: k >= 1,
--    guard 1x -1k                      k <= x,
--    guard 1a -1k                      k <= a,
--    ...
--    target 1a -1k                     and for each variable its new value: a - k,
--    target 1b                         b,
--    target 2k                         2k
--    rank 2 2 0                        a number for each variable: 2a + 2b decreases with every move
--    digits 2                          the numeration: digits 0 and 1,
--    recurrence 2                      weights U(n) = 2 U(n-1); in Zeckendorf's numeration 1 1,
--    weights 1                         U(0); there 1 2
--    set N 1                           the words of numbers, an automaton of one state
--    + 0 0                             state 0: + accepts, - does not; then the next state for each letter
--    set S 3                           of x and y: y = x + 1
--    set W 1                           of the variables: all positions
--    set P 14                          the P-positions
--    set E 3                           (in misere play: the positions without a move)
--    set K1 8                          for each move, of the variables and its parameters
--
-- All names are numbers 0, 1, 2, ..., and a move is legal if all its guards are >= 0. It is the declaration's game in
-- another form (@{takeaway.engine.automata.plain_moves}). A theorem on nim values or least limits is one on the
-- P-positions of a game with one more variable (@{takeaway.engine.theorem.certified}).
--
-- An automaton reads the digits of its numbers side by side, most significant first. In the number of a letter, the
-- digit of the first number has the highest weight. K1, K2, ... accept the least move of a position that leads to P:
-- least by its number in the declaration, then by its parameters in order. So exactly one (move, parameters) is
-- accepted for a position outside P. In misere play they also accept a move for each position of P, and none if there
-- is no move. docs/theory/automatic-games.md proves that this suffices.
-- @module takeaway.engine.automata.certificate

local compile = require "takeaway.engine.automata.compile"
local failure = require "takeaway.base.failure"
local letters = require "takeaway.engine.automata.letters"
local obligations = require "takeaway.engine.automata.obligations"
local plain_moves = require "takeaway.engine.automata.plain_moves"
local terms = require "takeaway.engine.declaration.terms"

local must = failure.raise

-- ---- The least move -----------------------------------------------------------------------

-- For a set over `count` numbers and then parameters: the vectors whose parameters are the first for their numbers.
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

-- The positions without a legal move.
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
  lines[#lines + 1] = ("set %s %d"):format(name, states)
  local list = letters(digits, tracks)
  for state = 0, states - 1 do
    local row = { automaton:accepting(state) and "+" or "-" }
    for i, letter in ipairs(list) do row[i + 1] = automaton:read(state, letter) end
    lines[#lines + 1] = table.concat(row, " ")
  end
end

local function term_text(term)
  local parts = {}
  for i, part in ipairs(term) do parts[i] = ("%d%s"):format(part.coefficient, part.atom.name) end
  if term.constant ~= 0 or not parts[1] then parts[#parts + 1] = ("%d"):format(term.constant) end
  return table.concat(parts, " ")
end

local function add_move(lines, move)
  lines[#lines + 1] = table.concat({ "move", table.unpack(move.parameters) }, " ")
  for _, guard in ipairs(move.guards) do
    local left, right = table.unpack(guard.terms)
    lines[#lines + 1] = "guard " .. term_text(must(terms.add(right, left, -1), "certificate: a coefficient beyond 2^53",
      "ERANGE"))
  end
  for _, target in ipairs(move.targets) do lines[#lines + 1] = "target " .. term_text(target) end
end

-- The first weights, as many as the recurrence has coefficients.
local function weights_of(numeration)
  local c, U = numeration.recurrence, { table.unpack(numeration.first) }
  for n = #U + 1, #c do
    U[n] = 0
    for j = 1, n - 1 do U[n] = U[n] + c[j] * U[n - j] end
  end
  return U
end

-- ---- The moves of the text ----------------------------------------------------------------

-- The plain moves that are ever legal, each with its set K, for the moves chosen of the declaration.
local function plain(numeration, d, chosen)
  local list, first, taken = {}, nil, {}
  for _, move in ipairs(plain_moves(d)) do
    local names, own, i = { table.unpack(d.variables) }, #d.options[move.from].parameters, move.from
    table.move(move.parameters, 1, #move.parameters, #names + 1, names)
    local legal = must(compile.automaton(numeration, { op = "and", table.unpack(move.guards) }, names))
    move.set = must(legal:combine(chosen[i], "and"))
    if taken[i] then move.set = must(move.set:combine(taken[i], "less")) end
    local known = must(move.set:exists(((1 << #names) - 1) & ~((1 << #d.variables + own) - 1)))
    taken[i] = taken[i] and must(taken[i]:combine(known, "or")) or known
    first = first or move
    if not legal:is_empty() then list[#list + 1] = move end
  end
  return list[1] and list or { first }
end

-- For each move of the declaration, the candidates to choose from.
local function candidates(game, p, winning)
  if not game.misere then return winning end
  local list = {}
  for i, own in ipairs(game.legal) do
    list[i] = must(winning[i]:combine(must(own:combine(p, "and")), "or"))
  end
  return list
end

--- The certificate of a theorem.
-- @tparam table numeration
-- @tparam table game as `obligations.game` gives it
-- @param p its P-positions, an automaton
-- @tparam[opt] {automaton,...} winning the result of `obligations.prove` for p; without it this call proves it
-- @treturn string the text; raises like `failure.raise`
return function(numeration, game, p, winning)
  local core, d, lines = numeration.core, game.d, { "takeaway theorem 3" }
  local count = #d.variables
  local moves = plain(core, d, choose(core, count, d.options, candidates(game, p,
    winning or must(obligations.prove(game, p)))))
  local function line(...) lines[#lines + 1] = table.concat({ ... }, " ") end
  local function add(name, set, tracks) add_set(lines, name, set, core:digits(), tracks) end
  line("play", game.misere and "misere" or "normal")
  line("variables", table.unpack(d.variables))
  for _, move in ipairs(moves) do add_move(lines, move) end
  line("rank", table.unpack(game.rank, 1, count))
  line("digits", core:digits())
  line("recurrence", table.unpack(numeration.recurrence))
  line("weights", table.unpack(weights_of(numeration)))
  add("N", must(core:all(1)), 1)
  add("S", must(core:linear({ 0, 1 }, { 1, -1 }, "=", -1)), 2)
  add("W", must(core:all((1 << count) - 1)), count)
  add("P", p, count)
  if game.misere then add("E", ended(d, game.legal), count) end
  for i, move in ipairs(moves) do add("K" .. i, move.set, count + #move.parameters) end
  return table.concat(lines, "\n") .. "\n"
end
