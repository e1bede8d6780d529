#!/usr/bin/env bash
# What the Action does: installs the package into an environment of its own, verifies, and leaves the report. Its exit code is an
# output, so that the report is shown before the job fails.
set -euo pipefail
place=${RUNNER_TEMP:?}/gpu-litmus
"${PYTHON:-python3}" -m venv "$place"
"$place/bin/python" -m pip install --quiet --disable-pip-version-check "${PACKAGE:-gpu-litmus}${VERSION:+==$VERSION}"

lines() { # the lines of a text that are not empty, into the array `found`
    found=()
    local line
    while IFS= read -r line; do
        [ -z "$line" ] || found+=("$line")
    done <<<"$1"
}
lines "${TESTS:-.}"
tests=("${found[@]}")
lines "${OPTIONS:-}"
options=(${found[@]+"${found[@]}"})

sarif=$place/report.sarif
code=0
"$place/bin/gpu-litmus" batch --model "${MODELS:-all}" --format sarif --output "$sarif" \
    ${options[@]+"${options[@]}"} -- "${tests[@]}" || code=$?
echo "exit-code=$code" >>"${GITHUB_OUTPUT:?}"
[ ! -s "$sarif" ] || echo "sarif=$sarif" >>"$GITHUB_OUTPUT"
