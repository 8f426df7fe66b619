#!/bin/sh
# All tests under the address and undefined-behaviour sanitizers, leaks included,
# in short form; and the specs once more with an aggressive collector.
set -eu
make --no-print-directory -j"$(nproc)" MODE=asan BUILD=build/asan all >/dev/null
export TAKEAWAY_SHORT=1
export UBSAN_OPTIONS=print_stacktrace=1
export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1
export LSAN_OPTIONS=suppressions=tools/lsan.supp:print_suppressions=0
export TAKEAWAY_PRELOAD="$(gcc -print-file-name=libasan.so)"
make --no-print-directory MODE=asan BUILD=build/asan test-run
