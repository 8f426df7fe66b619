"""Ctrl-C during a call.

Python runs its handler when the call has returned, so somebody must end the call: a thread that waits for the byte
which Python's own signal handler writes, at once, to the file that `signal.set_wakeup_fd` names. Where the program has
named one itself, ours stands in for it during calls alone, and it hears of the byte too.

The thread may be late: the call may be over by another way, and the next one begun, which that byte is not about. So
bytes are read and acted upon under a lock, and a call begins, under the same lock, by reading those that are there.
"""

from __future__ import annotations

import os
import select
import signal
import threading
import weakref
from typing import TYPE_CHECKING, List

if TYPE_CHECKING:
    from ._host import Host

NOBODY = -1


class _Watch:
    """The thread and what it knows; nothing of it depends on a call's end being seen, which Ctrl-C may prevent."""

    def __init__(self) -> None:
        self.process = 0
        self.others = NOBODY  # the program's own file
        self.hosts: List[weakref.ref[Host]] = []
        self.lock = threading.Lock()

    def start(self) -> None:
        self.process = os.getpid()
        self.ours, self.wake = os.pipe()
        os.set_blocking(self.ours, False)
        os.set_blocking(self.wake, False)
        self.lock = threading.Lock()
        threading.Thread(target=self.listen, name="takeaway-interrupts", daemon=True).start()

    def hear(self) -> bytes:
        """The bytes that came, which the program's own file gets too. Under the lock."""
        try:
            came = os.read(self.ours, 64)
        except BlockingIOError:
            return b""
        if self.others != NOBODY:
            try:
                os.write(self.others, came)
            except OSError:
                pass
        return came

    def listen(self) -> None:
        while True:
            select.select([self.ours], [], [])
            with self.lock:
                if signal.SIGINT not in self.hear():
                    continue
                for known in list(self.hosts):
                    host = known()
                    if host:
                        host.interrupted = True
                        host.cancel()


_watch = _Watch()


def watch(host: Host) -> None:
    """A new host, made in the main thread, where Python has its handlers."""
    _watch.hosts = [known for known in _watch.hosts if known()] + [weakref.ref(host)]


def begin() -> None:
    """A call begins in the main thread."""
    if _watch.process != os.getpid():
        _watch.start()
    before = signal.set_wakeup_fd(_watch.wake, warn_on_full_buffer=False)
    if before != _watch.wake:
        _watch.others = before
    with _watch.lock:
        _watch.hear()  # of calls that are over


def end() -> None:
    """It has ended."""
    if _watch.others != NOBODY:
        signal.set_wakeup_fd(_watch.others)
        _watch.others = NOBODY
