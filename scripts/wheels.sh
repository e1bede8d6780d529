# NVIDIA's tools from PyPI, into a folder of their own: no root, no GPU. Read by kernels.sh and cuda.sh, which set
# `root` and `tool`.

fail() {
    echo "$tool: $*" >&2
    exit 1
}

# fetch FOLDER WHAT SET...: a set is a folder below FOLDER and the wheels that go there. What is there is not fetched again.
fetch() {
    env=$1
    [ -f "$env/VERSION" ] && return
    python3 -m pip --version >/dev/null 2>&1 ||
        fail "python3 with pip is needed (Debian, Ubuntu: apt install python3-pip)"
    mkdir -p "${env%/*}"
    work=$(mktemp -d "${env%/*}/fetch.XXXXXX")
    trap 'rm -rf "$work"' EXIT INT TERM
    echo "$tool: fetching $2"
    shift 2
    for wanted; do
        folder=${wanted%% *}
        # The wheels of a set are words.
        # shellcheck disable=SC2086
        PIP_ROOT_USER_ACTION=ignore python3 -m pip install --quiet --disable-pip-version-check --no-deps \
            --only-binary :all: --target "$work/env/$folder" ${wanted#* } ||
            fail "it could not be fetched: PyPI must be reachable, and NVIDIA's wheels are for Linux on x86-64 and ARM"
    done
    echo "$*" >"$work/env/VERSION"
    rm -rf "$env"
    mv "$work/env" "$env"
}
