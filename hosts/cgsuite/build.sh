#!/bin/sh
# Builds the jar for CGSuite: our classes, the CGScript ones, the host library with its dependencies, and JNA. Stubs replace
# CGSuite's own classes for the compiler, and are not in the jar: build.sh FOLDER, with the libraries in the folder above it.
set -eu
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
mkdir -p "$root/$1"
out=$(cd "$root/$1" && pwd)
libraries=$(dirname "$out")
jna=${JNA:-/usr/share/java/jna.jar}
for need in javac jar; do
    command -v $need >/dev/null || { echo "$need is not there: apt-get install default-jdk-headless"; exit 1; }
done
[ -f "$jna" ] || { echo "$jna is not there: apt-get install libjna-java"; exit 1; }

rm -rf "$out/stubs" "$out/classes"
mkdir -p "$out/stubs" "$out/classes"
find stubs -name '*.java' >"$out/sources"
javac --release 11 -nowarn -d "$out/stubs" "@$out/sources"
find src -name '*.java' >"$out/sources"
javac --release 11 -Xlint:all -Werror -d "$out/classes" -cp "$jna:$out/stubs" "@$out/sources"

inside=$out/classes/takeaway/cgsuite
mkdir -p "$inside/cgs" "$inside/natives"
cp cgs/*.cgs "$inside/cgs/"
(cd cgs && for file in *.cgs; do echo "${file%.cgs}"; done) >"$inside/cgs/classes"
main=$libraries/libtakeaway-host.so.0
for library in "$main" $(ldd "$main" | sed -n 's/.*=> \(.*\/lib\(lua\|ffi\)[^ ]*\) .*/\1/p'); do
    cp "$library" "$inside/natives/"
    basename "$library"
done >"$out/list"
mv "$out/list" "$inside/natives/list"

# JNA's classes, and its own library where the classes look for it in a jar.
(cd "$out/classes" && jar xf "$jna" com META-INF/LICENSE META-INF/AL2.0)
native=$(ls /usr/lib/*/jni/libjnidispatch.system.so 2>/dev/null | head -n 1)
if [ -n "$native" ]; then
    folder=$out/classes/com/sun/jna/linux-$(uname -m | tr _ -)
    mkdir -p "$folder"
    cp "$native" "$folder/libjnidispatch.so"
fi
rm -f "$out/takeaway-cgsuite.jar"
jar cfm "$out/takeaway-cgsuite.jar" module/manifest.mf -C "$out/classes" .
