#!/bin/sh
# Provides Z3 in .z3/ from the PyPI wheel `z3-solver`: no root, no build, seconds.
# Nothing is half-written: the folder appears under its final name when it is complete.
set -eu
version=5.4.0.0
root=$(cd "$(dirname "$0")/.." && pwd)
dest="$root/.z3"
if [ -f "$dest/VERSION" ] && [ "$(cat "$dest/VERSION")" = "$version" ]; then
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
echo "$version" >"$work/z3/VERSION"
rm -rf "$dest"
mv "$work/z3" "$dest"
echo "setup: Z3 is in .z3/"
