"""A suite on a cluster of several nodes, whose workers are killed at random points and one of whose nodes is lost.

GPU_LITMUS_CLUSTER_TESTS says how many tests it has: `make test-cluster` asks for 100,000.
"""

import os
import random
import resource
import signal
import threading
import time

import pytest

from conftest import command, rows, suite, workers
from gpu_litmus.cluster import Limits, verify

ray = pytest.importorskip("ray")
pytest.importorskip("ray.cluster_utils")

TESTS = int(os.environ.get("GPU_LITMUS_CLUSTER_TESTS", "4000"))
SEED = int(os.environ.get("GPU_LITMUS_SEED", "0")) or random.randrange(1, 1 << 30)
MODELS = "sc,ptx-7.5"


@pytest.fixture
def nodes():
    """A head and two nodes, each with processes of its own; nothing of another cluster is left."""
    from ray.cluster_utils import Cluster

    if ray.is_initialized():
        ray.shutdown()
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    found = [cluster.add_node(num_cpus=1), cluster.add_node(num_cpus=1)]
    ray.init(address=cluster.address, log_to_driver=False, logging_level="error")
    yield cluster, found
    ray.shutdown()
    cluster.shutdown()


class Killer(threading.Thread):
    """Kills somebody who answers, again and again, until enough are gone."""

    def __init__(self, dice, most):
        super().__init__()
        self.dice, self.most, self.killed, self.over = dice, most, 0, threading.Event()

    def run(self):
        # Small suites are over soon: whoever answers is looked for more often then.
        longest = 2.0 if TESTS > 5000 else 0.05
        while self.killed < self.most and not self.over.wait(self.dice.uniform(longest / 10, longest)):
            known = workers()
            if known:
                try:
                    os.kill(self.dice.choice(known), signal.SIGKILL)
                    self.killed += 1
                except ProcessLookupError:
                    pass


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="workers are found in /proc")
def test_nothing_is_lost_or_twice_when_workers_and_a_node_are(tmp_path, nodes):
    cluster, (first, _) = nodes
    folder = suite(tmp_path, TESTS)
    began = time.monotonic()
    words = ["batch", folder, "-m", MODELS, "--no-reason", "--no-quantity", "--format", "jsonl"]
    printed = command(*words, limit=3600).stdout.splitlines()
    batch = time.monotonic() - began
    killer = Killer(random.Random(SEED), 20 if TESTS > 5000 else 3)
    journal = tmp_path / "run.journal"
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.monotonic()
    limits = Limits(reason=False, quantity=False)
    run = verify(folder, MODELS.split(","), journal=journal, limits=limits, batch=min(64, TESTS // 20), retries=50)
    killer.start()
    lost = False
    found = []
    try:
        for row in run:
            found.append(row.line)
            if not lost and killer.killed >= killer.most // 2 and len(found) >= TESTS // 4:
                # A machine is gone, with all that it was asked; later another one comes.
                cluster.remove_node(first, allow_graceful=False)
                cluster.add_node(num_cpus=1)
                lost = True
    finally:
        killer.over.set()
        killer.join()
    taken = time.monotonic() - began
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(
        f"{TESTS} tests, {killer.killed} workers killed, a node lost: {taken:.0f} s (batch alone {batch:.0f} s); "
        f"the driver grew by {grown // 1024} MB, rows of {sum(map(len, found)) >> 20} MB included"
    )
    assert killer.killed and lost, f"seed {SEED}: {killer.killed} killed"
    assert len(found) == 2 * TESTS
    assert rows(found) == rows(printed), f"seed {SEED}"
    merged = command("merge", journal, "--format", "jsonl", limit=3600)
    assert rows(merged.stdout.splitlines()) == rows(printed), f"seed {SEED}"
    assert "not finished" not in merged.stderr
