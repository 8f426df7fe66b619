--- An automaton as a regular expression, where it is short.
--
-- States are taken out one after another, the least connected first; what led through one becomes an expression
-- (Brzozowski, McCluskey 1963). A letter of several tracks is written `[0,1]`, as Walnut does; of one track `0`; digits
-- from 10 on are letters. There are `|`, `*`, `?` and brackets; the empty word is `()`.
-- @module takeaway.engine.automata.regex

local M = {}

--- Expressions longer than this are not given.
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

-- The state that costs least to take out.
local function cheapest(edges, left)
  local best, least
  for state in pairs(left) do
    local into, out, loop = 0, 0, edges[state][state] and #edges[state][state][1] or 0
    local ways_in, ways_out = 0, 0
    for from, row in pairs(edges) do
      if from ~= state and row[state] then into, ways_in = into + #row[state][1], ways_in + 1 end
    end
    for to, e in pairs(edges[state]) do
      if to ~= state then out, ways_out = out + #e[1], ways_out + 1 end
    end
    local cost = (ways_in - 1) * out + (ways_out - 1) * into + (ways_in * ways_out - 1) * loop
    if not least or cost < least or cost == least and state > best then best, least = state, cost end
  end
  return best
end

local function take_out(edges, state)
  local loop, total = star(edges[state][state]), 0
  for from, row in pairs(edges) do
    local into = from ~= state and row[state]
    if into then
      for to, out in pairs(edges[state]) do
        if to ~= state then
          row[to] = union(row[to], sequence(sequence(into, loop), out))
          total = total + #row[to][1]
        end
      end
      row[state] = nil
    end
  end
  edges[state] = nil
  return total
end

--- The expression.
-- @tparam table rows by state 0, 1, ... a list of {to =, letters = {text, ...}}
-- @tparam function accepting of a state
-- @tparam function skipped of a state: nothing that begins there is accepted
-- @treturn string it; nil where it is longer than `MOST`
function M.of(rows, accepting, skipped)
  if skipped(0) then return "" end
  local edges, left = { start = { [0] = EMPTY } }, {}
  for state = 0, #rows do
    if not skipped(state) then
      left[state], edges[state] = true, {}
      for _, move in ipairs(rows[state]) do
        if not skipped(move.to) then
          edges[state][move.to] = { table.concat(move.letters, "|"), #move.letters == 1 and 3 or 1 }
        end
      end
      if accepting(state) then edges[state]["end"] = EMPTY end
    end
  end
  while next(left) do
    local state = cheapest(edges, left)
    left[state] = nil
    if take_out(edges, state) > 20 * M.MOST then return nil end
  end
  local e = edges.start["end"]
  if #e[1] > M.MOST then return nil end
  return e[1] == "" and "()" or e[1]
end

return M
