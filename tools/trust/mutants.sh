#!/bin/sh
# mutants: small changes of csrc/core and of the checkers, each of which a fast test must notice.
#
#   sh tools/trust/mutants.sh [NAME...]      rows of spec/trust/mutants_tests.tsv: folders, checkers (default: all)
#
# COUNT= how many (default 300), TAKEAWAY_SEED= which; TAKEAWAY_SHORT=1: those of spec/trust/mutants_short.tsv, each of
# which a test kills. tools/trust/mutants/run.lua says what a change is and when it counts as seen. What survives is in
# build/mutants/results.tsv; what no test can see is explained in spec/trust/mutants.tsv.
set -eu
sh tools/deps.sh gcc make pkg-config lua5.4 liblua5.4-dev libffi-dev libcmocka-dev lua-busted
build=build
work=build/mutants
run="nice -n 1 lua5.4 tools/trust/mutants/run.lua"
fixtures=$(for f in spec/fixtures/*.c; do echo "$build/spec/$(basename "$f" .c).so"; done)
make --no-print-directory -j2 all $fixtures >/dev/null
rm -rf $work
mkdir -p $work
if [ -n "${TAKEAWAY_SHORT:-}" ]; then
    what="mutants that tests kill"
    grep -v '^#' spec/trust/mutants_short.tsv >$work/chosen.tsv
else
    seed=${TAKEAWAY_SEED:-20260101}
    what="mutants of csrc/core and the checkers"
    echo "# seed $seed"
    $run choose $work "${COUNT:-300}" "$seed" "${*:-all}"
fi
$run prepare $work
$run try $build $work 1 2 &
other=$!
$run try $build $work 2 2
wait $other
lua5.4 tools/trust/mutants/run.lua score $work "$what"
