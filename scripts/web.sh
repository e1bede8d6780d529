#!/bin/sh
# The page in web/dist/: the library as two modules of WebAssembly (tests, kernels), their JavaScript, the scripts and the examples. Needs Node.js
# with npm, and the target wasm32-unknown-unknown, which rustup adds; the rest comes from crates.io and npm.
set -eu
cd "$(dirname "$0")/.."
for tool in node npm rustup; do
    command -v "$tool" >/dev/null 2>&1 || {
        echo "web: $tool is missing (Debian, Ubuntu: apt install nodejs npm; rustup: https://rustup.rs)" >&2
        exit 1
    }
done
rustup target list --installed | grep -qx wasm32-unknown-unknown || rustup target add wasm32-unknown-unknown
target=${CARGO_TARGET_DIR:-target}
# Recursion in the verifier needs more than the megabyte that a module has by default. The page says what a question
# may have of memory (MEMORY in web/src/engine.ts).
CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-C link-arg=-zstack-size=8388608 -C link-arg=--max-memory=1073741824" \
    cargo build --locked --profile web --target wasm32-unknown-unknown -p gpu-litmus-web -p gpu-litmus-web-kernel
for name in gpu_litmus_web gpu_litmus_web_kernel; do
    cargo run --locked -q -p bindings -- "$target/wasm32-unknown-unknown/web/$name.wasm" web/pkg
done
cd web
npm ci --no-audit --no-fund
# What every browser of the last years has; more would be refused by some.
for name in gpu_litmus_web gpu_litmus_web_kernel; do
    npx --no-install wasm-opt -Oz --enable-bulk-memory --enable-mutable-globals --enable-nontrapping-float-to-int \
        --enable-sign-ext --enable-reference-types --enable-multivalue "pkg/${name}_bg.wasm" -o pkg/small.wasm
    mv pkg/small.wasm "pkg/${name}_bg.wasm"
done
npm run --silent check
npm run --silent build
echo 'web: the page is in web/dist; `gpu-litmus serve --from web/dist` shows it'
