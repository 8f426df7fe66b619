--- The least limit that wins: L for any rule whose last number is a limit on the move.
--
-- The limits 1, 2, 3, ... are searched, each by its outcome, up to a bound; so the least that wins is the least,
-- whether or not more is always better. That none wins at all needs a reason, since a rule is a function nobody
-- can see into. It is one of two:
--
-- * the caller's word: `most` says that larger limits change nothing;
-- * the rule's own answer: asked with no limit, `math.huge`, it names the same options as with the bound, and on the
--   way to the bound a larger limit has taken no option away. A limit forbids the more the smaller it is, so the
--   options at every larger limit lie between two equal sets.
--
-- The bound is the sum of the other numbers, doubled until the options there are those of no limit. Where neither
-- reason holds there is no answer, and the message says what was searched.
-- @module takeaway.engine.least_limit

local core = require "takeaway.core"
local failure = require "takeaway.base.failure"
local within = require "takeaway.base.within"

local M = {}

local STEPS = 4000000 -- instructions that a rule may take with no limit
local FARTHEST = 1 << 16 -- where doubling ends

local function key_of(...)
  local list = type((...)) == "table" and ... or { ... }
  local parts = {}
  for i = 1, #list do parts[i] = tostring(list[i]) end
  return table.concat(parts, ",")
end

-- The options that the rule itself names at these components, as a set of texts; nil where it
-- raises or does not end.
local function named(rules, components)
  local set = {}
  local thread = coroutine.create(function()
    if rules.start then components = { rules.start(table.unpack(components)) } end
    rules.options(function(...) set[key_of(...)] = true end, table.unpack(components))
  end)
  debug.sethook(thread, function() error("too long", 0) end, "", STEPS)
  return coroutine.resume(thread) and set or nil
end

local function at(list, limit)
  local components = { table.unpack(list) }
  components[#list + 1] = limit
  return components
end

-- ---- Is it a limit? ---------------------------------------------------------------------

local CELLS = 125 -- of the box where it is seen whether a number is a limit

-- The options of a position: all but the last number of each as a set; nil where one differs in the last alone.
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

-- Does no move change the last of so many numbers alone, and raising it take no move away?
local function acts_as_limit(rules, count)
  local side = math.max(2, math.floor(CELLS ^ (1 / count) + 1e-9))
  local components = {}
  for cell = 0, side ^ (count - 1) - 1 do
    for i = 1, count - 1 do components[i] = cell // side ^ (i - 1) % side | 0 end
    local before = {}
    for last = 0, side - 1 do
      components[count] = last
      local set = options_of(rules, components)
      if not set or not within(before, set) then return false end
      before = set
    end
  end
  return true
end

--- May the last number be a limit: does no move change it alone, and raising it take no move away, in a small box?
-- Where that cannot be seen it may.
-- @param rules an impartial ruleset
-- @tparam int count of its numbers
-- @treturn boolean
function M.may_be_limit(rules, count)
  local seen, limit = failure.try(acts_as_limit, rules, count)
  return rules.start ~= nil or not seen or limit
end

-- ---- The search -------------------------------------------------------------------------

-- The bound, and whether the options there are those of no limit at all.
local function bound_of(rules, list, most)
  if most then return most, true end
  local sum = 0
  for _, n in ipairs(list) do sum = sum + (math.type(n) == "integer" and math.abs(n) or 0) end
  sum = math.max(sum, 1)
  local free = named(rules, at(list, math.huge))
  local bound = sum
  while free and bound <= FARTHEST do
    local here = named(rules, at(list, bound))
    if here and within(here, free) and within(free, here) then return bound, true, true end
    bound = 2 * bound
  end
  return sum, false
end

-- Does no limit up to the bound take an option away that a smaller one allows?
local function only_grows(rules, list, bound)
  local before = named(rules, at(list, 1))
  for limit = 2, bound do
    local after = named(rules, at(list, limit))
    if not before or not after or not within(before, after) then return false end
    before = after
  end
  return before ~= nil
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
-- @tparam table found `monotone` and `not_monotone` are noted here
-- @treturn function of the other components as a list: the limit, `math.huge`; or nil, message, code
function M.finder(rules, misere, most, found)
  local question = misere and "misere_outcome" or "outcome"
  found.monotone = true
  return function(list)
    local bound, settled, by_rule = bound_of(rules, list, most_at(most, list))
    local least
    for limit = 1, bound do
      local position = rules:position(table.unpack(at(list, limit)))
      local outcome, message, code = position[question](position)
      if not outcome then return nil, message, code end
      if outcome == "N" then
        least = least or limit
      elseif least and found.monotone then
        found.monotone, found.not_monotone = false, at(list, limit)
      end
    end
    if least then return least end
    if settled and (not by_rule or only_grows(rules, list, bound)) then return math.huge end
    return nil, ("no limit from 1 to %d wins, and that no larger one does is not known; give most = the largest "
      .. "that matters, a number or a function of the other numbers"):format(bound), "ELIMIT"
  end
end

return M
