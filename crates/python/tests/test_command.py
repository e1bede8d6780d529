"""The command line of the wheel."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import gpu_litmus
from conftest import EXAMPLES, command, python


def test_the_first_minute():
    said = command("check", EXAMPLES / "mp-fenced.litmus", "-m", "ptx-7.5")
    assert said.returncode == 0 and said.stdout.startswith("MP-fenced under ptx-7.5: unreachable")
    assert gpu_litmus.__version__ in command("--version").stdout


@pytest.mark.skipif(not os.environ.get("GPU_LITMUS_WHEEL"), reason="`make test-python` says where the wheel is")
def test_the_first_minute_without_installing_anything(tmp_path):
    """`uvx gpu-litmus check mp.litmus`, from the wheel: it needs no other package."""
    uvx = Path(sys.executable).parent / "uvx"
    if not uvx.exists():
        pytest.skip("uv is not installed")
    words = [uvx, "--offline", "--no-config", "--python", sys.executable, "--from", os.environ["GPU_LITMUS_WHEEL"]]
    environment = {**os.environ, "UV_CACHE_DIR": str(tmp_path)}
    said = subprocess.run(
        [*map(str, words), "gpu-litmus", "check", str(EXAMPLES / "mp.litmus"), "-q"],
        env=environment, capture_output=True, text=True, timeout=300,
    )
    assert said.returncode == 0 and "MP under ptx-7.5: reachable" in said.stdout, said.stderr


def test_exit_codes_and_mistakes():
    assert command("chekc").returncode == 2
    said = command("check", EXAMPLES / "mp.litmus", "-m", "ptx-7.4")
    assert said.returncode == 2 and "did you mean `ptx-7.5`?" in said.stderr
    text = (EXAMPLES / "mp.litmus").read_text()
    assert command("check", "-", "-m", "sc", input=text).returncode == 0


def test_a_suite_in_processes_of_its_own(tmp_path):
    """A worker is this interpreter again."""
    words = ["batch", EXAMPLES / "mp.litmus", "-m", "sc,tso", "--format", "jsonl"]
    plain = command(*words)
    apart = command(*words, "--memory", "2G")
    assert (plain.returncode, apart.returncode) == (0, 0), apart.stderr

    def rows(text):
        return [{**json.loads(line), "millis": 0} for line in text.splitlines()]

    assert rows(plain.stdout) == rows(apart.stdout) and len(rows(plain.stdout)) == 2


def test_how_to_go_on_names_the_command(tmp_path):
    (tmp_path / "full").mkdir()
    said = command("batch", EXAMPLES / "mp.litmus", "-m", "sc", "--journal", tmp_path / "full")
    assert said.returncode == 2 and "full" in said.stderr


def test_as_a_module():
    said = python(
        "import runpy, sys; sys.argv = ['x', 'models']; runpy.run_module('gpu_litmus', run_name='__main__')"
    )
    assert said.returncode == 0 and "ptx-7.5" in said.stdout, said.stderr
    assert sys.executable
