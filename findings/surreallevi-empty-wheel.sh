#!/bin/sh
# surreallevi from PyPI installs no module
#
# Package: surreallevi 0.1.1 (PyPI), "a library for Levi-Civita, p-adic, and Surreal number calculations".
# Guess: after pip install surreallevi, import surreallevi works.
# What happens: the wheel contains only its metadata. pip reports success, and no import of any name works.
set -eu
dir=$(mktemp -d)
trap 'cd / && rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
cd "$dir"

cat >stated <<'END'
installed: 0.1.1
files outside the metadata: []
No module named 'surreallevi'
END

run() {
python3 -m venv v
v/bin/pip install -q --disable-pip-version-check surreallevi==0.1.1 >&2
v/bin/python - <<'PY'
from importlib.metadata import files, version
from importlib import import_module
print("installed:", version("surreallevi"))
print("files outside the metadata:", [str(f) for f in files("surreallevi") if ".dist-info" not in str(f)])
try:
    import_module("surreallevi")
except ModuleNotFoundError as error:
    print(error)
PY
}

run >seen
cat seen
diff stated seen >changed || {
  echo "the output is not what this script states:" >&2
  cat changed >&2
  exit 1
}
