--- Games in which a larger number allows more and changes nothing, such as a limit on the next move.
--
-- A variable x *grows* the game if no target of a move depends on it, and every move that is legal with x is legal with
-- x + 1. Then (O4) need not be decided for all positions. Call a position settled if it is in P or, in misere play,
-- ended. For a position that is not settled, with x its number, this suffices:
--
-- * (O4x) if x = 0, or the position with x - 1 in place of x is settled, it has a *tight* move to P: one that is legal
--   and not with x - 1.
--
-- *Proof* of (O4) from (O4x), by induction on x. Otherwise the position with x - 1 is not settled, so by induction it
-- has a move to P. The same move is legal with x and leads to the same position. Conversely, (O4x) follows from (O4)
-- and (O2): if the position with x - 1 is settled, no move that is legal there leads to P, so one that does is tight.
--
-- Purpose: a tight move has as few parameters as possible, often one that x determines. So (O4) makes no choice when
-- it forgets the parameters, and sets of states do not grow.
-- @module takeaway.engine.automata.growing

local compile = require "takeaway.engine.automata.compile"
local failure = require "takeaway.base.failure"
local terms = require "takeaway.engine.declaration.terms"

local M = {}

local must = failure.raise

-- For a set over `names`: the vectors with x = names[place] >= 1 for which the vector with x - 1 is in the set.
local function one_more(numeration, set, names, place)
  local node = { op = "set", name = "set" }
  for i, name in ipairs(names) do
    node[i] = terms.name(name)
    if i == place then node[i] = terms.add(node[i], terms.number(-1)) end
  end
  return must(compile.automaton(numeration, node, names, { set = { automaton = set } }))
end

local function names_of(d, move)
  local names = { table.unpack(d.variables) }
  return table.move(move.parameters, 1, #move.parameters, #names + 1, names)
end

local function is_free_of(d, name)
  local others = {}
  for _, one in ipairs(d.variables) do others[one] = one ~= name or nil end
  for _, move in ipairs(d.options) do
    for _, one in ipairs(move.parameters) do others[one] = true end
  end
  for _, move in ipairs(d.options) do
    for _, target in ipairs(move.targets) do
      if not terms.known(target, others) then return false end
    end
  end
  return true
end

--- The variable that grows a game, and the tight moves.
-- @param self a game with `numeration`, `d` and `legal`, as `obligations.game` gives it
-- @treturn table `place` of the variable, and by move the set `tight`; nil where there is none; raises like
--   `failure.raise`
function M.of(self)
  local d = self.d
  for place = #d.variables, 1, -1 do
    local tight, grows = {}, is_free_of(d, d.variables[place])
    for i = 1, grows and #d.options or 0 do
      local before = one_more(self.numeration, self.legal[i], names_of(d, d.options[i]), place)
      grows = grows and must(before:combine(self.legal[i], "less")):is_empty()
      tight[i] = grows and must(self.legal[i]:combine(before, "less"))
    end
    if grows then return { place = place, tight = tight } end
  end
end

--- The sets that must cover all positions, by (O4x).
-- @param self as of `of`, with `growing`, what that gave
-- @tparam {automaton,...} settled
-- @tparam {automaton,...} winning by move the (position, parameters) with which it leads to P
-- @treturn {automaton,...} the settled, those not settled with one less, and those with a tight move to P
function M.covering(self, settled, winning)
  local d, list = self.d, { table.unpack(settled) }
  list[#list + 1] = one_more(self.numeration, must(self.numeration:join({}, settled, 0)), d.variables,
    self.growing.place)
  for i, move in ipairs(d.options) do
    local tight = must(winning[i]:combine(self.growing.tight[i], "and"))
    list[#list + 1] = must(tight:exists(((1 << #move.parameters) - 1) << #d.variables))
  end
  return list
end

return M
