--- Followers by name, for pictures and trees of the positions below one.
-- @module takeaway.app.followers

local keys = require "takeaway.base.position_key"

local M = {}

--- The key by which positions and values differ.
-- @param position
-- @tparam string label its text
-- @treturn string
function M.key(position, label)
  return type(position) == "userdata" and label or keys.key(position)
end

--- The name of the rules that a position's text begins with; nil where there is none.
function M.rules_name(position)
  if type(position) == "userdata" then return nil end
  local rules, label = debug.getmetatable(position).rules, tostring(position)
  return rules and rules.name or label:match("^([^()]+)%(") or label:match("^%d+ %* ([^()]+)%(")
end

--- A text with the name of the rules left out: "Nim(2) + Nim(1)" is "(2) + (1)".
function M.without(name, label)
  return (label:gsub(name:gsub("%p", "%%%0") .. "%(", "("))
end

return M
