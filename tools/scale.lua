-- Simulates surveys of 10^9 rows on 1,000 ranks from measured costs (tools/scale.tsv, by tools/scale_measure.lua), and
-- finds where rank 0 is the limit. `lua5.4 tools/scale.lua [costs|ranks|blocks|billion|real]` prints the tables of
-- docs/scale.md.
--
-- Rank 0 serves messages one by one, in order of arrival. An answered block of B rows keeps it busy for
--
--     S(B) = block + B row_ordered + 2 message + wait(B)   (deal, read, write one transaction; wait for the disk)
--
-- The worker has the next block when it is served, and returns after
--
--     L + C(B)      (a message's round trip; B rows: the task's mean cost and spread, the worker's own cost)
--
-- Events are arrivals, in a heap by time. Serving one creates the worker's next; there is no other state. An idle rank
-- 0 sleeps longer and longer, up to a millisecond, and finds a message that much later. The random seed is fixed, so
-- the same file gives the same tables everywhere.

local M = {}

local POLL = 1e-3     -- the longest sleep of rank 0
local AIM, AIM_FOR = 1.0, 100 -- seconds of a block for up to 100 workers, as in the coordinator
local LONGEST = 65536 -- largest number of rows in a block
local DAY = 86400

local function read_costs(path)
  local costs = {}
  for line in io.lines(path) do
    local name, value = line:match "^(%S+)\t(%S+)"
    if name then costs[name] = tonumber(value) end
  end
  return costs
end

-- ---- A heap of arrivals, the first on top ---------------------------------------------

local function push(heap, time)
  local i = #heap + 1
  while i > 1 and heap[i // 2] > time do
    heap[i] = heap[i // 2]
    i = i // 2
  end
  heap[i] = time
end

-- Replaces the first arrival by `time`.
local function replace_first(heap, time)
  local i, n = 1, #heap
  while true do
    local child = 2 * i
    if child > n then break end
    if child < n and heap[child + 1] < heap[child] then child = child + 1 end
    if heap[child] >= time then break end
    heap[i] = heap[child]
    i = child
  end
  heap[i] = time
end

-- ---- The simulation -------------------------------------------------------------------

-- A random number of mean 0 and deviation 1, approximately normal.
local function normal()
  local sum = -6
  for _ = 1, 12 do sum = sum + math.random() end
  return sum
end

-- The time a block waits for the disk: linear between the measured sizes; above them at the last one's rate.
function M.wait(costs, block)
  local sizes = { 1, 10, 100, 1000 }
  for i = 2, #sizes do
    local low, high = sizes[i - 1], sizes[i]
    if block <= high or i == #sizes then
      local a, b = costs["wait_" .. low], costs["wait_" .. high]
      return math.max(a + (b - a) * (block - low) / (high - low), 0)
    end
  end
end

-- The seconds for which a block keeps rank 0 busy.
function M.service(costs, block)
  return costs.block + block * costs.row_ordered + 2 * costs.message + M.wait(costs, block)
end

--- Simulates `workers` workers with blocks of `block` rows. Returns rows a second, the share of time that rank 0 is
-- busy, and the share of time that workers compute.
function M.simulate(costs, task, workers, block)
  math.randomseed(20260101)
  local service = M.service(costs, block)
  local way, mean = 2 * costs.way_mean, block * (task.mean + costs.answer)
  -- a gamma distribution with this mean and deviation (Wilson and Hilferty's cube of a normal number)
  local shape = block * (mean / block / task.deviation) ^ 2
  local function computing()
    return mean * math.max(1 - 1 / (9 * shape) + normal() / (3 * math.sqrt(shape)), 0) ^ 3
  end
  local heap, free, busy = {}, 0, 0
  for _ = 1, workers do push(heap, mean * math.random()) end
  -- first the rounds that reach the steady state, then those that count
  local warm, rounds = 3 * workers + 50, 5 * workers + 2000
  local from, kept = 0, 0
  for event = 1, warm + rounds do
    local came = heap[1]
    if came > free then free = came + math.min(POLL, came - free) * math.random() end
    free = free + service
    busy, kept = busy + service, kept + free - came + way
    replace_first(heap, free + way + computing())
    if event == warm then from, busy, kept = free, 0, 0 end
  end
  local seconds = free - from
  local rate = rounds * block / seconds
  return { rate = rate, busy = busy / seconds, computing = 1 - kept / seconds / workers }
end

-- ---- Tables ---------------------------------------------------------------------------

local function print_table(head, rows)
  local widths = {}
  for i, text in ipairs(head) do widths[i] = #text end
  for _, row in ipairs(rows) do
    for i, text in ipairs(row) do widths[i] = math.max(widths[i], #text) end
  end
  for _, row in ipairs { head, table.unpack(rows) } do
    local parts = {}
    for i, text in ipairs(row) do
      parts[i] = i == 1 and text .. (" "):rep(widths[i] - #text) or (" "):rep(widths[i] - #text) .. text
    end
    print((table.concat(parts, "  "):gsub("%s+$", "")))
  end
end

local function percent(share) return ("%.0f %%"):format(100 * share) end

local function time_text(seconds)
  if seconds < 1e-4 then return ("%.1f us"):format(seconds * 1e6) end
  if seconds < 1e-3 then return ("%.0f us"):format(seconds * 1e6) end
  if seconds < 1 then return ("%.1f ms"):format(seconds * 1e3) end
  if seconds < 60 then return ("%.1f s"):format(seconds) end
  if seconds < 2 * DAY then return ("%.1f h"):format(seconds / 3600) end
  return ("%.1f days"):format(seconds / DAY)
end

local function thousands(n)
  local text = ("%.0f"):format(n)
  repeat
    local count
    text, count = text:gsub("^(%d+)(%d%d%d)", "%1,%2")
  until count == 0
  return text
end

local show = {}

function show.costs(costs)
  local rows = {}
  for line in io.lines "tools/scale.tsv" do
    local name, _, doc = line:match "^(%S+)\t(%S+)\t(.*)"
    if name and not name:find "^real_" then
      local shown = time_text(costs[name])
      if name:find "bytes" then shown = ("%.0f bytes"):format(costs[name]) end
      if name == "idle" then shown = ("%.1f %%"):format(100 * costs[name]) end
      rows[#rows + 1] = { doc, shown }
    end
  end
  print_table({ "what", "cost" }, rows)
end

-- The number of rows of a block, as the coordinator computes it.
local function block_of(costs, mean, workers)
  return math.max(1, math.min(LONGEST, AIM * math.max(1, workers / AIM_FOR) // (mean + costs.answer) | 0))
end

function show.ranks(costs)
  local rows = {}
  for _, mean in ipairs { 1e-3, 1e-2, 1e-1, 1, 10 } do
    local row = { time_text(mean) }
    for _, workers in ipairs { 10, 100, 1000, 10000 } do
      local got = M.simulate(costs, { mean = mean, deviation = mean }, workers, block_of(costs, mean, workers))
      row[#row + 1] = ("%s, %s"):format(percent(got.computing), percent(got.busy))
    end
    rows[#rows + 1] = row
  end
  print_table({ "a row", "10 ranks", "100", "1,000", "10,000" }, rows)
end

function show.blocks(costs)
  local rows = {}
  for _, block in ipairs { 1, 10, 100, 1000, 10000 } do
    local service = M.service(costs, block)
    local row = { thousands(block), time_text(service), thousands(block / service) }
    for _, mean in ipairs { 1e-3, 1e-2, 1e-1 } do
      row[#row + 1] = thousands(M.simulate(costs, { mean = mean, deviation = mean }, 1000, block).rate)
    end
    rows[#rows + 1] = row
  end
  print_table({ "rows a block", "keeps rank 0", "most rows a second", "1 ms a row", "10 ms", "100 ms" }, rows)
end

local TASKS = { { "subtraction", "subtraction, k = 10" }, { "octal", "octal, 3 digits, 1,000 heaps" } }

function show.billion(costs)
  local rows = {}
  local function add(name, task, bytes)
    local block = block_of(costs, task.mean, 1000)
    local got = M.simulate(costs, task, 1000, block)
    rows[#rows + 1] = { name, time_text(task.mean), thousands(block), time_text(1e9 / got.rate), percent(got.busy),
                        percent(got.computing), ("%.0f GB"):format(bytes) }
  end
  for _, task in ipairs(TASKS) do
    local prefix = "task_" .. task[1] .. "_"
    add(task[2], { mean = costs[prefix .. "mean"], deviation = costs[prefix .. "deviation"] }, costs[prefix .. "bytes"])
  end
  for _, mean in ipairs { 0.001, 0.01, 0.1 } do
    add("any", { mean = mean, deviation = mean }, costs.bytes_ordered)
  end
  print_table({ "task", "a row", "rows a block", "10^9 rows", "rank 0 busy", "ranks compute", "database" }, rows)
end

-- Real runs: rank 0's processor time, computed from the costs and measured; the wall time, simulated and measured.
function show.real(costs)
  local rows = {}
  for line in io.lines "tools/scale.tsv" do
    local ranks, block, count, milliseconds = line:match "^real_(%d+)_(%d+)_(%d+)_(%d+)\t"
    if ranks then
      local name = ("%s_%s_%s_%s"):format(ranks, block, count, milliseconds)
      local seconds, cpu = costs["real_" .. name], costs["real_cpu_" .. name]
      local blocks = count // block
      local working = blocks * (costs.block + 2 * costs.message) + count * costs.row
      local predicted = working + (seconds - working) * costs.idle
      local workers, of_block = math.tointeger(tonumber(ranks)) - 1, math.tointeger(tonumber(block))
      local task = { mean = milliseconds / 1000, deviation = 1e-5 }
      local simulated = count / M.simulate(costs, task, workers, of_block).rate
      rows[#rows + 1] = { ranks, block, count, milliseconds .. " ms", ("%.3f s"):format(predicted),
                          ("%.3f s"):format(cpu), ("%.2f"):format(cpu / predicted), ("%.2f s"):format(simulated),
                          ("%.2f s"):format(seconds), ("%.2f"):format(seconds / simulated) }
    end
  end
  print_table({ "ranks", "rows a block", "rows", "a row", "processor predicted", "measured", "ratio", "clock simulated",
                "measured", "ratio" }, rows)
end

local function main(which)
  if which and not show[which] then
    io.stderr:write("scale: expected costs, ranks, blocks, billion or real\n")
    os.exit(false)
  end
  local costs = read_costs "tools/scale.tsv"
  for _, name in ipairs { "costs", "ranks", "blocks", "billion", "real" } do
    if not which or which == name then show[name](costs) end
  end
end

if arg and arg[0] and arg[0]:find "scale%.lua$" then main(arg[1]) end

return M
