"""Answers: what the JSON of the command line says, and pictures."""

from __future__ import annotations

import base64
import html
import json
from typing import Any, Dict, List, Optional, Tuple

from . import _native
from ._given import whole

Json = Dict[str, Any]
#: The text of a test, and that of a model of one's own: these tell apart what has the same name.
Texts = Tuple[str, Optional[str]]

#: The width of texts, in characters.
WIDTH = 100


def _copy(told: Any) -> Any:
    """What callers may change, as it is their own."""
    return json.loads(json.dumps(told))


class Outcome:
    """The answer of one model about one test. `json()` has everything; the properties are its fields."""

    __slots__ = ("_answer", "_json", "_kept", "_texts")

    def __init__(
        self, told: str, answer: Optional[_native.Answer], kept: Tuple[str, str], texts: Texts
    ) -> None:
        self._json: Json = json.loads(told)
        self._answer = answer
        self._kept = kept
        self._texts = texts

    @classmethod
    def _of(cls, answer: _native.Answer, texts: Texts) -> Outcome:
        return cls(answer.json(), answer, ("", ""), texts)

    @property
    def file(self) -> str:
        """What the test's text is called."""
        return str(self._json["file"])

    @property
    def test(self) -> str:
        """The test's name."""
        return str(self._json["test"])

    @property
    def model(self) -> str:
        """The model's name."""
        return str(self._json["model"])

    @property
    def verdict(self) -> str:
        """`reachable`, `unreachable`, `racy`, `unknown` or `unsupported`."""
        return str(self._json["verdict"])

    @property
    def quantity(self) -> Optional[str]:
        """In how many executions the condition holds: `always`, `sometimes` or `never`."""
        return self._json["quantity"]  # type: ignore[no-any-return]

    @property
    def holds(self) -> Optional[bool]:
        """Whether the test's own statement is true; none where that is open."""
        return self._json["holds"]  # type: ignore[no-any-return]

    @property
    def statement(self) -> str:
        """The test's statement."""
        return str(self._json["statement"])

    @property
    def witness(self) -> Optional[Json]:
        """An execution that shows the verdict: events, `rf`, `co`, final values."""
        return self._part("witness")  # type: ignore[no-any-return]

    @property
    def reason(self) -> Optional[Json]:
        """Why there is no such execution: fences, orderings, axioms."""
        return self._part("reason")  # type: ignore[no-any-return]

    @property
    def story(self) -> Optional[Json]:
        """What the condition would take, and what that breaks."""
        return self._part("story")  # type: ignore[no-any-return]

    @property
    def race(self) -> Optional[Json]:
        """The accesses that race in the witness."""
        return self._part("race")  # type: ignore[no-any-return]

    @property
    def other_race(self) -> Optional[Json]:
        """Another execution, which has a data race where the witness has none, if it was asked for."""
        return self._part("other_race")  # type: ignore[no-any-return]

    @property
    def race_freedom(self) -> Optional[Json]:
        """Why no execution has a race."""
        return self._part("race_freedom")  # type: ignore[no-any-return]

    @property
    def terminates(self) -> Optional[str]:
        """In how many executions all threads end: `always`, `sometimes`, `never` or `unknown`; none where nothing can wait."""
        return self._json.get("terminates")

    @property
    def waits(self) -> List[Json]:
        """Who waits for ever in some execution, beside others that end."""
        return self._part("waits") or []

    @property
    def endless(self) -> Optional[Json]:
        """Why no execution counts: who waits for ever, or that the filter takes all."""
        return self._part("endless")  # type: ignore[no-any-return]

    @property
    def states(self) -> Optional[Json]:
        """The final states, if they were asked for."""
        return self._part("states")  # type: ignore[no-any-return]

    @property
    def flags(self) -> List[str]:
        """The model's flags that the witness raises."""
        return self._part("flags")  # type: ignore[no-any-return]

    @property
    def raised(self) -> Dict[str, Optional[bool]]:
        """For each flag of the model whether some execution raises it; none where that is open."""
        return self._part("raised") or {}

    @property
    def notes(self) -> List[str]:
        """Remarks; of an `unknown`, why it is open."""
        return self._part("notes")  # type: ignore[no-any-return]

    @property
    def open(self) -> List[Json]:
        """The notes that say what stayed open, each with what it is about and why."""
        return self._part("open") or []

    @property
    def unsupported(self) -> Optional[Json]:
        """What the model refuses."""
        return self._part("unsupported")  # type: ignore[no-any-return]

    @property
    def expected(self) -> Optional[Json]:
        """What the test itself expects of the model, and whether it came so."""
        return self._part("expected")  # type: ignore[no-any-return]

    @property
    def failures(self) -> List[str]:
        """What came otherwise than the test expects."""
        return self._part("failures")  # type: ignore[no-any-return]

    @property
    def millis(self) -> float:
        """How long it took."""
        return float(self._json["millis"])

    @property
    def solver(self) -> Json:
        """Who answered, and who confirmed it."""
        return self._part("solver")  # type: ignore[no-any-return]

    def json(self) -> Json:
        """All of it: the object that `gpu-litmus check --format json` prints."""
        return _copy(self._json)  # type: ignore[no-any-return]

    def _part(self, name: str) -> Any:
        return _copy(self._json.get(name))

    def text(self, width: int = WIDTH) -> str:
        """As `gpu-litmus check` prints it, `width` characters a line; an outcome that was pickled has lines of 100."""
        width = whole(width, "width")
        return self._answer.text(width) if self._answer else self._kept[0]

    def svg(self) -> str:
        """A picture of the execution, or of why there is none: one SVG document."""
        return self._answer.picture() if self._answer else self._kept[1]

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        said = html.escape(f"{self.test} under {self.model}: {words(self)}")
        data = base64.b64encode(self.svg().encode()).decode()
        picture = f'<img alt="{said}" src="data:image/svg+xml;base64,{data}">'
        return f"<figure><figcaption>{said}</figcaption>{picture}</figure>"

    def __reduce__(self) -> Tuple[object, Tuple[str, None, Tuple[str, str], Texts]]:
        return Outcome, (json.dumps(self._json), None, (self.text(), self.svg()), self._texts)

    def __repr__(self) -> str:
        return f"<Outcome {self.test} under {self.model}: {words(self)}>"

    def __str__(self) -> str:
        return self.text().rstrip("\n")


def words(outcome: Outcome) -> str:
    """The verdict and the quantity."""
    quantity = outcome.quantity
    return outcome.verdict if quantity is None else f"{outcome.verdict} ({quantity})"
