--- Dawson's Kayles, 0.07: take two neighbouring pins of a row, which may split it.
-- T. R. Dawson, Caissa's Wild Roses (1935); Guy and Smith (1956).
return {
  name = "Dawson's Kayles",
  check = require "takeaway.rules.start".numbers "row ...",
  options = function(emit, n)
    for a = 0, (n - 2) // 2 do emit(a, n - 2 - a) end
  end,
  parts = require "takeaway.rules.heaps".parts,
}
