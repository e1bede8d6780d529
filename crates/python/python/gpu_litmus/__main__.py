"""The command line: `gpu-litmus`, or `python -m gpu_litmus`."""

from __future__ import annotations

import signal
import sys
import warnings

from . import _native, _z3


def main() -> int:
    """Runs the command line; gives its exit code."""
    # The command line listens to Ctrl-C itself, where it wants more than to end at once.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    with warnings.catch_warnings():
        # Without Z3 the command says so where it is asked for.
        warnings.simplefilter("ignore")
        _z3.load()
    arguments = ["gpu-litmus", *sys.argv[1:]]
    return _native.command_line(arguments, sys.executable, ["-m", "gpu_litmus"])


if __name__ == "__main__":
    sys.exit(main())
