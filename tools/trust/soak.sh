#!/bin/sh
# soak: random games of every family, each by every path, against the definition
#
# spec/trust/soak.lua plays them: SECONDS= of processor time, 480 by default, of which a half goes to the specs that make
# games at random, each time with another seed; with TAKEAWAY_SHORT=1 a number of games, and not the specs, which the
# tests run. TAKEAWAY_SEED= is the seed, printed; FAMILY= plays the families alone whose names have it.
set -eu
cd "$(dirname "$0")/../.."
seconds=$(printenv SECONDS || true)
seconds=${seconds:-480}
seed=${TAKEAWAY_SEED:-20260101}
build=${BUILD:-build}
make --no-print-directory all >/dev/null
export LUA_PATH='./?.lua;./lua/?.lua;./lua/?/init.lua;;' LUA_CPATH="./$build/?.so;;"

failed=0
SECONDS=$((seconds / 2)) lua5.4 spec/trust/soak.lua || failed=1
[ -z "${TAKEAWAY_SHORT:-}" ] && [ -z "${FAMILY:-}" ] || exit $failed

specs="spec/property spec/engine/loopy_spec.lua spec/family/loopy_spec.lua spec/family/misere_spec.lua spec/family/quotient_spec.lua"
until=$(($(date +%s) + seconds / 2))
tried=0
wrong=0
log=$build/soak.log
while [ "$(date +%s)" -lt $until ]; do
    seed=$((seed + 1))
    tried=$((tried + 1))
    TAKEAWAY_SHORT=1 TAKEAWAY_SEED=$seed make --no-print-directory spec SPECS="$specs" >"$log" 2>&1 || {
        wrong=$((wrong + 1))
        echo "TAKEAWAY_SHORT=1 TAKEAWAY_SEED=$seed make spec SPECS=\"$specs\""
        tail -n 60 "$log"
    }
done
echo "specs of random games, with seeds of their own: $tried tried, $wrong failed"
[ $failed -eq 0 ] && [ $wrong -eq 0 ]
