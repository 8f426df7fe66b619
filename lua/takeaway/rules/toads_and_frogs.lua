--- Toads and frogs: Left's toads T step right, Right's frogs F left, to an empty square next
-- to them or over one of the others onto an empty square. Called with a strip: "TT..FF".
-- R. K. Guy; E. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, chapter 1 (1982).
local check, start = require "takeaway.rules.start".text {
  letters = "TF%.", fold = string.upper,
  expected = 'expected a strip of T (toads), F (frogs) and . (empty), such as "TT..FF"',
}

local function step(emit, strip, own, other, way)
  for i = 1, #strip do
    if strip:sub(i, i) == own then
      local to = i + way
      if strip:sub(to, to) == other then to = to + way end
      if to >= 1 and to <= #strip and strip:sub(to, to) == "." then
        local after = {}
        for j = 1, #strip do after[j] = j == i and "." or j == to and own or strip:sub(j, j) end
        emit(table.concat(after))
      end
    end
  end
end

return {
  name = "Toads and frogs",
  check = check,
  start = start,
  tables = "a position is a strip of signs, not numbers",
  example = { "TT.FF" },
  left = function(emit, strip) step(emit, strip, "T", "F", 1) end,
  right = function(emit, strip) step(emit, strip, "F", "T", -1) end,
}
