#!/bin/sh
# make fresh: runs the README's commands on a clean Debian.
#
# debootstrap makes the smallest system (minbase, with git, make and ca-certificates) in a temporary folder, from this
# machine's package source. The last commit is cloned into it. Every line of the README's first sh block runs there
# unchanged, with SMOKE=1, so the tests are those that touch every package (they show what is missing). FULL=1 runs
# every test, in its short form, and lets luarocks compile the module. Mounts are in a separate namespace, which ends
# with this script however it ends. The folder is removed too.
#
#   sh tools/fresh.sh         exit status 0 when every command succeeded; 77 when such a system
#                             cannot be made here (no root, no debootstrap, no namespace)
set -eu
cd "$(dirname "$0")/.."

cannot() {
    echo "##### NOT TRIED ON A PRISTINE DEBIAN: $1 #####" >&2
    exit 77
}

if [ "${1:-}" = --inside ]; then # in the namespace: $2 is the system's folder
    root=$2
    mount -t proc proc "$root/proc"
    mount --rbind /sys "$root/sys"
    mount --rbind /dev "$root/dev"
    mount -t tmpfs tmpfs "$root/dev/shm" 2>/dev/null || true
    sed -n '/^```sh$/,/^```$/{/^```/!p}' README.md | sed -n '/^make/p' >"$root/commands"
    smoke=SMOKE=1
    [ -z "${FULL:-}" ] || smoke=
    [ -s "$root/commands" ] || { echo "fresh: the README has no commands" >&2; exit 1; }
    inside() {
        env -i HOME=/root TAKEAWAY_SHORT=1 $smoke PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
            chroot "$root" /bin/sh -c "cd /root/takeaway && $1"
    }
    # The README's promises, then a user's next steps.
    printf '%s\n' 'bin/takeaway --help >/dev/null' 'lua5.4 -e "require [[readline]]"' \
        'make docs-check' 'HEAPS=4000 make survey-demo' >>"$root/commands"
    [ -z "${FULL:-}" ] || printf '%s\n' 'sh tools/deps.sh luarocks' 'sh tools/check_rockspec.sh' >>"$root/commands"
    while read -r command <&3; do
        command=$(printf '%s' "$command" | sed 's/ *#.*//')
        echo "== $command"
        began=$(date +%s)
        status=0
        inside "$command" </dev/null >"$root/log" 2>&1 || status=$?
        if [ $status -ne 0 ]; then
            tail -n 200 "$root/log"
            echo "fresh: '$command' ended with status $status" >&2
            exit 1
        fi
        grep -E 'skipped' "$root/log" || true
        tail -n 1 "$root/log"
        echo "   $(($(date +%s) - began)) seconds"
    done 3<"$root/commands"
    exit 0
fi

[ "$(id -u)" = 0 ] || cannot "this needs root"
command -v debootstrap >/dev/null 2>&1 || sh tools/deps.sh debootstrap >/dev/null 2>&1 || cannot "there is no debootstrap"
command -v unshare >/dev/null 2>&1 && unshare --mount --pid --fork true 2>/dev/null || cannot "no namespaces may be made here"

# The site and the release of this machine's own packages.
sources() {
    apt-get indextargets --format '$(ORIGIN)|$(LABEL)|$(CODENAME)|$(REPO_URI)|$(COMPONENT)' 'Created-By: Packages' |
        grep '^Debian|' | grep '|main$' | sort -u
}
[ -n "$(sources)" ] || apt-get update -qq
first=$(sources | grep '^Debian|Debian|' | grep -v -e '-updates|' -e '-backports' | head -n 1)
[ -n "$first" ] || cannot "no source of Debian's packages is set up here"
release=$(echo "$first" | cut -d'|' -f3)
uri=$(echo "$first" | cut -d'|' -f4)

work=$(mktemp -d)
child=""
finish() {
    trap - EXIT INT TERM HUP
    # unshare reacts to no other signal. This one ends all processes of its namespace, and its mounts
    [ -z "$child" ] || kill -KILL "$child" 2>/dev/null || true
    [ -z "$child" ] || wait "$child" 2>/dev/null || true
    rm -rf --one-file-system "$work"
}
trap finish EXIT
trap 'finish; exit 130' INT
trap 'finish; exit 143' TERM HUP
root=$work/debian

# The command runs in the background, and the shell waits for it, so that a signal acts at once.
run() {
    "$@" &
    child=$!
    status=0
    wait "$child" || status=$?
    child=""
    return $status
}

echo "== Debian $release, pristine"
apart="unshare --mount --propagation private --pid --fork --kill-child"
for try in 1 2 3; do # a mirror may fail for a moment
    run $apart debootstrap --variant=minbase --include=git,make,ca-certificates "$release" "$root" "$uri" >"$work/log" 2>&1 && break
    [ $try -lt 3 ] || { tail -n 20 "$work/log"; echo "fresh: debootstrap failed" >&2; exit 1; }
    rm -rf "$root"
done
sources | while IFS='|' read -r _ _ suite repository _; do
    echo "deb $repository $suite main"
done | sort -u >"$root/etc/apt/sources.list"
apt-config dump --format '%f "%v";%n' Acquire::http::Proxy Acquire::https::Proxy >"$root/etc/apt/apt.conf.d/00proxy"
git clone -q --no-local . "$root/root/takeaway"
git -C "$root/root/takeaway" checkout -q "$(git rev-parse HEAD)"
run $apart sh tools/fresh.sh --inside "$root"
echo "fresh: a pristine Debian $release, the README's commands alone, commit $(git rev-parse --short HEAD)"
