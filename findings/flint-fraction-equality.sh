#!/bin/sh
# python-flint: fmpq(3, 4) is not equal to Fraction(3, 4), though both hash alike
#
# Package: python-flint 0.9.0 (PyPI).
# Guess: equal rationals compare equal, as Fraction, int and float do among themselves.
# What happens: == with a Fraction or a float is False without an error, so a comparison of temperatures (pycgt gives Fractions) with
# values computed by FLINT finds only differences. + and < raise. The equal hashes suggest that dictionaries work: they find nothing.
set -eu
dir=$(mktemp -d)
trap 'cd / && rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
cd "$dir"

cat >stated <<'END'
fmpq == Fraction: False   Fraction == fmpq: False
fmpq == float:    False   Fraction == float: True
hashes equal:     True   found in a dictionary: False
whole: fmpq(5) == 5: True   fmpq(5) == Fraction(5): False   fmpz(5) == 5.0: False
<: TypeError
END

run() {
python3 -m venv v
v/bin/pip install -q --disable-pip-version-check python-flint==0.9.0 >&2
v/bin/python - <<'PY'
from fractions import Fraction
from flint import fmpq, fmpz
flint, python = fmpq(-11, 8), Fraction(-11, 8)
print("fmpq == Fraction:", flint == python, "  Fraction == fmpq:", python == flint)
print("fmpq == float:   ", flint == -1.375, "  Fraction == float:", python == -1.375)
print("hashes equal:    ", hash(flint) == hash(python), "  found in a dictionary:", python in {flint: 1})
print("whole: fmpq(5) == 5:", fmpq(5) == 5, "  fmpq(5) == Fraction(5):", fmpq(5) == Fraction(5), "  fmpz(5) == 5.0:", fmpz(5) == 5.0)
try:
    print(flint < python)
except TypeError as error:
    print("<: TypeError")
PY
}

run >seen
cat seen
diff stated seen >changed || {
  echo "the output is not what this script states:" >&2
  cat changed >&2
  exit 1
}
