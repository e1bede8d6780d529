"""Two models beside each other."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, Iterable, Optional, Sequence, Union, overload

from . import _native
from ._ask import AnyModel, known, test_of
from ._compared import Compared, Diagram, Searched
from ._errors import RequestError, TestError, answered
from ._given import count, each_of, flag, millis, path_of, read, words_of
from ._model import model_of
from ._outcome import Json
from ._test import Test

Mapping = Union[str, "os.PathLike[str]"]


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
    name = path_of(mapping, "mapping")
    if isinstance(mapping, str) and not name.endswith(".toml"):
        return {"name": name}
    return {"name": name, "text": read(name, RequestError)}


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
    given = [tests] if isinstance(tests, Test) else each_of(tests, "tests", "a Test or an iterable of them")
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
        "all": flag(every, "all") or None,
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
