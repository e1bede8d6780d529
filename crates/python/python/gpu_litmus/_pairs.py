"""Two models beside each other on many tests, by Ray."""

from __future__ import annotations

import hashlib
import json
import os
from typing import IO, Any, Dict, Iterable, List, Optional, Sequence, Tuple, Union

from . import _native
from ._ask import AnyModel
from ._compare import Compared, limits_of, words_of
from ._errors import ModelError, RequestError, TestError, refusal
from ._model import model_of
from ._outcome import Json
from ._row import _Row
from ._run import Handed, Path, Piece, Source, Terms, Worker, begin, pieces_of

#: The form of journals.
FORM = 1


class Difference(_Row):
    """What one test says of two models: a member of `tests` in the JSON of `gpu-litmus compare`."""

    __slots__ = ()

    @property
    def difference(self) -> Optional[str]:
        """`first-allows-more`, `second-allows-more`, `both`, `equal`, `unknown` or `unsupported`; none where there is an error."""
        return self.json().get("difference")

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
        if self.done:
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


def _compact(told: object) -> str:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def _broken(name: str, why: str) -> str:
    return _compact({"file": name, "error": why})


def _compare(question: str, version: str, tests: List[Tuple[str, str]]) -> List[str]:
    """A worker's part."""
    begin(question, version)
    asked = json.loads(question)
    rows = []
    for name, text in tests:
        asked["tests"] = [{"name": name, "text": text}]
        told = json.loads(_native.compare(json.dumps(asked), _native.Stop()))
        error = refusal(told, TestError, RequestError)
        rows.append(_compact(told["found"]["tests"][0]) if error is None else _broken(name, str(error)))
    return rows


class _Pairs:
    """Two models asked about tests, as `gpu-litmus compare` does."""

    def __init__(self, question: str, worker: Worker, journal: Optional[_Journal]) -> None:
        self.question = question
        self.worker = worker
        self._journal = journal

    def kept(self, piece: Piece) -> Optional[str]:
        return None if self._journal is None else self._journal.row(piece)

    def take(self, piece: Piece, found: str) -> str:
        if self._journal is not None:
            self._journal.write(piece, found)
        return found

    def broken(self, piece: Piece) -> str:
        return self.take(piece, _broken(piece.name, piece.problem or ""))

    def finish(self, tests: int, rows: int) -> None:
        if self._journal is not None:
            self._journal.finish(tests, rows)


class _Journal:
    """What is known, on disk: a line that says what was asked, then a line a test, whole or not at all."""

    def __init__(self, path: Path, heading: Json, resume: bool) -> None:
        self._name = os.fspath(path)
        self._places: Dict[str, Tuple[int, int]] = {}
        self.remarks: List[str] = []
        there = os.path.exists(path) and os.path.getsize(path) > 0
        if there and not resume:
            raise OSError(
                f"the journal {self._name} is there already: go on with it with resume, or remove it"
            )
        end = self._scan(heading) if there else 0
        self._file: IO[bytes] = open(path, "ab")
        if there:
            self._file.truncate(end)
        self._reader: IO[bytes] = open(path, "rb")
        if end == 0:
            self._append(heading)

    def _scan(self, heading: Json) -> int:
        end = 0
        with open(self._name, "rb") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    self.remarks.append(
                        f"{self._name}:{number}: the last line was cut, as if the process had been killed; "
                        "it is asked again"
                    )
                    break
                told = self._told(number, line)
                if number == 1:
                    self._same(told, heading)
                elif "key" in told:
                    self._places[told["key"]] = (end, len(line))
                elif "end" not in told:
                    raise OSError(f"{self._name}:{number}: no row; the journal is damaged here")
                end += len(line)
        return end

    def _told(self, number: int, line: bytes) -> Json:
        try:
            told = json.loads(line)
        except ValueError as error:
            raise OSError(f"{self._name}:{number}: no row ({error}); the journal is damaged here") from error
        if not isinstance(told, dict):
            raise OSError(f"{self._name}:{number}: no row; the journal is damaged here")
        return told

    def _same(self, told: Json, heading: Json) -> None:
        if "comparison" not in told or "version" not in told:
            raise OSError(
                f"{self._name}:1: no journal of a comparison: the first line does not say what was asked"
            )
        ours, form = heading["version"], heading["comparison"]
        if (told["version"], told["comparison"]) != (ours, form):
            raise OSError(
                f"{self._name}:1: the journal was written by gpu-litmus {told['version']} (form "
                f"{told['comparison']}), this is {ours} (form {form}): it is resumed by the version that wrote it"
            )
        for field, wanted in heading.items():
            if told.get(field) != wanted:
                raise OSError(
                    f"the journal {self._name} was written with {field} {_compact(told.get(field))}, this run has "
                    f"{_compact(wanted)}; a run goes on only as it began"
                )

    def row(self, piece: Piece) -> Optional[str]:
        place = self._places.get(_key(piece))
        if place is None:
            return None
        self._reader.seek(place[0])
        return _compact(json.loads(self._reader.read(place[1]))["row"])

    def write(self, piece: Piece, row: str) -> None:
        self._file.write(f'{{"key":"{_key(piece)}","row":{row}}}\n'.encode())
        self._file.flush()

    def finish(self, tests: int, rows: int) -> None:
        self._append({"end": {"files": tests, "rows": rows}})
        try:
            os.fsync(self._file.fileno())
        except OSError:
            pass  # A pipe or device has nothing to be synchronised.

    def _append(self, told: Json) -> None:
        self._file.write(_compact(told).encode() + b"\n")
        self._file.flush()


def _key(piece: Piece) -> str:
    """The fingerprint of a test's name and text, or of why it has none."""
    text = piece.text if piece.problem is None else f"problem: {piece.problem}"
    return hashlib.sha256(f"{piece.name}\0{text}".encode()).hexdigest()


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
    batch: int = 64,
    retries: int = 3,
) -> Comparison:
    """What sets two models apart on many tests, on a Ray cluster; gives a row a test, in order, as they are found.

    `compared()` puts the rows together as `gpu-litmus compare A B FILES` does, and its `json()` is what that prints with
    `--format json`.

    tests, address, batch, retries: as for `verify`.
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
        "observe": words_of(observe),
        **limits,
    }
    # What is wrong with the question is known before anybody is asked.
    told = json.loads(_native.compare(json.dumps({**question, "tests": []}), _native.Stop()))
    error = refusal(told, ModelError, RequestError)
    if error is not None:
        raise error
    given = pieces_of(tests)
    kept = None
    if journal is not None:
        heading = {"comparison": FORM, "version": _native.VERSION, **question}
        kept = _Journal(journal, heading, resume)
    work = _Pairs(json.dumps(question), _compare, kept)
    run = Comparison(given, work, Difference, terms, [] if kept is None else kept.remarks)
    run._names = (models[0].name, models[1].name)
    return run
