-- Measures what a survey costs rank 0 and the other ranks on this machine. The output is tools/scale.tsv, the input of
-- tools/scale.lua. It takes minutes. Run it with `make scale-measure`.
--
-- Costs of computing are processor time, so a busy machine changes them little. Waiting for the disk is the rest of a
-- transaction's time, without the time spent waiting for a processor. With `echo`, `idle` or `real` this program is a
-- rank of a measurement.

local jobs = require "tools.jobs"
local coordinator = require "takeaway.app.survey.coordinator"
local message = require "takeaway.app.survey.message"
local store = require "takeaway.app.survey.store"
local tasks = require "takeaway.app.survey.task"
local ta = require "takeaway"
local worker = require "takeaway.app.survey.worker"
local workers = require "takeaway.workers"

local mode, argument = arg[1], arg[2]

-- Rows like those of octal games, at no cost, in the order of their keys or scattered.
local function rows_of(scattered)
  return tasks.check {
    name = "scale", version = 1, title = "Rows that cost nothing",
    settings = {},
    member = function(i)
      return ("0.%010d"):format(scattered and i * 2654435761 % (1 << 32) or i)
    end,
    columns = { { "digits", "INTEGER", "" }, { "period", "INTEGER", "" }, { "preperiod", "INTEGER", "" },
                { "largest", "INTEGER", "" }, { "proved", "INTEGER", "" } },
    row = function(key)
      local n = math.tointeger(tonumber(key:sub(3)))
      return { digits = n, period = n % 997, preperiod = n % 9973, largest = n % 61, proved = n % 2 }
    end,
  }
end

local function opened(path, task, members)
  os.remove(path)
  return store.write(path, { task = task, limits = {}, source = "", members = members })
end

-- ---- Ranks of measurements -----------------------------------------------------------

-- Messages of 100 bytes there and back. Measures rank 0's processor seconds for a message, and its latency.
if mode == "echo" then
  local mpi, count, text = require "takeaway.mpi", 20000, ("x"):rep(100)
  local rank = mpi.start()
  local cpu, began = os.clock(), workers.seconds()
  local least = math.huge
  for i = 1, count do
    local sent = workers.seconds()
    if rank == 0 then mpi.send(1, 1, text) end
    repeat local from = mpi.receive() until from
    if rank == 1 then mpi.send(0, 1, text) end
    if i > 100 then least = math.min(least, workers.seconds() - sent) end
  end
  if rank == 0 then
    print(("%.9f %.9f %.9f"):format((os.clock() - cpu) / count / 2, least / 2, (workers.seconds() - began) / count / 2))
  end
  mpi.leave(true)
  os.exit(true)
end

-- The processor share of an idle rank 0.
if mode == "idle" then
  local mpi = require "takeaway.app.survey.mpi"
  if mpi.serve { workers = 1 } then os.exit(true) end
  local transport = mpi.open { workers = 1 }
  transport:receive(1)
  local cpu, began = os.clock(), workers.seconds()
  transport:receive(4)
  print(("%.9f"):format((os.clock() - cpu) / (workers.seconds() - began)))
  transport:close()
  os.exit(true)
end

-- ---- In one process -------------------------------------------------------------------

local folder = jobs.output_of "mktemp -d":match "%S+"
local database = folder .. "/survey.db"

local function out(name, value, doc) print(("%s\t%.9g\t%s"):format(name, value, doc)) end

local function size_of(path)
  local file = assert(io.open(path, "rb"))
  local size = file:seek "end"
  file:close()
  return size
end

-- A transport with prepared answers.
local function prepared(task, block, count)
  local w = worker.new()
  w.task, w.settings, w.limits = task, {}, {}
  local answers = {}
  for i = 1, count do answers[i] = w:answer(message.write { { "block", (i - 1) * block, i * block } }) end
  local next_answer, at = message.write { { "ready", ta.version } }, 0
  return {
    name = "prepared", size = 1, close = function() end,
    send = function() end,
    receive = function()
      local answer = next_answer
      at = at + 1
      next_answer = answers[at]
      return 1, answer
    end,
  }
end

-- The seconds in which this process was ready and had no processor, as Linux counts them.
local function kept_waiting()
  local file = assert(io.open "/proc/self/schedstat")
  local waited = file:read "a":match "^%d+ (%d+)"
  file:close()
  return tonumber(waited) / 1e9
end

-- The processor seconds of `count` blocks, and the seconds of waiting for the disk.
local function coordinated(block, count, scattered)
  local task = rows_of(scattered)
  local kept, transport = opened(database, task, block * count), prepared(task, block, count)
  collectgarbage()
  local cpu, began, waited = os.clock(), workers.seconds(), kept_waiting()
  coordinator.run { task = task, name = "scale", source = "", store = kept, transport = transport, block = block }
  cpu, began, waited = os.clock() - cpu, workers.seconds() - began, kept_waiting() - waited
  kept:close()
  return cpu, began - cpu - waited
end

local function measure_rank_0()
  local points = {}
  for _, block in ipairs { 1, 10, 100, 1000 } do
    local count = block == 1000 and 40 or 200
    local least, waits = math.huge, {}
    for _ = 1, 5 do
      local cpu, wait = coordinated(block, count)
      least = math.min(least, cpu / count)
      waits[#waits + 1] = wait / count
    end
    table.sort(waits)
    points[block] = least
    out("block_" .. block, least, ("processor seconds of rank 0 for a block of %d"):format(block))
    out("wait_" .. block, waits[3], ("seconds of waiting for the disk, a block of %d, the median"):format(block))
  end
  local row = (points[1000] - points[10]) / 990
  out("row", row, "processor seconds of rank 0 for a row")
  out("block", math.max(points[10] - 10 * row, 0), "and in addition for a block")
end

-- The cost of a row in a large table: blocks of 1000, measured over the last tenth.
local function measure_growth(total, scattered, name)
  local task, block = rows_of(scattered), 1000
  local kept = opened(database, task, total)
  local w = worker.new()
  w.task, w.settings, w.limits = task, {}, {}
  kept:begin { host = "", transport = "", workers = 1, library = ta.version }
  local spent, answering = 0, 0
  for first = 0, total - block, block do
    local clock = os.clock()
    local reply = w:answer(message.write { { "block", first, first + block } })
    answering = answering + os.clock() - clock
    clock = os.clock()
    local lists = message.read(reply)
    table.remove(lists, 1)
    kept:add(lists, first, first + block)
    if first >= total * 9 // 10 then spent = spent + os.clock() - clock end
  end
  kept:close()
  out("row_" .. name, spent / (total // 10), ("processor seconds of a row, of %d, keys %s"):format(total,
    scattered and "in no order" or "in their order"))
  out("bytes_" .. name, size_of(database) / total, "bytes of the database a row, with its times and checksum")
  if name == "ordered" then
    out("answer", answering / total, "processor seconds of a worker for a row that costs nothing")
  end
end

-- Costs of tasks: mean, spread, and bytes a row.
local function measure_task(name, set, limit)
  local function asked(members)
    os.remove(database)
    local s = ta.survey { task = name, set = set, limit = limit, to = database, members = members, transport = "here" }
    assert(s):close()
    return size_of(database)
  end
  local size = asked() - asked(0)
  local task = tasks.load(name)
  local settings = tasks.settings(task, set)
  local list, sum, squares = {}, 0, 0
  for i = 0, tasks.count(task, settings) - 1 do
    local key, clock = tasks.key(task, i, settings), os.clock()
    if key then
      task.row(key, settings, { limit = limit })
      local seconds = os.clock() - clock
      list[#list + 1], sum, squares = seconds, sum + seconds, squares + seconds * seconds
    end
  end
  table.sort(list)
  local mean = sum / #list
  local doc = ("%s, %d rows"):format(name, #list)
  out("task_" .. name .. "_mean", mean, "processor seconds of a row of " .. doc)
  out("task_" .. name .. "_deviation", math.sqrt(math.max(squares / #list - mean * mean, 0)), "its standard deviation")
  out("task_" .. name .. "_most", list[#list], "the longest")
  out("task_" .. name .. "_bytes", size / #list, "bytes of the database a row")
end

local function measure_messages()
  local cpu, least, mean = jobs.output_of("mpirun -n 2 lua5.4 tools/scale_measure.lua echo"):match "(%S+) (%S+) (%S+)"
  out("message", tonumber(cpu), "processor seconds of rank 0 for a message: polling, then sending or receiving")
  out("way", tonumber(least), "seconds from sending to receiving, the least, both ranks polling")
  out("way_mean", tonumber(mean), "the mean")
  local idle = tonumber((jobs.output_of "mpirun -n 2 lua5.4 tools/scale_measure.lua idle"))
  out("idle", idle, "share of a processor, an idle rank 0")
end

-- Real surveys by `ranks` ranks whose rows sleep: the wall seconds, and rank 0's processor seconds.
local function measure_real(ranks, block, rows, milliseconds)
  os.remove(database)
  local text = jobs.output_of(("mpirun -n %d lua5.4 tools/scale_measure.lua real %s %d %d %d")
    :format(ranks, database, block, rows, milliseconds))
  local seconds, cpu = text:match "(%S+)%s+(%S+)"
  out(("real_%d_%d_%d_%d"):format(ranks, block, rows, milliseconds), tonumber(seconds),
    ("seconds, %d ranks, blocks of %d, %d rows of %d ms"):format(ranks, block, rows, milliseconds))
  out(("real_cpu_%d_%d_%d_%d"):format(ranks, block, rows, milliseconds), tonumber(cpu),
    "processor seconds of its rank 0")
end

if mode == "real" then
  local how = { workers = 1 }
  local mpi = require "takeaway.app.survey.mpi"
  if mpi.serve(how) then os.exit(true) end
  local task, name, source = tasks.load "tools/scale_task.lua"
  local block, members, milliseconds = tonumber(arg[3]), tonumber(arg[4]), tonumber(arg[5])
  local kept = store.write(argument, { task = task, limits = {}, source = source, members = members,
                                       given = { milliseconds = milliseconds } })
  local transport = mpi.open(how)
  -- leaves out the start of the processes
  local first, receive = nil, transport.receive
  function transport.receive(...)
    local worker_number, reply, why, gone = receive(...)
    if worker_number and not first then first = { os.clock(), workers.seconds() } end
    return worker_number, reply, why, gone
  end
  local ended
  local close = transport.close
  function transport.close(...)
    ended = ended or { os.clock(), workers.seconds() }
    return close(...)
  end
  coordinator.run { task = task, name = name, source = source, store = kept, transport = transport, block = block }
  print(ended[2] - first[2], ended[1] - first[1])
  os.exit(true)
end

measure_rank_0()
measure_growth(10000, false, "10000")
measure_growth(300000, false, "ordered")
measure_growth(300000, true, "scattered")
measure_messages()
measure_task("subtraction", { k = 10 })
measure_task("octal", { digits = 3 }, 1000)
for _, real in ipairs { { 2, 1, 200, 5 }, { 3, 10, 600, 5 }, { 4, 10, 1200, 5 }, { 5, 1, 800, 1 },
                       { 5, 50, 8000, 0 } } do
  measure_real(table.unpack(real))
end
os.execute("rm -rf " .. folder)
