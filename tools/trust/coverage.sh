#!/bin/sh
# coverage: the lines of csrc/core that the C tests and specs (in short form) reach; each folder shall have 95 % of them.
#
# The lines that are not reached are in build/coverage/not_reached.txt. SPECS= which specs (default: those of the kernels);
# KEEP=1 adds to what an earlier run has reached. TAKEAWAY_SHORT=1: nothing is built; that the counting is right is tried
# on one small file.
set -eu
if [ -n "${TAKEAWAY_SHORT:-}" ]; then
    mkdir -p build/coverage_short
    exec lua5.4 tools/trust/coverage.lua try build/coverage_short
fi
sh tools/deps.sh gcc make pkg-config lua5.4 liblua5.4-dev libffi-dev libcmocka-dev lua-busted
build=build/coverage
[ -n "${KEEP:-}" ] || find build/coverage -name '*.gcda' -delete 2>/dev/null || true
export TAKEAWAY_SHORT=1
# A test that the slow build makes fail says so here, and in the tests' own run.
make --no-print-directory CC=gcc MODE=coverage BUILD=$build \
    SPECS="${SPECS:-spec/family spec/golden spec/property spec/engine spec/research spec/base spec/rules}" test-run || true
lua5.4 tools/trust/coverage.lua count $build
