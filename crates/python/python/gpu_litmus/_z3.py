"""Z3, where the package `z3-solver` is installed: `pip install 'gpu-litmus[z3]'`."""

from __future__ import annotations

import importlib.util
import os
import threading
import warnings
from typing import Optional

from . import _native
from ._errors import RequestError

#: Engines that Z3 has a part in; those that cannot do without it.
ASKING, DEMANDING = ("auto", "z3", "both"), ("z3", "both")

_LIBRARIES = ("libz3.so", "libz3.dylib", "libz3.dll")
_lock = threading.Lock()
_tried = False
_problem: Optional[str] = None


def library() -> Optional[str]:
    """The library of the installed package, which is not imported."""
    try:
        spec = importlib.util.find_spec("z3")
    except (ImportError, ValueError):
        return None
    folders = [] if spec is None else list(spec.submodule_search_locations or [])
    places = [os.path.join(folder, part, name) for folder in folders for part in ("lib", "") for name in _LIBRARIES]
    return next((place for place in places if os.path.isfile(place)), None)


def load() -> Optional[str]:
    """Loads Z3 once; why there is none."""
    global _tried, _problem
    with _lock:
        if not _tried:
            place = library()
            if place is None:
                _problem = "there is no Z3 here: pip install 'gpu-litmus[z3]'"
            else:
                try:
                    _native.load_z3(place)
                except OSError as error:
                    _problem = f"Z3 cannot be loaded: {error}"
                    text = f"{_problem}; what is unreachable is confirmed by a checked proof instead"
                    warnings.warn(text, RuntimeWarning, stacklevel=3)
            _tried = True
        return _problem


def ready(engine: str) -> None:
    """Loads Z3 where an engine asks it; raises `RequestError` where the engine cannot do without and there is none."""
    problem = load() if engine in ASKING else None
    if problem is not None and engine in DEMANDING:
        raise RequestError(f"the engine {engine!r} needs Z3: {problem}")
