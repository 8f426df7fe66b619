-- Nim on so many piles, declared.
local ta = require "takeaway"

return function(piles)
  local names, fields = {}, { name = "nim" }
  for i = 1, piles do names[i] = string.char(96 + i) end
  fields[1] = table.concat(names, ", ")
  for i = 1, piles do
    local targets = { table.unpack(names) }
    targets[i] = names[i] .. " - k"
    fields[i + 1] = ("k: 1 <= k <= %s -> %s"):format(names[i], table.concat(targets, ", "))
  end
  return ta.moves(fields)
end
