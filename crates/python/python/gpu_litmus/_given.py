"""What callers give: checked before it goes to the compiled part, whose messages are about JSON."""

from __future__ import annotations

import operator
import os
from typing import Any, List, Optional, Type

from ._errors import Error, RequestError


def _kind(given: object) -> str:
    return type(given).__name__


def text_of(given: object, what: str, error: Type[Error]) -> str:
    """A text; raises TypeError where it is none, and `error` where UTF-8 has no form of it."""
    if not isinstance(given, str):
        raise TypeError(f"{what} must be a str, not {_kind(given)}")
    try:
        given.encode()
    except UnicodeEncodeError as found:
        at = found.start
        text = f"{what} is no Unicode: {given[at]!r}, its character {at + 1}, is half of a surrogate pair"
        raise error(text) from None
    return given


def path_of(given: object) -> str:
    """A path; raises TypeError where it is none, also where it is one of bytes."""
    path = os.fspath(given) if isinstance(given, os.PathLike) else given
    if not isinstance(path, str):
        raise TypeError(f"path must be a str or an os.PathLike of str, not {_kind(path)}")
    return path


def words_of(given: Any, what: str) -> List[str]:
    """One word or several."""
    if isinstance(given, str):
        return [given]
    try:
        words = list(given)
    except TypeError:
        raise TypeError(f"{what} must be a str or a sequence of str, not {_kind(given)}") from None
    for word in words:
        if not isinstance(word, str):
            raise TypeError(f"{what} must be a str or a sequence of str: {word!r} in it is of {_kind(word)}")
    return words


def millis(seconds: Optional[float], what: str) -> Optional[int]:
    """Seconds in milliseconds, 1 at least."""
    if seconds is None:
        return None
    try:
        fits = bool(0 < seconds < 1e15)
    except (TypeError, ValueError):
        fits = False
    if not fits:
        raise RequestError(f"{what} is a number of seconds, more than 0: {seconds!r} is none")
    return max(1, round(seconds * 1000))


def count(number: Optional[int], what: str, least: int = 0, most: int = 65535) -> Optional[int]:
    """A whole number, within limits."""
    if number is None:
        return None
    try:
        whole = -1 if isinstance(number, bool) else operator.index(number)
    except TypeError:
        whole = -1
    if not least <= whole <= most:
        raise RequestError(f"{what} is a whole number from {least} to {most}: {number!r} is none")
    return whole
