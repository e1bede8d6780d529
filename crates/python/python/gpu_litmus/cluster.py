"""Suites of tests on many machines, by Ray: `pip install 'gpu-litmus[cluster]'`.

    from gpu_litmus.cluster import verify

    for row in verify("suite/", ["ptx-7.5"], address="auto", journal="suite.journal"):
        print(row.file, row.model, row.verdict)

The rows are those of `gpu-litmus batch`, in its order. `python -m gpu_litmus.cluster --help` is the same as a command.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from typing import Iterable, List, Optional, Sequence, Tuple, Union

from . import _native
from ._ask import AnyModel, known
from ._errors import Error, RequestError
from ._given import count, each_of, flag, millis
from ._model import Model, model_of
from ._pairs import Comparison, Difference, compare
from ._pieces import Path, Piece, Source, pieces_of
from ._ray import ClusterError
from ._row import _Row
from ._run import Handed, Terms, Worker, accepted, begin

__all__ = ["ClusterError", "Comparison", "Difference", "Limits", "Row", "Run", "compare", "verify"]

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


class Row(_Row):
    """What is known of one test under one model: a line of `gpu-litmus batch --format jsonl`."""

    __slots__ = ()

    @property
    def model(self) -> Optional[str]:
        """The model's name; none where the text is no test."""
        return self._told["model"]  # type: ignore[no-any-return]

    @property
    def verdict(self) -> Optional[str]:
        """The verdict; none where there is an error."""
        return self._told["verdict"]  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        return f"<Row {self.file} under {self.model}: {self.verdict or 'error'}>"


def _answer(question: str, version: str, tests: List[Tuple[str, str]]) -> List[str]:
    """A worker's part."""
    begin(question, version)
    return _native.Asker(question).ask(tests)


@dataclass(frozen=True)
class _Suite:
    """Models asked about tests, as `gpu-litmus batch` does."""

    asker: _native.Asker
    question: str
    worker: Worker

    def kept(self, piece: Piece) -> Optional[str]:
        return self.asker.kept(piece.name, piece.text, piece.problem)

    def take(self, piece: Piece, found: str) -> str:
        return self.asker.take(found)

    def broken(self, piece: Piece) -> str:
        row = piece.row or _native.Asker.broken(piece.name, piece.text, piece.problem or "")
        return self.asker.take(row)

    def finish(self, tests: int, rows: int) -> None:
        self.asker.finish(tests, rows)


class Run(Handed[Row]):
    """Rows, in the order of the tests, as they are found. It can be run through once; `close` ends it early."""


def verify(
    tests: Union[Path, Iterable[Source]],
    models: Union[AnyModel, Sequence[AnyModel]],
    *,
    address: Optional[str] = None,
    journal: Optional[Path] = None,
    resume: bool = False,
    limits: Optional[Limits] = None,
    batch: Optional[int] = None,
    retries: int = 3,
) -> Run:
    """Asks models about many tests on a Ray cluster; gives the rows in order, as they are found.

    tests: a path, or a list of paths: files, folders and patterns, as `gpu-litmus batch` takes them, in its order.
        Or an iterator of tests, of pairs of a name and a text, or of files: in the order in which they come; it is
        read only as far as there are workers for it. Workers need no files. Launches of kernels are refused.
    models: by name or `Model`; `all` for those that accept the test.
    address: of the cluster, `auto` for the one that this machine belongs to; none starts one on this machine. A cluster
        that this process is connected to already is used; where the address is another one, that is a `RequestError`.
    journal, resume: rows are written there, too, in the form of `gpu-litmus batch --journal`; a run goes on where
        the journal ends.
    batch: tests for each task; from 8 to 128 as they fit the suite and the cluster, unless said.
    retries: how often a task is begun again whose worker or machine is gone.
    """
    terms = Terms.of(address, batch, retries, journal, resume)
    listed: Iterable[AnyModel] = [models] if isinstance(models, (str, Model)) else models
    listed = each_of(listed, "models", "a Model, the name of one, or a sequence of them")
    wanted = Limits() if limits is None else limits
    if not isinstance(wanted, Limits):
        raise TypeError(f"limits must be a Limits, not {type(limits).__name__}")
    known(wanted.engine)
    options = {
        "timeout": millis(wanted.timeout, "timeout"),
        "reason_time": millis(wanted.reason_time, "reason_time"),
        "bound": count(wanted.bound, "bound"),
        "quantity": flag(wanted.quantity, "quantity"),
        "reason": flag(wanted.reason, "reason"),
        "engine": wanted.engine,
        "strict": flag(wanted.strict, "strict"),
    }
    named = [
        {"model": "all"} if model == "all" else model_of(model)._request() for model in listed
    ]
    question = json.dumps({"models": named, "shown": journal is not None, **options})
    asker = accepted(_native.Asker, question)
    pieces = pieces_of(tests)
    remarks = [] if journal is None else asker.journal(journal, resume)
    return Run(pieces, _Suite(asker, question, _answer), Row, terms, remarks)


def _grade(row: Row) -> int:
    """The exit code of `gpu-litmus batch` for a row."""
    if row.verdict is None:
        return 2
    if row.verdict in ("unknown", "unsupported"):
        return 3
    return 1 if row._told.get("agrees") is False else 0


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """The command: what `gpu-litmus batch --format jsonl` or `compare --format json` prints, with its exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m gpu_litmus.cluster",
        description="Verify a suite on a Ray cluster; JSON lines, as `gpu-litmus batch --format jsonl` prints them. "
        "Or compare two models on it; JSON, as `gpu-litmus compare --format json` prints it.",
    )
    parser.add_argument("paths", nargs="+", metavar="PATH", help="files, folders and patterns")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("-m", "--models", help="models by name, with commas; or all")
    what.add_argument("--compare", metavar="A,B", help="the two models to compare")
    parser.add_argument("--address", help="of the cluster; `auto` for this machine's; none starts one here")
    parser.add_argument("--journal", metavar="FILE", help="write every row to this file, too")
    parser.add_argument("--resume", action="store_true", help="go on with the journal")
    parser.add_argument("--timeout", type=float, metavar="SECONDS", help="for each question [60]")
    parser.add_argument("--bound", type=int, help="how often a backward jump is taken [2]")
    parser.add_argument("--batch", type=int, metavar="N", help="tests for each task [8 to 128]")
    wanted = parser.parse_args(arguments)
    try:
        return _verified(wanted) if wanted.compare is None else _compared(wanted)
    except (Error, OSError, ImportError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


def _names(listed: str) -> List[str]:
    return [name.strip() for name in listed.split(",")]


def _verified(wanted: argparse.Namespace) -> int:
    run = verify(
        wanted.paths,
        _names(wanted.models),
        address=wanted.address,
        journal=wanted.journal,
        resume=wanted.resume,
        limits=Limits(timeout=wanted.timeout, bound=wanted.bound),
        batch=wanted.batch,
    )
    gravest = 0
    order = (0, 1, 3, 2)
    for remark in run.remarks:
        print(f"note: {remark}", file=sys.stderr)
    for row in run:
        sys.stdout.write(row.line + "\n")
        gravest = max(gravest, _grade(row), key=order.index)
    sys.stdout.flush()
    return gravest


def _compared(wanted: argparse.Namespace) -> int:
    models = _names(wanted.compare)
    if len(models) != 2:
        raise RequestError(f"--compare takes two models with a comma between them, not {wanted.compare!r}")
    run = compare(
        models[0],
        models[1],
        wanted.paths,
        address=wanted.address,
        journal=wanted.journal,
        resume=wanted.resume,
        timeout=wanted.timeout,
        bound=wanted.bound,
        batch=wanted.batch,
    )
    for remark in run.remarks:
        print(f"note: {remark}", file=sys.stderr)
    found = run.compared()
    for _, error in run.errors:
        print(f"error: {error}", file=sys.stderr)
    print(json.dumps(found.json(), indent=2, ensure_ascii=False))
    if run.errors:
        return 2
    return 3 if found.summary["unknown"] or found.summary["unsupported"] else 0


if __name__ == "__main__":
    sys.exit(main())
