#!/bin/sh
# Provides Z3 in .z3/ from the PyPI wheel `z3-solver`: no root, no build, seconds. Programs are linked with what is in
# .z3/link, which loads .z3/lib when Z3 is first asked (lazy-z3.py).
# Nothing is half-written: each folder appears under its final name when it is complete.
set -eu
version=5.4.0.0
root=$(cd "$(dirname "$0")/.." && pwd)
dest="$root/.z3"
lazy="$root/scripts/lazy-z3.py"

# What loads the library when it is first asked, in a folder beside it; fails where that cannot be made.
loader() {
    machine=$(uname -m)
    case "$(uname -s) $machine" in
    "Linux x86_64" | "Linux aarch64") ;;
    *) return 1 ;;
    esac
    soname=$(cd "$1/lib" && echo libz3.so.*)
    [ -f "$1/lib/$soname" ] &&
        python3 "$lazy" "$1/include" "$soname" "$machine" "$2/z3" &&
        ${CC:-cc} -O2 -fPIC -c "$2/z3.c" -o "$2/loader.o" &&
        ${CC:-cc} -c "$2/z3.s" -o "$2/jumps.o" &&
        ${AR:-ar} rcs "$2/libz3.a" "$2/loader.o" "$2/jumps.o"
}

# Writes the folder that programs are linked with, beside the library.
link() {
    made="$1/link.$$"
    rm -rf "$made"
    mkdir "$made"
    if ! loader "$1" "$made"; then
        echo "setup: Z3 is linked as it is, and loaded when a program starts"
        rm -f "$made"/*
        (cd "$made" && ln -s ../lib/libz3* .)
    fi
    rm -rf "$1/link"
    mv "$made" "$1/link"
}

if [ -f "$dest/VERSION" ] && [ "$(cat "$dest/VERSION")" = "$version" ]; then
    { [ "$dest/link" -nt "$lazy" ] && [ "$dest/link" -nt "$0" ]; } || link "$dest"
    exit 0
fi
python3 -m pip --version >/dev/null 2>&1 || {
    echo "setup: python3 with pip is needed (Debian, Ubuntu: apt install python3-pip)" >&2
    exit 1
}
work=$(mktemp -d "$root/.z3-setup.XXXXXX")
trap 'rm -rf "$work"' EXIT INT TERM
echo "setup: fetching Z3 (wheel z3-solver $version, about 38 MB)"
python3 -m pip download --quiet --disable-pip-version-check --no-deps \
    --only-binary :all: --dest "$work" "z3-solver==$version"
python3 - "$work" <<'PY'
import glob, sys, zipfile
work = sys.argv[1]
with zipfile.ZipFile(glob.glob(work + "/*.whl")[0]) as wheel:
    wanted = [n for n in wheel.namelist() if n.startswith(("z3/lib/", "z3/include/"))]
    wheel.extractall(work, wanted)
PY
link "$work/z3"
echo "$version" >"$work/z3/VERSION"
rm -rf "$dest"
mv "$work/z3" "$dest"
echo "setup: Z3 is in .z3/"
