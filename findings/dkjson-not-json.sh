#!/bin/sh
# dkjson reads texts that are not JSON
#
# Package: lua-dkjson 2.6-2 (Debian 12) with lua5.4 5.4.4-3+deb12u1.
# Guess: decode refuses what RFC 8259 refuses, with a position.
# What happens: missing and trailing commas, leading zeros, a fraction without a digit before or after its point,
# comments and text after the value are ignored. A file of values that was cut or joined by hand reads as a shorter
# list.
set -eu
dir=$(mktemp -d)
trap 'cd / && rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
cd "$dir"

cat >stated <<'END'
[3 4]	[3,4]
[3,4,]	[3,4]
[34,5] [6]	[34,5]
[007]	[7]
[.5,6.]	[0.5,6.0]
{"a":3 "b":4}	{"a":3,"b":4}
[3/*4,*/,5]	[3,5]
[3,,4]	no valid JSON value at line 1, column 4
END

run() {
apt-get download -q lua-dkjson=2.6-2 lua5.4=5.4.4-3+deb12u1 >&2
for package in *.deb; do dpkg -x "$package" .; done
cat >read.lua <<'LUA'
local json = require "dkjson"
for _, text in ipairs { "[3 4]", "[3,4,]", "[34,5] [6]", "[007]", "[.5,6.]", '{"a":3 "b":4}', "[3/*4,*/,5]", "[3,,4]" } do
  local value, _, message = json.decode(text)
  print(text, value and json.encode(value) or message)
end
LUA
LUA_INIT_5_4= LUA_INIT= LUA_PATH="$PWD/usr/share/lua/5.4/?.lua" usr/bin/lua5.4 read.lua
}

run >seen
cat seen
diff stated seen >changed || {
  echo "the output is not what this script states:" >&2
  cat changed >&2
  exit 1
}
