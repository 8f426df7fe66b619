#!/bin/sh
# Tests the Python package: builds a wheel, installs it where no compiler is on the path, runs mypy and pytest, and
# shows it in a notebook. Nothing comes from the network: test.sh FOLDER
set -eu
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
out=$root/$1
python=${PYTHON:-python3}
mkdir -p "$out"
rm -rf "$out/dist" "$out/fresh" "$out/venv" "$out/source"

# setuptools writes beside its sources, so it gets a copy. TAKEAWAY_ROOT is the tree.
mkdir "$out/source"
cp -R pyproject.toml setup.py README.md takeaway "$out/source/"
"$python" -m venv --system-site-packages "$out/venv"
PATH=$out/venv/bin:$PATH
TAKEAWAY_ROOT=$root "$out/venv/bin/python" -m pip wheel -q --no-deps --no-index --no-build-isolation -w "$out/dist" "$out/source"

"$python" -m venv "$out/fresh"
"$out/fresh/bin/pip" install -q --no-index "$out"/dist/*.whl
(cd / && env -i PATH="$out/fresh/bin" "$out/fresh/bin/python" -c '
import takeaway
assert takeaway.octal("0.77").nim_value(1000) == 1
assert takeaway.rules.wythoff(3, 5).outcome() == "P"')
echo "python: $(ls "$out/dist"), imported where nothing else is"

"$out/venv/bin/pip" install -q --no-index "$out"/dist/*.whl
cp -R tests "$out/source/"
cd "$out/source"
rm -rf takeaway build # tests the installed package
MYPYPATH= "$out/venv/bin/python" -m mypy --strict -p takeaway
"$out/venv/bin/python" -m mypy --strict tests/typed.py
TAKEAWAY_ROOT=$root "$out/venv/bin/python" -m pytest -q -p no:cacheprovider tests
