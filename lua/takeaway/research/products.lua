--- Products of automata, explored word by word: for the checker of theorems in plain Lua.
--
-- A context has tracks, one for each name and each floor, and conditions that must all hold: on automata of a
-- certificate, and on linear terms. `empty` says whether no word of numbers fulfils them. No set is made from a set:
-- a linear term's state is what its digits read are worth, v U(n) + w U(n+1) with n digits left, up to where its sign
-- is settled for ever; floor(t/d) is a number q of its own with d q <= t < d q + d, or -1 - q, by a bit of
-- `floor_signs`.
-- @module takeaway.research.products

local terms = require "takeaway.engine.declaration.terms"

local M = {}

local MOST_COEFFICIENT, MOST_LETTERS, MOST_CASES = 1 << 40, 1 << 18, 256
local NEW_STATE = 48 -- steps that a new state counts as: its room

local function fail(code, ...) error({ reason = string.format(...), code = code }, 0) end

local function spend(c, work)
  c.work = c.work - work
  if c.work < 0 then fail("ELIMIT", "the check takes more than %d steps", c.most) end
end

-- ---- Leaves: {tracks =, step(state, letter), known(state) = true, false or nil, accepts(state)} -----------------

-- Whether all words from a state on are accepted, or none: known[state].
local function settled(a, letters)
  local known, before = {}, {}
  for state = 0, a.states - 1 do
    for letter = 0, letters - 1 do
      local to = a[state][letter]
      before[to] = before[to] or {}
      before[to][#before[to] + 1] = state
    end
  end
  local function reaching(accepts)
    local seen, list = {}, {}
    for state = 0, a.states - 1 do
      if a.accepts[state] == accepts then seen[state], list[#list + 1] = true, state end
    end
    for i = 1, math.huge do
      if not list[i] then return seen end
      for _, state in ipairs(before[list[i]] or {}) do
        if not seen[state] then seen[state], list[#list + 1] = true, state end
      end
    end
  end
  local some, not_all = reaching(true), reaching(false)
  for state = 0, a.states - 1 do
    if not some[state] then known[state] = false elseif not not_all[state] then known[state] = true end
  end
  return known
end

local function set_leaf(c, a, tracks)
  a.known = a.known or settled(a, c.digits ^ a.tracks // 1 | 0)
  return { tracks = tracks, start = 0, accepts = function(state) return a.accepts[state] end,
           known = function(state) return a.known[state] end,
           input = function(digits)
             local letter = 0
             for i = 1, #digits do letter = letter * c.digits + digits[i] end
             return letter
           end,
           step = function(state, letter) return a[state][letter] end }
end

-- The words of numbers: 1 after a digit c1, which is followed by less than c2; 2: no number.
local function words_leaf(c, track)
  return { tracks = { track }, start = 0,
           accepts = function(state) return state == 0 or state == 1 and not c.pending end,
           known = function(state) if state == 2 then return false end end,
           input = function(digits) return digits[1] end,
           step = function(state, digit)
             if state == 2 or state == 1 and digit >= c.c[2] then return 2 end
             return digit == c.c[1] and 1 or 0
           end }
end

-- The sign of sum of a(i) x(i) + constant. With n digits left to come these add at least -minus (U(n) - 1), at most
-- plus (U(n) - 1); a form that is >= m at n = 0 and n = 1, m >= 0, is so for all n.
local function sign_leaf(c, form)
  local tracks, minus, plus, states, numbers = {}, 0, 0, { { 0, 0 } }, { ["0 0"] = 1 }
  for track in pairs(form.a) do tracks[#tracks + 1] = track end
  table.sort(tracks)
  for _, track in ipairs(tracks) do
    local a = form.a[track]
    if a > 0 then plus = plus + a else minus = minus - a end
  end
  local c1, c2, second, constant = c.c[1], c.c[2] or 0, c.weights[2] or 0, form.constant
  local one = c.order == 1
  -- The sign of v U(n) + w U(n+1) with whatever is added, where it is one for all n.
  local function settle(v, w)
    local low, high = v - minus + w * second, v + plus + w * second
    local low_next, high_next = low, high
    if not one then
      local third = w * (c1 * second + c2)
      low_next, high_next = (v - minus) * second + third, (v + plus) * second + third
    end
    local least, largest = math.min(low, low_next), math.max(high, high_next)
    if least >= 0 and least + minus > -constant then return 1 end
    if largest <= 0 and largest - plus < -constant then return -1 end
  end
  local cache = {}
  local leaf = { tracks = tracks, start = 1, sign = true }
  function leaf.input(digits)
    local sum = 0
    for i, digit in ipairs(digits) do sum = sum + form.a[tracks[i]] * digit end
    return sum
  end
  function leaf.step(state, sum)
    local s = states[state]
    if s.settled then return state end
    local row = cache[state]
    if not row then row = {} cache[state] = row end
    if row[sum] then return row[sum] end
    local v, w = s[1], s[2]
    if one then v = c1 * v + sum else v, w = c2 * w + sum, v + c1 * w end
    local sign = settle(v, w)
    local key = sign and "sign " .. sign or v .. " " .. w
    if not numbers[key] then
      spend(c, NEW_STATE)
      states[#states + 1] = { v, w, settled = sign }
      numbers[key] = #states
    end
    row[sum] = numbers[key]
    return numbers[key]
  end
  function leaf.known(state) return states[state].settled end
  function leaf.accepts(state)
    local s = states[state]
    local value = s[1] + s[2] * second + constant
    return s.settled or value > 0 and 1 or value < 0 and -1 or 0
  end
  if #tracks == 0 then states[1].settled = leaf.accepts(1) end
  return leaf
end

-- ---- Formulas: {op = "and" | "or" | "not", ...}, {leaf =}, {leaf =, relation = "<=" or "="} ------------------------

local Context = {}
Context.__index = Context

local function context(c, names, negative, floors)
  local self = setmetatable({ c = c, tracks = #names, names = {}, leaves = {}, by_key = {}, floors = {},
    floor_signs = floors or 0, all = {} }, Context)
  for i, name in ipairs(names) do
    self.names[name] = { a = { [i] = negative and negative[name] and -1 or 1 },
                         constant = negative and negative[name] and -1 or 0 }
  end
  for i = 1, #names do self:number(i) end
  return self
end

function Context:leaf(leaf)
  self.leaves[#self.leaves + 1] = leaf
  return { leaf = #self.leaves }
end

-- What must hold at a place of `all` is read by explore at once.
function Context:must(node) self.all[#self.all + 1] = node end

function Context:number(track)
  if self.c.order == 2 then self:must(self:leaf(words_leaf(self.c, track))) end
end

function Context:new_track()
  self.tracks = self.tracks + 1
  self:number(self.tracks)
  return self.tracks
end

local function plus(form, other, factor)
  local sum = { a = {}, constant = form.constant + factor * other.constant }
  for track, a in pairs(form.a) do sum.a[track] = a end
  for track, a in pairs(other.a) do
    sum.a[track] = (sum.a[track] or 0) + factor * a
    if sum.a[track] == 0 then sum.a[track] = nil end
  end
  local function small(n) return n <= MOST_COEFFICIENT and n >= -MOST_COEFFICIENT end
  for _, a in pairs(sum.a) do
    if not small(a) then fail("EUNSUPPORTED", "a coefficient beyond 2^40") end
  end
  return small(sum.constant) and sum or fail("EUNSUPPORTED", "a constant beyond 2^40")
end

local ZERO = { a = {}, constant = 0 }

-- form <= 0 or form = 0.
function Context:compare(form, relation)
  local keys = {}
  for track, a in pairs(form.a) do keys[#keys + 1] = track .. ":" .. a end
  table.sort(keys)
  local key = table.concat(keys, " ") .. " " .. form.constant
  self.by_key[key] = self.by_key[key] or self:leaf(sign_leaf(self.c, form)).leaf
  return { leaf = self.by_key[key], relation = relation }
end

-- floor(t/by), as a form; which sign it has is said by a bit of floor_signs.
function Context:floor(term, by, key)
  if self.floors[key] then return self.floors[key] end
  local inner = self:cases(term)
  if #inner > 1 or inner[1].when then fail("EUNSUPPORTED", "a floor or mod of a least or largest term") end
  local track, t = self:new_track(), inner[1].form
  self.floor_count = (self.floor_count or 0) + 1
  local negative = self.floor_signs >> self.floor_count - 1 & 1 == 1
  local value = { a = { [track] = negative and -1 or 1 }, constant = negative and -1 or 0 }
  local rest = plus(t, value, -by) -- from 0 to by - 1
  self:must(self:compare(plus(ZERO, rest, -1), "<="))
  self:must(self:compare(plus(rest, { a = {}, constant = by - 1 }, -1), "<="))
  self.floors[key] = value
  return value
end

-- A term as cases {when = condition or nil, form =}, one of which holds.
function Context:cases(term)
  local cases = { { form = { a = {}, constant = term.constant } } }
  for _, part in ipairs(term) do
    local atom, values = part.atom, {}
    if atom.op == "name" then
      values[1] = { form = self.names[atom.name] }
    elseif atom.op == "floor" or atom.op == "mod" then
      local q = self:floor(atom.term, atom.by, terms.key(atom.term) .. ";" .. atom.by)
      values[1] = { form = atom.op == "floor" and q or plus(self:cases(atom.term)[1].form, q, -atom.by) }
    else -- the least or the largest
      local list = {}
      for i, one in ipairs(atom) do
        local inner = self:cases(one)
        if #inner > 1 or inner[1].when then fail("EUNSUPPORTED", "a least or largest term inside another") end
        list[i] = inner[1].form
      end
      for i, own in ipairs(list) do
        local when = { op = "and" }
        for j, other in ipairs(list) do
          local difference = atom.op == "max" and plus(other, own, -1) or plus(own, other, -1)
          if i ~= j then when[#when + 1] = self:compare(difference, "<=") end
        end
        values[i] = { form = own, when = when }
      end
    end
    local more = {}
    for _, case in ipairs(cases) do
      for _, value in ipairs(values) do
        local when = case.when and value.when and { op = "and", case.when, value.when } or case.when or value.when
        more[#more + 1] = { form = plus(case.form, value.form, part.coefficient), when = when }
      end
    end
    if #more > MOST_CASES then fail("ELIMIT", "a term with more than %d cases of least and largest", MOST_CASES) end
    cases = more
  end
  return cases
end

-- term compared with 0.
function Context:holds(term, relation)
  local node = { op = "or" }
  for i, case in ipairs(self:cases(term)) do
    local one = self:compare(case.form, relation)
    node[i] = case.when and { op = "and", case.when, one } or one
  end
  return #node == 1 and node[1] or node
end

local function pair(self, left, relation, right)
  if relation == "~=" then return { op = "not", pair(self, left, "=", right) } end
  if relation == "<" then return { op = "not", pair(self, right, "<=", left) } end
  if relation == ">" then return { op = "not", pair(self, left, "<=", right) } end
  if relation == ">=" then left, right, relation = right, left, "<=" end
  return self:holds(terms.add(left, right, -1) or fail("EUNSUPPORTED", "a coefficient beyond 2^53"), relation)
end

function Context:condition(node)
  local made = { op = node.op }
  if node.op == "compare" then
    made.op = "and"
    for i, relation in ipairs(node.relations) do made[i] = pair(self, node.terms[i], relation, node.terms[i + 1]) end
  else
    for i, one in ipairs(node) do made[i] = self:condition(one) end
  end
  return made
end

-- Move i is legal.
function Context:legal(move)
  local node = { op = "and" }
  for i, guard in ipairs(move.guards) do node[i] = self:condition(guard) end
  if self.c.over then node[#node + 1] = { op = "not", self:condition(self.c.over) } end
  return node
end

function Context:set(a, tracks) return self:leaf(set_leaf(self.c, a, tracks)) end

function Context.negated(_, term) return terms.scale(term, -1) or fail("EUNSUPPORTED", "a coefficient beyond 2^53") end

-- The rank of the position less that of a move's target is at most 0.
function Context:does_not_fall(move, rank)
  local fall = terms.number(0)
  for i, name in ipairs(self.c.variables) do
    fall = fall and terms.add(fall, terms.name(name), rank[i])
    fall = fall and terms.add(fall, move.targets[i], -rank[i])
  end
  return self:holds(fall or fail("EUNSUPPORTED", "a coefficient beyond 2^53"), "<=")
end

-- The set has a word that is no number on one of its tracks. For a context of which nothing else is asked.
function Context:not_words(a, tracks)
  self.all = { { op = "not", { op = "and", table.unpack(self.all) } }, self:set(a, tracks) }
end

-- ---- Is there no word? --------------------------------------------------------------------

-- true, false, or nil where it is not settled; at the end of a word all is.
local function truth(self, node, states, ends)
  if node.leaf then
    local leaf, state = self.leaves[node.leaf], states[node.leaf]
    local value
    if ends then value = leaf.accepts(state) else value = leaf.known(state) end
    if value == nil or not leaf.sign then return value end
    if node.relation == "=" then return value == 0 end
    return value <= 0
  elseif node.op == "not" then
    local value = truth(self, node[1], states, ends)
    if value == nil then return nil end
    return not value
  end
  local all, settled_all = node.op == "and", true
  for _, one in ipairs(node) do
    local value = truth(self, one, states, ends)
    if value == nil then settled_all = false elseif value ~= all then return value end
  end
  if settled_all then return all end
  return nil
end

-- By leaf and letter what the leaf reads.
local function inputs_of(self, letters)
  local inputs, digits = {}, {}
  for i = 1, #self.leaves do inputs[i] = {} end
  for letter = 0, letters - 1 do
    local rest = letter
    for track = self.tracks, 1, -1 do digits[track], rest = rest % self.c.digits, rest // self.c.digits end
    for i, leaf in ipairs(self.leaves) do
      local own = {}
      for j, track in ipairs(leaf.tracks) do own[j] = digits[track] end
      inputs[i][letter] = leaf.input(own)
    end
  end
  return inputs
end

-- The conditions that a leaf settles alone, by leaf, and the others.
local function by_leaf(self)
  local alone, together = {}, {}
  for _, node in ipairs(self.all) do
    local at = node.leaf or node.op == "not" and node[1].leaf
    if at then
      alone[at] = alone[at] or {}
      table.insert(alone[at], node)
    else
      together[#together + 1] = node
    end
  end
  return alone, together
end

local function fulfilled(self, list, states, ends)
  for _, node in ipairs(list) do
    local value = truth(self, node, states, ends)
    if value == false then return false end
  end
  return true
end

-- The states of all leaves after a letter; nil where what must hold cannot any more.
local function step(self, states, letter, inputs, alone, together)
  local to = {}
  for i, leaf in ipairs(self.leaves) do
    to[i] = leaf.step(states[i], inputs[i][letter])
    if alone[i] and not fulfilled(self, alone[i], to) then return nil end
  end
  return fulfilled(self, together, to) and to or nil
end

--- Is there no word of which all holds that must?
function Context:empty()
  local letters = self.c.digits ^ self.tracks
  if letters > MOST_LETTERS then
    fail("ELIMIT", "a product of %d numbers has more than %d letters", self.tracks, MOST_LETTERS)
  end
  letters = letters // 1 | 0
  spend(self.c, letters)
  local inputs, start, seen = inputs_of(self, letters), {}, {}
  local alone, together = by_leaf(self)
  for i, leaf in ipairs(self.leaves) do start[i] = leaf.start end
  local list = { start }
  seen[table.concat(start, " ")] = true
  for at = 1, math.huge do
    local states = list[at]
    if not states then return true end
    if fulfilled(self, self.all, states, true) then return false end
    spend(self.c, letters)
    for letter = 0, letters - 1 do
      local to = step(self, states, letter, inputs, alone, together)
      if to then
        local key = table.concat(to, " ")
        if not seen[key] then
          spend(self.c, NEW_STATE)
          seen[key] = true
          list[#list + 1] = to
        end
      end
    end
  end
end

M.context, M.plus, M.ZERO, M.fail, M.spend, M.settled = context, plus, ZERO, fail, spend, settled

return M
