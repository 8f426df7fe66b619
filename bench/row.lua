-- Rows of the performance book, in Lua. bench/row.h is the same in C. A row is a table:
--
--   name, definition, bound   the task, the comparison, the work that every program must do: for readers
--   cost                      the kernel's, in n: "n^2"; nil if n is fixed
--   n, tiny, twice            sizes: measured, for a quick test, for growth (2 n)
--   kernel(n)                 the work; returns its result and the bytes it holds
--   define(n)                 the same by definition
--   limit(n)                  the work of the bound
--   prepare(n)                once, before all of them
--   clear()                   before each of them, not timed
--   same(result, n, kernel)   the numbers and strings to compare, of the kernel's result, or else of the definition's
--   items(n)                  the unit for bytes
--
-- A row without a `define` is a row of threads: kernel(n, threads) by all processors beside the same by one, in wall
-- seconds. Its bound is the same by one thread in that number of processes at once, divided by the number.
--
-- The three run in turn. Each counts with the least processor time of its runs, equally many for each. Kernel and
-- definition must have the same signature.
local RUNS, SHARED = 3, 5 -- for rows of threads, since the other processors may be busy

local tiny = arg and arg[1] == "tiny"
local row = {}
local measured = 0 -- rows

require "takeaway".threads(1)

-- The number of calls of f, which gets the rule's emit. The emit counts.
function row.calls(f)
  local count = 0
  f(function() count = count + 1 end)
  return count
end

local function sign(...)
  local signature = 1
  for i = 1, select("#", ...) do
    local part = select(i, ...)
    for j = 1, type(part) == "table" and #part or 1 do
      local text = tostring(type(part) == "table" and part[j] or part)
      for k = 1, #text do signature = (signature ~ text:byte(k)) * 1099511628211 end
      signature = signature * 31 + 1
    end
  end
  return (signature ~ signature >> 32) & 0xFFFFFFFF
end

local function asked(command)
  local out = assert(io.popen(command))
  local number = tonumber(out:read "a")
  out:close()
  return assert(number, command)
end

local function wall() return asked "date +%s.%N" end

local function timed(r, work, n, ...)
  local clock = r.define and os.clock or wall
  if r.clear then r.clear() end
  collectgarbage()
  collectgarbage()
  local start = clock()
  local result, bytes = work(n, ...)
  return clock() - start, result, bytes
end

-- Runs this program in several processes at once, for its row number `measured` only. Returns the time of one thread:
-- the slowest one's, divided by the number.
local function copies(r, many)
  local command = ("TAKEAWAY_COPY=%d lua5.4 %s %s"):format(measured, arg[0], tiny and "tiny" or "")
  local out = assert(io.popen((command .. " & "):rep(many) .. "wait"))
  local slowest, count = 0, 0
  for line in out:lines() do slowest, count = math.max(slowest, (assert(tonumber(line), line))), count + 1 end
  assert(out:close() and count == many, r.name)
  return slowest / many
end

function row.measure(r)
  measured = measured + 1
  local copy = os.getenv "TAKEAWAY_COPY"
  if copy then
    if measured == tonumber(copy) then print(("%.9f"):format((timed(r, r.kernel, tiny and r.tiny or r.n, 1)))) end
    return
  end
  if not r.name:find(os.getenv "BENCH" or "", 1, true) then return end
  local n = tiny and r.tiny or r.n
  local many = not r.define and asked "nproc" or nil
  local kernel, definition, twice, limit = math.huge, math.huge, math.huge, math.huge
  local bytes, signature
  if r.prepare then r.prepare(n) end
  for _ = 1, tiny and 1 or many and SHARED or RUNS do
    local seconds, result, held = timed(r, r.kernel, n, many)
    kernel, bytes, signature = math.min(kernel, seconds), held, sign(r.same(result, n, true))
    seconds, result = timed(r, r.define or r.kernel, n, many and 1)
    definition = math.min(definition, seconds)
    local defined = sign(r.same(result, n, many ~= nil))
    assert(defined == signature, r.name .. ": the kernel's results are not the definition's")
    if r.cost then twice = math.min(twice, (timed(r, r.kernel, tiny and n or r.twice or 2 * n))) end
    limit = math.min(limit, many and copies(r, many) or (timed(r, r.limit, n)))
  end
  print(table.concat({ r.name, ("%.9f"):format(kernel), ("%.9f"):format(definition),
    ("%.9f"):format(r.cost and twice or 0), r.cost or "", ("%.4f"):format((bytes or 0) / r.items(n)),
    ("%.9f"):format(limit), ("%08x"):format(signature),
    r.definition or "one thread, by the clock",
    r.bound or "as many processes of one thread at once, shared out" }, "\t"))
  io.stdout:flush()
end

return row
