--- The conditions for a set P to be the set of P-positions of a declared game; automata decide each of them.
--
-- Positions are all vectors of numbers >= 0. A position is over if the declaration ends play there, and stuck if it has
-- no move; the player to move has then lost (in misere play, won). Ended positions are those that are over or stuck.
--
-- * (O0) moves lead to no negative number, no parameter takes a negative value, and a linear form of the position, the
--   rank, decreases with every move;
-- * (O1) normal play: every position that is over is in P. Misere play: none that is over or stuck is in P;
-- * (O2) no move leads from P to P;
-- * (O4) every position that is not in P, and not ended in misere play, has a move to P.
--
-- *Theorem.* Then P is the set of P-positions. *Proof:* by induction on the rank. A position of P has only moves to
-- positions outside P (O2), which are N-positions by induction, or it has none. In normal play the player to move has
-- then lost; in misere play P has no such position (O1). A position outside P has a move to P (O4), hence to a
-- P-position; or it is ended in misere play, and won. A position that is over has no move, whatever the guards are. In
-- normal play it is in P (O1), and rightly.
-- @module takeaway.engine.automata.obligations

local compile = require "takeaway.engine.automata.compile"
local failure = require "takeaway.base.failure"
local formula = require "takeaway.engine.automata.formula"
local growing = require "takeaway.engine.automata.growing"
local terms = require "takeaway.engine.declaration.terms"

local M = {}

local must = failure.raise

-- ---- Terms put for names ------------------------------------------------------------------

local put

local function put_atom(atom, map)
  if atom.op == "name" then return map[atom.name] or terms.atom(atom) end
  local new = {}
  for key, value in pairs(atom) do new[key] = value end
  if atom.term then new.term = put(atom.term, map) end
  for i, term in ipairs(atom) do new[i] = put(term, map) end
  return terms.atom(new)
end

-- The result, which must have coefficients within 2^53, as all terms.
local function within(result) return result or must(nil, "a coefficient beyond 2^53", "EUNSUPPORTED") end

function put(term, map)
  local result = terms.number(term.constant)
  for _, part in ipairs(term) do result = within(terms.add(result, put_atom(part.atom, map), part.coefficient)) end
  return result
end

local function put_in_condition(node, map)
  local new = { op = node.op, relations = node.relations }
  if node.terms then
    new.terms = {}
    local whole = within(terms.whole(node.terms)) -- `put` does not handle fractions
    for i, term in ipairs(whole) do new.terms[i] = put(term, map) end
  end
  for i, one in ipairs(node) do new[i] = put_in_condition(one, map) end
  return new
end

-- ---- The parts of a declaration -----------------------------------------------------------

local function all_of(list)
  local node = { op = "and" }
  for _, one in ipairs(list) do node[#node + 1] = one end
  return node
end

local function names_of(d, move)
  local names = { table.unpack(d.variables) }
  for _, name in ipairs(move.parameters) do names[#names + 1] = name end
  return names
end

local function legal(d, move)
  local list = { table.unpack(move.guards) }
  if d.over then list[#list + 1] = { op = "not", d.over } end
  return all_of(list)
end

-- A vector of a nonempty set: the numbers of its shortest word, and the same by name.
local function example(numeration, automaton, names)
  local word, values, vector = must(automaton:shortest()), {}, {}
  for i, name in ipairs(names) do
    local number = must(numeration:read(word[i] or ""))
    vector[i], values[i] = math.tointeger(tonumber(number)), ("%s = %s"):format(name, number)
  end
  return table.concat(values, ", "), vector
end

local function nothing(self, node, names, what)
  local set = must(compile.automaton(self.numeration, node, names))
  if not set:is_empty() then
    must(nil, what:format(example(self.numeration, set, names)), "EUNSUPPORTED")
  end
end

-- ---- (O0) ---------------------------------------------------------------------------------

local function place(i) return "move " .. i end

-- No parameter, nor several at once, may be negative: with -1 - u substituted for u the guards hold for no u.
local function check_parameters(self, d, i, move)
  local names = names_of(d, move)
  for which = 1, (1 << #move.parameters) - 1 do
    local map = {}
    for j, name in ipairs(move.parameters) do
      if which >> j - 1 & 1 == 1 then map[name] = terms.add(terms.number(-1), terms.name(name), -1) end
    end
    nothing(self, put_in_condition(legal(d, move), map), names,
      place(i) .. ": a parameter takes a negative value (for one: %s, counted from -1 down)")
  end
end

local function check_targets(self, d, i, move)
  local names = names_of(d, move)
  for j, target in ipairs(move.targets) do
    nothing(self, all_of { legal(d, move), formula.compare(target, "<") }, names,
      ("%s: %s becomes negative (for one: %%s)"):format(place(i), d.variables[j]))
  end
end

local function falls(self, d, move, rank)
  local from, to = terms.number(0), terms.number(0)
  for i, name in ipairs(d.variables) do
    from = within(terms.add(from, terms.name(name), rank[i]))
    to = within(terms.add(to, move.targets[i], rank[i]))
  end
  local rises = all_of { legal(d, move), formula.compare(within(terms.add(from, to, -1)), "<=") }
  return must(compile.automaton(self.numeration, rises, names_of(d, move))):is_empty()
end

-- The same for a candidate form: one whose numbers are too large for an automaton is skipped.
local function found_to_fall(...)
  local does, why, code = failure.catch(falls, ...)
  return code ~= "EUNSUPPORTED" and must(does, why, code)
end

-- Forms with coefficients 0 to `most`, in the order of their sums.
local function forms(count, most)
  local list = {}
  local function add(form, i)
    if i > count then
      local sum = 0
      for _, c in ipairs(form) do sum = sum + c end
      if sum > 0 then list[#list + 1] = { sum = sum, table.unpack(form) } end
      return
    end
    for c = 0, most do
      form[i] = c
      add(form, i + 1)
    end
  end
  add({}, 1)
  for i, form in ipairs(list) do form.at = i end
  table.sort(list, function(a, b) if a.sum ~= b.sum then return a.sum < b.sum end return a.at > b.at end)
  return list
end

-- The change of each variable by a move, if it is constant; or nil.
local function vector_of(d, move)
  local vector = {}
  for i, target in ipairs(move.targets) do
    local part = target[1]
    if #target ~= 1 or part.coefficient ~= 1 or part.atom.op ~= "name" or part.atom.name ~= d.variables[i] then
      return nil
    end
    vector[i] = target.constant
  end
  return vector
end

local function sum_of(vector, rank)
  local sum = 0
  for i, change in ipairs(vector) do sum = sum + rank[i] * change end
  return sum
end

-- The largest coefficients tried, by the number of variables; OF_VECTORS if each move only adds constants.
local COEFFICIENTS, OF_VECTORS = { 3, 3, 3, 3 }, { 1, 24, 12, 5 }

-- The candidates for a rank: the given one, with coefficients of later variables; or all small forms.
local function candidates(d, given, vectors)
  local count = #d.variables
  if not given then return forms(count, (vectors == #d.options and OF_VECTORS or COEFFICIENTS)[count] or 1) end
  local list = #given == count and { given } or {}
  for i, rest in ipairs(#given < count and forms(count - #given, 3) or {}) do
    list[i] = table.move(rest, 1, count - #given, #given + 1, table.move(given, 1, #given, 1, {}))
  end
  return list
end

-- By move its vector, if it has one and is ever legal; and the number of moves that have one or are never legal.
local function vectors_of(self, d)
  local vectors, count = {}, 0
  for i, move in ipairs(d.options) do
    local never = self.legal[i]:is_empty()
    vectors[i] = not never and vector_of(d, move) or nil
    if never or vectors[i] then count = count + 1 end
  end
  return vectors, count
end

local function find_rank(self, d, given)
  local vectors, count = vectors_of(self, d)
  for _, rank in ipairs(candidates(d, given, count)) do
    local holds = true
    for i in ipairs(d.options) do
      if vectors[i] and sum_of(vectors[i], rank) >= 0 then holds = false end -- wherever the move is legal
    end
    for _, move in ipairs(d.options) do
      if holds and not (given and falls or found_to_fall)(self, d, move, rank) then holds = false end
    end
    if holds then
      rank.sum, rank.at = nil, nil
      return rank
    end
  end
  must(nil, given and "the given rank does not decrease with every move"
    or "no linear form of the position was found that decreases with every move, so play might not end; name one "
    .. "with rank", "EUNSUPPORTED")
end

-- ---- The game as automata, before a set is known --------------------------------------------

local function words_of(numeration, vector)
  local words, length = {}, 0
  for i, n in ipairs(vector) do
    words[i] = numeration:write(("%d"):format(n))
    length = math.max(length, #words[i])
  end
  for i, word in ipairs(words) do words[i] = ("\0"):rep(length - #word) .. word end
  return words
end

--- The automata of a declaration in a numeration; `rank` are coefficients of its first variables at least, or nil.
-- @return the game; or nil, message, code: a reason why nothing can be proved of it, or a limit
function M.game(numeration, d, misere, rank)
  return failure.catch(function()
    local self = { numeration = numeration, d = d, misere = misere, given = rank, legal = {} }
    for i, move in ipairs(d.options) do
      check_parameters(self, d, i, move)
      check_targets(self, d, i, move)
      self.legal[i] = must(compile.automaton(numeration, legal(d, move), names_of(d, move)))
    end
    self.rank = find_rank(self, d, rank)
    self.over = must(compile.automaton(numeration, d.over or { op = "or" }, d.variables))
    local moves = {}
    for i, move in ipairs(d.options) do
      moves[i] = must(self.legal[i]:exists(M.parameters(d, move)))
    end
    self.stuck = must(numeration:join({}, moves, 0))
    self.growing = growing.of(self)
    function self.over_at(vector) return self.over:accepting(self.over:read(0, words_of(numeration, vector))) end
    return self
  end)
end

--- The tracks of a move's parameters, as a mask: they follow the variables.
function M.parameters(d, move)
  return ((1 << #move.parameters) - 1) << #d.variables
end

--- The (position, parameters) with which a move is legal and leads into a set.
-- @param self the result of `M.game`
-- @tparam int i the move
-- @tparam {string,...} names of the tracks; the first are the variables, the last the parameters
-- @param legal_at the (position, parameters) with which the move is legal, on these tracks
-- @tparam table set `automaton`, over the targets and what is between
-- @treturn automaton; raises like `failure.raise`
function M.landing(self, i, names, legal_at, set)
  local move = self.d.options[i]
  local count, all = #self.d.variables, { op = "set", name = "legal" }
  local lands = { op = "set", name = "set", table.unpack(move.targets) }
  for j, name in ipairs(names) do
    all[j] = terms.name(name)
    if j > count and j <= #names - #move.parameters then lands[j] = all[j] end
  end
  return must(compile.automaton(self.numeration, all_of { all, lands }, names, { legal = { automaton = legal_at },
    set = set }))
end

--- Requires that a set is empty. If it is not, raises the failure with an example, which becomes `self.refuted`.
function M.refute(self, set, names, what, move)
  if set:is_empty() then return end
  local near = self.within and must(set:combine(self.within, "and"))
  local shown, vector = example(self.numeration, near and not near:is_empty() and near or set, names)
  self.refuted = { vector = vector, move = move }
  must(nil, what .. ": " .. shown, "EUNSUPPORTED")
end

local refuted = M.refute

--- Is P the set of P-positions?
-- @param self the result of `M.game`
-- @param p an automaton, the variables on its tracks. If `self.within`, an automaton, has an example, the example is
--     taken from there
-- @treturn {automaton,...} for each move the (position, parameters) with which it leads to P; or nil, what fails with
--     an example; `self.refuted` is then that example, a `vector` of a position and parameters, and the `move`
function M.prove(self, p)
  local d, numeration = self.d, self.numeration
  self.refuted = nil
  return failure.catch(function()
    if self.misere then
      refuted(self, must(p:combine(must(self.over:combine(self.stuck, "or")), "and")), d.variables,
        "a position of the set is won as it ends")
    else
      refuted(self, must(self.over:combine(p, "less")), d.variables, "a position that is over is not in the set")
    end
    local winning, settled = {}, { p }
    if self.misere then settled = { p, self.over, self.stuck } end
    for i, move in ipairs(d.options) do
      local names = names_of(d, move)
      winning[i] = M.landing(self, i, names, self.legal[i], { automaton = p })
      refuted(self, must(winning[i]:combine(p, "and")), names, place(i) .. " leads from the set to the set", move)
    end
    local covering -- of a wrong set these may have very many states: built only after (O2) holds
    if self.growing then
      covering = growing.covering(self, settled, winning)
    else
      covering = settled
      for i, move in ipairs(d.options) do covering[#covering + 1] = must(winning[i]:exists(M.parameters(d, move))) end
    end
    refuted(self, must(numeration:join({}, covering, 0)), d.variables, "a position outside the set has no move into it")
    return winning
  end)
end

return M
