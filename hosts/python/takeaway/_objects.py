"""Games, positions, values and tables as Python objects: each refers to one of the host's."""

from __future__ import annotations

import html
import math
from fractions import Fraction
from typing import Any, Dict, Iterator, List, Optional, Tuple

from . import _docs
from ._errors import RaisedError, RangeError
from ._host import Host, current, json_of, whole
from ._library import INFINITE


class Record(Dict[str, Any]):
    """A result with named fields: record["p"] and record.p are the same."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


def result(host: Host, x: Any) -> Any:
    """The result in a reply, as a Python value."""
    if isinstance(x, list):
        return [result(host, item) for item in x]
    if not isinstance(x, dict):
        return x
    if "object" in x and "kind" in x:
        return CLASSES.get(x["kind"], Object)._made(host, x)
    if len(x) == 1 and "number" in x:
        return float(x["number"])
    if len(x) == 1 and "bytes" in x:
        return bytes.fromhex(x["bytes"])
    return Record({key: result(host, item) for key, item in x.items()})


def ask(host: Host, arguments: Tuple[Any, ...] = (), settings: Optional[Dict[str, Any]] = None, **request: Any) -> Any:
    """The result of a request, several as a tuple."""
    try:
        given = [json_of(host, x) for x in (*arguments, settings)] if settings else [json_of(host, x) for x in arguments]
    except BaseException:
        host.take_back()
        raise
    if given:
        request["with"] = given
    reply = host.send(request)
    if "results" in reply:
        return tuple(result(host, item) for item in reply["results"])
    return result(host, reply["result"])


class Method:
    """A call of an object; settings are keywords."""

    def __init__(self, owner: Object, name: str) -> None:
        self._owner, self.__name__ = owner, name
        self.__doc__ = _docs.METHODS.get(owner._takeaway_kind, {}).get(name)

    def __call__(self, *arguments: Any, **settings: Any) -> Any:
        owner = self._owner
        return ask(owner._takeaway_host, arguments, settings, on=owner._takeaway_number, call=self.__name__)


class Object:
    """An object of Takeaway. Its methods are those of Lua."""

    _takeaway_host: Host
    _takeaway_number: Optional[int]
    _takeaway_kind: str
    _takeaway_text: Optional[str]
    _known: Dict[Tuple[str, str], bool] = {}  # is it a method of this kind?

    @classmethod
    def _made(cls, host: Host, told: Dict[str, Any]) -> Any:
        self = cls.__new__(cls)
        self._takeaway_host = host
        self._takeaway_number = told["object"]
        self._takeaway_kind = told["kind"]
        self._takeaway_text = told.get("text")
        host.keep(self, told["object"])
        return self

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        known = Object._known.get((self._takeaway_kind, name))
        if not known:
            found = ask(self._takeaway_host, on=self._takeaway_number, get=name)
            if found is None:
                raise AttributeError("a %s has no %s" % (self._takeaway_kind, name))
            if not isinstance(found, Function):
                return found
            if name in _docs.METHODS.get(self._takeaway_kind, ()):  # others are fields of this object only
                Object._known[self._takeaway_kind, name] = True
        return Method(self, name)

    def __dir__(self) -> List[str]:
        return [*super().__dir__(), *_docs.METHODS.get(self._takeaway_kind, ())]

    def __call__(self, *arguments: Any, **settings: Any) -> Any:
        return ask(self._takeaway_host, arguments, settings, on=self._takeaway_number)

    def __str__(self) -> str:
        if self._takeaway_text is None:
            return str(self._operate("text"))
        return self._takeaway_text

    def __repr__(self) -> str:
        return "<takeaway %s>" % str(self).partition("\n")[0]

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Release the object. It cannot be used any more."""
        number, self._takeaway_number = self._takeaway_number, None
        if number is None:
            return
        host = self._takeaway_host
        host.living.pop(number, None)
        if ask(host, on=number, get="close") is not None:
            ask(host, on=number, call="close")
        host.send({"release": [number]})

    def __reduce__(self) -> Any:
        raise TypeError("a %s cannot be pickled" % self._takeaway_kind)

    def _operate(self, operator: str, *others: Any) -> Any:
        return ask(self._takeaway_host, (self, *others), operator=operator)


class Function(Object):
    """A Lua function."""


class Arithmetic(Object):
    """Values, positions and sums: + - * and comparison."""

    def __add__(self, other: Any) -> Any:
        return self._operate("+", _operand(other))

    def __radd__(self, other: Any) -> Any:
        return ask(self._takeaway_host, (_operand(other), self), operator="+")

    def __sub__(self, other: Any) -> Any:
        return self._operate("-", _operand(other))

    def __rsub__(self, other: Any) -> Any:
        return ask(self._takeaway_host, (_operand(other), self), operator="-")

    def __mul__(self, other: Any) -> Any:
        return self._operate("*", other)

    def __rmul__(self, other: Any) -> Any:
        return ask(self._takeaway_host, (other, self), operator="*")

    def __neg__(self) -> Any:
        return self._operate("neg")

    def __pos__(self) -> Any:
        return self

    def __le__(self, other: Any) -> Any:
        return self._operate("<=", _operand(other))

    def __lt__(self, other: Any) -> Any:
        return self._operate("<", _operand(other))

    def __ge__(self, other: Any) -> Any:
        return ask(self._takeaway_host, (_operand(other), self), operator="<=")

    def __gt__(self, other: Any) -> Any:
        return ask(self._takeaway_host, (_operand(other), self), operator="<")


def _operand(x: Any) -> Any:
    """Takeaway takes fractions, and integers beyond 64 bits, as text."""
    beyond = isinstance(x, int) and not -(2**63) <= x < 2**63
    return str(x) if beyond or isinstance(x, Fraction) else x


def _is_dyadic(x: Any) -> bool:
    """Can a value be this number?"""
    if isinstance(x, Fraction):
        return x.denominator & (x.denominator - 1) == 0
    return not isinstance(x, float) or math.isfinite(x)


class Value(Arithmetic):
    """The value of a game. == compares values, with numbers too; hash agrees."""

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Value):
            return bool(self._operate("==", other))
        if isinstance(other, (int, float, Fraction)):
            return _is_dyadic(other) and self._equals(+other)
        return NotImplemented

    def _equals(self, number: Any) -> bool:
        try:
            return bool(ask(self._takeaway_host, (_operand(number),), on=self._takeaway_number, call="equals"))
        except RangeError:  # beyond all values
            return False

    def __hash__(self) -> int:
        if self._takeaway_text is not None:
            try:
                return hash(Fraction(self._takeaway_text))
            except ValueError:
                pass
        return hash(self._takeaway_text)

    def __reduce__(self) -> Any:
        return _value, (str(self),)

    def _repr_latex_(self) -> str:
        return "$%s$" % self.text("latex")

    def _repr_svg_(self) -> str:
        return str(ask(self._takeaway_host, (self,), call="plot.thermograph").svg())


def _value(text: str) -> Any:
    return ask(current(), (text,), call="value")


class Position(Arithmetic):
    """A position; tuple(position) are its components. == is the same position."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return bool(self._operate("==", other))

    def __hash__(self) -> int:
        return hash(self._takeaway_text)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._operate("list"))


class Sum(Arithmetic):
    """A sum of positions."""


class Picture(Object):
    """A picture; it shows itself in a notebook."""

    def _repr_svg_(self) -> str:
        return str(Method(self, "svg")())


class Ruleset(Object):
    """Rules: a call with a position's components makes a position."""

    def __call__(self, *arguments: Any, **settings: Any) -> Any:
        return super().__call__(*arguments, **settings)


class Table(Object):
    """Integers by one index or two, from `first` on; infinity is math.inf.

    memoryview(table.buffer()), numpy.asarray(table) and array.array read them where they are: INFINITE there is
    2^63 - 1. A table can be pickled; what comes back has its integers, and is asked for nothing else. A table of
    other values, such as outcomes, is asked for one at a time, table[p, q], and printed.
    """

    _first: Tuple[int, ...]
    _data: Any = None
    _shape: Tuple[int, ...]
    _integral: Optional[bool] = None  # unknown

    def _load(self) -> Any:
        if self._data is None:
            self._data = self._takeaway_host.integers({"value": {"object": self._takeaway_number}})
            self._first, self._shape = self._bounds(len(self._data))
        return self._data

    def _has_integers(self) -> bool:
        if self._integral is None:
            try:
                self._load()
                self._integral = True
            except RaisedError:
                self._integral = False
        return self._integral

    def _bounds(self, count: int) -> Tuple[Tuple[int, ...], Tuple[int, ...]]:
        if self._takeaway_kind == "least_table":
            size = math.isqrt(count)
            return (0, 0), (size, size)
        if self._takeaway_kind == "table":
            down, across = (ask(self._takeaway_host, on=self._takeaway_number, get=way) for way in ("down", "across"))
            return (down.first, across.first), (down.last - down.first + 1, across.last - across.first + 1)
        if self._takeaway_kind == "row":
            return (ask(self._takeaway_host, on=self._takeaway_number, get="first"),), (count,)
        return (0,), (count,)

    @property
    def shape(self) -> Tuple[int, ...]:
        self._load()
        return self._shape

    @property
    def first(self) -> Tuple[int, ...]:
        """The first index of each coordinate."""
        self._load()
        return self._first

    def buffer(self) -> memoryview:
        """The integers without a copy, by the shape, from 0 on."""
        flat = memoryview(self._load()).cast("B")
        return flat.cast("q", self.shape).toreadonly()

    def __buffer__(self, flags: int) -> memoryview:
        return self.buffer()

    @property
    def __array_interface__(self) -> Dict[str, Any]:
        import ctypes

        data = self._load()
        return {"version": 3, "shape": self._shape, "typestr": "<i8", "data": (ctypes.addressof(data), True)}

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, index: Any) -> Any:
        indices = index if isinstance(index, tuple) else (index,)
        if not self._has_integers():
            return ask(self._takeaway_host, indices, on=self._takeaway_number)
        data, at = self._load(), 0
        if len(indices) != len(self._shape):
            raise IndexError("expected %d indices, got %d" % (len(self._shape), len(indices)))
        for i, first, size in zip(indices, self._first, self._shape):
            place = whole(i) - first
            if not 0 <= place < size:
                raise IndexError("expected an index from %d to %d, got %d" % (first, first + size - 1, i))
            at = at * size + place
        return math.inf if data[at] == INFINITE else data[at]

    def __call__(self, *indices: Any, **settings: Any) -> Any:
        return self[indices]

    def __iter__(self) -> Iterator[Any]:
        """The values; for a table its rows, as lists."""
        shown = [math.inf if n == INFINITE else n for n in self._load()]
        if len(self._shape) == 1:
            return iter(shown)
        width = self._shape[1]
        return iter([shown[at : at + width] for at in range(0, len(shown), width)])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return (self.first, self.shape, bytes(self._load())) == (other.first, other.shape, bytes(other._load()))

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        if self._takeaway_text is None:
            self._takeaway_text = super().__str__()
        return self._takeaway_text

    def __reduce__(self) -> Any:
        return _restored, (self._takeaway_kind, self.first, self.shape, bytes(self._load()), str(self))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or self.__dict__.get("_takeaway_number") is None:
            raise AttributeError(name)
        return super().__getattr__(name)

    # ---- Notebooks ----

    def _rows(self, most: int = 24) -> Tuple[List[str], List[List[str]]]:
        """A line of names and lines of cells, shortened with dots."""

        def cut(count: int) -> List[Optional[int]]:
            return [*range(count)] if count <= most else [*range(most), None]

        def shown(at: Optional[int]) -> str:
            return "…" if at is None else "∞" if self._data[at] == INFINITE else str(self._data[at])

        self._load()
        if len(self._shape) == 1:
            columns = cut(self._shape[0])
            names = ["n"] + ["…" if c is None else str(c + self._first[0]) for c in columns]
            return names, [[""] + [shown(c) for c in columns]]
        columns, width = cut(self._shape[1]), self._shape[1]
        names = ["p\\q"] + ["…" if c is None else str(c + self._first[1]) for c in columns]
        rows = []
        for r in cut(self._shape[0]):
            head = "…" if r is None else str(r + self._first[0])
            rows.append([head] + [shown(None if r is None or c is None else r * width + c) for c in columns])
        return names, rows

    def _repr_html_(self) -> Optional[str]:
        if not self._has_integers():
            return None
        names, rows = self._rows()
        head = "".join("<th>%s</th>" % html.escape(name) for name in names)
        body = "".join(
            "<tr><th>%s</th>%s</tr>" % (html.escape(row[0]), "".join("<td>%s</td>" % html.escape(c) for c in row[1:]))
            for row in rows
        )
        return "<table><thead><tr>%s</tr></thead><tbody>%s</tbody></table>" % (head, body)

    def _repr_latex_(self) -> Optional[str]:
        if not self._has_integers():
            return None
        names, rows = self._rows()
        tex = {"…": r"\ldots", "∞": r"\infty", "p\\q": r"p\backslash q"}
        lines = [" & ".join(tex.get(cell, cell) for cell in row) for row in [names, *rows]]
        return r"$\begin{array}{r|%s} %s \\ \hline %s \end{array}$" % (
            "r" * (len(names) - 1),
            lines[0],
            r" \\ ".join(lines[1:]),
        )

    def _repr_svg_(self) -> Optional[str]:
        if self._takeaway_number is None or not self._has_integers() or max(self.shape) > 200:
            return None
        call = "plot.heat_map" if len(self._shape) == 2 else "plot.sequence"
        return str(ask(self._takeaway_host, (self,), call=call).svg())


def _restored(kind: str, first: Tuple[int, ...], shape: Tuple[int, ...], data: bytes, text: str) -> Table:
    import ctypes

    self = Table.__new__(Table)
    self._takeaway_number, self._takeaway_kind, self._takeaway_text = None, kind, text
    self._first, self._shape = first, shape
    self._data = (ctypes.c_int64 * (len(data) // 8)).from_buffer_copy(data)
    return self


CLASSES: Dict[str, Any] = {
    "function": Function,
    "least_table": Table,
    "picture": Picture,
    "position": Position,
    "row": Table,
    "ruleset": Ruleset,
    "sequence": Table,
    "sum": Sum,
    "table": Table,
    "value": Value,
}
