"""Questions."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Dict, Iterable, List, Optional, Sequence, Union

from . import _native
from ._errors import Error, RequestError, TestError, answered, refusal
from ._given import count, each_of, flag, flag_of, millis, text_of, words_of
from ._model import Model, model_of
from ._outcome import Outcome
from ._outcomes import Outcomes
from ._test import Test
from ._told import Fences, Minimized, Proof
from ._z3 import ready

AnyModel = Union[Model, str]


ENGINES = ("auto", "sat", "z3", "both", "explicit")


def known(engine: str) -> None:
    """Raises `RequestError` where there is no such engine here."""
    if text_of(engine, "engine", RequestError) not in ENGINES:
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


def _options(
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
) -> Dict[str, Any]:
    """The options of `check`, as the compiled part wants them."""
    known(engine)
    limit = count(state_limit, "state_limit")
    witnesses = flag(state_witnesses, "state_witnesses")
    wanted = flag_of(states)
    listed = None
    if wanted is None or wanted:
        observe = [] if wanted else words_of(states, "states")
        listed = {"observe": observe, "limit": limit, "witnesses": witnesses}
    elif limit is not None or witnesses:
        raise RequestError("state_limit and state_witnesses go with states")
    return {
        "bound": count(bound, "bound"),
        "timeout": millis(timeout, "timeout"),
        "reason": flag(reason, "reason"),
        "reason_time": millis(reason_time, "reason_time"),
        "quantity": flag(quantity, "quantity"),
        "race": flag(race, "race"),
        "mend": True,
        "smallest": flag(smallest, "smallest"),
        "states": listed,
        "engine": engine,
    }


def _check_request(test: Test, model: AnyModel, **options: Any) -> str:
    return _request(test, model, **_options(**options))


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


def _placed(error: Error, where: Optional[str]) -> Error:
    """An exception that says where it came about."""
    if where is None:
        return error
    # What is drawn begins on a line of its own.
    between = ":\n" if error.diagnostics else ": "
    return type(error)(f"{where}{between}{error}", error.diagnostics)


def check_all(
    tests: Union[Test, Iterable[Test]],
    models: Union[AnyModel, Iterable[AnyModel]],
    *,
    jobs: Optional[int] = None,
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
) -> Outcomes:
    """`check` of all tests under all models, `jobs` at a time; tests first, in the order given.

    The options are those of `check`. A model that refuses a test has an outcome `unsupported`. One test or one model
    need not be in a list.

    Raises what `check` raises of a question, once all others are answered: the first of these exceptions, which names the
    test by its place in `tests`; its `outcomes` are the answers.
    """
    at_once = count(jobs, "jobs", 1)
    options = _options(
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
    )
    alone = isinstance(tests, Test)
    several = "a Test or an iterable of them"
    all_tests: List[Test] = [tests] if isinstance(tests, Test) else list(each_of(tests, "tests", several))
    several = "a Model, the name of one, or an iterable of them"
    named: List[AnyModel] = [models] if isinstance(models, (str, Model)) else list(each_of(models, "models", several))
    asked = [model_of(model) for model in named]
    requests = [_request(test, model, **options) for test in all_tests for model in asked]
    stop = _native.Stop()
    found: List[Outcome] = []
    refused: Optional[Error] = None
    with ThreadPoolExecutor(max_workers=at_once) as pool:
        running = [pool.submit(_check, request, stop) for request in requests]
        try:
            for place, one in enumerate(running):
                try:
                    found.append(one.result())
                except Error as error:
                    test, model = divmod(place, len(asked))
                    where = None if alone else f"tests[{test}] under {asked[model].name}"
                    refused = refused or _placed(error, where)
        except BaseException:
            # What is being asked ends soon, and what waits is not begun.
            for one in running:
                one.cancel()
            stop.set()
            raise
    if refused is not None:
        refused.outcomes = Outcomes(found)
        raise refused
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
    known(engine)
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
