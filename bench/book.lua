-- The performance book: every row of every program of bench/, in one table.
--
--   lua5.4 bench/book.lua write|check|tiny|floors|put [PROGRAM...]
--
-- write    measures, prints the table, and writes it to build/bench.md
-- check    measures, and fails if a ratio is below its floor or a signature differs from that of bench/floors.tsv
-- tiny     runs each row once at a tiny size: kernel and definition must agree
-- floors   measures, and prints a new bench/floors.tsv: floors are 0.6 of the ratios
-- put      writes bench/table.md from build/bench.md
--
-- BENCH="two piles" measures only the rows with that in their names.
--
-- A program prints one line for a row: name, seconds of the kernel, of the definition, of the kernel on twice the size,
-- the claimed cost, bytes an item, seconds of the bound, signature, definition, bound. Its status is not 0 if the
-- kernel and the definition disagree.
local BUILD = os.getenv "TAKEAWAY_BUILD" or "build"
local DOCUMENT, TABLE, FLOORS = "bench/table.md", BUILD .. "/bench.md", "bench/floors.tsv"
local HEAD = [[
# The performance table

`make bench-write` generated this page. [Performance](../docs/performance.md) explains the columns and the rows.

]]

local function fail(...)
  io.stderr:write("bench: ", table.concat { ... }, "\n")
  os.exit(1)
end

local function read(path)
  local file = assert(io.open(path))
  local text = file:read "a"
  file:close()
  return text
end

local function write(path, text)
  local file = assert(io.open(path, "w"))
  file:write(text)
  file:close()
end

-- ---- Rows ----

local function rows_of(program, mode)
  local rows, out = {}, assert(io.popen(program .. " " .. mode))
  for line in out:lines() do
    local fields = {}
    for field in (line .. "\t"):gmatch "([^\t]*)\t" do fields[#fields + 1] = field end
    if #fields ~= 10 then fail(program, ": not a row: ", line) end
    rows[#rows + 1] = {
      name = fields[1], kernel = tonumber(fields[2]), definition = tonumber(fields[3]), twice = tonumber(fields[4]),
      cost = fields[5], bytes = tonumber(fields[6]), limit = tonumber(fields[7]), signature = fields[8],
      what = fields[9], bound = fields[10],
    }
  end
  if not out:close() then fail(program, " failed") end
  return rows
end

local function floors()
  local list = {}
  for line in io.lines(FLOORS) do
    local name, floor, signature = line:match "^([^\t#]+)\t([%d.]+)\t(%x+)$"
    if name then list[name] = { ratio = tonumber(floor), signature = signature } end
  end
  return list
end

-- ---- The table ----

local function time(seconds)
  if seconds >= 1 then return ("%.2f s"):format(seconds) end
  if seconds >= 1e-3 then return ("%.3g ms"):format(seconds * 1e3) end
  return ("%.3g us"):format(seconds * 1e6)
end

local function plain(number)
  return (number >= 100 and "%.0f" or number >= 10 and "%.1f" or "%.2f"):format(number)
end

local function cells(row)
  return {
    row.name, time(row.kernel), time(row.definition), plain(row.definition / row.kernel),
    row.cost ~= "" and ("%s (%s)"):format(plain(row.twice / row.kernel), row.cost) or "",
    row.bytes > 0 and plain(row.bytes) or "", ("%.0f %%"):format(100 * row.limit / row.kernel), row.signature, row.what,
    row.bound,
  }
end

local HEADS = { "work", "kernel", "definition", "ratio", "n to 2n", "bytes", "of bound", "signature", "the definition",
                "the bound" }

local function format(rows)
  local lines, widths = { HEADS }, {}
  for _, row in ipairs(rows) do lines[#lines + 1] = cells(row) end
  for _, line in ipairs(lines) do
    for i, cell in ipairs(line) do widths[i] = math.max(widths[i] or 3, #cell) end
  end
  local out = {}
  for at, line in ipairs(lines) do
    local parts = {}
    for i, cell in ipairs(line) do
      local pad = (" "):rep(widths[i] - #cell)
      parts[i] = i >= 2 and i <= 7 and pad .. cell or cell .. pad
    end
    out[#out + 1] = "| " .. table.concat(parts, " | ") .. " |"
    if at == 1 then
      for i, width in ipairs(widths) do parts[i] = ("-"):rep(width - 1) .. (i >= 2 and i <= 7 and ":" or "-") end
      out[#out + 1] = "| " .. table.concat(parts, " | ") .. " |"
    end
  end
  return table.concat(out, "\n") .. "\n"
end

local function ask(command)
  local out = io.popen(command .. " 2>/dev/null")
  local text = out and out:read "l" or nil
  if out then out:close() end
  return text ~= "" and text or "unknown"
end

local function machine(seconds)
  local cpu = ask "grep -m1 'model name' /proc/cpuinfo":gsub(".*:%s*", "")
  return ("%s, %s cores, %s; C: %s, `%s`; Lua: %s. %s, in %d seconds\n"):format(cpu, ask "nproc", ask "uname -srm",
    ask((os.getenv "CC" or "cc") .. " --version"), os.getenv "BENCH_FLAGS" or "?", ask "lua5.4 -v":match "^Lua [%d.]+",
    os.date "!%Y-%m-%d", seconds)
end

-- ---- Main ----

local mode = arg[1]
if mode == "put" then return write(DOCUMENT, HEAD .. read(TABLE)) end

local rows, began = {}, os.time()
for i = 2, #arg do
  for _, row in ipairs(rows_of(arg[i], mode)) do rows[#rows + 1] = row end
end
if mode == "tiny" then
  print(("bench: %d rows, each kernel as its definition"):format(#rows))
  return
end

if mode == "floors" then
  print "# name, least ratio, signature (make bench-floors)"
  for _, row in ipairs(rows) do
    print(("%s\t%.3g\t%s"):format(row.name, 0.6 * row.definition / row.kernel, row.signature))
  end
  return
end
local text = machine(os.time() - began) .. "\n" .. format(rows)
io.write(text)
if mode == "write" then write(TABLE, text) end
if mode == "check" then
  local list, bad = floors(), 0
  for _, row in ipairs(rows) do
    local floor, ratio = list[row.name], row.definition / row.kernel
    local why = not floor and "has no floor in " .. FLOORS
      or ratio < floor.ratio and ("is %.2f times as fast, its floor is %g"):format(ratio, floor.ratio)
      or row.signature ~= floor.signature and ("has signature %s, not %s"):format(row.signature, floor.signature)
    if why then
      bad = bad + 1
      print(row.name .. " " .. why)
    end
    list[row.name] = nil
  end
  for name in pairs(list) do
    bad = bad + 1
    print(name .. " was not measured")
  end
  if bad > 0 then os.exit(1) end
  print(("bench: %d rows above their floors"):format(#rows))
end
