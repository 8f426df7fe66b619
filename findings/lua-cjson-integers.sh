#!/bin/sh
# lua-cjson under Lua 5.4 rounds 64-bit integers to 14 digits
#
# Package: lua-cjson 2.1.0+dfsg-2.2 (Debian 12) with lua5.4 5.4.4-3+deb12u1.
# Guess: cjson is fast but old, so integers are doubles: exact up to 2^53.
# What happens: integers pass through %.14g. An integer of 15 digits already returns as another number, without an error;
# "[0x1F]" and "[+7]" are read. encode_number_precision goes no higher than 14.
set -eu
dir=$(mktemp -d)
trap 'cd / && rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
cd "$dir"

cat >stated <<'END'
98765432109876	[98765432109876]	equal	float
987654321098765	[9.8765432109876e+14]	another number	float
9007199254740991	[9.007199254741e+15]	another number	float
9223372036854775807	[9.2233720368548e+18]	another number	float
false	bad argument #1 to 'cjson.encode_number_precision' (expected integer between 1 and 14)
[0x1F]	31.0	[+7]	7.0
END

run() {
apt-get download -q lua-cjson=2.1.0+dfsg-2.2 lua5.4=5.4.4-3+deb12u1 >&2
for package in *.deb; do dpkg -x "$package" .; done
cat >pass.lua <<'LUA'
local json = require "cjson"
for _, n in ipairs { 98765432109876, 987654321098765, (1 << 53) - 1, math.maxinteger } do
  local text = json.encode { n }
  local back = json.decode(text)[1]
  print(n, text, back == n and "equal" or "another number", math.type(back))
end
print(pcall(json.encode_number_precision, 17))
print("[0x1F]", json.decode("[0x1F]")[1], "[+7]", json.decode("[+7]")[1])
LUA
LUA_INIT_5_4= LUA_INIT= LUA_CPATH="$(dirname "$(find "$PWD/usr/lib" -path '*5.4/cjson.so')")/?.so" usr/bin/lua5.4 pass.lua
}

run >seen
cat seen
diff stated seen >changed || {
  echo "the output is not what this script states:" >&2
  cat changed >&2
  exit 1
}
