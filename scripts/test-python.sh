#!/bin/sh
# The Python package as its users get it: a wheel is built and installed into an environment of its own, never used
# from the source tree; then its tests, its types and the notebook. PYTHON names the interpreter (3.10 or newer; the
# wheel itself is for 3.9 and newer), PYTHON_OLD another one that runs the tests that need nothing else.
set -eu
cd "$(dirname "$0")/.."
root=$PWD
place=$root/target/python
python=${PYTHON:-python3}
profile=${PYTHON_PROFILE:-dev}

fail() {
    echo "test-python: $*" >&2
    exit 1
}

command -v "$python" >/dev/null 2>&1 || fail "there is no $python (Debian, Ubuntu: apt install python3)"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' || fail "$python is older than 3.10; PYTHON names another"
"$python" -c 'import venv, ensurepip' 2>/dev/null || fail "$python has no venv (Debian, Ubuntu: apt install python3-venv)"
command -v "${CARGO:-cargo}" >/dev/null 2>&1 || fail "there is no cargo (https://rustup.rs)"
export PIP_DISABLE_PIP_VERSION_CHECK=1
mkdir -p "$place"

# What builds and tests is kept; what is tested is installed anew.
tools=$place/tools
if ! cmp -s crates/python/requirements-test.txt "$tools/requirements"; then
    echo "test-python: fetching maturin, pytest, mypy, nbclient, pandas and ray from PyPI"
    rm -rf "$tools"
    "$python" -m venv "$tools"
    "$tools/bin/python" -m pip install --quiet -r crates/python/requirements-test.txt ||
        fail "PyPI must be reachable for what crates/python/requirements-test.txt lists"
    cp crates/python/requirements-test.txt "$tools/requirements"
fi

echo "test-python: building the wheel (profile $profile)"
rm -rf "$place/wheels"
"$tools/bin/maturin" build --quiet --locked --profile "$profile" --manifest-path crates/python/Cargo.toml --out "$place/wheels"
"$tools/bin/python" -m pip install --quiet --force-reinstall --no-deps "$place"/wheels/*.whl

GPU_LITMUS_WHEEL=$(echo "$place"/wheels/*.whl)
export GPU_LITMUS_WHEEL

cd "$place"
"$tools/bin/mypy" --config-file "$root/crates/python/pyproject.toml" --package gpu_litmus
"$tools/bin/mypy" --config-file "$root/crates/python/pyproject.toml" "$root/crates/python/tests/typed.py"
"$tools/bin/python" -m pytest -q -p no:cacheprovider "$root/crates/python/tests" "$@"

if [ -n "${PYTHON_OLD:-}" ]; then
    rm -rf "$place/old"
    "$PYTHON_OLD" -m venv "$place/old"
    "$place/old/bin/python" -m pip install --quiet pytest "$place"/wheels/*.whl
    "$place/old/bin/python" -m pytest -q -p no:cacheprovider "$root/crates/python/tests" "$@"
fi
