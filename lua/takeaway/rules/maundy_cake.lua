--- Maundy Cake: Left divides the columns of a cake into equal pieces, two or more, Right the rows. A position is a
-- cake's rows and columns, and the number of such cakes if more than one.
-- E. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, chapter 2 (1982).
local start = require "takeaway.rules.start"

return {
  name = "Maundy Cake",
  check = start.numbers("rows columns copies?", 1),
  tables = { from = 1, to = 8 },
  start = function(rows, columns, copies)
    if copies and copies > 1 then return rows, columns, copies end
    return rows, columns
  end,
  left = function(emit, rows, columns)
    for k = 2, columns do
      if columns % k == 0 then emit(rows, columns // k, k) end
    end
  end,
  right = function(emit, rows, columns)
    for k = 2, rows do
      if rows % k == 0 then emit(rows // k, columns, k) end
    end
  end,
  parts = function(rows, columns, copies)
    local list = {}
    for i = 1, copies or 1 do list[i] = { rows, columns } end
    return list
  end,
}
