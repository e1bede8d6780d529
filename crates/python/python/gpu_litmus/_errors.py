"""What can go wrong before there is an answer."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Tuple, Type

if TYPE_CHECKING:
    from ._outcomes import Outcomes


@dataclass(frozen=True)
class Label:
    """A place with a remark. Lines and columns count from 1, columns in characters."""

    line: int
    column: int
    text: str


@dataclass(frozen=True)
class Diagnostic:
    """A mistake or a warning in a text."""

    file: str
    """The name of the text."""
    message: str
    """What is wrong."""
    labels: Tuple[Label, ...]
    """Places with a remark each; the first is the main one."""
    help: Optional[str]
    """What was expected, or the nearest thing that exists."""
    warning: bool
    """Whether the text has a meaning all the same."""

    @classmethod
    def _of(cls, told: Dict[str, Any]) -> Diagnostic:
        labels = tuple(
            Label(label["line"], label["column"], label["text"]) for label in told["labels"]
        )
        return cls(told["file"], told["message"], labels, told["help"], told["warning"])


class Error(Exception):
    """What this package raises. Its text is for people; `diagnostics` are for programs."""

    def __init__(self, text: str, diagnostics: Tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(text, diagnostics)
        self.diagnostics: Tuple[Diagnostic, ...] = diagnostics
        """The mistakes, with their places; none where no text is at fault."""
        self.outcomes: Optional[Outcomes] = None
        """What `check_all` was answered of everything else; none where nothing else was asked."""

    def __str__(self) -> str:
        return str(self.args[0])


class TestError(Error):
    """The text of a test has mistakes."""

    __test__ = False  # pytest takes classes of such a name for tests.


class ModelError(Error):
    """There is no such model, or its text has mistakes."""


class RequestError(Error, ValueError):
    """What is asked makes no sense: an option that does not exist, say."""


def refusal(told: Dict[str, Any], mistakes: Type[Error], other: Type[Error]) -> Optional[Error]:
    """The exception for a refusal; none where something was answered."""
    if "error" in told:
        return other(told["error"])
    if "rendered" in told and told.get("diagnostics"):
        diagnostics = tuple(Diagnostic._of(one) for one in told["diagnostics"])
        return mistakes(told["rendered"].rstrip(), diagnostics)
    return None


def answered(text: str, mistakes: Type[Error], other: Type[Error]) -> Dict[str, Any]:
    """An answer of the compiled part; raises where it is a refusal."""
    told: Dict[str, Any] = json.loads(text)
    error = refusal(told, mistakes, other)
    if error is not None:
        raise error
    return told


def diagnostics_of(told: Dict[str, Any]) -> List[Diagnostic]:
    """The mistakes and warnings of an answer."""
    return [Diagnostic._of(one) for one in told["diagnostics"]]
