--- Sums other than the disjunctive one, subordinates and powers with a loopy operand, of stoppers in simplest form.
--
-- B:X = {B^L, B:X^L | B^R, B:X^R} is the graph of X with the options of B at each position. Sums in which a player may
-- move in both parts are graphs of pairs, one for each reachable pair of followers.
-- @module takeaway.family.loopy.powers

local core = require "takeaway.core"
local failure = require "takeaway.base.failure"
local games = require "takeaway.family.loopy.games"
local positions = require "takeaway.engine.loopy"

local M = {}

local SIDES = { "left", "right" }

local function options_of(g) return { left = g:left_options(), right = g:right_options() } end

-- The options of a base: of a value, or of a form (`ta.form`) as it is.
local function base_of(base)
  if type(base) ~= "table" then return options_of(base), base end
  if not base.option_values then failure.misuse "subordinate: base: expected a value or a form, got a table" end
  local left, right = base:option_values()
  return { left = left, right = right }, base:canonical_form()
end

local function no_stopper(call, ...)
  for _, g in ipairs { ... } do
    if not g:is_stopper() then return nil, call .. ": of stoppers", "EUNSUPPORTED" end
  end
end

-- A graph with a node for each follower of g: what `write(node, options)` makes of its options.
local function graph_like(g, write)
  local nodes, list = { [g] = {} }, { g }
  local function node_of(x)
    if not nodes[x] then
      nodes[x] = {}
      list[#list + 1] = x
    end
    return nodes[x]
  end
  for _, x in ipairs(list) do
    local node, options = nodes[x], options_of(x)
    local _, message, code = games.too_large(#list)
    if code then return nil, message, code end
    for _, side in ipairs(SIDES) do
      node[side] = {}
      write(node[side], side, options[side], node_of)
    end
  end
  return games.graph(nodes[g])
end

local function ordinal_sum(base, g)
  return graph_like(g, function(list, side, options, node_of)
    table.move(base[side], 1, #base[side], 1, list)
    for _, option in ipairs(options) do list[#list + 1] = node_of(option) end
  end)
end

positions.ordinal_sum = ordinal_sum

--- The ordinal sum g:h, for stoppers.
function M.ordinal_sum(g, h)
  local _, message, code = no_stopper("ordinal_sum", g, h)
  if code then return nil, message, code end
  return ordinal_sum(options_of(g), h)
end

--- The x for which base:x is g. Left options of g that are not the base's must come from those of x. The sum verifies
-- the result.
function M.subordinate(g, base)
  local options, value = base_of(base)
  local _, message, code = no_stopper("subordinate", g, value)
  if code then return nil, message, code end
  local own = { left = {}, right = {} }
  for _, side in ipairs(SIDES) do
    for _, option in ipairs(options[side]) do own[side][option] = true end
  end
  local x
  x, message, code = graph_like(g, function(list, side, list_of_g, node_of)
    for _, option in ipairs(list_of_g) do
      if not own[side][option] then list[#list + 1] = node_of(option) end
    end
  end)
  if x == nil then return nil, message, code end
  local sum = x:is_stopper() and ordinal_sum(options, x)
  if sum ~= g then return nil, "subordinate: this value is no ordinal sum with that base", "EUNSUPPORTED" end
  return x
end

--- g to the power 1 to x: g:(y) with 1:y = x; 0 for x = 0.
function M.pow_to(g, x)
  if x == core.value(0) then return x end
  local y, message, code = M.subordinate(x, core.value(1))
  if code == "EUNSUPPORTED" then message = "an exponent is 0 or 1:y for some y, as 2, 3/2, over, 1over and on are" end
  if y == nil then return nil, message, code end
  return M.ordinal_sum(g, y)
end

--- g to the power x: {0 | h - g:pow_to(x - 1)} of g = {0|h}.
function M.pow(g, x)
  local left, right = g:left_options(), g:right_options()
  if not (left and #left == 1 and #right == 1 and left[1] == core.value(0)) then
    return nil, "pow: powers are of games {0|h}", "EUNSUPPORTED"
  end
  local sum, message, code = M.pow_to(g, x - 1)
  if code == "EUNSUPPORTED" then message = "an exponent is 1 or more, and 1 more than 0 or 1:y for some y" end
  if sum == nil then return nil, message, code end
  return games.game(left, { right[1] - sum })
end

-- ---- Sums with moves in both parts ----

-- The graph of pairs of followers of g and h: with `one` a player moves in one or in both, else in both.
local function graph_of_pairs(g, h, one)
  local nodes, list = {}, {}
  local function node_of(a, b)
    nodes[a] = nodes[a] or {}
    if not nodes[a][b] then
      nodes[a][b] = { left = {}, right = {} }
      list[#list + 1] = { a, b }
    end
    return nodes[a][b]
  end
  local start, of = node_of(g, h), {}
  local function options(x)
    of[x] = of[x] or options_of(x)
    return of[x]
  end
  for _, pair in ipairs(list) do
    local a, b = pair[1], pair[2]
    local node = nodes[a][b]
    local _, message, code = games.too_large(#list)
    if code then return nil, message, code end
    for _, side in ipairs(SIDES) do
      local to, others = node[side], options(b)[side]
      for _, o in ipairs(one and others or {}) do to[#to + 1] = node_of(a, o) end
      for _, o in ipairs(options(a)[side]) do
        if one then to[#to + 1] = node_of(o, b) end
        for _, other in ipairs(others) do to[#to + 1] = node_of(o, other) end
      end
    end
  end
  return games.graph(start)
end

--- A move in both, until one ends.
function M.conjunctive_sum(g, h)
  local _, message, code = no_stopper("conjunctive_sum", g, h)
  if code then return nil, message, code end
  return graph_of_pairs(g, h, false)
end

--- Moves in one or in both.
function M.selective_compound(g, h)
  local _, message, code = no_stopper("selective_compound", g, h)
  if code then return nil, message, code end
  return graph_of_pairs(g, h, true)
end

--- The first move in one, then g + h, or in both, then the conjunctive sum.
function M.selective_sum(g, h)
  local _, message, code = no_stopper("selective_sum", g, h)
  if code then return nil, message, code end
  local first, second, lists = options_of(g), options_of(h), {}
  for _, side in ipairs(SIDES) do
    local list = {}
    for _, b in ipairs(second[side]) do list[#list + 1] = g + b end
    for _, a in ipairs(first[side]) do
      list[#list + 1] = a + h
      for _, b in ipairs(second[side]) do
        local both
        both, message, code = M.conjunctive_sum(a, b)
        if both == nil then return nil, message, code end
        list[#list + 1] = both
      end
    end
    lists[side] = list
  end
  return games.game(lists.left, lists.right)
end

-- ---- Sums of which one part ends the other ----

--- g until nobody can move there, then h.
function M.sequential_compound(g, h)
  local _, message, code = no_stopper("sequential_compound", g, h)
  if code then return nil, message, code end
  local over = core.value(0)
  if g == over then return h end
  return graph_like(g, function(list, _, options, node_of)
    for i, option in ipairs(options) do list[i] = option == over and h or node_of(option) end
  end)
end

--- A move in one removes the other.
function M.join(g, h)
  local _, message, code = no_stopper("join", g, h)
  if code then return nil, message, code end
  local lists = options_of(g)
  for side, options in pairs(options_of(h)) do
    table.move(options, 1, #options, #lists[side] + 1, lists[side])
  end
  return games.game(lists.left, lists.right)
end

return M
