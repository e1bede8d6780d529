"""Two models beside each other on many tests, by Ray."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Dict, Iterable, List, Optional, Sequence, Tuple, Union

from . import _native
from ._ask import AnyModel
from ._compare import limits_of
from ._compared import Compared
from ._errors import RequestError
from ._given import words_of
from ._model import model_of
from ._pieces import Path, Piece, Source, pieces_of
from ._row import _Row
from ._run import Handed, Terms, Worker, accepted, begin


class Difference(_Row):
    """What one test says of two models: a member of `tests` in the JSON of `gpu-litmus compare`."""

    __slots__ = ()

    @property
    def difference(self) -> Optional[str]:
        """`first-allows-more`, `second-allows-more`, `both`, `equal`, `unknown` or `unsupported`; none where there is an error."""
        return self._told.get("difference")

    def __repr__(self) -> str:
        return f"<Difference {self.file}: {self.difference or 'error'}>"


class Comparison(Handed[Difference]):
    """Rows, in the order of the tests, as they are found. It can be run through once; `close` ends it early."""

    _names: Tuple[str, str] = ("", "")
    errors: Tuple[Tuple[str, str], ...] = ()
    """What has no row, after `compared`: names of texts, and why."""

    def compared(self) -> Compared:
        """Runs to the end, and puts all rows together as `gpu-litmus compare` does; what has an error is left out.

        All rows of this run are held for it, so it is asked before the first of them is taken.
        """
        if self._course.begun:
            raise RequestError("compared() is asked instead of running through the rows, and not after it")
        found: List[str] = []
        for row in self:
            if row.error is None:
                found.append(row.line)
            else:
                self.errors = (*self.errors, (row.file, row.error))
        told = json.loads(_native.ranked(found))
        first, second = self._names
        tests = [json.loads(found[place]) for place in told["order"]]
        counted = {"first": first, "second": second, "summary": told["summary"]}
        words = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in told["summary"].items())
        return Compared({**counted, "tests": tests}, f"{first} and {second}: {words}")


def _compare(question: str, version: str, tests: List[Tuple[str, str]]) -> List[str]:
    """A worker's part."""
    begin(question, version)
    return _native.Pairs(question).ask(tests)


@dataclass(frozen=True)
class _Pairs:
    """Two models asked about tests, as `gpu-litmus compare` does."""

    pairs: _native.Pairs
    question: str
    worker: Worker

    def kept(self, piece: Piece) -> Optional[str]:
        return self.pairs.kept(piece.name, piece.text, piece.problem)

    def take(self, piece: Piece, found: str) -> str:
        self.pairs.take(piece.name, piece.text, piece.problem, found)
        return found

    def broken(self, piece: Piece) -> str:
        return self.take(piece, _native.Pairs.broken(piece.name, piece.problem or ""))

    def finish(self, tests: int, rows: int) -> None:
        self.pairs.finish(tests, rows)


def compare(
    first: AnyModel,
    second: AnyModel,
    tests: Union[Path, Iterable[Source]],
    *,
    address: Optional[str] = None,
    journal: Optional[Path] = None,
    resume: bool = False,
    observe: Union[str, Sequence[str]] = (),
    bound: Optional[int] = None,
    timeout: Optional[float] = None,
    reason_time: Optional[float] = None,
    engine: str = "auto",
    batch: Optional[int] = None,
    retries: int = 3,
) -> Comparison:
    """What sets two models apart on many tests, on a Ray cluster; gives a row a test, in order, as they are found.

    `compared()` puts the rows together as `gpu-litmus compare A B FILES` does, and its `json()` is what that prints with
    `--format json`.

    tests: as `gpu-litmus compare` takes them, in its order: of folders the litmus tests, and a file as often as it is named.
        Or an iterator, as for `verify`.
    address, batch, retries: as for `verify`.
    observe, bound, timeout, reason_time, engine: as for `gpu_litmus.compare`.
    journal, resume: rows are written there, too; a run goes on where the journal ends. The journal has a form of
        its own: `gpu-litmus merge` is for those of `verify`.
    """
    terms = Terms.of(address, batch, retries, journal, resume)
    models = [model_of(first), model_of(second)]
    limits = limits_of(bound, timeout, reason_time, engine)
    question: Dict[str, Any] = {
        "first": models[0]._request(),
        "second": models[1]._request(),
        "observe": words_of(observe, "observe"),
        **limits,
    }
    asked = json.dumps(question)
    pairs = accepted(_native.Pairs, asked)
    given = pieces_of(tests, _native.tests)
    remarks = [] if journal is None else pairs.journal(journal, resume)
    run = Comparison(given, _Pairs(pairs, asked, _compare), Difference, terms, remarks)
    run._names = (models[0].name, models[1].name)
    return run
