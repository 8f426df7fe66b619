--- What a game's code says: how it was made, and the members of a set.
-- @module takeaway.family.heap.code

local M = {}

--- How a game was made, and its code; or nil, message, code where it is by rule, whatever it is called.
function M.of(game)
  local code, message, why = game:code()
  if not code then return nil, message, why end
  local kind = tostring(game):match "^%l+"
  if kind == "subtraction" and code:find("[", 1, true) then kind = "all_but" end
  return kind, code
end

--- The members of a set, "subtraction", or what it leaves out, "all_but": from its code, 0.0330003 or 0.30[3].
function M.members(kind, code)
  local list, digit = {}, kind == "all_but" and "0" or "3"
  for place in code:match "^0%.(%d*)":gmatch("()" .. digit) do list[#list + 1] = place end
  return list
end

return M
