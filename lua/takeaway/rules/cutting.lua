--- Cutting edges of a picture on the ground, shared by Hackenbush and its childish form.
--
-- The ground is the first vertex. A component without the ground is a part of its own.
local cut_tree = require "takeaway.rules.cut_tree"
local graph = require "takeaway.rules.graph"

local KIND = {
  vertices = "", edges = "lrgeLRGE", ground = true, fold = require "takeaway.rules.edges",
  expected = 'expected the edges from the ground, l (Left), r (Right) and g (anyone), such as "lrg" or "l(l;rg)"',
}

function KIND.more(g)
  local connected = g.walks == 1 and #g.labels or #graph.component(g, 1)
  if connected < #g.labels then return "an edge is not connected with the ground; " .. KIND.expected end
end

local M = {}

local last_text, last_graph -- a question reads its position more than once

--- The picture that a text or a table names, which must not be changed; or nil, the fault, and its position.
function M.read(text)
  if text == last_text then return last_graph end
  local g, why, at = graph.of(text, KIND)
  if not g then return nil, why, at end
  if #g.labels == 0 then g.labels[1] = "" end
  if type(text) == "string" then last_text, last_graph = text, g end
  return g
end

KIND.read = M.read

-- The picture without an edge, and how much falls with it.
local function standing(g, edge)
  local rest = graph.kept(g, function() return true end, edge)
  local _, stands = graph.component(rest, 1)
  local left = graph.kept(rest, function(v) return stands[v] end)
  return left, #rest.edges - #left.edges
end

--- A function that gives the text of a picture without an edge and all that falls with it, and the number of fallen
-- edges.
-- @tparam string text as `start` makes it
function M.cutter(text)
  local g = M.read(text)
  if text:find(":", 1, true) then
    return function(edge)
      local left, fallen = standing(g, edge)
      return graph.text(left, 1), fallen
    end
  end
  local cut, index = cut_tree(text), {}
  for i, edge in ipairs(g.edges) do index[edge] = i end
  return function(edge)
    local option = cut(index[edge])
    local _, signs = option:gsub("%a", "")
    return option, #g.edges - signs - 1
  end
end

-- One part for each component without the ground, with its edges to the ground, and for each edge from the ground to
-- itself. Those of a tree stand in its text, which is written in the order of the parts.
local function parts(text)
  local list = {}
  if not text:find(":", 1, true) then
    if text:sub(1, 1) ~= "(" then return { text ~= "" and { text } or nil } end
    local deep, from = 0, 2
    for at in text:gmatch "()[();]" do
      local sign = text:byte(at)
      deep = deep + (sign == 40 and 1 or sign == 41 and -1 or 0)
      if deep == 0 or deep == 1 and sign == 59 then
        list[#list + 1] = { text:sub(from, at - 1) }
        from = at + 1
      end
    end
    return list
  end
  local g, seen = M.read(text), {}
  local above = graph.kept(g, function(v) return v > 1 end)
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
-- @tparam function may of the label of an edge and the number of others that fall with it, whether it may be cut
local function rules(name, may)
  local function cut(emit, text, own)
    local option = M.cutter(text)
    for _, edge in ipairs(M.read(text).edges) do
      if edge[3] == own or edge[3] == "g" then
        local left, fallen = option(edge)
        if may(edge[3], fallen) then emit(left) end
      end
    end
  end
  return {
    name = name,
    check = graph.rules(KIND).check,
    start = function(text) return graph.text(M.read(text), 1) end,
    tables = "a position is a picture of edges, not numbers",
    example = { "lrg" },
    left = function(emit, text) cut(emit, text, "l") end,
    right = function(emit, text) cut(emit, text, "r") end,
    parts = parts,
  }
end

return setmetatable(M, { __call = function(_, ...) return rules(...) end })
