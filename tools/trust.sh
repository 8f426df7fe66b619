#!/bin/sh
# make trust: the campaigns of tools/trust, then one table of what was tried and what failed, also in
# build/trust.md. TAKEAWAY_SHORT=1 runs their short forms (make check).
#
#   sh tools/trust.sh [NAME...]      all of them, or those named
#
# Four lanes side by side, each of campaigns one after another: the ranks, which wait most of the time; those whose time is that of
# processors; those that mostly wait, or have one process; calls and fuzz, which use every processor by themselves. Beside the seconds
# the table says those of processor time, of all processes that were waited for.
#
# A campaign is a script that prints a row of the table as "what was tried: N tried, M failed",
# and ends with a status other than 0 where M is not 0 or it could not end.
set -eu
cd "$(dirname "$0")/.."
waiting=" c_calls coq coverage sandbox saves soak surveys "
ranks=" mpi "
computing=" interrupts machines mutants "

processor() { # cpu: the seconds of processor time of all that was run so far; a shell of its own would count from 0
    times >"$1"
    cpu=$(sed 's/[ms]/ /g' "$1" | awk 'NR == 2 { printf "%.0f", 60 * ($1 + $3) + $2 + $4 }')
}

# A campaign: what it says in one piece, its rows into NAME.rows; NAME.failed is there where it failed.
campaign() {
    here=$TAKEAWAY_LANE/$1
    began=$(date +%s)
    processor "$here.times"
    before=$cpu
    echo "== $1: $(sed -n "s/^# $1: *//p" "tools/trust/$1.sh" | head -n 1)" >"$here.said"
    if ! sh "tools/trust/$1.sh" >"$here.log" 2>&1; then
        cat "$here.log" >>"$here.said"
        : >"$here.failed"
    elif ! grep -E ': [0-9]+ tried, [0-9]+ failed$' "$here.log" >>"$here.said"; then
        { cat "$here.log"; echo "$1 tried nothing"; } >>"$here.said"
        : >"$here.failed"
    fi
    processor "$here.times"
    cat "$here.said"
    sed -n -E "s/^(.*): ([0-9]+) tried, ([0-9]+) failed$/\1|\2|\3/p" "$here.log" |
        awk -v name="$1" -v seconds=$(($(date +%s) - began)) -v processor=$((cpu - before)) -F'|' \
            '{ print "| " (NR == 1 ? name : "") " | " $1 " | " $2 " | " $3 " | " (NR == 1 ? seconds " | " processor : " | ") " |" }' \
            >"$here.rows"
}

if [ -n "${TAKEAWAY_LANE:-}" ]; then
    for name; do campaign "$name"; done
    exit
fi

[ $# -gt 0 ] || set -- $(cd tools/trust && ls *.sh | sed 's/\.sh$//')
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
began=$(date +%s)
make --no-print-directory -j"$(nproc)" all >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
first="" second="" third="" other=""
for name; do
    case "$ranks|$computing|$waiting" in
    *" $name "*"|"*"|"*) first="$first $name" ;;
    *"|"*" $name "*"|"*) second="$second $name" ;;
    *"|"*"|"*" $name "*) third="$third $name" ;;
    *) other="$other $name" ;;
    esac
done
# By xargs: what a shell starts beside itself does not hear Ctrl-C, nor do those that it starts.
printf '%s\n' "$first" "$second" "$third" "$other" |
    TAKEAWAY_LANE=$scratch xargs -P 4 -I NAMES sh -c "exec sh tools/trust.sh NAMES"
{
    echo "| campaign | what was tried | tried | failed | seconds | of processor time |"
    echo "|---|---|--:|--:|--:|--:|"
    for name; do cat "$scratch/$name.rows"; done
} >build/trust.md
cat build/trust.md
status=0
for name; do # said once more, where the end of a long log is read
    [ ! -e "$scratch/$name.failed" ] || { echo "failed: $name"; status=1; }
done
awk -F'|' 'NR > 2 && $2 !~ /^ *$/ { name = $2 } NR > 2 && $5 > 0 { print "failed:" name "-" $3 "-" $5 }' build/trust.md
echo "all of it took $(($(date +%s) - began)) seconds"
awk -F'|' 'NR > 2 { tried += $4; failed += $5 } END { print tried + 0 " tried, " failed + 0 " failed" }' build/trust.md
exit $status
