--- A theorem as text that another program can check.
--
-- Lines, in this order:
--
--    takeaway theorem 1
--    what nim_value                    (or least_limit; where it is missing: P-positions)
--    play normal                       (or misere)
--    variables a, b, x
--    over a = 0 or b = 0               (where the declaration has one)
--    move k: 1 <= k <= x, k <= a -> a - k, b, 2k
--    recurrence 2                      U(n) = 2 U(n-1); in Zeckendorf's numeration 1 1
--    weights 1                         U(0); there 1 2
--    rank 2 2 0                        a number for each variable: 2a + 2b falls with every move
--    set P 10 states
--    + 0 1 1 3 1 4 5 6                 state 0: + accepts, - does not; then the next state for each letter
--    ...
--    set E 3 states                    (in misere play: where there is no move)
--    set K1 8 states                   (for each move)
--
-- An automaton reads the digits of its numbers side by side, most significant first; the digit of the first number
-- weighs most in the number of a letter. P reads the variables; K1, K2, ... the variables and the parameters of
-- the moves: the least move of a position that leads to P, by its number and then by its parameters in order, so that
-- of all (move, parameters) exactly one is accepted for a position outside P. In misere play K1, K2, ... have a move
-- for each position of P, too, and none where there is no move. `takeaway.research.check_theorem` says why that is a
-- proof.
--
-- A theorem on nim values says so in a second line, `what nim_value`, is of normal play, and has other sets:
--
--    set V ...         over the variables and a value: that of the position
--    set B ...         over the variables and a number w: w is less than the value
--    set K1 ...        for each move, over the variables, w and the parameters: the least move to a position of value w
--
-- so that for each (position, w) in B exactly one (move, parameters) is accepted. What proves V, beside what is asked of
-- a game, its rank and its words anyway: no legal move leads from (p, v) in V to (q, v) in V; for (p, v) in V and w < v,
-- (p, w) is in B; what K_i accepts is a legal move to some q with (q, w) in V; for each (p, w) in B the number of
-- (move, parameters) that the K accept is odd; and for each p the number of v with (p, v) in V is odd.
--
-- A theorem on least limits says `what least_limit` in its second line; the last variable is the limit. It is all that
-- the theorem on P-positions is, perhaps a line `monotone` after the rank, and two sets more at the end:
--
--    set L ...         over the variables: the last of them is the least limit >= 1 outside P
--    set F ...         over the variables but the last: there is such a limit
--
-- What proves them: for (p, x) in L, x >= 1 and (p, x) is not in P; for (p, x) in L and 1 <= y < x, (p, y) is in P; for
-- x >= 1 and (p, x) not in P, p is in F; for each p in F the number of x with (p, x) in L is odd. `monotone` says that
-- no (p, x) is in P for which there is (p, y) in L with y < x.
-- @module takeaway.engine.automata.certificate

local failure = require "takeaway.base.failure"
local letters = require "takeaway.engine.automata.letters"
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
  return ("move %s%s-> %s"):format(#move.parameters > 0 and table.concat(move.parameters, ", ") .. ": " or "",
    #guards > 0 and table.concat(guards, ", ") .. " " or "", write.terms(move.targets, write.text))
end

-- Sets of the P-positions: P, E, K1, K2, ...
local function add_positions(t, lines)
  local d, numeration, p = t.rules.declaration, t.numeration.core, t.positions.automaton
  local count, digits, candidates = #d.variables, numeration:digits(), {}
  for i in ipairs(d.options) do
    candidates[i] = t.winning[i]
    if t.misere then candidates[i] = must(candidates[i]:combine(must(t.legal[i]:combine(p, "and")), "or")) end
  end
  add_set(lines, "P", p, digits, count)
  if t.misere then add_set(lines, "E", ended(d, t.legal), digits, count) end
  for i, chosen in ipairs(choose(numeration, count, d.options, candidates)) do
    add_set(lines, "K" .. i, chosen, digits, count + #d.options[i].parameters)
  end
end

local function add_values(t, lines)
  local d, numeration, candidates = t.rules.declaration, t.numeration.core, {}
  local count, digits = #d.variables + 1, numeration:digits()
  for i, reaching in ipairs(t.reaching) do candidates[i] = must(reaching:combine(t.below, "and")) end
  add_set(lines, "V", t.values.automaton, digits, count)
  add_set(lines, "B", t.below, digits, count)
  for i, chosen in ipairs(choose(numeration, count, d.options, candidates)) do
    add_set(lines, "K" .. i, chosen, digits, count + #d.options[i].parameters)
  end
end

local function add_limits(t, lines)
  local count, digits = #t.rules.declaration.variables, t.numeration.core:digits()
  add_positions(t, lines)
  add_set(lines, "L", t.limits.automaton, digits, count)
  add_set(lines, "F", t.finite.automaton, digits, count - 1)
end

local ADD = { p_positions = add_positions, nim_value = add_values, least_limit = add_limits }

--- The certificate of a theorem.
-- @tparam theorem t
-- @treturn string the text; or nil, message, code
function M.text(t)
  return failure.catch(function()
    local d = t.rules.declaration
    local lines = { "takeaway theorem 1" }
    local function add(line) lines[#lines + 1] = line end
    if t.what ~= "p_positions" then add("what " .. t.what) end
    add("play " .. (t.misere and "misere" or "normal"))
    add("variables " .. table.concat(d.variables, ", "))
    if d.over then add("over " .. write.condition(d.over, write.text)) end
    for _, move in ipairs(d.options) do add(move_line(move)) end
    add("recurrence " .. table.concat(t.numeration.recurrence, " "))
    add("weights " .. table.concat(t.numeration.first, " "))
    add("rank " .. table.concat(t.falls, " ", 1, #d.variables))
    if t.what == "least_limit" and t.monotone then add "monotone" end
    ADD[t.what](t, lines)
    return table.concat(lines, "\n") .. "\n"
  end)
end

return M
