-- The games on graphs by definition: vertices 1..n, edges as a list, a position as the list of past moves. Values list
-- all options. The results of lua/takeaway/rules for graphs must agree.
local play = require "spec.support.play"
local ta = require "takeaway"

local M = {}

local function copy(t) return table.move(t, 1, #t, 1, {}) end

local function all(n, value)
  local list = {}
  for v = 1, n do list[v] = value end
  return list
end

-- The positions after a vertex is marked by `side`, each that may be.
local function marked(p, side, may)
  local list = {}
  for v = 1, #p do
    if may(v) then
      local q = copy(p)
      q[v] = side
      list[#list + 1] = q
    end
  end
  return list
end

local function valued(options, position) return play.value(ta.value, options)(position) end

local function neighbours(edges, v)
  local list = {}
  for _, e in ipairs(edges) do
    if e[1] == v then list[#list + 1] = e[2] elseif e[2] == v then list[#list + 1] = e[1] end
  end
  return list
end

-- Col and Snort: by vertex 0, or the colour 1 (Left's) or 2; `same` is whether neighbours may be alike, or must not be.
function M.coloured(n, edges, marks, snort)
  local function may(p, v, side)
    if p[v] ~= 0 then return false end
    local mark = marks[v]
    if mark ~= 0 and (mark == side) ~= snort then return false end
    for _, u in ipairs(neighbours(edges, v)) do
      if p[u] ~= 0 and (p[u] == side) ~= snort then return false end
    end
    return true
  end
  local start = all(n, 0)
  return valued(function(p, side) return marked(p, side, function(v) return may(p, v, side) end) end, start)
end

-- Node Kayles: by vertex 1 while it is there.
function M.node_kayles(n, edges)
  local start = all(n, 1)
  return valued(function(p)
    local list = {}
    for v = 1, n do
      if p[v] == 1 then
        local q = copy(p)
        q[v] = 0
        for _, u in ipairs(neighbours(edges, v)) do q[u] = 0 end
        list[#list + 1] = q
      end
    end
    return list
  end, start)
end

-- Weighted Arc Kayles: by vertex its counters; an edge from a vertex to itself takes one.
function M.weighted_arc_kayles(edges, counters)
  return valued(function(p)
    local list = {}
    for _, e in ipairs(edges) do
      local q = copy(p)
      for _, v in ipairs(e[1] == e[2] and { e[1] } or { e[1], e[2] }) do q[v] = q[v] - 1 end
      if q[e[1]] >= 0 and q[e[2]] >= 0 then list[#list + 1] = q end
    end
    return list
  end, counters)
end

-- Fjords: by vertex 0, or who has claimed it, 1 (Left) or 2.
function M.fjords(edges, claims)
  return valued(function(p, side)
    return marked(p, side, function(v)
      local near = false
      for _, u in ipairs(neighbours(edges, v)) do near = near or p[u] == side end
      return p[v] == 0 and near
    end)
  end, claims)
end

-- Arc Kayles with edges { a, b, label }: label "-" or "g" for both players, "l" for Left, "r" for Right.
function M.arc_kayles(n, edges)
  local start = all(n, 1)
  return valued(function(p, side)
    local list = {}
    for _, e in ipairs(edges) do
      local own = e[3] == "-" or e[3] == "g" or (e[3] == "l") == (side == 1)
      if own and p[e[1]] == 1 and p[e[2]] == 1 then
        local q = copy(p)
        q[e[1]], q[e[2]] = 0, 0
        list[#list + 1] = q
      end
    end
    return list
  end, start)
end

-- Hackenbush on vertex 1: by edge 1 while it stands.
function M.hackenbush(_, edges, _, childish)
  local function fall(p)
    local on, grown = { [1] = true }, true
    while grown do
      grown = false
      for i, e in ipairs(edges) do
        if p[i] == 1 and on[e[1]] ~= on[e[2]] then
          on[e[1]], on[e[2]], grown = true, true, true
        end
      end
    end
    local q, fallen = copy(p), 0
    for i, e in ipairs(edges) do
      if p[i] == 1 and not on[e[1]] then q[i], fallen = 0, fallen + 1 end
    end
    return q, fallen
  end
  local start = all(#edges, 1)
  return valued(function(p, side)
    local list = {}
    for i, e in ipairs(edges) do
      if p[i] == 1 and (e[3] == "g" or (e[3] == "l") == (side == 1)) then
        local cut = copy(p)
        cut[i] = 0
        local q, fallen = fall(cut)
        if not childish or fallen == 0 or e[3] == "g" then list[#list + 1] = q end
      end
    end
    return list
  end, start)
end

return M
