"""The Ray that runs use: who starts it, and who ends it."""

from __future__ import annotations

import atexit
import os
import threading
import weakref
from dataclasses import dataclass
from typing import Any, Generator, Optional

from ._errors import Error, RequestError


class ClusterError(Error):
    """The cluster cannot do what is asked: a worker has another version of this package, say."""


@dataclass(eq=False)
class _Started:
    """A Ray that a run started, and how many runs use it."""

    address: Optional[str]
    place: Optional[str]
    runs: int = 0


# Rows that are dropped while somebody joins end their run, on the same thread.
_lock = threading.RLock()
_current: Optional[_Started] = None
_open: weakref.WeakSet[Generator[Any, None, None]] = weakref.WeakSet()


def the_ray() -> Any:
    """Ray, which need not be installed."""
    try:
        import ray
        import ray.exceptions
    except ImportError as error:
        text = "Ray is not installed: pip install 'gpu-litmus[cluster]'"
        raise ImportError(text) from error
    return ray


def _place(ray: Any) -> Optional[str]:
    """Which cluster this process is connected to; none where it is connected to none."""
    try:
        return str(ray.get_runtime_context().gcs_address) if ray.is_initialized() else None
    except Exception:  # It was lost between these two.
        return None


def _started(place: Optional[str]) -> Optional[_Started]:
    """Where runs of this process started that cluster."""
    return _current if _current is not None and _current.place == place else None


def fits(address: Optional[str]) -> None:
    """Raises `RequestError` where this process is connected to a cluster, and not to the one at this address."""
    place = _place(the_ray())
    if address is None or place is None or address == place:
        return
    started = _started(place)
    if address != ("auto" if started is None else started.address):
        raise RequestError(
            f"the address is {address!r}, and this process is connected to the cluster at {place} already: close the "
            "run that started it, or call ray.shutdown(); without an address that one is used"
        )


class Seat:
    """A run's part in the cluster of this process, which the first run starts unless it is there, and the last one ends."""

    def __init__(self, address: Optional[str]) -> None:
        global _current
        self._ray, self._process = the_ray(), os.getpid()
        with _lock:
            fits(address)
            self._place = _place(self._ray)
            self._started = _started(self._place)
            if self._place is None:
                local = {"include_dashboard": False} if address is None else {}
                self._ray.init(address=address, log_to_driver=False, logging_level="warning", **local)
                self._place = _place(self._ray)
                self._started = _current = _Started(address, self._place)
            if self._started is not None:
                self._started.runs += 1
            # Later than Ray's own, and so before it.
            atexit.unregister(_end)
            atexit.register(_end)

    def lives(self) -> bool:
        """Whether the cluster is still there, for this process."""
        here = self._process == os.getpid()
        return here and self._place is not None and _place(self._ray) == self._place

    def leave(self) -> None:
        """Ends the cluster where nobody else is left who uses it."""
        global _current
        with _lock:
            if self._started is None or self._process != os.getpid():
                return
            self._started.runs -= 1
            if self._started.runs == 0 and self._started is _current:
                _current = None
                if self.lives():
                    self._ray.shutdown()


def tracked(rows: Generator[Any, None, None]) -> None:
    """Has rows closed before the interpreter ends, where nobody closed them."""
    _open.add(rows)


def _end() -> None:
    for rows in list(_open):
        try:
            rows.close()
        except ValueError:
            pass  # Another thread waits for the next one.
