-- A database as a stranger may craft it, with valid checksums: the text of one query over the answers of another.
--
--   foreign(path, rules, { from = , to = }) --> the open database
--
-- The answers are those of positions without moves: all lost.
local files = require "takeaway.engine.database.file"
local head = require "takeaway.engine.database.head"
local ta = require "takeaway"

return function(path, rules, box)
  local size, count, last, order = #rules.declaration.variables, 1, {}, {}
  for i = 1, size do
    order[i], last[i] = i, box.to[i] - box.from[i]
    count = count * (last[i] + 1)
  end
  local zero = {}
  for i = 1, size do zero[i] = 0 end
  local variables = rules.declaration.variables
  local ended = ta.moves { table.concat(variables, ", "), "0 > 1 -> " .. table.concat(variables, ", ") }
  local source = head.text { what = "outcome", from = box.from, to = box.to, order = order, declaration = rules.declaration }
  return files.solve(path, source, 1, count, function(handle)
    return ended.core:fill(handle, head.QUESTION.outcome, zero, last, order, 0)
  end)
end
