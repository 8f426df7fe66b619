#!/bin/sh
# Install the Debian packages named that are not there yet. Asks nothing.
set -eu

missing=""
for package in "$@"; do
    if command -v dpkg-query >/dev/null 2>&1; then
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
    fi
done
if ! command -v apt-get >/dev/null 2>&1; then
    if command -v lua5.4 >/dev/null 2>&1 && command -v cc >/dev/null 2>&1; then exit 0; fi
    echo "There is no apt-get here. Please install what Debian calls: $*" >&2
    exit 1
fi
[ -n "$missing" ] || exit 0

sudo=""
if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "Please install as root:$missing" >&2
        exit 1
    fi
    sudo="sudo"
fi
echo "Installing:$missing"
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { $sudo apt-get update -qq && $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing; } >"$log" 2>&1; then
    cat "$log" >&2
    echo "Installing failed; the packages wanted are:$missing" >&2
    exit 1
fi
