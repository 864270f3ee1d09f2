"""Which build of the client this server hands out, so that a page that is still open after an upgrade knows that it is
the older one.

The id is the name that the bundler gave to the page's script (`index-Dmh0PR4z`): it changes with everything the page
runs, and a page knows its own. Every answer carries it (`Firstfire-Build`), and so does `welcome` at a table.
"""

from __future__ import annotations

import os
import re
from functools import lru_cache
from pathlib import Path

HEADER = "Firstfire-Build"
PAGE = Path(__file__).parents[1] / "static" / "index.html"
_SCRIPT = re.compile(r'<script[^>]*\bsrc="/assets/([\w-]+)\.js"')


def client_build(page: Path | None = None) -> str:
    """The id of the client as it lies there now; empty where none is built."""
    page = page or PAGE
    try:
        return _read(page, os.stat(page).st_mtime_ns)
    except OSError:
        return ""


@lru_cache(maxsize=4)
def _read(page: Path, changed: int) -> str:
    found = _SCRIPT.search(page.read_text(encoding="utf-8"))
    return found[1] if found else ""
