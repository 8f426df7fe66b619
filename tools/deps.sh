#!/bin/sh
# Installs the named Debian packages that are missing. If none is missing, it calls nothing. It asks no question: root
# installs them; other users install through sudo if that needs no password. Otherwise it prints the command to type,
# and the exit status is 1.
set -eu

missing=""
if command -v dpkg-query >/dev/null 2>&1; then
    for package in "$@"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
    done
elif ! command -v lua5.4 >/dev/null 2>&1 || ! command -v cc >/dev/null 2>&1; then
    echo "This is not Debian. Please install what it calls: $*" >&2
    exit 1
fi
[ -n "$missing" ] || exit 0

line="apt-get install -y --no-install-recommends$missing"
if [ "$(id -u)" = 0 ]; then
    as_root=""
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
    as_root="sudo -n"
else
    echo "Some packages are not there. Please type:" >&2
    if command -v sudo >/dev/null 2>&1; then
        echo "  sudo $line" >&2
    else
        echo "  su -c '$line'" >&2
    fi
    exit 1
fi
echo "Installing:$missing"
# Campaigns that run side by side install one at a time, because apt has one lock. Services that the packages start do
# not hold this lock.
if command -v flock >/dev/null; then
    mkdir -p build
    exec 9>build/deps.lock
    flock 9
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { $as_root apt-get -o Acquire::Retries=5 update -qq &&
    $as_root env DEBIAN_FRONTEND=noninteractive $line -o Acquire::Retries=5 -qq; } >"$log" 2>&1 9>&-; then
    cat "$log" >&2
    echo "Installing failed; the packages wanted are:$missing" >&2
    exit 1
fi
