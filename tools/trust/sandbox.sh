#!/bin/sh
# sandbox: Lua programs from a grammar, hostile ones too, as rules in both sandboxes
#
# The programs are written, and what must hold of them is said, in spec/trust/sandbox.lua. They are tried in processes of
# their own, some at a time: one that dies or hangs fails, and is told by the numbers of its programs.
#
#   TAKEAWAY_SEED=7 sh tools/trust/sandbox.sh    other programs: their numbers begin there
#   COUNT=500                                    how many of each kind (2000, of hostile ones twice as many)
set -eu
cd "$(dirname "$0")/../.."
make --no-print-directory modules >/dev/null
export LUA_PATH='./lua/?.lua;./lua/?/init.lua;;' LUA_CPATH='./build/?.so;;'
seed=${TAKEAWAY_SEED:-20260101}
some=50
each=${COUNT:-2000}
echo "seed $seed"
status=0

# What they are, their kind, how many.
try() {
    failed=0
    at=0
    while [ $at -lt "$3" ]; do
        ended=0
        said=$(timeout -s KILL 1200 lua5.4 spec/trust/sandbox.lua "$2" $((seed + at)) $some 2>&1) || ended=$?
        count=$(printf '%s\n' "$said" | sed -n 's/^[0-9]* tried, \([0-9]*\) failed$/\1/p')
        if [ -z "$count" ]; then
            count=1
            echo "$2: the process that tried programs $((seed + at)) to $((seed + at + some - 1)) ended with status $ended"
        fi
        [ "$count" -eq 0 ] || { printf '%s\n' "$said"; status=1; }
        failed=$((failed + count))
        at=$((at + some))
    done
    echo "$1: $at tried, $failed failed"
}

if [ -n "${TAKEAWAY_SHORT:-}" ]; then
    try "random rules that end: here = in a process = without a sandbox" benign 50
    try "random hostile rules: both sandboxes hold" hostile 100
    try "random sources, broken and large: both sandboxes hold" source 50
else
    try "random rules that end: here = in a process = without a sandbox" benign "$each"
    try "random hostile rules: both sandboxes hold" hostile $((2 * each))
    try "random sources, broken and large: both sandboxes hold" source "$each"
fi
exit $status
