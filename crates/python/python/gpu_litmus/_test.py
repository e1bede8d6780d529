"""Litmus tests."""

from __future__ import annotations

import json
import os
from typing import Tuple, Union

from . import _native
from ._errors import Diagnostic, TestError, diagnostics_of
from ._given import path_of, text_of


class Test:
    """A litmus test without mistakes. Tests are values: equal where their texts and names are."""

    __test__ = False  # pytest takes classes of such a name for tests.
    __slots__ = ("_file", "_name", "_statement", "_text", "_warnings")

    def __init__(self, text: str, *, file: str = "test.litmus") -> None:
        """Reads a test from its text; `file` is what diagnostics and answers call it.

        Raises `TestError` with all mistakes of the text.
        """
        request = {"text": text_of(text, "text", TestError), "name": text_of(file, "file", TestError)}
        told = json.loads(_native.diagnose(json.dumps(request)))
        diagnostics = diagnostics_of(told)
        if told["test"] is None:
            raise TestError(told["rendered"].rstrip(), tuple(diagnostics))
        self._text = text
        self._file = file
        self._name: str = told["test"]
        self._statement: str = told["statement"]
        self._warnings = tuple(diagnostics)

    @classmethod
    def from_text(cls, text: str, *, file: str = "test.litmus") -> Test:
        """Reads a test from its text; `file` is what diagnostics and answers call it."""
        return cls(text, file=file)

    @classmethod
    def from_file(cls, path: Union[str, os.PathLike[str]]) -> Test:
        """Reads a test from a file.

        Raises `OSError` where it cannot be read, `TestError` where it is no test.
        """
        path = path_of(path)
        os.stat(path)  # Raises FileNotFoundError and the like, as Python's users expect.
        name, text, why, _ = _native.read(path)
        if text is None:
            if os.path.isdir(path) or not os.access(path, os.R_OK):
                raise OSError(why)
            raise TestError(str(why))
        return cls(text, file=name)

    @property
    def text(self) -> str:
        """The text."""
        return self._text

    @property
    def file(self) -> str:
        """What diagnostics and answers call it."""
        return self._file

    @property
    def name(self) -> str:
        """The name in its first line."""
        return self._name

    @property
    def statement(self) -> str:
        """The condition, as it is written."""
        return self._statement

    @property
    def warnings(self) -> Tuple[Diagnostic, ...]:
        """What looks like a mistake and has a meaning all the same."""
        return self._warnings

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Test):
            return NotImplemented
        return (self._text, self._file) == (other._text, other._file)

    def __hash__(self) -> int:
        return hash((self._text, self._file))

    def __reduce__(self) -> Tuple[object, Tuple[str, str]]:
        return _again, (self._text, self._file)

    def __repr__(self) -> str:
        return f"<Test {self._name} ({self._file})>"

    def __str__(self) -> str:
        return self._text


def _again(text: str, file: str) -> Test:
    return Test(text, file=file)
