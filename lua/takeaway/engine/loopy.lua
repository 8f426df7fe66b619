--- Values of graphs of positions where play need not end.
--
-- Positions that lead to each other are a component. Components are valued in an order in which each leads only to
-- earlier ones. So all other positions are known as values, and the core compares only positions of one component and
-- simplest forms. The components are Tarjan's, with an explicit stack.
-- @module takeaway.engine.loopy

local budget = require "takeaway.base.budget"
local core = require "takeaway.core"

-- `read(x)`: the value of what names a loopy game, nil for anything else; `ordinal_sum({left =, right =}, g)`: of a
-- base with these options and a stopper; both set by the family that knows loopy games.
local M = {}

local MOST = 1 << 20 -- positions explored where the ruleset has no limit
local NODES = 1 << 15 -- of a graph, TA_LOOPY_MOST

--- The refusal of a graph with this number of nodes: nothing, or nil, message, code where they are too many.
function M.too_large(count)
  if count > NODES then return nil, ("a graph of more than %d positions"):format(NODES), "ELIMIT" end
end

--- The value of a graph. A node is a table `{left = {...}, right = {...}}` whose options are nodes, the same tables, or
-- values. The graph is `start` and all nodes that it leads to.
-- @return the value; or nil, message, code
function M.graph(start)
  local values, nodes, number, place = {}, { start }, { [start] = 1 }, {}
  local moves = {}
  local function number_of(option)
    if type(option) == "userdata" then
      if not place[option] then
        values[#values + 1] = option
        place[option] = -#values
      end
      return place[option]
    end
    if not number[option] then
      nodes[#nodes + 1] = option
      number[option] = #nodes
    end
    return number[option]
  end
  local function add(node, player, list)
    for _, option in ipairs(list) do
      local n = #moves
      moves[n + 1], moves[n + 2], moves[n + 3] = node, player, number_of(option)
    end
  end
  local at = 1
  while at <= #nodes do
    add(at, 0, nodes[at].left)
    add(at, 1, nodes[at].right)
    if #nodes > NODES then return M.too_large(#nodes) end
    at = at + 1
  end
  for i = 1, #moves, 3 do -- the core numbers values first, then nodes
    moves[i] = moves[i] + #values
    moves[i + 2] = moves[i + 2] < 0 and -moves[i + 2] or moves[i + 2] + #values
  end
  return core.loopy_form(values, #nodes, moves, 1 + #values)
end

local function key_of(components)
  local parts = {}
  for i, x in ipairs(components) do parts[i] = type(x) == "string" and ("%q"):format(x) or tostring(x) end
  return table.concat(parts, ",")
end

-- All positions reached, the first the one asked for: nodes whose options are nodes. A node is a sum of parts, in any
-- order, and a move in it one in one of them, which may fall apart. Nil, message, code.
local function explore(rules, components)
  local limit = budget.inherited()
  if limit == 0 then limit = MOST end
  local nodes, by_key, failed = {}, {}, nil
  local function node_of(parts)
    local keys = {}
    for i, part in ipairs(parts) do keys[i] = key_of(part) end
    table.sort(keys)
    local key = table.concat(keys, ";")
    if not by_key[key] then
      nodes[#nodes + 1] = { parts = parts }
      by_key[key] = nodes[#nodes]
    end
    return by_key[key]
  end
  local function ask(list, message, code)
    failed = failed or not list and { message, code } or nil
    return list or {}
  end
  local function after(parts, i, option)
    local left = rules.parts and ask(rules.core:parts(table.unpack(option))) or { option }
    for k, part in ipairs(parts) do
      if k ~= i then left[#left + 1] = part end
    end
    return node_of(left)
  end
  local function options(parts, player)
    local list, seen = {}, {}
    for i, part in ipairs(parts) do
      local key = key_of(part)
      for _, option in ipairs(seen[key] and {} or ask(rules.core:options(player, nil, table.unpack(part)))) do
        list[#list + 1] = after(parts, i, option)
      end
      seen[key] = true -- a move in an equal part is the same
    end
    return list
  end
  node_of { components }
  local at = 1
  while at <= #nodes and not failed do
    if #nodes > limit then
      return nil, ("canonical_form: play need not end, and more than %d positions are reached"):format(limit), "ELIMIT"
    end
    budget.poll("canonical_form", at)
    local node = nodes[at]
    node.left = options(node.parts, 0)
    node.right = rules.partizan and options(node.parts, 1) or node.left
    at = at + 1
  end
  if failed then return nil, failed[1], failed[2] end
  return nodes
end

local function successors(node)
  local list = table.move(node.left, 1, #node.left, 1, {})
  return table.move(node.right, 1, #node.right, #list + 1, list)
end

-- The components, each after those that it leads to.
local function components_of(start)
  local found, open, path, count = {}, {}, {}, 0
  local function enter(node)
    count = count + 1
    node.index, node.low = count, count
    open[#open + 1] = node
    path[#path + 1] = { node = node, pending = successors(node) }
  end
  enter(start)
  while #path > 0 do
    local top = path[#path]
    local node, to = top.node, table.remove(top.pending)
    if to and not to.index then
      enter(to)
    elseif to then
      if not to.component then node.low = math.min(node.low, to.index) end
    else
      path[#path] = nil
      if #path > 0 then path[#path].node.low = math.min(path[#path].node.low, node.low) end
      if node.low == node.index then
        local component = {}
        repeat
          local last = table.remove(open)
          last.component = component
          component[#component + 1] = last
        until last == node
        found[#found + 1] = component
      end
    end
  end
  return found
end

-- The value of a node, by those of what it leads to and the nodes of its own component.
local function value_nodes(component)
  local inside = {}
  for _, node in ipairs(component) do inside[node] = { left = {}, right = {} } end
  for node, written in pairs(inside) do
    for _, side in ipairs { "left", "right" } do
      for i, option in ipairs(node[side]) do written[side][i] = inside[option] or option.value end
    end
  end
  for _, node in ipairs(component) do
    local message, code
    node.value, message, code = M.graph(inside[node])
    if node.value == nil then return nil, message, code end
  end
  return true
end

local function value_of_part(rules, components)
  local nodes, message, code = budget.run(rules.bounds, explore, rules, components)
  if not nodes then return nil, message, code end
  for _, component in ipairs(components_of(nodes[1])) do
    local ok
    ok, message, code = value_nodes(component)
    if not ok then return nil, message, code end
  end
  return nodes[1].value
end

--- The value of a position of a ruleset where play need not end, by its components. Its sides need not be stoppers.
-- @return the value; or nil, message, code
function M.value(rules, components)
  if not rules.parts then return value_of_part(rules, components) end
  local parts, message, code = rules.core:parts(table.unpack(components))
  if not parts then return nil, message, code end
  local sum = core.value(0)
  for _, part in ipairs(parts) do
    local value
    value, message, code = value_of_part(rules, part)
    if value == nil then return nil, message, code end
    sum = sum + value
  end
  return sum
end

--- The same where both sides are stoppers, and "ELOOPY" where not.
function M.canonical_form(rules, components)
  local value, message, code = M.value(rules, components)
  if value == nil then return nil, message, code end
  if value:is_stopper_sided() then return value end
  return nil, "canonical_form: play need not end, and its sides are not found to be stoppers", "ELOOPY"
end

return M
