"""The package as it was installed: never the source tree."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import gpu_litmus

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "examples"

assert Path(gpu_litmus.__file__).is_relative_to(sys.prefix), (
    f"{gpu_litmus.__file__} is no installed package: `make test-python` installs the wheel"
)

def hard():
    """A test with a formula that nobody solves in a day."""
    threads, rows = 8, 14
    starts = " ".join(f"P{at}:r{rows - 1} = {at * 11 + 3};" for at in range(threads))
    head = " | ".join(f"P{at}@cta {at},gpu 0" for at in range(threads))
    lines = [
        " | ".join(
            f"atom.relaxed.gpu.{('xor', 'add')[row % 2]} r{row}, x{(at + row) % 5}, r{(row + 13) % rows}"
            for at in range(threads)
        )
        for row in range(rows)
    ]
    code = " ;\n".join([head, *lines])
    statement = "exists (P0:r3 == 5 /\\ P1:r7 == 3 /\\ P2:r13 == 9 /\\ x1 == 77)"
    return f"PTX Hard\n{{ {starts} }}\n{code} ;\n{statement}\n"


LONG = hard()


@pytest.fixture
def mp():
    return gpu_litmus.Test.from_file(EXAMPLES / "mp.litmus")


@pytest.fixture
def long_test():
    return gpu_litmus.Test.from_text(LONG, file="long.litmus")


def command(*arguments, limit=300, **options):
    """The command line of the wheel."""
    program = str(Path(sys.executable).parent / "gpu-litmus")
    words = [program, *map(str, arguments)]
    return subprocess.run(words, capture_output=True, text=True, timeout=limit, **options)


def python(text, arguments=(), **options):
    """Another interpreter of the same environment."""
    words = [sys.executable, "-c", text, *arguments]
    return subprocess.run(words, capture_output=True, text=True, timeout=300, **options)


SB = """PTX SB{number}
{{ x = 0; y = 0; }}
 P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
 st.{write} x, 1 | st.{write} y, {number} ;
 ld.{read} r0, y | ld.{read} r0, x ;
exists (P0:r0 == 0 /\\ P1:r0 == 0)
// expect sc: unreachable
"""


def text(number):
    words = ["weak", "relaxed.cta", "relaxed.gpu"]
    return SB.format(number=number + 1, write=words[number % 3], read=words[number // 3 % 3])


def suite(folder, count):
    for number in range(count):
        place = folder / f"{number % 7}"
        place.mkdir(exist_ok=True)
        (place / f"sb{number}.litmus").write_text(text(number))
    return folder


def bare(line):
    told = json.loads(line)
    told.pop("millis", None)
    return json.dumps(told, sort_keys=True)


def rows(lines):
    return [bare(line) for line in lines]


def workers():
    """The processes of this session's cluster that answer."""
    parents, found = {}, []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
                words = (entry / "cmdline").read_text()
            except OSError:
                continue
            parents[int(entry.name)] = int(stat.rpartition(")")[2].split()[1])
            if words.startswith("ray::_answer"):
                found.append(int(entry.name))

    def ours(process):
        while process > 1:
            if process == os.getpid():
                return True
            process = parents.get(process, 0)
        return False

    return [process for process in found if ours(process)]


def lines(found):
    return [row.line for row in found]


def compact(told):
    """As the command prints it, without what differs from run to run."""

    def bare(told):
        if isinstance(told, dict):
            return {name: bare(value) for name, value in told.items() if name != "millis"}
        return [bare(one) for one in told] if isinstance(told, list) else told

    return json.dumps(bare(told), indent=2, ensure_ascii=False)


@pytest.fixture(scope="module")
def local():
    """A cluster of two processors for the tests of a file."""
    ray = pytest.importorskip("ray")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
    yield
    ray.shutdown()
