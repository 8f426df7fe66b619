"""Ctrl-C during a call.

Python runs its handler when the call has returned, so somebody must end the call: a thread that waits for the byte
which Python's own signal handler writes, at once, to the file that `signal.set_wakeup_fd` names. It is named during
calls alone, and what was named before hears of the byte too.
"""

from __future__ import annotations

import os
import signal
import threading
from types import TracebackType
from typing import Callable, Optional, Type


class _Watch:
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.cancel: Optional[Callable[[], object]] = None
        self.before = -1
        self.depth = 0
        self.process = 0

    def start(self) -> None:
        self.process = os.getpid()
        self.wait_for, self.wake = os.pipe()
        os.set_blocking(self.wake, False)
        threading.Thread(target=self.listen, name="takeaway-interrupts", daemon=True).start()

    def listen(self) -> None:
        while True:
            came = os.read(self.wait_for, 1)
            with self.lock:
                if self.before >= 0:
                    try:
                        os.write(self.before, came)
                    except OSError:
                        pass
                if self.cancel and came[0] == signal.SIGINT:
                    self.cancel()


_watch = _Watch()


class during:
    """A call that `cancel` ends when Ctrl-C comes; in the main thread, where Python has its handlers."""

    def __init__(self, cancel: Callable[[], object]) -> None:
        self.cancel = cancel
        self.main = threading.current_thread() is threading.main_thread()

    def __enter__(self) -> None:
        if not self.main:
            return
        if _watch.process != os.getpid():
            _watch.start()
        with _watch.lock:
            self.outer = _watch.cancel
            _watch.cancel = self.cancel
            if _watch.depth == 0:
                _watch.before = signal.set_wakeup_fd(_watch.wake, warn_on_full_buffer=False)
            _watch.depth += 1

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        if not self.main:
            return
        with _watch.lock:
            _watch.cancel = self.outer
            _watch.depth -= 1
            if _watch.depth == 0:
                signal.set_wakeup_fd(_watch.before)
                _watch.before = -1
