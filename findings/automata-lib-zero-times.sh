#!/bin/sh
# automata-lib: the regular expression 1{0}0 accepts 10
#
# Package: automata-lib 9.2.0 (PyPI).
# Guess: x{n} is n copies of x, so 1{0}0 accepts "0" alone, and 1{0,0}0 too.
# What happens: a count of 0 makes the part optional: both accept "10" as well. A count of at least 1 is right.
set -eu
dir=$(mktemp -d)
trap 'cd / && rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
cd "$dir"

cat >stated <<'END'
1{0}0     automata-lib: ['0', '10']  re: ['0']
1{0,0}0   automata-lib: ['0', '10']  re: ['0']
0(10){0}  automata-lib: ['0', '010']  re: ['0']
1{2}0     automata-lib: ['110']  re: ['110']
1{0,2}0   automata-lib: ['0', '10', '110']  re: ['0', '10', '110']
END

run() {
python3 -m venv v
v/bin/pip install -q --disable-pip-version-check automata-lib==9.2.0 >&2
v/bin/python - <<'PY'
import re
from itertools import product
from automata.fa.nfa import NFA
words = ["".join(word) for length in range(5) for word in product("01", repeat=length)]
for text in ("1{0}0", "1{0,0}0", "0(10){0}", "1{2}0", "1{0,2}0"):
    automaton = NFA.from_regex(text, input_symbols=set("01234"))
    print(text.ljust(9), "automata-lib:", [w for w in words if automaton.accepts_input(w)],
          " re:", [w for w in words if re.fullmatch(text, w)])
PY
}

run >seen
cat seen
diff stated seen >changed || {
  echo "the output is not what this script states:" >&2
  cat changed >&2
  exit 1
}
