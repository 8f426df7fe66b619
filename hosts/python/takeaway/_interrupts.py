"""Ctrl-C during a call.

Python runs its handler only after the call has returned, so something else must end the call. Python's own signal
handler writes a byte at once to the file that `signal.set_wakeup_fd` names, and a thread here waits for it. If the
program has named such a file itself, ours replaces it only during calls, and that file gets the byte too.

The thread may be late: the call may have ended otherwise, and the next one begun, which that byte does not concern. So
the thread reads bytes and acts on them under a lock. A call begins, under the same lock, by reading the pending bytes.
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
    """The thread and its state. Nothing depends on seeing a call's end, which Ctrl-C may prevent."""

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
        """Read the pending bytes, and pass them to the program's own file. Call it under the lock."""
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
    """Add a host that the main thread made, where Python runs its handlers."""
    _watch.hosts = [known for known in _watch.hosts if known()] + [weakref.ref(host)]


def begin() -> None:
    """Begin a call in the main thread."""
    if _watch.process != os.getpid():
        _watch.start()
    before = signal.set_wakeup_fd(_watch.wake, warn_on_full_buffer=False)
    if before != _watch.wake:
        _watch.others = before
    with _watch.lock:
        _watch.hear()  # discards the bytes of ended calls


def end() -> None:
    """End the call."""
    if _watch.others != NOBODY:
        signal.set_wakeup_fd(_watch.others)
        _watch.others = NOBODY
