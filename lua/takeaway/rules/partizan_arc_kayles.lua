--- Partizan Arc Kayles: take an edge of your colour with both its ends; l is Left's, r Right's, g anyone's. Called with
-- a graph: "llr".
-- A. Burke and M. Huggan, Partizan Arc Kayles, arXiv 2404.11700 (2024).
local rules, take = require "takeaway.rules.arcs"("Partizan Arc Kayles", {
  vertices = "", edges = "lrgeLRGE", fold = require "takeaway.rules.edges",
  expected = 'expected a graph of edges l (Left), r (Right) and g (anyone), such as "l(l;rg)"',
})

rules.example = { "llr" }
function rules.left(emit, text) take(emit, text, "lg") end
function rules.right(emit, text) take(emit, text, "rg") end

return rules
