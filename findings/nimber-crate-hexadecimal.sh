#!/bin/sh
# The crate nimber writes *24 as *0x18, and lets no format change it
#
# Package: nimber 0.1.1 (crates.io).
# Guess: the nim-square of *16 is printed *24, as books write it, and {:>6} pads it as it does every other Display.
# What happens: from *10 on the number is hexadecimal, below it decimal, so one column holds both. Width, fill and
# alignment are ignored.
set -eu
dir=$(mktemp -d)
trap 'cd / && rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
cd "$dir"

cat >stated <<'END'
square of 4: *6 padded [*6]
square of 9: *0xc padded [*0xc]
square of 10: *0xe padded [*0xe]
square of 16: *0x18 padded [*0x18]
END

run() {
cargo init -q --name probe . >&2
cargo add -q nimber@=0.1.1 >&2
cat >src/main.rs <<'RS'
use nimber::FiniteNimber;
fn main() {
    for n in [4u64, 9, 10, 16] {
        let x = FiniteNimber::from(n);
        println!("square of {}: {} padded [{:>12}]", n, &x * &x, &x * &x);
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
