--- Declarations of heap games: a sum of a given number of heaps as one position. Games that split a heap have none,
-- since their positions have no fixed count of numbers.
-- @module takeaway.family.heap.moves

local codes = require "takeaway.family.heap.code"

local NAMES = "abcdefghijlmn" -- of heaps, where there are several; k is what is taken

-- For each heap the moves that `moves(n)` gives, "k: 1 <= k <= n" and "n - k", with the heap's name for n.
local function fields(name, heaps, moves)
  local names, list = {}, { name = name }
  for i = 1, heaps do names[i] = heaps == 1 and "n" or heaps <= #NAMES and NAMES:sub(i, i) or "n" .. i end
  list[1] = table.concat(names, ", ")
  for i, own in ipairs(names) do
    for _, move in ipairs(moves(own)) do
      local targets = table.move(names, 1, heaps, 1, {})
      targets[i] = own .. " - " .. move[2]
      list[#list + 1] = ("%s -> %s"):format(move[1], table.concat(targets, ", "))
    end
  end
  return list
end

local function subtraction(set)
  local except, members, seen = set.all_but, {}, {}
  for _, k in ipairs(except or set) do
    if not seen[k] then members[#members + 1] = math.tointeger(k) end
    seen[k] = true
  end
  table.sort(members)
  return function(own)
    local list = {}
    if except then
      local guard = ("k: 1 <= k <= %s"):format(own)
      for _, k in ipairs(members) do guard = ("%s, k ~= %d"):format(guard, k) end
      return { { guard, "k" } }
    end
    for i, k in ipairs(members) do list[i] = { ("%s >= %d"):format(own, k), k } end
    return list
  end
end

local function split() return nil, "its moves may split a heap, so that positions have no fixed count of numbers" end

-- What is declared for a game of a set.
local function declared(game, heaps, set)
  local moves = subtraction(set)
  return fields(tostring(game), heaps or 1, moves), { outcome = function(...) return game:outcome(...) end }
end

return {
  subtraction = function(set)
    local copy = codes.copy(set)
    return function(game, heaps) return declared(game, heaps, copy) end
  end,
  octal = function()
    return function(game, heaps)
      local kind, members = codes.set(game:code())
      if not kind then return split() end
      return declared(game, heaps, kind == "all_but" and { all_but = members } or members)
    end
  end,
  spawning = function() return split end,
}
