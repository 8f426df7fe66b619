#!/bin/sh
# automata-lib: 1{3} and 111 are different languages, since the 3 is a letter
#
# Package: automata-lib 9.2.0 (PyPI).
# Guess: NFA.from_regex("1{3}") has the alphabet {1} and is equal to NFA.from_regex("111"): == compares languages.
# What happens: the alphabet consists of all characters of the text that are not operators, including the digits of
# counts. Automata of
# different alphabets are never equal, inclusion raises an error, and a complement accepts words with the letter 3. A
# range [0-2] adds
# "-". With input_symbols given, all is as guessed.
set -eu
dir=$(mktemp -d)
trap 'cd / && rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
cd "$dir"

cat >stated <<'END'
alphabets ['1', '3'] ['1'] of [0-2] ['-', '0', '1', '2']
equal: False
included: SymbolMismatchError
the complement of 1{3} accepts 3: True
alphabet given: equal: True
END

run() {
python3 -m venv v
v/bin/pip install -q --disable-pip-version-check automata-lib==9.2.0 >&2
v/bin/python - <<'PY'
from automata.fa.dfa import DFA
from automata.fa.nfa import NFA
def dfa(text, **more): return DFA.from_nfa(NFA.from_regex(text, **more))
counted, plain = dfa("1{3}"), dfa("111")
print("alphabets", sorted(counted.input_symbols), sorted(plain.input_symbols), "of [0-2]", sorted(dfa("[0-2]").input_symbols))
print("equal:", counted == plain)
try:
    print("included:", counted <= plain)
except Exception as error:
    print("included:", type(error).__name__)
print("the complement of 1{3} accepts 3:", (~counted).accepts_input("3"))
same = set("1")
try:
    print("alphabet given: equal:", dfa("1{3}", input_symbols=same) == dfa("111", input_symbols=same))
except Exception as error:
    print("alphabet given:", type(error).__name__)
PY
}

run >seen
cat seen
diff stated seen >changed || {
  echo "the output is not what this script states:" >&2
  cat changed >&2
  exit 1
}
