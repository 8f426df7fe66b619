#!/bin/sh
# Tests the module in Debian's NetBeans Platform, without its windows, beside a stand-in for CGSuite's core: module.sh FOLDER
set -eu
cd "$(dirname "$0")/../../.."
out=$(cd "$1" && pwd)
platform=${NETBEANS:-/usr/share/netbeans/platform18}
[ -f "$platform/lib/boot.jar" ] || { echo "cgsuite: NetBeans Platform was not there (apt-get install libnb-platform18-java)"; exit 0; }

rm -rf "$out/standin" "$out/user"
mkdir -p "$out/standin/classes" "$out/standin/cluster/modules" "$out/standin/cluster/config/Modules" "$out/user"
cp -R hosts/cgsuite/stubs "$out/standin/source"
rm -rf "$out/standin/source/org/openide"
cp -R hosts/cgsuite/tests/standin/. "$out/standin/source/"
find "$out/standin/source" -name '*.java' >"$out/standin/sources"
javac --release 11 -nowarn -d "$out/standin/classes" "@$out/standin/sources"
printf '%s\n' "OpenIDE-Module: org.cgsuite.libs.core" "OpenIDE-Module-Specification-Version: 1.0" \
    "OpenIDE-Module-Public-Packages: org.cgsuite.**, scala.**" >"$out/standin/manifest"
jar cfm "$out/standin/cluster/modules/org-cgsuite-libs-core.jar" "$out/standin/manifest" -C "$out/standin/classes" .
sed -e 's/takeaway\.cgsuite/org.cgsuite.libs.core/; s/takeaway-cgsuite\.jar/org-cgsuite-libs-core.jar/' \
    hosts/cgsuite/module/takeaway-cgsuite.xml >"$out/standin/cluster/config/Modules/org-cgsuite-libs-core.xml"

# Installs the module, disables it as the platform does after a failed load, and installs it again.
xml=$out/user/config/Modules/takeaway-cgsuite.xml
make --no-print-directory install-cgsuite USERDIR="$out/user" >/dev/null
sed -i 's/"enabled">true/"enabled">false/' "$xml"
make --no-print-directory install-cgsuite USERDIR="$out/user" >/dev/null

told=$out/standin/told
: >"$told"
java -Djava.awt.headless=true -Dnetbeans.home="$platform" -Dnetbeans.dirs="$out/standin/cluster" \
    -Djava.security.manager=allow --add-opens=java.base/java.net=ALL-UNNAMED \
    --add-opens=java.base/java.lang=ALL-UNNAMED --add-opens=java.base/java.lang.ref=ALL-UNNAMED \
    -cp "$(ls "$platform"/lib/*.jar | tr '\n' ':')" org.netbeans.Main \
    --userdir "$out/user" --nogui --nosplash >"$told" 2>&1 &
pid=$!
i=0
while [ $i -lt 6000 ] && kill -0 $pid 2>/dev/null && ! grep -q "stand-in: takeaway.TwoPile" "$told"; do
    sleep 0.1
    i=$((i + 1))
done
kill -KILL $pid 2>/dev/null || true
wait $pid 2>/dev/null || true
if ! grep -q 'stand-in: takeaway.Kernel {"result":2}' "$told" || grep -q "stand-in: no class" "$told"; then
    cat "$told"
    echo "cgsuite: the module was not loaded"
    exit 1
fi
echo "cgsuite: the module was loaded in NetBeans Platform, with $(grep -c stand-in "$told") classes, beside a stand-in for CGSuite's core"
