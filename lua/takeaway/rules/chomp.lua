--- Chomp: bite a square and all above and to the right of it; the corner square is
-- poison and never bitten. Called with rows and columns (at most 8 rows); a position is
-- the lengths of the rows, longest first.
-- D. Gale, A curious Nim-type game, American Mathematical Monthly 81 (1974).
return {
  name = "Chomp",
  start = function(rows, columns)
    assert(math.type(rows) == "integer" and rows >= 1 and rows <= 8, "chomp: rows: expected an integer from 1 to 8")
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
