"""Runs that nobody reads to their end, and clusters that somebody else has to do with."""

import pytest

from conftest import EXAMPLES, python
from gpu_litmus import cluster
from gpu_litmus.cluster import Limits, verify

ray = pytest.importorskip("ray")

BEGUN = """
import gc, itertools, sys, ray
gc.disable()
from gpu_litmus.cluster import compare, verify
text = open(sys.argv[1]).read()
started = []
init = ray.init
def counted(*words, **options):
    started.append(options.get("address"))
    return init(*words, **options)
ray.init = counted
ray.cancel, cancel = (lambda task, **options: (started.append("cancel"), cancel(task, **options))), ray.cancel

def made():
    try:
        for number in itertools.count():
            yield f"{number}.litmus", text
    finally:
        started.append("closed")

def begun():
    return [one for one in started if one not in ("cancel", "closed")]

def verified(tests=None, **options):
    return verify(tests or made(), "sc", batch=1, **options)
"""


def said(code, *arguments):
    found = python(BEGUN + code, arguments=[str(EXAMPLES / "mp.litmus"), *arguments])
    return found.returncode, found.stdout.splitlines(), found.stderr


@pytest.mark.parametrize(
    "code",
    [
        "for row in verified(): break",
        "run = verified(); next(run); del run",
        "run = compare('sc', 'tso', made(), batch=1); next(run); del run",
    ],
)
def test_a_run_that_nobody_holds_any_more_has_ended(code):
    """At once: no collector of garbage runs."""
    code, lines, told = said(code + "\nprint(ray.is_initialized(), started[0], sorted(set(started[1:])))\n")
    assert (code, lines) == (0, ["False None ['cancel', 'closed']"]), told
    assert "Exception ignored" not in told


@pytest.mark.parametrize("code", ["", "ray.shutdown()", "ring = [run]; ring.append(ring); del run, ring"])
def test_a_run_that_is_held_ends_with_the_interpreter(code):
    end = "import atexit; atexit.register(lambda: print(ray.is_initialized(), begun()))\n"
    code, lines, told = said(end + "run = verified(); next(run)\nprint('begun', flush=True)\n" + code)
    assert (code, lines) == (0, ["begun", "False [None]"]), told
    assert "Exception ignored" not in told and "Traceback" not in told


def test_another_address_is_refused_while_a_run_has_a_cluster():
    code, lines, told = said("""
import gpu_litmus
run = verified(); next(run)
place = ray.get_runtime_context().gcs_address
for address in ("ray://127.0.0.1:1", "127.0.0.1:1", "auto"):
    for ask in (lambda: verified(address=address), lambda: compare("sc", "tso", made(), address=address)):
        try: ask()
        except gpu_litmus.RequestError as error:
            assert f"the address is {address!r}, and this process is connected to the cluster at {place}" in str(error)
            print(address)
print(next(verified(address=place)).verdict)
print(begun())
""")
    assert code == 0, told
    assert lines == [*["ray://127.0.0.1:1"] * 2, *["127.0.0.1:1"] * 2, *["auto"] * 2, "unreachable", "[None]"]


def test_runs_at_the_same_time_have_one_cluster_and_the_last_ends_it():
    code, lines, told = said("""
first, second = verified(), verified()
next(first), next(second)
first.close()
print(ray.is_initialized(), [next(second).verdict for _ in range(9)])
second.close()
print(ray.is_initialized())
third = verified()
print(next(third).verdict, ray.is_initialized())
third.close()
print(ray.is_initialized(), begun())
""")
    assert code == 0, told
    assert lines == [f"True {['unreachable'] * 9}", "False", "unreachable True", "False [None, None]"]


def test_where_ray_was_shut_down_no_other_is_started():
    code, lines, told = said("""
from gpu_litmus.cluster import ClusterError
run = verified(); next(run)
ray.shutdown()
try: next(run)
except ClusterError as error: print(error)
# A Ray of the user's own that comes later is the user's.
later = verified(); next(later)
ray.shutdown()
init(num_cpus=1, include_dashboard=False, log_to_driver=False, logging_level="error")
later.close()
print(ray.is_initialized(), next(verified()).verdict, ray.is_initialized())
""")
    assert code == 0, told
    assert lines == [
        "the cluster is gone (Ray was shut down); with a journal, `resume` goes on where it ended",
        "True unreachable True",
    ]


def test_a_cluster_that_the_user_joined_is_left_as_it_is():
    code, lines, told = said("""
init(num_cpus=1, include_dashboard=False, log_to_driver=False, logging_level="error")
import gpu_litmus
for address in (None, "auto", ray.get_runtime_context().gcs_address):
    for row in verified(address=address): break
    print(row.verdict, ray.is_initialized())
try: verified(address="ray://127.0.0.1:1")
except gpu_litmus.RequestError as error: print("refused")
""")
    assert (code, lines) == (0, [*["unreachable True"] * 3, "refused"]), told


def test_the_end_does_not_wait_for_another_thread():
    code, lines, told = said("""
import threading, time
def slow():
    yield "0.litmus", text
    print("asked", flush=True)
    time.sleep(36_000)
run = verified(slow())
thread = threading.Thread(target=lambda: [row for row in run], daemon=True)
thread.start()
while not ray.is_initialized(): time.sleep(0.1)
time.sleep(1)
""")
    assert (code, lines) == (0, ["asked"]), told


@pytest.mark.parametrize(
    "options,words",
    [
        ({"limits": 5}, "limits must be a Limits, not int"),
        ({"limits": Limits(reason="yes")}, "reason must be a bool, not str"),
        ({"limits": Limits(strict=None)}, "strict must be a bool, not NoneType"),
        ({"limits": Limits(timeout="5")}, "timeout must be a number of seconds, not str"),
        ({"limits": Limits(engine=5)}, "engine must be a str, not int"),
        ({"tests": None}, "tests must be a path, or an iterable of paths, .*, not NoneType"),
        ({"models": None}, "models must be a Model, the name of one, or a sequence of them, not NoneType"),
        ({"models": [5]}, "a Model or the name of one is needed, not a int"),
        ({"address": 5}, "address must be a str, not int"),
        ({"journal": 5}, "journal must be a str or an os.PathLike of str, not int"),
        ({"resume": "yes"}, "resume must be a bool, not str"),
        ({"batch": "5"}, "batch must be a whole number, not str"),
        ({"retries": None}, "retries must be a whole number, not NoneType"),
    ],
)
def test_what_is_of_another_type_is_named(options, words):
    with pytest.raises(TypeError, match=words):
        verify(**{"tests": EXAMPLES / "mp.litmus", "models": "sc", **options})
    if "limits" not in options and "models" not in options:
        with pytest.raises(TypeError, match=words):
            cluster.compare(**{"first": "sc", "second": "tso", "tests": EXAMPLES / "mp.litmus", **options})


def test_a_row_cannot_be_changed():
    row = cluster.Row('{"file": "x", "model": "sc", "verdict": "unreachable", "notes": []}')
    row.json()["verdict"] = "reachable"
    row.json()["notes"].append("another")
    assert row.verdict == "unreachable" and row.json()["notes"] == []
