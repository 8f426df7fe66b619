#!/bin/sh
# Walnut: F[12] is not the letter 12 of the Fibonacci word
#
# Package: Walnut 7.1.0 (commit 67e69c2), built with javac 17 and its libraries from Maven Central. WALNUT_GIT may name a
# copy of the repository.
# Guess: F is stored with the number system msd_fib, so F[12] is its letter of index 12 whatever the default base is,
# or Walnut
# reports that the bases differ. (It does so for variables of two systems.)
# What happens: without ?msd_fib the index is written in base 2 and its digits are read as a Zeckendorf numeral. 1010
# is 12 in msd_fib
# and 10 in base 2, so F[10] is the letter of index 7, without a warning.
set -eu
dir=$(mktemp -d)
trap 'cd / && rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
cd "$dir"

cat >stated <<'END'
"?msd_fib F[12]=@1"	TRUE
"F[12]=@1"	FALSE
"?msd_fib F[9]=@1"	TRUE
"F[9]=@1"	TRUE
"?msd_fib F[6]=@1"	TRUE
"F[6]=@1"	FALSE
"?msd_fib F[5]=@1"	FALSE
"F[5]=@1"	TRUE
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
eval a "?msd_fib F[12]=@1":
eval b "F[12]=@1":
eval c "?msd_fib F[9]=@1":
eval d "F[9]=@1":
eval e "?msd_fib F[6]=@1":
eval f "F[6]=@1":
eval g "?msd_fib F[5]=@1":
eval h "F[5]=@1":
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
