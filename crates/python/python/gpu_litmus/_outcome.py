"""Answers: what the JSON of the command line says, and pictures."""

from __future__ import annotations

import base64
import html
import json
from typing import Any, Dict, Iterable, List, Optional, Tuple

from . import _native
from ._test import Test

Json = Dict[str, Any]

#: The width of texts, in characters.
WIDTH = 100


def _copy(told: Json) -> Json:
    return json.loads(json.dumps(told))  # type: ignore[no-any-return]


class Outcome:
    """The answer of one model about one test. `json()` has everything; the properties are its fields."""

    __slots__ = ("_answer", "_json", "_kept")

    def __init__(self, told: str, answer: Optional[_native.Answer], kept: Tuple[str, str]) -> None:
        self._json: Json = json.loads(told)
        self._answer = answer
        self._kept = kept

    @classmethod
    def _of(cls, answer: _native.Answer) -> Outcome:
        return cls(answer.json(), answer, ("", ""))

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
    def states(self) -> Optional[Json]:
        """The final states, if they were asked for."""
        return self._json.get("states")

    @property
    def flags(self) -> List[str]:
        """The model's flags that the witness raises."""
        return list(self._json["flags"])

    @property
    def notes(self) -> List[str]:
        """Remarks; of an `unknown`, why it is open."""
        return list(self._json["notes"])

    @property
    def unsupported(self) -> Optional[Json]:
        """What the model refuses."""
        return self._json["unsupported"]  # type: ignore[no-any-return]

    @property
    def expected(self) -> Optional[Json]:
        """What the test itself expects of the model, and whether it came so."""
        return self._json["expected"]  # type: ignore[no-any-return]

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

    def __reduce__(self) -> Tuple[object, Tuple[str, None, Tuple[str, str]]]:
        return Outcome, (json.dumps(self._json), None, (self.text(), self.svg()))

    def __repr__(self) -> str:
        return f"<Outcome {self.test} under {self.model}: {_words(self)}>"

    def __str__(self) -> str:
        return self.text().rstrip("\n")


def _words(outcome: Outcome) -> str:
    quantity = outcome.quantity
    return outcome.verdict if quantity is None else f"{outcome.verdict} ({quantity})"


class Outcomes(List[Outcome]):
    """Several outcomes; a notebook shows them as a table of tests and models."""

    def to_dataframe(self) -> Any:
        """As `to_dataframe`."""
        return to_dataframe(self)

    def _repr_html_(self) -> str:
        models = list(dict.fromkeys(one.model for one in self))
        tests = list(dict.fromkeys((one.file, one.test) for one in self))
        cells = {(one.file, one.test, one.model): _words(one) for one in self}
        head = "".join(f"<th>{html.escape(model)}</th>" for model in models)
        lines = [f"<tr><th>test</th>{head}</tr>"]
        for file, test in tests:
            row = (html.escape(cells.get((file, test, model), "")) for model in models)
            title = html.escape(file, quote=True)
            line = "".join(f"<td>{cell}</td>" for cell in row)
            lines.append(f'<tr><th title="{title}">{html.escape(test)}</th>{line}</tr>')
        return "<table>" + "".join(lines) + "</table>"


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


class _Told:
    """What the JSON of a command says."""

    __slots__ = ("_json", "_text")

    def __init__(self, told: Json, text: str) -> None:
        self._json = told
        self._text = text

    def json(self) -> Json:
        """All of it, as the command prints it with `--format json`."""
        return _copy(self._json)

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
        return self._json["needed"]  # type: ignore[no-any-return]

    @property
    def fences(self) -> List[Json]:
        """All fences of the test, each with whether it is needed."""
        return list(self._json["fences"])

    @property
    def weaker(self) -> List[Json]:
        """Accesses that may be weaker."""
        return list(self._json["weaker"])

    @property
    def notes(self) -> List[str]:
        """Remarks."""
        return list(self._json["notes"])

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
        return list(self._json["solutions"])

    @property
    def notes(self) -> List[str]:
        """Remarks."""
        return list(self._json["notes"])

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
        return self._json["before"]  # type: ignore[no-any-return]

    @property
    def after(self) -> Optional[Json]:
        """How large the smaller one is."""
        return self._json["after"]  # type: ignore[no-any-return]

    @property
    def notes(self) -> List[str]:
        """Why nothing was minimized."""
        return list(self._json["notes"])

    def json(self) -> Json:
        """All of it."""
        return _copy(self._json)

    def __str__(self) -> str:
        return str(self._json["minimized"] or "\n".join(self.notes))
