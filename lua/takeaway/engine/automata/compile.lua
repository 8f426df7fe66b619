--- Formulas as automata.
--
-- A comparison of linear terms is an automaton of the core. A conjunction is collected as a list: the parts that must
-- hold, those that must not, and the quantified numbers. The core joins such a list in one step. "Or" is the complement
-- of the joined negations. Terms that are not linear are resolved on the spot. A mod becomes its floor. floor(t/d)
-- becomes a new number q with d q <= t < d q + d (and q = -1 - r if t may be negative). The least or largest of terms
-- becomes cases. A term in a set is a new number, too. All names are numbers 0, 1, 2, ...; terms may be negative.
-- @module takeaway.engine.automata.compile

local failure = require "takeaway.base.failure"
local formula = require "takeaway.engine.automata.formula"
local lines = require "takeaway.engine.automata.lines"
local terms = require "takeaway.engine.declaration.terms"

local M = {}

local TRACKS = 32

local Context = {}
Context.__index = Context

-- The automaton, or the failure as an error, which M.automaton catches.
local must = failure.raise

-- ---- What holds together ------------------------------------------------------------------

-- A list of automata that must accept. `lines` are linear comparisons that must hold; `none` are automata that must not
-- accept; `gone` are the tracks of quantified numbers. `joins` are further such lists, whose results must not hold
-- either. `gather` fills the list:
function Context:gathered(joins, gather)
  local used = self.used
  local list = { nil, nil, nil, nil, lines = { nil, nil, nil, nil }, none = {}, gone = 0, joins = joins }
  gather(list)
  self.used = used
  for _, line in ipairs(lines.needed(list.lines)) do list[#list + 1] = lines.automaton(self.numeration, line) end
  return list
end

-- The same, joined.
function Context:joined(gather)
  local list = self:gathered(nil, gather)
  local one = list[1] or lines.all(self.numeration, 0)
  if not list[2] and not list.none[1] and one:tracks() & list.gone == 0 then return one end
  return must(self.numeration:join(list, list.none, list.gone))
end

-- The list for the negation of what `gather` collects.
function Context:unless(list, gather)
  if not list.joins then
    list.none[#list.none + 1] = self:joined(gather)
    return
  end
  local part = self:gathered(nil, gather)
  if part[2] or part.none[1] or part.gone ~= 0 then
    list.joins[#list.joins + 1] = part
  else
    list.none[#list.none + 1] = part[1] or lines.all(self.numeration, 0)
  end
end

-- For a formula without an automaton: the reason.
local function unsupported(what) must(nil, what, "EUNSUPPORTED") end

-- A track for a quantified number, until `list` is joined.
function Context:fresh(list)
  local track = 0
  while self.used >> track & 1 == 1 do track = track + 1 end
  if track == TRACKS then unsupported(("more than %d numbers at once"):format(TRACKS)) end
  self.used, list.gone = self.used | 1 << track, list.gone | 1 << track
  return track
end

-- The same, with a name for it in terms.
function Context:fresh_name(list)
  local track = self:fresh(list)
  local name = "#" .. track
  self.tracks[name] = track
  return terms.name(name)
end

-- ---- Comparisons --------------------------------------------------------------------------

local ZERO = terms.number(0)

local function sum(a, b, factor)
  return terms.add(a, b, factor) or unsupported "a coefficient beyond 2^53"
end

local function never_negative(term)
  for _, part in ipairs(term) do
    if part.coefficient < 0 or part.atom.op ~= "name" and part.atom.op ~= "mod" then return false end
  end
  return term.constant >= 0
end

-- The first part of a term that is not a name, and the others.
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

-- The condition that makes `quotient` the number floor(t/by), and the resulting term.
function Context:floor_as(list, atom, factor, quotient)
  local t, by = atom.term, atom.by
  local least = factor == 1 and terms.number(0) or terms.number(-1) -- the floor is factor * quotient, less 1 for -1
  local value = sum(least, quotient, factor)
  local over = sum(t, value, -by) -- from 0 to by - 1
  self:holds(list, terms.scale(over, -1), "<=")
  self:holds(list, sum(over, terms.number(1 - by)), "<=")
  return value
end

-- c floor(t/by) + rest compared with 0.
function Context:floored(list, c, atom, rest, relation)
  local function with(part, factor)
    local value = self:floor_as(part, atom, factor, self:fresh_name(part))
    self:holds(part, sum(rest, value, c), relation)
  end
  if never_negative(atom.term) then return with(list, 1) end
  self:unless(list, function(either)
    self:unless(either, function(part) with(part, 1) end)
    self:unless(either, function(part) with(part, -1) end)
  end)
end

-- c times the least or largest of terms + rest, by cases.
function Context:extreme(list, c, atom, rest, relation)
  local function case(part, i)
    self:holds(part, sum(rest, atom[i], c), relation)
    for j, other in ipairs(atom) do
      if j ~= i then
        local difference = atom.op == "max" and sum(other, atom[i], -1) or sum(atom[i], other, -1)
        self:holds(part, difference, "<=")
      end
    end
  end
  self:unless(list, function(either)
    for i in ipairs(atom) do self:unless(either, function(part) case(part, i) end) end
  end)
end

-- A term compared with 0, by "<=" or "=".
function Context:holds(list, term, relation)
  local c, atom, rest = composite(term)
  if not atom then
    list.lines[#list.lines + 1] = lines.of(self.tracks, term, ZERO, relation)
      or unsupported "a coefficient or a constant beyond 2^40"
  elseif atom.op == "mod" then
    local floor = terms.floor(terms.scale(atom.term, 1, atom.by)) -- each factor by a call that is bounded
    local multiple = terms.scale(floor, atom.by) or unsupported "a coefficient beyond 2^53"
    self:holds(list, sum(sum(rest, atom.term, c), multiple, -c), relation)
  elseif atom.op == "floor" then
    self:floored(list, c, atom, rest, relation)
  elseif atom.op == "call" then
    unsupported(("%s is a Lua function, about which nothing is known"):format(atom.name))
  else
    self:extreme(list, c, atom, rest, relation)
  end
end

-- Two terms compared: the list to join.
function Context:compare(list, left, relation, right)
  if relation == "~=" then
    return self:unless(list, function(part) self:compare(part, left, "=", right) end)
  end
  if relation == ">" or relation == ">=" then
    left, right, relation = right, left, relation == ">" and "<" or "<="
  end
  local line = lines.of(self.tracks, left, right, relation)
  if line then
    list.lines[#list.lines + 1] = line
    return
  end
  local whole = terms.whole { left, right } or unsupported "a coefficient beyond 2^53"
  left, right = whole[1], whole[2]
  local difference = sum(left, right, -1)
  if relation == "<" then difference, relation = sum(difference, terms.number(1)), "<=" end
  self:holds(list, difference, relation)
end

-- ---- Formulas -----------------------------------------------------------------------------

local gather = {} -- by what a node is: what is joined for it; where that is missing,
local gather_contrary = {} -- what is joined for its contrary

function Context:gather(list, node, holds)
  local own, other = gather[node.op], gather_contrary[node.op]
  if not holds then own, other = other, own end
  if own then return own(self, list, node) end
  self:unless(list, function(part) other(self, part, node) end)
end

function Context:of(node)
  return self:joined(function(list) self:gather(list, node, true) end)
end

function gather.compare(c, list, node)
  for i, relation in ipairs(node.relations) do c:compare(list, node.terms[i], relation, node.terms[i + 1]) end
end

gather["and"] = function(c, list, node)
  for _, one in ipairs(node) do c:gather(list, one, true) end
end

gather_contrary["or"] = function(c, list, node)
  for _, one in ipairs(node) do c:gather(list, one, false) end
end

gather["not"] = function(c, list, node) c:gather(list, node[1], false) end
gather_contrary["not"] = function(c, list, node) c:gather(list, node[1], true) end

function gather_contrary.implies(c, list, node)
  c:gather(list, node[1], true)
  c:gather(list, node[2], false)
end

function gather_contrary.iff(c, list, node)
  list[#list + 1] = must(c:of(node[1]):combine(c:of(node[2]), "xor"))
end

-- Numbers of these names exist with which the node holds, or its negation does.
local function quantified(c, list, node, holds)
  local before = {}
  for i, name in ipairs(node.names) do
    local track = c:fresh(list)
    before[i] = c.tracks[name] or false
    c.tracks[name] = track
  end
  c:gather(list, node[1], holds)
  for i = #node.names, 1, -1 do c.tracks[node.names[i]] = before[i] or nil end
end

function gather.exists(c, list, node) quantified(c, list, node, true) end
function gather_contrary.all(c, list, node) quantified(c, list, node, false) end

-- The set of these terms: each has its own track, or that of the name that it is.
function gather.set(c, list, node)
  local to, same = {}, true
  for i, term in ipairs(node) do
    local part = term[1]
    if term.constant == 0 and #term == 1 and part.coefficient == 1 and part.atom.op == "name" then
      to[i] = c.tracks[part.atom.name]
    else
      local name = c:fresh_name(list)
      to[i] = c.tracks[name[1].atom.name]
      c:compare(list, name, "=", term)
    end
    same = same and to[i] == i - 1
  end
  local set = c.sets[node.name].automaton
  list[#list + 1] = same and set or lines.renamed(set, to)
end

-- Plain conditions, with a term on either side.
for _, relation in ipairs { "<", "<=", "=", "~=" } do
  gather[relation] = function(c, list, node) c:compare(list, node.left, relation, node.right) end
end

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
    local free, found = c.used, c:of(node)
    return found:tracks() == free and found or must(numeration:join({ found, lines.all(numeration, free) }, {}, 0))
  end)
end

-- ---- Sentences ----------------------------------------------------------------------------

-- Do numbers exist for which a node holds, or its negation does? The whole has no automaton.
function Context:is_met(node, holds)
  local list = self:gathered({}, function(own) self:gather(own, node, holds) end)
  if not list[1] and not list.none[1] and not list.joins[1] then return true end
  return must(self.numeration:any(list, list.none, list.joins))
end

local is_true = {} -- by what a node without free variables is

function Context:is_true(node)
  local own = is_true[node.op]
  if own then return own(self, node) end
  if gather[node.op] then return self:is_met(node, true) end
  return not self:is_met(node, false)
end

is_true["and"] = function(c, node)
  for _, one in ipairs(node) do
    if not c:is_true(one) then return false end
  end
  return true
end

is_true["or"] = function(c, node)
  for _, one in ipairs(node) do
    if c:is_true(one) then return true end
  end
  return false
end

is_true["not"] = function(c, node) return not c:is_true(node[1]) end
function is_true.implies(c, node) return not c:is_true(node[1]) or c:is_true(node[2]) end
function is_true.iff(c, node) return c:is_true(node[1]) == c:is_true(node[2]) end

--- Does a formula without free variables hold?
-- @param numeration of the core
-- @tparam table node as read by @{takeaway.engine.automata.formula}
-- @tparam[opt] table sets by name, with `automaton`
-- @treturn boolean; or nil, message, code
function M.holds(numeration, node, sets)
  local c = setmetatable({ numeration = numeration, sets = sets or {}, tracks = {}, used = 0 }, Context)
  return failure.catch(c.is_true, c, node)
end

--- As `automaton`, of a text.
function M.text(numeration, source, variables, sets, fail)
  local counts = {}
  for name, set in pairs(sets or {}) do counts[name] = #set.variables end
  return M.automaton(numeration, formula.read(source, variables, counts, fail), variables, sets)
end

return M
