-- Counts the executed lines of csrc/core, from gcov's data. The campaign coverage runs it.
--
--   lua5.4 coverage.lua count BUILD    a table by folder; BUILD/not_reached.txt; status 1 below a floor
--   lua5.4 coverage.lua try FOLDER     tests the counting on one small program

local jobs = require "tools.jobs"
local lines_of = jobs.lines_of

local FLOOR = 0.95

-- Lines with code, lines reached, and {line, text} of the others, from gcov's output for one source file. gcov may list
-- a line several times (a template, an inline function): one execution is enough.
local function read(printed, source)
  local known, text, inside = {}, {}, false
  for _, line in ipairs(printed) do
    local count, number, code = line:match("^ *([^:]+): *(%d+):(.*)$")
    if count == "-" and number == "0" then
      local name = code:match("^Source:(.*)$")
      if name then inside = name == source end
    elseif count and inside and count ~= "-" then
      number = tonumber(number)
      known[number] = known[number] or not count:find("[#=]")
      text[number] = code
    end
  end
  local all, reached, missed = 0, 0, {}
  for number, seen in pairs(known) do
    all = all + 1
    if seen then reached = reached + 1 else missed[#missed + 1] = { number, text[number] } end
  end
  table.sort(missed, function(a, b) return a[1] < b[1] end)
  return all, reached, missed
end

local function count(build)
  local folders, order, out = {}, {}, {}
  for _, source in ipairs(lines_of("ls csrc/core/*/*.c")) do
    local folder, name = source:match("^csrc/core/([%w_]+)/([%w_]+)%.c$")
    local object = ("%s/obj/core/%s/%s.o"):format(build, folder, name)
    local all, reached, missed = read(lines_of("gcov -t " .. object .. " 2>/dev/null"), source)
    if not folders[folder] then folders[folder], order[#order + 1] = { all = 0, reached = 0 }, folder end
    folders[folder].all, folders[folder].reached = folders[folder].all + all, folders[folder].reached + reached
    for _, line in ipairs(missed) do out[#out + 1] = ("%s:%d:%s\n"):format(source, line[1], line[2]) end
  end
  jobs.write(build .. "/not_reached.txt", table.concat(out))
  local all, reached, short = 0, 0, 0
  for _, name in ipairs(order) do
    local f = folders[name]
    print(("  %-16s %5d of %5d lines  %5.1f%%"):format(name, f.reached, f.all, 100 * f.reached / f.all))
    all, reached = all + f.all, reached + f.reached
    short = short + math.max(0, math.ceil(FLOOR * f.all) - f.reached)
  end
  print(("  %-16s %5d of %5d lines  %5.1f%%; the others: %s/not_reached.txt"):format("csrc/core", reached, all,
    100 * reached / all, build))
  print(("lines of csrc/core reached, short of %g%% of a folder: %d tried, %d failed"):format(100 * FLOOR, all, short))
  return short == 0
end

local PROGRAM = [[
static int half(int n) {
    if (n < 0)
        return -1; /* never */
    return n / 2;
}

int main(void) {
    return half(1);
}
]]

local function try(folder)
  jobs.write(folder .. "/half.c", PROGRAM)
  local all, reached, missed = read(lines_of(("cd %s && rm -f *.gcda && gcc -O0 --coverage -c half.c "
    .. "&& gcc --coverage half.o -o half && ./half && gcov -t half 2>/dev/null"):format(folder)), "half.c")
  local right = all == 6 and reached == 5 and #missed == 1 and missed[1][1] == 3
  print(("lines that gcov counts right: %d tried, %d failed"):format(all, right and 0 or 1))
  return right
end

os.exit(({ count = count, try = try })[arg[1]](arg[2]) and 0 or 1)
