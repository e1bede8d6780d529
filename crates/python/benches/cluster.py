"""`gpu_litmus.cluster.verify` beside `gpu-litmus batch -j`, on the same cores: throughput, and the driver's memory.

    python crates/python/benches/cluster.py FOLDER --models sc,tso --copies 100 --jobs 2

Each test of the folder is taken so many times, in files of their own. Rows must be the same. The cluster is there before the
clock starts, with a worker for each job begun. `--large N` asks for N small tests instead, and tells how the driver grows.
"""

import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from itertools import zip_longest
from pathlib import Path

import ray

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
from conftest import rows, suite  # noqa: E402

from gpu_litmus.cluster import Limits, verify  # noqa: E402


def copied(folder, place, copies):
    files = sorted(Path(folder).rglob("*.litmus"))
    for copy in range(copies):
        (place / str(copy)).mkdir()
        for number, file in enumerate(files):
            # A text of its own, so that nothing is known of it.
            text = file.read_text() + f"// {copy}\n"
            (place / str(copy) / f"{number}.litmus").write_text(text)
    return place


def driver():
    """The most memory that this process had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--models", default="sc")
    parser.add_argument("--copies", type=int, default=1)
    parser.add_argument("--large", type=int)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--plain", action="store_true", help="without quantity and reason")
    wanted = parser.parse_args()
    limits = Limits(quantity=not wanted.plain, reason=not wanted.plain)
    options = ["--no-quantity", "--no-reason"] if wanted.plain else []
    program = str(Path(sys.executable).parent / "gpu-litmus")
    ray.init(num_cpus=wanted.jobs, include_dashboard=False, log_to_driver=False, logging_level="error")
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        if wanted.large:
            suite(place, wanted.large)
        else:
            copied(wanted.folder, place, wanted.copies)
        words = [program, "batch", name, "-m", wanted.models, "--format", "jsonl", "-j", str(wanted.jobs), *options]
        # Workers are begun, and have loaded the package.
        text = next(place.rglob("*.litmus")).read_text()
        list(verify(((f"{number}.litmus", text) for number in range(64 * wanted.jobs)), "sc", batch=1))
        start = driver()
        ratios = []
        for _ in range(wanted.rounds):
            began = time.monotonic()
            with open(place / "batch.jsonl", "w") as file:
                subprocess.run(words, stdout=file, stderr=subprocess.DEVNULL, check=False)
            batch = time.monotonic() - began
            began = time.monotonic()
            count = 0
            with open(place / "ray.jsonl", "w") as file:
                for row in verify(name, wanted.models.split(","), limits=limits):
                    file.write(row.line + "\n")
                    count += 1
            handed = time.monotonic() - began
            ratios.append(batch / handed)
            print(
                f"{count} rows: batch -j {wanted.jobs} {batch:.1f} s ({count / batch:.0f} a second), on Ray {handed:.1f} s "
                f"({count / handed:.0f} a second), {batch / handed:.0%}; driver {start} MB before, {driver()} MB after",
                flush=True,
            )
        print(f"median {statistics.median(ratios):.0%} of batch")
        with open(place / "batch.jsonl") as batch, open(place / "ray.jsonl") as handed:
            assert all(one == other for one, other in zip_longest(lines(batch), lines(handed)))
    ray.shutdown()


def lines(file):
    """The rows, without what differs from run to run."""
    for line in file:
        yield rows([line])[0]


if __name__ == "__main__":
    main()
