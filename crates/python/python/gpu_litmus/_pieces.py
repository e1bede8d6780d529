"""Tests that are handed out: from files, or from who makes them."""

from __future__ import annotations

import os
from dataclasses import dataclass
from operator import length_hint
from typing import Any, Callable, Generic, Iterable, Iterator, List, Optional, Tuple, TypeVar, Union

from . import _native
from ._errors import RequestError
from ._given import each_of
from ._test import Test

Path = Union[str, "os.PathLike[str]"]
Source = Union[Path, Test, Tuple[str, str]]
Files = Callable[[List[Any]], List[Tuple[str, Optional[str], bool]]]
Given = TypeVar("Given")


@dataclass
class Piece:
    """One test of a part: with a text, or with a problem instead; or with rows that are known."""

    name: str
    text: Optional[str]
    problem: Optional[str]
    kept: Optional[str]
    # What `batch` says of a file that cannot be read.
    row: Optional[str] = None

    @property
    def open(self) -> bool:
        return self.kept is None and self.problem is None


def pieces_of(tests: Union[Path, Iterable[Source]], files: Files = _native.files) -> Iterable[Piece]:
    """The tests that somebody named or makes; `files` says which files paths mean."""
    if isinstance(tests, (str, os.PathLike)):
        tests = [tests]
    tests = each_of(tests, "tests", "a path, or an iterable of paths, of tests or of pairs of a name and a text")
    if isinstance(tests, (list, tuple)) and all(
        isinstance(path, (str, os.PathLike)) for path in tests
    ):
        found = files(list(tests))
        launches = [path for path, _, launch in found if launch]
        if launches:
            raise RequestError(
                f"{launches[0]} is a launch of a kernel, which needs the files beside it: ask launches with "
                "`gpu-litmus batch`"
            )
        return _Pieces(found, lambda file: _read(file[0], file[1]))
    return _Pieces(tests, _given)


class _Pieces(Generic[Given]):
    """The tests of a suite, each read when its turn comes."""

    def __init__(self, sources: Iterable[Given], read: Callable[[Given], Piece]) -> None:
        self._sources, self._read = sources, read

    def __iter__(self) -> Iterator[Piece]:
        return map(self._read, self._sources)

    def __length_hint__(self) -> int:
        """How many, where that is known."""
        return length_hint(self._sources)


def _read(path: Path, problem: Optional[str] = None) -> Piece:
    if problem:
        return Piece(str(path), None, problem, None)
    name, text, why, row = _native.read(path)
    return Piece(name, text, why, None, row)


def _given(one: Source) -> Piece:
    if isinstance(one, Test):
        return Piece(one.file, one.text, None, None)
    if isinstance(one, tuple):
        name, text = one
        return Piece(str(name), str(text), None, None)
    if isinstance(one, (str, os.PathLike)):
        return _read(one)
    raise TypeError(f"a path, a Test or a pair of a name and a text is needed, not {one!r}")
