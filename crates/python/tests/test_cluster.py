"""Suites on a local Ray cluster of several processes: nothing lost, nothing twice, the output of `batch`."""

import json
import os
import random
import signal
import threading
from operator import length_hint
from pathlib import Path

import pytest

import gpu_litmus
from conftest import EXAMPLES, LONG, command, python, rows, suite, text, workers
from gpu_litmus import cluster
from gpu_litmus.cluster import Limits, verify

ray = pytest.importorskip("ray")

def lines(found):
    return [row.line for row in found]


@pytest.fixture(scope="module", autouse=True)
def local():
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
    yield
    ray.shutdown()


def test_the_output_is_that_of_batch(tmp_path):
    suite(tmp_path, 40)
    (tmp_path / "0" / "bytes.litmus").write_bytes(b"PTX \xff")
    (tmp_path / "1" / "mistake.litmus").write_text("PTX X\n{")
    (tmp_path / "2" / "warned.litmus").write_text(text(7).replace("{ x", "{ z = 3; x"))
    (tmp_path / "3" / "barrier.litmus").write_text(text(3).replace("exists", "bar.sync 0 | bar.sync 0 ;\nexists"))
    paths = [tmp_path, EXAMPLES / "mp.litmus", tmp_path / "none.litmus", EXAMPLES / "mp.litmus"]
    for models in (["all"], ["sc", "ptx-7.5"]):
        paths = paths if models != ["all"] else paths[1:] + [tmp_path / "3"]
        printed = command("batch", *paths, "-m", ",".join(models), "--format", "jsonl").stdout
        found = lines(verify(paths, models, batch=7))
        assert rows(found) == rows(printed.splitlines()), models
    strict = lines(verify(paths, "sc", limits=Limits(strict=True, reason=False, quantity=False)))
    words = ["--strict", "--no-reason", "--no-quantity", "--format", "jsonl"]
    printed = command("batch", *paths, "-m", "sc", *words).stdout
    assert rows(strict) == rows(printed.splitlines())


def test_a_row_may_have_letters_that_look_like_ends_of_lines():
    name = "a\u2028b\u2029c\x85.litmus"
    found = lines(verify(iter([(name, text(0))]), "sc"))
    assert [json.loads(line)["file"] for line in found] == [name]


def test_an_iterator_is_read_only_as_far_as_there_are_workers():
    read = []

    def tests():
        for number in range(100_000):
            read.append(number)
            yield f"sb{number}.litmus", text(number)

    run = verify(tests(), "sc", batch=4)
    first = [next(run) for _ in range(5)]
    assert [row.file for row in first] == [f"sb{number}.litmus" for number in range(5)]
    assert len(read) <= 4 * 3 * 2 + 2 * 4, "no more than the parts in flight"
    run.close()
    assert list(run) == []


def test_tests_pairs_and_files_are_taken_from_an_iterator():
    test = gpu_litmus.Test.from_file(EXAMPLES / "mp.litmus")
    given = iter([EXAMPLES / "sb.litmus", test, ("mine.litmus", text(0))])
    own = gpu_litmus.Model.from_cat("acyclic po | rf | co | fr as sc", name="mine")
    found = list(verify(given, [own, "tso"]))
    assert [(Path(row.file).name, row.model, row.verdict) for row in found] == [
        ("sb.litmus", "mine", "unreachable"), ("sb.litmus", "tso", "reachable"),
        ("mp.litmus", "mine", "unreachable"), ("mp.litmus", "tso", "unreachable"),
        ("mine.litmus", "mine", "unreachable"), ("mine.litmus", "tso", "reachable"),
    ]
    with pytest.raises(TypeError, match="a path, a Test or a pair"):
        list(verify(iter([7]), "sc"))


def test_a_run_goes_on_where_its_journal_ends(tmp_path):
    folder = suite(tmp_path, 60)
    (folder / "3" / "mistake.litmus").write_text("PTX X\n{")
    (folder / "4" / "bytes.litmus").write_bytes(b"\xff")
    journal = tmp_path / "run.journal"
    run = verify(folder, ["sc", "tso"], journal=journal, batch=5)
    for _ in range(31):
        next(run)
    run.close()
    with open(journal, "a") as file:
        file.write('{"file":"cut')
    again = verify(folder, ["sc", "tso"], journal=journal, resume=True, batch=5)
    found = lines(again)
    assert again.kept >= 15 and again.done == 62
    assert "cut" in again.remarks[0]
    printed = command("batch", folder, "-m", "sc,tso", "--format", "jsonl").stdout.splitlines()
    assert rows(found) == rows(printed)
    merged = command("merge", journal, "--format", "jsonl")
    assert rows(merged.stdout.splitlines()) == rows(printed)
    assert "not finished" not in merged.stderr
    # The command goes on with it, too, and has nothing to ask.
    resumed = command("batch", folder, "-m", "sc,tso", "--journal", journal, "--resume", "--format", "jsonl")
    assert rows(resumed.stdout.splitlines()) == rows(printed)
    assert "0 were asked" in resumed.stderr
    whole = verify(folder, ["sc", "tso"], journal=journal, resume=True)
    assert lines(whole) == found and whole.kept == 62


def test_a_journal_of_another_run_or_version_is_refused(tmp_path):
    folder = suite(tmp_path, 3)
    journal = tmp_path / "run.journal"
    list(verify(folder, "sc", journal=journal))
    with pytest.raises(OSError, match="is there already"):
        verify(folder, "sc", journal=journal)
    with pytest.raises(OSError, match="with `-m sc`, this run has `-m tso`"):
        verify(folder, "tso", journal=journal, resume=True)
    version = gpu_litmus.__version__
    journal.write_text(journal.read_text().replace(f'"version":"{version}"', '"version":"0.0.1"', 1))
    with pytest.raises(OSError, match="written by gpu-litmus 0.0.1"):
        verify(folder, "sc", journal=journal, resume=True)


def compact(told):
    """As the command prints it, without what differs from run to run."""

    def bare(told):
        if isinstance(told, dict):
            return {name: bare(value) for name, value in told.items() if name != "millis"}
        return [bare(one) for one in told] if isinstance(told, list) else told

    return json.dumps(bare(told), indent=2, ensure_ascii=False)


def test_a_comparison_is_that_of_the_command(tmp_path):
    folder = suite(tmp_path, 30)
    (folder / "1" / "barrier.litmus").write_text(text(3).replace("exists", "bar.sync 0 | bar.sync 0 ;\nexists"))
    said = command("compare", "sc", "ptx-7.5", folder, "--format", "json")
    # Python writes JSON as the command does.
    assert json.dumps(json.loads(said.stdout), indent=2, ensure_ascii=False) + "\n" == said.stdout
    run = cluster.compare("sc", "ptx-7.5", folder, batch=7)
    found = run.compared()
    assert compact(found.json()) == compact(json.loads(said.stdout))
    assert found.summary["tests"] == 31 and run.errors == ()
    assert str(found).startswith("sc and ptx-7.5: 31 tests")
    # Rows come in the order of the tests, and are the members of the whole.
    rows = [row for row in cluster.compare("sc", "ptx-7.5", folder, batch=7)]
    assert [row.file for row in rows] == [str(path) for path, _, _ in gpu_litmus._native.files([folder])]
    known = {row["file"]: compact(row) for row in found.tests}
    assert all(compact(row.json()) == known[row.file] for row in rows)


def test_a_comparison_takes_the_tests_that_the_command_takes(tmp_path):
    """Launches in a folder are passed over, and a file that is named twice is compared twice."""
    kernel = EXAMPLES / "kernels" / "spin-lock"
    assert any(launch for _, _, launch in gpu_litmus._native.files([kernel]))
    for name in ("module.litmus", "again.litmus"):
        (tmp_path / name).write_text(text(2))
    for path in kernel.iterdir():
        if path.suffix in (".toml", ".ptx"):
            (tmp_path / path.name).write_bytes(path.read_bytes())
    paths = [EXAMPLES / "sb.litmus", tmp_path, EXAMPLES / "sb.litmus", f"{tmp_path}/a*.litmus"]
    said = json.loads(command("compare", "sc", "tso", *paths, "--format", "json").stdout)
    assert said["summary"]["tests"] == 5
    assert compact(cluster.compare("sc", "tso", paths).compared().json()) == compact(said)
    names = [Path(row.file).name for row in cluster.compare("sc", "tso", paths)]
    assert names == ["sb.litmus", "again.litmus", "module.litmus", "sb.litmus", "again.litmus"]
    launch = next(path for path, _, launch in gpu_litmus._native.files([kernel]) if launch)
    with pytest.raises(gpu_litmus.RequestError, match="is a launch of a kernel"):
        cluster.compare("sc", "tso", launch)


def test_the_whole_is_not_asked_of_a_run_that_has_begun():
    files = [EXAMPLES / "sb.litmus", EXAMPLES / "mp.litmus"]
    begun = cluster.compare("sc", "tso", files)
    next(begun)
    closed = cluster.compare("sc", "tso", files)
    closed.close()
    for run in (begun, closed):
        with pytest.raises(gpu_litmus.RequestError, match="instead of running through"):
            run.compared()
    begun.close()


def test_a_comparison_goes_on_where_its_journal_ends(tmp_path):
    folder = suite(tmp_path, 40)
    (folder / "3" / "mistake.litmus").write_text("PTX X\n{")
    (folder / "4" / "bytes.litmus").write_bytes(b"\xff")
    journal = tmp_path / "pairs.journal"
    run = cluster.compare("sc", "tso", folder, journal=journal, batch=5)
    for _ in range(17):
        next(run)
    run.close()
    with open(journal, "a") as file:
        file.write('{"key":"cut')
    again = cluster.compare("sc", "tso", folder, journal=journal, resume=True, batch=5)
    found = again.compared()
    assert again.kept == 17 and again.done == 42 and "was cut" in again.remarks[0]
    printed = json.loads(command("compare", "sc", "tso", folder, "--format", "json").stdout)
    assert compact(found.json()) == compact(printed)
    assert [name.rpartition("/")[2] for name, _ in again.errors] == ["mistake.litmus", "bytes.litmus"]
    assert "mistake.litmus:" in again.errors[0][1]
    with pytest.raises(gpu_litmus.RequestError, match="instead of running through"):
        again.compared()
    whole = cluster.compare("sc", "tso", folder, journal=journal, resume=True)
    assert whole.compared().json() == found.json() and whole.kept == 42

    with pytest.raises(OSError, match="is there already"):
        cluster.compare("sc", "tso", folder, journal=journal)
    with pytest.raises(OSError, match="with second tso, this run has strict"):
        cluster.compare("sc", "strict", folder, journal=journal, resume=True)
    with pytest.raises(OSError, match="with bound 2, this run has 3"):
        cluster.compare("sc", "tso", folder, journal=journal, resume=True, bound=3)
    with pytest.raises(OSError, match="of a comparison of tests, not of `batch`"):
        verify(folder, "sc", journal=journal, resume=True)
    lines = journal.read_text().splitlines(keepends=True)
    for damaged in ("[]", '{"key":"0"}', '{"key":"0","row":{"file":"x"}}', '{"key":"0","row":{"file":"x","error":"y"}'):
        journal.write_text("".join([*lines[:3], damaged + "\n", *lines[3:]]))
        with pytest.raises(OSError, match=r"pairs.journal:4: no row \(.*\); the journal is damaged here"):
            cluster.compare("sc", "tso", folder, journal=journal, resume=True)
    version = gpu_litmus.__version__
    lines[0] = lines[0].replace(f'"version":"{version}"', '"version":"0.0.1"')
    journal.write_text("".join(lines))
    with pytest.raises(OSError, match="written by gpu-litmus 0.0.1"):
        cluster.compare("sc", "tso", folder, journal=journal, resume=True)
    journal.write_text('{"journal":1}\n')
    with pytest.raises(OSError, match="no journal of a comparison"):
        cluster.compare("sc", "tso", folder, journal=journal, resume=True)
    journal.unlink()
    list(verify(EXAMPLES / "mp.litmus", "sc", journal=journal))
    with pytest.raises(OSError, match="of `batch`, not of a comparison of tests"):
        cluster.compare("sc", "tso", folder, journal=journal, resume=True)


def test_a_model_whose_text_is_another_does_not_go_on(tmp_path):
    journal, test = tmp_path / "pairs.journal", EXAMPLES / "mp.litmus"
    own = [gpu_litmus.Model.from_cat(text, name="mine") for text in ("acyclic po | rf | co | fr as sc", "acyclic po | rf as sc")]
    list(cluster.compare(own[0], "tso", test, journal=journal))
    assert cluster.compare(own[0], "tso", test, journal=journal, resume=True).compared().summary["tests"] == 1
    with pytest.raises(OSError, match="when the text of a model was another"):
        cluster.compare(own[1], "tso", test, journal=journal, resume=True)


def test_workers_ask_z3_where_they_are_to():
    pytest.importorskip("z3")
    (row,) = verify([EXAMPLES / "mp-fenced.litmus"], "ptx-7.5", limits=Limits(engine="both"))
    assert (row.verdict, row.json()["solver"]["confirmed"]) == ("unreachable", "z3")
    (pair,) = cluster.compare("sc", "tso", EXAMPLES / "sb.litmus", engine="z3")
    assert pair.json()["apart"][0]["forbids"]["solver"]["name"] == "z3"


def test_what_makes_no_comparison_is_refused():
    for words, match in [
        (("sc", "sc"), "both are `sc`"),
        (("sc", "ptx-7.4"), "did you mean"),
    ]:
        with pytest.raises(gpu_litmus.Error, match=match):
            cluster.compare(*words, EXAMPLES / "mp.litmus")
    with pytest.raises(gpu_litmus.RequestError, match="resume needs a journal"):
        cluster.compare("sc", "tso", EXAMPLES / "mp.litmus", resume=True)
    (row,) = cluster.compare("sc", "tso", EXAMPLES / "mp.litmus", observe="y9")
    assert row.difference is None and "no register or location `y9`" in row.error


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


def test_tasks_are_as_large_as_fits_the_suite_and_the_cluster():
    from gpu_litmus._pieces import pieces_of
    from gpu_litmus._run import Terms

    plain = Terms(None, None, 3, False)
    assert [plain.size(tests, 2) for tests in (1, 40, 200, 800, 100_000)] == [8, 8, 25, 100, 128]
    assert plain.size(100_000, 1000) == 25
    assert plain.size(0, 2) == 128, "nobody knows how many there are"
    assert Terms(None, 5, 3, False).size(100_000, 2) == 5
    given = [(f"{number}.litmus", text(number)) for number in range(30)]
    assert length_hint(pieces_of(given)) == 30
    assert length_hint(pieces_of(EXAMPLES / "mp.litmus")) == 1
    assert length_hint(pieces_of(one for one in given)) == 0


def test_a_worker_of_another_version_is_refused(monkeypatch):
    monkeypatch.setattr(cluster._native, "VERSION", "0.0.1")
    with pytest.raises(cluster.ClusterError, match="install one version everywhere"):
        list(verify([EXAMPLES / "mp.litmus"], "sc"))


def test_what_makes_no_sense_is_refused(tmp_path):
    path = EXAMPLES / "mp.litmus"
    with pytest.raises(gpu_litmus.ModelError, match="did you mean"):
        verify([path], "ptx-7.4")
    with pytest.raises(gpu_litmus.RequestError, match="no model is named"):
        verify([path], [])
    with pytest.raises(gpu_litmus.RequestError, match="resume needs a journal"):
        verify([path], "sc", resume=True)
    with pytest.raises(gpu_litmus.RequestError, match="batch is a whole number from 1 to"):
        verify([path], "sc", batch=0)
    with pytest.raises(gpu_litmus.RequestError, match="a launch of a kernel"):
        verify(EXAMPLES / "kernels", "ptx-7.5")


def test_the_command_and_its_exit_codes(tmp_path):
    def said(*words):
        text = "import sys; from gpu_litmus.cluster import main; sys.exit(main(sys.argv[1:]))"
        return python(text, arguments=[str(word) for word in words])

    path = tmp_path / "fails.litmus"
    path.write_text(text(0).replace("sc: unreachable", "sc: reachable"))
    found = said(path, "-m", "sc,tso")
    printed = command("batch", path, "-m", "sc,tso", "--format", "jsonl")
    assert rows(found.stdout.splitlines()) == rows(printed.stdout.splitlines())
    assert found.returncode == printed.returncode == 1
    pairs = said(path, EXAMPLES / "sb.litmus", "--compare", "sc,tso")
    printed = command("compare", "sc", "tso", path, EXAMPLES / "sb.litmus", "--format", "json")
    assert compact(json.loads(pairs.stdout)) == compact(json.loads(printed.stdout)) and pairs.returncode == 0
    broken = said(tmp_path / "none.litmus", path, "--compare", "sc,tso")
    assert broken.returncode == 2 and "none.litmus" in broken.stderr and json.loads(broken.stdout)["tests"]
    assert said(path, "--compare", "sc").returncode == 2
    refused = said(path, "-m", "ptx-7.4")
    assert refused.returncode == 2 and "did you mean" in refused.stderr


def test_without_ray_the_exception_says_what_to_install():
    told = python(
        "import sys; sys.modules['ray'] = None\n"
        "from gpu_litmus.cluster import verify\n"
        "try: verify([], 'sc')\n"
        "except ImportError as error: print(error)"
    )
    assert told.stdout.strip() == "Ray is not installed: pip install 'gpu-litmus[cluster]'"
