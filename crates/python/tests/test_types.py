"""Arguments of another type, and what is taken for one."""

from decimal import Decimal
from fractions import Fraction

import pytest

import gpu_litmus
from conftest import EXAMPLES


@pytest.mark.parametrize(
    "call,words",
    [
        (lambda mp: gpu_litmus.Test(5), "text must be a str, not int"),
        (lambda mp: gpu_litmus.Test(None), "text must be a str, not NoneType"),
        (lambda mp: gpu_litmus.Test(mp.text, file=5), "file must be a str, not int"),
        (lambda mp: gpu_litmus.Test.from_file(b"x"), "path must be a str or an os.PathLike of str, not bytes"),
        (lambda mp: gpu_litmus.Model(5), "name must be a str, not int"),
        (lambda mp: gpu_litmus.Model(None), "name must be a str, not NoneType"),
        (lambda mp: gpu_litmus.Model.from_cat(None), "text must be a str, not NoneType"),
        (lambda mp: gpu_litmus.Model.from_cat("let a = po", allow_empty="x"), "allow_empty must be a bool, not str"),
        (lambda mp: gpu_litmus.Model.from_file(5), "path must be a str or an os.PathLike of str, not int"),
        (lambda mp: gpu_litmus.check(mp, None), "a Model or the name of one is needed, not a NoneType"),
        (lambda mp: gpu_litmus.check(mp, ["sc"]), "a Model or the name of one is needed, not a list"),
        (lambda mp: gpu_litmus.check(mp, "sc", states=None), "states must be a .*, not NoneType"),
        (lambda mp: gpu_litmus.check(mp, "sc", states=["x", 5]), "states must be a .*: 5 in it is of int"),
        (lambda mp: gpu_litmus.check(mp, "sc", engine=None), "engine must be a str, not NoneType"),
        (lambda mp: gpu_litmus.prove(mp, "sc", engine=5), "engine must be a str, not int"),
        (lambda mp: gpu_litmus.fences(mp, "sc", timeout="3"), "timeout must be a number of seconds, not str"),
        (lambda mp: gpu_litmus.minimize(mp, "sc", bound="2"), "bound must be a whole number, not str"),
        (lambda mp: gpu_litmus.compare("sc", "tso", orders=5), "orders must be a .*, not int"),
        (lambda mp: gpu_litmus.compare("sc", "tso", all="yes"), "all must be a bool, not str"),
        (lambda mp: gpu_litmus.compare("sc", "tso", all=None), "all must be a bool, not NoneType"),
        (lambda mp: gpu_litmus.compare("sc", "tso", 5), "tests must be a Test or an iterable of them, not int"),
        (lambda mp: gpu_litmus.compare("sc", "tso", mapping=5), "mapping must be a str or an .*, not int"),
        (lambda mp: gpu_litmus.compare("sc", "tso", events="3"), "events must be a whole number, not str"),
        (lambda mp: gpu_litmus.compare("sc", "tso", events=True), "events must be a whole number, not bool"),
        (lambda mp: gpu_litmus.compare_models(within=[5]), "within must be a number of seconds, not list"),
        (lambda mp: gpu_litmus.check(mp, "sc").text("80"), "width must be a whole number, not str"),
        (lambda mp: gpu_litmus.check(mp, "sc").text(None), "width must be a whole number, not NoneType"),
    ],
)
def test_what_is_of_another_type_is_named(mp, call, words):
    with pytest.raises(TypeError, match=words):
        call(mp)


@pytest.mark.parametrize("option", ["reason", "quantity", "race", "smallest", "state_witnesses"])
@pytest.mark.parametrize("given,kind", [("yes", "str"), (None, "NoneType"), (1, "int"), ([], "list")])
def test_what_is_neither_true_nor_false_is_named(mp, option, given, kind):
    for call in (gpu_litmus.check, gpu_litmus.check_all):
        with pytest.raises(TypeError, match=f"^{option} must be a bool, not {kind}$"):
            call(mp, "sc", states=True, **{option: given})


@pytest.mark.parametrize("given,kind", [("2", "str"), (True, "bool"), ([2], "list"), (b"2", "bytes")])
def test_what_is_no_number_is_named(mp, given, kind):
    for option in ("timeout", "reason_time"):
        with pytest.raises(TypeError, match=f"^{option} must be a number of seconds, not {kind}$"):
            gpu_litmus.check(mp, "sc", **{option: given})
    for option in ("bound", "state_limit"):
        with pytest.raises(TypeError, match=f"^{option} must be a whole number, not {kind}$"):
            gpu_litmus.check(mp, "sc", states=True, **{option: given})


def test_numbers_of_other_kinds_are_taken(mp):
    for seconds in (30, 30.5, Fraction(61, 2), Decimal("30.5")):
        assert gpu_litmus.check(mp, "sc", timeout=seconds).verdict == "unreachable"
    with pytest.raises(gpu_litmus.RequestError, match="events is a whole number from 1 to 12: 2.5 is none"):
        gpu_litmus.compare("sc", "tso", events=2.5)
    for seconds in (1j, Decimal("NaN"), Decimal("sNaN"), float("inf"), -1):
        with pytest.raises(gpu_litmus.RequestError, match="timeout is a number of seconds, more than 0"):
            gpu_litmus.check(mp, "sc", timeout=seconds)


def test_what_numpy_has_is_taken(mp):
    numpy = pytest.importorskip("numpy")
    options = {"reason": numpy.bool_(False), "quantity": numpy.True_, "timeout": numpy.float32(30), "bound": numpy.int64(1)}
    found = gpu_litmus.check(mp, "sc", **options)
    assert found.reason is None and found.quantity == "never"
    assert gpu_litmus.check(mp, "sc", states=numpy.False_).states is None
    assert gpu_litmus.check(mp, "sc", states=numpy.True_, state_limit=numpy.uint8(2)).states is not None
    with pytest.raises(TypeError, match="bound must be a whole number, not bool"):
        gpu_litmus.check(mp, "sc", bound=numpy.True_)


@pytest.mark.parametrize(
    "options,error,words",
    [
        ({"jobs": 0}, ValueError, "jobs is a whole number from 1 to 65535: 0 is none"),
        ({"jobs": -1}, ValueError, "jobs is a whole number from 1 to 65535: -1 is none"),
        ({"jobs": 1.5}, ValueError, "jobs is a whole number from 1 to 65535: 1.5 is none"),
        ({"jobs": "2"}, TypeError, "jobs must be a whole number, not str"),
        ({"jobs": True}, TypeError, "jobs must be a whole number, not bool"),
        ({"timeot": 1}, TypeError, r"check_all\(\) got an unexpected keyword argument 'timeot'"),
        ({"bound": "2"}, TypeError, "bound must be a whole number, not str"),
        ({"engine": "fast"}, ValueError, "the engines are auto"),
    ],
)
def test_options_of_many_questions_are_those_of_one_also_where_there_is_none(mp, options, error, words):
    for tests in ([mp], []):
        with pytest.raises(error, match=words):
            gpu_litmus.check_all(tests, ["sc"], **options)


def test_what_is_no_test_and_no_model_is_named(mp):
    with pytest.raises(TypeError, match="^tests must be a Test or an iterable of them, not NoneType$"):
        gpu_litmus.check_all(None, "sc")
    with pytest.raises(TypeError, match="^models must be a Model, the name of one, or an iterable of them, not NoneType$"):
        gpu_litmus.check_all(mp, None)
    with pytest.raises(TypeError, match="a Test is needed, not a NoneType"):
        gpu_litmus.check_all([mp, None], "sc")

    def broken():
        yield mp
        raise TypeError("of somebody else")

    with pytest.raises(TypeError, match="^of somebody else$"):
        gpu_litmus.check_all(broken(), "sc")
    assert gpu_litmus.check_all((one for one in [mp]), iter(["sc"]))[0].verdict == "unreachable"


def test_a_test_that_is_refused_loses_no_other_answer(mp):
    line = " st.weak data, 1 | ld.weak r0, flag ;"
    assert line in mp.text
    large = gpu_litmus.Test.from_text(mp.text.replace(line, "\n".join([line] * 1200)), file="large.litmus")
    sb = gpu_litmus.Test.from_file(EXAMPLES / "sb.litmus")
    with pytest.raises(gpu_litmus.TestError) as raised:
        gpu_litmus.check_all([mp, large, sb], ["sc", "tso"], reason=False)
    error = raised.value
    assert str(error).startswith("tests[1] under sc:\n") and "large.litmus:" in str(error)
    assert error.diagnostics and error.__context__ is None
    assert type(error.outcomes) is gpu_litmus.Outcomes
    assert [(one.test, one.model) for one in error.outcomes] == [("MP", "sc"), ("MP", "tso"), ("SB", "sc"), ("SB", "tso")]
    # Alone it is the same as without a list.
    for call in (gpu_litmus.check, gpu_litmus.check_all):
        with pytest.raises(gpu_litmus.TestError) as raised:
            call(large, "sc")
        assert str(raised.value) == str(error).partition("\n")[2]
    with pytest.raises(gpu_litmus.RequestError, match=r"^tests\[1\] under sc: SB uses no register or location `data`") as raised:
        gpu_litmus.check_all([mp, sb], "sc", states=["data"])
    assert [one.test for one in raised.value.outcomes] == ["MP"]
