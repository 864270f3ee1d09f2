"""A sign of all that draws pictures and writes sentences: of the same events two servers of one sign make the same
pictures, to the byte. Sessions carry it in their names, so that a server knows whether it can go on where another one
ended."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from ...games import game, names

PACKAGE = Path(__file__).parents[2]
LETTERS = 10


@cache
def pictures_sign() -> str:
    """The sign of this server, with all games on the shelf (reads all of it: not on a loop)."""
    found = hashlib.sha256()
    for folder in (PACKAGE, *(game(name).folder for name in sorted(names()))):
        if folder is PACKAGE or PACKAGE not in folder.parents:
            for path in sorted(folder.rglob("*")):
                if path.suffix in (".py", ".toml"):
                    found.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:LETTERS]
