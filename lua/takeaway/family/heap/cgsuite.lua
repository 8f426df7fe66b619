--- Heap games as CGSuite has them, by name; and which codes it reads otherwise, as CGSuite 2.2 does.
-- @module takeaway.family.heap.cgsuite

local codes = require "takeaway.family.heap.code"

local POSITION = ": export a position, game:position(n)"

-- In CGSuite digits end with V.
local LISTS = { W = "{5}", X = "{0,5}", Y = "{1,5}", Z = "{0,1,5}" }

-- Does a digit with the mark `?` (heaps not all equal) allow one heap? CGSuite then refuses a heap of one counter.
local function refuses_a_counter(code)
  for list in code:gmatch "(%b{})%?" do
    if list:find "[{,]1[,+}]" then return true end
  end
  for digit in code:gsub("%b{}%p?", ""):gmatch "([%w*])%?" do
    if digit == "*" or tonumber(digit, 36) & 2 ~= 0 then return true end
  end
  return false
end

-- Does CGSuite play a code without a comma otherwise? It divides spacing by the number of other coins, so a single coin
-- has none. With F it lets any coin be turned alone. If the fewest coins do not fit with the first one, it tries no
-- larger number.
local function turns_otherwise(code)
  local least, range = code:match "^(%d+)([+-]?)"
  local modifiers = code:gsub("C%(%d+%)", "")
  local shape = modifiers:match "[CES]"
  least = tonumber(least)
  if not modifiers:find "F" then return shape == "E" and least == 1 end
  if shape == "C" then return range ~= "" end
  return least == 1 or range ~= "" and (shape == "E" and least > 2 or shape == "S" and least % 2 == 1)
end

local function reads_otherwise(kind, code)
  if kind == "octal" then return refuses_a_counter(code) end
  for term in code:upper():gmatch "[^,]+" do
    if kind == "spawning" and turns_otherwise(term) then return true end
  end
  return false
end

return function(game)
  local kind, code = codes.of(game)
  if not kind then return nil, "its rule is a function" .. POSITION end
  if reads_otherwise(kind, code) then return nil, ("CGSuite reads the code %s otherwise"):format(code) .. POSITION end
  if kind == "spawning" then return ('game.heap.Spawning("%s")'):format(code) end
  local set = kind ~= "octal" and codes.members(kind, code) or {}
  if #set == 0 then -- for codes; a set is never empty there
    return ('game.heap.TakeAndBreak("%s")'):format((code:gsub("[W-Z]", LISTS)))
  end
  local except = kind == "all_but" and ", allbut => true" or ""
  return ("game.heap.Subtraction([%s]%s)"):format(table.concat(set, ", "), except)
end
