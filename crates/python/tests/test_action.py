"""What the Action does, without GitHub."""

import json
import os
import subprocess

import pytest

from conftest import EXAMPLES, ROOT

WHEEL = os.environ.get("GPU_LITMUS_WHEEL")
pytestmark = pytest.mark.skipif(not WHEEL, reason="`make test-python` says where the wheel is")


def verify(place, tests, options=""):
    place.mkdir()
    output = place / "output"
    environment = {
        **os.environ, "RUNNER_TEMP": str(place), "GITHUB_OUTPUT": str(output), "PACKAGE": WHEEL, "VERSION": "",
        "TESTS": tests, "MODELS": "sc,ptx-7.5", "OPTIONS": options,
    }
    words = ["bash", str(ROOT / "scripts" / "action.sh")]
    subprocess.run(words, env=environment, check=True, timeout=300)
    return dict(line.split("=", 1) for line in output.read_text().splitlines())


def test_a_folder_is_verified_and_the_report_is_left(tmp_path):
    folder = tmp_path / "with a space"
    folder.mkdir()
    text = (EXAMPLES / "mp.litmus").read_text()
    (folder / "good.litmus").write_text(text)
    (folder / "bad.litmus").write_text(text.replace("sc: unreachable", "sc: reachable"))
    said = verify(tmp_path / "first", f"{folder}\n\n{EXAMPLES / 'sb.litmus'}\n")
    assert said["exit-code"] == "1"
    with open(said["sarif"]) as file:
        report = json.load(file)
    (run,) = report["runs"]
    found = [one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for one in run["results"]]
    assert any("bad.litmus" in uri for uri in found) and not any("good" in uri for uri in found)
    assert verify(tmp_path / "second", str(folder / "good.litmus"))["exit-code"] == "0"
    assert verify(tmp_path / "third", str(folder / "none.litmus"))["exit-code"] == "2"
