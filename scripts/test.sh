#!/bin/sh
# All tests. They take minutes: where nothing that they can see has changed since all of them passed, that is said instead.
# FRESH=1 runs them all the same.
set -eu
cargo=${CARGO:-cargo}
cd "$(dirname "$0")/.."
passed="${CARGO_TARGET_DIR:-target}/passed"

# A digest of what tests can see: the checkout, the outside suites, Z3, the toolchain, the machine, the environment. It cannot be made
# without git, and is not where a file is missing.
digest() {
    work=$(mktemp -d)
    {
        git ls-files -coz --exclude-standard | LC_ALL=C sort -zu | xargs -0 sha256sum &&
            { [ -z "${GPU_LITMUS_SUITES:-}" ] || find "$GPU_LITMUS_SUITES" -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum; } &&
            cat .z3/VERSION && $cargo --version && rustc --version && uname -srm && pwd -P &&
            env | LC_ALL=C sort | grep -E '^(GPU_LITMUS_|CARGO|RUST|LC_|LANG=|NO_COLOR=|PATH=|HOME=)'
    } >"$work/all" 2>/dev/null && sha256sum <"$work/all"
    rm -r "$work"
}

now=$(digest)
if [ -n "$now" ] && [ -z "${FRESH:-}" ] && [ "$(head -n 1 "$passed" 2>/dev/null)" = "$now" ]; then
    echo "All tests passed on $(tail -n 1 "$passed"), and nothing that they can see has changed since: not run again (FRESH=1 does)."
    exit 0
fi
rm -f "$passed"
set -x
$cargo test --locked --lib --bins --tests
$cargo test --locked --doc
$cargo test --locked -p gpu-litmus-cuda
if [ -n "${GPU_LITMUS_SUITES:-}" ]; then
    $cargo test --locked --tests external:: -- --ignored
else
    set +x
    echo "GPU_LITMUS_SUITES is not set: the tests that need outside suites were not run"
fi
set +x
# What they changed themselves, or somebody else meanwhile, is not what passed.
if [ -n "$now" ] && [ "$(digest)" = "$now" ]; then
    printf '%s\n%s\n' "$now" "$(date '+%F at %R')" >"$passed"
fi
