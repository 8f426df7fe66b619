#!/bin/sh
# The crate surreal multiplies by midpoints: {0|5} equals 1, and {0|5} times 1 is 5/2
#
# Package: surreal 0.4.1 (crates.io).
# Guess: x == y implies x * z == y * z, and stof(x) is the value of x, the simplest number between its options.
# What happens: comparison follows Conway's rule, but stof takes the middle between the options, and products and quotients go
# through stof. {-3|7} equals 0 and is 2 for stof.
set -eu
dir=$(mktemp -d)
trap 'cd / && rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
cd "$dir"

cat >stated <<'END'
{0|5} == 1: true; stof gives 2.5
{0|5} * 1 == 1 * 1: false; stof gives 2.5
{-3|7} == 0: true; stof gives 2
{-3|7} * 3 == 0: false; stof gives 6
END

run() {
cargo init -q --name probe . >&2
cargo add -q surreal@=0.4.1 >&2
cat >src/main.rs <<'RS'
use surreal::{stof, Surreal};
fn main() {
    let zero = Surreal::new(vec![], vec![]);
    let mut whole = vec![zero.clone()];
    for n in 0..7 {
        let next = Surreal::new(vec![&whole[n]], vec![]);
        whole.push(next);
    }
    let one = &whole[1];
    let low = -&whole[3];
    let x = Surreal::new(vec![&zero], vec![&whole[5]]);
    let y = Surreal::new(vec![&low], vec![&whole[7]]);
    println!("{{0|5}} == 1: {}; stof gives {}", x == *one, stof(&x));
    println!("{{0|5}} * 1 == 1 * 1: {}; stof gives {}", &x * one == one * one, stof(&(&x * one)));
    println!("{{-3|7}} == 0: {}; stof gives {}", y == zero, stof(&y));
    println!("{{-3|7}} * 3 == 0: {}; stof gives {}", &y * &whole[3] == zero, stof(&(&y * &whole[3])));
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
