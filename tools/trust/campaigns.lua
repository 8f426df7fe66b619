-- The campaigns, as tools/trust.lua runs them: for each its title, the packages and files it needs, and its jobs.
-- docs/testing.md describes each of them.
--
--   TAKEAWAY_SHORT=1    the short form, which make check runs: fixed counts and one seed
--   TAKEAWAY_SEED=N     another seed (20260101)
--   COUNT= TARGETS= SECONDS= ...   see each campaign
local jobs = require "tools.jobs"

local short = os.getenv "TAKEAWAY_SHORT"
local build = os.getenv "BUILD" or os.getenv "TAKEAWAY_BUILD" or "build"
local seed = math.tointeger(tonumber(os.getenv "TAKEAWAY_SEED" or os.getenv "SEED")) or 20260101
local width = jobs.width()
local here = jobs.output_of "pwd":match "[^\n]+"
local root = build:sub(1, 1) == "/" and build or here .. "/" .. build

local M = { by_name = {}, names = {}, titles = {}, short = short }

--- The start of every job's program for sh.
M.HEAD = ([[
set -eu
export LUA_PATH='./?.lua;./lua/?.lua;./lua/?/init.lua;;' LUA_CPATH='%s/?.so;;' TAKEAWAY_BUILD='%s'
row() { echo "$1: $2 tried, $3 failed"; }
]]):format(root, build) .. (os.getenv "SEED" and ("export TAKEAWAY_SEED=%d\n"):format(seed) or "")

local function campaign(name, title, make)
  M.names[#M.names + 1], M.titles[name], M.by_name[name] = name, title, make
end

-- Replaces $NAME by values.NAME if that exists. The shell's own variables stay.
local function fill(text, values)
  return (text:gsub("%$([A-Z_]+)", function(name) return values[name] end))
end

local function number_of(name, default) return math.tointeger(tonumber(os.getenv(name))) or default end

-- ---- Calls -------------------------------------------------------------------------------------

-- $INTO; the header of counts in $COUNTS; the library $LIBRARY; further options in $OPTIONS.
local COMPILE_SCENES = [[
gcc -std=c11 -D_POSIX_C_SOURCE=200809L -g $OPTIONS -Wall -Wextra -Wshadow -Werror -Icsrc/include -Ispec/c/support \
    -I$COUNTS -o $INTO spec/trust/calls/*.c spec/c/support/oom.c spec/c/support/certificates.c $LIBRARY -lm]]

local SCENES = COMPILE_SCENES .. [[

export ASAN_OPTIONS=detect_leaks=1
$INTO print >$INTO.answers
[ -z "${TAKEAWAY_WRITE:-}" ] || cp $INTO.answers spec/trust/calls/answers.txt
failed=0
diff spec/trust/calls/answers.txt $INTO.answers || failed=1
row "answers of C scenes, in two builds" 1 $failed
]]

-- Checks that new prototypes are noticed: one that no library exports, and one that no scene calls.
local PLANTED = [[
out=$OUT/planted failed=0
rm -rf $out
mkdir -p $out
cp -R csrc/include $out/include
sed -i 's/^TA_API const char \*ta_version/TA_API int ta_planted(void);\n&/' $out/include/takeaway/base.h
list() { lua5.4 tools/trust/public_calls.lua $out/include $out/watched.h "$1" $BUILD/libtakeaway-host.so; }
if list $BUILD/libtakeaway.so >$out/said || ! grep -q "^ta_planted: declared, and not exported" $out/said; then
    cat $out/said
    failed=$((failed + 1))
fi
printf 'int ta_planted(void);\nint ta_planted(void) { return 1; }\n' >$out/planted.c
gcc -shared -fPIC -o $out/libtakeaway.so $out/planted.c -Wl,--whole-archive $BUILD/libtakeaway.a \
    -Wl,--no-whole-archive -lm
compile() {
$COMPILE
}
if ! list $out/libtakeaway.so >$out/said || ! compile || $out/calls list >$out/said ||
    ! grep -q "^ta_planted: no scene calls it" $out/said; then
    cat $out/said
    failed=$((failed + 1))
fi
row "C prototypes planted and refused" 2 $failed
]]

campaign("c_calls",
  "every public C function by the headers, in a scene; refused memory, stops, failing callbacks at every k", function()
    local out = build .. "/trust/c_calls"
    local places, polls, opening, calling = 0, 400, 300, 0 -- of each scene; 0: all
    if short then places, polls, opening, calling = 4, 4, 4, 30 end
    local function scenes(name, library, options, suffix, try)
      local into = out .. "/" .. name
      local tries = try and ("%s try %d %d '%s'\n"):format(into, places, polls, suffix) or ""
      return fill(SCENES, { INTO = into, COUNTS = out, LIBRARY = library, OPTIONS = options }) .. tries
    end
    return {
      make = { [""] = ("%s/libtakeaway.so %s/libtakeaway.a %s/libtakeaway-host.so"):format(build, build, build),
               ["MODE=asan BUILD=build/asan"] = "build/asan/libtakeaway.a" },
      { title = "list", command = fill([[
mkdir -p $OUT
lua5.4 tools/trust/public_calls.lua csrc/include $OUT/watched.h $BUILD/libtakeaway.so $BUILD/libtakeaway-host.so]],
          { OUT = out, BUILD = build }) },
      { title = "planted", needs = { "list" }, command = fill(PLANTED, { OUT = out, BUILD = build,
        COMPILE = fill(COMPILE_SCENES, { INTO = "$out/calls", COUNTS = "$out", LIBRARY = build .. "/libtakeaway.a",
          OPTIONS = "-O0" }) }) },
      { title = "released", needs = { "list" }, cost = short and 5 or 100,
        command = scenes("calls", build .. "/libtakeaway.a", "-O1", ", released", not short) },
      { title = "sanitized", cost = short and 10 or 300,
        needs = { os.getenv "TAKEAWAY_WRITE" and "released" or "list" },
        command = scenes("calls.asan", "build/asan/libtakeaway.a",
          "-O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined", "", true) },
      { title = "host", needs = { "list" }, cost = short and 5 or 100, command = fill([[
gcc -std=c11 -D_POSIX_C_SOURCE=200809L -g -O1 -Wall -Wextra -Wshadow -Werror -Icsrc/include -I$OUT -o $OUT/calls_host \
    spec/trust/host/main.c -L$ROOT -ltakeaway-host -Wl,-rpath,$ROOT
$OUT/calls_host $OPENING $CALLING]], { OUT = out, ROOT = root, OPENING = opening, CALLING = calling }) },
    }
  end)

-- TAKEAWAY_TRIALS= is the number of requests of each scenario to refuse (0: all). Before it refuses one, Lua collects
-- all garbage, which takes longer the larger the state is. So a process keeps a few scenarios and drops the others.
campaign("calls",
  "every public Lua call, under an allocator that refuses: it is answered right, or with the memory error", function()
    local count = build .. "/trust/scenarios"
    local list = { make = { [""] = ("all %s/spec/movefns.so %s/trust/lua_calls"):format(build, build) },
      { title = "scenarios", command = ([[
lua5.4 -e 'local calls = require "spec.support.calls"
  local missing = calls.missing()
  for _, text in ipairs(missing) do print("  " .. text) end
  print(("public Lua calls with a scenario: %%d tried, %%d failed"):format(#calls.names(), #missing))
  require "tools.jobs".write("%s", #calls.scenarios())']]):format(count) } }
    -- lua_calls FROM TO SEED TRIALS prints as its last line the scenarios, the trials and the failures.
    local function refusals(program, what, parts, trials, head)
      for part = 1, parts do
        list[#list + 1] = { title = ("%s, part %d"):format(program, part), cost = short and 8 or 60,
          needs = { "scenarios" }, command = head .. fill([[
n=$(cat $COUNT) status=0
first=$((n * ($PART - 1) / $PARTS + 1)) last=$((n * $PART / $PARTS))
said=$($PROGRAM/trust/lua_calls $first $last $SEED $TRIALS 2>&1) || status=$?
last=$(printf '%s\n' "$said" | tail -n 1)
[ "$last" = "$said" ] || printf '%s\n' "$said"
[ $status -le 1 ] || exit $status
set -- $last
row "$WHAT" $2 $3
exit $status]], { COUNT = count, PROGRAM = program, PART = part, PARTS = parts, SEED = seed, TRIALS = trials,
            WHAT = what }) }
      end
    end
    local trials = short and 1 or number_of("TAKEAWAY_TRIALS", 0)
    refusals(build, "Lua calls under an allocator that refuses", short and 12 or 64, trials, "")
    if not short then
      list.make["MODE=asan BUILD=build/asan"] = "build/asan/trust/lua_calls"
      refusals("build/asan", "Lua calls under an allocator that refuses, sanitized", 64, 4, [[
export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1 TAKEAWAY_SHORT=1
export LSAN_OPTIONS=suppressions=tools/lsan.supp:print_suppressions=0
]])
    end
    return list
  end)

-- COUNT= is the number of calls of each kind, made twice (2000). The short form skips hosts that are not installed, and
-- CGSuite's jar if it is not built. `make hosts` installs and builds all.
local GROWTH = [[
out=$OUT
mkdir -p $out
]]

campaign("growth", "functions handed over by every host, made and dropped: nothing that is alive grows", function()
  local out, count = build .. "/trust/growth", short and 100 or number_of("COUNT", 2000)
  local function job(title, cost, command)
    return { title = title, cost = cost, command = fill(GROWTH .. command, { OUT = out, ROOT = root, BUILD = build,
      COUNT = count }) }
  end
  return { make = { [""] = "all python-stubs" .. (short and "" or " pari-build cgsuite") },
    packages = not short and "python3 pari-gp libpari-dev libjansson-dev default-jdk-headless libjna-java" or nil,
    job("C", short and 3 or 60, [[
gcc -std=c11 -D_GNU_SOURCE -O1 -Wall -Wextra -Wshadow -Werror -Icsrc/include -o $out/growth spec/trust/growth/growth.c \
    -L$ROOT -ltakeaway-host -Wl,-rpath,$ROOT
$out/growth $COUNT]]),
    job("Python", short and 5 or 60, [[
if ! command -v python3 >/dev/null; then
    row "functions handed over by Python and dropped, by kind of call (no Python here)" 0 0
    exit 0
fi
rm -rf $out/python
mkdir -p $out/python
cp -R hosts/python/takeaway $out/python/
cp $BUILD/python/stubs/* $out/python/takeaway/
TAKEAWAY_LIBRARIES=$ROOT PYTHONPATH=$out/python PYTHONDONTWRITEBYTECODE=1 python3 spec/trust/growth/growth.py $COUNT]]),
    job("PARI", short and 3 or 60, [[
if ! command -v gp >/dev/null || [ ! -f $BUILD/pari/takeaway-gp.so ]; then
    row "closures handed over by GP and dropped, by kind of call (not built here)" 0 0
    exit 0
fi
said=$({ echo "read(\"$BUILD/pari/takeaway.gp\"); count = $COUNT;"; cat spec/trust/growth/growth.gp; } | gp -q -f)
echo "$said"
! echo "$said" | grep -q "[1-9][0-9]* failed$"]]),
    job("CGSuite", short and 5 or 60, [[
jar=$BUILD/cgsuite/takeaway-cgsuite.jar
if ! command -v javac >/dev/null || [ ! -f $jar ] || [ ! -d $BUILD/cgsuite/stubs ]; then
    row "functions handed over by CGSuite and dropped, by kind of call (not built here)" 0 0
    exit 0
fi
rm -rf $out/java
mkdir -p $out/java
javac --release 11 -d $out/java -cp $jar:$BUILD/cgsuite/stubs hosts/cgsuite/tests/HostTest.java
java -cp $out/java:$jar:$BUILD/cgsuite/stubs takeaway.cgsuite.HostTest $COUNT]]),
  }
end)

-- ---- Proofs and coverage -----------------------------------------------------------------------

-- Each file ends with Print Assumptions for its theorems; Coq then prints "Closed under the global context" for a
-- theorem without axioms. Coq is a large package: the short form runs where it is installed.
campaign("coq", "the theorems that certificates rest on, compiled by Coq, which prints what they assume", function()
  if short and not os.execute "command -v coqc >/dev/null" then
    return { { title = "no Coq", command = "row 'theorems proved without assumptions (no Coq here)' 0 0" } }
  end
  local list = { packages = "coq" }
  for file in jobs.output_of "ls docs/theory/*.v":gmatch "%S+" do
    list[#list + 1] = { title = file, cost = 20, command = fill([[
mkdir -p build/coq
cp $FILE build/coq/
cd build/coq
coqc -q $NAME >$NAME.said 2>&1 || { cat $NAME.said; exit 1; }
! grep -v '^Closed under the global context$' $NAME.said
asked=$(grep -c '^Print Assumptions' $NAME)
[ "$(grep -c . $NAME.said)" -eq "$asked" ] || { cat $NAME.said; exit 1; }
sed -n 's/^Print Assumptions \(.*\)\.$/  \1: no assumptions/p' $NAME
row "theorems proved without assumptions" "$asked" 0]], { FILE = file, NAME = file:match "[^/]*$" }) }
  end
  return list
end)

-- SPECS= names specs (default: those of the kernels). KEEP=1 adds to the lines that an earlier run reached. The short
-- form builds nothing: it tries the counting on one small file. A failing test is reported here and in the tests' own
-- run.
campaign("coverage", "the lines of csrc/core that the tests in short form reach: 95 % of each folder", function()
  if short then
    return { { title = "counting", command = [[
mkdir -p build/coverage_short
lua5.4 tools/trust/coverage.lua try build/coverage_short]] } }
  end
  return { packages = "gcc make pkg-config lua5.4 liblua5.4-dev libffi-dev libcmocka-dev lua-busted",
    { title = "tests", cost = 600, command = [[
[ -n "${KEEP:-}" ] || find build/coverage -name '*.gcda' -delete 2>/dev/null || true
export TAKEAWAY_SHORT=1
unset LUA_PATH LUA_CPATH TAKEAWAY_BUILD
make --no-print-directory CC=gcc MODE=coverage BUILD=build/coverage \
    SPECS="${SPECS:-spec/family spec/golden spec/property spec/engine spec/research spec/base spec/rules}" \
    test-run || true
lua5.4 tools/trust/coverage.lua count build/coverage]] } }
end)

-- ---- Mutated and random input ------------------------------------------------------------------

-- Lists the targets, and the inputs of the short form besides the corpus. SECONDS= is the time for each target (600).
-- TARGETS= selects some. CORPUS=write writes the corpora again, with the new inputs. An input that fails is kept in
-- build/fuzz/faults. Taking more than 20 seconds of processor time, or 2 GB, is also a failure.
local TARGETS = {
  { "expressions", 2000, "expressions of move functions" },
  { "codes", 500, "codes of heap games" },
  { "values", 500, "values as text" },
  { "certificates", 300, "certificates" },
  { "compiler", 150, "rules, compiled" },
  { "proofs", 300, "formulas and declarations" },
  { "saves", 1000, "files of results" },
  { "json", 1000, "texts of JSON" },
  { "host", 1000, "requests to the host", program = "host" },
  { "program", 1000, "programs with fields changed", program = "program" },
}

local FUZZ = [[
export TAKEAWAY_FUZZ=$NAME
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1
found=build/fuzz/found/$NAME
rm -rf $found
mkdir -p $found build/fuzz/faults
lua5.4 spec/trust/fuzz/corpus.lua unpack $NAME $found
cpath=$LUA_CPATH
unset LUA_CPATH # the module is inside the target
bound="-max_total_time=$SECONDS -dict=$found.dict"
status=0
if [ -n "${TAKEAWAY_SHORT:-}" ]; then
    build/asan/$PROGRAM-target $RUNS $SEED $found build/fuzz/faults/$NAME >$found.log 2>&1 || status=$?
else
    build/fuzz/$PROGRAM-target $bound -seed=$SEED -timeout=1200 -rss_limit_mb=2048 -detect_leaks=0 \
        -print_final_stats=1 -artifact_prefix=build/fuzz/faults/$NAME- $found >$found.log 2>&1 || status=$?
fi
if [ $status -ne 0 ]; then
    grep -av "^#" $found.log | tail -n 60
elif [ "${CORPUS:-}" = write ]; then
    LUA_CPATH=$cpath lua5.4 spec/trust/fuzz/corpus.lua pack $NAME $found build/fuzz/$PROGRAM-target
fi
tried=$(sed -n 's/^stat::number_of_executed_units: *//p' $found.log)
row "$TITLE" "${tried:-0}" $((status != 0))
]]

campaign("fuzz", "mutated input for every parser, reader and compiler, by libFuzzer under the sanitizers", function()
  local wanted = os.getenv "TARGETS" or ""
  local list = { packages = "clang libclang-rt-14-dev liblua5.4-dev libffi-dev",
    make = { [""] = "modules", [short and "MODE=asan BUILD=build/asan" or "CC=clang MODE=fuzz BUILD=build/fuzz"]
      = "fuzz-targets" } }
  for _, target in ipairs(TARGETS) do
    if wanted == "" or (" " .. wanted .. " "):find(" " .. target[1] .. " ", 1, true) then
      list[#list + 1] = { title = target[1], cost = short and 10 or 600, command = fill(FUZZ, { NAME = target[1],
        RUNS = target[2], TITLE = target[3], PROGRAM = target.program or "lua", SEED = seed,
        SECONDS = number_of("SECONDS", 600) }) }
    end
  end
  return list
end)

-- Every call and larger question is interrupted at counted moments. Larger questions also receive real signals at
-- random moments. TAKEAWAY_MOMENTS= is for each call (1000), TAKEAWAY_SECONDS= for all calls except the larger
-- questions (150), TAKEAWAY_SIGNALS= for each larger question (1000). CALLS= selects calls by a part of their name.
campaign("interrupts", "Ctrl-C, a cancelling watcher and signals in every public call, which is asked again", function()
  local list = { make = { [""] = ("all %s/spec/moments.so"):format(build) } }
  for part = 1, width do
    list[part] = { title = "part " .. part, cost = short and 10 or 600,
      command = ("LD_PRELOAD=%s/spec/moments.so lua5.4 spec/trust/interrupts.lua %d %d"):format(root, part, width) }
  end
  return list
end)

-- TAKEAWAY_TIGHT= is the number of limits of time and of reports for each call (40). CALLS= selects calls by a part of
-- their name.
campaign("budget", "every public call within tight limits of time, memory, positions, depth and reports, asked again",
  function()
    local list = { make = { [""] = "all" } }
    local parts = short and 1 or width
    for part = 1, parts do
      list[part] = { title = "part " .. part, cost = short and 4 or 300,
        command = ("lua5.4 spec/trust/budget.lua %d %d"):format(part, parts) }
    end
    return list
  end)

-- ---- Machines ----------------------------------------------------------------------------------

-- One machine: the core, the scenes, the C tests. A compiler that apt does not have is skipped.
local MACHINE = [[
here=$OUT/$NAME
options="-std=c11 -D_POSIX_C_SOURCE=200809L -w -Icsrc/include -Icsrc/core -Ispec/c/support $FLAGS"
if ! command -v $COMPILER >/dev/null || { [ -n "$RUNNER" ] && ! command -v $RUNNER >/dev/null; }; then
    echo "# $NAME cannot be tried here: its compiler or qemu-user is not installed"
    exit 0
fi
rm -rf $here
mkdir -p $here/obj $here/spec
object() { echo "$here/obj/$(echo "$1" | tr / _).o"; }
for f in csrc/core/*/*.c; do
    $COMPILER $options -c $f -o "$(object $f)" || { row "$NAME: the core is built" 1 1; exit 1; }
done
ar rcs $here/libtakeaway.a $here/obj/*.o 2>/dev/null || true # the linker makes its own index where this ar has none
$COMPILER $options -I$OUT -o $here/calls spec/trust/calls/*.c spec/c/support/oom.c spec/c/support/certificates.c \
    $here/libtakeaway.a -lm
failed=0
$RUNNER $here/calls print | diff spec/trust/calls/answers.txt - || failed=1
row "$NAME: the answers of the scenes" 1 $failed
failed=0
$RUNNER $here/calls try $PLACES $PLACES "" >$here/faults || failed=1
[ $failed = 0 ] || grep -v '^#' $here/faults | head -40
row "$NAME: scenes with faults" "$(awk '/ tried, /{sub(/.*: /, ""); n += $1} END {print n + 0}' $here/faults)" $failed
for f in spec/c/support/*.c; do $COMPILER $options $MOCKA -c $f -o "$(object $f)"; done
tried=0 failed=0
for t in $(ls spec/c/*/test_*.c | grep -vE '^spec/c/(lua|ffi|host|terminal)/'); do
    p=$here/spec/$(echo "$t" | tr / _) tried=$((tried + 1))
    if $COMPILER $options $MOCKA -o $p $t $here/obj/spec_c_support_*.o $here/libtakeaway.a $LINK -lm \
        >$p.said 2>&1 && TAKEAWAY_SHORT=1 $RUNNER $p >>$p.said 2>&1; then continue; fi
    failed=$((failed + 1))
    echo "== $p"
    grep -vE '\[ +(OK|RUN) |^# ' $p.said | tail -n 8 || true
done
row "$NAME: programs of C tests" $tried $failed
]]

-- The build must refuse -m32 with a sentence that gives the reason. It needs only the compiler's own headers.
local REFUSED = [[
mkdir -p $OUT
failed=1
echo '#include "base/int128.h"' |
    gcc -m32 -ffreestanding -std=c11 -Icsrc/core -fsyntax-only -x c - 2>$OUT/m32 || failed=0
grep -q "Takeaway needs integers of 128 bits" $OUT/m32 || failed=1
row "-m32 is refused with a sentence" 1 $failed
]]

-- MACHINES= selects some. The short form tests only -m32, because the check already builds with gcc and clang.
campaign("machines", "the core by other compilers, libraries and processors", function()
  local out = build .. "/trust/machines"
  local list = { { title = "-m32", command = fill(REFUSED, { OUT = out }) } }
  if short then return list end
  list.packages = "clang libcmocka-dev"
  list.make = { [""] = ("%s/libtakeaway.so %s/libtakeaway-host.so"):format(build, build) }
  list[2] = { title = "cross compilers", silent = true, weight = 0, needs = { "-m32" }, command = fill([[
sh tools/deps.sh musl-tools qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross gcc-s390x-linux-gnu \
    libc6-dev-s390x-cross || echo "# what is not installed cannot be tried here"
lua5.4 tools/trust/public_calls.lua csrc/include $OUT/watched.h $BUILD/libtakeaway.so $BUILD/libtakeaway-host.so \
    >/dev/null]],
    { OUT = out, BUILD = build }) }
  local known = { musl = { "musl-gcc", "-O2 -static" },
    aarch64 = { "aarch64-linux-gnu-gcc", "-O2 -static", "qemu-aarch64" },
    s390x = { "s390x-linux-gnu-gcc", "-O2 -static", "qemu-s390x" } }
  for _, cc in ipairs { "gcc", "clang" } do
    for level = 0, 3 do known[("%s-O%d"):format(cc, level)] = { cc, "-O" .. level, packaged = true } end
  end
  local all = "gcc-O0 gcc-O1 gcc-O2 gcc-O3 clang-O0 clang-O1 clang-O2 clang-O3 musl aarch64 s390x"
  for name in (os.getenv "MACHINES" or all):gmatch "%S+" do
    local m = assert(known[name], "there is no machine " .. name)
    -- the installed cmocka, or our own
    local mocka, link = "-Ispec/trust/machines", ""
    if m.packaged then mocka, link = "", "-lcmocka" end
    list[#list + 1] = { title = name, needs = { "cross compilers" }, cost = m[3] and 600 or 100,
      silent = not m.packaged, command = fill(MACHINE, { OUT = out, NAME = name, COMPILER = m[1], FLAGS = m[2],
        RUNNER = m[3] or "", PLACES = m[3] and 2 or 6, MOCKA = mocka, LINK = link }) }
  end
  return list
end)

-- TAKEAWAY_ROUNDS= is the number of times each is tried (10). Root may run mpirun here. Ranks share cores. Large
-- messages need no right to read another process's memory, and no process needs a remote shell.
campaign("mpi", "surveys by ranks of MPI, killed at random, against the survey by one process", function()
  return { packages = "openmpi-bin libopenmpi-dev", make = { [""] = "all" },
    { title = "ranks", weight = 0, cost = short and 60 or 3000, command = ([[
make --no-print-directory BUILD=%s %s/takeaway/mpi.so
export LUA_PATH="$PWD/?.lua;$PWD/lua/?.lua;$PWD/lua/?/init.lua;;" OMPI_ALLOW_RUN_AS_ROOT=1
export OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_plm=isolated
lua5.4 spec/trust/mpi.lua]]):format(build, build) } }
end)

-- COUNT= is their number (300). ROWS= names the folders and checkers to change (all). tools/trust/mutants/run.lua
-- defines what a change is and when a test kills it. Survivors are in build/mutants/results.tsv.
campaign("mutants", "small changes of csrc/core and of the checkers, each of which a fast test must notice", function()
  local fixtures = jobs.output_of "ls spec/fixtures/*.c":gsub("spec/fixtures/(%S+)%.c\n", build .. "/spec/%1.so ")
  local work = "build/mutants"
  local run = "lua5.4 tools/trust/mutants/run.lua "
  local rows = os.getenv "ROWS" or "all"
  local choose = run .. ("choose %s %d %d '%s'\n"):format(work, number_of("COUNT", 300), seed, rows)
  if short then choose = ("grep -v '^#' spec/trust/mutants_short.tsv >%s/chosen.tsv\n"):format(work) end
  local list = { packages = "gcc make pkg-config lua5.4 liblua5.4-dev libffi-dev libcmocka-dev lua-busted",
    make = { [""] = "all " .. fixtures },
    { title = "choose", silent = true, command = ("rm -rf %s\nmkdir -p %s\n"):format(work, work) .. choose
      .. run .. "prepare " .. work } }
  local parts = {}
  for part = 1, width do
    parts[part] = "part " .. part
    list[#list + 1] = { title = parts[part], silent = true, needs = { "choose" }, cost = short and 10 or 300,
      command = run .. ("try %s %s %d %d"):format(build, work, part, width) }
  end
  list[#list + 1] = { title = "score", needs = parts, command = run .. ("score %s '%s'"):format(work,
    short and "mutants that tests kill" or "mutants of csrc/core and the checkers") }
  return list
end)

-- ---- Files, surveys and sandboxes --------------------------------------------------------------

-- COUNT= is the number of programs of each kind (2000, and twice that of hostile ones). The programs are numbered from
-- the seed on. Each process tries some of them, so a process that dies or hangs identifies the numbers.
campaign("sandbox", "Lua programs from a grammar, hostile ones too, as rules in both sandboxes", function()
  local list = { make = { [""] = "modules" } }
  local some = 50
  local count = short and some or number_of("COUNT", 2000)
  for _, kind in ipairs { "benign", "hostile", "source" } do
    for at = 0, (kind == "hostile" and 2 * count or count) - 1, some do
      list[#list + 1] = { title = ("%s %d to %d"):format(kind, seed + at, seed + at + some - 1), cost = 5,
        command = ("lua5.4 spec/trust/sandbox.lua %s %d %d"):format(kind, seed + at, some) }
    end
  end
  return list
end)

-- Each process runs every 40th call, in its own folder, where calls may write files. CALLS= selects calls by a part of
-- their name, ODD= one odd argument. The short form only calls each method with wrong objects.
campaign("odd", "every public Lua call with odd objects and arguments: messages name the call, and nothing inside",
  function()
    local list, parts = { make = { [""] = "all" } }, short and 1 or 40
    for part = 1, parts do
      list[part] = { title = "part " .. part, cost = short and 5 or 20, command = fill([[
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for name in *; do ln -s "$PWD/$name" "$folder/$name"; done
cd "$folder"
ulimit -v 4000000
lua5.4 spec/trust/odd.lua $PART $PARTS </dev/null]], { PART = part, PARTS = parts }) }
    end
    return list
  end)

-- TAKEAWAY_KILLS= is the number of files of each kind whose writer is killed (200). A stub makes the PNG of a picture,
-- even if a renderer is installed, because this tests writing, not drawing.
campaign("saves", "every writer of files with a file that fails; files killed, flipped, cut off, foreign", function()
  return { make = { [""] = ("all %s/spec/failing_file.so"):format(build) },
    { title = "files", weight = 0, cost = short and 20 or 1400, command = fill([[
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
printf '#!/bin/sh\nprintf "\\211PNG\\r\\n\\032\\n" >"$3"\n' >"$folder/rsvg-convert"
chmod +x "$folder/rsvg-convert"
PATH=$folder:$PATH LD_PRELOAD=$ROOT/spec/failing_file.so lua5.4 spec/trust/saves.lua]], { ROOT = root }) } }
end)

-- SECONDS= is the wall time (480). In it the specs with random games run again and again, each time with another seed:
-- half of the time the games of all families, half the others. The short form plays the games once.
campaign("soak", "random games of every family, each by every path, against the definition", function()
  local list, seconds = { make = { [""] = "all" } }, short and 0 or number_of("SECONDS", 480) // 2
  local function again(title, run)
    list[#list + 1] = { title = title, cost = short and 10 or seconds, command = fill([[
export TAKEAWAY_SHORT=1
until=$(($(date +%s) + $SECONDS)) seed=$SEED tried=0 failed=0
while [ $tried -eq 0 ] || [ "$(date +%s)" -lt $until ]; do
    seed=$((seed + 1)) tried=$((tried + 1))
    TAKEAWAY_SEED=$seed $RUN >build/soak.$TITLE.log 2>&1 || {
        failed=$((failed + 1))
        tail -n 60 build/soak.$TITLE.log
        echo "with TAKEAWAY_SHORT=1 TAKEAWAY_SEED=$seed"
    }
done
row "$TITLE of random games, with seeds of their own" $tried $failed]],
      { SECONDS = seconds, SEED = seed, RUN = run, TITLE = title }) }
  end
  again("plays", "lua5.4 tools/busted.lua -o TAP spec/property/games_spec.lua")
  if short then return list end
  again("specs", "env -u LUA_PATH -u LUA_CPATH make --no-print-directory spec SPECS='spec/property "
    .. "spec/engine/loopy_spec.lua spec/family/loopy_spec.lua spec/family/misere_spec.lua "
    .. "spec/family/quotient_spec.lua'")
  return list
end)

-- TAKEAWAY_KILLS= is the total number of signals (200).
campaign("surveys", "coordinators and workers killed at random moments; databases with changed bytes", function()
  return { packages = "libsqlite3-dev", make = { [""] = "all" },
    { title = "killed", weight = 0, cost = short and 10 or 90, command = "lua5.4 spec/trust/surveys.lua" } }
end)

return M
