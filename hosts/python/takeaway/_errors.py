"""Exceptions by kind."""

from __future__ import annotations


class TakeawayError(Exception):
    """A query that has no answer; `code` is Lua's, such as "ELIMIT"."""

    code = ""


class LimitError(TakeawayError):
    """A limit was reached, or memory is short."""


class CancelledError(TakeawayError):
    """A progress function, or another thread, cancelled the call."""


class LoopyError(TakeawayError):
    """Play need not end."""


class PartizanError(TakeawayError):
    """A partizan game has no such answer; only impartial games do."""


class UnsupportedError(TakeawayError):
    """No answer of this kind is known."""


class RangeError(TakeawayError, OverflowError):
    """A number too large to be exact."""


class FileError(TakeawayError, OSError):
    """A file or a library could not be used."""


class RaisedError(TakeawayError, ValueError):
    """Misuse, or a rule that failed."""


class RequestError(TakeawayError, TypeError):
    """Takeaway has no such call."""


KINDS = {
    "ELIMIT": LimitError,
    "ECANCELLED": CancelledError,
    "ELOOPY": LoopyError,
    "EPARTIZAN": PartizanError,
    "EUNSUPPORTED": UnsupportedError,
    "ERANGE": RangeError,
    "EIO": FileError,
    "ERAISED": RaisedError,
    "EREQUEST": RequestError,
}


def of(code: str, message: str) -> Exception:
    """The exception for a reply with an error."""
    if code == "ENOMEM":
        return MemoryError(message)
    made = KINDS.get(code, TakeawayError)(message)
    made.code = code
    return made
