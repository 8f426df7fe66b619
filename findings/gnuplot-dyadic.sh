#!/bin/sh
# gnuplot plots the dyadic rational 3/4 at 3
#
# Package: gnuplot-nox 5.4.4+dfsg1-2+b2 (Debian 12). Its libraries must be there (apt-get install gnuplot-nox).
# Guess: a field "3/4" of a data file is not a number, so the point is missing or marked as undefined, as "*2" is.
# What happens: gnuplot reads the longest prefix that is a number. 3/4 is plotted at 3 and -1/2 at -1, as valid
# points (type i), without a warning.
# So is 2* at 2. A field that starts with another sign is left out.
set -eu
dir=$(mktemp -d)
trap 'cd / && rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
cd "$dir"

cat >stated <<'END'
1  3  i
2 -1  i
3  2  i
5  1  i
6  0.75  i
END

run() {
apt-get download -q gnuplot-nox=5.4.4+dfsg1-2+b2 >&2
dpkg -x gnuplot-nox*.deb .
printf '1 3/4\n2 -1/2\n3 2*\n4 *2\n5 1/1024\n6 0.75\n' >means.txt
usr/bin/gnuplot-nox -e "set table 'table.txt'; plot 'means.txt' using 1:2"
sed '/^#/d; /^ *$/d; s/^ *//; s/ *$//' table.txt
}

run >seen
cat seen
diff stated seen >changed || {
  echo "the output is not what this script states:" >&2
  cat changed >&2
  exit 1
}
