--- Heap games as CGSuite has them, by their codes.
--
-- Its notation is ours but for two things: there `?` refuses one heap of one counter, and `F` lets a coin be turned
-- alone anywhere. Codes in which that may matter have no text.
-- @module takeaway.family.heap.cgsuite

local codes = require "takeaway.family.heap.code"

local function set(list, more) return ("game.heap.Subtraction([%s]%s)"):format(table.concat(list, ", "), more) end

-- Has it a `?` behind numbers of heaps among which is one heap?
local function may_refuse_one(code)
  for digit in code:gmatch "(%w)%?" do
    if tonumber(digit, 36) & 2 ~= 0 then return true end
  end
  for list in code:gmatch "%b{}" do
    if list:find("?", 1, true) then return true end
  end
  return false
end

return function(game)
  local kind, code = codes.of(game)
  if not kind then return nil, "its rule is a function: export a position, game:position(n)" end
  if kind == "subtraction" then return set(codes.members(code, "3"), "") end
  if kind == "all_but" then return set(codes.members(code, "0"), ", allbut => true") end
  if kind == "spawning" then
    if code:find("F", 1, true) then return nil, "by F it lets a coin be turned alone anywhere" end
    return ('game.heap.Spawning("%s")'):format(code)
  end
  if may_refuse_one(code) then return nil, "by ? it refuses one heap of one counter" end
  return ('game.heap.TakeAndBreak("%s")'):format(code)
end
