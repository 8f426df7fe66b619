--- Keys of positions and sums, made from their rules and components. Their texts would not do, since different
-- positions may print alike. Nor would `==`, which calls `canonical`.
-- @module takeaway.base.position_key

local function term_key(sign, count, position)
  local parts = { ("%d %d %p"):format(sign, count, debug.getmetatable(position).rules) }
  for i = 1, #position do parts[i + 1] = tostring(position[i]) end
  return table.concat(parts, "\0")
end

local M = {}

--- The key of a position, or of a sum, whose terms have no order.
-- @param position
-- @treturn string
function M.key(position)
  if not position.terms then return term_key(1, 1, position) end
  local keys = {}
  for i, t in ipairs(position.terms) do keys[i] = term_key(t.sign, t.count, t.position) end
  table.sort(keys)
  return table.concat(keys, "\1")
end

--- Append those of a list that are not in it yet.
-- @tparam table list
-- @tparam table more
-- @treturn table the list
function M.append(list, more)
  local known = {}
  for _, p in ipairs(list) do known[M.key(p)] = true end
  for _, p in ipairs(more) do
    local key = M.key(p)
    if not known[key] then known[key], list[#list + 1] = true, p end
  end
  return list
end

return M
