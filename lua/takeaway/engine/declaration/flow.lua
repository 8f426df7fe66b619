--- The control flow of a program, as `core:listing` gives it: successors, live registers, the instructions of each
-- loop, and a topological order without back edges.
-- @module takeaway.engine.declaration.flow

local M = {}

-- Where an instruction may go, the way out of loops first.
local function successors(code, at)
  local i = code[at]
  if i.ends then return { i.to } end
  if i.op == "next" then return { at + 1, i.to } end
  return i.to and { i.to, at + 1 } or { at + 1 }
end

-- Registers that are read from each instruction on, before they are written.
local function liveness(listing)
  local code, live = listing.code, {}
  for at = 1, #code do live[at] = {} end
  local changed = true
  while changed do
    changed = false
    for at = #code, 1, -1 do
      local own, written = live[at], {}
      local function add(r)
        if r < listing.constant and not own[r] then own[r], changed = true, true end
      end
      for _, r in ipairs(code[at].writes) do written[r] = true end
      for _, to in ipairs(successors(code, at)) do
        for r in pairs(live[to]) do
          if not written[r] then add(r) end
        end
      end
      for _, r in ipairs(code[at].reads) do add(r) end
    end
  end
  return live
end

-- Reverse postorder: an instruction's rank is below that of all it leads to, ways back aside. The search visits the way
-- out of a loop before its body, so that what follows a loop comes after it.
local function ranks(code)
  local rank, seen, count = {}, {}, #code
  local stack = { { at = 1 } }
  seen[1] = true
  while #stack > 0 do
    local top = stack[#stack]
    top.list = top.list or successors(code, top.at)
    top.next = (top.next or 0) + 1
    local to = top.list[top.next]
    if not to then
      rank[top.at], count = count, count - 1
      stack[#stack] = nil
    elseif not seen[to] then
      seen[to] = true
      stack[#stack + 1] = { at = to }
    end
  end
  return rank
end

--- The analysis of a program.
-- @tparam table listing
-- @treturn table `live`, sets of registers by instruction, and of lists: -1, -2, ...; `rank`, numbers by instruction
function M.of(listing)
  return { live = liveness(listing), rank = ranks(listing.code) }
end

--- The instructions of the loop that begins at `prep`: those between it and its `next`.
-- @treturn table a set; empty where no path leads from one iteration to the next
function M.body(listing, prep)
  local code, base = listing.code, listing.code[prep].a
  local reached, before, list = { [prep + 1] = true }, {}, { prep + 1 }
  local function stops(i) return (i.op == "prep" or i.op == "next") and i.a == base end
  for _, at in ipairs(list) do -- grows
    for _, to in ipairs(stops(code[at]) and {} or successors(code, at)) do
      before[to] = before[to] or {}
      table.insert(before[to], at)
      if not reached[to] then
        reached[to] = true
        list[#list + 1] = to
      end
    end
  end
  local body, back = {}, {}
  for _, at in ipairs(list) do
    if code[at].op == "next" and code[at].a == base then back[#back + 1] = at end
  end
  for _, at in ipairs(back) do -- grows
    if not body[at] then
      body[at] = true
      for _, from in ipairs(before[at] or {}) do back[#back + 1] = from end
    end
  end
  return body
end

return M
