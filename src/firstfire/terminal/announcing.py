"""What engines say on the log (a library that is not used, rules that run as plain Python), told to whoever types."""

from __future__ import annotations

import sys
from logging import Handler, LogRecord, getLogger

from ..kernel.presentation.complaints import error_sentence


def announce_in(language: str) -> None:
    """From now on, tell in this language what engines say."""
    log = getLogger("firstfire.engine")
    for old in [handler for handler in log.handlers if isinstance(handler, _Announcer)]:
        log.removeHandler(old)
    log.addHandler(_Announcer(language))
    log.propagate = False


class _Announcer(Handler):
    """Writes complaints beside the game, on the error stream."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.language = language

    def emit(self, record: LogRecord) -> None:
        error = getattr(record, "complaint", None)
        if error is not None:
            print(f"firstfire: {error_sentence(error, self.language)}", file=sys.stderr, flush=True)
