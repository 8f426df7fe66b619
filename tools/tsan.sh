#!/bin/sh
# Runs threads under the thread sanitizer: kernels with several threads, cancelling from another thread, two hosts in
# two threads, callbacks from another thread. tsan.sh instruments all of the C. tsan.sh short tests what threads share by
# design, on the existing build.
set -eu
export TAKEAWAY_SHORT=1
# the tests that compare teams of threads
kernels="$(grep -lE '^static const unsigned teams|EACH_TEAM' spec/c/*/test_*.c | sed 's|^spec/c/||; s|\.c$||')"
export TSAN_OPTIONS=halt_on_error=1:exitcode=66
if [ "${1:-}" = short ]; then
    mkdir -p build/tsan-short
    objects="$(ls csrc/lua/*/*.c csrc/ffi/*.c | grep -v /ffi/closure.c | sed 's|^csrc/\(.*\)c$|build/obj/\1o|') build/sandbox/image.o"
    for test in host/test_host lua/test_lua_closure; do
        own="csrc/ffi/closure.c"
        [ $test != host/test_host ] || own="$own csrc/host/callback.c csrc/host/handle.c csrc/host/host.c build/host/bundle.o"
        ${CC:-cc} -std=c11 -D_POSIX_C_SOURCE=200809L -O1 -g -fsanitize=thread -Icsrc/include -Icsrc/core -Icsrc -Ispec/c/support \
            $(pkg-config --cflags lua5.4 libffi) -o "build/tsan-short/${test##*/}" "spec/c/$test.c" spec/c/support/*.c $own $objects \
            build/libtakeaway.a -lcmocka $(pkg-config --libs lua5.4 libffi) -ldl -lm -pthread
    done
    for test in $kernels; do
        ${CC:-cc} -std=c11 -D_POSIX_C_SOURCE=200809L -O1 -g -fsanitize=thread -Icsrc/include -Icsrc/core -Ispec/c/support \
            -o "build/tsan-short/${test##*/}" "spec/c/$test.c" spec/c/support/*.c csrc/core/base/parallel.c \
            $(ls csrc/core/${test%%/*}/*.c | grep -v /parallel.c) build/libtakeaway.a -lcmocka -lm -pthread
    done
    folder=build/tsan-short
else
    make --no-print-directory -j"$(nproc)" MODE=tsan BUILD=build/tsan build/tsan/spec/host/test_host build/tsan/spec/lua/test_lua_closure \
        $(for test in $kernels; do echo "build/tsan/spec/$test"; done) >/dev/null
    folder=build/tsan/spec/*
fi
for test in $folder/test_host $folder/test_lua_closure $(for test in $kernels; do echo "$folder/${test##*/}"; done); do
    "$test" >build/tsan.log 2>&1 || { cat build/tsan.log; exit 1; }
done
echo "threads: no race"
