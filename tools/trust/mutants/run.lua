-- Tries small changes of csrc/core and of the checkers against the fast tests. The campaign mutants calls it.
--
--   lua5.4 run.lua prepare WORK                        builds what the tests share
--   lua5.4 run.lua choose WORK COUNT SEED WANTED       writes the changes to try to WORK/chosen.tsv
--   lua5.4 run.lua try BUILD WORK PART PARTS           tries each PARTS-th of them, into WORK/result.PART.tsv
--   lua5.4 run.lua score WORK TITLE                    the row of the table; status 1 if a change survives
--
-- A change that leaves the compiled code as it was does not count, nor does one that does not compile. A test kills a
-- change if it fails, crashes, or takes four times as long. The last tests are those with sanitizers, which make check
-- runs too. spec/trust/mutants.tsv explains changes that no test can see: file, function, change, line, why.

package.path = "./?.lua;" .. arg[0]:match("^(.*/)") .. "?.lua;" .. package.path
local jobs = require "tools.jobs"
local sites, tests = require "sites", require "tests"

local TABLE = "spec/trust/mutants.tsv"
local C_FLAGS = "-std=c11 -D_POSIX_C_SOURCE=200809L -fPIC -fvisibility=hidden -O2 -DNDEBUG -Icsrc/include "
  .. "-Icsrc/core -Werror=incompatible-pointer-types -Werror=int-conversion -Werror=implicit-function-declaration"
local TEST_FLAGS = "-O1 -Ispec/c/support -Icsrc $(pkg-config --cflags lua5.4)"
local SANITIZERS = "-fsanitize=address,undefined -fno-sanitize-recover=undefined -DTA_PORTABLE"

-- ---- Files and commands -------------------------------------------------------------

local read, write = jobs.read, jobs.write -- a missing file reads as ""

local function rows_of(path)
  local rows = {}
  for line in read(path):gmatch("[^\n]+") do
    if line:sub(1, 1) ~= "#" then
      local row = {}
      for field in (line .. "\t"):gmatch("([^\t]*)\t") do row[#row + 1] = field end
      rows[#rows + 1] = row
    end
  end
  return rows
end

local function key_of(row, first) return table.concat(row, "\t", first, first + 3) end

local function succeeds(command) return (os.execute(command .. " >/dev/null 2>&1")) == true end

-- ---- Building and running -------------------------------------------------------------

-- The objects of csrc/lua and csrc/ffi in a build, listed by their sources, because stale objects may remain.
local function objects(build)
  return "$(for f in csrc/lua/*/*.c csrc/ffi/*.c; do f=${f#csrc/}; echo " .. build .. "/obj/${f%.c}.o; done)"
end

-- The files of a build that a test of spec/c is linked with.
local function link(build, work, name, object, out, more)
  local lua_test = name:match("^lua/") and objects(build) or ""
  return succeeds(("cc -o %s %s/spec/%s.o %s/spec/support/*.o %s %s %s/libtakeaway.a %s %s")
    :format(out, work, name:gsub("/", "_"), work, object or "", lua_test, build,
      "-llua5.4 -lffi -lcmocka -ldl -lm", more or ""))
end

local function link_module(build, folder, object)
  local own = folder .. "/takeaway"
  return succeeds(("mkdir -p %s && cp %s/takeaway/terminal.so %s && "):format(own, build, own)
    .. ("cc -shared -Wl,--exclude-libs,ALL -o %s/core.so %s %s %s/libtakeaway.a -lffi -ldl -lm")
    :format(own, objects(build), object, build))
end

-- The command with limits of processor seconds, waiting time, and memory.
local function limited(seconds, command, memory)
  return ("timeout -k 1 %d sh -c 'ulimit -t %d; ulimit -c 0; %s exec %s'"):format(20 * seconds + 60, seconds,
    memory and "ulimit -v 6000000;" or "", command)
end

local function spec_command(build, lua_folder, c_folder, name)
  return ("env TAKEAWAY_SHORT=1 LUA_PATH=\"%s./lua/?.lua;./lua/?/init.lua;;\" LUA_CPATH=\"%s./%s/?.so;;\" "
    .. "TAKEAWAY_BUILD=%s lua5.4 tools/busted.lua -f tools/trust/mutants/busted_paths.lua --no-keep-going -o TAP "
    .. "spec/%s_spec.lua"):format(lua_folder and lua_folder .. "/?.lua;" or "", c_folder and c_folder .. "/?.so;" or "",
      build, build, name)
end

local function compile(file, text, out, more)
  local pipe = assert(io.popen(("cc %s -Icsrc/core/%s %s -x c - -c -o %s 2>/dev/null"):format(C_FLAGS,
    file:match("^csrc/core/([%w_]+)/"), more or "", out), "w"))
  pipe:write("# 1 \"", file, "\"\n", text)
  return (pipe:close())
end

-- ---- The tests without a change -----------------------------------------------------------------------

-- The processor seconds of a command; nil when it fails.
local function timed(command)
  local quoted = command:gsub("'", "'\\''")
  local text, ok = jobs.output_of(("sh -c '(%s) >/dev/null 2>&1; s=$?; times; exit $s'"):format(quoted))
  local m1, s1, m2, s2 = text:match("\n(%d+)m([%d%.]+)s (%d+)m([%d%.]+)s")
  return ok and 60 * (m1 + m2) + s1 + s2
end

-- The limit of a test: four times its time without a change. The first caller builds its objects and measures it.
local function limit_of(build, work, own, name, is_spec)
  local safe = name:gsub("/", "_")
  local note = work .. "/clean/" .. safe
  if read(note) == "" then
    local command = spec_command(build, nil, nil, name)
    if not is_spec then
      local object, program = work .. "/spec/" .. safe .. ".o", own .. "/clean"
      assert(succeeds(("cc %s %s -c spec/c/%s.c -o %s.$$ && mv %s.$$ %s"):format(C_FLAGS, TEST_FLAGS, name, object,
        object, object)), name .. " does not compile")
      assert(link(build, work, name, nil, program), name .. " cannot be linked")
      command = "env TAKEAWAY_SHORT=1 " .. program
    end
    write(note, ("%.2f"):format(timed(command) or error(name .. " fails as it is", 0)))
  end
  return math.ceil(4 * tonumber(read(note))) + 1
end

local function prepare(work)
  assert(succeeds(("mkdir -p %s/clean %s/spec/support && for f in spec/c/support/*.c; do cc %s %s -c $f -o "
    .. "%s/spec/support/$(basename $f .c).o || exit 1; done"):format(work, work, C_FLAGS, TEST_FLAGS, work)),
    "spec/c/support does not compile")
end

-- ---- choose ---------------------------------------------------------------------------

local function hash(text) -- FNV-1a, mixed: new lines elsewhere do not change the order
  local h = 0xcbf29ce484222325
  for i = 1, #text do h = (h ~ text:byte(i)) * 0x100000001b3 end
  h = (h ~ (h >> 32)) * 0x9E3779B97F4A7C15
  return h ~ (h >> 29)
end

-- The first `count` changes in the order of their hashes, taken from the classes in turn.
local function sample(list, count, seed)
  local classes, names, chosen = {}, {}, {}
  for _, s in ipairs(list) do
    s.hash = hash(seed .. "\t" .. s.key)
    if not classes[s.class] then classes[s.class], names[#names + 1] = {}, s.class end
    table.insert(classes[s.class], s)
  end
  table.sort(names)
  for _, name in ipairs(names) do
    table.sort(classes[name], function(a, b) return math.ult(a.hash, b.hash) end)
  end
  for turn = 1, #list do
    for _, name in ipairs(names) do
      if #chosen == count then return chosen end
      chosen[#chosen + 1] = classes[name][turn]
    end
  end
  return chosen
end

-- A line of a checker counts four times.
local function choose(work, count, seed, wanted)
  local groups, total, out = {}, 0, {}
  for _, group in ipairs(tests.groups()) do
    if wanted == "all" or (" " .. wanted .. " "):find(" " .. group.name .. " ", 1, true) then
      local list, lines = {}, 0
      for _, file in ipairs(group) do
        local found, text = sites.read(file)
        table.move(found, 1, #found, #list + 1, list)
        lines = lines + select(2, text:gsub("\n", "")) * (group.checker and 4 or 1)
      end
      groups[#groups + 1], total = { list = list, lines = lines }, total + lines
    end
  end
  for _, group in ipairs(groups) do
    local own = sample(group.list, math.max(4, math.floor(count * group.lines / total + 0.5)), seed)
    for _, s in ipairs(own) do out[#out + 1] = s.key .. "\n" end
  end
  write(work .. "/chosen.tsv", table.concat(out))
end

-- ---- try ------------------------------------------------------------------------------

local function try_lua(ctx, site, text)
  local changed = sites.changed(text, site)
  local code = load(changed, "=x")
  if not code then return "not compiled" end
  if string.dump(code, true) == string.dump(assert(load(text, "=x")), true) then return "same code" end
  local folder = ctx.own .. "/lua"
  local path = folder .. "/" .. site.file:gsub("^lua/", "")
  assert(succeeds("rm -rf " .. folder .. " && mkdir -p " .. path:match("^(.*)/")))
  write(path, changed)
  for _, name in ipairs(ctx.specs) do
    local command = limited(ctx.limit(name, true), spec_command(ctx.build, folder, nil, name))
    if not succeeds(command) then return "killed", name end
  end
  return "survived"
end

local function try_c(ctx, site, text)
  local object, program = ctx.own .. "/changed.o", ctx.own .. "/test"
  local changed, before = sites.changed(text, site), ctx.own .. "/" .. site.file:gsub("/", "_") .. ".o"
  if not compile(site.file, changed, object) then return "not compiled" end
  if not ctx.short then
    if read(before) == "" then assert(compile(site.file, text, before), site.file) end
    if read(object) == read(before) then return "same code" end
  end
  for _, name in ipairs(ctx.programs) do
    local seconds = ctx.limit(name)
    assert(link(ctx.build, ctx.work, name, object, program), name .. " cannot be linked")
    if not succeeds(limited(seconds, "env TAKEAWAY_SHORT=1 " .. program, true)) then return "killed", name end
  end
  if #ctx.specs > 0 then
    assert(link_module(ctx.build, ctx.own .. "/c", object), "core.so cannot be linked")
    for _, name in ipairs(ctx.specs) do
      local command = spec_command(ctx.build, nil, ctx.own .. "/c", name)
      if not succeeds(limited(ctx.limit(name, true), command, true)) then return "killed", name end
    end
  end
  if ctx.short or not compile(site.file, changed, object, SANITIZERS) then return "survived" end
  for _, name in ipairs(ctx.programs) do
    assert(link(ctx.build, ctx.work, name, object, program, "-fsanitize=address,undefined"), name)
    local command = "env TAKEAWAY_SHORT=1 ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1 " .. program
    if not succeeds(limited(4 * ctx.limit(name), command)) then return "killed", name .. " (sanitizers)" end
  end
  return "survived"
end

local function try(build, work, part, parts)
  local files, done = {}, {}
  local result = work .. "/result." .. part .. ".tsv"
  for other = 1, parts do
    for _, row in ipairs(rows_of(work .. "/result." .. other .. ".tsv")) do done[key_of(row, 3)] = true end
  end
  local ctx = { build = build, work = work, own = work .. "/part" .. part }
  function ctx.limit(name, is_spec) return limit_of(build, work, ctx.own, name, is_spec) end
  assert(succeeds("mkdir -p " .. ctx.own))
  local out <close> = assert(io.open(result, "a"))
  for i, row in ipairs(rows_of(work .. "/chosen.tsv")) do
    local key = key_of(row, 1)
    if i % parts == part % parts and not done[key] then
      local file = row[1]
      if not files[file] then
        local by_key, list, text = {}, sites.read(file)
        for _, s in ipairs(list) do by_key[s.key] = s end
        files[file] = { by_key = by_key, text = text }
      end
      local site, verdict, by = files[file].by_key[key], "not there", nil
      ctx.short = row[5] ~= nil
      ctx.programs, ctx.specs = tests.for_file(file, row[5])
      if site then verdict, by = (file:match("%.lua$") and try_lua or try_c)(ctx, site, files[file].text) end
      out:write(verdict, "\t", by or "", "\t", key, "\t", site and site.line or 0, "\n")
      out:flush()
    end
  end
end

-- ---- score ----------------------------------------------------------------------------

local function score(work, list)
  local why, count = {}, {}
  for _, row in ipairs(rows_of(TABLE)) do why[key_of(row, 1)] = row[5] end
  local folders, order, bad = {}, {}, 0
  write(work .. "/results.tsv", jobs.output_of("cat " .. work .. "/result.*.tsv"))
  for _, row in ipairs(rows_of(work .. "/results.tsv")) do
    local verdict, key = row[1], key_of(row, 3)
    local folder = row[3]:match("^csrc/core/([%w_]+)/") or row[3]:match("([%w_]+)%.lua$")
    if not folders[folder] then folders[folder], order[#order + 1] = { tried = 0, killed = 0 }, folder end
    if verdict == "survived" and why[key] then verdict = "explained" end
    count[verdict] = (count[verdict] or 0) + 1
    if verdict == "killed" or verdict == "survived" then
      folders[folder].tried = folders[folder].tried + 1
      if verdict == "killed" then folders[folder].killed = folders[folder].killed + 1 end
    end
    if verdict == "survived" or verdict == "not there" then
      bad = bad + 1
      print(("%s:%s: %s: %s, in %s: %s"):format(row[3], row[7], verdict, row[5], row[4], row[6]))
    end
  end
  table.sort(order)
  for _, folder in ipairs(order) do
    print(("  %-20s %4d of %4d killed"):format(folder, folders[folder].killed, folders[folder].tried))
  end
  local killed, explained = count.killed or 0, count.explained or 0
  local tried = killed + explained + bad
  print(("not counted: %d with the same code, %d that do not compile"):format(count["same code"] or 0,
    count["not compiled"] or 0))
  print(("%s, of which tests kill %.1f %%, and %d are explained: %d tried, %d failed"):format(list,
    100 * killed / math.max(tried, 1), explained, tried, bad))
  return bad == 0
end

local command = arg[1]
if command == "prepare" then prepare(arg[2])
elseif command == "choose" then choose(arg[2], tonumber(arg[3]), arg[4], arg[5])
elseif command == "try" then try(arg[2], arg[3], tonumber(arg[4]), tonumber(arg[5]))
elseif command == "score" then os.exit(score(arg[2], arg[3]) and 0 or 1)
else error("prepare, choose, try or score") end
