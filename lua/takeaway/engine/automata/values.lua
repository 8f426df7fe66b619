--- The conditions for a set V of (position, value) to be the nim values of a declared game.
--
-- * (V1) every position has a v with V(p, v);
-- * (V2) no move leads from (p, v) to (q, v), both in V;
-- * (V3) if V(p, v) and w < v, a move leads from p to some q with V(q, w).
--
-- *Theorem.* With (O0) of @{takeaway.engine.automata.obligations}, V(p, v) holds exactly if v is the nim value of p.
-- *Proof:* by induction on the rank, it does for the options of p. Let V(p, v). By (V2) no option has the value v; by
-- (V3) options have each smaller value. So v is the least value that no option has, the nim value. No other number is
-- with p in V, and by (V1) this one is. A position that is over has no legal move, so (V3) gives it 0, rightly.
--
-- The proof of (V3) keeps two kinds of sets for a certificate. "below" are the (p, w) with V(p, v) for some v > w. For
-- each move, a set has the (p, w, parameters) with which it leads to a position of value w.
-- @module takeaway.engine.automata.values

local failure = require "takeaway.base.failure"
local obligations = require "takeaway.engine.automata.obligations"

local M = {}

local must = failure.raise

--- The name of the track of a value, after the variables; no variable has this name.
M.VALUE = "#value"

local function names_of(d, move)
  local names = { table.unpack(d.variables) }
  names[#names + 1] = M.VALUE
  for _, name in ipairs(move.parameters) do names[#names + 1] = name end
  return names
end

-- As a reader knows them.
local function shown(names)
  local list = { table.unpack(names) }
  for i, name in ipairs(list) do
    if name == M.VALUE then list[i] = "value" end
  end
  return list
end

-- The (position, w, parameters) with which a move is legal and leads to a position with w in V.
local function reaching(self, v, i)
  local d, move = self.d, self.d.options[i]
  local count, to = #d.variables, {}
  for track = 1, count + #move.parameters do to[track] = track <= count and track - 1 or track end
  return obligations.landing(self, i, names_of(d, move), must(self.legal[i]:rename(to)), { automaton = v })
end

-- The (position, w, v) with w < v and (position, v) in V.
local function larger(self, v)
  local count, to = #self.d.variables, {}
  for track = 1, count do to[track] = track - 1 end
  to[count + 1] = count + 1
  local less = must(self.numeration:linear({ count, count + 1 }, { 1, -1 }, "<=", -1))
  return must(must(v:rename(to)):combine(less, "and"))
end

--- Is V the set of the nim values?
-- @param self the result of `obligations.game`
-- @param v an automaton, the variables on its tracks and then the value
-- @treturn table `below` and, by move, `reaching`; or nil, what fails with an example; `self.refuted` is then that
--     example, a `vector` of a position, and values at which a guess may be wrong
function M.prove(self, v)
  local d = self.d
  local count = #d.variables
  self.refuted = nil
  return failure.catch(function()
    local all = must(self.numeration:all((1 << count) - 1))
    obligations.refute(self, must(all:combine(must(v:exists(1 << count)), "less")), d.variables,
      "a position has no value")
    local above = larger(self, v)
    local proof, reached = { below = must(above:exists(1 << count + 1)), reaching = {} }, {}
    for i, move in ipairs(d.options) do
      local own = reaching(self, v, i)
      proof.reaching[i] = own
      obligations.refute(self, must(own:combine(v, "and")), shown(names_of(d, move)),
        ("move %d leads to a position of the same value"):format(i), move)
      reached[i] = must(own:exists(((1 << #move.parameters) - 1) << count + 1))
    end
    local names = { table.unpack(d.variables) }
    table.move({ "smaller", "value" }, 1, 2, count + 1, names)
    obligations.refute(self, must(self.numeration:join({ above, proof.below }, reached, 0)), names,
      "no move leads to a smaller value")
    return proof
  end)
end

--- The P-positions, of value 0, and the moves to them.
-- @treturn table `positions` and, by move, `winning`; or nil, message, code
function M.positions(numeration, d, v, proof)
  return failure.catch(function()
    local count = #d.variables
    local zero = must(numeration:linear({ count }, { 1 }, "=", 0))
    local function at_zero(set) return must(must(set:combine(zero, "and")):exists(1 << count)) end
    local winning = {}
    for i, set in ipairs(proof.reaching) do
      local to = {}
      for track = 1, count + 1 + #d.options[i].parameters do to[track] = track <= count and track - 1 or track - 2 end
      to[count + 1] = count + #d.options[i].parameters -- no longer read
      winning[i] = must(at_zero(set):rename(to))
    end
    return { positions = at_zero(v), winning = winning }
  end)
end

return M
