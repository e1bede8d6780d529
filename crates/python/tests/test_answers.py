"""Answers are those of the command line."""

import json
import pickle
import time
import xml.etree.ElementTree as ElementTree

import pytest

import gpu_litmus
from conftest import EXAMPLES, ROOT, command, python

CASES = [
    ("mp.litmus", "ptx-7.5"),
    ("mp.litmus", "sc"),
    ("mp.litmus", "ugpu-weak"),
    ("mp-fenced.litmus", "ptx-7.5"),
    ("iriw.litmus", "ptx-6.0"),
    ("hrf-stolen-lock.litmus", "hrf-indirect"),
    ("spinlock.litmus", "ptx-7.5"),
    ("cuda/producer-consumer-mended.litmus", "tso"),
]


def bare(told):
    """Without what differs from run to run."""
    return {name: value for name, value in told.items() if name != "millis"}


@pytest.mark.parametrize("file,model", CASES)
@pytest.mark.parametrize(
    "words,options",
    [
        ([], {}),
        (["--race"], {"race": True}),
        (["--minimal"], {"smallest": True}),
        (["--no-reason", "--bound", "1"], {"reason": False, "bound": 1}),
        (["--engine", "sat", "--no-quantity"], {"engine": "sat", "quantity": False}),
    ],
)
def test_an_outcome_is_what_the_command_prints(file, model, words, options):
    path = EXAMPLES / file
    told = gpu_litmus.check(gpu_litmus.Test.from_file(path), model, **options)
    printed = json.loads(command("check", path, "-m", model, "--format", "json", *words).stdout)
    assert bare(told.json()) == bare(printed[0])
    text = command("check", path, "-m", model, *words, "--format", "svg").stdout
    assert told.svg() == text
    ElementTree.fromstring(told._repr_svg_())
    assert told.verdict == printed[0]["verdict"]
    assert told.holds == printed[0]["holds"]
    assert (told.witness is None) == (printed[0]["witness"] is None)


def test_final_states_are_those_of_the_command(mp):
    told = gpu_litmus.check(mp, "tso", states=["all"], state_witnesses=True, state_limit=5)
    words = ["--states", "--observe", "all", "--witnesses", "--limit", "5"]
    printed = json.loads(
        command("check", EXAMPLES / "mp.litmus", "-m", "tso", "--format", "json", *words).stdout
    )
    assert told.states == printed[0]["states"]
    assert told.states["found"], "there is a final state"
    assert gpu_litmus.check(mp, "tso").states is None


def test_proofs_fences_and_smaller_tests_are_those_of_the_commands():
    path = EXAMPLES / "mp-fenced.litmus"
    proof = gpu_litmus.prove(gpu_litmus.Test.from_file(path), "ptx-7.5")
    printed = json.loads(command("prove", path, "-m", "ptx-7.5", "--format", "json").stdout)[0]
    assert proof.json() == printed
    assert proof.verdict == "proved"
    assert [fence["needed"] for fence in proof.fences] == [True, True]
    assert str(proof) == command("prove", path, "-m", "ptx-7.5").stdout.rstrip("\n")

    path = EXAMPLES / "mp.litmus"
    fences = gpu_litmus.fences(gpu_litmus.Test.from_file(path), "ptx-7.5")
    printed = json.loads(command("fences", path, "-m", "ptx-7.5", "--format", "json").stdout)
    assert fences.answer == "found" and fences.cost == printed["cost"]
    ours, theirs = fences.solutions, printed["solutions"]
    for solution in ours + theirs:
        del solution["proof"]["millis"]
    assert ours == theirs
    patched = fences.test
    assert gpu_litmus.check(patched, "ptx-7.5").verdict == "unreachable"

    path = EXAMPLES / "mp-too-many-fences.litmus"
    smaller = gpu_litmus.minimize(gpu_litmus.Test.from_file(path), "ptx-7.5")
    printed = json.loads(command("minimize", path, "-m", "ptx-7.5", "--format", "json").stdout)
    assert smaller.test.text == printed["minimized"] == str(smaller)
    assert repr(smaller).endswith("mp-too-many-fences.litmus: 6 of 8 instructions>")
    assert smaller.before == printed["before"] and smaller.after == printed["after"]
    assert "\n-" in smaller.diff


def test_a_model_of_ones_own_is_asked(mp):
    own = gpu_litmus.Model.from_file(EXAMPLES / "own-model.cat")
    words = ["check", EXAMPLES / "mp.litmus", "-m", EXAMPLES / "own-model.cat", "--format", "json"]
    printed = json.loads(command(*words).stdout)
    assert bare(gpu_litmus.check(mp, own).json()) == bare(printed[0])
    sc = gpu_litmus.Model.from_cat("acyclic po | rf | co | fr as sc", name="mine")
    found = gpu_litmus.check(mp, sc)
    assert (found.model, found.verdict) == ("mine", "unreachable")
    assert found.reason["items"]


def test_what_a_model_refuses_is_told():
    barrier = """PTX Bar
{ x = 0; }
 P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;
 bar.sync 0     | bar.sync 0     ;
 st.weak x, 1   | ld.weak r0, x  ;
exists (P1:r0 == 1)
"""
    found = gpu_litmus.check(gpu_litmus.Test.from_text(barrier), "tso")
    assert found.verdict == "unsupported"
    assert found.unsupported["what"] == "barriers"
    assert found.holds is None


def test_a_table_and_a_frame(mp):
    pandas = pytest.importorskip("pandas")
    sb = gpu_litmus.Test.from_file(EXAMPLES / "sb.litmus")
    alone = gpu_litmus.check_all(mp, "tso")
    assert [one.model for one in alone] == ["tso"]
    found = gpu_litmus.check_all([mp, sb], ["sc", "tso", "ptx-7.5"], jobs=3)
    assert [(one.test, one.model) for one in found][:4] == [
        ("MP", "sc"), ("MP", "tso"), ("MP", "ptx-7.5"), ("SB", "sc"),
    ]
    frame = found.to_dataframe()
    assert isinstance(frame, pandas.DataFrame)
    verdicts = frame.pivot(index="test", columns="model", values="verdict")
    assert verdicts.loc["SB", "tso"] == "reachable" and verdicts.loc["MP", "tso"] == "unreachable"
    table = ElementTree.fromstring(found._repr_html_())
    cells = [[cell.text for cell in row] for row in table]
    assert cells[0] == ["test", "sc", "tso", "ptx-7.5"]
    assert cells[2][:3] == ["SB", "unreachable (never)", "reachable (sometimes)"]


def test_a_table_hides_nothing(mp):
    weaker = mp.text.replace("weak", "relaxed.gpu")
    tests = [gpu_litmus.Test.from_text(text) for text in (mp.text, weaker)]
    laws = ["acyclic po | rf | co | fr as sc", "acyclic rf as x"]
    models = [gpu_litmus.Model.from_cat(law) for law in laws]
    found = gpu_litmus.check_all(tests, [*models, "sc"])

    def cells(outcomes):
        return [[cell.text for cell in row] for row in ElementTree.fromstring(outcomes._repr_html_())]

    never, some = "unreachable (never)", "reachable (sometimes)"
    table = [
        ["test", "own (1)", "own (2)", "sc"],
        ["MP (1)", never, some, never],
        ["MP (2)", never, some, never],
    ]
    assert cells(found) == table
    assert cells(pickle.loads(pickle.dumps(found))) == table
    # The same asked in another way is not the same answer.
    again = gpu_litmus.Outcomes([gpu_litmus.check(mp, "sc"), gpu_litmus.check(mp, "sc", quantity=False)])
    assert cells(again) == [["test", "sc"], ["MP (1)", never], ["MP (2)", "unreachable"]]


def test_a_part_of_outcomes_is_outcomes(mp):
    found = gpu_litmus.check_all(mp, ["sc", "tso", "ptx-7.5"])
    assert type(found[1:]) is gpu_litmus.Outcomes and found[1:] == [found[1], found[2]]
    assert isinstance(found[-1], gpu_litmus.Outcome)
    assert type(pickle.loads(pickle.dumps(found))) is gpu_litmus.Outcomes
    twice = [*found, *found]
    for several in (found + found, found * 2, 2 * found, found + list(found)):
        assert type(several) is gpu_litmus.Outcomes and several == twice
    copied = found.copy()
    assert type(copied) is gpu_litmus.Outcomes and copied == found and copied is not found
    copied += found[:1]
    assert type(copied) is gpu_litmus.Outcomes and len(copied) == 4
    assert type(found + ["another"]) is list


def test_a_text_has_lines_of_the_width_that_is_asked(mp):
    found = gpu_litmus.check(mp, "ptx-7.5")
    for one in (found, pickle.loads(pickle.dumps(found))):
        for width in (-1, 10**9, 80.5):
            with pytest.raises(ValueError, match=f"width is a whole number from 0 to 65535: {width} is none"):
                one.text(width)
    assert found.text(100) == found.text()


def test_a_table_of_many_takes_no_longer_for_each(mp):
    """A thousand times as many in a thousand times the time: with the square of it this would take minutes."""
    one = gpu_litmus.check(mp, "sc", reason=False)
    began = time.monotonic()
    table = gpu_litmus.Outcomes([one] * 30_000)._repr_html_()
    assert table.count("<tr>") == 30_001 and "MP (30000)" in table
    assert time.monotonic() - began < 30


def test_each_field_of_the_json_has_its_property(mp):
    spinlock = gpu_litmus.Test.from_file(EXAMPLES / "spinlock.litmus")
    racy = gpu_litmus.Test.from_file(EXAMPLES / "hrf-stolen-lock.litmus")
    schema = json.loads((ROOT / "docs" / "schema" / "gpu-litmus.schema.json").read_text())
    fields = schema["$defs"]["answer"]["properties"]
    for test, model in [(mp, "sc"), (spinlock, "ptx-7.5"), (racy, "hrf-indirect")]:
        found = gpu_litmus.check(test, model, race=True)
        told = found.json()
        for field in fields:
            assert getattr(found, field) == told.get(field, getattr(found, field)), field
    assert gpu_litmus.check(spinlock, "sc").terminates == "always"
    assert gpu_litmus.check(mp, "sc").terminates is None
    assert gpu_litmus.check(mp, "sc").waits == [] and gpu_litmus.check(mp, "sc").failures == []


def test_without_pandas_the_exception_says_what_to_install():
    said = python(
        "import sys; sys.modules['pandas'] = None\n"
        "import gpu_litmus\n"
        "try: gpu_litmus.to_dataframe([])\n"
        "except ImportError as error: print(error)"
    )
    assert said.stdout.strip() == "pandas is not installed: pip install 'gpu-litmus[pandas]'"


def test_outcomes_travel(mp):
    found = gpu_litmus.check(mp, "ptx-7.5")
    again = pickle.loads(pickle.dumps(found))
    assert again.json() == found.json() and again.svg() == found.svg()
    assert str(again) == str(found) and repr(again) == repr(found)
    own = gpu_litmus.Model.from_cat("acyclic po as x", name="mine")
    assert pickle.loads(pickle.dumps([mp, own, gpu_litmus.Model("sc")])) == [mp, own, gpu_litmus.Model("sc")]


def emptied(told):
    """Takes everything out of it, at all depths."""
    if isinstance(told, (dict, list)):
        for one in told.values() if isinstance(told, dict) else told:
            emptied(one)
        told.clear()


def test_what_was_told_cannot_be_changed(mp):
    found = gpu_litmus.check(mp, "sc")
    found.json()["verdict"] = "reachable"
    assert found.verdict == "unreachable"
    states = gpu_litmus.check(mp, "ptx-7.5", states="all")
    for told in (found, states, gpu_litmus.check(mp, "ptx-7.5", race=True)):
        before = told.json()
        for field in before:
            emptied(getattr(told, field, None))
        assert told.json() == before
    proof = gpu_litmus.prove(gpu_litmus.Test.from_file(EXAMPLES / "mp-fenced.litmus"), "ptx-7.5")
    proof.fences[0].clear()
    assert proof.fences[0]["needed"]


def test_the_picture_stands_alone_in_a_page(mp):
    figure = gpu_litmus.check(mp, "sc")._repr_html_()
    assert figure.startswith("<figure><figcaption>MP under sc: unreachable (never)</figcaption>")
    assert "data:image/svg+xml;base64," in figure
