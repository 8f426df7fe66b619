--- The code of a game of heaps, read: which kind of game it is of, and the members of a set.
-- @module takeaway.family.heap.code

local M = {}

--- "octal", "spawning", "subtraction" or "all_but", and the code; or nil, message, code, of a game by rule.
function M.of(game)
  local code, message, why = game:code()
  if not code then return nil, message, why end
  local kind = tostring(game):match "^%l+" -- of games with a code the text is not the user's
  if kind == "subtraction" and code:find("[", 1, true) then kind = "all_but" end
  return kind, code
end

--- The members of a set, or what it leaves out, from its code: 0.0330003, or 0.30[3].
-- @tparam string code
-- @tparam string digit "3": the members; "0": what is left out
function M.members(code, digit)
  local list = {}
  for place in code:match "^0%.(%d*)":gmatch("()" .. digit) do list[#list + 1] = place end
  return list
end

return M
