#!/bin/sh
# c_calls: every public C function by the headers, in a scene; refused memory, stops and failing callbacks at every k
#
# The list is what the compiler finds in the headers (tools/trust/public_calls.lua), the scenes are
# spec/trust/calls and, of the host library, spec/trust/host. In the short form k goes over some places of each scene,
# under the sanitizers; in the long one over all requests for memory, in the release build as well. The answers
# of the scenes stand in spec/trust/calls/answers.txt; TAKEAWAY_WRITE=1 writes them anew.
set -eu
cd "$(dirname "$0")/../.."
out=build/trust/c_calls
make="make --no-print-directory -j$(nproc)"
mkdir -p $out/planted
if [ -n "${TAKEAWAY_SHORT:-}" ]; then places=4 polls=4 opening=4 calling=30
else places=0 polls=400 opening=300 calling=0; fi
echo "# no seed: the places are counted out"

$make build/libtakeaway.so build/libtakeaway.a build/libtakeaway-host.so >/dev/null
$make MODE=asan BUILD=build/asan build/asan/libtakeaway.a >/dev/null
bad=0
row() { # what, tried, failed
    echo "$1: $2 tried, $3 failed"
    [ "$3" = 0 ] || bad=1
}

# The program of the scenes: into $1, with the header of counts in $2, the library $3 and further options.
scenes() {
    into=$1 counts=$2 library=$3
    shift 3
    gcc -std=c11 -D_POSIX_C_SOURCE=200809L -g "$@" -Wall -Wextra -Wshadow -Werror -Icsrc/include -Ispec/c/support \
        -I"$counts" -o "$into" spec/trust/calls/*.c spec/c/support/oom.c spec/c/support/certificates.c "$library" -lm
}

lua5.4 tools/trust/public_calls.lua csrc/include $out/watched.h build/libtakeaway.so build/libtakeaway-host.so || bad=1

# A new prototype is seen: one that no library has, one that no scene calls.
rm -rf $out/planted
mkdir -p $out/planted
cp -R csrc/include $out/planted/include
sed -i 's/^TA_API const char \*ta_version/TA_API int ta_planted(void);\n&/' $out/planted/include/takeaway/base.h
failed=0
list() { lua5.4 tools/trust/public_calls.lua $out/planted/include $out/planted/watched.h "$1" build/libtakeaway-host.so; }
if list build/libtakeaway.so >$out/planted/said ||
    ! grep -q "^ta_planted: declared, and not exported" $out/planted/said; then
    cat $out/planted/said
    failed=$((failed + 1))
fi
printf 'int ta_planted(void);\nint ta_planted(void) { return 1; }\n' >$out/planted/planted.c
gcc -shared -fPIC -o $out/planted/libtakeaway.so $out/planted/planted.c -Wl,--whole-archive build/libtakeaway.a \
    -Wl,--no-whole-archive -lm
if ! list $out/planted/libtakeaway.so >$out/planted/said ||
    ! scenes $out/planted/calls $out/planted build/libtakeaway.a -O0 ||
    $out/planted/calls list >$out/planted/said ||
    ! grep -q "^ta_planted: no scene calls it" $out/planted/said; then
    cat $out/planted/said
    failed=$((failed + 1))
fi
row "C prototypes planted and refused" 2 $failed

# The scenes under the sanitizers, leaks included, and in the long form as they are released.
scenes $out/calls.asan $out build/asan/libtakeaway.a -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined
scenes $out/calls $out build/libtakeaway.a -O1
$out/calls print >$out/answers
[ -z "${TAKEAWAY_WRITE:-}" ] || cp $out/answers spec/trust/calls/answers.txt
failed=0
for program in calls calls.asan; do
    ASAN_OPTIONS=detect_leaks=1 $out/$program print | diff spec/trust/calls/answers.txt - || failed=$((failed + 1))
done
row "answers of C scenes, in two builds" 2 $failed
[ -n "${TAKEAWAY_SHORT:-}" ] || $out/calls try $places $polls | sed 's/^\(.*\): \([0-9]* tried\)/\1, released: \2/' >$out/released &
ASAN_OPTIONS=detect_leaks=1 $out/calls.asan try $places $polls || bad=1
wait
if [ -z "${TAKEAWAY_SHORT:-}" ]; then
    cat $out/released
    grep -q ' tried, ' $out/released && ! grep -q ' tried, [1-9][0-9]* failed$' $out/released || bad=1
fi

# The host library: its memory is the C library's.
gcc -std=c11 -D_POSIX_C_SOURCE=200809L -g -O1 -Wall -Wextra -Wshadow -Werror -Icsrc/include -I$out -o $out/calls_host \
    spec/trust/host/main.c -Lbuild -ltakeaway-host -Wl,-rpath,"$PWD/build"
$out/calls_host $opening $calling >$out/host || bad=1
cat $out/host
exit $bad
