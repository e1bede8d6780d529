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
        return json.loads(self.line)  # type: ignore[no-any-return]

    @property
    def _told(self) -> Json:
        if self._json is None:
            self._json = self.json()
        return self._json

    @property
    def file(self) -> str:
        """The name of the test's text."""
        return str(self._told["file"])

    @property
    def test(self) -> Optional[str]:
        """The test's name; none where the text is no test."""
        return self._told.get("test")

    @property
    def error(self) -> Optional[str]:
        """Why there is no answer."""
        return self._told.get("error")
