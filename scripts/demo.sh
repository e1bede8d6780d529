#!/bin/sh
# Verifies the example tests: a witness or a reason for each, under four models; then the schedule of
# a machine, a race with what mends it, and the cheapest fences.
set -eu
cd "$(dirname "$0")/.."
litmus=${CARGO_TARGET_DIR:-target}/release/gpu-litmus
"$litmus" check examples/mp.litmus examples/mp-fenced.litmus \
    examples/sb.litmus examples/iriw.litmus examples/corr.litmus -m sc,plain,strict,tso
echo
"$litmus" check examples/iriw.litmus -m ugpu-weak
echo
"$litmus" check examples/hrf-chain.litmus -m hrf-direct
echo
"$litmus" fences examples/mp.litmus -m ptx-7.5
