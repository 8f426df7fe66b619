--- Ordinal sums, subordinates and powers in which something is loopy.
--
-- B:X = {B^L, B:X^L | B^R, B:X^R} is the graph of X with the options of B at each position.
-- @module takeaway.family.loopy.powers

local core = require "takeaway.core"
local games = require "takeaway.family.loopy.games"

local M = {}

local SIDES = { "left", "right" }

local function options_of(g) return { left = g:left_options(), right = g:right_options() } end

-- The options of a base: of a value, or of a form (`ta.form`) as it is.
local function base_of(base)
  if type(base) ~= "table" then return options_of(base), base end
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

--- The ordinal sum g:h, for stoppers.
function M.ordinal_sum(g, h)
  local _, message, code = no_stopper("ordinal_sum", g, h)
  if code then return nil, message, code end
  return ordinal_sum(options_of(g), h)
end

--- The x for which base:x is g. Left options of g that are none of the base's come of those of x; whether there is
-- such an x the sum tells.
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

--- g to the power 1 to x: g:(y) with 1:y = x.
function M.pow_to(g, x)
  local y, message, code = M.subordinate(x, core.value(1))
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
  if sum == nil then return nil, message, code end
  return games.game(left, { right[1] - sum })
end

return M
