--- The reader of a rule's program: its moves as linear guards and targets.
--
-- The program (`core:listing`) is executed with terms in place of numbers. A register holds a term over the variables
-- and over the parameters of the enclosing loops. An undecided branch goes both ways, each with its condition. Paths
-- that meet with the same values are merged (@{takeaway.engine.declaration.paths}). Loops:
-- @{takeaway.engine.declaration.loops}. Where everything is a number (tables of integers, ipairs) the instructions are
-- executed, iteration by iteration.
--
-- So the result is exactly the program, for numbers that stay within 64 bits. Any other program is refused, with the
-- line of the problem.
-- @module takeaway.engine.declaration.read_program

local flow = require "takeaway.engine.declaration.flow"
local inequalities = require "takeaway.engine.declaration.inequalities"
local instructions = require "takeaway.engine.declaration.instructions"
local loops = require "takeaway.engine.declaration.loops"
local paths = require "takeaway.engine.declaration.paths"
local terms = require "takeaway.engine.declaration.terms"

local M = {}

local MOVES, STEPS = 200, 20000 -- at most: moves; and steps, which are instructions and sums of inequalities

local OF_LOOPS = { prep = true, next = true } -- instructions that loops.lua handles

local Reader = {}
Reader.__index = Reader
for name, method in pairs(loops) do Reader[name] = method end

-- Ends the reading; `read` catches it.
function Reader:fail(what, ...)
  local line = self.at and self.code[self.at].line
  error(setmetatable({ message = ("line %d: " .. what):format(line, ...) }, Reader), 0)
end

local AGAIN = setmetatable({}, Reader)

--- Read the program again, with the known `changes`.
function Reader.again() error(AGAIN, 0) end -- luacheck: no self

--- The term. Fails for nil, which stands for a number beyond 2^53.
function Reader:within(term) return term or self:fail "a number beyond 2^53" end

-- ---- States -------------------------------------------------------------------------------------

-- A state has `reg` and `lists`, by number; `ways`, the paths into it; and `loops`, those it is in. `named` is whether
-- it named a position, and `turn` the number of back edges taken.

local function copy(list) return table.move(list, 1, #list, 1, {}) end

function Reader.fork(s)
  local new = { reg = {}, lists = {}, ways = s.ways, loops = copy(s.loops), named = s.named, turn = s.turn }
  for r, term in pairs(s.reg) do new.reg[r] = term end
  for l, list in pairs(s.lists) do new.lists[l] = copy(list) end
  return new
end

function Reader.key(value)
  return value.unknown and "?" or value.turns and "turns " .. value.turns.number or terms.key(value)
end

function Reader.list_key(list)
  local items = {}
  for i, term in ipairs(list) do items[i] = Reader.key(term) end
  return table.concat(items, ",")
end

-- A text that is equal for states with the same continuation at an instruction.
local function signature(self, s, at)
  local parts = {}
  for r in pairs(self.live[at]) do
    local value, list = s.reg[r], s.lists[-1 - r]
    parts[#parts + 1] = ("%d=%s"):format(r, value and self.key(value) or list and self.list_key(list) or "")
  end
  table.sort(parts)
  for _, loop in ipairs(s.loops) do parts[#parts + 1] = "loop " .. loop.number end
  return table.concat(parts, ";")
end

--- The content of a register, or a constant, as a term. With `any` also the count of a loop's iterations, no term.
function Reader:get(s, r, any)
  if r >= self.listing.constant then
    local value = self.listing.constants[r - self.listing.constant + 1]
    if math.abs(value) > 1 << 53 or value == math.mininteger then self:fail "a number beyond 2^53" end
    return terms.number(value)
  end
  local value = s.reg[r]
  if not value or value.turns and not any then self:fail "a value that is not understood" end
  return value
end

--- left relation right: a condition, or true or false.
function Reader:condition(left, relation, right)
  local condition = self.paths:compare(left, relation, right)
  if condition == nil then self:fail "a number beyond 2^53" end
  return condition
end

--- Let the state wait at an instruction, or end it there: at a bail, or outside its innermost loop.
function Reader:go(s, to)
  if self.code[to].op == "bail" then return self:bail(s, to) end
  local loop = s.loops[#s.loops]
  if loop and not loop.body[to] then return self:leave(s, to) end
  if self.rank[to] <= self.rank[self.at] then s.turn = s.turn + 1 end
  local waiting = self.waiting[s.turn] or {}
  self.waiting[s.turn], waiting[to] = waiting, waiting[to] or {}
  table.insert(waiting[to], s)
end

--- Both branches, or one where the condition is decided.
function Reader:branch(s, condition, to, otherwise)
  if type(condition) == "boolean" then return self:go(s, condition and to or otherwise) end
  local holds, fails = self.part(s.ways, condition)
  local other = self.fork(s)
  s.ways, other.ways = holds, fails
  if #holds > 0 then self:go(s, to) end
  if #fails > 0 then self:go(other, otherwise) end
end

-- The paths on which a condition holds, and those on which its negation holds.
function Reader.part(ways, condition)
  local holds, fails = {}, {}
  local function append(list, way, one)
    local longer = copy(way)
    longer[#longer + 1] = one
    list[#list + 1] = longer
  end
  for _, way in ipairs(ways) do
    local known = paths.known(way, condition)
    if known ~= false then append(holds, way, known == nil and condition or nil) end
    if known ~= true then append(fails, way, known == nil and condition.contrary or nil) end
  end
  return holds, fails
end

--- Name a position, from the loops of the state.
function Reader:name(s, targets)
  if #targets ~= self.listing.arguments then
    self:fail("an option of %d numbers; the position has %d", #targets, self.listing.arguments)
  end
  if #self.moves == MOVES then self:fail("more than %d moves", MOVES) end
  local inside = copy(s.loops)
  local implied, ways = {}, {} -- the parameter's range implies that the loop has an iteration
  for _, loop in ipairs(inside) do implied[loop.some or 1] = true end
  for i, way in ipairs(s.ways) do
    ways[i] = {}
    for _, condition in ipairs(way) do
      if not implied[condition] then table.insert(ways[i], condition) end
    end
  end
  s.named = true
  self.moves[#self.moves + 1] = { loops = inside, ways = s.ways, path = paths.meet(paths.join(ways)),
                                  targets = targets }
end

-- Nonnegative terms: the components of a position, which are 0, 1, 2, ..., and the bounds of the loops' parameters.
local function facts_of(self, s)
  local facts = copy(self.natural)
  local function add(greater, less) facts[#facts + 1] = terms.add(greater, less, -1) end
  for _, loop in ipairs(s.loops) do
    local k = terms.name(loop.parameter)
    for _, term in ipairs(loop.lower) do add(k, term) end
    for _, term in ipairs(loop.upper) do add(term, k) end
    if type(loop.beside) == "table" then facts[#facts + 1] = loop.beside.difference end
  end
  return facts
end

-- Is it proved that no position takes this path, with the further condition if there is one?
local function never_goes(self, s, way, condition)
  if self.steps <= 0 then return false end
  local facts, others = facts_of(self, s), {}
  paths.add_facts(way, facts, others)
  if condition then paths.add_facts({ condition }, facts, others) end
  local never, work = inequalities.contradict(facts, others)
  self.steps = self.steps - work
  return never
end

--- Test whether no position reaches the state, with one more condition if given.
function Reader:never(s, condition)
  for _, way in ipairs(s.ways) do
    if not never_goes(self, s, way, condition) then return false end
  end
  return true
end

--- Test whether a term is at least a number, wherever a position reaches the state.
function Reader:at_least(s, term, number)
  local below = self:condition(term, "<", terms.number(number))
  if type(below) == "boolean" then return not below end
  return self:never(s, below)
end

--- A value that is not linear, or cases of one: `use(beside)` makes it when the reader needs it.
function Reader:opaque(what, use)
  if not self.beside then
    self.wanted = true
    self:fail("%s", what)
  end
  self.beside.reason = ("line %d: %s"):format(self.code[self.at].line, (what:gsub(" is not linear$", "")))
  return use(self.beside)
end

--- The state for the positions that satisfy a condition; nil where there are provably none.
function Reader:case(s, condition)
  if condition == false then return nil end
  local new, ways = self.fork(s), s.ways
  if condition ~= true then ways = self.part(ways, condition) end
  new.ways = {}
  for _, way in ipairs(ways) do
    if not never_goes(self, s, way) then table.insert(new.ways, way) end
  end
  return #new.ways > 0 and new or nil
end

--- The state continues at an instruction where a condition holds.
-- @return the state of the other positions; nil where there are none
function Reader:apart(s, condition, to)
  local there = self:case(s, condition)
  if not there then return s end
  self:go(there, to)
  return self:case(s, type(condition) == "table" and condition.contrary or condition == false)
end

-- At a bail the program would call Lua. Ignore it if no position with components 0, 1, 2, ... reaches it.
function Reader:bail(s, to)
  if self:never(s) then return end
  local line = ("line %d: "):format(self.code[to].n)
  for _, reason in ipairs(self.listing.reasons) do
    if reason:sub(1, #line) == line then error(setmetatable({ message = reason }, Reader), 0) end
  end
  self.at = to
  self:fail "this ends in an error"
end

-- At the rule's end.
function Reader:finish(list)
  local named = false
  for _, s in ipairs(list) do named = named or s.named end
  for _, s in ipairs(named and {} or list) do table.move(s.ways, 1, #s.ways, #self.ends + 1, self.ends) end
end

-- ---- The whole ----------------------------------------------------------------------------------

-- The states at an instruction, after merging those with the same continuation.
local function met(self, list, at)
  if #list == 1 then return list end
  local groups, order = {}, {}
  for _, s in ipairs(list) do
    local own = signature(self, s, at)
    if not groups[own] then
      groups[own] = {}
      order[#order + 1] = groups[own]
    end
    table.insert(groups[own], s)
  end
  for i, group in ipairs(order) do
    local s, ways = group[1], {}
    for _, one in ipairs(group) do
      table.move(one.ways, 1, #one.ways, #ways + 1, ways)
      s.named = s.named or one.named
    end
    s.ways = paths.join(ways)
    order[i] = s
  end
  return order
end

-- The next states to continue. Prefer those with the fewest back edges, and among them the lowest rank, so that states
-- meet.
local function take_first(self)
  local turn, found
  for one in pairs(self.waiting) do turn = math.min(turn or one, one) end
  for at in pairs(turn and self.waiting[turn] or {}) do
    if not found or self.rank[at] < self.rank[found] then found = at end
  end
  if not found then return nil end
  local waiting = self.waiting[turn]
  local list = waiting[found]
  waiting[found] = nil
  if not next(waiting) then self.waiting[turn] = nil end
  return found, list
end

local function explore(self)
  while self.steps > 0 do
    local at, list = take_first(self)
    if not at then
      self:skip_all()
      at, list = take_first(self)
    end
    if not at then return self:check_exits() end
    local i = self.code[at]
    self.at = at
    if i.op == "end" then
      self:finish(list)
    elseif i.op == "bail" then -- at once
      self:bail(list[1], at)
    else
      for _, s in ipairs(met(self, list, at)) do
        self.steps = self.steps - 1
        for _, way in ipairs(s.ways) do self.steps = self.steps - #way // 16 end
        self:keep_head(s, at)
        self.at = at
        local step = (OF_LOOPS[i.op] and self or instructions)[i.op] or instructions.unknown
        step(self, s, i)
      end
    end
  end
  self:fail "a path through the rule is too long"
end

-- Read the program with the known changes by loops; read it again whenever more changes are found.
local function attempt(listing, variables, parameters, how, changes)
  local of = flow.of(listing)
  local self = setmetatable({ listing = listing, code = listing.code, live = of.live, rank = of.rank,
                              parameters = parameters, unrolled = how.unrolled, beside = how.beside,
                              changes = changes, paths = paths.new(), moves = {}, ends = {}, loops = {}, heads = {},
                              steps = STEPS },
    Reader)
  for _, i in ipairs(listing.code) do
    if i.op == "next" then self.heads[i.to] = i.a end
  end
  local s = { reg = {}, lists = {}, ways = { {} }, loops = {}, named = false, turn = 0 }
  self.natural = {}
  for k, name in ipairs(variables) do
    self.natural[k] = terms.name(name)
    s.reg[listing.first + k - 1] = self.natural[k]
  end
  self.waiting = { [0] = { { s } } }
  local ok, message = pcall(explore, self)
  if ok then return self end
  if message == AGAIN then return attempt(listing, variables, parameters, how, changes) end
  if getmetatable(message) ~= Reader then error(message, 0) end
  return nil, message.message, self.wanted
end

--- The moves of a program.
-- @tparam table listing as `core:listing` gives it
-- @tparam {string,...} variables names for its arguments
-- @tparam {string,...} parameters names for the variables of loops, the outermost first
-- @tparam beside beside receives the functions and tables that are called where it is not linear
-- @treturn table `moves`, each with `loops` (`parameter`, `lower`, `upper`, ...), `path` and `targets`; `ends`, the
--   paths on which the rule ends without naming an option; or nil and the reason, with a line
function M.read(listing, variables, parameters, beside)
  local reasons = {}
  local function try(unrolled, named) -- loops with constant bounds are unrolled or not
    local before = reasons[unrolled]
    if before and not before.wanted then return nil end
    local read, why, wanted = attempt(listing, variables, parameters, { unrolled = unrolled, beside = named }, {})
    reasons[unrolled] = { why = why, wanted = wanted }
    return read
  end
  local read = try(false) or try(true)
  if read then return read end
  local one, other = try(true, beside), try(false, beside)
  if one and other and #other.moves < #one.moves then one = other end
  return one or other, reasons[false].why
end

return M
