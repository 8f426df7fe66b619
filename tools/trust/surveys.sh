#!/bin/sh
# surveys: coordinators and workers killed at random moments; databases with changed bytes
#
# A survey's coordinator or one of its workers gets SIGKILL, SIGTERM or SIGINT at a random moment, several times, and
# the survey is gone on with until it ends: its rows must be a plain loop's. A byte of a finished database is
# changed: what is then read is refused or right. The seed is TAKEAWAY_SEED's.
set -eu
cd "$(dirname "$0")/../.."
build=${TAKEAWAY_BUILD:-build}
sh tools/deps.sh libsqlite3-dev
make -s BUILD="$build" all
LUA_PATH='./?.lua;./lua/?.lua;./lua/?/init.lua;;' LUA_CPATH="$build/?.so;;" TAKEAWAY_BUILD=$build lua5.4 spec/trust/surveys.lua
