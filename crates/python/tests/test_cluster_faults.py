"""What goes wrong on a cluster: workers and clusters that are gone, and Ctrl-C."""

import os
import random
import signal
import threading

import pytest

from conftest import EXAMPLES, LONG, command, python, rows, suite, text, workers
from gpu_litmus import cluster
from gpu_litmus.cluster import Limits, verify

ray = pytest.importorskip("ray")
pytestmark = pytest.mark.usefixtures("local")


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="workers are found in /proc")
def test_workers_that_are_killed_lose_nothing(tmp_path):
    folder = suite(tmp_path, 1500)
    seed = random.randrange(1 << 30)
    dice = random.Random(seed)
    killed = []
    over = threading.Event()

    def kill():
        # Slower each time: on a busy machine nobody would live long enough to answer.
        while not over.wait(dice.uniform(0.005, 0.05) * 1.2 ** len(killed)):
            for process in workers()[:1]:
                try:
                    os.kill(process, signal.SIGKILL)
                    killed.append(process)
                except ProcessLookupError:
                    pass

    thread = threading.Thread(target=kill)
    thread.start()
    try:
        found = []
        for row in verify(folder, ["sc", "ptx-7.5"], batch=10, retries=50):
            found.append(row.line)
            if len(killed) >= 3:
                over.set()
    finally:
        over.set()
        thread.join()
    assert killed, "nobody was killed"
    printed = command("batch", folder, "-m", "sc,ptx-7.5", "--format", "jsonl").stdout
    assert rows(found) == rows(printed.splitlines()), f"seed {seed}"


INTERRUPTED = """
import os, signal, sys, threading
from gpu_litmus.cluster import Limits, compare, verify
long, easy, journal = sys.stdin.read(), open(sys.argv[1]).read(), sys.argv[2]
given = iter([("easy.litmus", easy), ("long.litmus", long), ("later.litmus", easy)])
if sys.argv[3] == "verify":
    run = verify(given, "ptx-7.5", journal=journal, batch=1, limits=Limits(timeout=36_000))
else:
    run = compare("ptx-6.0", "ptx-7.5", given, journal=journal, batch=1, timeout=36_000)
print(next(run).file, flush=True)
threading.Timer(1, os.kill, [os.getpid(), signal.SIGINT]).start()
try:
    next(run)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize("call", ["verify", "compare"])
def test_ctrl_c_ends_a_run_and_what_was_found_is_kept(tmp_path, call):
    journal = tmp_path / "run.journal"
    said = python(INTERRUPTED, arguments=[str(EXAMPLES / "mp.litmus"), str(journal), call], input=LONG)
    assert said.stdout == "easy.litmus\ninterrupted\n", said.stderr
    given = iter([("easy.litmus", (EXAMPLES / "mp.litmus").read_text())])
    if call == "verify":
        run = verify(given, "ptx-7.5", journal=journal, resume=True, limits=Limits(timeout=36_000))
    else:
        run = cluster.compare("ptx-6.0", "ptx-7.5", given, journal=journal, resume=True, timeout=36_000)
    assert len(list(run)) == 1 and run.kept == 1


USER = """
import os, signal, threading, ray
from gpu_litmus import cluster

def worker():
    def answer(question, version, tests):
        import time
        time.sleep(36_000)
    return answer

ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, logging_level="error")
cluster._answer = worker()
run = cluster.verify(iter([("any.litmus", "any text")]), "ptx-7.5")
threading.Timer(5, os.kill, [os.getpid(), signal.SIGINT]).start()
try:
    next(run)
except KeyboardInterrupt:
    print("interrupted", flush=True)
print(ray.get(ray.remote(num_cpus=1)(lambda: "free").remote(), timeout=120))
"""


def test_ctrl_c_leaves_nothing_behind_on_the_cluster_of_the_user():
    """There is room for one task: another one begins only where that of the run has ended."""
    said = python(USER)
    assert said.stdout == "interrupted\nfree\n", said.stderr[-2000:]


def test_where_the_cluster_is_gone_what_was_found_is_in_the_journal(tmp_path, monkeypatch):
    journal = tmp_path / "run.journal"
    given = [(f"sb{number}.litmus", text(number)) for number in range(6)]
    run = verify(iter(given), "sc", journal=journal, batch=2)
    first = [next(run) for _ in range(2)]
    with monkeypatch.context() as patch:

        def gone(task):
            raise ray.exceptions.RaySystemError("the head is lost")

        patch.setattr(ray, "get", gone)
        with pytest.raises(cluster.ClusterError, match=r"gone \(RaySystemError\); with a journal, `resume`"):
            next(run)
    again = verify(iter(given), "sc", journal=journal, resume=True, batch=2)
    found = list(again)
    assert [row.file for row in found] == [name for name, _ in given] and again.kept == 2
    assert [row.line for row in found[:2]] == [row.line for row in first]


def failing():
    """A worker that fails; within a function, so that it travels by its text."""

    def answer(question, version, tests):
        raise MemoryError("no room")

    return answer


def test_a_worker_that_fails_is_said_to(monkeypatch):
    monkeypatch.setattr(cluster, "_answer", failing())
    with pytest.raises(cluster.ClusterError, match="a worker failed: no room"):
        list(verify(EXAMPLES / "mp.litmus", "sc"))


def deadly():
    """A worker that dies of some tests; within a function, so that it travels by its text."""

    def answer(question, version, tests):
        import os

        from gpu_litmus import _native

        if any("deadly" in name for name, _ in tests):
            os._exit(9)
        return _native.Asker(question).ask(tests)

    return answer


def test_a_test_that_kills_each_worker_does_not_take_others_with_it(monkeypatch):
    monkeypatch.setattr(cluster, "_answer", deadly())
    names = [f"{'deadly' if number == 5 else 'sb'}{number}.litmus" for number in range(12)]
    given = ((name, text(number)) for number, name in enumerate(names))
    run = verify(given, "sc", batch=8, retries=1)
    found = list(run)
    assert [row.file for row in found] == names
    assert [row.file for row in found if row.verdict != "unreachable"] == ["deadly5.litmus"]
    assert "ended each of 2 times" in found[5].error
    assert run.repeated >= 3


def test_a_worker_of_another_version_is_refused(monkeypatch):
    monkeypatch.setattr(cluster._native, "VERSION", "0.0.1")
    with pytest.raises(cluster.ClusterError, match="install one version everywhere"):
        list(verify([EXAMPLES / "mp.litmus"], "sc"))
