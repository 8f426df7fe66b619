--- The closure of impartial positions as a game of heaps: each component that can be reached is a heap, and its options
-- are sums of earlier heaps.
--
-- A position is the sum of its components, its `parts` where its rules have them. Components are numbered in order of
-- their longest play. Every move makes it shorter, so a move in one leaves earlier ones. Components without moves are
-- 0, and components with the same options, as sums of numbers, are one: only options matter to play.
-- @module takeaway.engine.ruleset.closure

local budget = require "takeaway.base.budget"
local core = require "takeaway.core"
local failure = require "takeaway.base.failure"

local Closure = {}
Closure.__index = Closure

local function fail(code, what, ...) failure.raise(nil, what:format(...), code) end

-- ---- Exploration --------------------------------------------------------------------------

-- The closure found so far: `node` by key. A node has `rules`, `at` (the arguments for the rules), `options`, each a
-- list of nodes, and `depth`, the longest play.

local function key_of(rules, at)
  if rules.canonical then at = failure.raise(rules.core:canonical(table.unpack(at)))[1] end
  return rules.serial .. (type(at[1]) == "string" and ":" or " ") .. table.concat(at, " "), at -- "1" is not 1
end

local function node_of(self, rules, at)
  local key, canonical = key_of(rules, at)
  local node = self.node[key]
  if not node then
    node = { rules = rules, at = canonical }
    self.node[key] = node
  end
  return node
end

-- The nodes whose sum is a position.
local function nodes_of(self, rules, at)
  local list = {}
  for i, part in ipairs(failure.raise(rules.core:parts(table.unpack(at)))) do list[i] = node_of(self, rules, part) end
  return list
end

-- Count what the closure holds. Raises when that is too much, or when the caller cancels.
local function count(self, name, n)
  self.held[name] = self.held[name] + n
  budget.poll(nil, self.held.components)
  if self.held[name] > self.most[name] then
    self.full = true
    fail("ELIMIT", "more than %d %s can be reached", self.most[name], name)
  end
end

local function read_options(self, node)
  count(self, "components", 1)
  local options = failure.raise(node.rules.core:options(0, nil, table.unpack(node.at)))
  count(self, "options", #options)
  local below = {}
  for i, option in ipairs(options) do
    options[i] = nodes_of(self, node.rules, option)
    table.move(options[i], 1, #options[i], #below + 1, below)
  end
  node.options, node.below = options, below
end

local DEEPEST <const> = 1 << 61 -- play may be longer: a component is then ordered after those finished before it

local function finish(node)
  local depth = 0
  for _, option in ipairs(node.options) do
    local sum = 1
    for _, child in ipairs(option) do sum = math.min(sum + child.depth, DEEPEST) end
    depth = math.max(depth, sum)
  end
  node.depth, node.below = depth, nil
end

-- Depth first, without recursion, in post-order: a node is finished after all its options' nodes.
local function visit(self, root, found)
  local stack = { root }
  while #stack > 0 do
    local node = stack[#stack]
    if node.depth then
      stack[#stack] = nil
    elseif not node.options then
      read_options(self, node)
    else
      local child = table.remove(node.below)
      if not child then
        finish(node)
        found[#found + 1] = node
      elseif not child.depth then
        if child.options then
          fail("ELOOPY", "play from %s need not end", tostring(setmetatable(child.at, child.rules.metatable)))
        end
        stack[#stack + 1] = child
      end
    end
  end
end

-- ---- Numbers -----------------------------------------------------------------------------

local function numbers_of(nodes)
  local list = {}
  for _, node in ipairs(nodes) do
    if node.number > 0 then list[#list + 1] = node.number end
  end
  table.sort(list)
  return list
end

local function number(self, found)
  for i, node in ipairs(found) do node.found = i end
  table.sort(found, function(a, b) return a.depth < b.depth or a.depth == b.depth and a.found < b.found end)
  local known = {}
  for _, node in ipairs(found) do
    local set, keys = {}, {}
    for _, option in ipairs(node.options) do
      local heaps = numbers_of(option)
      if #heaps > core.heaps_most then
        fail("ELIMIT", "an option of %s has %d components, and a quotient takes %d",
          tostring(setmetatable(node.at, node.rules.metatable)), #heaps, core.heaps_most)
      end
      local key = table.concat(heaps, " ")
      if not set[key] then keys[#keys + 1] = key end
      set[key] = heaps
    end
    table.sort(keys)
    local key = table.concat(keys, ",")
    if #keys == 0 then
      node.number = 0
    elseif known[key] then
      node.number = known[key]
    else
      local options = {}
      for i, one in ipairs(keys) do options[i] = set[one] end
      local n = #self.components + 1
      self.components[n] = setmetatable(table.move(node.at, 1, #node.at, 1, {}), node.rules.metatable)
      self.options[n] = options
      known[key], node.number = n, n
    end
    node.options = nil
  end
end

--- Find everything that can be reached.
-- @tparam table positions impartial positions, whose rules have no `terminal` rule and no entailing moves
-- @tparam table most the most `components`, and the most `options` of all of them
-- @treturn closure with `components`, a position of each number, and `options`, of each number a list of lists of
--   numbers, ascending; or nil, message, code ("ELIMIT", "ELOOPY", those of the rules and of the budget), and whether
--   it was too much
local function find(positions, most)
  local self = setmetatable({ node = {}, most = most, held = { components = 0, options = 0 },
                              components = {}, options = {} }, Closure)
  local answer, message, code = failure.catch(function()
    local found = {}
    for _, position in ipairs(positions) do
      for _, node in ipairs(nodes_of(self, getmetatable(position).rules, position)) do visit(self, node, found) end
    end
    number(self, found)
    return self
  end)
  return answer, message, code, self.full
end

--- The numbers of the components of a position, ascending; nil where it cannot be reached.
function Closure:numbers(position)
  local list = {}
  local rules = getmetatable(position).rules
  for i, part in ipairs(failure.raise(rules.core:parts(table.unpack(position)))) do
    list[i] = self.node[key_of(rules, part)]
    if not list[i] then return nil end
  end
  return numbers_of(list)
end

--- The element x of a quotient of these components times that of a position.
-- @param quotient the core's
-- @tparam int x
-- @param position
-- @tparam int copies of the position
-- @treturn int; nil where the position cannot be reached
function Closure:times(quotient, x, position, copies)
  local numbers = self:numbers(position)
  if not numbers then return nil end
  for _, n in ipairs(numbers) do
    local power, left = quotient:element(n), copies
    while left > 0 do
      if left % 2 == 1 then x = quotient:product(x, power) end
      power, left = quotient:product(power, power), left // 2
    end
  end
  return x
end

return { find = find }
