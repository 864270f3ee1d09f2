"""The sign of the code that plays here: servers and thinkers of one sign understand each other's records."""

from __future__ import annotations

import hashlib

from ... import __version__
from ...games import game as find_game
from ...games import names
from ...jobs.code import code_of

FORMAT = 2  # of jobs and answers


def sign() -> str:
    """Which code plays here, of all games on the shelf (reads all of it: not on a loop)."""
    told = [__version__, FORMAT, *((name, code_of(find_game(name))) for name in sorted(names()))]
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]
