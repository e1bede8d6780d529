"""Answers about fences, proofs and smaller tests: what the JSON of the command line says."""

from __future__ import annotations

from typing import Any, List, Optional

from ._outcome import Json, _copy
from ._test import Test


class _Told:
    """What the JSON of a command says."""

    __slots__ = ("_json", "_text")

    def __init__(self, told: Json, text: str) -> None:
        self._json = told
        self._text = text

    def json(self) -> Json:
        """All of it, as the command prints it with `--format json`."""
        return _copy(self._json)  # type: ignore[no-any-return]

    def _part(self, name: str) -> Any:
        return _copy(self._json[name])

    def __str__(self) -> str:
        return self._text.rstrip("\n")


class Proof(_Told):
    """Whether the fences of a test suffice, and which of them it takes."""

    @property
    def verdict(self) -> str:
        """`proved`, `refuted`, `vacuous`, `unknown` or `unsupported`."""
        return str(self._json["verdict"])

    @property
    def claim(self) -> str:
        """What is to be proven, in words."""
        return str(self._json["claim"])

    @property
    def needed(self) -> Optional[Json]:
        """What the proof needs."""
        return self._part("needed")  # type: ignore[no-any-return]

    @property
    def fences(self) -> List[Json]:
        """All fences of the test, each with whether it is needed."""
        return self._part("fences")  # type: ignore[no-any-return]

    @property
    def weaker(self) -> List[Json]:
        """Accesses that may be weaker."""
        return self._part("weaker")  # type: ignore[no-any-return]

    @property
    def notes(self) -> List[str]:
        """Remarks."""
        return self._part("notes")  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        return f"<Proof {self._json['test']} under {self._json['model']}: {self.verdict}>"


class Fences(_Told):
    """The cheapest fences that forbid a condition."""

    __slots__ = ("_file",)

    def __init__(self, told: Json, text: str, file: str) -> None:
        super().__init__(told, text)
        self._file = file

    @property
    def answer(self) -> str:
        """What came out, in a word: see `docs/fences.md`."""
        return str(self._json["answer"])

    @property
    def cost(self) -> Optional[int]:
        """What the cheapest solutions cost."""
        return self._json["cost"]  # type: ignore[no-any-return]

    @property
    def test(self) -> Optional[Test]:
        """The test with the first solution; none where there is none."""
        solutions = self._json["solutions"]
        return Test(solutions[0]["patched"], file=self._file) if solutions else None

    @property
    def solutions(self) -> List[Json]:
        """The solutions: each with its edits, its text and its proof."""
        return self._part("solutions")  # type: ignore[no-any-return]

    @property
    def notes(self) -> List[str]:
        """Remarks."""
        return self._part("notes")  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        return f"<Fences {self._json['test']} under {self._json['model']}: {self.answer}>"


class Minimized:
    """The smallest part of a test with the same verdict."""

    __slots__ = ("_file", "_json")

    def __init__(self, told: Json, file: str) -> None:
        self._json = told
        self._file = file

    @property
    def test(self) -> Optional[Test]:
        """The smaller test; none where the verdict is open."""
        text = self._json["minimized"]
        return None if text is None else Test(text, file=self._file)

    @property
    def diff(self) -> str:
        """What goes, as a unified diff."""
        return str(self._json["diff"])

    @property
    def before(self) -> Optional[Json]:
        """How large the test is."""
        return _copy(self._json["before"])  # type: ignore[no-any-return]

    @property
    def after(self) -> Optional[Json]:
        """How large the smaller one is."""
        return _copy(self._json["after"])  # type: ignore[no-any-return]

    @property
    def notes(self) -> List[str]:
        """Why nothing was minimized."""
        return list(self._json["notes"])

    def json(self) -> Json:
        """All of it."""
        return _copy(self._json)  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        before, after = self.before, self.after
        if before is None or after is None:
            return f"<Minimized {self._file}: nothing>"
        return f"<Minimized {self._file}: {after['instructions']} of {before['instructions']} instructions>"

    def __str__(self) -> str:
        return str(self._json["minimized"] or "\n".join(self.notes))
