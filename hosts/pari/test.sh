#!/bin/sh
# Tests Takeaway in GP: GP's output must equal the transcript, and Ctrl-C ends a call: test.sh FOLDER, with the library.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"
out=$(pwd)
(cd "$here/../.." && sed "s|build/pari|$out|" hosts/pari/requests.gp | gp -q -f) >requests.out 2>&1
cat requests.out
grep -q "^requests: 1[0-9][0-9], 0 answered" requests.out
cp "$here/interrupts.gp" "$here/../../spec/hosts/rules.lua" .
gp -q -f <"$here/transcript.gp" >transcript.out 2>&1
if [ -n "${TAKEAWAY_WRITE:-}" ]; then cp transcript.out "$here/transcript.txt"; fi
diff -u "$here/transcript.txt" transcript.out
echo "transcript: $(grep -c . "$here/transcript.gp") lines, as printed"
python3 "$here/interrupts.py"
