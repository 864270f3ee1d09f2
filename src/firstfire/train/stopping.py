"""Ctrl-C in a training: the first time the lesson it is in is learned to its end, the second time it stops at once."""

from __future__ import annotations

import signal
import sys
from threading import current_thread, main_thread
from typing import Any


class Stop:
    """`with Stop() as stop`: whether somebody asked to stop stands in `stop.asked`."""

    def __init__(self) -> None:
        self.asked = False
        self._before: Any = None

    def __enter__(self) -> Stop:
        if current_thread() is main_thread():  # others hear no signals
            self._before = signal.signal(signal.SIGINT, self._hear) or signal.default_int_handler
        return self

    def __exit__(self, *error: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _hear(self, *_: object) -> None:
        self.asked = True
        signal.signal(signal.SIGINT, self._before)
        print("\nit stops after this lesson (Ctrl-C once more: at once)", file=sys.stderr)
