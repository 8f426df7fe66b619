--- Digraph Placement: take a vertex of your colour, and with it all vertices to which its arcs lead. Called with a
-- graph, "L>R-L", or a table of arcs {from, to} with the labels of the vertices. Vertices are L (Left's) and R
-- (Right's); edges are arcs, > and <, or - for both.
--
-- Every short game is the value of such a graph.
-- A. Clow and N. A. McKay, Digraph placement games, arXiv:2407.12219 (2024).
local graph = require "takeaway.rules.graph"

local KIND = {
  vertices = "LRlr", edges = "><-", arc = ">", fold = string.upper,
  expected = 'expected a graph such as "L>R-L", all vertices L or R, with arcs >, < and, for both ways, -',
  more = function(g)
    for _, label in ipairs(g.labels) do
      if label == "" then return "a vertex is neither L nor R" end
    end
  end,
}

local rules = graph.rules(KIND)
rules.name = "Digraph Placement"
rules.example = { "L>R-L" }

local function take(emit, text, own)
  local g = graph.read(text, KIND)
  for v, label in ipairs(g.labels) do
    if label == own then
      local gone = { [v] = true }
      for _, edge in ipairs(g.edges) do
        if edge[1] == v and edge[3] ~= "<" then gone[edge[2]] = true end
        if edge[2] == v and edge[3] ~= ">" then gone[edge[1]] = true end
      end
      emit(graph.text(graph.kept(g, function(u) return not gone[u] end)))
    end
  end
end

function rules.left(emit, text) take(emit, text, "L") end
function rules.right(emit, text) take(emit, text, "R") end

return rules
