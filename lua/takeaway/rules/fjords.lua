--- Fjords: claim a vertex of a graph that is next to one of your own. Called with a graph, "L-.-.-R", in which L and R
-- are the vertices that Left and Right have claimed.
-- F.-B. Delonge, Fjorde (2005), its second phase; K. Burke and R. A. Hearn, PSPACE-complete two-color planar placement
-- games, International Journal of Game Theory 48 (2019).
--
-- A claimed vertex only lets its neighbours be claimed. So it is written at each of them as an end of its own, once
-- for either player. Edges between claimed vertices, and unreachable vertices, are left out.
local graph = require "takeaway.rules.graph"

local KIND = {
  vertices = "LRlr", edges = "-", fold = string.upper,
  expected = 'expected a graph such as "L-.-.-R", L and R claimed by Left and Right',
}

local rules = graph.rules(KIND)
rules.name = "Fjords"
rules.example = { "L-.-.-R" }

-- The vertices that are not claimed, numbered anew, with the edges between them and a claimed end for each player who
-- may claim one.
local function unclaimed(g)
  local to, left, seen = {}, { labels = {}, edges = {} }, {}
  for v, label in ipairs(g.labels) do
    if label == "" then
      left.labels[#left.labels + 1] = ""
      to[v] = #left.labels
    end
  end
  local function join(a, b)
    local key = math.min(a, b) .. " " .. math.max(a, b)
    if a ~= b and not seen[key] then left.edges[#left.edges + 1] = { a, b, "-" } end
    seen[key] = true
  end
  local function may_claim(v, label)
    if seen[v .. label] then return end
    seen[v .. label] = true
    left.labels[#left.labels + 1] = label
    join(v, #left.labels)
  end
  for _, edge in ipairs(g.edges) do
    local a, b = to[edge[1]], to[edge[2]]
    if a and b then join(a, b)
    elseif a then may_claim(a, g.labels[edge[2]])
    elseif b then may_claim(b, g.labels[edge[1]]) end
  end
  return left
end

local function text_of(g)
  local left, reached = unclaimed(g), {}
  for v, label in ipairs(left.labels) do
    if label ~= "" and not reached[v] then
      for u in pairs((select(2, graph.component(left, v)))) do reached[u] = true end
    end
  end
  return graph.text(graph.kept(left, function(v) return reached[v] end))
end

local check = rules.check

function rules.check(text, ...)
  if type(text) == "number" then return KIND.expected end
  return check(text, ...)
end

function rules.start(text) return text_of(graph.of(text, KIND)) end

local function claim(emit, text, own)
  local g = graph.read(text, KIND)
  local around = graph.around(g)
  for v, label in ipairs(g.labels) do
    local near = false
    for _, edge in ipairs(label == "" and around[v] or {}) do near = near or g.labels[graph.other(edge, v)] == own end
    if near then
      local labels = table.move(g.labels, 1, #g.labels, 1, {})
      labels[v] = own
      emit(text_of({ labels = labels, edges = g.edges }))
    end
  end
end

function rules.left(emit, text) claim(emit, text, "L") end
function rules.right(emit, text) claim(emit, text, "R") end

return rules
