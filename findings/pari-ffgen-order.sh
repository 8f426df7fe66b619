#!/bin/sh
# The generator that GP gives of the field of 16 elements has order 5
#
# Package: pari-gp 2.15.2-1 (Debian 12).
# Guess: ffgen(2^4) is a root of x^4 + x + 1, the Conway polynomial, which GAP and galois use. Its powers are all
# fifteen elements but 0.
# What happens: the polynomial is x^4 + x^3 + x^2 + x + 1. Its root has order 5, so a log table made of its powers misses ten
# elements. ffprimroot gives a generator of the group.
set -eu
dir=$(mktemp -d)
trap 'cd / && rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
cd "$dir"

cat >stated <<'END'
2^2: root of a^2 + a + 1, of order 3 of 3
2^3: root of a^3 + a^2 + 1, of order 7 of 7
2^4: root of a^4 + a^3 + a^2 + a + 1, of order 5 of 15
2^5: root of a^5 + a^4 + a^2 + a + 1, of order 31 of 31
2^6: root of a^6 + a^5 + a^3 + a^2 + 1, of order 63 of 63
2^7: root of a^7 + a^6 + a^4 + a + 1, of order 127 of 127
2^8: root of a^8 + a^6 + a^5 + a^4 + a^3 + a + 1, of order 85 of 255
END

run() {
apt-get download -q pari-gp=2.15.2-1 libpari-gmp-tls8=2.15.2-1 >&2
for package in *.deb; do dpkg -x "$package" .; done
lib=$(dirname "$(find usr/lib -name 'libpari*.so*' | head -n 1)")
cat >field.gp <<'GP'
{for(k = 2, 8, a = ffgen(2^k, 'a);
  print("2^", k, ": root of ", a.mod, ", of order ", fforder(a), " of ", 2^k - 1))}
GP
LD_LIBRARY_PATH=$lib usr/bin/gp -q -f field.gp </dev/null
}

run >seen
cat seen
diff stated seen >changed || {
  echo "the output is not what this script states:" >&2
  cat changed >&2
  exit 1
}
