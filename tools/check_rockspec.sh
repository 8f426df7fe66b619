#!/bin/sh
# Checks that luarocks builds and installs a working module from a clean copy, without a server. BUILT= is a folder
# whose objects are used. Without it luarocks compiles them.
set -eu
command -v luarocks >/dev/null || { echo "luarocks is not there: apt-get install luarocks" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git ls-files -z | xargs -0 cp -p --parents -t "$work" -- 2>/dev/null
[ -z "${BUILT:-}" ] || { mkdir "$work/build" && cp -a "$BUILT/obj" "$BUILT/sandbox" "$BUILT/libtakeaway.a" "$BUILT/takeaway" "$work/build/"; }
cd "$work"
luarocks --lua-version=5.4 --tree="$work/tree" --only-server="file://$work" make >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
cd /
LUA_PATH="$work/tree/share/lua/5.4/?.lua;$work/tree/share/lua/5.4/?/init.lua" \
LUA_CPATH="$work/tree/lib/lua/5.4/?.so" \
lua5.4 -e 'local ta = require "takeaway"; assert(ta.two_pile("2k"):table(100):checksum() == 660133094)'
# The rock has installed the command. Only parts that need argparse may be missing.
out=$("$work/tree/bin/takeaway" run - </dev/null) || { echo "$out"; exit 1; }
echo 'print(ta.two_pile("2k"):least_move(4, 7))' > "$work/script.lua"
[ "$("$work/tree/bin/takeaway" run "$work/script.lua")" = 1 ]
echo "rockspec: a working module and command"
