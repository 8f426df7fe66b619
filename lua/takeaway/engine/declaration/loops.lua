--- Loops of a program, which run from one term to another: methods of the reader,
-- @{takeaway.engine.declaration.read_program}. A loop between constants may be unrolled instead.
--
-- A loop between terms is read once, its variable a parameter k with from <= k <= to. That covers all its iterations if
-- it changes nothing else that the next iteration, or the code after the loop, reads. The reader tests this at the end
-- of the loop. With a step other than 1 and -1 the parameter is the number of the iteration.
--
-- An exit is `break` by a condition that, once true, stays true in later iterations. Then the iterations that happen
-- are those where it is false, provided that every option named in an iteration requires this. The exit must lead where
-- the loop's end leads.
-- @module takeaway.engine.declaration.loops

local flow = require "takeaway.engine.declaration.flow"
local instructions = require "takeaway.engine.declaration.instructions"
local paths = require "takeaway.engine.declaration.paths"
local terms = require "takeaway.engine.declaration.terms"

local M = {}

local TURNS = 64 -- iterations of a loop that is unrolled, at most
local STEP = "a loop whose step is no number"

-- The terms a + c and b + c for min(a, b) + c.
local function each_extreme(term, op)
  local part = term[1]
  if #term ~= 1 or part.coefficient ~= 1 or part.atom.op ~= op then return { term } end
  local list = {}
  for _, one in ipairs(part.atom) do
    local moved = terms.add(one, terms.number(term.constant))
    if not moved then return { term } end
    local own = each_extreme(moved, op)
    table.move(own, 1, #own, #list + 1, list)
  end
  return list
end

-- Is a table of `paths` independent of a name?
local function is_without(term, name)
  return terms.known(term, setmetatable({}, { __index = function(_, n) return n ~= name or nil end }))
end

-- Count the iterations of a loop with a step other than 1 from 0: set its values and bounds.
local function count_from_0(self, loop, from, limit, step, up)
  local k = terms.name(loop.parameter)
  loop.grows, loop.lower, loop.upper = 1, { terms.number(0) }, {}
  loop.value = self:within(terms.add(from, self:within(instructions.product(self, k, step, STEP))))
  if terms.is_number(step) then
    loop.beside = self.paths:compare(loop.value, up and "<=" or ">=", limit)
    return
  end
  local way = up and 1 or -1
  local distance = self:within(terms.scale(self:within(terms.add(limit, from, -1)), way))
  loop.upper[1] = instructions.called(self, "quotient", STEP, distance, self:within(terms.scale(step, way)))
end

-- A loop: `parameter`, the term `value` of its variable, and guards.
local function new_loop(self, s, from, limit, step, up)
  local low, high = up and from or limit, up and limit or from
  local name = self.parameters[#s.loops + 1] or self:fail "loops nested too deeply"
  local k = terms.name(name)
  local loop = { parameter = name, base = self.code[self.at].a, number = #self.loops + 1, heads = {}, exits = {} }
  if terms.is_number(step) and math.abs(step.constant) == 1 then
    loop.value, loop.grows = k, step.constant
    loop.lower, loop.upper = each_extreme(low, "max"), each_extreme(high, "min")
  else
    count_from_0(self, loop, from, limit, step, up)
  end
  self.loops[loop.number] = loop
  return loop
end

-- Constant bounds: unroll the loop, as the machine runs it.
local function count_turns(self, s, i, from, limit, step)
  local turns = (limit - from) // step
  if turns < 0 then return self:go(s, i.to) end
  if turns >= TURNS then self:fail("a loop of %d iterations without a common form", turns + 1) end
  s.reg[i.a + 1], s.reg[i.a + 3] = terms.number(turns), terms.number(from)
  self:go(s, self.at + 1)
end

-- Is a step positive?
local function leads_up(self, s, step)
  if terms.is_number(step) and step.constant ~= 0 then return step.constant > 0 end
  if self:at_least(s, step, 1) then return true end
  if self:at_least(s, self:within(terms.scale(step, -1)), 1) then return false end
  self:fail "a loop whose step has no certain sign"
end

function M:prep(s, i)
  local from, limit, step = self:get(s, i.a), self:get(s, i.a + 1), self:get(s, i.a + 2)
  local up = leads_up(self, s, step)
  if self.unrolled and terms.is_number(from) and terms.is_number(limit) and terms.is_number(step) then
    return count_turns(self, s, i, from.constant, limit.constant, step.constant)
  end
  local some = self:condition(from, up and "<=" or ">=", limit)
  if some == false then return self:go(s, i.to) end
  if some == true then return self:begin(s, i, nil, new_loop(self, s, from, limit, step, up), from) end
  local none = self.fork(s)
  s.ways, none.ways = self.part(s.ways, some)
  if #none.ways == 0 then none = nil end
  if #s.ways == 0 then return self:go(none, i.to) end
  self:begin(s, i, some, new_loop(self, s, from, limit, step, up), from, none)
end

local function forget_changes(self, s, loop)
  for l, which in pairs(self.changes[loop.number] or {}) do
    if which == "all" then s.lists[l] = nil end
    for j in pairs(s.lists[l] and which or {}) do s.lists[l][j] = { unknown = true } end
  end
end

-- Continue with the state that skipped the loop.
local function skip(self, loop, turn)
  local none = loop.none
  loop.none = nil
  if not none then return end
  none.turn = turn or none.turn
  self:go(none, loop.to)
end

--- The exits of loops whose end was not reached.
function M:skip_all()
  for _, loop in ipairs(self.loops) do skip(self, loop) end
end

-- The conditions common to all paths into a loop, then the condition that the loop has an iteration.
local function entered(ways, some)
  local before = {}
  for i, way in ipairs(ways) do
    before[i] = {}
    for _, condition in ipairs(way) do
      if condition ~= some then table.insert(before[i], condition) end
    end
  end
  local path = { table.unpack(paths.meet(paths.join(before))) }
  path[#path + 1] = some
  return path
end

-- Begin the first iteration. `none`, the state without an iteration, waits for the loop's end.
function M:begin(s, i, some, loop, from, none)
  loop.some, loop.path, loop.body = some, entered(s.ways, some), flow.body(self.listing, self.at)
  s.reg[i.a + 1] = { turns = loop }
  if next(loop.body) then
    loop.before, s.ways = s.ways, { loop.path } -- all paths in it begin alike
    forget_changes(self, s, loop)
    s.reg[i.a], s.reg[i.a + 3] = loop.value, loop.value
    s.loops[#s.loops + 1] = loop
  else -- the body never repeats: the following code is its first iteration
    s.reg[i.a + 3] = from
  end
  loop.none, loop.to = none, i.to
  if not next(loop.body) then skip(self, loop) end
  self:go(s, self.at + 1)
end

-- The target of a branch, through jumps and loop ends.
local function leads(self, to)
  local code = self.code
  while code[to].op == "jump" or code[to].op == "loop" do to = code[to].to end
  return code[to].op == "end" and "end" or to
end

-- The difference between a table and its earlier state: "all", a set of entries, or nil. Unknown entries may differ.
local function difference(self, list, own)
  if not own or #own ~= #list then return "all" end
  local entries = {}
  for j, term in ipairs(list) do
    entries[j] = not term.unknown and self.key(term) ~= self.key(own[j]) or nil
  end
  return next(entries) and entries
end

-- Do two states agree on the registers read from an instruction on, except the loop's own?
local function agree(self, s, other, at, base)
  for r in pairs(self.live[at]) do
    local a, b = s.reg[r], other.reg[r]
    if r >= 0 and (r < base or r > base + 3) and (not a or not b or self.key(a) ~= self.key(b)) then return false end
  end
  for l, list in pairs(other.lists) do
    if self.live[at][-1 - l] and difference(self, list, s.lists[l]) then return false end
  end
  return true
end

-- Table entries that an iteration changes are unknown at the start of the next. Restart the reading with that
-- knowledge.
local function note_changes(self, s, loop, first, at)
  local changes, new = self.changes[loop.number] or {}, false
  self.changes[loop.number] = changes
  for l, list in pairs(first.lists) do
    local is_read = self.live[at][-1 - l] or self.live[self.at + 1][-1 - l]
    local change = is_read and difference(self, list, s.lists[l])
    if change then
      for j in pairs(change ~= "all" and changes[l] or {}) do change[j] = true end
      changes[l], new = change, true
    end
  end
  if new then self:again() end
end

--- The first iteration of a loop at the start of the next, kept for comparison.
function M:keep_head(s, at)
  local loop = s.loops[#s.loops]
  if not loop or self.heads[at] ~= loop.base then return end
  local alone = loop.heads[at] == nil and #s.ways == 1 and #s.ways[1] == #loop.path
  loop.heads[at] = alone and self.fork(s)
end

function M:next(s, i)
  local left = self:get(s, i.a + 1, true)
  if not left.turns then
    if left.constant == 0 then return self:go(s, self.at + 1) end
    s.reg[i.a + 1] = terms.add(left, terms.number(-1))
    s.reg[i.a] = self:within(terms.add(self:get(s, i.a), self:get(s, i.a + 2)))
    s.reg[i.a + 3] = s.reg[i.a]
    return self:go(s, i.to)
  end
  local loop, first = left.turns, left.turns.heads[i.to]
  if first then note_changes(self, s, loop, first, i.to) end
  if s.loops[#s.loops] ~= loop or not first or not agree(self, s, first, i.to, i.a)
    or not agree(self, s, first, self.at + 1, i.a) then
    self:fail "a value that a loop changes is read in its next iteration, or after it"
  end
  if loop.after then -- two ends when their knowledge of booleans and similar values differs
    if leads(self, loop.after) ~= leads(self, self.at + 1) then
      self:fail "a loop that leaves more than numbers behind"
    end
    return
  end
  local after = self.fork(s)
  after.ways, after.named, after.lists = loop.before, true, self.fork(first).lists
  loop.after, loop.left = self.at + 1, self.fork(after)
  table.remove(after.loops)
  self:go(after, loop.after)
  skip(self, loop, s.turn)
end

-- ---- Exits -----------------------------------------------------------------------------------------

-- Does a term increase with a name, decrease, or neither: 1, -1, 0; nil when unknown.
local function growth(term, name)
  local way = 0
  for _, part in ipairs(term) do
    local own
    if is_without({ part }, name) then
      own = 0
    elseif part.atom.op == "name" then
      own = 1
    elseif part.atom.op == "floor" then
      own = growth(part.atom.term, name)
    end
    own = own and (part.coefficient > 0 and own or -own)
    if not own or own == -way and own ~= 0 then return nil end
    way = own ~= 0 and own or way
  end
  return way
end

local function stays(condition, loop)
  if condition.kind == ">=" then
    local way = growth(condition.difference, loop.parameter)
    return way == 0 or way == loop.grows
  end
  return condition.kind and is_without(condition.difference, loop.parameter)
end

--- A state that leaves its innermost loop before the loop's end. The code after the loop is read once, from its end;
-- this state ends here.
function M:leave(s, to)
  local loop = s.loops[#s.loops]
  for _, way in ipairs(s.ways) do
    local out = table.move(way, #loop.path + 1, #way, 1, {})
    for _, condition in ipairs(out) do
      if not stays(condition, loop) then
        self:fail "a loop exit by a condition that may hold in one iteration and not in a later one"
      end
    end
    table.insert(loop.exits, { conditions = out, to = to, at = self.at, state = s })
  end
end

local function is_among(list, one)
  for _, other in ipairs(list) do
    if other == one then return true end
  end
  return false
end

-- Does a move of an iteration imply, on all its paths, that the iteration was not left?
local function says(move, exit)
  for _, way in ipairs(move.ways) do
    local found = false
    for _, condition in ipairs(exit.conditions) do found = found or paths.known(way, condition) == false end
    if not found then return false end
  end
  return true
end

--- At the end: test whether every exit led where the loop's end leads, with the same values.
function M:check_exits()
  for _, loop in ipairs(self.loops) do
    for _, exit in ipairs(loop.exits) do
      self.at = exit.at
      local to = leads(self, exit.to)
      if not loop.after or to ~= leads(self, loop.after)
        or to ~= "end" and not agree(self, exit.state, loop.left, to, loop.base) then
        self:fail "a loop exit that leads elsewhere than the end of the loop"
      end
      for _, move in ipairs(self.moves) do
        if is_among(move.loops, loop) and not says(move, exit) then
          self:fail "a loop exit after an option of the same iteration was named"
        end
      end
    end
  end
end

return M
