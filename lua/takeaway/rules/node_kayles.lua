--- Node Kayles: take a vertex of a graph and all its neighbours. Called with a graph, ".-.-.", or rows and columns.
-- T. J. Schaefer, On the complexity of some two-person perfect-information games, J. Computer and System Sciences 16
-- (1978).
local graph = require "takeaway.rules.graph"

local KIND = {
  vertices = "", edges = "-", fold = string.lower, expected = 'expected a graph such as ".-.-." or (rows, columns)',
}

local rules = graph.rules(KIND)
rules.name = "Node Kayles"
rules.example = { ".-.-." }

function rules.options(emit, text)
  local g = graph.read(text, KIND)
  local around = graph.around(g)
  for v = 1, #g.labels do
    local gone = { [v] = true }
    for _, edge in ipairs(around[v]) do gone[graph.other(edge, v)] = true end
    emit(graph.text(graph.kept(g, function(u) return not gone[u] end)))
  end
end

return rules
