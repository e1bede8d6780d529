#!/bin/sh
# Assembles the kernels of all tests with NVIDIA's ptxas, disassembles them, and looks whether every instruction of
# a test is still there. The tools come from PyPI into target/cuda: no root, no GPU.
set -eu
cuda=13.5.37
# The last one that knows sm_70; there is nothing to disassemble for it.
old=12.9.86
root=$(cd "$(dirname "$0")/.." && pwd)
env=$root/target/cuda/tools-$cuda-$old

tool=cuda
. "$root/scripts/wheels.sh"

check() { # folder of tools, machines
    PATH="$1:$PATH" GPU_LITMUS_ARCHES="$2" ${CARGO:-cargo} test --locked --test commands -- --ignored --nocapture \
        hardware::tools::
}

fetch "$env" "ptxas and nvdisasm $cuda, and ptxas $old (wheels nvidia-cuda-nvcc, nvidia-cuda-nvdisasm)" \
    "new nvidia-cuda-nvcc==$cuda nvidia-cuda-nvdisasm==$cuda" "old nvidia-cuda-nvcc-cu12==$old"
cd "$root"
check "$env/new/nvidia/cu13/bin" "sm_75 sm_80 sm_90 sm_100 sm_120"
check "$env/old/nvidia/cuda_nvcc/bin" "sm_70"
