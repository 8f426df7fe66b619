--- The code of a game: how the game was made, the members of a set, whether heaps may grow.
-- @module takeaway.family.heap.code

local failure = require "takeaway.base.failure"
local lists = require "takeaway.base.list"

local M = {}

--- How a game was made, and its code; or nil, message, code for a game by rule.
function M.of(game)
  local code, message, why = game:code()
  if not code then return nil, message, why end
  local kind = tostring(game):match "^%l+"
  if kind == "subtraction" and code:find("[", 1, true) then kind = "all_but" end
  return kind, code
end

--- The members of a set, "subtraction", or of its complement, "all_but": from its code, 0.0330003 or 0.30[3].
function M.members(kind, code)
  local list, digit = {}, kind == "all_but" and "0" or "3"
  for place in code:match "^0%.(%d*)":gmatch("()" .. digit) do list[#list + 1] = place end
  return list
end

--- A copy of a set, as @{takeaway.family.heap.subtraction} takes it: the user's table may change.
function M.copy(set)
  local list = set.all_but or set
  local members = lists.copy(list, "subtraction: set")
  return set.all_but and { all_but = members } or members
end

--- The set of a code that only takes: "subtraction" or "all_but" and the members; nil of another code.
function M.set(code)
  local kind = code:find "^0%.[03]*$" and "subtraction" or code:find "^0%.[03]*%[3%]$" and "all_but" or nil
  if kind then return kind, M.members(kind, code) end
end

--- The result of a game's call. A failure is raised without that call's name, since the call that runs the rule adds
-- its own.
function M.answer(result, message, code)
  return failure.raise(result, message and message:gsub("^[%l_]+: ", "", 1), code)
end

-- May a move add counters?
local function adds(game)
  local kind, code = M.of(game)
  if kind ~= "octal" then return false end
  return #code:match "^(.-)%.":gsub("%b{}", "0"):gsub("[!?=]", "") > 1
end

--- For rules: raises where play from heap n of the game need not end, since its options and their options have no end.
-- Nil where play always ends.
function M.ending(game)
  return adds(game) and function(n) M.answer(game:nim_value(n)) end or nil
end

return M
