#!/bin/sh
# interrupts: Ctrl-C, a cancelling watcher and real signals in every public call, which is then asked again
#
# Moments are counted, but those of real signals: of these TAKEAWAY_SIGNALS come to each larger question (1000).
# TAKEAWAY_MOMENTS is how many moments there are of each call where it has so many (1000), TAKEAWAY_SECONDS the time for
# all calls but the larger ones (150), the seed TAKEAWAY_SEED's; CALLS= names some calls by a part of their name. The long
# form is two processes side by side, with half of the calls each.
set -eu
cd "$(dirname "$0")/../.."
build=${TAKEAWAY_BUILD:-build}
make -s BUILD="$build" all "$build/spec/moments.so"
case $build in /*) moments=$build/spec/moments.so ;; *) moments=$PWD/$build/spec/moments.so ;; esac
export LUA_PATH='./?.lua;./lua/?.lua;./lua/?/init.lua;;' LUA_CPATH="$build/?.so;;"
[ -z "${TAKEAWAY_SHORT:-}" ] || LD_PRELOAD=$moments exec lua5.4 spec/trust/interrupts.lua

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM
for part in 1 2; do
    { LD_PRELOAD=$moments lua5.4 spec/trust/interrupts.lua $part 2 >"$scratch/$part" 2>&1 || echo "part $part: status $?" >>"$scratch/$part"; } &
done
wait
# What each part says; then its figures, added up.
grep -hvE ': [0-9]+ tried, [0-9]+ failed$' "$scratch"/*
sed -n -E 's/^(.*): ([0-9]+) tried, ([0-9]+) failed$/\1|\2|\3/p' "$scratch"/* | awk -F'|' '
    !($1 in tried) { row[++rows] = $1 }
    { tried[$1] += $2; failed[$1] += $3 }
    END { for (i = 1; i <= rows; i++) printf "%s: %d tried, %d failed\n", row[i], tried[row[i]], failed[row[i]] }'
! grep -q '^part [12]: status' "$scratch"/*
