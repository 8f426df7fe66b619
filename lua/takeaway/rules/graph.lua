--- Graphs as text, shared by the rules played on graphs.
--
-- A graph is walked along its edges: an edge, then the vertex it leads to. Vertices are ".", or their label, or
-- nothing (counters may stand in braces); edges "-", or their label. Where ways part, each is one of the branches in
-- parentheses; ";" also stands between graphs that are not connected. A vertex named by ":a" or ":{name}" is the same
-- wherever that name stands.
-- ".-.-." is a path of three, ".(-.;-.;-.)" a star, ".:a-.-.-.:a" a circle of three. As in CGSuite.
--
-- `text` writes a graph in one of many ways. Equal trees get the same text, and other graphs fewer texts than there
-- are ways to walk them.
local board_start = require "takeaway.rules.start"
local failure = require "takeaway.base.failure"
local read_table = require "takeaway.rules.graph_table"
local text_of = require "takeaway.base.text"

local graph = {}

local MOST = 4096 -- vertices of a grid

-- ---- Reading ------------------------------------------------------------------------

local function fault(at, why) error({ at = at, why = why }, 0) end

-- Read the vertex at index `at`: its number and the index after it.
local function vertex(g, names, kind, text, at)
  local sign, label = text:sub(at, at), ""
  local counters = kind.counters and (text:match("^%d+", at) or text:match("^{%d+}", at))
  if counters then
    label, at = kind.fold(counters:match "%d+"), at + #counters
  elseif sign == "." then
    at = at + 1
  elseif sign ~= "" and kind.vertices:find(sign, 1, true) then
    label, at = kind.fold(sign), at + 1
  end
  local name = text:match("^:(%w)", at)
  local after = name and at + 2
  if not name then
    name, after = text:match("^:{([%w_ ]+)}()", at)
  end
  if text:sub(at, at) == ":" and not name then fault(at, "a name is a letter, a digit, or {of several}") end
  local known = name and names[name]
  if known and label ~= "" and g.labels[known] ~= label then fault(at - 1, "this vertex has another label already") end
  if not known then
    g.labels[#g.labels + 1] = label
    known = #g.labels
    if name then names[name] = known end
  end
  return known, after or at
end

-- Read from index 1 on: adds the edges to g. A stack holds the open branches, each by the vertex where it branches off.
local function walk(g, kind, text)
  local names, stack, deep = {}, {}, 0
  local is_edge = {}
  for i = 1, #kind.edges do is_edge[kind.edges:sub(i, i)] = kind.fold(kind.edges:sub(i, i)) end
  local edges, ended = g.edges, false -- ended: after a closing parenthesis the branch has no more
  local from, at = vertex(g, names, kind, text, 1)
  while true do
    local sign = text:sub(at, at)
    local label = is_edge[sign]
    if label and not ended then
      local to
      to, at = vertex(g, names, kind, text, at + 1)
      edges[#edges + 1] = { from, to, label }
      from = to
    elseif sign == "(" and not ended then
      deep, at = deep + 1, at + 1
      stack[deep] = from
    elseif sign == ";" then
      ended = false
      if deep > 0 then
        from, at = stack[deep], at + 1
      else
        g.walks = g.walks + 1
        from, at = vertex(g, names, kind, text, at + 1)
      end
    elseif sign == ")" and deep > 0 then
      deep, at, ended = deep - 1, at + 1, true
    elseif sign == "" and deep == 0 then
      return
    else
      fault(at, sign == "" and "a parenthesis is open" or "unexpected here")
    end
  end
end

--- The graph that a text names.
-- @tparam string text
-- @tparam table kind `vertices`, `edges`: the labels they may have, a character each; `counters`: those of vertices
--   are numbers; `fold(label)`, the same label as it is stored; `arc`, where edges are arcs, the label of an edge of a
--   table that has none
-- @treturn[1] table `labels`, a list by vertex, `edges`, a list of { from, to, label }, and `walks`, their number; the
--   first vertex is 1
-- @return[2] nil
-- @treturn[2] string the fault, and where
-- @treturn[2] int the byte where it is
function graph.read(text, kind)
  local g = { labels = {}, edges = {}, walks = 1 }
  local good, wrong = true, nil
  if text ~= "" then good, wrong = failure.try(walk, g, kind, text) end
  if good then return g end
  if type(wrong) ~= "table" then error(wrong, 0) end
  local sign = text:sub(wrong.at, wrong.at)
  if sign ~= "" and not ("().:;{}" .. kind.vertices .. kind.edges):find(sign, 1, true) then
    return nil, text_of.quoted(sign) .. " is none of the signs", wrong.at
  end
  return nil, ("%s at %d: %s"):format(sign == "" and "the end" or text_of.quoted(sign), wrong.at, wrong.why), wrong.at
end

--- The graph that a text or a table names.
-- @param given text, as of `read`; or a list of edges {from, to} or {from, to, label}, vertices being numbers or
--   texts; or a table of the neighbours by vertex; or with names: `edges` and `adjacent`, these; `vertices`, a number
--   or a list, for those without edges; `labels` by vertex; `ground`, a vertex of pictures on the ground (0)
-- @tparam table kind as of `read`; with `ground` the first vertex is the ground
-- @treturn[1] table as of `read`
-- @return[2] nil
-- @treturn[2] string the fault
function graph.of(given, kind)
  if type(given) ~= "table" then return graph.read(given, kind) end
  local good, found = failure.try(read_table, given, kind)
  if good then return found end
  if type(found) ~= "table" then error(found, 0) end
  return nil, found.why
end

--- The grid with these numbers of rows and columns.
function graph.grid(rows, columns)
  local g = { labels = {}, edges = {} }
  for r = 1, rows do
    for c = 1, columns do
      local at = #g.labels + 1
      g.labels[at] = ""
      if c > 1 then g.edges[#g.edges + 1] = { at - 1, at, "-" } end
      if r > 1 then g.edges[#g.edges + 1] = { at - columns, at, "-" } end
    end
  end
  return g
end

-- ---- Parts --------------------------------------------------------------------------

--- By vertex the list of the edges at it; a loop is listed once.
function graph.around(g)
  local around = {}
  for v = 1, #g.labels do around[v] = {} end
  for _, edge in ipairs(g.edges) do
    local a, b = edge[1], edge[2]
    around[a][#around[a] + 1] = edge
    if b ~= a then around[b][#around[b] + 1] = edge end
  end
  return around
end

--- The other end of an edge at v.
function graph.other(edge, v) return edge[1] == v and edge[2] or edge[1] end

-- Add the vertices reachable from v to `found`; returns them in the order of discovery.
local function reach(v, around, found)
  local list = { v }
  found[v] = true
  local i = 1
  while list[i] do
    for _, edge in ipairs(around[list[i]]) do
      local to = graph.other(edge, list[i])
      if not found[to] then
        found[to] = true
        list[#list + 1] = to
      end
    end
    i = i + 1
  end
  return list
end

--- The vertices connected with v, v first, as a list, and as a set.
function graph.component(g, v)
  local found = {}
  return reach(v, graph.around(g), found), found
end

--- The graph without some of its edges, or vertices and the edges at them.
-- @tparam table g
-- @tparam function keeps of a vertex, whether it stays
-- @tparam[opt] table gone an edge to remove
-- @treturn table the remaining vertices in their order
function graph.kept(g, keeps, gone)
  local to, kept = {}, { labels = {}, edges = {} }
  for v, label in ipairs(g.labels) do
    if keeps(v) then
      kept.labels[#kept.labels + 1] = label
      to[v] = #kept.labels
    end
  end
  for _, edge in ipairs(g.edges) do
    local a, b = to[edge[1]], to[edge[2]]
    if a and b and edge ~= gone then kept.edges[#kept.edges + 1] = { a, b, edge[3] } end
  end
  return kept
end

-- ---- Writing ------------------------------------------------------------------------

-- A name for the n-th vertex that needs one.
local function name(n)
  if n <= 26 then return ":" .. string.char(96 + n) end
  return (":{%d}"):format(n)
end

-- The label of an edge when walked from v: an arc is > along its direction and < against it.
local BACKWARD = { [">"] = "<", ["<"] = ">" }
local function seen_from(edge, v) return edge[1] ~= v and BACKWARD[edge[3]] or edge[3] end

-- Depth first search of the component of `root`. By vertex: its outgoing edges, each { label, vertex, whether it is a
-- back edge }; and whether it needs a name. And the vertices in the order of the search.
local function spanned(around, root)
  local onward, named, order = { [root] = {} }, {}, { root }
  local used, next_edge = {}, { [root] = 1 }
  local stack, depth = { root }, 1
  while depth > 0 do
    local v = stack[depth]
    local at = next_edge[v]
    local edge = around[v][at]
    next_edge[v] = at + 1
    if not edge then
      depth = depth - 1
    elseif not used[edge] then
      used[edge] = true
      local to = graph.other(edge, v)
      local back = onward[to] ~= nil
      onward[v][#onward[v] + 1] = { seen_from(edge, v), to, back }
      if back then
        named[to] = true
      else
        onward[to], next_edge[to] = {}, 1
        order[#order + 1] = to
        depth = depth + 1
        stack[depth] = to
      end
    end
  end
  return onward, named, order
end

-- ---- Canonical order of trees ----
-- Equal subtrees are one class. A class has `own`, the text of its vertex, and `ways`, a list of { label, class }. Or
-- it has `label` and `on`, the one way from a vertex without a text. It has `text` if that is short. Ways are sorted by
-- their texts. A comparison goes sign by sign, and so no further than the shorter text: sorting takes O(n log^2 n) in
-- all.

local SHORT <const> = 64

-- The next piece of a class's text; `stack` has the remaining pieces, the next one last.
local function next_piece(stack)
  while true do
    local top = table.remove(stack)
    if type(top) ~= "table" then return top end
    if top.text then return top.text end
    if top.on then
      stack[#stack + 1] = top.on
      return top.label
    end
    local ways = top.ways
    if #ways > 1 then stack[#stack + 1] = ")" end
    for i = #ways, 1, -1 do
      stack[#stack + 1] = ways[i][2]
      stack[#stack + 1] = ways[i][1]
      if i > 1 then stack[#stack + 1] = ";" end
    end
    if #ways > 1 then stack[#stack + 1] = "(" end
    if top.own ~= "" then stack[#stack + 1] = top.own end
  end
end

-- Is the text of the way a before that of b? A way is { label, class }.
local function before(a, b)
  if a[1] ~= b[1] then return a[1] < b[1] end
  if a[2] == b[2] then return false end
  if a[2].text and b[2].text then return a[2].text < b[2].text end
  local one, two = { a[2] }, { b[2] }
  local s, t = "", ""
  while true do
    if s == "" then s = next_piece(one) end
    if t == "" then t = next_piece(two) end
    if not s or not t then return t ~= nil end
    local n = math.min(#s, #t)
    local x, y = s:sub(1, n), t:sub(1, n)
    if x ~= y then return x < y end
    s, t = s:sub(n + 1), t:sub(n + 1)
  end
end

local function new_class(classes, class)
  classes.count = classes.count + 1
  class.number = classes.count
  return class
end

-- The class of a vertex without a text, with one way onward.
local function class_on(classes, label, class)
  local under = class.under or {}
  class.under = under
  if not under[label] then
    local text = class.text
    text = text and #text < SHORT and label .. text or nil
    under[label] = new_class(classes, { label = label, on = class, text = text })
  end
  return under[label]
end

-- The class of a vertex with text `own` and these ways, which are sorted.
local function class_of(classes, own, ways)
  if #ways > 1 then table.sort(ways, before) end
  local key, texts, size = { own }, { own }, #own
  for i, way in ipairs(ways) do
    local text = way[2].text
    size = size + (text and #text + 2 or 2 * SHORT)
    key[i + 1], texts[i + 1] = way[1] .. way[2].number, text and way[1] .. text
  end
  key = table.concat(key, " ")
  local class = classes[key]
  if class then return class end
  class = new_class(classes, { own = own, ways = ways })
  classes[key] = class
  if size <= SHORT then
    class.text = #ways < 2 and table.concat(texts) or own .. "(" .. table.concat(texts, ";", 2) .. ")"
  end
  return class
end

-- The class of each vertex of a tree.
local function classified(labels, onward, order, dot)
  local classes, of = { count = 0 }, {}
  for i = #order, 1, -1 do
    local v = order[i]
    local own, ways = labels[v] == "" and dot or labels[v], onward[v]
    if own == "" and #ways == 1 then
      of[v] = class_on(classes, ways[1][1], of[ways[1][2]])
    else
      local list = {}
      for k, way in ipairs(ways) do list[k] = { way[1], of[way[2]] } end
      of[v] = class_of(classes, own, list)
    end
  end
  return of
end

--- By vertex the class of the subtree at it, of a tree that hangs from vertex 1. Vertices with equal subtrees have the
-- same class.
function graph.classes(g)
  local onward, _, order = spanned(graph.around(g), 1)
  return classified(g.labels, onward, order, "")
end

-- The text of the component of `root`, whose names follow the first `count`; and the last name's number.
local function written(labels, around, root, dot, count)
  local onward, named, order = spanned(around, root)
  local pieces = {}
  if not next(named) then
    local stack = { classified(labels, onward, order, dot)[root] }
    for piece in next_piece, stack do pieces[#pieces + 1] = piece end
    return table.concat(pieces), count
  end
  local names, stack = {}, { root }
  while #stack > 0 do
    local v = table.remove(stack)
    if type(v) == "string" then
      pieces[#pieces + 1] = v
    elseif type(v) == "table" then
      pieces[#pieces + 1] = names[v[1]]
    else
      local ways, text = onward[v], labels[v] == "" and dot or labels[v]
      if named[v] then
        count = count + 1
        names[v] = name(count)
        text = text .. names[v]
      end
      if #ways > 1 then text, stack[#stack + 1] = text .. "(", ")" end
      pieces[#pieces + 1] = text
      for i = #ways, 1, -1 do
        local label, to, back = table.unpack(ways[i])
        stack[#stack + 1] = back and { to } or to
        stack[#stack + 1] = label
        if i > 1 then stack[#stack + 1] = ";" end
      end
    end
  end
  return table.concat(pieces), count
end

local function shorter(a, b)
  if #a ~= #b then return #a < #b end
  return a < b
end

-- The vertices from which to write a component. For a tree: the leaves, where the text is shortest. Else the rarest
-- class of vertices with equal label, degree and neighbours' labels.
local function roots(g, around, component, tree)
  local looks, order = {}, {}
  for _, v in ipairs(component) do
    local signs = {}
    for i, edge in ipairs(around[v]) do
      local to = graph.other(edge, v)
      signs[i] = seen_from(edge, v) .. g.labels[to] .. #around[to]
    end
    table.sort(signs)
    local look = tree and "" or g.labels[v] .. " " .. table.concat(signs, " ")
    if not tree or #around[v] < 2 then
      if not looks[look] then
        looks[look] = {}
        order[#order + 1] = look
      end
      table.insert(looks[look], v)
    end
  end
  table.sort(order, function(a, b)
    if #looks[a] ~= #looks[b] then return #looks[a] < #looks[b] end
    return a < b
  end)
  return looks[order[1]]
end

--- A graph as text, its components in order, each from the vertex that makes it shortest.
-- @tparam table g
-- @tparam[opt] int root the vertex to begin with; the graph is then connected
-- @treturn string
function graph.text(g, root)
  local dot = root and "" or "."
  local around, found, texts = graph.around(g), {}, {}
  if root then return (written(g.labels, around, root, dot, 0)) end
  for v = 1, #g.labels do
    if not found[v] then
      local component = reach(v, around, found)
      local ends = 0
      for _, u in ipairs(component) do ends = ends + #around[u] end
      local tree = ends == 2 * (#component - 1)
      local best
      for _, u in ipairs(roots(g, around, component, tree)) do
        local another = { root = u, written(g.labels, around, u, dot, 0) }
        if not best or shorter(another[1], best[1]) then best = another end
      end
      texts[#texts + 1] = best
    end
  end
  table.sort(texts, function(a, b) return shorter(a[1], b[1]) end)
  local names = 0
  for i, text in ipairs(texts) do
    if names == 0 then
      texts[i], names = text[1], text[2]
    else
      texts[i], names = written(g.labels, around, text.root, dot, names)
    end
  end
  return table.concat(texts, ";")
end

-- The components of a graph that `graph.text` wrote, each as a position. Names start over in each.
local function parts(text, kind)
  local list, deep, from = {}, 0, 1
  for at = 1, #text + 1 do
    local sign = text:sub(at, at)
    deep = deep + (sign == "(" and 1 or sign == ")" and -1 or 0)
    if deep == 0 and (sign == ";" or sign == "") then
      local part = text:sub(from, at - 1)
      if part:find(":", 1, true) and #list > 0 then part = graph.text(graph.read(part, kind)) end
      if part ~= "" then list[#list + 1] = { part } end
      from = at + 1
    end
  end
  return list
end

-- ---- Rules --------------------------------------------------------------------------

--- Shared code of rules on the vertices or edges of a graph. They are called with a text, a table (`of`), or with rows
-- and columns for a grid.
-- @tparam table kind as of `read`, with `expected`, the message for anything else; `read`, a function to use in place
--   of `of`; `more(g)`, another fault of a graph
-- @treturn table their `check`, `start`, `parts` and their settings of tables
function graph.rules(kind)
  local expected = kind.expected .. ((kind.edges == "-" or kind.arc) and ", or its edges such as {{1, 2}, {2, 3}}"
    or ', or edges such as {{0, 1, "l"}, {1, 2, "r"}}')
  local sizes = board_start.numbers("rows columns", 1, function(rows, columns)
    if rows * (columns + 1.0) > MOST then return ("expected at most %d vertices"):format(MOST) end
  end)
  local function check(text, ...)
    if type(text) == "number" and kind.edges == "-" then return sizes(text, ...) and expected or nil end
    if type(text) ~= "string" and type(text) ~= "table" or select("#", ...) > 0 then return expected end
    local g, why, at = (kind.read or graph.of)(text, kind)
    if not g then return why .. "; " .. expected, at end
    return kind.more and kind.more(g)
  end
  local function start(text, columns)
    if type(text) == "number" then return graph.text(graph.grid(math.tointeger(text), math.tointeger(columns))) end
    return graph.text(graph.of(text, kind))
  end
  return { check = check, start = start, parts = function(text) return parts(text, kind) end,
           tables = "a position is a graph, not numbers" }
end

return graph
