#!/bin/sh
# The crate surreal multiplies two positive numbers to 0
#
# Package: surreal 0.4.1 (crates.io).
# Guess: the crate stores finite surreal numbers as sets, so arithmetic is exact; at worst a large product takes long.
# What happens: products are computed in 32-bit floats and converted back until the error is below 2^-23. The product
# of 2^-12 by itself,
# 2^-24, is 0. Sums are exact.
set -eu
dir=$(mktemp -d)
trap 'cd / && rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
cd "$dir"

cat >stated <<'END'
x = 2^-2: x > 0: true; x * x == 0: false
x = 2^-12: x > 0: true; x * x == 0: true
END

run() {
cargo init -q --name probe . >&2
cargo add -q surreal@=0.4.1 >&2
cat >src/main.rs <<'RS'
use surreal::Surreal;
fn main() {
    let zero = Surreal::new(vec![], vec![]);
    let mut power = Surreal::new(vec![&zero], vec![]);
    for k in 1..=12 {
        power = Surreal::new(vec![&zero], vec![&power]);
        if k == 2 || k == 12 {
            println!("x = 2^-{}: x > 0: {}; x * x == 0: {}", k, power > zero, &power * &power == zero);
        }
    }
}
RS
cargo run -q
}

run >seen
cat seen
diff stated seen >changed || {
  echo "the output is not what this script states:" >&2
  cat changed >&2
  exit 1
}
