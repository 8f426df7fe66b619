#!/bin/sh
# make trust: the campaigns of tools/trust, one after the other, then one table of what was tried
# and what failed, also in build/trust.md. TAKEAWAY_SHORT=1 runs their short forms (make check).
#
#   sh tools/trust.sh [NAME...]      all of them, or those named
#
# Beside the seconds the table says those of processor time, of all processes that were waited for.
#
# A campaign is a script that prints a row of the table as "what was tried: N tried, M failed",
# and ends with a status other than 0 where M is not 0 or it could not end.
set -eu
cd "$(dirname "$0")/.."
mkdir -p build
log=$(mktemp)
rows=$(mktemp)
spent=$(mktemp)
failures=$(mktemp)
trap 'rm -f "$log" "$rows" "$spent" "$failures"' EXIT
processor() { # cpu: the seconds of processor time of all that was run so far; a shell of its own would count from 0
    times >"$spent"
    cpu=$(sed 's/[ms]/ /g' "$spent" | awk 'NR == 2 { printf "%.0f", 60 * ($1 + $3) + $2 + $4 }')
}
[ $# -gt 0 ] || set -- $(cd tools/trust && ls *.sh | sed 's/\.sh$//')
status=0
for name; do
    echo "== $name: $(sed -n "s/^# $name: *//p" "tools/trust/$name.sh" | head -n 1)"
    began=$(date +%s)
    processor
    before=$cpu
    if sh "tools/trust/$name.sh" >"$log" 2>&1; then
        grep -E ': [0-9]+ tried, [0-9]+ failed$' "$log" || { cat "$log"; echo "$name tried nothing"; status=1; }
    else
        cat "$log"
        status=1
        echo "failed: $name" >>"$failures"
    fi
    processor
    sed -n -E "s/^(.*): ([0-9]+) tried, ([0-9]+) failed$/\1|\2|\3/p" "$log" |
        awk -v name="$name" -v seconds=$(($(date +%s) - began)) -v processor=$((cpu - before)) -F'|' \
            '{ print "| " (NR == 1 ? name : "") " | " $1 " | " $2 " | " $3 " | " (NR == 1 ? seconds " | " processor : " | ") " |" }' \
            >>"$rows"
done
{
    echo "| campaign | what was tried | tried | failed | seconds | of processor time |"
    echo "|---|---|--:|--:|--:|--:|"
    cat "$rows"
} >build/trust.md
cat build/trust.md
cat "$failures" # said once more, where the end of a long log is read
awk -F'|' 'NR > 2 && $2 !~ /^ *$/ { name = $2 } NR > 2 && $5 > 0 { print "failed:" name "-" $3 "-" $5 }' build/trust.md
awk -F'|' 'NR > 2 { tried += $4; failed += $5 } END { print tried + 0 " tried, " failed + 0 " failed" }' build/trust.md
exit $status
