"""Suites of tests on many machines, by Ray: `pip install 'gpu-litmus[cluster]'`.

    from gpu_litmus.cluster import verify

    for row in verify("suite/", ["ptx-7.5"], address="auto", journal="suite.journal"):
        print(row.file, row.model, row.verdict)

The rows are those of `gpu-litmus batch`, in its order. `python -m gpu_litmus.cluster --help` is the same as a command.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import deque
from dataclasses import asdict, dataclass
from typing import Any, Deque, Dict, Generator, Iterable, Iterator, List, Optional, Sequence, Tuple, Union

from . import _native
from ._ask import AnyModel, _count, _millis
from ._errors import Error, ModelError, RequestError, answered
from ._model import Model, model_of
from ._test import Test

__all__ = ["ClusterError", "Limits", "Row", "Run", "verify"]

Path = Union[str, "os.PathLike[str]"]
Source = Union[Path, Test, Tuple[str, str]]


class ClusterError(Error):
    """The cluster cannot do what is asked: a worker has another version of this package, say."""


@dataclass(frozen=True)
class Limits:
    """What is asked of each test, and when to give up; as the options of `gpu-litmus batch`."""

    timeout: Optional[float] = None
    """Seconds for each question (60)."""
    reason_time: Optional[float] = None
    """Seconds for each reason (2)."""
    bound: Optional[int] = None
    """How often a backward jump is taken (2)."""
    quantity: bool = True
    """Whether to ask in how many executions the condition holds."""
    reason: bool = True
    """Whether to say why something is unreachable."""
    engine: str = "auto"
    """Who answers."""
    strict: bool = False
    """Whether a test's own statement is an expectation, and a warning a mistake."""


class Row:
    """What is known of one test under one model: a line of `gpu-litmus batch --format jsonl`."""

    __slots__ = ("_json", "line")

    def __init__(self, line: str) -> None:
        self.line = line
        """The line, without its end."""
        self._json: Optional[Dict[str, Any]] = None

    def json(self) -> Dict[str, Any]:
        """The line as an object."""
        if self._json is None:
            self._json = json.loads(self.line)
        return self._json

    @property
    def file(self) -> str:
        """The name of the test's text."""
        return str(self.json()["file"])

    @property
    def test(self) -> Optional[str]:
        """The test's name; none where the text is no test."""
        return self.json()["test"]  # type: ignore[no-any-return]

    @property
    def model(self) -> Optional[str]:
        """The model's name; none where the text is no test."""
        return self.json()["model"]  # type: ignore[no-any-return]

    @property
    def verdict(self) -> Optional[str]:
        """The verdict; none where there is an error."""
        return self.json()["verdict"]  # type: ignore[no-any-return]

    @property
    def error(self) -> Optional[str]:
        """Why there is no answer."""
        return self.json().get("error")

    def __repr__(self) -> str:
        return f"<Row {self.file} under {self.model}: {self.verdict or 'error'}>"


@dataclass
class _Piece:
    """One test of a part: with a text, or with a problem instead; or with rows that are known."""

    name: str
    text: Optional[str]
    problem: Optional[str]
    kept: Optional[str]

    @property
    def open(self) -> bool:
        return self.kept is None and self.problem is None


@dataclass
class _Part:
    """What one task answers."""

    pieces: List[_Piece]
    task: Any


def _answer(question: str, version: str, tests: List[Tuple[str, str]]) -> List[str]:
    """A worker's part."""
    if version != _native.VERSION:
        raise ClusterError(
            f"a worker has gpu-litmus {_native.VERSION}, who asks has {version}: install one version everywhere"
        )
    return _native.Asker(question).ask(tests)


class Run:
    """Rows, in the order of the tests, as they are found. It can be run through once; `close` ends it early."""

    def __init__(
        self,
        tests: Iterable[_Piece],
        asker: _native.Asker,
        question: str,
        address: Optional[str],
        size: int,
        retries: int,
        resume: bool,
        remarks: List[str],
    ) -> None:
        self._tests = iter(tests)
        self._asker = asker
        self._question = question
        self._address = address
        self._size = size
        self._retries = retries
        self._resume = resume
        self._rows = self._found()
        self.remarks = remarks
        """Remarks on what was found in the journal."""
        self.done = 0
        """Tests that are done."""
        self.kept = 0
        """Tests of them whose rows the journal had."""
        self.repeated = 0
        """Parts that were asked in halves, because who was asked was gone again and again."""

    def __iter__(self) -> Iterator[Row]:
        return self._rows

    def __next__(self) -> Row:
        return next(self._rows)

    def close(self) -> None:
        """Ends the run: what is being asked is given up."""
        self._rows.close()

    def _found(self) -> Generator[Row, None, None]:
        ray = _ray()
        ours = not ray.is_initialized()
        if ours:
            local = {"include_dashboard": False} if self._address is None else {}
            ray.init(address=self._address, log_to_driver=False, logging_level="warning", **local)
        waiting: Deque[_Part] = deque()
        try:
            task = ray.remote(num_cpus=1, max_retries=self._retries)(_answer)
            ahead = max(4, 3 * int(ray.cluster_resources().get("CPU", 1)))
            rows = 0
            while True:
                # Nobody runs further ahead of who reads the rows than this.
                while len(waiting) < ahead:
                    part = self._next(task)
                    if part is None:
                        break
                    waiting.append(part)
                if not waiting:
                    break
                part = waiting.popleft()
                try:
                    found = self._wait(ray, part)
                except _Gone as gone:
                    for half in reversed(self._halves(task, part, str(gone))):
                        waiting.appendleft(half)
                    continue
                for piece in part.pieces:
                    for line in self._take(piece, found).splitlines():
                        rows += 1
                        yield Row(line)
                    self.done += 1
            self._asker.finish(self.done, rows)
        finally:
            for part in waiting:
                if part.task is not None:
                    ray.cancel(part.task, force=True)
            if ours:
                ray.shutdown()

    def _next(self, task: Any) -> Optional[_Part]:
        pieces: List[_Piece] = []
        for piece in self._tests:
            if self._resume and piece.kept is None:
                piece.kept = self._asker.kept(piece.name, piece.text, piece.problem)
            pieces.append(piece)
            if len(pieces) == self._size:
                break
        return self._part(task, pieces) if pieces else None

    def _part(self, task: Any, pieces: List[_Piece]) -> _Part:
        tests = [(piece.name, piece.text or "") for piece in pieces if piece.open]
        asked = task.remote(self._question, _native.VERSION, tests) if tests else None
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
            text = f"the cluster is gone ({type(error).__name__}); with a journal, `resume` goes on where it ended"
            raise ClusterError(text) from error

    def _halves(self, task: Any, part: _Part, why: str) -> List[_Part]:
        """What a part becomes whose worker is gone each time: one test is to blame, and the others want answers."""
        self.repeated += 1
        asked = [piece for piece in part.pieces if piece.open]
        if len(asked) == 1:
            times = self._retries + 1
            asked[0].problem = f"the process that was asked ended each of {times} times ({why})"
            return [_Part(part.pieces, None)]
        middle = len(part.pieces) // 2
        halves = (part.pieces[:middle], part.pieces[middle:])
        return [self._part(task, half) for half in halves if half]

    def _take(self, piece: _Piece, found: Iterator[str]) -> str:
        if piece.kept is not None:
            self.kept += 1
            return piece.kept
        if piece.problem is not None:
            return self._asker.take(_native.Asker.broken(piece.name, piece.text, piece.problem))
        return self._asker.take(next(found))


class _Gone(Exception):
    """Whoever was asked is gone, again and again."""


def _ray() -> Any:
    try:
        import ray
        import ray.exceptions
    except ImportError as error:
        text = "Ray is not installed: pip install 'gpu-litmus[cluster]'"
        raise ImportError(text) from error
    return ray


def verify(
    tests: Union[Path, Iterable[Source]],
    models: Union[AnyModel, Sequence[AnyModel]],
    *,
    address: Optional[str] = None,
    journal: Optional[Path] = None,
    resume: bool = False,
    limits: Optional[Limits] = None,
    batch: int = 64,
    retries: int = 3,
) -> Run:
    """Asks models about many tests on a Ray cluster; gives the rows in order, as they are found.

    tests: a path, or a list of paths: files, folders and patterns, as `gpu-litmus batch` takes them, in its order.
        Or an iterator of tests, of pairs of a name and a text, or of files: in the order in which they come; it is
        read only as far as there are workers for it. Workers need no files. Launches of kernels are refused.
    models: by name or `Model`; `all` for those that accept the test.
    address: of the cluster, `auto` for the one that this machine belongs to; none starts one on this machine.
    journal, resume: rows are written there, too, in the form of `gpu-litmus batch --journal`; a run goes on where
        the journal ends.
    batch: tests for each task. retries: how often a task is begun again whose worker or machine is gone.
    """
    _ray()
    if batch < 1 or retries < 0:
        raise RequestError("batch is 1 or more, retries 0 or more")
    if resume and journal is None:
        raise RequestError("resume needs a journal")
    if isinstance(models, (str, Model)):
        models = [models]
    wanted = limits or Limits()
    options = asdict(wanted)
    options["timeout"] = _millis(wanted.timeout, "timeout")
    options["reason_time"] = _millis(wanted.reason_time, "reason_time")
    options["bound"] = _count(wanted.bound, "bound")
    named = [
        {"model": "all"} if model == "all" else model_of(model)._request() for model in models
    ]
    question = json.dumps({"models": named, "shown": journal is not None, **options})
    try:
        asker = _native.Asker(question)
    except _native.Refused as refused:
        answered(str(refused), ModelError, RequestError)
        raise
    pieces = _pieces(tests)
    remarks = [] if journal is None else asker.journal(journal, resume)
    return Run(pieces, asker, question, address, batch, retries, resume, remarks)


def _pieces(tests: Union[Path, Iterable[Source]]) -> Iterable[_Piece]:
    if isinstance(tests, (str, os.PathLike)):
        tests = [tests]
    if isinstance(tests, (list, tuple)) and all(
        isinstance(path, (str, os.PathLike)) for path in tests
    ):
        found = _native.files(list(tests))
        launches = [path for path, _, launch in found if launch]
        if launches:
            raise RequestError(
                f"{launches[0]} is a launch of a kernel, which needs the files beside it: ask launches with "
                "`gpu-litmus batch`"
            )
        return (_read(path, problem) for path, problem, _ in found)
    return (_given(one) for one in tests)


def _read(path: Path, problem: Optional[str] = None) -> _Piece:
    name, text, why = (str(path), None, problem) if problem else _native.read(path)
    return _Piece(name, text, why, None)


def _given(one: Source) -> _Piece:
    if isinstance(one, Test):
        return _Piece(one.file, one.text, None, None)
    if isinstance(one, tuple):
        name, text = one
        return _Piece(str(name), str(text), None, None)
    if isinstance(one, (str, os.PathLike)):
        return _read(one)
    raise TypeError(f"a path, a Test or a pair of a name and a text is needed, not {one!r}")


def _grade(row: Row) -> int:
    """The exit code of `gpu-litmus batch` for a row."""
    if row.verdict is None:
        return 2
    if row.verdict in ("unknown", "unsupported"):
        return 3
    return 1 if row.json().get("agrees") is False else 0


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """The command: rows as JSON lines on the standard output, and the exit code of `gpu-litmus batch`."""
    parser = argparse.ArgumentParser(
        prog="python -m gpu_litmus.cluster",
        description="Verify a suite on a Ray cluster; JSON lines, as `gpu-litmus batch --format jsonl` prints them.",
    )
    parser.add_argument("paths", nargs="+", metavar="PATH", help="files, folders and patterns")
    parser.add_argument("-m", "--models", required=True, help="models by name, with commas; or all")
    parser.add_argument("--address", help="of the cluster; `auto` for this machine's; none starts one here")
    parser.add_argument("--journal", metavar="FILE", help="write every row to this file, too")
    parser.add_argument("--resume", action="store_true", help="go on with the journal")
    parser.add_argument("--timeout", type=float, metavar="SECONDS", help="for each question [60]")
    parser.add_argument("--bound", type=int, help="how often a backward jump is taken [2]")
    parser.add_argument("--batch", type=int, default=64, metavar="N", help="tests for each task [64]")
    wanted = parser.parse_args(arguments)
    gravest = 0
    order = (0, 1, 3, 2)
    try:
        run = verify(
            wanted.paths,
            [name.strip() for name in wanted.models.split(",")],
            address=wanted.address,
            journal=wanted.journal,
            resume=wanted.resume,
            limits=Limits(timeout=wanted.timeout, bound=wanted.bound),
            batch=wanted.batch,
        )
        for remark in run.remarks:
            print(f"note: {remark}", file=sys.stderr)
        for row in run:
            sys.stdout.write(row.line + "\n")
            gravest = max(gravest, _grade(row), key=order.index)
        sys.stdout.flush()
    except (Error, OSError, ImportError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return gravest


if __name__ == "__main__":
    sys.exit(main())
