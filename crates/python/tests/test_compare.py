"""Comparisons are those of the command line."""

import json
import pickle
import xml.etree.ElementTree as ElementTree

import pytest

import gpu_litmus
from conftest import EXAMPLES, ROOT, command


def bare(told):
    """Without what differs from run to run."""
    if isinstance(told, dict):
        return {name: bare(value) for name, value in told.items() if name != "millis"}
    return [bare(one) for one in told] if isinstance(told, list) else told


def printed(*words):
    said = command("compare", *words, "--format", "json")
    assert said.stdout, said.stderr
    return json.loads(said.stdout)


FILES = ["sb.litmus", "mp.litmus", "iriw.litmus", "mp-fenced.litmus"]


def test_given_tests_are_compared_as_the_command_does():
    paths = [EXAMPLES / file for file in FILES]
    tests = [gpu_litmus.Test.from_file(path) for path in paths]
    found = gpu_litmus.compare("tso", "ptx-7.5", tests)
    assert bare(found.json()) == bare(printed("tso", "ptx-7.5", *paths))
    assert str(found) == command("compare", "tso", "ptx-7.5", *paths).stdout.rstrip("\n")
    assert (found.first, found.second) == ("tso", "ptx-7.5")
    assert found.summary["tests"] == 4 and found.summary["second_allows_more"] >= 1
    assert found.tests[0]["difference"] == "second-allows-more"
    assert pickle.loads(pickle.dumps(found)).json() == found.json()

    one = gpu_litmus.compare("sc", "tso", tests[0], observe="P0:r0", engine="sat", timeout=30, bound=1)
    words = ["--observe", "P0:r0", "--engine", "sat", "--bound", "1", "--timeout", "30s"]
    assert bare(one.json()) == bare(printed("sc", "tso", paths[0], *words))
    assert gpu_litmus.compare("sc", "tso", []).summary["tests"] == 0


def test_a_model_of_ones_own_is_compared():
    own = gpu_litmus.Model.from_cat("acyclic po | rf | co | fr as sc", name="mine")
    found = gpu_litmus.compare(own, "sc", gpu_litmus.Test.from_file(EXAMPLES / "sb.litmus"))
    assert found.first == "mine" and found.summary["equal"] == 1
    searched = gpu_litmus.compare(own, "sc", events=3, orders="weak", with_=["ld", "st"], threads=2)
    assert searched.conclusion == "equal" and searched.separators == []


def test_all_tests_are_searched_as_the_command_does():
    found = gpu_litmus.compare("sc", "tso", events=4)
    assert bare(found.json()) == bare(printed("sc", "tso", "--events", "4"))
    assert found.kind == "compare-all" and found.conclusion == "second-allows-more" and not found.open
    (test,) = found.separators
    assert gpu_litmus.check(test, "tso").verdict == "reachable"
    assert gpu_litmus.check(test, "sc").verdict == "unreachable"
    assert str(found) == command("compare", "sc", "tso", "--events", "4").stdout.rstrip("\n")
    every = gpu_litmus.compare("sc", "tso", events=4, all=True, limit=2, with_="ld,st".split(","), threads=2)
    words = ["--events", "4", "--all", "--limit", "2", "--with", "ld,st", "--threads", "2"]
    assert bare(every.json()) == bare(printed("sc", "tso", *words))


def test_machines_and_mappings_are_walked_as_the_command_does(tmp_path):
    machine = gpu_litmus.compare("sc", "ugpu-strong", with_=["ld", "st"], locations=1, events=3)
    words = ["--with", "ld,st", "--locations", "1", "--events", "3"]
    assert bare(machine.json()) == bare(printed("sc", "ugpu-strong", *words))
    assert machine.kind == "compare-walk" and machine.conclusion is None
    assert [way["standing"] for way in machine.ways] == ["none", "none"]

    options = {"with_": ["ld", "st"], "orders": ["acquire", "release"], "scopes": "gpu", "placements": "gpu", "threads": 2}
    words = ["--with", "ld,st", "--orders", "acquire,release", "--scopes", "gpu", "--placements", "gpu", "--threads", "2"]
    right = gpu_litmus.compare("hrf-indirect", "ptx-7.5", mapping="hrf-to-ptx", **options)
    assert bare(right.json()) == bare(printed("hrf-indirect", "ptx-7.5", "--map", "hrf-to-ptx", *words))
    assert right.ways[0]["standing"] == "none"
    table = ROOT / "mappings" / "hrf-to-ptx-orders.toml"
    wrong = gpu_litmus.compare("hrf-indirect", "ptx-7.5", mapping=table, **options)
    assert wrong.ways[0]["standing"] == "found" and len(wrong.separators) == 1


def test_all_models_are_compared_as_the_command_does():
    found = gpu_litmus.compare_models(events=3, threads=2)
    assert bare(found.json()) == bare(printed("--all-models", "--events", "3", "--threads", "2"))
    ElementTree.fromstring(found._repr_svg_())
    assert len(found.models) >= 13 and found.apart and found.tests
    assert "models on all tests of up to 3 accesses" in str(found)


def test_what_was_not_searched_in_time_is_open():
    found = gpu_litmus.compare("ptx-6.0", "ptx-7.5", events=12, within=0.05)
    assert found.open and found.conclusion == "unknown" and found.ways[0]["open"]
    assert repr(found) == "<Searched ptx-6.0 and ptx-7.5: 0 tests, and open: not everything was searched>"


def test_what_was_compared_to_the_end_says_no_more(long_test):
    whole = gpu_litmus.compare("sc", "tso", events=4)
    assert repr(whole) == "<Searched sc and tso: 1 tests>"
    sb = gpu_litmus.Test.from_file(EXAMPLES / "sb.litmus")
    assert repr(gpu_litmus.compare("sc", "tso", sb)) == "<Compared sc and tso: 1 of 1 tests apart>"
    unknown = gpu_litmus.compare("ptx-6.0", "ptx-7.5", long_test, timeout=0.2)
    assert repr(unknown) == "<Compared ptx-6.0 and ptx-7.5: 0 of 1 tests apart, 1 unknown>"


def test_what_a_comparison_told_cannot_be_changed():
    sb = gpu_litmus.Test.from_file(EXAMPLES / "sb.litmus")
    found = gpu_litmus.compare("sc", "tso", sb)
    before = found.json()
    found.tests[0]["first"].clear()
    found.summary.clear()
    assert found.json() == before
    searched = gpu_litmus.compare("sc", "tso", events=4)
    before = searched.json()
    for way in searched.ways:
        way.clear()
    assert searched.json() == before and len(searched.separators) == 1


def test_a_comparison_is_a_frame():
    pandas = pytest.importorskip("pandas")
    tests = [gpu_litmus.Test.from_file(EXAMPLES / file) for file in FILES[:2]]
    frame = gpu_litmus.compare("sc", "tso", tests).to_dataframe()
    assert isinstance(frame, pandas.DataFrame)
    rows = frame.set_index("test")
    assert rows.loc["SB", "difference"] == "second-allows-more"
    assert rows.loc["SB", "second_states"] == rows.loc["SB", "first_states"] + 1


@pytest.mark.parametrize(
    "call,words",
    [
        ({"second": "sc"}, "two models, and both are `sc`"),
        ({"with_": "ldd"}, "`--with` knows no `ldd`|ldd"),
        ({"events": 13}, "events is a whole number from 1 to 12"),
        ({"events": 0}, "events is a whole number"),
        ({"threads": 99}, "`--threads 99` is not from 1"),
        ({"limit": 3}, "goes with `--all`"),
        ({"within": 0}, "within is a number of seconds"),
        ({"observe": "x"}, "observe is for given tests"),
        ({"mapping": "ptx-to-hrf"}, "there is no mapping `ptx-to-hrf`"),
        ({"engine": "explicit"}, "needs a solver"),
        ({"engine": "fast"}, "the engines are auto"),
        ({"spaces": "shared"}, "global only"),
    ],
)
def test_what_makes_no_sense_is_refused(call, words):
    with pytest.raises(gpu_litmus.RequestError, match=words):
        gpu_litmus.compare(**{"first": "sc", "second": "tso", **call})


def test_what_is_wrong_with_tests_models_and_tables_is_said(tmp_path):
    sb = gpu_litmus.Test.from_file(EXAMPLES / "sb.litmus")
    with pytest.raises(gpu_litmus.ModelError, match="did you mean `ptx-7.5`"):
        gpu_litmus.compare("sc", "ptx-7.4")
    with pytest.raises(gpu_litmus.RequestError, match="events is for a search of all tests"):
        gpu_litmus.compare("sc", "tso", sb, events=3)
    with pytest.raises(gpu_litmus.RequestError, match="no register or location `y2`"):
        gpu_litmus.compare("sc", "tso", sb, observe=["y2"])
    with pytest.raises(TypeError, match="a Test is needed"):
        gpu_litmus.compare("sc", "tso", ["sb.litmus"])
    with pytest.raises(FileNotFoundError):
        gpu_litmus.compare("sc", "tso", mapping=tmp_path / "none.toml")
    table = tmp_path / "bad.toml"
    table.write_text('[instructions]\n"ld.wek" = "ld.weak"\n')
    with pytest.raises(gpu_litmus.Error) as raised:
        gpu_litmus.compare("sc", "tso", mapping=table)
    assert "bad.toml:2:" in str(raised.value) and raised.value.diagnostics[0].labels[0].line == 2
    table.write_bytes(b"\xff")
    with pytest.raises(gpu_litmus.RequestError, match="bad.toml"):
        gpu_litmus.compare("sc", "tso", mapping=table)
    end = "PTX T\n{ x = 0; }\n P0@cta 0,gpu 0 ;\n ld.weak r0, x ;\nexists (terminates)\n"
    with pytest.raises(gpu_litmus.Error):
        gpu_litmus.compare("sc", "tso", gpu_litmus.Test.from_text(end))
