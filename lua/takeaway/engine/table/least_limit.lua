--- The least limit that wins: L for any rule whose last number is a limit on the move.
--
-- The limits 1, 2, 3, ... are searched, each by its outcome, up to a bound. So the result is the least limit that
-- wins, whether or not larger limits win too. That no limit wins needs a reason, one of three:
--
-- * the caller's setting: `most` says that larger limits change nothing;
-- * the rule itself: for a declaration, or a rule that is read as one, the moves are proved the same at all limits from
--   the bound on (@{takeaway.engine.declaration.large_limits});
-- * for an unreadable rule (a `start`, a function that is not read), its options, assuming that its last number is a
--   limit, which forbids more the smaller it is. With no limit, `math.huge`, it names the same options as with the
--   bound. On the way to the bound a larger limit has removed no option. At larger limits, the next 128 and those
--   around powers of two, it names the same options too. That is no proof: `math.huge % 8` is no number, and a rule
--   that depends on it beyond those limits is not detected.
--
-- The bound is the sum of the other numbers, doubled until a reason holds. Without a reason there is no answer, and the
-- message says what was searched. Where more than options decides (`parts`, `terminal`, `entails`), only `most` counts.
-- @module takeaway.engine.table.least_limit

local core = require "takeaway.core"
local failure = require "takeaway.base.failure"
local large_limits = require "takeaway.engine.declaration.large_limits"
local within = require "takeaway.base.is_subset"

local M = {}

local STEPS = 4000000 -- instructions of a rule called without a limit
local FARTHEST = 1 << 16 -- end of the doubling
local NEXT, POWERS = 128, 53 -- for a rule that cannot be read: the limits tried after the bound, and the powers of two
local MORE = { "parts", "terminal", "entails" } -- fields that decide outcomes besides the options

local function key_of(...)
  local list = type((...)) == "table" and ... or { ... }
  local parts = {}
  for i = 1, #list do parts[i] = tostring(list[i]) end
  return table.concat(parts, ",")
end

-- The rule's options at these components, as a set of texts; nil if it raises or does not end.
local function named(options, components, start)
  local set = {}
  local thread = coroutine.create(function()
    if start then components = { start(table.unpack(components)) } end
    options(function(...) set[key_of(...)] = true end, table.unpack(components))
  end)
  debug.sethook(thread, function() error("too long", 0) end, "", STEPS)
  return coroutine.resume(thread) and set or nil
end

local function equal(a, b) return a and b and within(a, b) and within(b, a) end

-- The list followed by these components.
local function at(list, ...)
  local components = { table.unpack(list) }
  return table.move({ ... }, 1, select("#", ...), #list + 1, components)
end

-- ---- Is the last component a limit? ------------------------------------------------------

local CELLS = 125 -- of the box that is tested

-- The set of a position's options without their last component; nil if an option changes only the last component.
local function options_of(rules, components)
  local set = {}
  for _, option in ipairs(failure.raise(rules:position(table.unpack(components)):options())) do
    local same = true
    for i = 1, #components - 1 do same = same and option[i] == components[i] end
    if same then return nil end
    set[table.concat(option, " ", 1, #components - 1)] = true
  end
  return set
end

-- Is the last of `count` components a limit? No move changes it alone, raising it removes no move, and 0 allows none.
local function acts_as_limit(rules, count)
  local side = math.max(2, math.floor(CELLS ^ (1 / count) + 1e-9))
  local components = {}
  for cell = 0, side ^ (count - 1) - 1 do
    for i = 1, count - 1 do components[i] = cell // side ^ (i - 1) % side | 0 end
    local before = {}
    for last = 0, side - 1 do
      components[count] = last
      local set = options_of(rules, components)
      if not set or not within(before, set) or last == 0 and next(set) then return false end
      before = set
    end
  end
  return true
end

--- Test in a small box whether the last number may be a limit: no move changes it alone, raising it removes no move,
-- and 0 allows none. Where that cannot be tested it may.
-- @param rules an impartial ruleset
-- @tparam int count of its numbers
-- @treturn boolean
function M.may_be_limit(rules, count)
  local seen, limit = failure.try(acts_as_limit, rules, count)
  return rules.start ~= nil or not seen or limit
end

-- ---- Why no larger limit matters ----------------------------------------------------------
-- may(list, bound) returns whether larger limits may change nothing; nil if the rule does not end without a limit. When
-- no limit up to the bound has won, sure(list, bound) returns whether no larger one wins.

local Read = {} -- by reading the rule
Read.__index = Read

function Read:may(list, bound)
  local free = named(self.rule, at(list, math.huge, bound, 1))
  return free and (equal(free, named(self.rule, at(list, bound, math.huge, 0))) or false)
end

function Read.sure() return true end

local Asked = {} -- by calling the rule
Asked.__index = Asked

function Asked:at(list, limit) return named(self.rules.options, at(list, limit), self.rules.start) end

function Asked:may(list, bound)
  local free = self:at(list, math.huge)
  return free and (equal(free, self:at(list, bound)) or false)
end

-- Does raising the limit never remove an option, up to the bound?
function Asked:only_grows(list, bound)
  local before = self:at(list, 1)
  for limit = 2, bound do
    local after = self:at(list, limit)
    if not before or not after or not within(before, after) then return false end
    before = after
  end
  return before ~= nil
end

function Asked:sure(list, bound)
  if not self:only_grows(list, bound) then return false end
  local free = self:at(list, math.huge)
  for limit = bound + 1, bound + NEXT do
    if not equal(free, self:at(list, limit)) then return false end
  end
  for power = 0, POWERS do
    for limit = (1 << power) - 1, (1 << power) + 1 do
      if limit > bound and not equal(free, self:at(list, limit)) then return false end
    end
  end
  return true
end

local NONE = { may = function() return false end }

local function reason_of(rules)
  for _, field in ipairs(MORE) do
    if rules[field] then return NONE end
  end
  if not rules.start then
    local read = rules:as_moves()
    if read then
      local rule = large_limits.rule(read.declaration)
      return rule and setmetatable({ rule = rule }, Read) or NONE
    end
  end
  return setmetatable({ rules = rules }, Asked)
end

-- ---- The search -------------------------------------------------------------------------

local function sum_of(list)
  local sum = 0
  for _, n in ipairs(list) do sum = sum + (math.type(n) == "integer" and math.abs(n) or 0) end
  return math.max(sum, 1)
end

-- The bound, and whether larger limits may change nothing; nil if the rule does not end.
local function bound_of(reason, list)
  local bound = sum_of(list)
  while bound <= FARTHEST do
    local may = reason:may(list, bound)
    if may then return bound, true end
    if may == nil then return sum_of(list), nil end
    bound = 2 * bound
  end
  return sum_of(list), false
end

local function most_at(most, list)
  if type(most) == "function" then most = most(table.unpack(list)) end
  if most == nil then return nil end
  local n = type(most) == "number" and math.tointeger(most)
  if not n or n < 1 then core.raise(("table: most: expected a positive integer, got %s"):format(tostring(most))) end
  return n
end

--- A function that finds the least limit of a cell.
-- @param rules an impartial ruleset
-- @tparam boolean misere
-- @param most nil, a number or a function of the other components
-- @tparam table found receives `monotone` and `not_monotone`
-- @treturn function of the other components as a list: the limit, `math.huge`; or nil, message, code
function M.finder(rules, misere, most, found)
  local question, reason = misere and "misere_outcome" or "outcome", nil
  found.monotone = true
  local endless -- the rule once took too long without a limit: run it so again only if no limit wins

  -- The least winning limit.
  local function least_of(list, first, last)
    local least
    for limit = first, last do
      local position = rules:position(table.unpack(at(list, limit)))
      local outcome, message, code = position[question](position)
      if not outcome then failure.raise(nil, message, code) end
      if outcome == "N" then
        least = least or limit
      elseif least and found.monotone then
        found.monotone, found.not_monotone = false, at(list, limit)
      end
    end
    return least
  end

  local function find(list)
    local bound, settled = most_at(most, list), true
    local given, looked = bound ~= nil, 0
    if not given and endless then
      looked = sum_of(list)
      local least = least_of(list, 1, looked)
      if least then return least end
    end
    if not given then
      reason = reason or reason_of(rules)
      bound, settled = bound_of(reason, list)
      endless = endless or settled == nil
    end
    local least = least_of(list, looked + 1, bound)
    if least then return least end
    if settled and (given or reason:sure(list, bound)) then return math.huge end
    failure.raise(nil, ("no limit from 1 to %d wins, and a larger one may; give most = the largest "
      .. "that matters, a number or a function of the other numbers"):format(bound), "ELIMIT")
  end
  return function(list) return failure.catch(find, list) end
end

return M
