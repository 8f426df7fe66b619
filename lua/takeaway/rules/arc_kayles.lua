--- Arc Kayles: take an edge of a graph with both its ends. Called with a graph, ".-.-.", or rows and columns.
-- T. J. Schaefer, On the complexity of some two-person perfect-information games, J. Computer and System Sciences 16
-- (1978).
local rules, take = require "takeaway.rules.arcs"("Arc Kayles", {
  vertices = "", edges = "-", fold = string.lower, expected = 'expected a graph such as ".-.-." or (rows, columns)',
})

rules.example = { ".-.-." }
function rules.options(emit, text) take(emit, text, "-") end

return rules
