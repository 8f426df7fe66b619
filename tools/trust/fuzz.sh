#!/bin/sh
# fuzz: mutated input for every parser, reader and compiler, by libFuzzer under the sanitizers
#
# The targets lie in spec/trust/fuzz, what led them somewhere new in spec/trust/corpus; each says at its head what must
# hold. SECONDS= is the time for each of them, 600 by default, two at once or three; with TAKEAWAY_SHORT=1 each gets a
# number of inputs besides its corpus, and a fixed seed, instead. TARGETS= names some of them, SEED= another seed; an input that fails is kept
# in build/fuzz/faults. CORPUS=write makes the corpora anew, with what was found.
#
# An input is a fault, too, when it takes more than 20 seconds of processor time, some 5 without the sanitizers, or 2 GB.
set -eu
cd "$(dirname "$0")/../.."
sh tools/deps.sh clang libclang-rt-14-dev liblua5.4-dev libffi-dev lua-dkjson
build=build/fuzz
faults=$build/faults
seconds=$(printenv SECONDS || true)
seconds=${seconds:-600}
seed=${SEED:-${TAKEAWAY_SEED:-20260101}}
export LUA_PATH='./?.lua;./lua/?.lua;./lua/?/init.lua;;'
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1
export UBSAN_OPTIONS=print_stacktrace=1

make --no-print-directory -j"$(nproc)" CC=clang MODE=fuzz BUILD=$build fuzz-targets >"$build.log" 2>&1 || { cat "$build.log"; exit 1; }
mkdir -p $faults

# How many inputs of the short form, and what it is that is tried.
inputs() {
    case $1 in
    expressions) echo 2000 "expressions of move functions" ;;
    codes) echo 500 "codes of heap games" ;;
    values) echo 500 "values as text" ;;
    certificates) echo 300 "certificates" ;;
    compiler) echo 150 "rules, compiled" ;;
    proofs) echo 300 "formulas and declarations" ;;
    saves) echo 1000 "files of results" ;;
    host) echo 1000 "requests to the host" ;;
    program) echo 1000 "programs with fields changed" ;;
    esac
}

failed=0
echo "seed $seed"
# A target: its row, or what failed before it.
try() {
    name=$1
    program=$build/lua-target
    [ ! -e spec/trust/fuzz/$name.c ] || program=$build/$name-target
    corpus=spec/trust/corpus/$name.txt
    found=$build/found/$name
    rm -rf "$found"
    mkdir -p "$found"
    lua5.4 spec/trust/fuzz/corpus.lua unpack $corpus "$found"
    set -- $(inputs $name)
    bound="-max_total_time=$seconds"
    [ -z "${TAKEAWAY_SHORT:-}" ] || bound="-runs=$(($1 + $(ls "$found" | wc -l)))"
    shift
    [ ! -e spec/trust/corpus/$name.dict ] || bound="$bound -dict=spec/trust/corpus/$name.dict"
    status=0
    TAKEAWAY_FUZZ=$name $program $bound -seed="$seed" -timeout=1200 -rss_limit_mb=2048 -detect_leaks=0 \
        -print_final_stats=1 -artifact_prefix=$faults/$name- "$found" >"$found.log" 2>&1 || status=$?
    tried=$(sed -n 's/^stat::number_of_executed_units: *//p' "$found.log")
    if [ $status -ne 0 ]; then
        grep -av "^#" "$found.log" | tail -n 60
    elif [ "${CORPUS:-}" = write ]; then
        rm -rf "$found.least" && mkdir "$found.least"
        TAKEAWAY_FUZZ=$name $program -merge=1 -max_len=400 -detect_leaks=0 "$found.least" "$found" >"$found.log" 2>&1
        lua5.4 spec/trust/fuzz/corpus.lua pack $corpus "$found.least"
    fi
    echo "$*: ${tried:-0} tried, $((status != 0)) failed"
    [ $status -eq 0 ]
}
# Two at a time, in the order of their names; three where one would be left.
end() { # PROCESS:NAME...
    for one; do
        wait "${one%%:*}" || failed=$((failed + 1))
        cat "$build/found/${one#*:}.said"
    done
}
mkdir -p $build/found
set -- ${TARGETS:-expressions codes values certificates compiler proofs saves host program}
left=$# running="" now=0
for name; do
    try "$name" >"$build/found/$name.said" 2>&1 &
    running="$running $!:$name" now=$((now + 1)) left=$((left - 1))
    if [ $now -ge 2 ] && [ $left -ne 1 ]; then
        end $running
        running="" now=0
    fi
done
end $running
[ $failed -eq 0 ]
