--- Backsliding toads and frogs: as Toads and frogs, and a toad or frog may also step one square back; jumps go
-- forward alone. Play need not end. Called with a strip: "TT..FF".
-- E. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, chapter 11 (1982); A. N. Siegel, Backsliding Toads and Frogs,
-- in Games of No Chance 3 (2009).
local check, start = require "takeaway.rules.start".text {
  letters = "TF%.", fold = string.upper,
  expected = 'expected a strip of T (toads), F (frogs) and . (empty), such as "TT..FF"',
}

local function move(emit, strip, from, to, own)
  if strip:sub(to, to) ~= "." or to < 1 then return end
  local after = {}
  for i = 1, #strip do after[i] = i == from and "." or i == to and own or strip:sub(i, i) end
  emit(table.concat(after))
end

local function step(emit, strip, own, other, way)
  for i = 1, #strip do
    if strip:sub(i, i) == own then
      move(emit, strip, i, i + way, own)
      if strip:sub(i + way, i + way) == other then move(emit, strip, i, i + 2 * way, own) end
      move(emit, strip, i, i - way, own)
    end
  end
end

return {
  name = "Backsliding toads and frogs",
  check = check,
  start = start,
  tables = "a position is a strip of signs, not numbers",
  example = { "TT.FF" },
  left = function(emit, strip) step(emit, strip, "T", "F", 1) end,
  right = function(emit, strip) step(emit, strip, "F", "T", -1) end,
}
