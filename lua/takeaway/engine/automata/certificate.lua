--- A theorem as text that another program can check.
--
-- Lines, in this order:
--
--    takeaway theorem 1
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

--- The certificate of a theorem.
-- @tparam theorem t
-- @treturn string the text; or nil, message, code
function M.text(t)
  return failure.catch(function()
    local d, numeration, p = t.rules.declaration, t.numeration.core, t.positions.automaton
    local count, digits, candidates = #d.variables, t.numeration.core:digits(), {}
    for i in ipairs(d.options) do
      candidates[i] = t.winning[i]
      if t.misere then candidates[i] = must(candidates[i]:combine(must(t.legal[i]:combine(p, "and")), "or")) end
    end
    local lines = { "takeaway theorem 1", "play " .. (t.misere and "misere" or "normal"),
                    "variables " .. table.concat(d.variables, ", ") }
    if d.over then lines[#lines + 1] = "over " .. write.condition(d.over, write.text) end
    for _, move in ipairs(d.options) do lines[#lines + 1] = move_line(move) end
    lines[#lines + 1] = "recurrence " .. table.concat(t.numeration.recurrence, " ")
    lines[#lines + 1] = "weights " .. table.concat(t.numeration.first, " ")
    lines[#lines + 1] = "rank " .. table.concat(t.falls, " ", 1, count)
    add_set(lines, "P", p, digits, count)
    if t.misere then add_set(lines, "E", ended(d, t.legal), digits, count) end
    for i, chosen in ipairs(choose(numeration, count, d.options, candidates)) do
      add_set(lines, "K" .. i, chosen, digits, count + #d.options[i].parameters)
    end
    return table.concat(lines, "\n") .. "\n"
  end)
end

return M
