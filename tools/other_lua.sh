#!/bin/sh
# Runs the specs of compiled rules under other Lua 5.4 releases, because the compiler reads their bytecode.
#   sh tools/other_lua.sh FOLDER...     folders of Lua sources with `lua` built there
# The module is built again for each, with its headers. Lua libraries are those of the system's lua5.4.
set -eu
specs="spec/engine/native_spec.lua spec/engine/native_functions_spec.lua"
specs="$specs spec/property/native_spec.lua"
path=$(lua5.4 -e 'print(package.path)')
cpath=$(lua5.4 -e 'print(package.cpath)')
for folder; do
  build=build/lua/$(basename "$folder")
  mkdir -p "$build/bin" "$build/spec"
  ln -sf "$(cd "$folder" && pwd)/lua" "$build/bin/lua5.4"
  make --no-print-directory BUILD="$build" LUA_CFLAGS="-I$folder" "$build/takeaway/core.so"
  "$build/bin/lua5.4" -v
  PATH=$PWD/$build/bin:$PATH TAKEAWAY_SHORT=1 TAKEAWAY_BUILD=$build \
    LUA_PATH_5_4="./lua/?.lua;./lua/?/init.lua;$path" LUA_CPATH_5_4="./$build/?.so;$cpath" \
    lua5.4 tools/run_tests.lua "$build" "$specs"
done
