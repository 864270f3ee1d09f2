"""The sign of the code that plays here: servers and thinkers of one sign understand each other's records."""

from __future__ import annotations

import hashlib
from pathlib import Path

from ... import __version__
from ...games import game as find_game
from ...games import names
from ...jobs.code import code_of

HERE = Path(__file__).parent
ASKED = (HERE, HERE.parents[1] / "explain")  # what writes and reads jobs and answers, and what is in them


def sign() -> str:
    """Which code plays here, of all games on the shelf (reads all of it: not on a loop)."""
    found = hashlib.sha256(__version__.encode())
    for folder in ASKED:
        for path in sorted(folder.glob("*.py")):
            found.update(b"\0" + path.name.encode() + b"\0" + path.read_bytes())
    for name in sorted(names()):
        found.update(f"\0{name} {code_of(find_game(name))}".encode())
    return found.hexdigest()[:16]
