--- Values of Hackenbush pictures by their shape, and the moves that win.
--
-- The picture at a vertex is the sum of its blocks there, each with the pictures at its other vertices. (A block is a
-- set of edges on common circles; a bridge is a block of its own.)
--
-- * A bridge e with H above it is the ordinal sum e:H, and only the value of H counts (the colon principle, Winning
--   Ways, chapter 7): *(n + 1) of a green edge below *n; Berlekamp's number of a red or blue edge below a number.
-- * Only the value of the picture at a vertex counts too. So a block of green edges with nimbers at all its vertices is
--   a green picture. By the fusion principle (Winning Ways, chapter 7) its vertices are one. Each of its edges is then
--   a loop, worth *1, and the pictures at them are added.
-- * Other blocks are searched, by the rules.
--
-- Depth first search finds the blocks (Tarjan 1972). All is O(edges) except for the arithmetic of values that are no
-- nimbers. A value is an integer n, which is *n; a value of the core; or a chain, { side =, over = }. A chain is a path
-- of red and blue edges below a number, one ordinal sum of numbers. It is computed when it is needed, 48 edges at a
-- time.

local core = require "takeaway.core"
local failure = require "takeaway.base.failure"
local graph = require "takeaway.rules.graph"

local M = {}

local ordinal_sum = core.value_methods.ordinal_sum

-- ---- Blocks -------------------------------------------------------------------------

-- The blocks of a picture, each after those that hang at it: { top =, edges =, others = }, vertices other than the top.
local function blocks_of(g)
  local around = graph.around(g)
  local number, low, at, mark = { 1 }, { 1 }, { 1 }, {}
  local blocks, pending, used, stack, count = {}, {}, {}, { 1 }, 1
  while #stack > 0 do
    local v = stack[#stack]
    local edge = around[v][at[v]]
    at[v] = at[v] + 1
    if not edge then
      stack[#stack] = nil
      local top = stack[#stack]
      if top then
        low[top] = math.min(low[top], low[v])
        if low[v] >= number[top] then
          local edges = table.move(pending, mark[v], #pending, 1, {})
          for i = #pending, mark[v], -1 do pending[i] = nil end
          blocks[#blocks + 1] = { top = top, edges = edges, others = { v } }
        end
      end
    elseif not used[edge] then
      used[edge] = true
      local to = graph.other(edge, v)
      if to == v then
        blocks[#blocks + 1] = { top = v, edges = { edge }, others = {} }
      else
        pending[#pending + 1] = edge
        if number[to] then
          low[v] = math.min(low[v], number[to])
        else
          count = count + 1
          number[to], low[to], at[to], mark[to] = count, count, 1, #pending
          stack[#stack + 1] = to
        end
      end
    end
  end
  for _, block in ipairs(blocks) do
    if #block.edges > 1 then
      local found = { [block.top] = true }
      block.others = {}
      for _, edge in ipairs(block.edges) do
        for k = 1, 2 do
          if not found[edge[k]] then
            found[edge[k]] = true
            table.insert(block.others, edge[k])
          end
        end
      end
    end
  end
  return blocks
end

-- ---- Values -------------------------------------------------------------------------

local CHUNK <const> = 48
local SIDE = { l = 1, r = -1 }

-- A number by its signs, at most CHUNK of them: those of the first run count 1, the others 1/2, 1/4, ...
local function number_of(signs, from, to)
  local whole, i = 0, from
  while i <= to and signs[i] == signs[from] do whole, i = whole + signs[i], i + 1 end
  local numerator, denominator = whole, 1
  for k = i, to do numerator, denominator = 2 * numerator + signs[k], 2 * denominator end
  return core.value(("%d/%d"):format(numerator, denominator))
end

-- A value as one of the core's.
local function plain(x)
  if math.type(x) then return x == 0 and core.value(0) or core.star(x) end
  if type(x) ~= "table" then return x end
  if x.value then return x.value end
  local signs, n, at = {}, 0, x
  while type(at) == "table" and not at.value do
    n = n + 1
    signs[n], at = at.side, at.over
  end
  local value = type(at) == "table" and at.value or at
  for to = n, 1, -CHUNK do
    local chunk = number_of(signs, math.max(1, to - CHUNK + 1), to)
    value = value and failure.raise(ordinal_sum(chunk, value)) or chunk
  end
  x.value = value
  return value
end

local EDGE = { l = "1", r = "-1", g = "*" } -- made when they are needed: the store of values may be cleared

-- The value of an edge with x above it.
local function on_edge(label, x)
  local side = SIDE[label]
  if not side then
    if math.type(x) then return x + 1 end
    return failure.raise(ordinal_sum(core.value(EDGE.g), plain(x)))
  end
  if x == 0 then return { side = side } end
  if type(x) == "table" or type(x) == "userdata" and x:is_number() then return { side = side, over = x } end
  return failure.raise(ordinal_sum(core.value(EDGE[label]), plain(x)))
end

local function add(x, y)
  if math.type(x) and math.type(y) then return x ~ y end
  if x == 0 then return y end
  if y == 0 then return x end
  return plain(x) + plain(y)
end

-- The value of a block whose vertices have these values above them; nil where it must be searched.
local function of_block(block, above)
  local edges = block.edges
  if #edges == 1 and block.others[1] then return on_edge(edges[1][3], above[block.others[1]] or 0) end
  local value = #edges & 1
  for _, edge in ipairs(edges) do
    if edge[3] ~= "g" then
      if #edges > 1 then return nil end
      return on_edge(edge[3], 0) -- a loop
    end
  end
  for _, v in ipairs(block.others) do
    local x = above[v] or 0
    if not math.type(x) then
      x = plain(x)
      if not x:is_nimber() then return nil end
      x = x:nim_value()
    end
    value = value ~ x
  end
  return value
end

-- By vertex the value of what hangs at it, and the blocks with their values; nil where something must be searched.
local function valued(g, above)
  local blocks = blocks_of(g)
  above = above or {}
  for _, block in ipairs(blocks) do
    local value = of_block(block, above)
    if value == nil then return nil end
    block.value = value
    local before = above[block.top]
    above[block.top] = before and add(before, value) or value
  end
  above[1] = above[1] or 0
  return above, blocks
end

--- The value of a picture.
-- @tparam table g the graph, its ground the first vertex
-- @treturn value.v the value; nil where the rules must be searched; or nil, message, code
function M.value(g)
  return failure.catch(function()
    local above = valued(g)
    return above and plain(above[1])
  end)
end

-- ---- Winning moves --------------------------------------------------------------------

-- By vertex the blocks at it, and how many there are, `all`. In a tree, of bridges to subtrees that are the same the
-- first alone.
local function blocks_at(g, blocks)
  local at, seen = {}, {}
  local classes = #g.edges == #g.labels - 1 and graph.classes(g)
  for _, block in ipairs(blocks) do
    local v, to = block.top, block.others[1]
    at[v], seen[v] = at[v] or { all = 0 }, seen[v] or {}
    at[v].all = at[v].all + 1
    local of = classes and seen[v][block.edges[1][3]]
    if classes and not of then
      of = {}
      seen[v][block.edges[1][3]] = of
    end
    if not (of and of[classes[to]]) then table.insert(at[v], block) end
    if of then of[classes[to]] = true end
  end
  return at
end

-- The nim value of a green block without one of its edges.
local function without(block, gone, above)
  local to, sub, own = { [block.top] = 1 }, { labels = { "" }, edges = {} }, {}
  for i, v in ipairs(block.others) do to[v], sub.labels[i + 1], own[i + 1] = i + 1, "", above[v] or 0 end
  for _, edge in ipairs(block.edges) do
    if edge ~= gone then sub.edges[#sub.edges + 1] = { to[edge[1]], to[edge[2]], "g" } end
  end
  return (valued(sub, own))[1]
end

-- Of nimbers: what hangs at v must become *target. A cut below a bridge changes what is above it; one below a green
-- block changes its value by the same nim sum.
local function by_nim_values(at, above)
  local found, todo = {}, { { 1, 0 } }
  local function seek(v, target) todo[#todo + 1] = { v, target } end
  while #todo > 0 do
    local v, target = table.unpack(table.remove(todo))
    for _, block in ipairs(at[v] or {}) do
      local wanted = block.value ~ (above[v] or 0) ~ target
      if #block.edges == 1 then
        if wanted == 0 then found[#found + 1] = block.edges[1]
        elseif block.others[1] then seek(block.others[1], wanted - 1) end
      else
        for _, edge in ipairs(block.edges) do
          if without(block, edge, above) == wanted then found[#found + 1] = edge end
        end
        for _, u in ipairs(block.others) do seek(u, (above[u] or 0) ~ block.value ~ wanted) end
      end
    end
  end
  return found
end

-- 2^k y in (1, 2] of a number 0 < y <= 1: that, and k.
local function doubled(y)
  local k = 0
  for _, shift in ipairs { 32, 8, 1 } do
    while (1 << shift) * y <= 2 do y, k = (1 << shift) * y, k + shift end
  end
  return y, k
end

-- The number x with 1:x = y, y > 0, backwards by Berlekamp's rule.
local function beneath(y)
  if y > 1 then return y - 1 end
  local twice, k = doubled(y)
  return twice - (k + 1)
end

-- Of numbers, Left to move where `side` is 1, else Right with all signs changed: the mover wins who makes the whole 0
-- or more. What hangs at v must become `least` or more; nil: whatever it becomes. What is above a bridge is found from
-- below it, backwards.
local function by_numbers(at, above, side)
  local zero = core.value(0)
  local own = side == 1 and "l" or "r"
  local found, todo = {}, { { 1, zero, side * plain(above[1]) } }
  while #todo > 0 do
    local v, least, now = table.unpack(table.remove(todo))
    for _, block in ipairs(at[v] or {}) do
      local edge, u = block.edges[1], block.others[1]
      local mine = edge[3] == own
      local value = least and (at[v].all == 1 and now or side * plain(block.value))
      local wanted = least and value - now + least -- what the block must come to
      if mine and (not wanted or wanted <= zero) then found[#found + 1] = edge end
      if not u then goto continue end
      if not wanted or mine and wanted <= zero then
        todo[#todo + 1] = { u }
      elseif mine then
        todo[#todo + 1] = { u, beneath(wanted), beneath(value) }
      elseif wanted < zero then
        todo[#todo + 1] = { u, -beneath(-wanted), -beneath(-value) }
      end
      ::continue::
    end
  end
  return found
end

-- Of any values, of a tree: what the whole comes to is worked out for each edge, along the path to the ground.
local function by_values(at, blocks, above, player)
  local wins = player == "left" and { L = true, P = true } or { R = true, P = true }
  local own = player == "left" and "l" or "r"
  for _, block in ipairs(blocks) do block.value = plain(block.value) end
  for v, value in pairs(above) do above[v] = plain(value) end
  local found, todo = {}, {}
  local function enter(v, below)
    for _, block in ipairs(at[v] or {}) do todo[#todo + 1] = { block, below } end
  end
  enter(1, nil)
  while #todo > 0 do
    local block, below = table.unpack(table.remove(todo))
    local here = { block, below }
    if block.edges[1][3] == own or block.edges[1][3] == "g" then
      local value = core.value(0) -- of the block that is cut into, from here down to the ground
      local step = here
      while step do
        local b = step[1]
        value = above[b.top] - b.value + value
        step = step[2]
        if step then value = failure.raise(ordinal_sum(core.value(EDGE[step[1].edges[1][3]]), value)) end
      end
      if wins[failure.raise(value:outcome())] then found[#found + 1] = block.edges[1] end
    end
    if block.others[1] then enter(block.others[1], here) end
  end
  return found
end

--- The edges whose cut wins, at least one of those whose cuts leave the same picture.
-- @tparam table g the graph, its ground the first vertex
-- @tparam string player "left" or "right"
-- @treturn table a list of edges of g; nil where the rules must be searched; or nil, message, code
function M.winning_edges(g, player)
  return failure.catch(function()
    local green, numbers, bridges = true, true, true
    for _, edge in ipairs(g.edges) do
      green = green and edge[3] == "g"
      numbers = numbers and edge[3] ~= "g"
    end
    local above, blocks = valued(g)
    if not above then return nil end
    for _, block in ipairs(blocks) do bridges = bridges and #block.edges == 1 end
    if not bridges and not green then return nil end
    local at = blocks_at(g, blocks)
    if green then return by_nim_values(at, above) end
    if numbers then return by_numbers(at, above, player == "left" and 1 or -1) end
    return by_values(at, blocks, above, player)
  end)
end

return M
