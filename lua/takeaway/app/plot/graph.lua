--- The game graph of a small position: every follower once, by outcome, moves downwards.
--
-- A position is in the layer of its longest path from the top, so every move points down. (Where play need not end it
-- is in that of its shortest path, and the moves on cycles are marked.) Barycentres decide the order within a layer. A
-- picture too large to read is cut: to a number of positions, nearest first, or to a depth. Positions with moves that
-- are not drawn are marked, and the picture says so. `dot` gives the same graph as text for Graphviz.
-- @module takeaway.app.plot.graph

local data = require "takeaway.research.data"
local failure = require "takeaway.base.failure"
local figures = require "takeaway.app.plot.figure"
local outcomes = require "takeaway.app.outcome"
local palette = require "takeaway.app.plot.palette"
local followers = require "takeaway.app.followers"
local text = require "takeaway.base.text"
local untangle = require "takeaway.app.plot.untangle"

local M = {}

local MOST = 60   -- positions, where nobody says
local MOVES = 150 -- moves, where nobody says how many positions: with more the arrows are a knot
local WIDE = 900 -- pixels, the widest row where nodes are not wider: in a page its text is as large as it is drawn
local GAP = 26   -- pixels between nodes

M.options = { limit = "any", depth = "any", title = "string", out = "string" }

local LOOKS = {
  P = { palette.ink, "square" }, N = { "#D9D9D9" }, L = { palette.blue }, R = { palette.orange },
  D = { palette.white }, LD = { palette.sky }, DL = { palette.sky }, DR = { palette.yellow }, RD = { palette.yellow },
}

-- Moves from a position: a list of {to = position, by = "either", "left" or "right"}; or nil, message, code.
local function moves_of(position, partizan)
  local list = {}
  local calls = partizan and { left = "left_options", right = "right_options" } or { either = "options" }
  for _, by in ipairs { "either", "left", "right" } do
    if calls[by] then
      local options, message, code = position[calls[by]](position)
      if not options then return nil, message, code end
      for _, option in ipairs(options) do list[#list + 1] = { to = option, by = by } end
    end
  end
  return list
end

-- The title names the rules, nodes only what differs.
local function shorten(nodes)
  local name, short = followers.rules_name(nodes[1].position), {}
  if not name then return end
  for i, node in ipairs(nodes) do
    short[i] = followers.without(name, node.label)
    if short[i] == node.label then return end
  end
  for i, node in ipairs(nodes) do node.short = short[i] end
end

-- Followers, breadth first, to a number of positions and a depth: nodes with their moves to other nodes; `cut` counts
-- the moves that lead out of the picture.
local function explore(position, limit, deepest)
  local partizan = position:is_partizan()
  local first = { position = position, label = tostring(position), depth = 0 }
  local nodes, known = { first }, { [followers.key(position, first.label)] = first }
  local at = 1
  while nodes[at] do
    local node = nodes[at]
    local list, message, code = moves_of(node.position, partizan)
    if not list then return nil, message, code end
    node.moves, node.cut = {}, 0
    for _, move in ipairs(list) do
      local label = tostring(move.to)
      local key = followers.key(move.to, label)
      local to = known[key]
      if not to and #nodes < limit and node.depth < deepest then
        to = { position = move.to, label = label, depth = node.depth + 1 }
        known[key], nodes[#nodes + 1] = to, to
      end
      if to then
        node.moves[#node.moves + 1] = { to = to, by = move.by }
      else
        node.cut = node.cut + 1
      end
    end
    at = at + 1
  end
  return nodes, partizan
end

-- The nearest positions, as many as have few enough moves between them that arrows are followed by eye.
local function thin(nodes)
  local number, between, keep = {}, {}, #nodes
  for i, node in ipairs(nodes) do number[node], between[i] = i, 0 end
  for i, node in ipairs(nodes) do
    for _, move in ipairs(node.moves) do
      local later = math.max(i, number[move.to])
      between[later] = between[later] + 1
    end
  end
  local moves = 0
  for i = 1, #nodes do
    moves = moves + between[i]
    if moves > MOVES then
      keep = math.max(1, i - 1)
      break
    end
  end
  for i = #nodes, keep + 1, -1 do nodes[i] = nil end
  for _, node in ipairs(nodes) do
    local drawn = {}
    for _, move in ipairs(node.moves) do
      if number[move.to] <= keep then drawn[#drawn + 1] = move end
    end
    node.cut = node.cut + #node.moves - #drawn
    node.moves = drawn
  end
end

-- Longest ways from the top, by Kahn's order; shortest ways stay where there is a cycle.
local function set_layers(nodes)
  local waiting, longest, order = {}, {}, {}
  for _, node in ipairs(nodes) do
    longest[node] = 0
    for _, move in ipairs(node.moves) do waiting[move.to] = (waiting[move.to] or 0) + 1 end
  end
  if waiting[nodes[1]] then return end
  order[1] = nodes[1]
  for i = 1, #nodes do
    local node = order[i]
    if not node then return end
    for _, move in ipairs(node.moves) do
      longest[move.to] = math.max(longest[move.to], longest[node] + 1)
      waiting[move.to] = waiting[move.to] - 1
      if waiting[move.to] == 0 then order[#order + 1] = move.to end
    end
  end
  for _, node in ipairs(nodes) do node.depth = longest[node] end
end

-- Moves whose two ends can be reached from each other lie on a cycle (strong components, Tarjan 1972).
local function mark_cycles(nodes)
  local index, low, component, stack, count, found = {}, {}, {}, {}, 0, 0
  local function visit(node)
    count = count + 1
    index[node], low[node] = count, count
    stack[#stack + 1] = node
    for _, move in ipairs(node.moves) do
      local to = move.to
      if not index[to] then visit(to) end
      if not component[to] then low[node] = math.min(low[node], low[to]) end
    end
    while low[node] == index[node] and not component[node] do
      local last = table.remove(stack)
      component[last] = index[node]
    end
  end
  visit(nodes[1])
  for _, node in ipairs(nodes) do
    for _, move in ipairs(node.moves) do
      move.cycle = component[node] == component[move.to]
      if move.cycle then found = found + 1 end
    end
  end
  return found
end

local function place(nodes, across)
  local layers, deepest, widest = {}, 0, 0
  for _, node in ipairs(nodes) do
    deepest = math.max(deepest, node.depth)
    layers[node.depth] = layers[node.depth] or {}
    table.insert(layers[node.depth], node)
  end
  -- Wide layers are folded into rows: neighbours go to one row after the other.
  local rows_above, folds = 0, {}
  for depth = 0, deepest do
    local size = #(layers[depth] or {})
    folds[depth] = { above = rows_above, rows = math.max(1, math.ceil(size / across)) }
    rows_above = rows_above + folds[depth].rows
    widest = math.max(widest, math.ceil(size / folds[depth].rows))
  end
  local function spread()
    for depth = 0, deepest do
      local layer = layers[depth] or {}
      for i, node in ipairs(layer) do
        node.x = (i - (#layer + 1) / 2) * widest / #layer
        node.y = -folds[depth].above - (i - 1) % folds[depth].rows
      end
    end
  end
  untangle(nodes, layers, "x", 8, spread)
  -- Layers are staggered a little, so that long moves do not run through the nodes between.
  for _, node in ipairs(nodes) do node.x = node.x + (node.depth % 3 - 1) * 0.17 end
  return deepest, rows_above
end

local function draw(figure, nodes, partizan)
  local classes, arrows = {}, {}
  for _, outcome in ipairs(outcomes.order) do
    local look = LOOKS[outcome]
    classes[outcome] = figure:class {
      label = outcomes.words[outcome], fill = look[1], char = outcome, mark = "node", shape = look[2],
    }
  end
  local function arrow(label, fill, char, dash)
    return figure:class { label = label, fill = fill, char = char, mark = "arrow", dash = dash }
  end
  local some_cut
  arrows.either = arrow("a move", "#777777", "->")
  arrows.left = arrow("a move of Left", palette.blue, "Left ->")
  arrows.right = arrow("a move of Right", "#B37400", "Right ->", "dashed")
  arrows.either_cycle = arrow("a move on a cycle", palette.vermilion, "~>")
  arrows.left_cycle = arrow("a move of Left on a cycle", palette.sky, "Left ~>")
  arrows.right_cycle = arrow("a move of Right on a cycle", palette.vermilion, "Right ~>", "dashed")
  for _, node in ipairs(nodes) do
    local outcome, message, code = node.position:outcome()
    if not outcome then return nil, message, code end
    node.outcome = outcome
    node.mark = figure:node(node.x, node.y, classes[outcome], node.short, ("%s: %s"):format(node.label, outcome))
    node.mark.cut = node.cut > 0
    some_cut = some_cut or node.mark.cut
  end
  for _, node in ipairs(nodes) do
    for _, move in ipairs(node.moves) do
      figure:arrow(node.mark, move.to.mark, arrows[move.by .. (move.cycle and "_cycle" or "")])
    end
  end
  if some_cut then
    figure:class { label = "it has moves that are not drawn", char = "...", mark = "cut", fill = palette.white }
  end
  figure.graph = { nodes = nodes, partizan = partizan }
  return true
end

-- What the graph is of, and where it is cut.
local function notes_of(nodes, cycles, deepest)
  local count, open, depth = text.count(#nodes, "position"), 0, 0
  for _, node in ipairs(nodes) do
    if node.cut > 0 then open = open + 1 end
    depth = math.max(depth, node.away)
  end
  if open > 0 then
    local notes = { ("cut: the nearest %s, to %s from the first"):format(count, text.count(depth, "move")),
                    ("%d of them have moves that are not drawn; limit and depth draw more or fewer"):format(open) }
    if cycles > 0 then notes[#notes + 1] = ("play need not end: %s on cycles"):format(text.count(cycles, "move")) end
    return notes
  end
  if cycles == 0 then return { ("%s, the longest play has %s"):format(count, text.count(deepest, "move")) } end
  return { ("%s, play need not end: %s on cycles"):format(count, text.count(cycles, "move")) }
end

function M.build(position, options)
  local ok, usable = failure.try(function() return position.options and position.outcome and position.is_partizan end)
  if not ok or not usable or type(position) == "userdata" then
    data.misuse("graph", "position", "a position of a ruleset, or of a game by game:position(...)", position)
  end
  local limit = data.integer("graph", "limit", options.limit or MOST, 1, 1000)
  local depth = data.integer("graph", "depth", options.depth or 2 ^ 53, 0, 2 ^ 53)
  local nodes, message, code = explore(position, limit, depth)
  if not nodes then return nil, message, code end
  local partizan = message
  if not options.limit then thin(nodes) end
  shorten(nodes)
  for _, node in ipairs(nodes) do node.away = node.depth end
  local cycles = mark_cycles(nodes)
  set_layers(nodes)
  local widest_text = 1
  for _, node in ipairs(nodes) do
    node.short = node.short or node.label
    widest_text = math.max(widest_text, utf8.len(node.short) or #node.short)
  end
  local node_wide = math.max(36, 18 + 7.6 * widest_text)
  local deepest, rows = place(nodes, math.max(2, WIDE // (node_wide + GAP)))
  local left, right = math.huge, -math.huge
  for _, node in ipairs(nodes) do left, right = math.min(left, node.x), math.max(right, node.x) end
  local figure = figures.new {
    title = options.title or ("Game graph of %s"):format(tostring(position)),
    notes = notes_of(nodes, cycles, deepest), node_wide = node_wide,
    x = { low = left - 0.5, high = right + 0.5, hidden = true },
    y = { low = 0.5 - rows, high = 0.5, hidden = true },
  }
  local drawn
  drawn, message, code = draw(figure, nodes, partizan)
  if not drawn then return nil, message, code end
  figure.width = math.max(260, (right - left + 1) * (node_wide + GAP))
  figure.height = rows * 66
  return figure
end

local function quote(s) return '"' .. text.visible(s, true):gsub('[\\"]', "\\%0"):gsub("\n", "\\n") .. '"' end

local EDGES = { either = "", left = ' [color="#0072B2"]', right = ' [color="#B37400", style=dashed]',
                either_cycle = ' [color="#D55E00", penwidth=2]', left_cycle = ' [color="#56B4E9", penwidth=2]',
                right_cycle = ' [color="#D55E00", style=dashed, penwidth=2]' }

--- The graph as text for Graphviz.
-- @tparam table figure as `build` makes it
-- @treturn string
function M.dot(figure)
  local graph, number, lines = figure.graph, {}, { "digraph game {", "  rankdir=TB;" }
  lines[#lines + 1] = ("  label=%s; labelloc=t; fontname=\"sans-serif\";"):format(quote(figure.title))
  lines[#lines + 1] = '  node [style=filled, fontname="sans-serif", shape=box, color="#222222"];'
  for i, node in ipairs(graph.nodes) do
    number[node] = i
    local look = LOOKS[node.outcome]
    local style = (look[2] and "" or ",rounded") .. (node.cut > 0 and ",dashed" or "")
    lines[#lines + 1] = ('  p%d [label=%s, tooltip=%s, fillcolor="%s", fontcolor="%s"%s];'):format(i,
      quote(node.short .. (node.cut > 0 and " ..." or "")), quote(node.outcome), look[1], palette.on(look[1]),
      style ~= "" and (', style="filled%s"'):format(style) or "")
  end
  for i, node in ipairs(graph.nodes) do
    for _, move in ipairs(node.moves) do
      lines[#lines + 1] = ("  p%d -> p%d%s;"):format(i, number[move.to],
        EDGES[move.by .. (move.cycle and "_cycle" or "")])
    end
  end
  lines[#lines + 1] = "}\n"
  return table.concat(lines, "\n")
end

return M
