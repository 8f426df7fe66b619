--- Cutting edges of a picture on the ground, shared by Hackenbush and its childish form.
--
-- The ground is the first vertex. What hangs together without the ground is a part of its own.
local graph = require "takeaway.rules.graph"

local KIND = {
  vertices = "", edges = "lrgeLRGE", ground = true, fold = require "takeaway.rules.edges",
  expected = 'expected the edges from the ground, l (Left), r (Right) and g (anyone), such as "lrg" or "l(l;rg)"',
}

function KIND.more(g)
  local connected = #g.labels == 0 and 0 or #graph.component(g, 1)
  if connected < #g.labels then return "an edge is not connected with the ground; " .. KIND.expected end
end

local function read(text)
  local g = graph.of(text, KIND)
  if #g.labels == 0 then g.labels[1] = "" end
  return g
end

-- One part for each component without the ground, with its edges to the ground, and for each edge from the ground to
-- itself.
local function parts(text)
  local g, list = read(text), {}
  local above = graph.kept(g, function(v) return v > 1 end)
  local seen = {}
  for v = 2, #g.labels do
    if not seen[v] then
      local of = graph.component(above, v - 1)
      local stays = { [1] = true }
      for _, u in ipairs(of) do
        seen[u + 1], stays[u + 1] = true, true
      end
      local part = graph.kept(g, function(u) return stays[u] end)
      for i = #part.edges, 1, -1 do
        if part.edges[i][1] == part.edges[i][2] and part.edges[i][1] == 1 then table.remove(part.edges, i) end
      end
      list[#list + 1] = { graph.text(part, 1) }
    end
  end
  for _, edge in ipairs(g.edges) do
    if edge[1] == 1 and edge[2] == 1 then
      list[#list + 1] = { graph.text({ labels = { "" }, edges = { edge } }, 1) }
    end
  end
  return list
end

--- The rules, with their name.
-- @tparam string name
-- @tparam function may of the label of an edge and how many others fall with it, whether it may be cut
return function(name, may)
  local function cut(emit, text, own)
    local g = read(text)
    for _, edge in ipairs(g.edges) do
      if edge[3] == own or edge[3] == "g" then
        local rest = graph.kept(g, function() return true end, edge)
        local _, stands = graph.component(rest, 1)
        local left = graph.kept(rest, function(v) return stands[v] end)
        if may(edge[3], #rest.edges - #left.edges) then emit(graph.text(left, 1)) end
      end
    end
  end
  return {
    name = name,
    check = graph.rules(KIND).check,
    start = function(text) return graph.text(read(text), 1) end,
    tables = "a position is a picture of edges, not numbers",
    example = { "lrg" },
    left = function(emit, text) cut(emit, text, "l") end,
    right = function(emit, text) cut(emit, text, "r") end,
    parts = parts,
  }
end
