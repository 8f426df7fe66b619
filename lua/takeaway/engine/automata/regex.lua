--- An automaton as a regular expression, if that is short.
--
-- States are eliminated one after another, the least connected first. The paths through a state become an expression
-- (Brzozowski, McCluskey 1963). A letter of several tracks is written `[0,1]`, as in Walnut; of one track `0`; digits
-- from 10 on are letters. There are `|`, `*`, `?` and brackets; the empty word is `()`.
-- @module takeaway.engine.automata.regex

local M = {}

--- Longer expressions are refused.
M.MOST = 2000

-- Expressions: {text, level}; level 3 stands by itself, 2 is a sequence, 1 has a | outside.
local EMPTY = { "", 2 }

local function wrapped(e, level) return e[2] >= level and e[1] ~= "" and e[1] or "(" .. e[1] .. ")" end

local function optional(e)
  if e[1]:find "[*?]$" and e[2] == 3 then return e end
  return { wrapped(e, 3) .. "?", 3 }
end

local function union(a, b)
  if not a or a[1] == b[1] then return b end
  if a == EMPTY then return optional(b) end
  if b == EMPTY then return optional(a) end
  return { a[1] .. "|" .. b[1], 1 }
end

local function sequence(a, b)
  if a == EMPTY then return b end
  if b == EMPTY then return a end
  return { wrapped(a, 2) .. wrapped(b, 2), 2 }
end

local function star(e)
  if not e then return EMPTY end
  if e[2] == 3 and e[1]:find "%*$" then return e end
  return { wrapped(e, 3) .. "*", 3 }
end

-- The cost of eliminating a state: the growth of the expressions.
local function cost_of(edges, before, state)
  local into, out, loop = 0, 0, edges[state][state] and #edges[state][state][1] or 0
  local ways_in, ways_out = 0, 0
  for from in pairs(before[state]) do
    if from ~= state then into, ways_in = into + #edges[from][state][1], ways_in + 1 end
  end
  for to, e in pairs(edges[state]) do
    if to ~= state then out, ways_out = out + #e[1], ways_out + 1 end
  end
  return (ways_in - 1) * out + (ways_out - 1) * into + (ways_in * ways_out - 1) * loop
end

-- The cheapest state; of several, the last.
local function cheapest(costs)
  local best, least
  for state, cost in pairs(costs) do
    if not least or cost < least or cost == least and state > best then best, least = state, cost end
  end
  return best
end

-- `before` of a state: those with an edge to it. The costs of its neighbours change.
local function take_out(edges, before, costs, state)
  local loop, total, neighbours = star(edges[state][state]), 0, {}
  for from in pairs(before[state]) do
    local row = from ~= state and edges[from]
    if row then
      local into = row[state]
      for to, out in pairs(edges[state]) do
        if to ~= state then
          row[to] = union(row[to], sequence(sequence(into, loop), out))
          total = total + #row[to][1]
          if before[to] then before[to][from], neighbours[to] = true, true end
        end
      end
      row[state], neighbours[from] = nil, true
    end
  end
  for to in pairs(edges[state]) do
    if before[to] then before[to][state] = nil end
  end
  edges[state], before[state], costs[state] = nil, nil, nil
  for neighbour in pairs(neighbours) do
    if costs[neighbour] then costs[neighbour] = cost_of(edges, before, neighbour) end
  end
  return total
end

--- The expression.
-- @tparam table rows by state 0, 1, ... a list of {to =, letters = {text, ...}}
-- @tparam function accepting of a state
-- @tparam function skipped of a state: nothing that begins there is accepted
-- @treturn string it; nil where it is longer than `MOST`
function M.of(rows, accepting, skipped)
  if skipped(0) then return "" end
  local edges, before, costs = { start = { [0] = EMPTY } }, {}, {}
  for state = 0, #rows do
    if not skipped(state) then
      before[state], edges[state] = {}, {}
      for _, move in ipairs(rows[state]) do
        if not skipped(move.to) then
          edges[state][move.to] = { table.concat(move.letters, "|"), #move.letters == 1 and 3 or 1 }
        end
      end
      if accepting(state) then edges[state]["end"] = EMPTY end
    end
  end
  for from, row in pairs(edges) do
    for to in pairs(row) do
      if before[to] then before[to][from] = true end
    end
  end
  for state in pairs(before) do costs[state] = cost_of(edges, before, state) end
  while next(costs) do
    if take_out(edges, before, costs, cheapest(costs)) > 20 * M.MOST then return nil end
  end
  local e = edges.start["end"]
  if #e[1] > M.MOST then return nil end
  return e[1] == "" and "()" or e[1]
end

return M
