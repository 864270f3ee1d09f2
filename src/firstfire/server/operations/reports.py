"""Reports: what people want whoever runs the server to look at. Lines of JSON in the data folder, and in the log
that there is one; `firstfire reports` shows them."""

from __future__ import annotations

import logging
import os
import time
from pathlib import Path
from typing import Any

import orjson

from ...errors import FirstfireError
from ..protocol.refusals import Refusal

log = logging.getLogger(__name__)
FILE = "reports.jsonl"
LARGEST = 4 * 1024 * 1024  # bytes; then the operator has to look at them (and move the file away) first


def keep_report(data: Path, table: dict[str, Any], guest: str, text: str) -> None:
    """Write a report down."""
    path = data / FILE
    line = {
        "at": int(time.time()), "table": table["id"], "game": table["game"], "state": table["state"],
        "names": [seat["name"] for seat in table["seats"]], "seats": table["mine"], "by": guest[:8], "text": text,
    }  # fmt: skip
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    if path.exists() and path.stat().st_size > LARGEST:
        log.error("%s is full: look at it with `firstfire reports`, then move it away", path)
        raise Refusal("not_stored")
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "wb") as file:
        file.write(orjson.dumps(line) + b"\n")
    log.warning("a report about table %s: see `firstfire reports`", table["id"])


def read_reports(data: Path) -> list[dict[str, Any]]:
    """All reports, the oldest first."""
    try:
        lines = (data / FILE).read_bytes().splitlines()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise FirstfireError(f"cannot read {data / FILE}: {error.strerror}") from None
    found = []
    for line in lines:
        try:
            found.append(orjson.loads(line))
        except orjson.JSONDecodeError:
            continue  # the disk was full in the middle of it
    return found


def shown(report: dict[str, Any]) -> str:
    """A report in a few lines."""
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(report["at"]))
    who = ", ".join(report["names"][seat] for seat in report["seats"]) or "a spectator"
    head = f"{when}  {report['game']} ({report['state']})  /t/{report['table']}  {', '.join(report['names'])}"
    return f"{head}\n    {who}: {report['text']}"
