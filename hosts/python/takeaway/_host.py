"""One host of the library for each thread: requests as JSON, Python functions as callbacks."""

from __future__ import annotations

import array
import ctypes
import gc
import itertools
import json
import math
import numbers
import operator
import signal
import sys
import threading
import time
import weakref
from fractions import Fraction
from typing import Any, Callable, Dict, Iterable, List, Optional

from . import _errors, _interrupts
from ._library import INFINITE, MEMORY, OK, REPLY, THREAD, Body, Release, error, library


DEEPEST = 100  # nested lists


def refused(what: str, x: Any) -> Exception:
    shown = repr(x)
    return _errors.of("EREQUEST", "%s, got %s (%s)" % (what, shown if len(shown) < 80 else "one", type(x).__name__))


def whole(n: Any) -> int:
    """An integer of Python, numpy or Sage; a float with an integral value."""
    if isinstance(n, float) and n.is_integer():
        return int(n)
    if not hasattr(type(n), "__index__"):
        raise refused("expected an integer", n)
    return operator.index(n)


def value(n: Any) -> int:
    """A function's value; beyond 64 bits it is infinite."""
    return INFINITE if n == math.inf or whole(n) > INFINITE else integer(n)


def integer(n: Any) -> int:
    """An integer of 64 bits."""
    n = whole(n)
    if not -(2**63) <= n < 2**63:
        raise _errors.of("ERANGE", "an integer beyond 64 bits: %d" % n)
    return int(n)


# ---- Exceptions in C callbacks ----
#
# A signal's handler may raise before the first line of a Python function that C has called. ctypes passes such an
# exception to sys.unraisablehook and drops it. During a call the hook is a builtin, in which no handler can run.

_unraised: List[Any] = []
_keep = _unraised.append
_hook = sys.unraisablehook  # the program's own


def _door(host: weakref.ref[Host]) -> Any:
    """The C function for all Python functions of a host."""
    return Body(lambda key, _, arguments, count: host().called(key, arguments, count))  # type: ignore[union-attr]


def _swallowed() -> Optional[BaseException]:
    """The first exception that one of our callbacks dropped. Others go to the program's hook."""
    found = None
    while _unraised:
        each = _unraised[0]
        if each.exc_traceback is None or each.exc_traceback.tb_frame.f_globals is not globals():
            _hook(each)
        elif found is None:
            found = each.exc_value
        del _unraised[:1]
    return found


_keys = itertools.count(1)  # no key is reused


class _Refused(Exception):
    """A callback's result that Lua cannot receive. The reply says where."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.code = getattr(error, "code", "ERAISED")


class Within:
    """Limits for all calls in a block: with takeaway.within(seconds=5, memory=10**9): ...

    seconds: for the whole block, by the clock. For each call: memory, in bytes; limit, the positions that the engine may
    hold for any one game; depth, moves of play. A call that reaches a limit raises LimitError, and objects stay usable.
    Blocks nest: the least limit holds, and the limits of rules hold inside. A block limits the thread that enters it.
    """

    def __init__(
        self,
        *,
        seconds: float = math.inf,
        memory: float = math.inf,
        limit: float = math.inf,
        depth: float = math.inf,
    ) -> None:
        self.most = {"seconds": seconds, "memory": memory, "limit": limit, "depth": depth}
        for name, most in self.most.items():
            if isinstance(most, bool) or not isinstance(most, numbers.Real) or not most > 0:
                raise refused("within: %s: expected a positive number" % name, most)
        self.ends = math.inf

    def __enter__(self) -> None:
        self.ends = time.monotonic() + self.most["seconds"]
        current().limits.append(self)

    def __exit__(self, *error: object) -> None:
        current().limits.remove(self)

    def left(self, name: str) -> float:
        if name != "seconds":
            return math.ceil(self.most[name]) if self.most[name] < 2**62 else math.inf
        left = self.ends - time.monotonic()
        if left <= 0:
            raise _errors.of("ELIMIT", "within: the limit of %g seconds is reached" % self.most[name])
        return left


def bounded(limits: List[Within], request: Dict[str, Any]) -> Dict[str, Any]:
    """Add the limits to a request."""
    if not limits or "release" in request:
        return request
    least = {name: min(each.left(name) for each in limits) for name in limits[0].most}
    return {**request, "within": {name: most for name, most in least.items() if most < math.inf}}


class Handle(weakref.ref[Any]):
    """A weak reference to a Python object, with its number. A builtin appends it to a list when the object is gone."""

    number: int


class Host:
    """A session. Objects hold a reference to their host, and the last one closes it."""

    def __init__(self, memory: int = 0) -> None:
        self.number: int = library.ta_host_open(memory)
        if not self.number:
            raise MemoryError(error())
        self.living: Dict[int, Handle] = {}  # objects in use
        self.dead: List[Any] = []  # handles of objects that are gone
        self.forgotten: List[int] = []  # their numbers, to be released
        self.functions: Dict[int, Callable[..., Any]] = {}  # Python functions for Lua, by key
        self.lent: List[int] = []  # function objects for the next request
        self.gone: List[int] = []  # keys of unused functions
        self.dropped = False  # objects were released that Lua may not have collected
        self.collections = 0  # the number of Python's collections at Lua's last one
        self.door = _door(weakref.ref(self))
        self.release = Release(self.gone.append)  # a builtin, in which no handler can raise
        self.limits: List[Within] = []  # of the blocks that the thread is in
        self.busy = False  # a call is in progress, so a new call comes from a callback
        self.raised: Optional[BaseException] = None  # by a callback
        self.main = threading.current_thread() is threading.main_thread()
        self.interrupted = False  # by Ctrl-C
        if self.main:
            _interrupts.watch(self)

    def __del__(self) -> None:
        number, self.number = getattr(self, "number", 0), 0
        if number and library:
            library.ta_host_close(number)

    # ---- Requests ----

    def send(self, request: Dict[str, Any]) -> Dict[str, Any]:
        """The reply to a request whose values are already JSON. Raises if the reply has an error."""
        lent: List[int] = []
        if "release" not in request:
            if not self.busy:
                self.let_go()
            lent, self.lent = self.lent, []
        try:
            return self.reply(request)
        finally:
            self.forgotten += lent

    def take_back(self) -> None:
        """Release the functions lent to a request that is not sent."""
        lent, self.lent = self.lent, []
        self.forgotten += lent

    def keep(self, x: Any, number: int) -> None:
        """Release the object of this number when x is gone."""
        handle = Handle(x, self.dead.append)
        handle.number = number
        self.living[number] = handle

    def let_go(self) -> None:
        """Release unused objects. Lua's garbage is collected with Python's."""
        while self.dead:
            number = self.dead[-1].number
            if number in self.living:
                self.forgotten.append(number)
                del self.living[number]
            del self.dead[-1:]
        collect = False
        if self.functions and (self.forgotten or self.dropped):
            collections = gc.get_stats()[-1]["collections"]
            collect = collections != self.collections
            self.collections = collections
        if self.forgotten or collect:
            gone, self.forgotten = self.forgotten, []
            self.dropped = not collect
            self.reply({"release": gone, "collect": collect})
        while self.gone:
            self.functions.pop(self.gone[-1], None)
            del self.gone[-1:]

    def reply(self, request: Dict[str, Any]) -> Dict[str, Any]:
        text = json.dumps(bounded(self.limits, request), separators=(",", ":"), allow_nan=False).encode()
        reply, length = ctypes.c_void_p(), ctypes.c_size_t()
        status = self.run(library.ta_host_call, text, len(text), ctypes.byref(reply), ctypes.byref(length))
        if not reply.value:
            raise self.failure(status)
        answer: Dict[str, Any] = json.loads(ctypes.string_at(reply.value, length.value))
        if status != OK:
            self.fail(answer["code"], answer["error"])
        return answer

    def integers(self, request: Dict[str, Any]) -> Any:
        """The integers of an object, as a ctypes array."""
        text = json.dumps(bounded(self.limits, request), separators=(",", ":")).encode()
        count = ctypes.c_size_t()
        buffer = (ctypes.c_int64 * 0)()
        while True:
            status = self.run(library.ta_host_integers, text, len(text), buffer, len(buffer), ctypes.byref(count))
            if status == OK:
                return buffer
            if status == REPLY:
                self.fail("ECANCELLED" if error() == "interrupted" else "ERAISED", error())
            if count.value <= len(buffer):
                raise self.failure(status)
            buffer = (ctypes.c_int64 * count.value)()

    def run(self, call: Callable[..., int], *arguments: Any) -> int:
        """The status of a call. KeyboardInterrupt and SystemExit go on even if Lua caught a callback's failure."""
        self.raised = None  # of a request that succeeded nevertheless
        _swallowed()
        busy, self.busy = self.busy, True
        try:
            status = self.watched(call, *arguments)
        finally:
            self.busy = busy
        swallowed = _swallowed()
        if swallowed is not None:
            raise swallowed
        if isinstance(self.raised, (KeyboardInterrupt, SystemExit)):
            raised, self.raised = self.raised, None
            raise raised
        return status

    def watched(self, call: Callable[..., int], *arguments: Any) -> int:
        if not self.main or threading.current_thread() is not threading.main_thread():
            return call(self.number, *arguments)
        global _hook
        _interrupts.begin()
        self.interrupted = False
        if sys.unraisablehook is not _keep:  # unless a handler's exception interrupted the restoring
            _hook = sys.unraisablehook
        try:
            sys.unraisablehook = _keep
            return call(self.number, *arguments)
        finally:
            sys.unraisablehook = _hook
            _interrupts.end()

    def cancel(self) -> None:
        """End the request in progress, from any thread."""
        library.ta_host_cancel(self.number)

    def fail(self, code: str, message: str) -> None:
        """Raise the exception of a callback, or that of the reply."""
        raised, self.raised = self.raised, None
        if isinstance(raised, _Refused):
            raise _errors.of(raised.code, message)
        if raised is not None:
            raise raised
        if self.interrupted and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            raise KeyboardInterrupt  # usually already raised, except between two Python functions
        raise _errors.of(code, message)

    def failure(self, status: int) -> Exception:
        if status == MEMORY:
            return MemoryError(error())
        if status == REPLY:
            return _errors.of("ERAISED", error())
        if status == THREAD:
            return RuntimeError("an object of Takeaway is used in the thread that made it, alone")
        return RuntimeError(error())

    # ---- Callbacks ----

    def callback(self, f: Callable[..., Any]) -> Dict[str, int]:
        """A Python function as an argument of the next request. The objects made with it keep it."""
        key, number = next(_keys), ctypes.c_int64()
        self.functions[key] = f
        status = library.ta_host_new_function(self.number, self.door, key, self.release, ctypes.byref(number))
        if status != OK:
            del self.functions[key]
            raise self.failure(status)
        self.lent.append(number.value)
        return {"object": number.value}

    def called(self, key: int, arguments: Any, count: int) -> None:
        """Call a function. Only a call of ta_host_done makes it succeed."""
        try:
            f = self.functions[key]
            if count < 0:
                size = ctypes.c_size_t()
                where = library.ta_host_text(self.number, ctypes.byref(size))
                result = f(ctypes.string_at(where, size.value).decode("utf-8", "surrogateescape"))
            else:
                result = f(*(math.inf if n == INFINITE else n for n in arguments[:count]))
            self.give_all(result)
            status = library.ta_host_done(self.number)
            if status != OK:
                raise self.failure(status)
        except BaseException as raised:  # raised again when the request has ended
            self.raised = raised
            kind = "" if isinstance(raised, _Refused) else type(raised).__name__ + ": "
            library.ta_host_fail(self.number, (kind + str(raised)).encode("utf-8", "replace"))

    def give_all(self, result: Any) -> None:
        if result is None:
            return
        if isinstance(result, (str, bytes)) or not isinstance(result, Iterable):
            self.give(result, value)
        elif not self.give_at_once(result):
            for option in result:
                self.give(option)

    def give_at_once(self, result: Iterable[Any]) -> bool:
        """Give the options in one call: all ints, or all tuples or lists of equally many ints."""
        if not isinstance(result, (list, tuple, range)) or not result:
            return False
        options: Any = result
        size, kinds = 1, set(map(type, options))
        if kinds <= {tuple, list}:
            size = len(options[0])
            if size == 0 or set(map(len, options)) != {size}:
                return False
            options = list(itertools.chain.from_iterable(options))
            kinds = set(map(type, options))
        if kinds != {int}:
            return False
        try:
            numbers = array.array("q", options)
        except OverflowError:
            return False
        self.given(library.ta_host_give_many(self.number, numbers.buffer_info()[0], size, len(numbers) // size))
        return True

    def give(self, option: Any, read: Callable[[Any], int] = integer) -> None:
        if isinstance(option, bool):
            status = library.ta_host_give_truth(self.number, option)
        elif isinstance(option, (str, bytes)):
            text = option if isinstance(option, bytes) else option.encode("utf-8", "surrogateescape")
            status = library.ta_host_give_text(self.number, text, len(text))
        else:
            parts = list(option) if isinstance(option, Iterable) else [option]
            try:
                numbers = (ctypes.c_int64 * len(parts))(*map(read, parts))
            except _errors.TakeawayError as error:
                raise _Refused(error) from None
            status = library.ta_host_give(self.number, numbers, len(parts))
        self.given(status)

    def given(self, status: int) -> None:
        if status != OK:
            raise _Refused(self.failure(status))


def json_of(host: Host, x: Any, depth: int = DEEPEST) -> Any:
    """A Python value as an argument of requests."""
    if x is None or isinstance(x, bool):
        return x
    if isinstance(x, str):
        return text_of(x)
    if depth == 0:
        raise _errors.of("EREQUEST", "an argument has lists in lists to a depth of more than %d" % DEEPEST)
    if hasattr(x, "_takeaway_kind"):
        number = x._takeaway_number
        if number is None:
            raise _errors.of("EREQUEST", "an object that is closed or comes from a pickle is no argument")
        if x._takeaway_host is not host:
            raise RuntimeError("an object of Takeaway is used in the thread that made it, alone")
        return {"object": number}
    if getattr(x, "shape", None) == () and hasattr(x, "item"):
        return json_of(host, x.item(), depth - 1)  # a numpy scalar
    if isinstance(x, float):
        return float(x) if math.isfinite(x) else {"number": str(float(x))}
    if hasattr(type(x), "__index__") and not isinstance(x, Iterable):  # an array has both
        return integer(x)
    if isinstance(x, Fraction):
        return str(x)
    if isinstance(x, (bytes, bytearray)):
        return {"bytes": x.hex()}
    if isinstance(x, dict):
        return {text_of(str(key), False): json_of(host, item, depth - 1) for key, item in x.items()}
    if isinstance(x, (set, frozenset)):
        try:
            return [json_of(host, item, depth - 1) for item in sorted(x)]
        except TypeError:
            raise _errors.of("EREQUEST", "a set of things that have no order; a list has one") from None
    if callable(x):
        return host.callback(x)
    if isinstance(x, Iterable):
        return [json_of(host, item, depth - 1) for item in x]
    raise _errors.of("EREQUEST", "takeaway takes no %s" % type(x).__name__)


def text_of(text: str, bytes_too: bool = True) -> Any:
    """A text as JSON. Text with bytes that are no UTF-8, which Python holds as surrogates, is sent as bytes."""
    try:
        text.encode()
    except UnicodeEncodeError:
        try:
            if bytes_too:
                return {"bytes": text.encode("utf-8", "surrogateescape").hex()}
        except UnicodeEncodeError:
            pass
        raise _errors.of("EREQUEST", "a text is no Unicode: %a" % text[:40]) from None
    return text


class _Local(threading.local):
    host: Optional[Host] = None


_local = _Local()


def current() -> Host:
    """The host of this thread."""
    if _local.host is None:
        _local.host = Host()
    return _local.host
