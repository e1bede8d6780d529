#!/bin/sh
# Runs each fuzz target of fuzz/ for a minute, or for FUZZ_SECONDS, or those that are named. What a
# target does is in src/testing/fuzz/. Bytes that fail are kept in fuzz/artifacts/.
set -eu
cd "$(dirname "$0")/.."
seconds=${FUZZ_SECONDS:-60}
command -v cargo-fuzz >/dev/null 2>&1 || {
    echo "fuzz: cargo-fuzz is missing: cargo install cargo-fuzz --locked" >&2
    exit 1
}
command -v c++ >/dev/null 2>&1 || {
    echo "fuzz: a C++ compiler is missing, for libFuzzer (Debian, Ubuntu: apt install g++)" >&2
    exit 1
}
# The code is safe Rust: no sanitizer is needed, and so no nightly toolchain.
cargo fuzz build --sanitizer none
export LD_LIBRARY_PATH="$PWD/.z3/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export DYLD_LIBRARY_PATH="$PWD/.z3/lib${DYLD_LIBRARY_PATH:+:$DYLD_LIBRARY_PATH}"
for target in ${*:-$(cargo fuzz list)}; do
    corpus=fuzz/corpus/$target
    mkdir -p "$corpus"
    # The second folder and those after it are read, not written.
    case $target in
        litmus) more="examples suite" ;;
        cat) more="src/model/texts" ;;
        ptx) more="tests/kernels examples/kernels" ;;
        *) more="" ;;
    esac
    echo "fuzz: $target for $seconds s"
    # shellcheck disable=SC2086
    cargo fuzz run --sanitizer none "$target" "$corpus" "fuzz/seeds/$target" $more -- \
        -max_total_time="$seconds" -max_len=4096 -timeout=60 -rss_limit_mb=4096 \
        -print_final_stats=1 -verbosity=0
done
