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
exported=$(nm -D --defined-only "$build/takeaway/terminal.so" | awk '$2 == "T" { print $3 }')
[ "$exported" = "luaopen_takeaway_terminal" ] || fail "terminal.so exports: $exported"
nm -D "$build/takeaway/core.so" | grep -E ' U (sigaction|signal|isatty|ioctl|sigprocmask|pthread_sigmask)(@|$)' &&
    fail "core.so touches signals or terminals, which is csrc/terminal's part"
# A folder of core/ includes base/, movefn/, itself and public headers, nothing else.
for folder in csrc/core/*/; do
    room=$(basename "$folder")
    for file in "$folder"*.[ch]; do
        sed -n 's/^ *# *include "\([^"]*\)".*/\1/p' "$file" | while read -r name; do
            case "$name" in
            takeaway/* | base/*) ;;
            movefn/*) [ "$room" != base ] || echo "$file includes $name" ;;
            */*) echo "$file includes $name" ;;
            *) [ -e "$folder$name" ] || echo "$file includes $name" ;;
            esac
        done
    done
done | { ! grep . ; } || fail "a folder of core/ includes another one"
grep -lE 'takeaway\.core' lua/takeaway/rules/*.lua && fail "rules/ knows the C core"
grep -lE 'takeaway\.core' examples/*.lua bench/*.lua 2>/dev/null && fail "examples and bench use the public calls alone"
echo "layers: clean"
