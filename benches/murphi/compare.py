#!/usr/bin/env python3
"""Times gpu-litmus (both engines) against the model checker rumur on the Utah models.

    python3 benches/murphi/compare.py [--limit SECONDS] [--model ugpu-weak] [--binary PATH]

For each family and size, three answers to the same question: the solver's, the explorer's
(`--engine explicit`), and that of rumur (Debian's package `rumur`) on the machine written out as a
Murphi program by `machine.py`. Times are of whole processes, one core each; compiling the
generated verifier is not counted. Where two answers differ, that is an error. Sizes grow until
rumur passes the limit.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile
import time

from families import FAMILIES
from machine import litmus, murphi

SIZES = {"iriw": range(2, 9), "corr": (2, 4, 8, 12, 16, 20), "writers": range(2, 9),
         "mp-chain": range(0, 7)}


def timed(command, limit):
    start = time.perf_counter()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return None, limit
    return done, time.perf_counter() - start


def ours(binary, model, path, limit, engine):
    command = [binary, "check", str(path), "-m", model, "--no-quantity", "--no-reason", "-q",
               "--engine", engine, "--timeout", f"{limit}s"]
    done, took = timed(command, limit + 5)
    if done is None:
        return "timeout", took
    verdict = done.stdout.split(": ", 1)[-1].split(";")[0].split(" ")[0].strip()
    return ("timeout" if verdict == "unknown" else verdict), took


def rumur(test, model, folder, limit):
    program, verifier = folder / "m.m", folder / "m"
    program.write_text(murphi(test, model))
    subprocess.run(["rumur", "--deadlock-detection", "off", "--threads", "1",
                    "--counterexample-trace", "off", "-o", folder / "m.c", program], check=True)
    subprocess.run(["cc", "-std=c11", "-O3", "-mcx16", "-o", verifier, folder / "m.c",
                    "-lpthread", "-latomic"], check=True, capture_output=True)
    done, took = timed([str(verifier)], limit)
    if done is None:
        return "timeout", took, ""
    states = [line for line in done.stdout.splitlines() if "states" in line]
    verdict = "unreachable" if done.returncode == 0 else "reachable"
    return verdict, took, states[-1].strip() if states else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--model", default="ugpu-weak")
    parser.add_argument("--binary", default="target/release/gpu-litmus")
    parser.add_argument("--family", choices=FAMILIES, action="append")
    parser.add_argument("--fence", default="none", choices=("none", "cta", "gl"))
    options = parser.parse_args()
    wrong = 0
    print(f"{'test':<18}{'verdict':<13}{'solver':>9}{'explorer':>10}{'rumur':>10}  states")
    for name in options.family or FAMILIES:
        for size in SIZES[name]:
            test = FAMILIES[name](size, options.fence)
            with tempfile.TemporaryDirectory() as folder:
                folder = pathlib.Path(folder)
                path = folder / "t.litmus"
                path.write_text(litmus(test))
                theirs, slow, states = rumur(test, options.model, folder, options.limit)
                one, fast = ours(options.binary, options.model, path, options.limit, "solver")
                two, explored = ours(options.binary, options.model, path, options.limit, "explicit")
            known = {answer for answer in (theirs, one, two) if answer != "timeout"}
            wrong += len(known) > 1
            show = lambda answer, took: f"{took:.3f}" if answer != "timeout" else f">{took:.0f}"
            print(f"{test.name:<18}{'/'.join(sorted(known)):<13}{show(one, fast):>9}"
                  f"{show(two, explored):>10}{show(theirs, slow):>10}  {states}", flush=True)
            if theirs == "timeout":
                break
    sys.exit(f"{wrong} disagreements" if wrong else 0)


if __name__ == "__main__":
    main()
