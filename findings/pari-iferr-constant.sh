#!/bin/sh
# GP's iferr does not catch a wrong constant argument
#
# Package: pari-gp 2.15.2-1 (Debian 12), install() of a C function that takes a long.
# Guess: iferr(call(3.0), E, ...) catches the error that call(x) with x = 3.0 raises, since the same function refuses
# the same value.
# What happens: GP checks a constant argument of code L when it compiles the line. There is no handler yet: the error
# bypasses iferr, and GP skips the whole line. With the value in a variable, iferr catches it.
set -eu
dir=$(mktemp -d)
trap 'cd / && rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
cd "$dir"

cat >stated <<'END'
variable.gp
size_of(-8) = 8
variable: caught
constant.gp
size_of(-8) = 8
this should be a small integer
END

run() {
apt-get download -q pari-gp=2.15.2-1 libpari-gmp-tls8=2.15.2-1 >&2
for package in *.deb; do dpkg -x "$package" .; done
lib=$(dirname "$(find usr/lib -name 'libpari*.so*' | head -n 1)")
cat >variable.gp <<'GP'
default(breakloop, 0);
install("labs", "lL", size_of)
print("size_of(-8) = ", size_of(-8));
x = 8.0; print("variable: ", iferr(size_of(x), E, "caught"));
GP
sed 's/^x = 8.0; print("variable: ", iferr(size_of(x)/print("constant: ", iferr(size_of(8.0)/' variable.gp >constant.gp
for file in variable constant; do
  echo "$file.gp"
  LD_LIBRARY_PATH=$lib usr/bin/gp -q -f $file.gp </dev/null 2>&1 | sed -n 's/^ *\*\*\* *//; s/: *\.\.\..*//; /^size/p; /^variable/p; /^constant/p; /^this/p'
done
}

run >seen
cat seen
diff stated seen >changed || {
  echo "the output is not what this script states:" >&2
  cat changed >&2
  exit 1
}
