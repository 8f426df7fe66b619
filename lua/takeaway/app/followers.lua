--- Followers by name, for pictures and trees of the positions below one.
-- @module takeaway.app.followers

local M = {}

local function term_key(sign, count, position)
  local parts = { ("%d %d %p"):format(sign, count, debug.getmetatable(position).rules) }
  for i = 1, #position do parts[i + 1] = tostring(position[i]) end
  return table.concat(parts, "\0")
end

--- What tells positions apart: their rules and components, since texts may be alike; of a sum those of its terms, in any
-- order; of a value its text.
-- @param position
-- @tparam string label its text
-- @treturn string
function M.key(position, label)
  if type(position) == "userdata" then return label end
  if not position.terms then return term_key(1, 1, position) end
  local keys = {}
  for i, t in ipairs(position.terms) do keys[i] = term_key(t.sign, t.count, t.position) end
  table.sort(keys)
  return table.concat(keys, "\1")
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
