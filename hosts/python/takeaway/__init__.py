"""Take-away games: nim values, winning moves, periods and proofs.

Every call of Takeaway's Lua API is here by its name, with settings as keywords; see README.md of the package.
"""

from __future__ import annotations

from typing import Any, List

from . import _docs
from ._errors import (
    CancelledError,
    FileError,
    LimitError,
    LoopyError,
    PartizanError,
    RaisedError,
    RangeError,
    RequestError,
    TakeawayError,
    UnsupportedError,
)
from ._host import Within as within, current as _current
from ._library import INFINITE, KERNELS, library as _library
from ._objects import Function as _Function, Object, Picture, Position, Record, Ruleset, Sum, Table, Value, ask as _ask

__version__: str = _library.ta_host_version().decode()

__all__ = [
    "CancelledError", "FileError", "INFINITE", "KERNELS", "LimitError", "LoopyError", "Object", "PartizanError",
    "Picture", "Position", "RaisedError", "RangeError", "Record", "RequestError", "Ruleset", "Sum", "Table",
    "TakeawayError", "UnsupportedError", "Value", "within",
]  # fmt: skip


class _Call:
    """A call of Takeaway; settings are keywords."""

    def __init__(self, path: str) -> None:
        self._path = path
        self.__name__ = path.rpartition(".")[2]
        self.__doc__ = _docs.CALLS.get(path)

    def __call__(self, *arguments: Any, **settings: Any) -> Any:
        return _ask(_current(), arguments, settings, call=self._path)

    def __getattr__(self, name: str) -> Any:
        return _named(self._path + "." + name) if not name.startswith("_") else _missing(name)

    def __repr__(self) -> str:
        return "<takeaway.%s>" % self._path


def _missing(name: str) -> Any:
    raise AttributeError(name)


def _named(path: str) -> Any:
    try:
        found = _ask(_current(), get=path)
    except RequestError:
        raise AttributeError("takeaway has no %s" % path) from None
    return _Call(path) if isinstance(found, _Function) or type(found) in (Object, Record, list) else found


def __getattr__(name: str) -> Any:
    return _named(name) if not name.startswith("_") else _missing(name)


def __dir__() -> List[str]:
    return [*__all__, *(path for path in _docs.CALLS if "." not in path), "export", "papers", "plot", "rules"]
