#!/bin/sh
# calls: every public Lua call has a scenario, and is answered right, or with the memory error, where an allocator refuses
#
#   sh tools/trust/calls.sh          TAKEAWAY_SHORT=1: one scenario a call, few refusals; TAKEAWAY_SEED: of random ones
#
# Calls and scenarios are found by spec/support/calls.lua; what is tried on them is told in spec/trust/lua_calls.lua.
# The long form does it under the address sanitizer too, which sees leaks of what is no memory of the state's.
set -eu
seed=${TAKEAWAY_SEED:-20260101}
BUILD=${BUILD:-build}
export LUA_PATH='./lua/?.lua;./lua/?/init.lua;./?.lua;;' LUA_CPATH="./$BUILD/?.so;;" TAKEAWAY_BUILD="$BUILD"
echo "calls: seed $seed"
make --no-print-directory BUILD="$BUILD" all "$BUILD/spec/movefns.so" "$BUILD/trust/lua_calls" >/dev/null
status=0

# Enumeration: what lacks a scenario.
lua5.4 -e '
  local calls = require "spec.support.calls"
  local missing = calls.missing()
  for _, text in ipairs(missing) do print("  " .. text) end
  print(("public Lua calls with a scenario: %d tried, %d failed"):format(#calls.names(), #missing))
  os.exit(#missing == 0)' || status=1

# refusals PROGRAM FROM TO TRIALS: its figures into a file, what failed before them.
refusals() {
  "$1" "$2" "$3" "$seed" "$4" || [ $? -eq 1 ]
}

# Sum up the figures of several runs under a name.
sum() {
  awk -v name="$1" '
    FNR == 1 { files++ }
    { if (last[FILENAME] != "") print "  " last[FILENAME]; last[FILENAME] = $0 }
    END {
      for (f in last) { split(last[f], n, " "); trials += n[2]; failed += n[3] }
      printf "%s: %d tried, %d failed\n", name, trials, failed
      exit failed > 0
    }' "$2".*
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM

if [ -n "${TAKEAWAY_SHORT:-}" ]; then
  refusals "$BUILD/trust/lua_calls" 1 0 1 > "$scratch/short.1"
  sum "Lua calls under an allocator that refuses" "$scratch/short" || status=1
  exit $status
fi

trials=${TAKEAWAY_TRIALS:-30}
for part in 1 401 801 1201; do
  refusals "$BUILD/trust/lua_calls" $part $((part == 1201 ? 0 : part + 399)) "$trials" > "$scratch/long.$part" &
  [ $part -ne 401 ] || wait
done
wait
sum "Lua calls under an allocator that refuses" "$scratch/long" || status=1

make --no-print-directory MODE=asan BUILD=build/asan build/asan/trust/lua_calls >/dev/null
export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1
export LSAN_OPTIONS=suppressions=tools/lsan.supp:print_suppressions=0
TAKEAWAY_SHORT=1 refusals build/asan/trust/lua_calls 1 0 4 > "$scratch/asan.1"
sum "Lua calls under an allocator that refuses, sanitized" "$scratch/asan" || status=1
exit $status
