#!/bin/sh
# saves: every writer of files with a file that fails; files that are killed, flipped, cut off, foreign
#
# A new file fails (spec/fixtures/failing_file.c) at every k-th write, fsync, rename, close of every writer, which
# spec/trust/writers.lua finds; a process is killed as it saves, at random and before each call of the system; every bit
# and byte of small files is flipped. TAKEAWAY_KILLS= is how many are killed of each kind of file (200). The seed is
# TAKEAWAY_SEED's.
set -eu
cd "$(dirname "$0")/../.."
build=${TAKEAWAY_BUILD:-build}
make -s BUILD="$build" all "$build/spec/failing_file.so"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# what makes a PNG of a picture, whatever is installed: here writing is tried, not drawing
printf '#!/bin/sh\nprintf "\\211PNG\\r\\n\\032\\n" >"$3"\n' >"$folder/rsvg-convert"
chmod +x "$folder/rsvg-convert"
case $build in /*) preload=$build ;; *) preload=$PWD/$build ;; esac
PATH=$folder:$PATH LUA_PATH='./?.lua;./lua/?.lua;./lua/?/init.lua;;' LUA_CPATH="$build/?.so;;" TAKEAWAY_BUILD=$build \
    LD_PRELOAD="$preload/spec/failing_file.so" lua5.4 spec/trust/saves.lua
