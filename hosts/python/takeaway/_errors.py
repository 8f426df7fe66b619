"""Exceptions by kind."""

from __future__ import annotations


class TakeawayError(Exception):
    """What Takeaway cannot answer; `code` is the one of Lua, such as "ELIMIT"."""

    code = ""


class LimitError(TakeawayError):
    """A limit was met, or memory there is not."""


class CancelledError(TakeawayError):
    """A progress function, or another thread, asked to stop."""


class LoopyError(TakeawayError):
    """Play need not end."""


class PartizanError(TakeawayError):
    """Asked of a partizan game what only impartial ones have."""


class UnsupportedError(TakeawayError):
    """No answer of this kind is known."""


class RangeError(TakeawayError, OverflowError):
    """A number beyond what can be held exactly."""


class FileError(TakeawayError, OSError):
    """A file or a library could not be used."""


class RaisedError(TakeawayError, ValueError):
    """Misuse, or a rule that failed."""


class RequestError(TakeawayError, TypeError):
    """What Takeaway has no call for."""


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
