#!/bin/sh
# GP's %d rounds a fraction down without an error
#
# Package: pari-gp 2.15.2-1 (Debian 12).
# Guess: GP is exact and typed, so Strprintf("%d", 3/4) is refused or gives 3/4.
# What happens: it gives 0, and 7/4 gives 1, -7/4 gives -2. A table of temperatures or means printed with %d holds wrong integers.
# %s and Str give the fraction.
set -eu
dir=$(mktemp -d)
trap 'cd / && rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
cd "$dir"

cat >stated <<'END'
3: %d gives 3
3/4: %d gives 0
7/4: %d gives 1
-7/4: %d gives -2
2361183241434822606849/2: %d gives 1180591620717411303424
END

run() {
apt-get download -q pari-gp=2.15.2-1 libpari-gmp-tls8=2.15.2-1 >&2
for package in *.deb; do dpkg -x "$package" .; done
lib=$(dirname "$(find usr/lib -name 'libpari*.so*' | head -n 1)")
cat >print.gp <<'GP'
{foreach([3, 3/4, 7/4, -7/4, 2^70 + 1/2], value,
  printf("%s: %%d gives %d\n", value, value))}
GP
LD_LIBRARY_PATH=$lib usr/bin/gp -q -f print.gp </dev/null
}

run >seen
cat seen
diff stated seen >changed || {
  echo "the output is not what this script states:" >&2
  cat changed >&2
  exit 1
}
