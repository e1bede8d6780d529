"""Rows: what workers say of one test each, a line of JSON."""

from __future__ import annotations

import json
from typing import Optional

from ._outcome import Json


class _Row:
    """What is known of one test, and is read from its line when somebody asks."""

    __slots__ = ("_json", "line")

    def __init__(self, line: str) -> None:
        self.line = line
        """The line, without its end."""
        self._json: Optional[Json] = None

    def json(self) -> Json:
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
        return self.json().get("test")

    @property
    def error(self) -> Optional[str]:
        """Why there is no answer."""
        return self.json().get("error")
