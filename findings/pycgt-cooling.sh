#!/bin/sh
# pycgt: cooling by the temperature loses the infinitesimal
#
# Package: pycgt 0.2.0 (PyPI).
# Guess: a switch {5|1} cooled by its temperature 2 is 3*, as the definition {G^L - t | G^R + t} gives.
# What happens: cool gives the mean, 3, from t = temperature on, not only above it. So heating and cooling by the same t
# do not cancel.
set -eu
dir=$(mktemp -d)
trap 'cd / && rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
cd "$dir"

cat >stated <<'END'
temperature 2  cooled by it: 3  by definition equal to 3 + *: True
cooled by 1: {4|2}
* heated by 5/2: +-5/2  and cooled by 5/2: 0
END

run() {
python3 -m venv v
v/bin/pip install -q --disable-pip-version-check pycgt==0.2.0 >&2
v/bin/python - <<'PY'
from fractions import Fraction
from pycgt import STAR, add, cool, heat, number, parse, render, switch, temperature
g = parse("{5|1}")
definition = switch(5 - 2, 1 + 2)
print("temperature", temperature(g), " cooled by it:", render(cool(g, 2)), " by definition equal to 3 + *:", definition == add(number(3), STAR))
print("cooled by 1:", render(cool(g, 1)))
print("* heated by 5/2:", render(heat(STAR, number("5/2"))), " and cooled by 5/2:", render(cool(heat(STAR, number("5/2")), Fraction(5, 2))))
PY
}

run >seen
cat seen
diff stated seen >changed || {
  echo "the output is not what this script states:" >&2
  cat changed >&2
  exit 1
}
