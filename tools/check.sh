#!/bin/sh
# make check: everything, ending with one line that counts the tests of all runs. TESTED is the
# last line of a make test in this tree that has just passed: it is counted, not run again.
set -eu
total_passed=0
total_failed=0
log=$(mktemp)
beside=$(mktemp)
lane=
trap 'rm -f "$log" "$beside" "$beside.log"; [ -z "$lane" ] || kill "$lane" 2>/dev/null || true' EXIT

# The seconds since it was asked last.
since=$(date +%s)
took() {
    now=$(date +%s)
    echo "   $((now - since)) seconds"
    since=$now
}

# Add the counts of a line "N passed, N failed".
add() {
    [ -n "$1" ] || { echo "no tests were counted"; exit 1; }
    total_passed=$((total_passed + ${1%% *}))
    failed=${1#*, }
    total_failed=$((total_failed + ${failed%% *}))
}

# Run a step that ends with such a line, and add its counts.
counted() {
    echo "== $1"
    shift
    status=0
    "$@" >"$log" 2>&1 || status=$?
    tail -n 80 "$log" | grep -vE '^(cc|gcc|clang|sed|ln|ar) ' || true
    add "$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$log" | tail -n 1)"
    [ $status -eq 0 ] || { echo "$total_passed passed, $total_failed failed"; exit 1; }
    took
}

# Run a step that only succeeds or fails.
plain() {
    echo "== $1"
    shift
    "$@" >"$log" 2>&1 || { cat "$log"; exit 1; }
    tail -n 1 "$log"
    took
}

make="make --no-print-directory"
build="$make -j$(nproc)"
# A build is without warnings with both compilers.
plain "gcc, warnings are errors" $build CC=gcc BUILD=build/gcc CFLAGS=-Werror all
plain "clang, warnings are errors" $build CC=clang BUILD=build/clang CFLAGS=-Werror all
if [ -n "${TESTED:-}" ]; then add "$TESTED"; else counted "release" $make test-run; fi
# What is one process at a time, and only reads the release build, beside what follows; its turn to be said comes below.
{
    log=$beside.log
    plain "valgrind" $make valgrind
    plain "threads" sh tools/tsan.sh short
    plain "lint" $make lint
    plain "layers" $make layers
    plain "headers" $make headers
    plain "docs" $make docs-check
    plain "names" $make docs-names
    plain "share" $make share-check
    plain "benchmarks, tiny" $make bench-tiny
    plain "rockspec" $make rockspec-check
} >"$beside" 2>&1 &
lane=$!
# What rules are asked, once more in Lua alone, and once with every native answer compared with Lua's.
rules="spec/engine/canonical_form_spec.lua spec/engine/declaration_spec.lua spec/engine/entailing_spec.lua \
    spec/engine/family_position_spec.lua spec/engine/grid_spec.lua spec/engine/loopy_spec.lua \
    spec/engine/native_spec.lua spec/engine/packed_spec.lua spec/engine/ruleset_spec.lua \
    spec/engine/table_spec.lua spec/engine/validate_spec.lua spec/rules spec/property/engine_spec.lua \
    spec/property/families_spec.lua spec/property/native_spec.lua"
for native in off check; do
    counted "specs of rules, TAKEAWAY_NATIVE=$native" \
        env TAKEAWAY_SHORT=1 TAKEAWAY_NATIVE=$native $make spec SPECS="$rules"
done
plain "examples, TAKEAWAY_NATIVE=check" env TAKEAWAY_NATIVE=check $make examples
# The specs meet the assertions of a debug build under the sanitizers, which take the portable paths: vectors here.
counted "debug, C tests" env TAKEAWAY_SHORT=1 $build MODE=debug BUILD=build/debug test-c
counted "sanitizers" sh tools/sanitize.sh
wait "$lane" || { cat "$beside"; exit 1; }
lane=
cat "$beside"
plain "examples" $make examples
plain "campaigns, short" env TAKEAWAY_SHORT=1 lua5.4 tools/trust.lua
echo "$total_passed passed, $total_failed failed"
