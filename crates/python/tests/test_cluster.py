"""Suites on a local Ray cluster of several processes: nothing lost, nothing twice, the output of `batch`."""

import json
from operator import length_hint
from pathlib import Path

import pytest

import gpu_litmus
from conftest import EXAMPLES, command, compact, lines, python, rows, suite, text
from gpu_litmus import cluster
from gpu_litmus.cluster import Limits, verify

pytest.importorskip("ray")
pytestmark = pytest.mark.usefixtures("local")


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


def test_workers_ask_z3_where_they_are_to():
    pytest.importorskip("z3")
    (row,) = verify([EXAMPLES / "mp-fenced.litmus"], "ptx-7.5", limits=Limits(engine="both"))
    assert (row.verdict, row.json()["solver"]["confirmed"]) == ("unreachable", "z3")
    (pair,) = cluster.compare("sc", "tso", EXAMPLES / "sb.litmus", engine="z3")
    assert pair.json()["apart"][0]["forbids"]["solver"]["name"] == "z3"


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
