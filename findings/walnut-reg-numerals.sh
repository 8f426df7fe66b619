#!/bin/sh
# Walnut: there is an x in an automaton, and no x in it that equals itself
#
# Package: Walnut 7.1.0 (commit 67e69c2), built with javac 17 and its libraries from Maven Central. WALNUT_GIT may name a
# copy of the repository.
# Guess: reg with msd_fib keeps only valid Zeckendorf numerals, or Ex $r(x) searches only valid ones: both give FALSE for a
# language in which every word has 11.
# What happens: reg keeps the words as they are and E does not test them. Ex $r(x) and its negation Ax ~$r(x) are
# both TRUE, and with any
# further condition on x, even x=x, the former is FALSE.
set -eu
dir=$(mktemp -d)
trap 'cd / && rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
cd "$dir"

cat >stated <<'END'
"?msd_fib Ex $r(x)"	TRUE
"?msd_fib Ex $r(x) & x=x"	FALSE
"?msd_fib Ax ~$r(x)"	TRUE
"?msd_fib Ex $s(x) & x=4"	TRUE
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
reg r msd_fib "0*11":
reg s msd_fib "0*101":
eval a "?msd_fib Ex $r(x)":
eval b "?msd_fib Ex $r(x) & x=x":
eval c "?msd_fib Ax ~$r(x)":
eval d "?msd_fib Ex $s(x) & x=4":
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
