"""One host of the library a thread: requests as JSON, Python functions as callbacks."""

from __future__ import annotations

import array
import ctypes
import itertools
import json
import math
import operator
import signal
import threading
from fractions import Fraction
from typing import Any, Callable, Dict, Iterable, List, Optional

from . import _errors, _interrupts
from ._library import INFINITE, MEMORY, OK, REPLY, THREAD, Function, error, library


def whole(n: Any) -> int:
    """An integer of Python, numpy or Sage; a float with an integral value."""
    return int(n) if isinstance(n, float) and n.is_integer() else operator.index(n)


def value(n: Any) -> int:
    """A function's value, which is infinite beyond 64 bits."""
    return INFINITE if n == math.inf or whole(n) > INFINITE else integer(n)


def integer(n: Any) -> int:
    """An integer of 64 bits."""
    n = whole(n)
    if not -(2**63) <= n < 2**63:
        raise _errors.of("ERANGE", "an integer beyond 64 bits: %d" % n)
    return int(n)


class Host:
    """A session. Objects keep their host; it is closed when the last one is gone."""

    def __init__(self, memory: int = 0) -> None:
        self.number: int = library.ta_host_open(memory)
        if not self.number:
            raise MemoryError(error())
        self.forgotten: List[int] = []  # objects that nobody has any more
        self.functions: Dict[int, Any] = {}  # of Python, that Lua may call
        self.raised: Optional[BaseException] = None  # by one of these
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
        """The reply to a request whose values are JSON already; raises where it has an error."""
        if self.forgotten and "release" not in request:
            gone, self.forgotten = self.forgotten, []
            self.send({"release": gone})
        text = json.dumps(request, separators=(",", ":"), allow_nan=False).encode()
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
        text = json.dumps(request, separators=(",", ":")).encode()
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
        """The status of a call. What ends a program goes on, also where Lua has caught the failure of a callback."""
        self.raised = None  # of a request that was answered nevertheless
        status = self.watched(call, *arguments)
        if isinstance(self.raised, (KeyboardInterrupt, SystemExit)):
            raised, self.raised = self.raised, None
            raise raised
        return status

    def watched(self, call: Callable[..., int], *arguments: Any) -> int:
        if not self.main or threading.current_thread() is not threading.main_thread():
            return call(self.number, *arguments)
        _interrupts.begin()
        self.interrupted = False
        try:
            return call(self.number, *arguments)
        finally:
            _interrupts.end()

    def cancel(self) -> None:
        """End the request in progress, from any thread."""
        library.ta_host_cancel(self.number)

    def fail(self, code: str, message: str) -> None:
        """Raise what a callback raised, or what the reply says."""
        raised, self.raised = self.raised, None
        if raised is not None:
            raise raised
        if self.interrupted and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            raise KeyboardInterrupt  # it has been raised already, unless that was between two of Python's functions
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

    def callback(self, f: Callable[..., Any]) -> Dict[str, str]:
        """A Python function as an argument of requests."""
        name = "python %d" % id(f)
        if id(f) not in self.functions:
            native = Function(lambda _, host, arguments, count: self.called(f, arguments, count))
            self.functions[id(f)] = (f, native)
            if library.ta_host_callback(self.number, name.encode(), ctypes.cast(native, ctypes.c_void_p), None) != OK:
                del self.functions[id(f)]
                raise RuntimeError(error())
        return {"callback": name}

    def called(self, f: Callable[..., Any], arguments: Any, count: int) -> int:
        try:
            if count < 0:
                size = ctypes.c_size_t()
                where = library.ta_host_text(self.number, ctypes.byref(size))
                result = f(ctypes.string_at(where, size.value).decode("utf-8", "surrogateescape"))
            else:
                result = f(*(math.inf if n == INFINITE else n for n in arguments[:count]))
            self.give_all(result)
            return 0
        except BaseException as raised:  # what is raised goes on when the request has ended
            self.raised = raised
            library.ta_host_fail(self.number, ("%s: %s" % (type(raised).__name__, raised)).encode("utf-8", "replace"))
            return 1

    def give_all(self, result: Any) -> None:
        if result is None:
            return
        if isinstance(result, str) or not isinstance(result, Iterable):
            self.give(result, value)
        elif not self.give_at_once(result):
            for option in result:
                self.give(option)

    def give_at_once(self, result: Iterable[Any]) -> bool:
        """Options that are all ints, or all tuples or lists of as many ints, in one call."""
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
        status = library.ta_host_give_many(self.number, numbers.buffer_info()[0], size, len(numbers) // size)
        if status != OK:
            raise self.failure(status)
        return True

    def give(self, option: Any, read: Callable[[Any], int] = integer) -> None:
        if isinstance(option, bool):
            status = library.ta_host_give_truth(self.number, option)
        elif isinstance(option, str):
            text = option.encode("utf-8", "surrogateescape")
            status = library.ta_host_give_text(self.number, text, len(text))
        else:
            parts = list(option) if isinstance(option, Iterable) else [option]
            numbers = (ctypes.c_int64 * len(parts))(*map(read, parts))
            status = library.ta_host_give(self.number, numbers, len(parts))
        if status != OK:
            raise self.failure(status)


def json_of(host: Host, x: Any) -> Any:
    """A value of Python as an argument of requests."""
    if x is None or isinstance(x, (bool, str)):
        return x
    number = getattr(x, "_takeaway_number", None)
    if number is not None:
        if x._takeaway_host is not host:
            raise RuntimeError("an object of Takeaway is used in the thread that made it, alone")
        return {"object": number}
    if isinstance(x, float):
        if x in (math.inf, -math.inf):
            return {"number": "inf" if x > 0 else "-inf"}
        return float(x)
    if hasattr(x, "__index__") and not isinstance(x, Iterable):  # an array has both
        return integer(x)
    if isinstance(x, Fraction):
        return str(x)
    if isinstance(x, bytes):
        return {"bytes": x.hex()}
    if isinstance(x, dict):
        return {str(key): json_of(host, item) for key, item in x.items()}
    if isinstance(x, (set, frozenset)):
        return [json_of(host, item) for item in sorted(x)]
    if callable(x):
        return host.callback(x)
    if isinstance(x, Iterable):
        return [json_of(host, item) for item in x]
    raise TypeError("takeaway takes no %s" % type(x).__name__)


class _Local(threading.local):
    host: Optional[Host] = None


_local = _Local()


def current() -> Host:
    """The host of this thread."""
    if _local.host is None:
        _local.host = Host()
    return _local.host
