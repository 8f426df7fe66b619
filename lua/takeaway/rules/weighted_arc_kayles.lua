--- Weighted Arc Kayles: there are counters on the vertices of a graph; take one from each end of an edge. With one
-- counter everywhere this is Arc Kayles. Called with a graph, "2-1-3", whose vertices are numbers of counters (".", or
-- nothing, is one), or rows and columns. An edge from a vertex to itself takes one counter.
-- A. Dailly, V. Gledel and M. Heinrich, A generalization of Arc-Kayles, International Journal of Game Theory 48 (2019).
local graph = require "takeaway.rules.graph"

local KIND = {
  vertices = "0123456789", edges = "-", counters = true,
  fold = function(label) return label:match "^0*(%d+)$" or label end,
  expected = 'expected a graph such as "2-1-3", with numbers of counters, or (rows, columns)',
}

local rules = graph.rules(KIND)
rules.name = "Weighted Arc Kayles"
rules.example = { "2-1-3" }

-- The text of a graph with these counters, without vertices that have no counters or no neighbour with any.
local function text_of(g, counters)
  local around, labels = graph.around(g), {}
  for v = 1, #counters do labels[v] = tostring(counters[v]) end
  local function stays(v)
    for _, edge in ipairs(counters[v] > 0 and around[v] or {}) do
      if counters[graph.other(edge, v)] > 0 then return true end
    end
    return false
  end
  return graph.text(graph.kept({ labels = labels, edges = g.edges }, stays))
end

local function read(text)
  local g, counters = graph.read(text, KIND), {}
  for v, label in ipairs(g.labels) do counters[v] = label == "" and 1 or math.tointeger(tonumber(label)) end
  return g, counters
end

local check, start = rules.check, rules.start

function rules.check(text, ...)
  local wrong = check(text, ...)
  if wrong or type(text) == "number" then return wrong end
  for _, label in ipairs(graph.of(text, KIND).labels) do
    if #label > 18 then return "a number of counters has at most 18 digits; " .. KIND.expected end
  end
end

function rules.start(...) return text_of(read(start(...))) end

function rules.options(emit, text)
  local g, counters = read(text)
  for _, edge in ipairs(g.edges) do
    local a, b = edge[1], edge[2]
    local left = table.move(counters, 1, #counters, 1, {})
    left[a] = left[a] - 1
    if b ~= a then left[b] = left[b] - 1 end
    if left[a] >= 0 and left[b] >= 0 then emit(text_of(g, left)) end
  end
end

return rules
