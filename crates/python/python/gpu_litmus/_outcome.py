"""Answers: what the JSON of the command line says, and pictures."""

from __future__ import annotations

import base64
import html
import json
from typing import Any, Dict, Iterable, List, Optional, SupportsIndex, Tuple, Union, overload

from . import _native

Json = Dict[str, Any]
#: The text of a test, and that of a model of one's own: these tell apart what has the same name.
Texts = Tuple[str, Optional[str]]
#: A column of a table: the model and its text.
_Column = Tuple[str, Optional[str]]
#: A row: the file, the test, its text, and how often it was asked the same before.
_Row = Tuple[str, str, str, int]

#: The width of texts, in characters.
WIDTH = 100


def _copy(told: Json) -> Json:
    return json.loads(json.dumps(told))  # type: ignore[no-any-return]


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
        return self._json["witness"]  # type: ignore[no-any-return]

    @property
    def reason(self) -> Optional[Json]:
        """Why there is no such execution: fences, orderings, axioms."""
        return self._json["reason"]  # type: ignore[no-any-return]

    @property
    def story(self) -> Optional[Json]:
        """What the condition would take, and what that breaks."""
        return self._json["story"]  # type: ignore[no-any-return]

    @property
    def race(self) -> Optional[Json]:
        """The accesses that race in the witness."""
        return self._json["race"]  # type: ignore[no-any-return]

    @property
    def other_race(self) -> Optional[Json]:
        """Another execution, which has a data race where the witness has none, if it was asked for."""
        return self._json.get("other_race")

    @property
    def race_freedom(self) -> Optional[Json]:
        """Why no execution has a race."""
        return self._json.get("race_freedom")

    @property
    def terminates(self) -> Optional[str]:
        """In how many executions all threads end: `always`, `sometimes`, `never` or `unknown`; none where nothing can wait."""
        return self._json.get("terminates")

    @property
    def waits(self) -> List[Json]:
        """Who waits for ever in some execution, beside others that end."""
        return list(self._json.get("waits", []))

    @property
    def endless(self) -> Optional[Json]:
        """Why no execution counts: who waits for ever, or that the filter takes all."""
        return self._json.get("endless")

    @property
    def states(self) -> Optional[Json]:
        """The final states, if they were asked for."""
        return self._json.get("states")

    @property
    def flags(self) -> List[str]:
        """The model's flags that the witness raises."""
        return list(self._json["flags"])

    @property
    def raised(self) -> Dict[str, Optional[bool]]:
        """For each flag of the model whether some execution raises it; none where that is open."""
        return dict(self._json.get("raised", {}))

    @property
    def notes(self) -> List[str]:
        """Remarks; of an `unknown`, why it is open."""
        return list(self._json["notes"])

    @property
    def open(self) -> List[Json]:
        """The notes that say what stayed open, each with what it is about and why."""
        return list(self._json.get("open", []))

    @property
    def unsupported(self) -> Optional[Json]:
        """What the model refuses."""
        return self._json["unsupported"]  # type: ignore[no-any-return]

    @property
    def expected(self) -> Optional[Json]:
        """What the test itself expects of the model, and whether it came so."""
        return self._json["expected"]  # type: ignore[no-any-return]

    @property
    def failures(self) -> List[str]:
        """What came otherwise than the test expects."""
        return list(self._json["failures"])

    @property
    def millis(self) -> float:
        """How long it took."""
        return float(self._json["millis"])

    @property
    def solver(self) -> Json:
        """Who answered, and who confirmed it."""
        return dict(self._json["solver"])

    def json(self) -> Json:
        """All of it: the object that `gpu-litmus check --format json` prints."""
        return _copy(self._json)

    def text(self, width: int = WIDTH) -> str:
        """As `gpu-litmus check` prints it; an outcome that was pickled has lines of 100 characters."""
        return self._answer.text(width) if self._answer else self._kept[0]

    def svg(self) -> str:
        """A picture of the execution, or of why there is none: one SVG document."""
        return self._answer.picture() if self._answer else self._kept[1]

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        said = html.escape(f"{self.test} under {self.model}: {_words(self)}")
        data = base64.b64encode(self.svg().encode()).decode()
        picture = f'<img alt="{said}" src="data:image/svg+xml;base64,{data}">'
        return f"<figure><figcaption>{said}</figcaption>{picture}</figure>"

    def __reduce__(self) -> Tuple[object, Tuple[str, None, Tuple[str, str], Texts]]:
        return Outcome, (json.dumps(self._json), None, (self.text(), self.svg()), self._texts)

    def __repr__(self) -> str:
        return f"<Outcome {self.test} under {self.model}: {_words(self)}>"

    def __str__(self) -> str:
        return self.text().rstrip("\n")


def _words(outcome: Outcome) -> str:
    quantity = outcome.quantity
    return outcome.verdict if quantity is None else f"{outcome.verdict} ({quantity})"


class Outcomes(List[Outcome]):
    """Several outcomes; a notebook shows them as a table of tests and models."""

    @overload
    def __getitem__(self, place: SupportsIndex) -> Outcome: ...

    @overload
    def __getitem__(self, place: slice) -> Outcomes: ...

    def __getitem__(self, place: Union[SupportsIndex, slice]) -> Union[Outcome, Outcomes]:
        found = super().__getitem__(place)
        return Outcomes(found) if isinstance(found, list) else found

    def to_dataframe(self) -> Any:
        """As `to_dataframe`."""
        return to_dataframe(self)

    def _repr_html_(self) -> str:
        columns: Dict[_Column, str] = {}
        rows: Dict[_Row, Tuple[str, str]] = {}
        cells: Dict[Tuple[_Row, _Column], str] = {}
        for one in self:
            text, own = one._texts
            column = (one.model, own)
            # The same asked again, with other options perhaps, has a row of its own.
            again = 0
            while ((one.file, one.test, text, again), column) in cells:
                again += 1
            row = (one.file, one.test, text, again)
            columns[column] = one.model
            rows[row] = (one.test, one.file)
            cells[row, column] = _words(one)
        head = "".join(f"<th>{html.escape(name)}</th>" for name in _apart(columns.values()))
        lines = [f"<tr><th>test</th>{head}</tr>"]
        names = _apart(name for name, _ in rows.values())
        for name, (row, (_, file)) in zip(names, rows.items()):
            line = "".join(f"<td>{html.escape(cells.get((row, column), ''))}</td>" for column in columns)
            title = html.escape(file, quote=True)
            lines.append(f'<tr><th title="{title}">{html.escape(name)}</th>{line}</tr>')
        return "<table>" + "".join(lines) + "</table>"


def _apart(names: Iterable[str]) -> List[str]:
    """Names, with numbers behind those that are there more than once."""
    given = list(names)
    seen: Dict[str, int] = {}
    found = []
    for name in given:
        seen[name] = seen.get(name, 0) + 1
        found.append(name if given.count(name) == 1 else f"{name} ({seen[name]})")
    return found


def to_dataframe(outcomes: Iterable[Outcome]) -> Any:
    """Outcomes as a pandas DataFrame, a row each. Raises ImportError where pandas is not installed."""
    try:
        import pandas
    except ImportError as error:
        text = "pandas is not installed: pip install 'gpu-litmus[pandas]'"
        raise ImportError(text) from error
    columns = ["file", "test", "model", "verdict", "quantity", "holds", "millis", "notes"]
    rows = []
    for one in outcomes:
        told = one.json()
        row = {column: told[column] for column in columns}
        row["notes"] = "; ".join(told["notes"])
        row["expected"] = told["expected"]["verdict"] if told["expected"] else None
        row["solver"] = told["solver"]["name"]
        row["confirmed"] = told["solver"].get("confirmed")
        rows.append(row)
    return pandas.DataFrame(rows, columns=[*columns, "expected", "solver", "confirmed"])
