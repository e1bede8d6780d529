"""What the documentation shows is run, in one go."""

import re

import pytest

from conftest import ROOT


def test_the_page_about_python_runs(monkeypatch, capsys):
    pytest.importorskip("ray")
    monkeypatch.chdir(ROOT)
    page = (ROOT / "docs" / "python.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    assert len(blocks) == 5
    names = {}
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), names)
    said = capsys.readouterr().out
    assert said.startswith("reachable sometimes\nMP under ptx-7.5: reachable")
    assert "mine unreachable\ntso unreachable\nptx-7.5 reachable" in said
    assert "<Compared sc and tso: 1 of 2 tests apart>\nsb.litmus second-allows-more\nsecond-allows-more" in said
    assert "mp.litmus:1:" in said
    assert "examples/mp.litmus ptx-7.5 reachable" in said
