"""The command line: `gpu-litmus`, or `python -m gpu_litmus`."""

from __future__ import annotations

import signal
import sys

from . import _native, _z3


def main() -> int:
    """Runs the command line; gives its exit code."""
    # The command line listens to Ctrl-C itself, where it wants more than to end at once.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    arguments = ["gpu-litmus", *sys.argv[1:]]
    # Z3 is loaded when it is asked first. Without it the command says so where it is asked for.
    return _native.command_line(arguments, sys.executable, ["-m", "gpu_litmus"], _z3.library())


if __name__ == "__main__":
    sys.exit(main())
