#!/bin/sh
# Neovim opens a test with a mistake, applies the action that mends it, and saves.
set -eu
cd "$(dirname "$0")/.."
if ! command -v nvim > /dev/null; then
    echo "nvim is missing; on Debian: apt-get install neovim" >&2
    exit 1
fi
GPU_LITMUS=${GPU_LITMUS:-${CARGO_TARGET_DIR:-target}/debug/gpu-litmus}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/wanted.litmus" << 'TEST'
PTX MP
{ x = 0; y = 0; }
 P0@cta 0,gpu 0     | P1@cta 1,gpu 0         ;
 st.weak x, 1       | ld.acquire.gpu r1, y   ;
 st.release.gpu y, 1 | ld.weak r2, x         ;
exists (P1:r1 == 1 /\ P1:r2 == 0)
TEST
sed 's/ld\.acquire/ld.aquire/' "$folder/wanted.litmus" > "$folder/mp.litmus"
said=$(GPU_LITMUS="$GPU_LITMUS" LITMUS_FILE="$folder/mp.litmus" \
    timeout 300 nvim --headless -n -i NONE -u NONE -c 'luafile editors/nvim/test.lua' 2>&1) || {
    echo "$said" >&2
    exit 1
}
diff "$folder/wanted.litmus" "$folder/mp.litmus"
case "$said" in
*"unreachable: sc, ptx-7.5"*) echo "$(nvim --version | head -n 1): mended and saved; unreachable: sc, ptx-7.5" ;;
*) echo "other verdicts came: $said" >&2; exit 1 ;;
esac
