#!/bin/sh
# Verifies the example tests: a witness or a reason for each, under four models.
set -eu
cd "$(dirname "$0")/.."
exec ./target/release/gpu-litmus check examples/mp.litmus examples/mp-fenced.litmus \
    examples/sb.litmus examples/iriw.litmus examples/corr.litmus -m sc,plain,strict,tso
