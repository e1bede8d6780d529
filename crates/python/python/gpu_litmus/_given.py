"""What callers give: checked before it goes to the compiled part, whose messages are about JSON."""

from __future__ import annotations

import io
import operator
import os
from numbers import Number
from typing import Any, Iterable, List, Optional, Type, TypeVar

from ._errors import Error, RequestError

Given = TypeVar("Given")

#: Texts are no larger, in bytes: as the compiled part has it for tests.
LARGEST = 1 << 20


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


def path_of(given: object, what: str = "path") -> str:
    """A path; raises TypeError where it is none, also where it is one of bytes."""
    path = os.fspath(given) if isinstance(given, os.PathLike) else given
    if not isinstance(path, str):
        raise TypeError(f"{what} must be a str or an os.PathLike of str, not {_kind(path)}")
    return path


def read(path: str, error: Type[Error]) -> str:
    """The text of a file; raises OSError where it cannot be read, and `error` where it is no text or too large."""
    with open(path, "rb") as file:
        found = file.read(LARGEST + 1)
    if len(found) > LARGEST:
        raise error(f"{path}: larger than 1 MiB")
    try:
        return io.TextIOWrapper(io.BytesIO(found), encoding="utf-8").read()
    except UnicodeDecodeError as wrong:
        raise error(f"{path}: {wrong}") from wrong


def flag_of(given: Any) -> Optional[bool]:
    """True or false, also that of NumPy, which is no bool; none where it is neither."""
    kind = type(given)
    if isinstance(given, bool) or (kind.__module__ == "numpy" and kind.__name__ in ("bool", "bool_")):
        return bool(given)
    return None


def flag(given: Any, what: str) -> bool:
    """True or false; raises TypeError where it is neither."""
    found = flag_of(given)
    if found is None:
        raise TypeError(f"{what} must be a bool, not {_kind(given)}")
    return found


def each_of(given: Iterable[Given], what: str, wanted: str) -> Iterable[Given]:
    """What can be run through; raises TypeError where it cannot."""
    try:
        iter(given)
    except TypeError:
        raise TypeError(f"{what} must be {wanted}, not {_kind(given)}") from None
    return given


def words_of(given: Any, what: str) -> List[str]:
    """One word or several."""
    wanted = "a str or a sequence of str"
    words = [given] if isinstance(given, str) else list(each_of(given, what, wanted))
    for word in words:
        if not isinstance(word, str):
            raise TypeError(f"{what} must be {wanted}: {word!r} in it is of {_kind(word)}")
        text_of(word, what, RequestError)
    return words


def _number(given: object) -> bool:
    return isinstance(given, Number) and not isinstance(given, bool)


def millis(seconds: Optional[float], what: str) -> Optional[int]:
    """Seconds in milliseconds, 1 at least."""
    if seconds is None:
        return None
    if not _number(seconds):
        raise TypeError(f"{what} must be a number of seconds, not {_kind(seconds)}")
    try:
        fits = bool(0 < seconds < 1e15)
    except (TypeError, ValueError, ArithmeticError):
        fits = False
    if not fits:
        raise RequestError(f"{what} is a number of seconds, more than 0: {seconds!r} is none")
    return max(1, round(seconds * 1000))


def count(number: Optional[int], what: str, least: int = 0, most: int = 65535) -> Optional[int]:
    """A whole number, within limits."""
    return None if number is None else whole(number, what, least, most)


def whole(number: int, what: str, least: int = 0, most: int = 65535) -> int:
    """A whole number, within limits, that has to be there."""
    try:
        found = None if isinstance(number, bool) else operator.index(number)
    except TypeError:
        found = None
    if found is None and not _number(number):
        raise TypeError(f"{what} must be a whole number, not {_kind(number)}")
    if found is None or not least <= found <= most:
        raise RequestError(f"{what} is a whole number from {least} to {most}: {number!r} is none")
    return found
