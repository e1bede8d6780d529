"""Comparisons on a local Ray cluster: what the command says."""

import json
from pathlib import Path

import pytest

import gpu_litmus
from conftest import EXAMPLES, command, compact, suite, text
from gpu_litmus import cluster
from gpu_litmus.cluster import verify

pytest.importorskip("ray")
pytestmark = pytest.mark.usefixtures("local")


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
