#!/bin/sh
# make survey-demo: runs a survey twice: by one undisturbed process, and by several of which first one and then all are
# killed. The second run resumes, and both have the same rows.
set -eu
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM
survey="bin/takeaway survey"
heaps=${HEAPS:-30000}

say() { printf '\n== %s\n' "$1"; }

# The number of open members of "$folder/killed.db".
left() { $survey status "$folder/killed.db" 2>/dev/null | sed -n 's/^\([0-9]*\) member.* left$/\1/p'; }

# Waits until at most this number is left. Prints nothing if the coordinator has ended before.
until_left() {
    while kill -0 "$coordinator" 2>/dev/null; do
        n=$(left)
        [ -n "$n" ] && [ "$n" -le "$1" ] && return
        sleep 0.2
    done
}

say "all 512 octal games of three digits, $heaps heaps each, by one process"
$survey octal --set digits=3 --limit "$heaps" --transport here --to "$folder/serial.db" | tee "$folder/serial"

say "the same by processes, one a core"
$survey octal --set digits=3 --limit "$heaps" --block 4 --to "$folder/killed.db" &
coordinator=$!
until_left 400
worker=$(sed 's/ .*//' "/proc/$coordinator/task/$coordinator/children" 2>/dev/null || true)
if [ -n "$worker" ]; then
    echo "kill -9 $worker: a worker; its block is dealt again"
    kill -9 "$worker" 2>/dev/null || true
fi
until_left 250
echo "kill -9 $coordinator: the coordinator; its workers end with it"
kill -9 "$coordinator" 2>/dev/null || true
wait "$coordinator" 2>/dev/null || true

say "what is there"
$survey status "$folder/killed.db"

say "the same command again goes on"
$survey octal --set digits=3 --limit "$heaps" --to "$folder/killed.db" | tee "$folder/killed"

say "the longest periods"
$survey query "$folder/killed.db" "select key, period, preperiod, largest from rows order by period desc limit 5"

if [ "$(tail -n 1 "$folder/serial")" = "$(tail -n 1 "$folder/killed")" ]; then
    say "both have the $(tail -n 1 "$folder/killed")"
else
    say "THE ROWS DIFFER"
    exit 1
fi
