"""Two models beside each other."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, Iterable, List, Optional, Sequence, Union, overload

from . import _native
from ._ask import AnyModel, known, test_of
from ._errors import RequestError, TestError, answered
from ._given import count, millis, words_of
from ._model import model_of
from ._outcome import Json
from ._test import Test
from ._told import _Told

Mapping = Union[str, "os.PathLike[str]"]


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
        return dict(self._json["summary"])

    @property
    def tests(self) -> List[Json]:
        """The tests, those that set the models apart first, the smallest first; each with its `difference`."""
        return list(self._json["tests"])

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
        return f"<Compared {self.first} and {self.second}: {apart} of {summary['tests']} tests apart>"


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
        return list(self._json["ways"])

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
        return f"<Searched {self.first} and {self.second}: {len(self.separators)} tests>"


class Diagram(_Told):
    """All models on all tests up to a size; a notebook shows who allows more as a picture."""

    __slots__ = ("_picture",)

    def __init__(self, told: Json, text: str, picture: str) -> None:
        super().__init__(told, text)
        self._picture = picture

    @property
    def models(self) -> List[str]:
        """The models that were asked."""
        return list(self._json["models"])

    @property
    def apart(self) -> List[Json]:
        """Each pair that a test sets apart, by places in `models` and `tests`."""
        return list(self._json["apart"])

    @property
    def tests(self) -> List[Json]:
        """These tests, the smallest first."""
        return list(self._json["tests"])

    def svg(self) -> str:
        """One SVG document."""
        return self._picture

    def _repr_svg_(self) -> str:
        return self._picture

    def __repr__(self) -> str:
        return f"<Diagram of {len(self.models)} models>"


def limits_of(
    bound: Optional[int], timeout: Optional[float], reason_time: Optional[float], engine: str
) -> Json:
    """The limits of a comparison, as the compiled part wants them."""
    known(engine)
    given = {
        "bound": count(bound, "bound"),
        "timeout": millis(timeout, "timeout"),
        "reason_time": millis(reason_time, "reason_time"),
    }
    return {"engine": engine, **{name: value for name, value in given.items() if value is not None}}


def _asked(question: Json) -> Json:
    return answered(_native.compare(json.dumps(question), _native.Stop()), TestError, RequestError)


def _table(mapping: Optional[Mapping]) -> Optional[Json]:
    if mapping is None:
        return None
    name = os.fspath(mapping)
    if isinstance(mapping, str) and not name.endswith(".toml"):
        return {"name": name}
    with open(name, encoding="utf-8") as file:
        try:
            return {"name": name, "text": file.read()}
        except UnicodeDecodeError as error:
            raise RequestError(f"{name}: {error}") from error


@overload
def compare(
    first: AnyModel,
    second: AnyModel,
    tests: Union[Test, Iterable[Test]],
    *,
    observe: Union[str, Sequence[str]] = ...,
    bound: Optional[int] = ...,
    timeout: Optional[float] = ...,
    reason_time: Optional[float] = ...,
    engine: str = ...,
) -> Compared: ...


@overload
def compare(
    first: AnyModel,
    second: AnyModel,
    tests: None = None,
    *,
    events: Optional[int] = ...,
    all: bool = ...,
    limit: Optional[int] = ...,
    with_: Union[str, Sequence[str]] = ...,
    orders: Union[str, Sequence[str]] = ...,
    scopes: Union[str, Sequence[str]] = ...,
    placements: Union[str, Sequence[str]] = ...,
    spaces: Union[str, Sequence[str]] = ...,
    threads: Optional[int] = ...,
    locations: Optional[int] = ...,
    mapping: Optional[Mapping] = ...,
    within: Optional[float] = ...,
    bound: Optional[int] = ...,
    timeout: Optional[float] = ...,
    reason_time: Optional[float] = ...,
    engine: str = ...,
) -> Searched: ...


def compare(
    first: AnyModel,
    second: AnyModel,
    tests: Union[None, Test, Iterable[Test]] = None,
    *,
    observe: Union[str, Sequence[str]] = (),
    events: Optional[int] = None,
    all: bool = False,
    limit: Optional[int] = None,
    with_: Union[str, Sequence[str]] = (),
    orders: Union[str, Sequence[str]] = (),
    scopes: Union[str, Sequence[str]] = (),
    placements: Union[str, Sequence[str]] = (),
    spaces: Union[str, Sequence[str]] = (),
    threads: Optional[int] = None,
    locations: Optional[int] = None,
    mapping: Optional[Mapping] = None,
    within: Optional[float] = None,
    bound: Optional[int] = None,
    timeout: Optional[float] = None,
    reason_time: Optional[float] = None,
    engine: str = "auto",
) -> Union[Compared, Searched]:
    """What sets two models apart: on the tests given, or without any on all tests up to a size.

    With tests: which models allow more final states of each, with an execution and a reason for what is different.
        observe: what is looked at in final states, such as `P0:r0` or `x`; everything, unless said.
    Without: the smallest test of which the one model allows an outcome that the other forbids, and the other way round.
        events: the most accesses (6; 4 where a machine or a mapping is asked about).
        all, limit: every test of the smallest size, and no more than so many.
        with_, orders, scopes, placements, spaces, threads, locations: what tests contain, as the options of the command
            of these names; messages call them `--with` and so on.
        mapping: a compiler mapping by its name, or a .toml file: does `second`, of what a test becomes, allow what
            `first` forbids?
        within: seconds for the whole search (600). What was not searched by then is `open`.
    bound, timeout, reason_time, engine: as for `check`; `timeout` is for each question about a test.
    """
    question: Dict[str, Any] = {
        "first": model_of(first)._request(),
        "second": model_of(second)._request(),
        **limits_of(bound, timeout, reason_time, engine),
    }
    space = _space(
        events, all, limit, with_, orders, scopes, placements, spaces, threads, locations, mapping, within
    )
    if tests is None:
        if observe:
            raise RequestError("observe is for given tests: of those that are searched, all is looked at")
        told = _asked({**question, "space": space})
        return Searched(told["found"], told["text"], told["kind"])
    if space:
        raise RequestError(f"{next(iter(space))} is for a search of all tests, and tests are given")
    given = [tests] if isinstance(tests, Test) else tests
    question["tests"] = [{"name": one.file, "text": one.text} for one in map(test_of, given)]
    question["observe"] = words_of(observe, "observe")
    told = _asked(question)
    return Compared(told["found"], told["text"])


def compare_models(
    *,
    events: Optional[int] = None,
    with_: Union[str, Sequence[str]] = (),
    orders: Union[str, Sequence[str]] = (),
    scopes: Union[str, Sequence[str]] = (),
    placements: Union[str, Sequence[str]] = (),
    spaces: Union[str, Sequence[str]] = (),
    threads: Optional[int] = None,
    locations: Optional[int] = None,
    within: Optional[float] = None,
    bound: Optional[int] = None,
    timeout: Optional[float] = None,
) -> Diagram:
    """Which of the built-in models allows at most what another allows, on all tests up to a size (4 accesses).

    The options are those of `compare`.
    """
    space = _space(
        events, False, None, with_, orders, scopes, placements, spaces, threads, locations, None, within
    )
    told = _asked({**limits_of(bound, timeout, None, "auto"), "space": {"all_models": True, **space}})
    return Diagram(told["found"], told["text"], told["picture"])


def _space(
    events: Optional[int],
    every: bool,
    limit: Optional[int],
    with_: Union[str, Sequence[str]],
    orders: Union[str, Sequence[str]],
    scopes: Union[str, Sequence[str]],
    placements: Union[str, Sequence[str]],
    spaces: Union[str, Sequence[str]],
    threads: Optional[int],
    locations: Optional[int],
    mapping: Optional[Mapping],
    within: Optional[float],
) -> Json:
    """What was said of the tests that are searched."""
    told: Json = {
        "events": count(events, "events", 1, 12),
        "all": every or None,
        "limit": count(limit, "limit"),
        "with": words_of(with_, "with_") or None,
        "orders": words_of(orders, "orders") or None,
        "scopes": words_of(scopes, "scopes") or None,
        "placements": words_of(placements, "placements") or None,
        "spaces": words_of(spaces, "spaces") or None,
        "threads": count(threads, "threads"),
        "locations": count(locations, "locations"),
        "mapping": _table(mapping),
        "within": millis(within, "within"),
    }
    return {name: value for name, value in told.items() if value is not None}
