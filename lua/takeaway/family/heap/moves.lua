--- How heap games are declared: a sum of so many heaps as one position. Those that split a heap are not: their
-- positions have no fixed count of numbers.
-- @module takeaway.family.heap.moves

local NAMES = "abcdefghijklm" -- of heaps, where there are several

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
    if not seen[k] then members[#members + 1] = k end
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

return {
  subtraction = function(set)
    local moves = subtraction { all_but = set.all_but and { table.unpack(set.all_but) }, table.unpack(set) }
    return function(game, heaps)
      return fields(tostring(game), heaps or 1, moves), { outcome = function(...) return game:outcome(...) end }
    end
  end,
  octal = function() return split end,
  spawning = function() return split end,
}
