#!/bin/sh
# Walnut: x-3<=x is false for some x, and so is x-3>x
#
# Package: Walnut 7.1.0 (commit 67e69c2), built with javac 17 and its libraries from Maven Central. WALNUT_GIT may name a
# copy of the repository.
# Guess: natural subtraction is either cut off at 0 or an error; in both cases "not a>b" and "a<=b" are the same.
# What happens: every comparison with a difference that would be negative is false. So ~(x-3>x) holds for all x and x-3<=x
# does not, and (x-y)+y=x fails where x+y-y=x holds.
set -eu
dir=$(mktemp -d)
trap 'cd / && rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
cd "$dir"

cat >stated <<'END'
"Ax x-3<=x"	FALSE
"Ax ~(x-3>x)"	TRUE
"Ax x-3=x-3"	FALSE
"Ax ~(x-3!=x-3)"	TRUE
"Ax,y (x-y)+y=x"	FALSE
"Ax,y (x+y)-y=x"	TRUE
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
eval a "Ax x-3<=x":
eval b "Ax ~(x-3>x)":
eval c "Ax x-3=x-3":
eval d "Ax ~(x-3!=x-3)":
eval e "Ax,y (x-y)+y=x":
eval f "Ax,y (x+y)-y=x":
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
