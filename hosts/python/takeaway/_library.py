"""libtakeaway-host by ctypes; other threads run during every call."""

from __future__ import annotations

import ctypes
import os

INSIDE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib")


def _path(name: str) -> str:
    return os.path.join(os.environ.get("TAKEAWAY_LIBRARIES") or INSIDE, name)


#: The C library of the kernels only, for programs that call it themselves.
KERNELS = _path("libtakeaway.so.0")

OK, REPLY, HANDLE, THREAD, BUSY, INVALID, MEMORY, BUFFER = range(8)
INFINITE = 2**63 - 1

library = ctypes.CDLL(_path("libtakeaway-host.so.0"))

Integers = ctypes.POINTER(ctypes.c_int64)
Body = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64, Integers, ctypes.c_int)
Release = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


def _declare(name: str, result: object, *arguments: object) -> None:
    function = getattr(library, name)
    function.restype = result
    function.argtypes = arguments


_int, _host, _size, _text = ctypes.c_int, ctypes.c_int64, ctypes.c_size_t, ctypes.c_char_p
_sizes = ctypes.POINTER(ctypes.c_size_t)
_declare("ta_host_error", _text)
_declare("ta_host_version", _text)
_declare("ta_host_open", _host, _size)
_declare("ta_host_close", _int, _host)
_declare("ta_host_call", _int, _host, _text, _size, ctypes.POINTER(ctypes.c_void_p), _sizes)
_declare("ta_host_integers", _int, _host, _text, _size, ctypes.c_void_p, _size, _sizes)
_declare("ta_host_cancel", _int, _host)
_declare("ta_host_new_function", _int, _host, Body, ctypes.c_void_p, Release, ctypes.POINTER(ctypes.c_int64))
_declare("ta_host_done", _int, _host)
_declare("ta_host_text", ctypes.c_void_p, _host, _sizes)
_declare("ta_host_give", _int, _host, ctypes.c_void_p, _int)
_declare("ta_host_give_many", _int, _host, ctypes.c_void_p, _int, _int)
_declare("ta_host_give_text", _int, _host, _text, _size)
_declare("ta_host_give_truth", _int, _host, _int)
_declare("ta_host_fail", _int, _host, _text)


def error() -> str:
    """The error message of this thread's last call."""
    message: bytes = library.ta_host_error()
    return message.decode("utf-8", "replace")
