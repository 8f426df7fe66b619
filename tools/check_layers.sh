#!/bin/sh
# Who may know whom: core/ stands on libc and itself alone, ffi.h is included in one
# file, nothing includes csrc/lua, one symbol is exported to Lua, Lua rules know no C.
set -eu
build=${1:-build}
fail() { echo "layers: $1" >&2; exit 1; }

grep -rlE '#include *[<"](lua|lauxlib|lualib|ffi)\.h' csrc/core csrc/include && fail "core/ or include/ includes Lua or ffi"
grep -rlE '#include *".*lua/' csrc && fail "something includes csrc/lua"
[ "$(grep -rlE '#include *<ffi\.h>' csrc | wc -l)" -le 1 ] || fail "ffi.h is included in more than one file"
grep -rlE '#include *[<"](lua|lauxlib)\.h' csrc/ffi && fail "ffi/ includes Lua"
nm "$build/libtakeaway.a" | grep -E ' U (lua|ffi)' && fail "libtakeaway.a needs Lua or ffi"
exported=$(nm -D --defined-only "$build/takeaway/core.so" | awk '$2 == "T" { print $3 }' | grep -v '^ta_' || true)
[ "$exported" = "luaopen_takeaway_core" ] || fail "core.so exports: $exported"
# Families do not include each other's insides, and the ground floor knows no family.
for low in mem status check rational expr memo movefn scan; do
    for file in csrc/core/$low*.[ch]; do
        [ -e "$file" ] || continue
        grep -lE '#include "(two_pile|one_pile|heap|cash|solver|sum|value)' "$file" && fail "$file is below the families"
    done
done
for file in csrc/core/two_pile*.[ch]; do
    grep -lE '#include ".*(one_pile|heap|cash|solver|sum|value)' "$file" && fail "$file includes another family"
done
for file in csrc/core/cash*.[ch] csrc/core/heap*.[ch] csrc/core/one_pile*.[ch]; do
    [ -e "$file" ] || continue
    grep -lE '#include ".*(two_pile|solver|sum\.h|value/)' "$file" && fail "$file includes another family"
done
grep -lE 'takeaway\.core' lua/takeaway/rules/*.lua && fail "rules/ knows the C core"
grep -lE 'takeaway\.core' examples/*.lua bench/*.lua 2>/dev/null && fail "examples and bench use the public calls alone"
echo "layers: clean"
