"""Logs: words for people, or lines of JSON for machines. They name errors and tables, never contents,
keys or cookies."""

from __future__ import annotations

import logging
import time

import orjson


class JsonLines(logging.Formatter):
    """One JSON object a line: at, level, logger, message, and the trace of an error."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as a line."""
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line = {
            "at": f"{stamp}.{int(record.msecs):03d}Z", "level": record.levelname.lower(), "logger": record.name,
            "message": _plain(record.getMessage()),
        }  # fmt: skip
        if record.exc_info:
            line["trace"] = _plain(self.formatException(record.exc_info))
        return orjson.dumps(line).decode()


def _plain(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()


def set_up_logs(*, verbose: bool, as_json: bool) -> None:
    """Log to the error stream."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if as_json else logging.Formatter("%(levelname)s %(message)s"))
    logging.basicConfig(level=logging.INFO if verbose else logging.WARNING, handlers=[handler], force=as_json)
