--- Loopy values made of options and of graphs: the basis of the reader, the names and the methods.
-- @module takeaway.family.loopy.games

local core = require "takeaway.core"
local failure = require "takeaway.base.failure"

local M = {}

local metatable = core.metatable "takeaway.loopy"
local MARK = "takeaway.loopy"

--- Test for a loopy value.
function M.is_loopy(x) return type(x) == "userdata" and getmetatable(x) == MARK end

--- Test for a value, plain or loopy.
function M.is_value(x)
  return type(x) == "userdata" and (getmetatable(x) == MARK or getmetatable(x) == "takeaway.value")
end

M.metatable = metatable

--- The value of a graph, see @{takeaway.engine.loopy}.
M.graph, M.too_large = require "takeaway.engine.loopy".graph, require "takeaway.engine.loopy".too_large

--- The value of {left | right}, lists of values.
function M.game(left, right) return M.graph { left = left, right = right } end

-- The named ones, made when they are asked for.
local MAKERS = {
  on = function(node) node.left = { node } end,
  off = function(node) node.right = { node } end,
  over = function(node) node.left, node.right = { core.value(0) }, { node } end,
  under = function(node) node.left, node.right = { node }, { core.value(0) } end,
  upon = function(node) node.left, node.right = { node }, { core.star(1) } end,
  dud = function(node) node.left, node.right = { node }, { node } end,
  tis = function(node) node.left = { { left = {}, right = { node } } } end,
  tisn = function(node) node.right = { { left = { node }, right = {} } } end,
}

function M.is_named(word) return MAKERS[word] ~= nil end

function M.named(word)
  local node = { left = {}, right = {} }
  MAKERS[word](node)
  return assert(M.graph(node))
end

--- Test whether g >= h, for values of either kind. Raises where the core has no answer.
function M.geq(g, h)
  return failure.raise(core.loopy_geq(g, h))
end

--- Nil, message and code for a call that is defined only for stoppers.
function M.no_stopper(call)
  return nil, call .. ": a value that is no stopper has a simplest form by its sides, and no options", "EUNSUPPORTED"
end

return M
