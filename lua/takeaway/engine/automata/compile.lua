--- Formulas as automata.
--
-- A comparison of linear terms is an automaton of the core; and, or, not and "there is" are its operations. What is
-- not linear is resolved where it stands: a mod by its floor, floor(t/d) by a number q of its own with
-- d q <= t < d q + d (and, where t may be negative, q = -1 - r), the least or largest of terms by cases. A term in a
-- set is a number of its own, too. All names stand for numbers 0, 1, 2, ...; terms may be negative.
-- @module takeaway.engine.automata.compile

local core = require "takeaway.core"
local failure = require "takeaway.base.failure"
local formula = require "takeaway.engine.automata.formula"
local terms = require "takeaway.engine.declaration.terms"

local M = {}

local TRACKS, MOST = 32, 1 << 40

local Context = {}
Context.__index = Context

-- The automaton, or the failure as an error, which M.automaton catches.
local must = failure.raise

local function both(a, b) return must(a:combine(b, "and")) end
local function either(a, b) return must(a:combine(b, "or")) end
local function contrary(a) return must(a:complement()) end

function Context:constant(holds)
  local all = must(self.numeration:all(0))
  return holds and all or contrary(all)
end

-- Call f with a track that is free meanwhile, and keep what there is a number on it for.
function Context:there_is(f)
  local track = 0
  while self.used >> track & 1 == 1 do track = track + 1 end
  if track == TRACKS then core.raise(("formula: more than %d numbers at once"):format(TRACKS)) end
  self.used = self.used | 1 << track
  local found = f(track)
  self.used = self.used & ~(1 << track)
  return must(found:exists(1 << track))
end

-- The same with a name for it in terms.
function Context:there_is_named(f)
  return self:there_is(function(track)
    local name = "#" .. track
    self.tracks[name] = track
    return f(terms.name(name))
  end)
end

-- ---- Comparisons --------------------------------------------------------------------------

-- term <= 0 or term = 0, of names alone.
function Context:linear(term, relation)
  local tracks, coefficients = {}, {}
  for i, part in ipairs(term) do
    if math.abs(part.coefficient) > MOST then core.raise "formula: a coefficient beyond 2^40" end
    tracks[i], coefficients[i] = self.tracks[part.atom.name], part.coefficient
  end
  if math.abs(term.constant) > MOST then core.raise "formula: a constant beyond 2^40" end
  if #tracks == 0 then
    return self:constant(relation == "=" and term.constant == 0 or relation == "<=" and term.constant <= 0)
  end
  return must(self.numeration:linear(tracks, coefficients, relation, -term.constant))
end

local function sum(a, b, factor)
  return terms.add(a, b, factor) or core.raise "formula: a coefficient beyond 2^53"
end

local function never_negative(term)
  for _, part in ipairs(term) do
    if part.coefficient < 0 or part.atom.op ~= "name" and part.atom.op ~= "mod" then return false end
  end
  return term.constant >= 0
end

-- The first part of a term that is no name, and the others.
local function composite(term)
  for i, part in ipairs(term) do
    if part.atom.op ~= "name" then
      local rest = { table.unpack(term) }
      table.remove(rest, i)
      rest.constant, rest.denominator = term.constant, 1
      return part.coefficient, part.atom, rest
    end
  end
end

-- c floor(t/by) + rest compared with 0.
function Context:floored(c, atom, rest, relation)
  local t, by = atom.term, atom.by
  local function with(quotient, factor) -- the floor is factor * quotient, less 1 where that is -1
    local least = factor == 1 and terms.number(0) or terms.number(-1)
    local value = sum(least, quotient, factor)
    local over = sum(t, value, -by) -- from 0 to by - 1
    local defined = both(self:holds(terms.scale(over, -1), "<="), self:holds(sum(over, terms.number(1 - by)), "<="))
    return both(defined, self:holds(sum(rest, value, c), relation))
  end
  local found = self:there_is_named(function(q) return with(q, 1) end)
  if never_negative(t) then return found end
  return either(found, self:there_is_named(function(r) return with(r, -1) end))
end

-- c times the least or largest of terms + rest, by which of them it is.
function Context:extreme(c, atom, rest, relation)
  local found
  for i, one in ipairs(atom) do
    local case = self:holds(sum(rest, one, c), relation)
    for j, other in ipairs(atom) do
      if j ~= i then
        local difference = atom.op == "max" and sum(other, one, -1) or sum(one, other, -1)
        case = both(case, self:holds(difference, "<="))
      end
    end
    found = found and either(found, case) or case
  end
  return found
end

-- A term compared with 0, by "<=" or "=".
function Context:holds(term, relation)
  local c, atom, rest = composite(term)
  if not atom then return self:linear(term, relation) end
  if atom.op == "mod" then
    local floor = terms.floor(terms.scale(atom.term, 1, atom.by))
    return self:holds(sum(sum(rest, atom.term, c), floor, -c * atom.by), relation)
  elseif atom.op == "floor" then
    return self:floored(c, atom, rest, relation)
  elseif atom.op == "call" then
    core.raise(("formula: %s is a Lua function, of which nothing is known"):format(atom.name))
  end
  return self:extreme(c, atom, rest, relation)
end

function Context:compare(left, relation, right)
  local whole = terms.whole { left, right } or core.raise "formula: a coefficient beyond 2^53"
  left, right = whole[1], whole[2]
  if relation == "~=" then return contrary(self:compare(left, "=", right)) end
  if relation == ">" or relation == ">=" then
    left, right, relation = right, left, relation == ">" and "<" or "<="
  end
  local difference = sum(left, right, -1)
  if relation == "<" then difference, relation = sum(difference, terms.number(1)), "<=" end
  return self:holds(difference, relation)
end

-- ---- Formulas -----------------------------------------------------------------------------

-- The set with these terms: each a track of its own, or the name's where it is one.
function Context:member(node, set, i, to)
  local term = node[i]
  if not term then return must(set.automaton:rename(to)) end
  local part = term[1]
  if term.constant == 0 and #term == 1 and part.coefficient == 1 and part.atom.op == "name" then
    to[i] = self.tracks[part.atom.name]
    return self:member(node, set, i + 1, to)
  end
  return self:there_is_named(function(name)
    to[i] = self.tracks[name[1].atom.name]
    return both(self:compare(name, "=", term), self:member(node, set, i + 1, to))
  end)
end

function Context:quantified(names, body, i)
  if i > #names then return self:of(body) end
  return self:there_is(function(track)
    local before = self.tracks[names[i]]
    self.tracks[names[i]] = track
    local found = self:quantified(names, body, i + 1)
    self.tracks[names[i]] = before
    return found
  end)
end

local of = {}

function of.compare(c, node)
  local found
  for i, relation in ipairs(node.relations) do
    local one = c:compare(node.terms[i], relation, node.terms[i + 1])
    found = found and both(found, one) or one
  end
  return found
end

of["and"] = function(c, node)
  local found
  for _, one in ipairs(node) do found = found and both(found, c:of(one)) or c:of(one) end
  return found or c:constant(true)
end

of["or"] = function(c, node)
  local found
  for _, one in ipairs(node) do found = found and either(found, c:of(one)) or c:of(one) end
  return found or c:constant(false)
end

of["not"] = function(c, node) return contrary(c:of(node[1])) end

function of.implies(c, node) return contrary(must(c:of(node[1]):combine(c:of(node[2]), "less"))) end

function of.iff(c, node) return contrary(must(c:of(node[1]):combine(c:of(node[2]), "xor"))) end

function of.exists(c, node) return c:quantified(node.names, node[1], 1) end

function of.all(c, node)
  return contrary(c:quantified(node.names, { op = "not", node[1] }, 1))
end

function of.set(c, node) return c:member(node, c.sets[node.name], 1, {}) end

-- Plain conditions, with a term on either side.
for _, relation in ipairs { "<", "<=", "=", "~=" } do
  of[relation] = function(c, node) return c:compare(node.left, relation, node.right) end
end

function Context:of(node) return of[node.op](self, node) end

--- The automaton of a formula whose free variables are on tracks 0, 1, ... as listed: of all of them.
-- @param numeration of the core
-- @tparam table node as read by @{takeaway.engine.automata.formula}
-- @tparam {string,...} variables
-- @tparam[opt] table sets by name, with `automaton`
-- @return the automaton; or nil, message, code
function M.automaton(numeration, node, variables, sets)
  local c = setmetatable({ numeration = numeration, sets = sets or {}, tracks = {}, used = 0 }, Context)
  for i, name in ipairs(variables) do
    c.tracks[name] = i - 1
    c.used = c.used | 1 << i - 1
  end
  return failure.catch(function()
    return both(c:of(node), must(numeration:all(c.used)))
  end)
end

--- As `automaton`, of a text.
function M.text(numeration, source, variables, sets, fail)
  local counts = {}
  for name, set in pairs(sets or {}) do counts[name] = #set.variables end
  return M.automaton(numeration, formula.read(source, variables, counts, fail), variables, sets)
end

return M
