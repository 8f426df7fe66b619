--- An automaton of a set of numbers: states as circles, accepting ones with a second circle, and arrows with letters.
--
-- Reading begins at state 0, the leftmost. The dead state, from which nothing is accepted, is not drawn. The column of
-- a state is the least number of letters that lead there; barycentres decide the order within a column. Of a few ways
-- to bend an arrow, the one that avoids states, other arrows and their letters is used. Letters are the digits in
-- parallel, `*` any digit.
-- @module takeaway.app.plot.automaton

local data = require "takeaway.research.data"
local failure = require "takeaway.base.failure"
local figures = require "takeaway.app.plot.figure"
local palette = require "takeaway.app.plot.palette"
local text = require "takeaway.base.text"
local untangle = require "takeaway.app.plot.untangle"

local M = {}

M.options = { title = "string", out = "string" }

local MOST = 60                    -- states that are drawn
local ACROSS, DOWN, RADIUS = 150, 104, 16 -- pixels between columns and rows, and of a circle
local BENDS = { 0, 0.16, -0.16, 0.32, -0.32, 0.5, -0.5, 0.75, -0.75 }
local LINE, LINES = 15, 3          -- characters of a line of letters, and how many lines

-- ---- Letters ------------------------------------------------------------------------------

local DIGITS = "0123456789ABCDEF"

-- Letters as words in which * is any digit: each is widened as long as all that it says are there.
local function words_of(letters, digits)
  local there, done, words = {}, {}, {}
  local function key(letter) return table.concat(letter, " ") end
  for _, letter in ipairs(letters) do there[key(letter)] = true end
  for _, letter in ipairs(letters) do
    if not done[key(letter)] then
      local block, word = { letter }, {}
      for track = 1, #letter do
        local wider, all = {}, true
        for _, one in ipairs(block) do
          for digit = 0, digits - 1 do
            local other = { table.unpack(one) }
            other[track] = digit
            wider[#wider + 1] = other
            all = all and there[key(other)]
          end
        end
        word[track] = all and "*" or DIGITS:sub(letter[track] + 1, letter[track] + 1)
        if all then block = wider end
      end
      for _, one in ipairs(block) do done[key(one)] = true end
      words[#words + 1] = table.concat(word)
    end
  end
  return words
end

-- Words in lines; the last ends with dots where there are more.
local function lines_of(words)
  local lines = { "" }
  for _, word in ipairs(words) do
    if lines[#lines] ~= "" and #lines[#lines] + 1 + #word > LINE then
      if #lines == LINES then
        lines[#lines] = lines[#lines] .. ",..."
        return lines
      end
      lines[#lines + 1] = ""
    end
    lines[#lines] = lines[#lines] .. (lines[#lines] == "" and "" or ",") .. word
  end
  return lines
end

-- ---- Places -------------------------------------------------------------------------------

-- How many digits there are: in each row each letter leads somewhere.
local function digits_of(row)
  local most = 0
  for _, move in ipairs(row) do
    for _, letter in ipairs(move.letters) do most = math.max(most, table.unpack(letter)) end
  end
  return most + 1
end

-- Nodes of the states that are drawn, with their moves and columns.
local function nodes_of(rows, digits)
  local nodes, by = {}, {}
  local function node_of(state, column)
    if not by[state] then
      by[state] = { state = state, column = column, accepts = rows[state].accepts, moves = {} }
      nodes[#nodes + 1] = by[state]
    end
    return by[state]
  end
  if not rows[0].dead then node_of(0, 0) end
  local at = 1
  while nodes[at] do -- states in the order in which they are met
    local node = nodes[at]
    for _, move in ipairs(rows[node.state]) do
      if not rows[move.to].dead then
        local words = words_of(move.letters, digits)
        table.insert(node.moves, { to = node_of(move.to, node.column + 1), words = words, lines = lines_of(words) })
      end
    end
    at = at + 1
  end
  return nodes
end

local function place(nodes)
  local columns = {}
  for _, node in ipairs(nodes) do
    columns[node.column] = columns[node.column] or {}
    table.insert(columns[node.column], node)
  end
  local function spread()
    for _, column in pairs(columns) do
      for i, node in ipairs(column) do node.x, node.y = node.column * ACROSS, (i - (#column + 1) / 2) * DOWN end
    end
  end
  untangle(nodes, columns, "y", 12, spread)
  -- every other column a little lower, so that arrows over two columns miss the states between
  for _, node in ipairs(nodes) do node.y = node.y + (node.column % 2) * DOWN * 0.22 end
end

-- ---- Arrows -------------------------------------------------------------------------------

-- A point of an arrow, t from 0 to 1: a parabola whose middle is off the line by half of `bend` times its length.
local function point(from, to, bend, t)
  local dx, dy = to.x - from.x, to.y - from.y
  local cx, cy = (from.x + to.x) / 2 + dy * bend, (from.y + to.y) / 2 - dx * bend
  local a, b, c = (1 - t) ^ 2, 2 * t * (1 - t), t ^ 2
  return a * from.x + b * cx + c * to.x, a * from.y + b * cy + c * to.y
end

local function near(x, y, list, reach)
  local cost = 0
  for _, one in ipairs(list) do
    local distance = math.sqrt((x - one.x) ^ 2 + (y - one.y) ^ 2)
    if distance < reach then cost = cost + (reach - distance) / reach end
  end
  return cost
end

-- What speaks against an arrow bent so.
local function cost_of(node, move, bend, nodes, drawn, labels)
  local cost, others = math.abs(bend) * 1.5, {}
  for _, other in ipairs(nodes) do
    if other ~= node and other ~= move.to then others[#others + 1] = other end
  end
  for i = 1, 19 do
    local x, y = point(node, move.to, bend, i / 20)
    cost = cost + 3 * near(x, y, others, 2 * RADIUS) + 0.4 * near(x, y, drawn, 12) + 0.5 * near(x, y, labels, 26)
  end
  local x, y = point(node, move.to, bend, 0.5)
  return cost + 4 * near(x, y, labels, 48) + 2 * near(x, y, nodes, 3 * RADIUS) + near(x, y, drawn, 20)
end

-- Chooses `move.bend` of each arrow, short ones first, and `move.turn` of each loop, the direction in which it stands.
local function bend(nodes)
  local list, drawn, labels = {}, {}, {}
  for _, node in ipairs(nodes) do
    for _, move in ipairs(node.moves) do
      move.from = node
      move.long = math.sqrt((node.x - move.to.x) ^ 2 + (node.y - move.to.y) ^ 2)
      list[#list + 1] = move
      move.rank = #list
    end
  end
  table.sort(list, function(a, b)
    if a.long ~= b.long then return a.long < b.long end
    return a.rank < b.rank
  end)
  for _, move in ipairs(list) do
    if move.long > 0 then
      local least
      for _, one in ipairs(BENDS) do
        local cost = cost_of(move.from, move, one, nodes, drawn, labels)
        if not least or cost < least then move.bend, least = one, cost end
      end
      for i = 1, 19 do
        local x, y = point(move.from, move.to, move.bend, i / 20)
        drawn[#drawn + 1] = { x = x, y = y }
      end
      local x, y = point(move.from, move.to, move.bend, 0.5)
      labels[#labels + 1] = { x = x, y = y }
    end
  end
  for _, move in ipairs(list) do
    if move.long == 0 then
      local least
      for _, turn in ipairs { -90, 90, -45, -135, 45, 135, 0, 180 } do
        local x = move.from.x + 2.9 * RADIUS * math.cos(math.rad(turn))
        local y = move.from.y + 2.9 * RADIUS * math.sin(math.rad(turn))
        local cost = math.abs(turn + 90) / 400 + near(x, y, drawn, 26) + 2 * near(x, y, labels, 44)
          + 3 * near(x, y, nodes, 2.5 * RADIUS)
        if not least or cost < least then move.turn, least = turn, cost end
      end
    end
  end
end

-- ---- The figure ---------------------------------------------------------------------------

local ABOUT = { p_positions = "P-positions", nim_value = "Nim values", least_limit = "Least limits" }

-- The set, and a title.
local function set_of(x)
  local family = data.family(x)
  if family == "theorem" then
    local set = x:automaton()
    return set, ("%s of %s%s: (%s)"):format(ABOUT[x.what], x.rules.name, x.misere and ", misere play" or "",
      table.concat(set.variables, ", "))
  end
  if family ~= "number_set" then data.misuse("automaton", "set", "a set of numbers or a theorem", x) end
  return x, ("Automaton of (%s)"):format(table.concat(x.variables, ", "))
end

local function draw(figure, nodes)
  local accepts = figure:class { label = "accepts", fill = palette.yellow, char = "*", mark = "node", shape = "ring" }
  local refuses = figure:class { label = "does not accept", fill = palette.white, char = "o", mark = "node",
                                 shape = "circle" }
  local arrow = figure:class { label = "reads digits of all numbers side by side, * any", fill = "#555555",
                               char = "->", mark = "arrow" }
  for _, node in ipairs(nodes) do
    node.mark = figure:node(node.x, node.y, node.accepts and accepts or refuses, tostring(node.state),
      ("state %d%s"):format(node.state, node.accepts and ", accepts" or ""))
  end
  for _, node in ipairs(nodes) do
    for _, move in ipairs(node.moves) do
      figure:arrow(node.mark, move.to.mark, arrow, { lines = move.lines, bend = move.bend, turn = move.turn,
        tip = ("%d to %d: %s"):format(node.state, move.to.state, table.concat(move.words, " ")) })
    end
  end
end

function M.build(x, options)
  local set, title = set_of(x)
  if set:states() > MOST then
    return nil, ("automaton: %s, more than the %d that are drawn"):format(text.count(set:states(), "state"), MOST),
      "ELIMIT"
  end
  local ok, rows = failure.try(set.transitions, set)
  if not ok then return nil, tostring(rows), "ELIMIT" end
  local nodes = nodes_of(rows, digits_of(rows[0]))
  place(nodes)
  bend(nodes)
  local low_x, high_x, low_y, high_y = 0, 0, 0, 0
  for _, node in ipairs(nodes) do
    low_x, high_x = math.min(low_x, node.x), math.max(high_x, node.x)
    low_y, high_y = math.min(low_y, node.y), math.max(high_y, node.y)
    for _, move in ipairs(node.moves) do
      if move.bend then
        local x_at, y = point(node, move.to, move.bend, 0.5)
        low_x, high_x = math.min(low_x, x_at), math.max(high_x, x_at)
        low_y, high_y = math.min(low_y, y), math.max(high_y, y)
      end
    end
  end
  local figure = figures.new {
    title = options.title or title,
    notes = { text.count(#nodes, "state") .. (#nodes < set:states() and ", and one from which nothing is accepted"
      or "") .. "; reading begins at 0, in " .. set.numeration.title },
    node_wide = 2 * RADIUS, round = RADIUS,
    x = { low = low_x - 70, high = high_x + 70, hidden = true },
    y = { low = low_y - 70, high = high_y + 70, hidden = true, reversed = true },
  }
  draw(figure, nodes)
  figure.entry = figure.nodes[1]
  figure.width, figure.height = high_x - low_x + 140, high_y - low_y + 140
  return figure
end

return M
