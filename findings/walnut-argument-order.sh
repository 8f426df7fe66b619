#!/bin/sh
# Walnut: the arguments of a definition are in alphabetical order
#
# Package: Walnut 7.1.0 (commit 67e69c2), built with javac 17 and its libraries from Maven Central. WALNUT_GIT may name a
# copy of the repository.
# Guess: def d "n=m+2" makes $d(n, m), in the order in which the variables first occur.
# What happens: the parameters are sorted by name: $d(m, n). Renaming a variable exchanges the arguments of every
# use, and the result is still a closed formula with a truth value.
set -eu
dir=$(mktemp -d)
trap 'cd / && rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
cd "$dir"

cat >stated <<'END'
"$first(9,7)"	FALSE
"$first(7,9)"	TRUE
"$second(9,7)"	TRUE
"$second(7,9)"	FALSE
END

run() (
git clone -q "${WALNUT_GIT:-https://github.com/Walnut-Theorem-Prover/Walnut}" walnut
cd walnut
git checkout -q 67e69c248d07324b25de1d4a498e877ac504999a
mkdir lib classes
cat >lib/pom.xml <<'XML'
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>finding</groupId><artifactId>finding</artifactId><version>1</version><dependencies>
<dependency><groupId>it.unimi.dsi</groupId><artifactId>fastutil</artifactId><version>8.5.18</version></dependency>
<dependency><groupId>dk.brics</groupId><artifactId>automaton</artifactId><version>1.12-4</version></dependency>
<dependency><groupId>net.automatalib</groupId><artifactId>automata-serialization-ba</artifactId><version>0.12.1</version></dependency>
<dependency><groupId>net.automatalib</groupId><artifactId>automata-util</artifactId><version>0.12.1</version></dependency>
<dependency><groupId>com.github.ben-manes.caffeine</groupId><artifactId>caffeine</artifactId><version>3.2.2</version></dependency>
</dependencies></project>
XML
mvn -q -B -f lib/pom.xml dependency:copy-dependencies -DoutputDirectory=. >&2
find src/main -name "*.java" >sources
javac -nowarn -proc:none -d classes -cp "lib/*:libs/*" @sources >&2
cat >asked <<'W'
def first "n=m+2":
def second "n=z+2":
eval a "$first(9,7)":
eval b "$first(7,9)":
eval c "$second(9,7)":
eval d "$second(7,9)":
W
echo "quit;" >>asked
java -cp "classes:lib/*:libs/*" Main.Prover <asked >answers 2>&1
grep -v "^def\|^reg\|^quit" asked | sed "s/^eval [a-z0-9]* //; s/:$//" >formulas
grep -x "TRUE\|FALSE" answers | paste formulas -
)

run >seen
cat seen
diff stated seen >changed || {
  echo "the output is not what this script states:" >&2
  cat changed >&2
  exit 1
}
