"""Questions."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Dict, Iterable, List, Optional, Sequence, Union

from . import _native
from ._errors import RequestError, TestError, answered, refusal
from ._given import count, millis, words_of
from ._model import Model, model_of
from ._outcome import Outcome, Outcomes
from ._test import Test
from ._told import Fences, Minimized, Proof
from ._z3 import ready

AnyModel = Union[Model, str]


ENGINES = ("auto", "sat", "z3", "both", "explicit")


def known(engine: str) -> None:
    """Raises `RequestError` where there is no such engine here."""
    if engine not in ENGINES:
        raise RequestError(f"there is no engine {engine!r}; the engines are {', '.join(ENGINES)}")
    ready(engine)


def test_of(test: object) -> Test:
    """A test; raises TypeError where it is none."""
    if not isinstance(test, Test):
        kind = type(test).__name__
        raise TypeError(f"a Test is needed, not a {kind}: Test.from_file and Test.from_text make one")
    return test


def _request(given: object, model: AnyModel, **options: Any) -> str:
    test = test_of(given)
    known(options.get("engine", "auto"))
    request: Dict[str, Any] = {"text": test.text, "name": test.file}
    request.update(model_of(model)._request())
    request.update({name: value for name, value in options.items() if value is not None})
    return json.dumps(request)


def _check(request: str, stop: _native.Stop) -> Outcome:
    try:
        answer = _native.check(request, stop)
    except _native.Refused as refused:
        error = refusal(json.loads(str(refused)), TestError, RequestError)
        raise error or refused from None
    asked = json.loads(request)
    own = asked.get("own")
    return Outcome._of(answer, (asked["text"], None if own is None else own["text"]))


def _check_request(
    test: Test,
    model: AnyModel,
    *,
    bound: Optional[int] = None,
    timeout: Optional[float] = None,
    reason: bool = True,
    reason_time: Optional[float] = None,
    quantity: bool = True,
    race: bool = False,
    smallest: bool = False,
    states: Union[bool, Sequence[str]] = False,
    state_limit: Optional[int] = None,
    state_witnesses: bool = False,
    engine: str = "auto",
) -> str:
    listed = None
    if states is not False:
        observe = [] if states is True else words_of(states, "states")
        limit = count(state_limit, "state_limit")
        listed = {"observe": observe, "limit": limit, "witnesses": state_witnesses}
    elif state_limit is not None or state_witnesses:
        raise RequestError("state_limit and state_witnesses go with states")
    return _request(
        test,
        model,
        bound=count(bound, "bound"),
        timeout=millis(timeout, "timeout"),
        reason=reason,
        reason_time=millis(reason_time, "reason_time"),
        quantity=quantity,
        race=race,
        mend=True,
        smallest=smallest,
        states=listed,
        engine=engine,
    )


def check(
    test: Test,
    model: AnyModel,
    *,
    bound: Optional[int] = None,
    timeout: Optional[float] = None,
    reason: bool = True,
    reason_time: Optional[float] = None,
    quantity: bool = True,
    race: bool = False,
    smallest: bool = False,
    states: Union[bool, Sequence[str]] = False,
    state_limit: Optional[int] = None,
    state_witnesses: bool = False,
    engine: str = "auto",
) -> Outcome:
    """Is the condition of a test reachable under a model?

    bound: how often a backward jump is taken each time its loop is entered (2).
    timeout: seconds for each question (60). What was not answered in time is `unknown`.
    reason, reason_time: whether to say why something is unreachable, and seconds for it (2).
    quantity: whether to ask in how many executions the condition holds.
    race: under a model that flags data races, show one that the witness does not have.
    smallest: show an execution that is a smallest one.
    states: list the final states: True for what the condition speaks of, or names such as `P0:r0`, `x`, `all`.
    state_limit, state_witnesses: no more states than so many; an execution for each.
    engine: `auto`, `sat` (the built-in solver with a checked proof), `z3`, `both` or `explicit` (the enumerator). Z3 is
        there where `gpu-litmus[z3]` is installed; `auto` then has it confirm what is unreachable.
    """
    return _check(
        _check_request(
            test,
            model,
            bound=bound,
            timeout=timeout,
            reason=reason,
            reason_time=reason_time,
            quantity=quantity,
            race=race,
            smallest=smallest,
            states=states,
            state_limit=state_limit,
            state_witnesses=state_witnesses,
            engine=engine,
        ),
        _native.Stop(),
    )


def check_all(
    tests: Union[Test, Iterable[Test]],
    models: Union[AnyModel, Iterable[AnyModel]],
    *,
    jobs: Optional[int] = None,
    **options: Any,
) -> Outcomes:
    """`check` of all tests under all models, `jobs` at a time; tests first, in the order given.

    The options are those of `check`. A model that refuses a test has an outcome `unsupported`. One test or one model
    need not be in a list.
    """
    all_tests: List[Test] = [tests] if isinstance(tests, Test) else list(tests)
    named: List[AnyModel] = [models] if isinstance(models, (str, Model)) else list(models)
    asked = [model_of(model) for model in named]
    requests = [_check_request(test, model, **options) for test in all_tests for model in asked]
    stop = _native.Stop()
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        running = [pool.submit(_check, request, stop) for request in requests]
        try:
            found: List[Outcome] = [one.result() for one in running]
        except BaseException:
            # What is being asked ends soon, and what waits is not begun.
            for one in running:
                one.cancel()
            stop.set()
            raise
    return Outcomes(found)


def prove(
    test: Test,
    model: AnyModel,
    *,
    bound: Optional[int] = None,
    timeout: Optional[float] = None,
    reason_time: Optional[float] = None,
    engine: str = "auto",
) -> Proof:
    """Do the fences of a test forbid its condition, and which of them does it take?"""
    request = _request(
        test,
        model,
        bound=count(bound, "bound"),
        timeout=millis(timeout, "timeout"),
        reason_time=millis(reason_time, "reason_time"),
        engine=engine,
    )
    told = answered(_native.prove(request, _native.Stop()), TestError, RequestError)
    return Proof(told["proof"], told["text"])


def fences(
    test: Test,
    model: AnyModel,
    *,
    bound: Optional[int] = None,
    timeout: Optional[float] = None,
) -> Fences:
    """The cheapest fences that forbid the condition of a test. `timeout` is for the whole search."""
    request = _request(
        test, model, bound=count(bound, "bound"), timeout=millis(timeout, "timeout")
    )
    told = answered(_native.fences(request, _native.Stop()), TestError, RequestError)
    return Fences(told["fences"], told["text"], test.file)


def minimize(
    test: Test,
    model: AnyModel,
    *,
    bound: Optional[int] = None,
    timeout: Optional[float] = None,
) -> Minimized:
    """The smallest part of a test with the same verdict. `timeout` is for each question."""
    request = _request(
        test, model, bound=count(bound, "bound"), timeout=millis(timeout, "timeout")
    )
    told = answered(_native.minimize(request, _native.Stop()), TestError, RequestError)
    return Minimized(told, test.file)
