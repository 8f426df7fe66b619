#!/bin/sh
# GP's Set does not put dyadic rationals in their numerical order
#
# Package: pari-gp 2.15.2-1 (Debian 12).
# Guess: Set removes duplicates and sorts, so Set([2, 5/4, 1, 3/2]) is [1, 5/4, 3/2, 2], as vecsort sorts it.
# What happens: sets are sorted by type first. Every fraction comes after every integer, and 3/2 stands before 5/4, so the first and the last entry are not the
# minimum and the maximum. vecsort(v, , 8), which removes duplicates too, sorts by value.
set -eu
dir=$(mktemp -d)
trap 'cd / && rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
cd "$dir"

cat >stated <<'END'
Set:         [0, 1, 2, -7/2, 3/2, 5/4]
vecsort:     [-7/2, 0, 1, 5/4, 3/2, 2, 2]
vecsort 8:   [-7/2, 0, 1, 5/4, 3/2, 2]
setunion:    [1, 2, 3/2]
END

run() {
apt-get download -q pari-gp=2.15.2-1 libpari-gmp-tls8=2.15.2-1 >&2
for package in *.deb; do dpkg -x "$package" .; done
lib=$(dirname "$(find usr/lib -name 'libpari*.so*' | head -n 1)")
cat >set.gp <<'GP'
stops = [2, 5/4, 1, 3/2, 2, -7/2, 0];
print("Set:         ", Set(stops));
print("vecsort:     ", vecsort(stops));
print("vecsort 8:   ", vecsort(stops, , 8));
print("setunion:    ", setunion(Set([1, 2]), Set([3/2])));
GP
LD_LIBRARY_PATH=$lib usr/bin/gp -q -f set.gp </dev/null
}

run >seen
cat seen
diff stated seen >changed || {
  echo "the output is not what this script states:" >&2
  cat changed >&2
  exit 1
}
