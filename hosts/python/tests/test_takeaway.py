"""Tests the package as users call it. Definitions in Python give the expected results."""

import gc
import math
import os
import pickle
import re
import shutil
import signal
import subprocess
import sys
import threading
import weakref
from fractions import Fraction

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import takeaway


def mex(values):
    values, n = set(values), 0
    while n in values:
        n += 1
    return n


# ---- Games and results ----


def test_games():
    game = takeaway.two_pile("4k")
    assert game.least_move(18, 21) == 3
    assert game.least_move(0, 5) == math.inf
    found = game.counterexample()
    assert (found.p, found["q"], found.formula, found.exact, found.witness) == (18, 21, 1, 3, "K3")
    assert takeaway.two_pile("2k", misere=True).outcome(0, 3, 1) == "N"
    assert takeaway.two_pile("2k").counterexample() is None
    assert takeaway.mex([0, 1, 3]) == takeaway.mex({3, 1, 0}) == 2
    assert takeaway.cash([1, 3, 4]).rich(20) == (15, 14)
    assert takeaway.cash({1, 3, 4}).winner(14, 9, math.inf) == "II"
    assert takeaway.octal("0.77").winning_moves(5, 7)[0].to == [1, 3]
    assert takeaway.one_pile(2).losing_sizes(10) == ([1, 2, 3, 5, 8], False)


@settings(max_examples=20, deadline=None, derandomize=True)
@given(st.sets(st.integers(1, 9), min_size=1, max_size=4))
def test_subtraction_by_definition(moves):
    values = []
    for n in range(60):
        values.append(mex(values[n - m] for m in moves if m <= n))
    assert list(takeaway.subtraction(moves).nim_values(59)) == values


def test_errors_by_kind():
    with pytest.raises(takeaway.LimitError) as caught:
        takeaway.octal("0.07").periodicity(5)
    assert caught.value.code == "ELIMIT" and "no period" in str(caught.value)
    with pytest.raises(takeaway.PartizanError):
        takeaway.rules.domineering(2, 2).nim_value()
    with pytest.raises(takeaway.FileError):
        takeaway.load_rules("/nothing/there.lua")
    with pytest.raises(OSError):
        takeaway.load_rules("/nothing/there.lua")
    with pytest.raises(ValueError):
        takeaway.octal("0.7#")
    with pytest.raises(OverflowError):
        takeaway.octal("0.7").nim_value(2**64)
    with pytest.raises(TypeError):
        takeaway.octal(object())
    with pytest.raises(TypeError):
        takeaway.mex(1j)
    with pytest.raises(AttributeError):
        takeaway.nosuch
    with pytest.raises(AttributeError):
        takeaway.octal("0.7").nosuch
    assert not hasattr(takeaway.octal("0.7"), "nosuch")


class Deep(list):
    """A list that contains itself."""


DEEP = Deep()
DEEP.append(DEEP)
CLOSED = takeaway.octal("0.7")
CLOSED.close()


@pytest.mark.parametrize("wrong", [
    math.nan, math.inf, -math.inf, 0.5, 10**400, -(2**63) - 1, b"abc", b"\xff", bytearray(b"x"), numpy.float32(0.5),
    numpy.float64("nan"), numpy.uint64(2**63), numpy.bool_(True), 1j, numpy.complex128(1), DEEP, object(), "x", "\ud800",
    "\udcff", None, CLOSED, pickle.loads(pickle.dumps(takeaway.octal("0.7").nim_values(3))), {1, "a"}, {"a": math.nan},
    int, math, [math.nan], numpy.datetime64("2020-01-01"), {"\ud800": 1},
])  # fmt: skip
def test_wrong_arguments(wrong):
    heap, value = takeaway.octal("0.77"), takeaway.value("1")
    calls = [heap.nim_value, takeaway.mex, takeaway.octal, lambda x: takeaway.mex([x]), lambda x: heap.nim_values(5)[x, x],
             lambda x: takeaway.rules.nim.table(to=x), lambda x: value * x]
    for call in calls:
        try:
            call(wrong)
        except (takeaway.TakeawayError, IndexError):
            continue
        assert call in (calls[1], calls[4]) or wrong == "\udcff", wrong  # an empty set
    assert heap.nim_value(1000) == 1


def test_scalars_of_numpy():
    assert takeaway.octal("0.77").nim_value(numpy.float32(1000)) == takeaway.octal("0.77").nim_value(numpy.array(1000)) == 1
    assert takeaway.two_pile("2k", misere=numpy.bool_(True)).outcome(0, 3, 1) == "N"


def test_documented():
    assert "counterexample" in dir(takeaway.two_pile("2k")) and "octal" in dir(takeaway)
    assert "least winning move" in takeaway.two_pile("2k").least_move.__doc__
    assert "code" in takeaway.octal.__doc__


def test_sandbox_and_rules():
    for sandbox in True, "process":
        rules = takeaway.load_rules("mine", text="return { 'n', 'k: 1 <= k <= 3, k <= n -> n - k' }", sandbox=sandbox)
        assert [rules(n).nim_value() for n in range(9)] == [n % 4 for n in range(9)]
    position = rules(7)
    assert tuple(position) == (7,) and str(position.best_move()) == "ruleset(4)"
    assert takeaway.rules.r_wythoff(2).name == "2-Wythoff"


# ---- Python functions ----


@settings(max_examples=10, deadline=None, derandomize=True)
@given(st.integers(1, 5), st.integers(0, 9))
def test_move_function(factor, more):
    ours = takeaway.two_pile(lambda k: factor * k + more).table(15)
    assert ours == takeaway.two_pile("%dk+%d" % (factor, more)).table(15)


def test_rules_in_python():
    def options(a, b):
        yield from ((a - k, b) for k in range(1, a + 1))
        yield from ((a, b - k) for k in range(1, b + 1))

    nim = takeaway.ruleset(name="Nim", options=options)
    for a in range(6):
        for b in range(6):
            assert nim(a, b).nim_value() == a ^ b
    assert (nim(3, 5) + takeaway.rules.wythoff(1, 3)).nim_value() == 3 ^ 5 ^ takeaway.rules.wythoff(1, 3).nim_value()
    row = takeaway.ruleset(
        name="Row",
        options=lambda s: [s[:i] + "." + s[i + 1 :] for i, c in enumerate(s) if c == "x"],
    )
    assert row("x.xx").nim_value() == 1
    heap = takeaway.heap(lambda n: [()] if n == 1 else [n - 1, (1, n - 2)] if n > 1 else [])
    values = [0]
    for n in range(1, 20):
        values.append(mex([0] if n == 1 else [values[n - 1], values[1] ^ values[n - 2]]))
    assert list(heap.nim_values(19)) == values
    domineering = takeaway.ruleset(left=lambda n: [n - 2] if n > 1 else [], right=lambda n: [n - 1] if n else [])
    assert domineering(1).outcome() == "R"


def test_progress():
    heard = []
    game = takeaway.octal("0.354", progress=lambda done, total: heard.append((done, total)) or len(heard) < 3)
    with pytest.raises(takeaway.CancelledError):
        game.nim_values(10**9)
    assert len(heard) == 3 and heard[0][0] <= heard[2][0]


def test_what_a_function_raises_goes_on():
    class Mine(Exception):
        pass

    def f(k):
        if k == 3:
            raise Mine("at %d" % k)
        return k

    game = takeaway.two_pile(f)
    with pytest.raises(Mine, match="at 3"):
        game.least_move(9, 9)
    with pytest.raises(takeaway.RaisedError):
        takeaway.two_pile(lambda k: -1).least_move(9, 9)
    with pytest.raises(TypeError):
        takeaway.two_pile(lambda k: [None]).least_move(9, 9)
    with pytest.raises(RuntimeError, match="in progress"):  # a callback asks the same host
        takeaway.two_pile(lambda k: takeaway.mex([0])).least_move(9, 9)
    assert takeaway.mex([0]) == 1


@pytest.mark.parametrize("option, kind, said", [
    (0.5, TypeError, "expected an integer, got 0.5 (float)"),
    (math.nan, TypeError, "got nan"),
    (None, TypeError, "got None"),
    (numpy.float64(0.5), TypeError, "expected an integer"),
    (2**63, OverflowError, "an integer beyond 64 bits"),
    ((1, 2), ValueError, "got 2 components"),
    ("x", ValueError, "of type string"),
    (b"x", ValueError, "of type string"),
])  # fmt: skip
def test_an_option_that_is_none_says_where(option, kind, said):
    rules = takeaway.ruleset(name="Half", options=lambda a: [a - 1] if a > 3 else [option])
    with pytest.raises(kind) as caught:
        rules(5).outcome()
    assert isinstance(caught.value, takeaway.TakeawayError)
    assert said in str(caught.value) and "in options of Half at (3)" in str(caught.value)


def test_nothing_but_done_is_success(monkeypatch):
    rules = takeaway.ruleset(name="T", options=lambda a: [])
    assert rules(3).outcome() == "P"
    again = takeaway.ruleset(name="T", options=lambda a: [])
    with monkeypatch.context() as patched:
        patched.setattr(takeaway._host.library, "ta_host_done", lambda host: 0)
        with pytest.raises(takeaway.RaisedError, match="returned without ta_host_done"):
            again(3).outcome()
    assert again(3).outcome() == "P"


class Late(Exception):
    """The exception of a signal handler."""


def raised_at(moment, work):
    """The outcome of `work`, with Late raised at an event of the code that C calls, as a handler might. Was it raised?"""
    events, inside = 0, takeaway._host.__file__

    def trace(frame, event, argument):
        nonlocal events
        if frame.f_code.co_filename != inside or event == "exception":
            return None
        caller = frame
        while caller and caller.f_code.co_name != "watched":
            caller = caller.f_back
        if caller is None or frame is caller:
            return None
        events += 1
        if events == moment:
            raise Late(moment)
        return trace

    sys.settrace(trace)
    try:
        return work(), events >= moment
    finally:
        sys.settrace(None)


@pytest.mark.parametrize("options", [lambda a: range(a), lambda a: iter([(k,) for k in range(a)])])
def test_what_a_handler_raises_goes_on(options, capsys):
    hook, moment, reached = sys.unraisablehook, 0, True

    def work():
        return takeaway.ruleset(name="N", options=options)(2).nim_value()

    while reached:
        moment += 1
        try:
            value, reached = raised_at(moment, work)
            assert value == 2 and not reached
        except Late as late:
            assert late.args == (moment,)
        assert work() == 2 and sys.unraisablehook is hook
    assert moment > 20 and not capsys.readouterr().err


def test_what_others_raise_in_vain_is_reported(monkeypatch):
    class Broken:
        def __del__(self):
            raise Late("in vain")

    heard = []
    monkeypatch.setattr(sys, "unraisablehook", lambda each: heard.append(each.exc_value.args))
    assert takeaway.two_pile(lambda k: Broken() and k).least_move(3, 3) == takeaway.two_pile(1).least_move(3, 3)
    assert heard and set(heard) == {("in vain",)}


def test_what_a_function_raised_is_over_with_its_request():
    def f(k):
        raise KeyError("now")

    rules = takeaway.ruleset(options=f)
    host = rules._takeaway_host
    host.raised = KeyError("of an answered request")
    with pytest.raises(takeaway.RaisedError):
        takeaway.octal("0.77").nim_value("x")
    host.raised = KeyError("of an answered request")
    with pytest.raises(takeaway.RaisedError, match="no list of them"):
        host.integers({"call": "octal", "with": ["0.77"]})
    with pytest.raises(KeyError, match="now"):
        host.integers({"on": rules._takeaway_number, "call": "sequence", "with": [{"to": 3}]})


@pytest.mark.parametrize("ends", [KeyboardInterrupt, SystemExit, ArithmeticError])
def test_what_ends_the_program_goes_on_from_an_answered_request(ends):
    def f(*_):
        raise ends("now")

    host = takeaway.load_rules("t", text=CAUGHT)._takeaway_host
    request = {"call": "caught", "with": [host.callback(f)]}
    if ends is ArithmeticError:
        assert host.send(request)["result"] is True
    else:
        with pytest.raises(ends):
            host.send(request)
    assert takeaway.mex([0]) == 1


CAUGHT = "ta.caught = function(f) return not pcall(f, 1) end return { name = 'C', options = function() end }"


def test_values_of_functions():
    assert takeaway.two_pile(lambda k: 3**k).least_move(30, 41) == takeaway.two_pile("2k").least_move(1, 1)
    sizes = takeaway.one_pile(lambda k: 3**k).losing_sizes(100)[0]
    assert sizes == takeaway.one_pile(lambda k: min(3**k, 2**62)).losing_sizes(100)[0]
    assert takeaway.two_pile(lambda k: 1e300).least_move(3, 5) == takeaway.two_pile(lambda k: math.inf).least_move(3, 5)
    with pytest.raises(takeaway.RangeError):
        takeaway.two_pile(lambda k: -(2**70)).least_move(9, 9)
    for infinite in ([math.inf], [(math.inf,)], [2**63]):
        with pytest.raises((TypeError, takeaway.RangeError)):
            takeaway.ruleset(options=lambda a: infinite)(3).outcome()


def test_fields_are_of_one_object():
    with_measure = takeaway.ruleset(options=range, measure=lambda a: a)
    assert hasattr(with_measure, "measure") and not hasattr(takeaway.ruleset(options=range), "measure")


# ---- Values ----


def test_values():
    hot = takeaway.value("{3||2|1}")
    assert hot.temperature() == "3/4" and str(hot + 1) == "{4||3|2}"
    assert 1 + hot == hot + 1 and hot - hot == 0 and -(-hot) == hot
    assert takeaway.value("1/2") == Fraction(1, 2) and hash(takeaway.value("1/2")) == hash(Fraction(1, 2))
    assert takeaway.number("3/4") < 1 <= takeaway.number("5/4") and takeaway.number(2) > Fraction(3, 2)
    assert takeaway.star(1) + takeaway.star(2) == takeaway.star(3)
    assert len({takeaway.star(1), takeaway.star(1), takeaway.star(2)}) == 2
    assert 3 * takeaway.number("1/4") == Fraction(3, 4)
    assert pickle.loads(pickle.dumps(hot)) == hot
    assert hot._repr_latex_() == r"$\{3\,||\,2\,|\,1\}$" and hot._repr_svg_().startswith("<svg")
    one, large = takeaway.value("1"), takeaway.value(str(2**70))
    for other in (2**70, -(2**80), math.nan, math.inf, -math.inf, Fraction(1, 3), 1e300, 10**3000, False):
        assert not one == other and one != other
    assert large == 2**70 and 2**70 == large and one + 2**70 == large + 1 and one < 2**70 and one == True  # noqa: E712
    assert hot != "x" and not hot == None  # noqa: E711


@settings(max_examples=30, deadline=None, derandomize=True)
@given(st.fractions(-9, 9, max_denominator=1), st.integers(0, 6), st.integers(-99, 99), st.integers(0, 6))
def test_numbers_add_as_fractions(a, i, b, j):
    x, y = a / 2**i, Fraction(b, 2**j)
    assert takeaway.number(x) + takeaway.number(y) == x + y
    assert (takeaway.number(x) < takeaway.number(y)) == (x < y)


# ---- Tables ----


def test_sequence_is_a_buffer():
    s = takeaway.octal("0.77").nim_values(10**6)
    array = numpy.asarray(s)
    assert array.shape == (10**6 + 1,) and array.dtype == numpy.int64 and array[1000] == s[1000] == s(1000) == 1
    assert array.__array_interface__["data"][0] == s.__array_interface__["data"][0]  # not copied
    assert not array.flags.writeable
    view = s.buffer()
    assert view.readonly and view[1000] == 1 and len(s) == len(view) == 10**6 + 1
    with pytest.raises(IndexError):
        s[10**6 + 1]
    with pytest.raises(IndexError):
        s[-1]


def test_table_is_a_buffer_that_outlives_its_game():
    t = takeaway.two_pile("2k").table(30)
    array = numpy.asarray(t)
    game = takeaway.two_pile("2k")
    assert array.shape == t.shape == (31, 31) and t.first == (0, 0)
    for p in range(31):
        for q in range(31):
            least = game.least_move(p, q)
            assert t[p, q] == t(p, q) == least
            assert array[p, q] == (takeaway.INFINITE if least == math.inf else least)
    assert t.checksum() == game.table(30).checksum()
    del t, game
    gc.collect()
    takeaway.mex([0])
    assert array[5, 8] == 1
    rows = list(takeaway.rules.wythoff.table(to=3))
    assert rows[0] == [0, 1, 2, 3] and rows[2][1] == 0


def test_pickled_tables():
    for table in [takeaway.two_pile("2k").table(9), takeaway.octal("0.77").nim_values(50), takeaway.rules.nim.sequence(to=9)]:
        back = pickle.loads(pickle.dumps(table))
        assert back == table and str(back) == str(table) and list(back) == list(table) and back._repr_html_()
        with pytest.raises(AttributeError):
            back.checksum()
    with pytest.raises(TypeError):
        pickle.dumps(takeaway.octal("0.77"))


def test_shown_in_notebooks():
    t = takeaway.two_pile("2k").table(3)
    assert t._repr_html_().startswith("<table>") and "<td>∞</td>" in t._repr_html_()
    assert t._repr_latex_().startswith(r"$\begin{array}{r|rrrr} p\backslash q & 0 & 1")
    assert t._repr_svg_().startswith("<svg")
    outcomes = takeaway.rules.wythoff.table(what="outcome", to=3)
    assert (outcomes(1, 2), outcomes[1, 2], outcomes[1, 1]) == ("P", "P", "N")
    assert (outcomes._repr_html_(), outcomes._repr_latex_(), outcomes._repr_svg_()) == (None, None, None)
    with pytest.raises(takeaway.RaisedError, match="from 0 to 3, got 9"):
        outcomes[9, 9]
    assert takeaway.plot.heat_map(t)._repr_svg_().startswith("<svg")
    long = takeaway.octal("0.77").nim_values(10**5)
    assert len(long._repr_html_()) < 10000 and "…" in long._repr_html_() and long._repr_svg_() is None


# ---- Life and death ----


def test_objects_are_forgotten():
    host = takeaway.octal("0.7")._takeaway_host
    numbers = [takeaway.octal("0.7")._takeaway_number for _ in range(100)]
    takeaway.mex([0])
    with pytest.raises(takeaway.RequestError, match="no object"):
        host.send({"on": numbers[50], "call": "nim_value", "with": [1]})


# Every kind of call that takes a function: what it makes, and which method it calls.
USES = {
    "ruleset": lambda f: takeaway.ruleset(options=lambda a: [] if a < 1 else [f(a - 1)])(3).nim_value(),
    "both": lambda f: takeaway.ruleset(left=f, right=f)(0),
    "measure": lambda f: takeaway.ruleset(options=lambda a: [], measure=f)(3).outcome(),
    "two_pile": lambda f: takeaway.two_pile(f).least_move(3, 5),
    "one_pile": lambda f: takeaway.one_pile(f).losing_sizes(9),
    "heap": lambda f: takeaway.heap(lambda n: [f(n - 1)] if n else []).nim_values(5),
    "progress": lambda f: takeaway.octal("0.77", progress=f).nim_values(9),
    "kept": lambda f: takeaway.ruleset(options=f).table,
    "wrong": lambda f: pytest.raises(takeaway.TakeawayError, takeaway.octal, f),
    "argument": lambda f: pytest.raises(takeaway.TakeawayError, takeaway.octal, f, object()),
}  # fmt: skip


def alive(references):
    gc.collect()
    takeaway.mex([0])
    return sum(reference() is not None for reference in references)


@pytest.mark.parametrize("use", USES)
def test_functions_are_freed(use):
    class Function:
        def __call__(self, *arguments):
            return arguments[0]

    host = takeaway.octal("0.7")._takeaway_host
    alive([])
    before, keys = set(host.functions), set()
    functions = []
    for _ in range(40):
        f = Function()
        functions.append(weakref.ref(f))
        USES[use](f)
        keys |= set(host.functions)
        del f
    assert alive(functions) == 0 and set(host.functions) == before
    game = takeaway.two_pile(Function())
    (key,) = set(host.functions) - before
    assert key not in keys and game.least_move(3, 5) == takeaway.two_pile("k").least_move(3, 5)


def test_a_function_lives_as_long_as_what_uses_it():
    class Function:
        def __call__(self, a):
            return [a - 1] if a else []

    f = Function()
    function = weakref.ref(f)
    position = takeaway.ruleset(options=f)(30)
    del f
    assert alive([function]) == 1 and position.outcome() == "P"
    total = position + takeaway.rules.nim(2)
    del position
    assert alive([function]) == 1 and total.nim_value() == 2
    with pytest.raises(RuntimeError, match="in progress"):  # numbers are not lost in a callback
        takeaway.two_pile(lambda k: takeaway.mex([0])).least_move(9, 9)
    del total
    assert alive([function]) == 0


def test_no_line_of_ours_runs_as_an_object_goes():  # an exception of a handler there would be lost
    game, lines = takeaway.octal("0.77"), []
    sys.settrace(lambda frame, event, argument: lines.append(frame.f_code.co_filename))
    try:
        del game
    finally:
        sys.settrace(None)
    assert not [line for line in lines if os.path.dirname(takeaway.__file__) in line]


def test_context_managers():
    with takeaway.two_pile("2k") as game:
        assert game.least_move(3, 5) == 3
    with pytest.raises((takeaway.TakeawayError, AttributeError)):
        game.least_move(3, 5)
    with takeaway.rules.nim(3) as position:
        assert position.nim_value() == 3


def test_limits_of_a_block():
    game = takeaway.octal("0.07")
    for limits in ({"seconds": 0.2}, {"memory": 2**16}, {"seconds": math.inf, "memory": 2**16}):
        with takeaway.within(**limits):
            with pytest.raises(takeaway.LimitError, match="set by ta.within"):
                game.misere_outcome(1000)
    assert game.nim_value(1000) == 4
    with takeaway.within(seconds=1e-9):
        with takeaway.within(seconds=100), pytest.raises(takeaway.LimitError, match="of 1e-09 seconds is reached"):
            game.nim_value(5)
    assert game.nim_value(5) == 0


@pytest.mark.parametrize("given", [0, -1, math.nan, "1", True, None])
def test_limits_that_are_none(given):
    with pytest.raises(takeaway.RequestError, match="within: seconds: expected a positive number"):
        takeaway.within(seconds=given)


class Integer:
    """Like Sage's: an integer that is no int."""

    def __init__(self, n):
        self.n = n

    def __index__(self):
        return self.n


def test_integers_of_other_kinds():
    assert takeaway.octal("0.77").nim_value(Integer(1000)) == 1
    assert takeaway.octal("0.77").nim_value(numpy.int32(1000)) == 1
    assert takeaway.mex(numpy.array([0, 1, 3])) == 2
    assert takeaway.two_pile(lambda k: Integer(2 * k)).least_move(5, 8) == 1


def test_threads_have_hosts_of_their_own():
    game, failures = takeaway.octal("0.77"), []

    def work():
        try:
            with pytest.raises(RuntimeError, match="thread"):
                game.nim_value(3)
            assert takeaway.octal("0.77").nim_value(1000) == 1
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


LONG = "takeaway.octal('0.354').nim_values(10**9)"
ENDLESS = "takeaway.load_rules('x', text='return { options = function() while true do end end }')(1).nim_value()"


def test_other_threads_run_during_a_call():
    stop, host = threading.Event(), takeaway.octal("0.7")._takeaway_host

    def count():  # and end the call, which would run for hours; a cancel before its start has no effect
        counted = 0
        while not stop.is_set():
            counted += 1
            if counted > 100:
                host.cancel()

    other = threading.Thread(target=count)
    other.start()
    with pytest.raises(takeaway.CancelledError):
        takeaway.octal("0.354").nim_values(10**9)
    stop.set()
    other.join()
    assert takeaway.mex([0]) == 1


CALLBACKS = "takeaway.ruleset(options=lambda n: [n + 1])(1).followers()"

# Three times: another thread prints "ready" once the main thread is inside the question's last request. A background
# process has SIGINT ignored.
INTERRUPTED = """
import signal, sys, takeaway, threading
signal.signal(signal.SIGINT, signal.default_int_handler)
main = threading.get_ident()

def inside():
    while True:
        frame = sys._current_frames()[main]
        while frame and (frame.f_code.co_name != "send" or frame.f_locals["request"].get("call") != "%s"):
            frame = frame.f_back
        if frame:
            return print("ready", flush=True)

for _ in range(3):
    try:
        threading.Thread(target=inside).start()
        %s
    except KeyboardInterrupt:
        print("interrupted", takeaway.mex([0]), flush=True)
"""


@pytest.mark.parametrize("question", [LONG, ENDLESS, CALLBACKS])
def test_ctrl_c(question):
    program = INTERRUPTED % (re.findall(r"\.(\w+)\(", question)[-1], question)
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    for _ in range(3):
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "interrupted 1\n"
    assert process.wait() == 0


def test_wakeup_file_of_the_program_is_kept():
    read, write = os.pipe()
    os.set_blocking(write, False)
    before = signal.set_wakeup_fd(write)
    try:
        takeaway.mex([0])
        assert signal.set_wakeup_fd(write) == write
    finally:
        signal.set_wakeup_fd(before)
        os.close(read)
        os.close(write)


# The browser's layout: the size of each picture and table, and the number of visible shapes and cells in it.
MEASURE = """<script>addEventListener("load", () => {
  const sizes = [...document.querySelectorAll(".jp-OutputArea-output svg, .jp-OutputArea-output table")].map(e => {
    const box = e.getBoundingClientRect();
    const seen = [...e.querySelectorAll("rect, path, circle, polygon, polyline, text, td")].filter(part => {
      const inner = part.getBoundingClientRect();
      return inner.width + inner.height > 0;
    });
    return e.tagName + " " + Math.round(box.width) + " " + Math.round(box.height) + " " + seen.length;
  });
  const told = document.createElement("pre");
  told.id = "sizes";
  told.textContent = sizes.join("|");
  document.body.append(told);
});</script>"""


def rendered(page, folder):
    """The sizes in a browser. A picture of the page is in the folder."""
    chromium = shutil.which("chromium")
    if not chromium:
        pytest.skip("chromium is not there")
    (folder / "page.html").write_text(page.replace("</body>", MEASURE + "</body>"), encoding="utf-8")
    command = [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=%s" % (folder / "profile"),
               "--window-size=900,1600", "--virtual-time-budget=5000"]
    source = (folder / "page.html").as_uri()
    picture = os.environ.get("TAKEAWAY_PICTURE") or str(folder / "page.png")
    subprocess.run([*command, "--screenshot=" + picture, source], check=True, capture_output=True, timeout=1200)
    assert os.path.getsize(picture) > 10000
    dom = subprocess.run([*command, "--dump-dom", source], check=True, capture_output=True, timeout=1200).stdout.decode()
    found = re.search(r'<pre id="sizes">([^<]*)</pre>', dom)
    assert found, dom[-2000:]
    return [(kind, int(w), int(h), int(n)) for kind, w, h, n in (one.split() for one in found.group(1).split("|"))]


def test_a_notebook(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", os.path.dirname(os.path.dirname(takeaway.__file__)))  # for the kernel
    nbformat = pytest.importorskip("nbformat")
    nbconvert = pytest.importorskip("nbconvert")
    preprocessors = pytest.importorskip("nbconvert.preprocessors")
    cells = ["import takeaway", "takeaway.two_pile('2k').table(5)", "takeaway.value('{3||2|1}')",
             "takeaway.octal('0.77').nim_values(30)", "takeaway.plot.heat_map(takeaway.two_pile('4k').table(30))"]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    preprocessors.ExecutePreprocessor(timeout=1200, startup_timeout=1200, kernel_name="python3").preprocess(notebook, {})
    shown = [set(cell.outputs[0].data) for cell in notebook.cells[1:]]
    assert {"image/svg+xml", "text/html", "text/latex", "text/plain"} <= shown[0]
    assert {"image/svg+xml", "text/latex", "text/plain"} <= shown[1]
    exporter = nbconvert.HTMLExporter()
    exporter.register_filter("clean_html", lambda x: x)  # Debian's keeps only the text of an SVG; Jupyter shows it
    page, _ = exporter.from_notebook_node(notebook)
    assert "<th>p\\q</th>" in page and "<svg" in page and "left wall" in page  # the table, the thermograph
    table, thermograph, row, heat_map = rendered(page, tmp_path)
    assert [table[0], row[0]] == ["TABLE", "TABLE"] and table[3] == 36 and row[3] >= 25
    for picture, shapes in (thermograph, 25), (heat_map, 900):
        assert picture[0] == "svg" and picture[1] > 500 and picture[2] > 300 and picture[3] > shapes
