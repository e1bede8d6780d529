"""Tests handed to the workers of a Ray cluster, a batch a task."""

from __future__ import annotations

import json
from collections import deque
from dataclasses import dataclass
from operator import length_hint
from typing import Any, Callable, Deque, Generator, Generic, Iterable, Iterator, List, Optional, Protocol, Tuple, TypeVar

from . import _native
from ._errors import ModelError, RequestError, answered
from ._given import count, flag, path_of, text_of, whole
from ._pieces import Path, Piece
from ._ray import ClusterError, Seat, fits, the_ray, tracked
from ._z3 import ready

Worker = Callable[[str, str, List[Tuple[str, str]]], List[str]]
Found = TypeVar("Found")
Asker = TypeVar("Asker")

#: Tests for each task: fewer cost more than they are worth, more make the others wait.
SMALL, LARGE = 8, 128
#: So many tasks each processor has of a suite that is not large.
TURNS = 4
#: As Ray counts.
MOST = (1 << 31) - 1


def begin(question: str, version: str) -> None:
    """Prepares a worker; raises where who asks has another version, or wants what is not there."""
    if version != _native.VERSION:
        raise ClusterError(
            f"a worker has gpu-litmus {_native.VERSION}, who asks has {version}: install one version everywhere"
        )
    ready(json.loads(question).get("engine", "auto"))


@dataclass
class _Part:
    """What one task answers."""

    pieces: List[Piece]
    task: Any


class Work(Protocol):
    """What is made of tests."""

    @property
    def question(self) -> str:
        """What workers are asked of each."""

    @property
    def worker(self) -> Worker:
        """Who answers some tests, each a name and a text: the rows of each."""

    def kept(self, piece: Piece) -> Optional[str]:
        """The rows of a test, where a journal has them."""

    def take(self, piece: Piece, found: str) -> str:
        """Takes rows that a worker found: writes them to the journal, and gives them back for the user."""

    def broken(self, piece: Piece) -> str:
        """Takes the row of what has no answer."""

    def finish(self, tests: int, rows: int) -> None:
        """Says in the journal that all is done."""


@dataclass(frozen=True)
class Terms:
    """How tests are handed out."""

    address: Optional[str]
    # As many as fit the suite and the cluster, if nobody says.
    batch: Optional[int]
    retries: int
    resume: bool

    @classmethod
    def of(
        cls, address: Optional[str], batch: Optional[int], retries: int, journal: Optional[Path], resume: bool
    ) -> Terms:
        """Raises `RequestError` where they make no sense, TypeError where they are none, `ImportError` without Ray."""
        the_ray()
        batch, retries = count(batch, "batch", 1, MOST), whole(retries, "retries", 0, MOST)
        if flag(resume, "resume") and journal is None:
            raise RequestError("resume needs a journal")
        if journal is not None:
            path_of(journal, "journal")
        if address is not None:
            fits(text_of(address, "address", RequestError))
        return cls(address, batch, retries, bool(resume))

    def size(self, tests: int, processors: int) -> int:
        """Tests for each task, of so many (0: nobody knows): all processors have some, and none waits long for the last."""
        if self.batch is not None:
            return self.batch
        fair = tests // (TURNS * processors) if tests else LARGE
        return max(SMALL, min(LARGE, fair))


class _Course(Generic[Found]):
    """A run on its way."""

    def __init__(self, tests: Iterable[Piece], work: Work, row: Callable[[str], Found], terms: Terms) -> None:
        self._count = length_hint(tests)
        self._tests = iter(tests)
        self._size = LARGE
        self._work = work
        self._row = row
        self._terms = terms
        self.begun = False
        self.done = self.kept = self.repeated = 0

    def rows(self) -> Generator[Found, None, None]:
        self.begun = True
        ray, seat = the_ray(), Seat(self._terms.address)
        waiting: Deque[_Part] = deque()
        try:
            task = ray.remote(num_cpus=1, max_retries=self._terms.retries)(self._work.worker)
            processors = max(1, int(ray.cluster_resources().get("CPU", 1)))
            self._size = self._terms.size(self._count, processors)
            ahead = max(4, 3 * processors)
            rows = 0
            while True:
                if not seat.lives():
                    # Whoever asked Ray now would start another one.
                    raise _lost("Ray was shut down")
                # Nobody runs further ahead of who reads the rows than this.
                while len(waiting) < ahead:
                    part = self._next(task)
                    if part is None:
                        break
                    waiting.append(part)
                if not waiting:
                    break
                # It stays there until it is answered: whatever ends the wait, its task is ended, too.
                part = waiting[0]
                try:
                    found = self._wait(ray, part)
                except _Gone as gone:
                    halves = self._halves(task, part, str(gone))
                    waiting.popleft()
                    waiting.extendleft(reversed(halves))
                    continue
                waiting.popleft()
                for piece in part.pieces:
                    # A row is JSON, which may have letters that `splitlines` takes for ends of lines.
                    for line in self._take(piece, found).split("\n"):
                        if not line:
                            continue
                        rows += 1
                        yield self._row(line)
                    self.done += 1
            self._work.finish(self.done, rows)
        finally:
            # Whoever makes them may clean up.
            self._tests = iter(())
            if waiting and seat.lives():
                for part in waiting:
                    if part.task is not None:
                        ray.cancel(part.task, force=True)
            seat.leave()

    def _next(self, task: Any) -> Optional[_Part]:
        pieces: List[Piece] = []
        for piece in self._tests:
            if self._terms.resume and piece.kept is None:
                piece.kept = self._work.kept(piece)
            pieces.append(piece)
            if len(pieces) == self._size:
                break
        return self._part(task, pieces) if pieces else None

    def _part(self, task: Any, pieces: List[Piece]) -> _Part:
        tests = [(piece.name, piece.text or "") for piece in pieces if piece.open]
        asked = task.remote(self._work.question, _native.VERSION, tests) if tests else None
        return _Part(pieces, asked)

    def _wait(self, ray: Any, part: _Part) -> Iterator[str]:
        if part.task is None:
            return iter(())
        try:
            return iter(ray.get(part.task))
        except ray.exceptions.RayTaskError as error:
            cause = getattr(error, "cause", None)
            raise ClusterError(f"a worker failed: {cause or error}") from error
        except (
            ray.exceptions.WorkerCrashedError,
            ray.exceptions.NodeDiedError,
            ray.exceptions.OutOfMemoryError,
            ray.exceptions.ObjectLostError,
        ) as error:
            raise _Gone(type(error).__name__) from error
        except ray.exceptions.RayError as error:
            # Nobody is left who could answer the others: that says nothing of a test.
            raise _lost(type(error).__name__) from error

    def _halves(self, task: Any, part: _Part, why: str) -> List[_Part]:
        """What a part becomes whose worker is gone each time: one test is to blame, and the others want answers."""
        self.repeated += 1
        asked = [piece for piece in part.pieces if piece.open]
        if len(asked) == 1:
            times = self._terms.retries + 1
            asked[0].problem = f"the process that was asked ended each of {times} times ({why})"
            return [_Part(part.pieces, None)]
        middle = len(part.pieces) // 2
        halves = (part.pieces[:middle], part.pieces[middle:])
        return [self._part(task, half) for half in halves if half]

    def _take(self, piece: Piece, found: Iterator[str]) -> str:
        if piece.kept is not None:
            self.kept += 1
            return piece.kept
        if piece.problem is not None:
            return self._work.broken(piece)
        return self._work.take(piece, next(found))


class Handed(Generic[Found]):
    """Rows, in the order of the tests, as they are found. It can be run through once; `close` ends it early."""

    def __init__(
        self,
        tests: Iterable[Piece],
        work: Work,
        row: Callable[[str], Found],
        terms: Terms,
        remarks: List[str],
    ) -> None:
        self._course = _Course(tests, work, row, terms)
        # It does not know of this object: where nobody holds either any more, it ends at once.
        self._rows = self._course.rows()
        tracked(self._rows)
        self.remarks = remarks
        """Remarks on what was found in the journal."""

    @property
    def done(self) -> int:
        """Tests that are done."""
        return self._course.done

    @property
    def kept(self) -> int:
        """Tests of them whose rows the journal had."""
        return self._course.kept

    @property
    def repeated(self) -> int:
        """Parts that were asked in halves, because who was asked was gone again and again."""
        return self._course.repeated

    def __iter__(self) -> Iterator[Found]:
        return self._rows

    def __next__(self) -> Found:
        return next(self._rows)

    def close(self) -> None:
        """Ends the run: what is being asked is given up."""
        self._course.begun = True
        self._rows.close()


def _lost(why: str) -> ClusterError:
    return ClusterError(f"the cluster is gone ({why}); with a journal, `resume` goes on where it ended")


class _Gone(Exception):
    """Whoever was asked is gone, again and again."""


def accepted(make: Callable[[str], Asker], question: str) -> Asker:
    """Who asks a question; what is wrong with it is known before anybody is asked."""
    try:
        return make(question)
    except _native.Refused as refused:
        answered(str(refused), ModelError, RequestError)
        raise
