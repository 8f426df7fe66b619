--- The ways through a program, as `core:listing` gives it: what follows what, what is still read, which instructions
-- are a loop's, and an order in which everything that leads somewhere comes before it, but for ways back.
-- @module takeaway.engine.declaration.flow

local M = {}

local BINARY = "add sub mul and or xor shl shr idiv mod quotient min max"
local UNARY = "move neg not abs value"
local BRANCHES = "jeq jne jlt jle jult"

-- Per operation: the fields that are read and the field that is written.
local READS, WRITES = {}, {}
for op in BINARY:gmatch "%a+" do READS[op], WRITES[op] = { "b", "c" }, true end
for op in UNARY:gmatch "%a+" do READS[op], WRITES[op] = { "b" }, true end
for op in BRANCHES:gmatch "%a+" do READS[op] = { "b", "c" } end
READS.cell, WRITES.cell = { "b" }, true
READS.entry, WRITES.entry = { "b", "c" }, true
READS.get, WRITES.get = { "b" }, true
READS.set = { "a", "b" }
WRITES.len, WRITES.count = true, true

-- Lists are told from registers by numbers below 0.
local function of_list(i) return -1 - i.c end
local OF_LIST = { set = true, get = true, len = true, list = true }

local JUMPS = { jump = true, loop = true, prep = true, next = true, cell = true, entry = true, get = true }
for op in BRANCHES:gmatch "%a+" do JUMPS[op] = true end
local ENDS = { jump = true, loop = true, ["end"] = true, bail = true }

--- Calls see(register) for each one that an instruction reads.
local function each_read(listing, i, see)
  for _, field in ipairs(READS[i.op] or {}) do see(i[field]) end
  if i.op == "prep" or i.op == "next" then
    for r = i.a, i.a + 2 do see(r) end
  end
  if OF_LIST[i.op] then see(of_list(i)) end
  for k = 0, i.op == "emit" and i.n - 1 or -1 do see(listing.operands[i.to + k]) end
end

local function each_written(i, see)
  if WRITES[i.op] then see(i.a) end
  if i.op == "new" then see(of_list(i)) end
  if i.op == "prep" then
    for _, r in ipairs { i.a, i.a + 1, i.a + 3 } do see(r) end
  end
end

-- Where an instruction may go, the way out of loops first.
local function successors(code, at)
  local i, list = code[at], {}
  if not ENDS[i.op] and i.op == "next" then return { at + 1, i.to } end
  if JUMPS[i.op] then list[1] = i.to end
  if not ENDS[i.op] then list[#list + 1] = at + 1 end
  return list
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
      each_written(code[at], function(r) written[r] = true end)
      for _, to in ipairs(successors(code, at)) do
        for r in pairs(live[to]) do
          if not written[r] then add(r) end
        end
      end
      each_read(listing, code[at], add)
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

--- What is known of a program.
-- @tparam table listing
-- @treturn table `live`, sets of registers by instruction, and of lists: -1, -2, ...; `rank`, numbers by instruction
function M.of(listing)
  return { live = liveness(listing), rank = ranks(listing.code) }
end

--- The instructions of the loop that begins at `prep`: those between it and its `next`.
-- @treturn table a set; empty where no path leads from one turn to the next
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
