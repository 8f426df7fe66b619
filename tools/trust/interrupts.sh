#!/bin/sh
# interrupts: Ctrl-C, a cancelling watcher and real signals in every public call, which is then asked again
#
# Moments are counted, but those of real signals: TAKEAWAY_SIGNALS of them (1000). TAKEAWAY_MOMENTS is how many there are
# of each call where it has so many (1000), TAKEAWAY_SECONDS the time for all of them (300), the seed TAKEAWAY_SEED's;
# CALLS= names some calls by a part of their name.
set -eu
cd "$(dirname "$0")/../.."
build=${TAKEAWAY_BUILD:-build}
make -s BUILD="$build" all
LUA_PATH='./?.lua;./lua/?.lua;./lua/?/init.lua;;' LUA_CPATH="$build/?.so;;" exec lua5.4 spec/trust/interrupts.lua
