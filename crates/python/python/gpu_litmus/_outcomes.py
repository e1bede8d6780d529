"""Several answers, and their tables."""

from __future__ import annotations

import html
from collections import Counter
from typing import Any, Dict, Iterable, List, Optional, SupportsIndex, Tuple, TypeVar, Union, overload

from ._outcome import Outcome, words

#: A column of a table: the model and its text.
_Column = Tuple[str, Optional[str]]
#: A row: the file, the test, its text, and how often it was asked the same before.
_Row = Tuple[str, str, str, int]

_Other = TypeVar("_Other")


class Outcomes(List[Outcome]):
    """Several outcomes; a notebook shows them as a table of tests and models."""

    @overload
    def __getitem__(self, place: SupportsIndex) -> Outcome: ...

    @overload
    def __getitem__(self, place: slice) -> Outcomes: ...

    def __getitem__(self, place: Union[SupportsIndex, slice]) -> Union[Outcome, Outcomes]:
        found = super().__getitem__(place)
        return Outcomes(found) if isinstance(found, list) else found

    @overload
    def __add__(self, others: List[Outcome]) -> Outcomes: ...

    @overload
    def __add__(self, others: List[_Other]) -> List[Union[_Other, Outcome]]: ...

    def __add__(self, others: List[Any]) -> List[Any]:
        found: List[Any] = super().__add__(others)
        return Outcomes(found) if all(isinstance(one, Outcome) for one in found) else found

    def __mul__(self, times: SupportsIndex) -> Outcomes:
        return Outcomes(super().__mul__(times))

    __rmul__ = __mul__

    def copy(self) -> Outcomes:
        """The same outcomes in a list of their own."""
        return Outcomes(self)

    def to_dataframe(self) -> Any:
        """As `to_dataframe`."""
        return to_dataframe(self)

    def _repr_html_(self) -> str:
        columns: Dict[_Column, str] = {}
        rows: Dict[_Row, Tuple[str, str]] = {}
        cells: Dict[Tuple[_Row, _Column], str] = {}
        asked: Counter[Tuple[str, str, str, _Column]] = Counter()
        for one in self:
            text, own = one._texts
            column = (one.model, own)
            # The same asked again, with other options perhaps, has a row of its own.
            question = (one.file, one.test, text, column)
            row = (one.file, one.test, text, asked[question])
            asked[question] += 1
            columns[column] = one.model
            rows[row] = (one.test, one.file)
            cells[row, column] = words(one)
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
    times, seen = Counter(given), Counter[str]()
    found = []
    for name in given:
        seen[name] += 1
        found.append(name if times[name] == 1 else f"{name} ({seen[name]})")
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
