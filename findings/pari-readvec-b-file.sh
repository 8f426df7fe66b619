#!/bin/sh
# GP reads a line of an OEIS b-file as one number
#
# Package: pari-gp 2.15.2-1 (Debian 12).
# Guess: a b-file has lines "n a(n)". readvec of it fails, or gives the numbers one after another. A comment line is an error.
# What happens: GP drops blanks inside an expression. The line "3 14" is the number 314, without an error, and the vector has
# one plausible number a line. "# text" is the length of the polynomial in one variable "text", which is 2.
set -eu
dir=$(mktemp -d)
trap 'cd / && rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
cd "$dir"

cat >stated <<'END'
[2, 0, 11, 24, 39, 10100, -11]
[["#", "squares"], ["0", "0"], ["1", "1"], ["2", "4"], ["3", "9"], ["10", "100"], ["-1", "1"]]
END

run() {
apt-get download -q pari-gp=2.15.2-1 libpari-gmp-tls8=2.15.2-1 >&2
for package in *.deb; do dpkg -x "$package" .; done
lib=$(dirname "$(find usr/lib -name 'libpari*.so*' | head -n 1)")
printf '# squares\n0 0\n1 1\n2 4\n3 9\n10 100\n-1 1\n' >b.txt
cat >read.gp <<'GP'
print(readvec("b.txt"));
print([strsplit(line, " ") | line <- readstr("b.txt")]);
GP
LD_LIBRARY_PATH=$lib usr/bin/gp -q -f read.gp </dev/null
}

run >seen
cat seen
diff stated seen >changed || {
  echo "the output is not what this script states:" >&2
  cat changed >&2
  exit 1
}
