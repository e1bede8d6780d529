"""The package as it was installed: never the source tree."""

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
    head = " | ".join(f"P{at}@cta {at},gpu 0" for at in range(threads))
    lines = [
        " | ".join(
            f"atom.relaxed.gpu.xor r{row}, x{(at + row) % 5}, r{(row + 13) % rows}"
            for at in range(threads)
        )
        for row in range(rows)
    ]
    code = " ;\n".join([head, *lines])
    statement = "exists (P0:r3 == 5 /\\ P1:r7 == 3 /\\ P2:r13 == 9 /\\ x1 == 77)"
    return f"PTX Hard\n{{ }}\n{code} ;\n{statement}\n"


LONG = hard()


@pytest.fixture
def mp():
    return gpu_litmus.Test.from_file(EXAMPLES / "mp.litmus")


@pytest.fixture
def long_test():
    return gpu_litmus.Test.from_text(LONG, file="long.litmus")


def command(*arguments, **options):
    """The command line of the wheel."""
    program = str(Path(sys.executable).parent / "gpu-litmus")
    words = [program, *map(str, arguments)]
    return subprocess.run(words, capture_output=True, text=True, timeout=300, **options)


def python(text, arguments=(), **options):
    """Another interpreter of the same environment."""
    words = [sys.executable, "-c", text, *arguments]
    return subprocess.run(words, capture_output=True, text=True, timeout=300, **options)
