#!/bin/sh
# The page in a real browser, and the module beside the native binary; with `first`, how long it takes. CHROMIUM names the browser.
set -eu
cd "$(dirname "$0")/.."
[ -f web/dist/index.html ] || {
    echo "test-web: there is no page: make web" >&2
    exit 1
}
[ -x "${CHROMIUM:-/usr/bin/chromium}" ] || {
    echo "test-web: no browser at ${CHROMIUM:-/usr/bin/chromium} (Debian: apt install chromium; CHROMIUM names another)" >&2
    exit 1
}
export LD_LIBRARY_PATH="$PWD/.z3/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export DYLD_LIBRARY_PATH="$PWD/.z3/lib${DYLD_LIBRARY_PATH:+:$DYLD_LIBRARY_PATH}"
# The binary that `make build` has put where Cargo was told to.
target=${CARGO_TARGET_DIR:-target}
case $target in /*) ;; *) target=$PWD/$target ;; esac
export GPU_LITMUS="${GPU_LITMUS:-$target/release/gpu-litmus}"
cd web
npm run --silent "${1:-test}"
