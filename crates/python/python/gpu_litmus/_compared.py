"""What comparisons say."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

from ._outcome import Json
from ._test import Test
from ._told import _Told


class _OfTwo(_Told):
    """Two models beside each other."""

    @property
    def first(self) -> str:
        """The name of the first model."""
        return str(self._json["first"])

    @property
    def second(self) -> str:
        """The name of the second model."""
        return str(self._json["second"])


class Compared(_OfTwo):
    """Two models on given tests: what `gpu-litmus compare A B FILES --format json` prints."""

    @property
    def summary(self) -> Dict[str, int]:
        """How many tests there are of each kind: `first_allows_more`, `equal` and so on."""
        return self._part("summary")  # type: ignore[no-any-return]

    @property
    def tests(self) -> List[Json]:
        """The tests, those that set the models apart first, the smallest first; each with its `difference`."""
        return self._part("tests")  # type: ignore[no-any-return]

    def to_dataframe(self) -> Any:
        """As a pandas DataFrame, a row a test. Raises ImportError where pandas is not installed."""
        try:
            import pandas
        except ImportError as error:
            text = "pandas is not installed: pip install 'gpu-litmus[pandas]'"
            raise ImportError(text) from error
        columns = ["file", "test", "accesses", "instructions", "difference", "verdicts_differ"]
        rows = []
        for one in self._json["tests"]:
            row = {column: one[column] for column in columns}
            for side in ("first", "second"):
                for field in ("verdict", "states", "complete", "alone"):
                    row[f"{side}_{field}"] = one[side][field]
            rows.append(row)
        sides = [f"{side}_{field}" for side in ("first", "second") for field in ("verdict", "states", "complete", "alone")]
        return pandas.DataFrame(rows, columns=[*columns, *sides])

    def __repr__(self) -> str:
        summary = self.summary
        apart = sum(summary[way] for way in ("first_allows_more", "second_allows_more", "both"))
        unknown = f", {summary['unknown']} unknown" if summary["unknown"] else ""
        return f"<Compared {self.first} and {self.second}: {apart} of {summary['tests']} tests apart{unknown}>"


class Searched(_OfTwo):
    """Two models, or a compiler mapping, on all tests up to a size: what `gpu-litmus compare A B --format json` prints."""

    __slots__ = ("_kind",)

    def __init__(self, told: Json, text: str, kind: str) -> None:
        super().__init__(told, text)
        self._kind = kind

    @property
    def kind(self) -> str:
        """Which form the JSON has: `compare-all`, or `compare-walk` for machines and mappings."""
        return self._kind

    @property
    def conclusion(self) -> Optional[str]:
        """What the models are to each other; of machines and mappings the `ways` say it."""
        return self._json.get("conclusion")

    @property
    def ways(self) -> List[Json]:
        """What one model `allows` and the other `forbids`, each direction by itself."""
        return self._part("ways")  # type: ignore[no-any-return]

    @property
    def separators(self) -> List[Test]:
        """The tests that set the models apart; of a mapping, those of the source."""
        found: List[Test] = []
        for way in self._json["ways"]:
            texts = [one["text"] for one in way.get("tests", [])]
            if "forbidden" in way:
                texts.append(way["forbidden"]["text"])
            found.extend(Test(text, file="found.litmus") for text in texts)
        return found

    @property
    def open(self) -> bool:
        """Whether not everything was searched."""
        return any(way.get("open") or way.get("standing") == "open" for way in self._json["ways"])

    def __repr__(self) -> str:
        unfinished = ", and open: not everything was searched" if self.open else ""
        return f"<Searched {self.first} and {self.second}: {len(self.separators)} tests{unfinished}>"


class Diagram(_Told):
    """All models on all tests up to a size; a notebook shows who allows more as a picture."""

    __slots__ = ("_picture",)

    def __init__(self, told: Json, text: str, picture: str) -> None:
        super().__init__(told, text)
        self._picture = picture

    @property
    def models(self) -> List[str]:
        """The models that were asked."""
        return self._part("models")  # type: ignore[no-any-return]

    @property
    def apart(self) -> List[Json]:
        """Each pair that a test sets apart, by places in `models` and `tests`."""
        return self._part("apart")  # type: ignore[no-any-return]

    @property
    def tests(self) -> List[Json]:
        """These tests, the smallest first."""
        return self._part("tests")  # type: ignore[no-any-return]

    def svg(self) -> str:
        """One SVG document."""
        return self._picture

    def _repr_svg_(self) -> str:
        return self._picture

    def __repr__(self) -> str:
        return f"<Diagram of {len(self.models)} models>"
