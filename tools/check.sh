#!/bin/sh
# make check: everything, ending with one line that counts the tests of all runs.
set -eu
total_passed=0
total_failed=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# Run a step that ends with "N passed, N failed", and add its counts.
counted() {
    echo "== $1"
    shift
    status=0
    "$@" >"$log" 2>&1 || status=$?
    tail -n 80 "$log" | grep -vE '^(cc|gcc|clang|sed|ln|ar) ' || true
    line=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$log" | tail -n 1)
    [ -n "$line" ] || { echo "no tests were counted"; exit 1; }
    total_passed=$((total_passed + ${line%% *}))
    failed=${line#*, }
    total_failed=$((total_failed + ${failed%% *}))
    [ $status -eq 0 ] || { echo "$total_passed passed, $total_failed failed"; exit 1; }
}

# Run a step that only succeeds or fails.
plain() {
    echo "== $1"
    shift
    "$@" >"$log" 2>&1 || { cat "$log"; exit 1; }
    tail -n 1 "$log"
}

make="make --no-print-directory"
# A build is without warnings with both compilers.
plain "gcc, warnings are errors" $make CC=gcc BUILD=build/gcc CFLAGS=-Werror all
plain "clang, warnings are errors" $make CC=clang BUILD=build/clang CFLAGS=-Werror all
counted "release" $make test-run
counted "debug" env TAKEAWAY_SHORT=1 $make MODE=debug BUILD=build/debug test-run
counted "sanitizers" sh tools/sanitize.sh
plain "valgrind" $make valgrind
plain "lint" $make lint
plain "layers" $make layers
plain "headers" $make headers
plain "examples" $make examples
plain "docs" $make docs-check
plain "names" $make docs-names
plain "share" $make share-check
plain "rockspec" $make rockspec-check
plain "fuzz" $make fuzz ROUNDS=20000
echo "$total_passed passed, $total_failed failed"
