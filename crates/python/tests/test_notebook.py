"""The notebook of the examples, run as a user runs it."""

import pytest

from conftest import EXAMPLES

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("pandas")


def test_the_notebook_runs_and_shows_tables_and_pictures(tmp_path):
    notebook = nbformat.read(EXAMPLES / "message-passing.ipynb", as_version=4)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not any(cell.outputs for cell in code), "it is kept without outputs"
    resources = {"metadata": {"path": str(tmp_path)}}
    nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3", resources=resources).execute()
    shown = [output for cell in code for output in cell.outputs]
    data = [output.get("data", {}) for output in shown]
    assert data[0]["text/plain"] == "32"
    assert sum("image/svg+xml" in one for one in data) == 2
    tables = [one["text/html"] for one in data if "<table" in one.get("text/html", "")]
    assert len(tables) == 2
    assert tables[1].count("unreachable") == 5
    printed = "".join(output.get("text", "") for output in shown)
    assert "These together forbid it" in printed and "proved" in printed
