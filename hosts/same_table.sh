#!/bin/sh
# One rules file gives one table from Lua, C, Python, PARI/GP and takeaway serve, and from CGSuite if CGSUITE_JAR= names
# its jar. Run same_table.sh BUILD in the tree's folder, once the hosts are built. A table is its 100 cells, row by row.
set -eu
build=$1
out=$build/same_table
rules=spec/hosts/rules.lua
mkdir -p "$out"
rm -f "$out"/*

lua5.4 -e "local t = require 'takeaway'.load_rules('$rules'):table { to = 9 }
for a = 0, 9 do for b = 0, 9 do print(t[a][b]) end end" >"$out/Lua"

cc -std=c99 -Wall -Wextra -Wpedantic -Icsrc/include -o "$build/table" hosts/table.c -L"$build" -ltakeaway-host
LD_LIBRARY_PATH=$build "$build/table" "$rules" >"$out/C"

"$build/python/venv/bin/python" -c "
import takeaway
table = takeaway.load_rules('$rules').table(to=9)
for a in range(10):
    for b in range(10):
        print(table[a, b])" >"$out/Python"

gp -q -f >"$out/PARI-GP" <<END
read("$build/pari/takeaway.gp");
table = ta_table(ta_load("$rules"), 9);
for(a = 1, 10, for(b = 1, 10, print(table[a, b])));
END

{
    echo '{"call": "load_rules", "with": ["'"$rules"'"]}'
    for a in 0 1 2 3 4 5 6 7 8 9; do
        for b in 0 1 2 3 4 5 6 7 8 9; do
            echo '{"on": 1, "with": ['$a', '$b']}'
            echo '{"on": '$((2 + 10 * a + b))', "call": "nim_value"}'
        done
    done
} | bin/takeaway serve | sed -n 's/^{"result":\([0-9]*\)}$/\1/p' >"$out/serve"

if [ -n "${CGSUITE_JAR:-}" ]; then
    # At the end of its input the prompt ends with an exception.
    { echo "rules := takeaway.LuaRuleset(\"$rules\");"
      echo "[rules(a, b).NimValue for a from 0 to 9 for b from 0 to 9]"
    } | java -Djava.awt.headless=true -cp "$build/cgsuite/takeaway-cgsuite.jar:$CGSUITE_JAR" takeaway.cgsuite.Main 2>&1 |
        sed -n 's/.*\[\([0-9,]*\)\]$/\1/p' | tr , '\n' >"$out/CGSuite"
fi

[ "$(wc -l <"$out/Lua")" = 100 ]
for host in "$out"/*; do
    cmp "$out/Lua" "$host"
done
echo "one table from" $(ls "$out")
