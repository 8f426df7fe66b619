#!/bin/sh
# machines: the C tests and scenes of the core by other compilers, libraries and processors
#
# gcc and clang at -O0 to -O3; musl, linked statically; aarch64 and s390x, whose bytes are the other way round, under
# qemu-user; -m32, which is refused. Each builds the core without Lua, plays the scenes of spec/trust/calls, whose
# answers are spec/trust/calls/answers.txt, with and without faults, and runs the C tests, by
# spec/trust/machines/cmocka.h where cmocka is not to be had. What the core saves is written on one machine
# and read on another. MACHINES= names some of them (gcc-O0 ... clang-O3 musl aarch64 s390x; all), JOBS= is how many
# commands run at once. The short form is -m32 alone: the check builds with gcc and clang already.
set -eu
cd "$(dirname "$0")/../.."
out=build/trust/machines
jobs=${JOBS:-$(nproc)}
machines=" ${MACHINES:-gcc-O0 gcc-O1 gcc-O2 gcc-O3 clang-O0 clang-O1 clang-O2 clang-O3 musl aarch64 s390x} "
mkdir -p $out
bad=0
echo "# seed ${TAKEAWAY_SEED:-of each test}"
row() { # what, tried, failed
    echo "$1: $2 tried, $3 failed"
    [ "$3" = 0 ] || bad=1
}

tests=$(ls spec/c/*/test_*.c | grep -vE '^spec/c/(lua|ffi|host|terminal)/')
options="-std=c11 -D_POSIX_C_SOURCE=200809L -w -Icsrc/include -Icsrc/core -Ispec/c/support"

# base_test_hash, of spec/c/base/test_hash.c
program() {
    echo "$1" | sed 's|^spec/c/||; s|/|_|; s|\.c$||'
}

# Lines of commands from standard input, some at a time; every one that fails is told.
together() {
    xargs -P "$jobs" -I@ sh -c '@ || echo "failed: @"'
}

# machine NAME COMPILER OPTIONS RUNNER: the core, the scenes and the tests of one machine.
machine() {
    name=$1 cc=$2 flags=$3 runner=$4
    case $machines in *" $name "*) ;; *) return ;; esac
    here=$out/$name
    rm -rf "$here"
    mkdir -p "$here/obj" "$here/spec"
    for f in csrc/core/*/*.c; do
        echo "$cc $options $flags -c $f -o $here/obj/$(echo "$f" | tr / _ | sed 's/c$/o/')"
    done | together >"$here/said" 2>"$here/errors"
    library=$here/libtakeaway.a
    rm -f "$library"
    ar rcs "$library" "$here"/obj/*.o 2>/dev/null || true # the index is the linker's own to make where this ar has none
    if [ -s "$here/said" ]; then
        head -5 "$here/said" "$here/errors"
        row "$name: the core is built" 1 1
        return
    fi
    $cc $options $flags -I$out -o "$here/calls" spec/trust/calls/*.c spec/c/support/oom.c \
        spec/c/support/certificates.c "$library" -lm
    failed=0
    timeout 3600 $runner "$here/calls" print | diff spec/trust/calls/answers.txt - || failed=1
    row "$name: the answers of the scenes" 1 $failed
    places=2
    [ -n "$runner" ] || places=6
    failed=0
    timeout 3600 $runner "$here/calls" try $places $places >"$here/faults" || failed=1
    [ $failed = 0 ] || grep -v '^#' "$here/faults" | head -40
    row "$name: scenes with faults" "$(awk '/ tried, /{sub(/.*: /, ""); n += $1} END {print n + 0}' "$here/faults")" $failed
    # The C tests; cmocka of this machine, or ours.
    if [ "$runner" = "" ] && ! echo "$cc $flags" | grep -qE 'musl|static'; then mocka="" link=-lcmocka
    else mocka=-Ispec/trust/machines link=""; fi
    for f in spec/c/support/*.c; do
        echo "$cc $options $flags $mocka -c $f -o $here/obj/support_$(basename "$f" .c).o"
    done | together >"$here/said" 2>"$here/errors"
    for t in $tests; do
        echo "$cc $options $flags $mocka -o $here/spec/$(program "$t") $t $here/obj/support_*.o $library $link -lm"
    done | together >>"$here/said" 2>>"$here/errors"
    for t in $tests; do
        p=$here/spec/$(program "$t")
        echo "[ ! -x $p ] || env TAKEAWAY_SHORT=1 timeout 3600 $runner $p >$p.said 2>&1"
    done | together >>"$here/said"
    [ ! -s "$here/said" ] || head -20 "$here/errors"
    for p in $(sed -n 's/^failed: .*>\([^ ]*\)\.said .*/\1/p' "$here/said"); do
        echo "== $p"
        grep -vE '\[ +(OK|RUN) |^# ' "$p.said" | tail -8 || true
    done
    row "$name: programs of C tests" "$(echo "$tests" | wc -l)" "$(grep -c '^failed: ' "$here/said" || true)"
}

# -m32 is refused, with the sentence that says why; the compiler's own headers alone are needed for it.
failed=1
echo '#include "base/int128.h"' | gcc -m32 -ffreestanding $options -fsyntax-only -x c - 2>$out/m32 || failed=0
grep -q "Takeaway needs integers of 128 bits" $out/m32 || failed=1
row "-m32 is refused with a sentence" 1 $failed

[ -z "${TAKEAWAY_SHORT:-}" ] || exit $bad

sh tools/deps.sh clang libcmocka-dev musl-tools qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross \
    gcc-s390x-linux-gnu libc6-dev-s390x-cross ||
    echo "# what is not installed cannot be tried here"

# The list of functions, for the counts of the scenes.
make --no-print-directory -j"$jobs" build/libtakeaway.so build/libtakeaway-host.so >/dev/null
lua5.4 tools/trust/public_calls.lua csrc/include $out/watched.h build/libtakeaway.so build/libtakeaway-host.so >/dev/null

for cc in gcc clang; do
    for level in -O0 -O1 -O2 -O3; do machine "$cc$level" $cc "$level" ""; done
done
if command -v musl-gcc >/dev/null; then machine musl musl-gcc "-O2 -static" ""
else echo "# musl cannot be tried here: musl-tools is not installed"; fi
for target in aarch64 s390x; do
    if command -v $target-linux-gnu-gcc >/dev/null && command -v qemu-$target >/dev/null; then
        machine $target $target-linux-gnu-gcc "-O2 -static" qemu-$target
    else
        echo "# $target cannot be tried here: its compiler or qemu-user is not installed"
    fi
done

# What is saved by one and read by another.
tried=0 failed=0
saves() { # name, compiler, options
    case $machines in *" $1 "*) ;; *) return 1 ;; esac
    [ -f $out/"$1"/libtakeaway.a ] || return 1
    $2 $options $3 -o $out/"$1"/saved spec/trust/machines/saved.c $out/"$1"/libtakeaway.a -lm
}
if saves s390x s390x-linux-gnu-gcc "-O2 -static" && saves gcc-O2 gcc -O2; then
    $out/gcc-O2/saved write $out/little
    qemu-s390x $out/s390x/saved write $out/big
    $out/gcc-O2/saved read $out/little >$out/right
    for file in little big; do
        for reader in "$out/gcc-O2/saved" "qemu-s390x $out/s390x/saved"; do
            tried=$((tried + 1))
            $reader read $out/$file | cmp - $out/right || failed=$((failed + 1))
        done
    done
    row "files saved and read by machines of either byte order" $tried $failed
else
    echo "# files of the other byte order cannot be tried here"
fi
exit $bad
