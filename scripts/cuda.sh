#!/bin/sh
# Assembles the kernels of all tests with NVIDIA's ptxas, disassembles them, and looks whether every instruction of
# a test is still there. The tools come from PyPI into target/cuda: no root, no GPU.
set -eu
cuda=13.5.37
# The last one that knows sm_70; there is nothing to disassemble for it.
old=12.9.86
root=$(cd "$(dirname "$0")/.." && pwd)
env=$root/target/cuda/tools-$cuda-$old

fail() {
    echo "cuda: $*" >&2
    exit 1
}

fetch() {
    [ -f "$env/VERSION" ] && return
    python3 -m pip --version >/dev/null 2>&1 ||
        fail "python3 with pip is needed (Debian, Ubuntu: apt install python3-pip)"
    mkdir -p "$root/target/cuda"
    work=$(mktemp -d "$root/target/cuda/fetch.XXXXXX")
    trap 'rm -rf "$work"' EXIT INT TERM
    echo "cuda: fetching ptxas and nvdisasm $cuda, and ptxas $old (wheels nvidia-cuda-nvcc, nvidia-cuda-nvdisasm)"
    for wanted in "new nvidia-cuda-nvcc==$cuda nvidia-cuda-nvdisasm==$cuda" "old nvidia-cuda-nvcc-cu12==$old"; do
        set -- $wanted
        folder=$1
        shift
        PIP_ROOT_USER_ACTION=ignore python3 -m pip install --quiet --disable-pip-version-check --no-deps \
            --only-binary :all: --target "$work/env/$folder" "$@" ||
            fail "the tools could not be fetched: PyPI must be reachable, and NVIDIA's wheels are for Linux on x86-64 and ARM"
    done
    echo "$cuda" >"$work/env/VERSION"
    rm -rf "$env"
    mv "$work/env" "$env"
}

check() { # folder of tools, machines
    PATH="$1:$PATH" GPU_LITMUS_ARCHES="$2" ${CARGO:-cargo} test --locked --test commands -- --ignored --nocapture \
        hardware::tools::
}

fetch
cd "$root"
check "$env/new/nvidia/cu13/bin" "sm_75 sm_80 sm_90 sm_100 sm_120"
check "$env/old/nvidia/cuda_nvcc/bin" "sm_70"
