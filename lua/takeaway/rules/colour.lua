--- Col and Snort: colouring the vertices of a graph, shared by both.
--
-- A vertex next to one of Left's is marked L, next to one of Right's R. A vertex next to both leaves play, and
-- coloured vertices are removed. So a position is the graph left to colour.
local graph = require "takeaway.rules.graph"

local KIND = {
  vertices = "LRlr", edges = "-", fold = string.upper,
  expected = 'expected a graph such as ".-.-L", L and R marking neighbours of Left\'s and Right\'s, or (rows, columns)',
}

-- Colour a vertex that is unmarked or marked `mark`: it goes, and with it its neighbours that the other marked.
local function colour(emit, text, own, other, mark)
  local g = graph.read(text, KIND)
  local around = graph.around(g)
  for v, label in ipairs(g.labels) do
    if label == "" or label == mark then
      local gone, labels = { [v] = true }, table.move(g.labels, 1, #g.labels, 1, {})
      for _, edge in ipairs(around[v]) do
        local to = graph.other(edge, v)
        if g.labels[to] == other then gone[to] = true end
        if g.labels[to] == "" then labels[to] = own end
      end
      emit(graph.text(graph.kept({ labels = labels, edges = g.edges }, function(u) return not gone[u] end)))
    end
  end
end

--- The rules, with their name; in `same`, neighbours of the same colour are allowed, else of different ones.
return function(name, same)
  local rules = graph.rules(KIND)
  rules.name = name
  rules.example = { ".-.-." }
  rules.left = function(emit, text) colour(emit, text, "L", "R", same and "L" or "R") end
  rules.right = function(emit, text) colour(emit, text, "R", "L", same and "R" or "L") end
  return rules
end
