#!/bin/sh
# Compiles examples/kernels/*/*.cu to PTX again and compares with what is committed; UPDATE=1 rewrites it.
# nvcc comes from PyPI into target/kernels (350 MB unpacked): no root, no GPU. clang's PTX is compared where
# the clang that made it is installed.
set -eu
cuda=13.5.37
cccl=13.3.5.0.6
clang_major=14
root=$(cd "$(dirname "$0")/.." && pwd)
sources=$root/examples/kernels
env=$root/target/kernels/cuda-$cuda
out=$root/target/kernels/ptx

tool=kernels
. "$root/scripts/wheels.sh"

# A compiler names files by where they lie on this machine; PTX that is committed must not. Names of functions
# with internal linkage have a checksum of the path: eight hexadecimal digits after `_INTERNAL_`, which the
# table of strings spells in decimal.
relocate() {
    sed -E -e 's/(95,73,78,84,69,82,78,65,76,95,)([0-9]+,){8}/\148,48,48,48,48,48,48,48,/g' -e '/^[[:space:]]*\.file[[:space:]]/ {
        s|"[^"]*/nvidia/cu13/bin/\.\./include/|"/usr/local/cuda/include/|
        s|"[^"]*/nvidia/cu13/include/|"/usr/local/cuda/include/|
        s|"[^"]*/lib/clang/[^/"]*/include/|"/usr/lib/clang/include/|
        s|"[^"]*/examples/kernels/clang/|"clang/|
        s|"[^"]*/examples/kernels/[^/"]*/|"|
    }' "$1"
}

with_nvcc() { # folder name arch
    cd "$sources/$1"
    "$env/nvidia/cu13/bin/nvcc" -ptx -lineinfo -std=c++17 "-arch=$3" -frandom-seed "$2" "$2.cu" \
        -o "$out/$1/raw-$3" || fail "nvcc refused $1/$2.cu"
    relocate "$out/$1/raw-$3" >"$out/$1/$2-$3.ptx"
    rm "$out/$1/raw-$3"
}

with_clang() { # folder name
    cd "$sources/$1"
    "$clang" -x cuda --cuda-device-only -nocudainc -nocudalib -S -O2 -std=c++17 -gline-tables-only \
        --cuda-gpu-arch=sm_70 -Xclang -target-feature -Xclang +ptx70 -I"$sources/clang/cuda/include" \
        -include declarations.cuh "$2.cu" -o "$out/$1/raw-clang" ||
        fail "clang refused $1/$2.cu"
    relocate "$out/$1/raw-clang" >"$out/$1/$2-clang-sm_70.ptx"
    rm "$out/$1/raw-clang"
}

# The header comment names the compiler's build, which says nothing about the code.
body() {
    sed -n '/^[[:space:]]*\./,$p' "$1"
}

compare() { # a path below examples/kernels
    if [ ! -f "$sources/$1" ]; then
        echo "kernels: examples/kernels/$1 is missing" >&2
        return 1
    fi
    body "$sources/$1" >"$out/committed"
    body "$out/$1" >"$out/compiled"
    cmp -s "$out/committed" "$out/compiled" && return
    echo "kernels: examples/kernels/$1 is not what its source compiles to:" >&2
    diff "$out/committed" "$out/compiled" | head -20 >&2
    return 1
}

# One compilation, for `xargs` below.
if [ "${1:-}" = --one ]; then
    clang=$5
    if [ "$4" = clang ]; then with_clang "$2" "$3"; else with_nvcc "$2" "$3" "$4"; fi
    exit
fi

command -v gcc >/dev/null 2>&1 || fail "nvcc needs gcc to read CUDA (Debian, Ubuntu: apt install gcc g++)"
fetch "$env" "nvcc $cuda (wheels nvidia-cuda-nvcc, nvidia-nvvm, -crt, -runtime, -cccl)" \
    ". nvidia-cuda-nvcc==$cuda nvidia-nvvm==$cuda nvidia-cuda-crt==$cuda nvidia-cuda-runtime==$cuda nvidia-cuda-cccl==$cccl"
clang=
for name in "clang-$clang_major" clang; do
    if command -v "$name" >/dev/null 2>&1 && "$name" --version | grep -q "version $clang_major\\."; then
        clang=$name
        break
    fi
done
[ -n "$clang" ] || echo "kernels: clang $clang_major is not installed: its PTX is not compared"

rm -rf "$out"
mkdir -p "$out"
cd "$sources"
for source in */*.cu; do
    folder=${source%/*}
    name=$(basename "$source" .cu)
    mkdir -p "$out/$folder"
    for target in sm_75 sm_90 ${clang:+clang}; do
        echo "$folder $name $target ${clang:-none}"
    done
done >"$out/list"
xargs -L1 -P"$(nproc 2>/dev/null || echo 2)" sh "$root/scripts/kernels.sh" --one <"$out/list" ||
    fail "not every kernel was compiled"

count=0
wrong=0
cd "$out"
for compiled in */*.ptx; do
    count=$((count + 1))
    if [ "${UPDATE:-}" = 1 ]; then
        cp "$compiled" "$sources/$compiled"
    else
        compare "$compiled" || wrong=$((wrong + 1))
    fi
done
cd "$sources"
for committed in */*.ptx; do
    case $committed in *-clang-*) [ -n "$clang" ] || continue ;; esac
    if [ ! -f "$out/$committed" ]; then
        echo "kernels: examples/kernels/$committed has no source" >&2
        wrong=$((wrong + 1))
    fi
done
[ "$wrong" -eq 0 ] || fail "$wrong of $count differ; UPDATE=1 make kernels rewrites them"
echo "kernels: $count PTX files are what their sources compile to"
