"""Z3 from the package `z3-solver`: the same verdicts, and clear words where it is not there."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import gpu_litmus
from conftest import EXAMPLES, LONG, ROOT, command, python
from gpu_litmus import _native, _z3

# What says where the library is is tested, too: it does not say what is skipped.
here = pytest.mark.skipif(importlib.util.find_spec("z3") is None, reason="z3-solver is not installed")


def watched():
    """A thread looks at the clock while Z3 searches: Z3 has been asked, and has found no quick answer."""
    return any(task.read_text() == "gpu-litmus-stop\n" for task in Path("/proc/self/task").glob("*/comm"))


@here
def test_who_confirmed_is_told():
    test = gpu_litmus.Test.from_file(EXAMPLES / "mp-fenced.litmus")
    said = {engine: gpu_litmus.check(test, "ptx-7.5", engine=engine).solver for engine in ("auto", "sat", "z3", "both")}
    assert [(one["name"], one.get("confirmed")) for one in said.values()] == [
        ("batsat", "z3"), ("batsat", "proof"), ("z3", None), ("batsat", "z3"),
    ]
    assert said["z3"]["version"].startswith("5.")
    assert command("check", EXAMPLES / "mp-fenced.litmus", "-m", "ptx-7.5", "--engine", "z3").returncode == 0
    assert "reference solver: Z3 5." in command("--version").stdout


@here
def test_verdicts_on_the_suite_are_those_of_the_built_in_solver():
    """Reasons too have to hold together: each is a proof of its own, and a core that is none makes the verdict unknown."""
    files = [path for path, problem, launch in _native.files([ROOT / "suite"]) if not problem and not launch]
    tests = [_native.read(path)[:2] for path in files]
    models = [{"model": name} for name in ("sc", "tso", "ptx-7.5", "hrf-indirect", "ugpu-weak")]

    def rows(engine):
        asker = _native.Asker(json.dumps({"models": models, "engine": engine}))
        return [json.loads(line) for row in asker.ask(tests) for line in asker.take(row).splitlines()]

    found = {engine: rows(engine) for engine in ("sat", "auto", "z3", "both")}
    assert len(found["sat"]) >= 500
    fields = ("file", "test", "model", "verdict", "quantity", "holds")
    bare = {engine: [[row.get(field) for field in fields] for row in rows] for engine, rows in found.items()}
    assert all(one == bare["sat"] for one in bare.values())
    unreachable = [row["solver"] for row in found["auto"] if row["verdict"] == "unreachable"]
    confirmed = [one.get("confirmed") for one in unreachable]
    assert confirmed.count("z3") > 100 and set(confirmed) <= {"z3", "proof", None}
    assert not any(row["verdict"] == "unknown" for rows in found.values() for row in rows)


@here
def test_proofs_states_and_smallest_executions_are_the_same():
    test = gpu_litmus.Test.from_file(EXAMPLES / "mp-fenced.litmus")
    ours = {engine: gpu_litmus.prove(test, "ptx-7.5", engine=engine) for engine in ("sat", "z3", "both")}
    assert {one.verdict for one in ours.values()} == {"proved"}
    assert all(one.fences == ours["sat"].fences for one in ours.values())
    mp = gpu_litmus.Test.from_file(EXAMPLES / "mp.litmus")
    states = [gpu_litmus.check(mp, "ptx-7.5", states="all", engine=engine).states for engine in ("sat", "z3", "both")]
    keys = [sorted(map(str, (state["values"] for state in one["found"]))) for one in states]
    assert keys[0] == keys[1] == keys[2] and keys[0]
    small = [gpu_litmus.check(mp, "ptx-7.5", smallest=True, engine=engine) for engine in ("sat", "z3", "both")]
    assert {one.verdict for one in small} == {"reachable"}


@here
def test_time_ends_z3_and_so_does_a_stop():
    hard = gpu_litmus.Test.from_text(LONG)
    found = gpu_litmus.check(hard, "ptx-7.5", timeout=1, engine="z3")
    assert found.verdict == "unknown" and found.json()["open"][0]["why"] == "time"
    stop = _native.Stop()
    request = gpu_litmus._ask._check_request(hard, "ptx-7.5", timeout=36_000, engine="z3")
    told = []
    thread = threading.Thread(target=lambda: told.append(_native.check(request, stop).json()))
    thread.start()
    if os.path.isdir("/proc/self/task"):
        while not watched():
            assert thread.is_alive(), told
            time.sleep(0.01)
    else:
        time.sleep(5)
    stop.set()
    thread.join()
    assert '"interrupted"' in told[0]


@here
def test_a_second_library_is_not_taken():
    assert _z3.load() is None
    with pytest.raises(OSError, match="a solver is loaded already"):
        _native.load_z3(_z3.library())


#: Libraries that have all functions, one of which does something else.
REFUSES = """
#define _GNU_SOURCE
#include <dlfcn.h>
typedef void *thing;
void Z3_params_set_bool(thing context, thing params, thing name, _Bool value) {
    void (*set)(thing, thing, thing, _Bool) = dlsym(RTLD_NEXT, "Z3_params_set_bool");
    thing (*symbol)(thing, const char *) = dlsym(RTLD_NEXT, "Z3_mk_string_symbol");
    set(context, params, symbol(context, "no_such_parameter"), value);
}
"""
FAILS = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
static int counted;
void *Z3_mk_context_rc(void *config) {
    void *(*make)(void *) = dlsym(RTLD_NEXT, "Z3_mk_context_rc");
    counted = 1;
    return make(config);
}
/* What goes wrong inside Z3 ends the process, unless a context was made whose terms are counted. */
int Z3_solver_check_assumptions(void *context, void *solver, unsigned count, void *terms) {
    if (!counted) exit(114);
    return 0;
}
"""
LIES = """
int Z3_solver_check_assumptions(void *context, void *solver, unsigned count, void *terms) { return -1; }
"""


@here
@pytest.mark.skipif(sys.platform != "linux", reason="a library is linked as on Linux")
@pytest.mark.parametrize("code", [REFUSES, FAILS, LIES])
def test_a_library_that_does_not_do_what_z3_does_is_not_asked(tmp_path, code):
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler")
    place = tmp_path / "z3" / "lib"
    place.mkdir(parents=True)
    (tmp_path / "z3" / "__init__.py").write_text("")
    (tmp_path / "other.c").write_text(code)
    words = ["cc", "-shared", "-fPIC", "-o", place / "libz3.so", tmp_path / "other.c"]
    folder = os.path.dirname(_z3.library())
    subprocess.run([*map(str, words), "-Wl,--no-as-needed", _z3.library(), f"-Wl,-rpath,{folder}:{place}"], check=True)
    # The library asks for the real one by the name that this one gives itself.
    said = subprocess.run(["readelf", "-d", str(place / "libz3.so")], capture_output=True, text=True, check=True).stdout
    needed = next(line.split("[")[1].rstrip("]") for line in said.splitlines() if "NEEDED" in line and "z3" in line)
    if not os.path.exists(os.path.join(folder, needed)):
        (place / needed).symlink_to(_z3.library())
    said = python(DAMAGED, arguments=[str(EXAMPLES / "mp-fenced.litmus"), str(tmp_path)])
    lines = said.stdout.splitlines()
    assert lines[:1] == ["proof"], (said.returncode, said.stderr)
    assert f"Z3 cannot be loaded: {place}" in lines[1] and "it gives wrong answers, or none" in lines[1]


LAZY = """
import sys
from gpu_litmus import _native, _z3
code = _native.command_line(["gpu-litmus", *sys.argv[1:]], sys.executable, [], _z3.library())
print(code, "libz3" in open("/proc/self/maps").read())
"""


@here
@pytest.mark.skipif(not os.path.exists("/proc/self/maps"), reason="what is loaded is read in /proc")
def test_the_command_loads_z3_when_it_asks_it():
    words = ["check", str(EXAMPLES / "mp-fenced.litmus"), "-m", "ptx-7.5", "-q", "--engine"]
    for engine, loaded in (("sat", False), ("auto", True), ("z3", True)):
        said = python(LAZY, arguments=[*words, engine])
        assert said.stdout.splitlines()[-1:] == [f"0 {loaded}"], (engine, said.stdout, said.stderr)


INTERRUPTED = """
import os, signal, sys, threading, gpu_litmus
test = gpu_litmus.Test.from_text(sys.stdin.read())
threading.Timer(3, os.kill, [os.getpid(), signal.SIGINT]).start()
try:
    gpu_litmus.check(test, 'ptx-7.5', timeout=36_000, engine='z3')
except KeyboardInterrupt:
    print("interrupted", flush=True)
print(gpu_litmus.check(gpu_litmus.Test.from_file(sys.argv[1]), "sc", engine='z3').verdict)
"""


@here
@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_ctrl_c_ends_z3():
    words = [sys.executable, "-c", INTERRUPTED, str(EXAMPLES / "mp.litmus")]
    said = subprocess.run(words, input=LONG, capture_output=True, text=True, timeout=300)
    assert said.stdout == "interrupted\nunreachable\n", said.stderr


@here
def test_eight_threads_ask_z3():
    tests = [gpu_litmus.Test.from_file(EXAMPLES / file) for file in ("mp.litmus", "mp-fenced.litmus", "iriw.litmus")]

    def said():
        return [
            gpu_litmus.check(test, model, engine="both", reason=False).verdict
            for test in tests for model in ("sc", "ptx-7.5")
        ]

    alone, together = said(), [None] * 8

    def work(place):
        together[place] = said()

    threads = [threading.Thread(target=work, args=(place,)) for place in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(other == alone for other in together)


@here
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_a_fork_after_use_asks_z3(mp):
    before = gpu_litmus.check(mp, "sc", engine="z3", timeout=60).verdict
    child = os.fork()
    if child == 0:
        same = gpu_litmus.check(mp, "sc", engine="z3", timeout=60).verdict == before
        os._exit(0 if same else 1)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0


WITHOUT = """
import sys, warnings
sys.modules['z3'] = None
import gpu_litmus
from gpu_litmus.cluster import Limits, verify
test = gpu_litmus.Test.from_file(sys.argv[1])
print(gpu_litmus.check(test, 'ptx-7.5').solver['confirmed'])
print(gpu_litmus.check(test, 'ptx-7.5', engine='sat').solver['confirmed'])
for call in (
    lambda: gpu_litmus.check(test, 'ptx-7.5', engine='z3'),
    lambda: gpu_litmus.prove(test, 'ptx-7.5', engine='both'),
    lambda: gpu_litmus.compare('sc', 'tso', test, engine='z3'),
):
    try: call()
    except gpu_litmus.RequestError as error: print(error)
"""


def test_without_z3_it_is_as_without_and_the_exception_says_what_to_install():
    said = python(WITHOUT, arguments=[str(EXAMPLES / "mp-fenced.litmus")])
    lines = said.stdout.splitlines()
    assert lines[:2] == ["proof", "proof"], said.stderr
    assert lines[2] == "the engine 'z3' needs Z3: there is no Z3 here: pip install 'gpu-litmus[z3]'"
    assert len(lines) == 5 and "the engine 'both' needs Z3" in lines[3]
    assert said.stderr == ""


DAMAGED = """
import sys
sys.path.insert(0, sys.argv[2])
import gpu_litmus
test = gpu_litmus.Test.from_file(sys.argv[1])
print(gpu_litmus.check(test, 'ptx-7.5').solver['confirmed'])
try: gpu_litmus.check(test, 'ptx-7.5', engine='z3')
except gpu_litmus.RequestError as error: print(error)
"""


def test_a_library_that_is_no_z3_is_said_to_be_none(tmp_path):
    place = tmp_path / "z3" / "lib"
    place.mkdir(parents=True)
    (tmp_path / "z3" / "__init__.py").write_text("raise SystemExit('imported')")
    for name in ("libz3.so", "libz3.dylib", "libz3.dll"):
        (place / name).write_text("no library")
    said = python(DAMAGED, arguments=[str(EXAMPLES / "mp-fenced.litmus"), str(tmp_path)])
    lines = said.stdout.splitlines()
    assert lines[0] == "proof" and "Z3 cannot be loaded" in lines[1] and str(place) in lines[1], said.stderr
    assert "RuntimeWarning: Z3 cannot be loaded" in said.stderr
    # A package of that name that has nothing to do with it.
    for name in ("libz3.so", "libz3.dylib", "libz3.dll"):
        (place / name).unlink()
    said = python(DAMAGED, arguments=[str(EXAMPLES / "mp-fenced.litmus"), str(tmp_path)])
    assert "pip install 'gpu-litmus[z3]'" in said.stdout and said.stderr == ""
