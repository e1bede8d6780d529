"""Mistakes, limits, threads, signals, forks."""

import os
import subprocess
import sys
import threading
import traceback

import pytest

import gpu_litmus
from conftest import EXAMPLES, LONG
from gpu_litmus import _native


def test_a_text_with_mistakes_says_where():
    with pytest.raises(gpu_litmus.TestError) as raised:
        gpu_litmus.Test.from_text(
            "PTX T\n{ x = 0; }\n P0@cta 0,gpu 0 ;\n ld.weka r0, x ;\nexists (P0:r0 == 0)\n",
            file="typo.litmus",
        )
    (mistake,) = raised.value.diagnostics
    assert (mistake.file, mistake.warning) == ("typo.litmus", False)
    assert (mistake.labels[0].line, mistake.labels[0].column) == (4, 5)
    assert "did you mean" in str(raised.value) and "typo.litmus:4:5" in str(raised.value)
    assert isinstance(raised.value, gpu_litmus.Error)


def test_warnings_do_not_refuse():
    text = (EXAMPLES / "sb.litmus").read_text()
    assert gpu_litmus.Test.from_text(text).warnings == ()
    unused = text.replace("{", "{ unused_location = 0;", 1)
    assert gpu_litmus.Test.from_text(unused).name == "SB"


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(FileNotFoundError):
        gpu_litmus.Test.from_file(tmp_path / "none.litmus")
    with pytest.raises(OSError, match="is a directory"):
        gpu_litmus.Test.from_file(tmp_path)
    (tmp_path / "bytes.litmus").write_bytes(b"PTX \xff")
    with pytest.raises(gpu_litmus.TestError, match="UTF-8"):
        gpu_litmus.Test.from_file(tmp_path / "bytes.litmus")
    (tmp_path / "large.litmus").write_bytes(b" " * (1 << 21))
    with pytest.raises(gpu_litmus.TestError, match="large"):
        gpu_litmus.Test.from_file(tmp_path / "large.litmus")
    with pytest.raises(FileNotFoundError):
        gpu_litmus.Model.from_file(tmp_path / "none.cat")
    (tmp_path / "bytes.cat").write_bytes(b"\xff")
    with pytest.raises(gpu_litmus.ModelError, match="bytes.cat"):
        gpu_litmus.Model.from_file(tmp_path / "bytes.cat")


@pytest.mark.parametrize("kind,error", [("Test", gpu_litmus.TestError), ("Model", gpu_litmus.ModelError)])
def test_files_are_no_larger_than_a_text_may_be(tmp_path, kind, error):
    large = tmp_path / "large"
    large.write_bytes(b" " * ((1 << 20) + 1))
    endless = ["/dev/zero"] if os.path.exists("/dev/zero") else []
    for path in [large, *endless]:
        with pytest.raises(error) as raised:
            getattr(gpu_litmus, kind).from_file(path)
        assert str(raised.value) == f"{path}: larger than 1 MiB"


def test_a_model_may_have_lines_that_end_as_elsewhere_and_be_large(tmp_path):
    path = tmp_path / "own.cat"
    path.write_bytes(b"(* " + b"a" * (1 << 19) + b" *)\r\nacyclic po as x\r\n")
    model = gpu_litmus.Model.from_file(path)
    assert model == gpu_litmus.Model.from_cat(path.read_text(), name=str(path))


def test_models_that_are_none():
    with pytest.raises(gpu_litmus.ModelError, match="did you mean `ptx-7.5`"):
        gpu_litmus.Model("ptx-7.4")
    with pytest.raises(gpu_litmus.ModelError) as raised:
        gpu_litmus.Model.from_cat("acyclic po | foo as x", name="mine")
    (mistake,) = raised.value.diagnostics
    assert mistake.file == "mine" and mistake.labels[0].column == 14
    with pytest.raises(gpu_litmus.ModelError, match="no axiom"):
        gpu_litmus.Model.from_cat("let a = po")
    assert gpu_litmus.Model.from_cat("let a = po", allow_empty=True).name == "own"


@pytest.mark.parametrize(
    "options,words",
    [
        ({"engine": "fast"}, "the engines are auto, sat"),
        ({"timeout": 0}, "timeout is a number of seconds"),
        ({"timeout": float("nan")}, "timeout is a number of seconds, more than 0: nan is none"),
        ({"bound": -1}, "bound is a whole number"),
        ({"bound": 2.5}, "bound is a whole number from 0 to 65535: 2.5 is none"),
        ({"states": ["y"]}, "no register or location `y`"),
        ({"states": True, "smallest": True}, "ask apart"),
        ({"state_limit": 3}, "go with states"),
    ],
)
def test_what_makes_no_sense_is_refused(mp, options, words):
    with pytest.raises(gpu_litmus.RequestError, match=words):
        gpu_litmus.check(mp, "sc", **options)
    assert issubclass(gpu_litmus.RequestError, ValueError)


def test_a_refusal_shows_nothing_of_how_it_came(mp):
    with pytest.raises(gpu_litmus.RequestError) as raised:
        gpu_litmus.check(mp, "sc", states=["y"])
    shown = "".join(traceback.format_exception(gpu_litmus.RequestError, raised.value, raised.tb))
    assert "Refused" not in shown and "{" not in shown.splitlines()[-1]


def test_a_text_is_no_test():
    with pytest.raises(TypeError, match="Test.from_file"):
        gpu_litmus.check("mp.litmus", "sc")


def test_half_a_surrogate_pair_is_no_text():
    with pytest.raises(gpu_litmus.TestError, match="its character 5, is half of a surrogate pair"):
        gpu_litmus.Test("PTX \ud800")
    with pytest.raises(gpu_litmus.ModelError, match="surrogate"):
        gpu_litmus.Model.from_cat("\ud800")


def test_time_is_a_limit_and_no_verdict(long_test):
    found = gpu_litmus.check(long_test, "ptx-7.5", timeout=0.2)
    assert (found.verdict, found.quantity, found.holds) == ("unknown", None, None)
    assert found.json()["open"][0]["why"] == "time"


def test_other_threads_go_on(long_test):
    """The call would take hours, and only this thread can end it."""
    stop = _native.Stop()
    request = gpu_litmus._ask._check_request(long_test, "ptx-7.5", timeout=36_000)
    found = []
    thread = threading.Thread(target=lambda: found.append(_native.check(request, stop).json()))
    thread.start()
    stop.set()
    thread.join()
    assert '"interrupted"' in found[0]


def test_eight_threads_hear_the_same():
    files = ["mp.litmus", "mp-fenced.litmus", "spinlock.litmus"]
    tests = [gpu_litmus.Test.from_file(EXAMPLES / file) for file in files]
    models = ["sc", "ptx-7.5", "hrf-indirect", "ugpu-weak"]

    def said():
        # Time is no matter here: a reason that ends early is another one.
        times = {"timeout": 3600, "reason_time": 3600}
        found = [gpu_litmus.check(test, model, **times).json() for test in tests for model in models]
        for one in found:
            del one["millis"]
        return found

    alone = said()
    together = [None] * 8

    def work(index):
        together[index] = said()

    threads = [threading.Thread(target=work, args=(index,)) for index in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(other == alone for other in together)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_a_fork_after_use_answers(mp):
    before = gpu_litmus.check(mp, "ptx-7.5").verdict
    child = os.fork()
    if child == 0:
        same = gpu_litmus.check(mp, "ptx-7.5").verdict == before
        os._exit(0 if same else 1)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    assert gpu_litmus.check(mp, "ptx-7.5").verdict == before


INTERRUPTED = """
import os, signal, sys, threading, gpu_litmus
test = gpu_litmus.Test.from_text(sys.stdin.read())
# By then the call has begun; where it has not, it does not begin.
threading.Timer(1, os.kill, [os.getpid(), signal.SIGINT]).start()
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
print(gpu_litmus.check(gpu_litmus.Test.from_file(sys.argv[1]), "sc").verdict)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize(
    "call",
    [
        "gpu_litmus.check(test, 'ptx-7.5', timeout=36_000)",
        "gpu_litmus.check_all([test] * 9, ['ptx-7.5', 'ptx-6.0'], timeout=36_000, jobs=3)",
        "gpu_litmus.prove(test, 'ptx-7.5', timeout=36_000)",
        "gpu_litmus.fences(test, 'ptx-7.5', timeout=36_000)",
        "gpu_litmus.minimize(test, 'ptx-7.5', timeout=36_000)",
        "gpu_litmus.compare('ptx-6.0', 'ptx-7.5', test, timeout=36_000)",
        "gpu_litmus.compare('ptx-6.0', 'ptx-7.5', events=12, within=36_000, timeout=36_000)",
        "gpu_litmus.compare_models(events=12, within=36_000, timeout=36_000)",
    ],
)
def test_ctrl_c_ends_a_call(call):
    words = [sys.executable, "-c", INTERRUPTED.format(call=call), str(EXAMPLES / "mp.litmus")]
    said = subprocess.run(words, input=LONG, capture_output=True, text=True, timeout=300)
    assert said.stdout == "interrupted\nunreachable\n", said.stderr
    assert said.returncode == 0
