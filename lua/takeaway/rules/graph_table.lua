--- Graphs as tables: lists of edges, lists of neighbours, or both by name. `rules/graph.lua` reads texts.
local text_of = require "takeaway.base.text"

local MOST = 4096 -- vertices given by their number

local NAMES = { number = true, string = true }

-- The label for a user's sign, which must be one of `signs`; else nil.
local function label_of(kind, sign, signs)
  if kind.counters and math.type(sign) == "integer" and sign >= 0 then sign = ("%d"):format(sign) end
  if type(sign) ~= "string" then return nil end
  local known = kind.counters and sign:match "^%d+$" or #sign == 1 and signs:find(sign, 1, true)
  return known and kind.fold(sign)
end

-- A graph to be filled, and a function that returns the number of a named vertex.
local function begin()
  local g, number = { labels = {}, edges = {} }, {}
  return g, function(name, where)
    if not NAMES[type(name)] or name ~= name then
      error({ why = where .. ": expected the name of a vertex, a number or text, got " .. text_of.shown(name) }, 0)
    end
    if not number[name] then
      g.labels[#g.labels + 1] = ""
      number[name] = #g.labels
    end
    return number[name]
  end
end

local function read_edges(g, number_of, kind, list)
  local plain = kind.edges == "-" and "-" or kind.arc
  for i, edge in ipairs(list) do
    local where = ("edge %d"):format(i)
    local count = type(edge) == "table" and #edge
    if count ~= 2 and count ~= 3 then
      error({ why = where .. ": expected {from, to" .. (plain and "}" or ", label}") .. ", got "
        .. (count and ("a list of %d"):format(count) or text_of.shown(edge)) }, 0)
    end
    local label = edge[3] == nil and plain or label_of(kind, edge[3], kind.edges)
    if not label then
      error({ why = where .. (plain == "-" and ": edges have no label here" or
        (": expected a label, one of %s, got %s"):format(text_of.quoted(kind.edges), text_of.shown(edge[3]))) }, 0)
    end
    g.edges[i] = { number_of(edge[1], where), number_of(edge[2], where), label }
  end
end

-- Each pair is joined as often as either names the other, whichever is more. For arcs, each name is one.
local function read_adjacent(g, number_of, kind, lists)
  if kind.edges ~= "-" and not kind.arc then
    error({ why = "an adjacency table has no labels of edges; give {from, to, label}" }, 0)
  end
  local order = {}
  for name in pairs(lists) do order[#order + 1] = name end
  table.sort(order, function(a, b)
    if type(a) ~= type(b) then return type(a) == "number" end
    return a < b
  end)
  for _, name in ipairs(order) do number_of(name, "adjacent") end
  local joined = {}
  for _, name in ipairs(order) do
    local a, times = number_of(name), {}
    if type(lists[name]) ~= "table" then
      error({ why = ("the neighbours of %s: expected a list, got %s"):format(text_of.shown(name),
        text_of.shown(lists[name])) }, 0)
    end
    for _, to in ipairs(lists[name]) do
      local b = number_of(to, "the neighbours of " .. text_of.shown(name))
      times[b] = (times[b] or 0) + 1
      local key = math.min(a, b) .. " " .. math.max(a, b)
      if kind.arc or times[b] > (joined[key] or 0) then
        joined[key] = times[b]
        g.edges[#g.edges + 1] = { a, b, kind.arc or "-" }
      end
    end
  end
end

local function edges_key(g)
  local list = {}
  for i, edge in ipairs(g.edges) do list[i] = math.min(edge[1], edge[2]) .. " " .. math.max(edge[1], edge[2]) end
  table.sort(list)
  return table.concat(list, ",")
end

-- Is it a list of neighbours of vertex 1, 2, ..., in which naming is mutual?
local function is_mutual(lists)
  for a, list in ipairs(lists) do
    for _, b in ipairs(type(list) == "table" and list or { false }) do
      local back = false
      if a == b then return false end
      for _, c in ipairs(type(lists[b]) == "table" and lists[b] or {}) do back = back or c == a end
      if not back then return false end
    end
  end
  return true
end

-- A list of edges; or of neighbours, if it cannot be one of edges.
local function read_list(g, number_of, kind, list)
  local mutual = kind.edges == "-" and is_mutual(list)
  local pairs_only = true
  for _, row in ipairs(list) do pairs_only = pairs_only and type(row) == "table" and #row == 2 end
  if not (mutual and #list > 0) then return read_edges(g, number_of, kind, list) end
  if pairs_only then
    local one, first = begin()
    for v = 1, #list do first(v) end
    local other, second = begin()
    for v = 1, #list do second(v) end
    read_edges(one, first, kind, list)
    read_adjacent(other, second, kind, list)
    if edges_key(one) ~= edges_key(other) then
      error({ why = "a list of edges, or of the neighbours of 1, 2, ...? say {edges = ...} or {adjacent = ...}" }, 0)
    end
  end
  read_adjacent(g, number_of, kind, list)
end

local FIELDS = { edges = true, adjacent = true, vertices = true, labels = true, ground = true }

--- The graph of a table, as `graph.of` takes it. Raises { why = text } for a fault.
-- @tparam table given
-- @tparam table kind as of `graph.read`
-- @treturn table
return function(given, kind)
  local g, number_of = begin()
  local named
  for key in pairs(given) do named = named or FIELDS[key] end
  if kind.ground then number_of(named and given.ground or 0, "ground") end
  if not named then
    if #given > 0 or next(given) == nil then read_list(g, number_of, kind, given)
    else read_adjacent(g, number_of, kind, given) end
    return g
  end
  for key, value in pairs(given) do
    if not FIELDS[key] then error({ why = "unknown field " .. text_of.shown(key) }, 0) end
    if type(value) ~= "table" and not (key == "ground" or key == "vertices" and math.type(value) == "integer") then
      error({ why = ("%s: expected a table, got %s"):format(key, text_of.shown(value)) }, 0)
    end
  end
  local all = given.vertices or {}
  if type(all) == "number" and all > MOST then
    error({ why = ("vertices: at most %d"):format(MOST) }, 0)
  end
  for i = 1, type(all) == "number" and all or #all do number_of(type(all) == "number" and i or all[i], "vertices") end
  if given.adjacent then read_adjacent(g, number_of, kind, given.adjacent) end
  if given.edges then read_edges(g, number_of, kind, given.edges) end
  local count = #g.labels
  for name, sign in pairs(given.labels or {}) do
    local label = label_of(kind, sign, kind.vertices)
    if not label then
      local expected = kind.vertices == "" and "vertices have none here"
        or ("expected one of %s, got %s"):format(text_of.quoted(kind.vertices), text_of.shown(sign))
      error({ why = ("the label of %s: %s"):format(text_of.shown(name), expected) }, 0)
    end
    local v = number_of(name, "labels")
    if v > count then error({ why = ("labels: there is no vertex %s"):format(text_of.shown(name)) }, 0) end
    g.labels[v] = label
  end
  return g
end
