#!/bin/sh
# calls: every public Lua call has a scenario, and is answered right, or with the memory error, where an allocator refuses
#
#   sh tools/trust/calls.sh          TAKEAWAY_SHORT=1: one scenario a call, few refusals; TAKEAWAY_SEED: of random ones
#
# Calls and scenarios are found by spec/support/calls.lua; what is tried on them is told in spec/trust/lua_calls.lua.
# The long form does it under the address sanitizer too, which sees leaks of what is no memory of the state's: at some k
# (4), while all k are tried without it (TAKEAWAY_TRIALS= is how many, 0: all). A refused request makes Lua collect all garbage
# first, which takes as long as the state is large: so a process has twenty scenarios and forgets the others, and there
# are as many processes at once as processors.
set -eu
seed=${TAKEAWAY_SEED:-20260101}
BUILD=${BUILD:-build}
export LUA_PATH='./lua/?.lua;./lua/?/init.lua;./?.lua;;' LUA_CPATH="./$BUILD/?.so;;" TAKEAWAY_BUILD="$BUILD"
echo "calls: seed $seed"
make --no-print-directory BUILD="$BUILD" all "$BUILD/spec/movefns.so" "$BUILD/trust/lua_calls" >/dev/null
status=0

# Enumeration: what lacks a scenario; how many there are.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM
COUNT=$scratch/count lua5.4 -e '
  local calls = require "spec.support.calls"
  local missing = calls.missing()
  for _, text in ipairs(missing) do print("  " .. text) end
  print(("public Lua calls with a scenario: %d tried, %d failed"):format(#calls.names(), #missing))
  local count = assert(io.open(os.getenv "COUNT", "w"))
  count:write(#calls.scenarios())
  count:close()
  os.exit(#missing == 0)' || status=1

# refusals PROGRAM TRIALS NAME: every scenario, TRIALS requests of each refused, 0: all; what failed, then the row of the table.
part=20
refusals() {
  rm -f "$scratch"/part.*
  seq 1 $part "$(cat "$scratch/count")" | xargs -P "$(nproc)" -I FROM sh -c '
    "$1" "$2" $(($2 + $3 - 1)) "$4" "$5" >"$6/part.$2" 2>&1 || [ $? -eq 1 ] || echo "0 0 1" >>"$6/part.$2"
  ' part "$1" FROM $part "$seed" "$2" "$scratch" || status=1
  awk -v name="$3" '
    { if (last[FILENAME] != "") print "  " last[FILENAME]; last[FILENAME] = $0 }
    END {
      for (f in last) { split(last[f], n, " "); trials += n[2]; failed += n[3] }
      printf "%s: %d tried, %d failed\n", name, trials, failed
      exit failed > 0
    }' "$scratch"/part.* || status=1
}

if [ -n "${TAKEAWAY_SHORT:-}" ]; then
  refusals "$BUILD/trust/lua_calls" 1 "Lua calls under an allocator that refuses"
  exit $status
fi
refusals "$BUILD/trust/lua_calls" "${TAKEAWAY_TRIALS:-0}" "Lua calls under an allocator that refuses"

make --no-print-directory MODE=asan BUILD=build/asan build/asan/trust/lua_calls >/dev/null
export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1
export LSAN_OPTIONS=suppressions=tools/lsan.supp:print_suppressions=0 TAKEAWAY_SHORT=1
refusals build/asan/trust/lua_calls 4 "Lua calls under an allocator that refuses, sanitized"
exit $status
