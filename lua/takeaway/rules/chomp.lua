--- Chomp: bite a square and all above and to the right of it; the corner square is
-- poison and never bitten. Called with rows and columns (at most 64 rows); a position is
-- the lengths of the rows, longest first.
-- D. Gale, A curious Nim-type game, American Mathematical Monthly 81 (1974).
return {
  name = "Chomp",
  tables = { from = 1, to = 7 },
  check = require "takeaway.rules.start".numbers("rows columns", 1, function(rows)
    if rows > 64 then return "expected at most 64 rows" end
  end),
  start = function(rows, columns)
    local lengths = {}
    for r = 1, rows do lengths[r] = columns end
    return table.unpack(lengths)
  end,
  options = function(emit, ...)
    local rows = { ... }
    for r = 1, #rows do
      for left = r == 1 and 1 or 0, rows[r] - 1 do
        local after = {}
        for i = 1, #rows do after[i] = i < r and rows[i] or math.min(rows[i], left) end
        emit(table.unpack(after))
      end
    end
  end,
}
