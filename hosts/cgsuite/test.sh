#!/bin/sh
# The jar for CGSuite: what needs no CGSuite is tested always, the rest inside the real one where CGSUITE_JAR names it:
# test.sh FOLDER. There VALUES (300) random values are read both ways.
set -eu
cd "$(dirname "$0")/../.."
out=${1%/}
jar=$out/takeaway-cgsuite.jar
rm -rf "$out/tests"
mkdir -p "$out/tests"
javac --release 11 -Xlint:all -Werror -d "$out/tests" -cp "$jar:$out/stubs" hosts/cgsuite/tests/HostTest.java
rm -rf "$out/temporary"
mkdir "$out/temporary"
java "-Djava.io.tmpdir=$out/temporary" -cp "$out/tests:$jar:$out/stubs" takeaway.cgsuite.HostTest
if [ -n "$(ls -A "$out/temporary")" ]; then
    echo "cgsuite: left in the folder of temporary files: $(ls -A "$out/temporary")"
    exit 1
fi
if [ -z "${CGSUITE_JAR:-}" ]; then
    sh hosts/cgsuite/tests/module.sh "$out"
    echo "cgsuite: compiled against stubs; the real CGSuite was not there (CGSUITE_JAR=its jar with dependencies)"
    exit 0
fi
${LUA:-lua5.4} hosts/cgsuite/tests/values.lua "${VALUES:-300}" >"$out/values.tsv"
${LUA:-lua5.4} hosts/cgsuite/tests/exports.lua >"$out/exports"
javac --release 11 -d "$out/tests" -cp "$jar:$CGSUITE_JAR" hosts/cgsuite/tests/CgsuiteTest.java
java -Djava.awt.headless=true -cp "$out/tests:$jar:$CGSUITE_JAR" takeaway.cgsuite.CgsuiteTest "$out/values.tsv" "$out/exports"
