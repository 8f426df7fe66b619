--- Dividing cakes of rows and columns, shared by the cake games: Left divides the columns, Right the rows.
--
-- A position is a list of cakes, rows and columns of each; every one is a part.
local start = require "takeaway.rules.start"

-- Each cake; one without rows or columns is nothing.
local function parts(...)
  local list, sizes = {}, { ... }
  for i = 1, #sizes, 2 do
    if sizes[i] > 0 and sizes[i + 1] > 0 then list[#list + 1] = { sizes[i], sizes[i + 1] } end
  end
  return list
end

--- The rules.
-- @tparam string name
-- @tparam function divide(n, emit): the ways to divide n lines, emit(a, b) for pieces of a and b lines
-- @tparam[opt=false] bool turned a quarter turn of the cake before each move
-- @treturn table
return function(name, divide, turned)
  local function columns(emit, a, b)
    divide(b, function(c, d) emit(a, c, a, d) end)
  end
  local function rows(emit, a, b)
    divide(a, function(c, d) emit(c, b, d, b) end)
  end
  return {
    name = name,
    check = start.numbers("rows columns", 1),
    tables = { from = 1, to = 8 },
    left = function(emit, a, b)
      if turned then a, b = b, a end
      columns(emit, a, b)
    end,
    right = function(emit, a, b)
      if turned then a, b = b, a end
      rows(emit, a, b)
    end,
    parts = parts,
  }
end
