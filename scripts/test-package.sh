#!/bin/sh
# The crate as it is published: packed, unpacked elsewhere, and installed into an empty home with Rust alone (no Z3, no C
# compiler beyond the linker). What is installed must answer.
set -eu
cd "$(dirname "$0")/.."
cargo=${CARGO:-cargo}
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
name=gpu-litmus-$version
packed=$PWD/target/package/$name.crate

fail() {
    echo "test-package: $*" >&2
    exit 1
}

# What is not committed is not packed by mistake either: CI has nothing else.
"$cargo" package --quiet --package gpu-litmus --no-verify --allow-dirty --locked
size=$(wc -c <"$packed")
[ "$size" -lt 10485760 ] || fail "$packed has $size bytes; crates.io takes 10 MiB"

home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT INT TERM
tar -C "$home" -xzf "$packed"
for gone in .z3 .ci .github crates fuzz web; do
    [ ! -e "$home/$name/$gone" ] || fail "$gone is in the crate"
done

# Toolchains stay where they are; all else that a home has is empty.
toolchains=${RUSTUP_HOME:-$HOME/.rustup}
# A registry is reached as this machine reaches it.
mkdir -p "$home/cargo"
for file in config.toml config; do
    [ ! -f "${CARGO_HOME:-$HOME/.cargo}/$file" ] || cp "${CARGO_HOME:-$HOME/.cargo}/$file" "$home/cargo/"
done
echo "test-package: installing $name ($((size / 1024)) KiB) into an empty home"
cd "$home"
HOME=$home CARGO_HOME=$home/cargo RUSTUP_HOME=$toolchains CARGO_TARGET_DIR=$home/target \
    "$cargo" install --quiet --debug --locked --path "$home/$name" --root "$home/installed" \
    --no-default-features --features cli
rm -rf "$home/target"

cat >"$home/mp.litmus" <<'TEST'
PTX MP
{ data = 0; flag = 0; }
 P0@cta 0,gpu 0  | P1@cta 1,gpu 0   ;
 st.weak data, 1 | ld.weak r0, flag ;
 membar.gl       | membar.gl        ;
 st.weak flag, 1 | ld.weak r1, data ;
exists (P1:r0 == 1 /\ P1:r1 == 0)
TEST
said=$(HOME=$home "$home/installed/bin/gpu-litmus" check "$home/mp.litmus" -m ptx-7.5 -q)
case $said in
*unreachable*) ;;
*) fail "the installed program says: $said" ;;
esac
HOME=$home "$home/installed/bin/gpu-litmus" suite list >/dev/null || fail "the suite is not in the installed program"
echo "test-package: $name installs with Rust alone, and answers"
