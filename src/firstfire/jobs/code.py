"""Which code plays: a part of a job's name, because results of another version must not be counted with these."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from ..kernel.game import Game

PACKAGE = Path(__file__).parents[1]
SHARED = ("kernel", "players")
READ_ONLY_BY_PEOPLE = ("words", "book", "scene", "tutorial")  # changes nothing that happens
LETTERS = 10


def code_of(game: Game) -> str:
    """A sign of everything that decides what happens in a game: the kernel, the players with their nets, the rules."""
    return _sign(game.folder)


@cache
def _sign(folder: Path) -> str:
    found = hashlib.sha256()
    for root in (*(PACKAGE / name for name in SHARED), folder):
        for path in sorted(root.rglob("*")):
            inside = path.relative_to(root)
            if path.suffix in (".py", ".toml", ".net") and inside.parts[0] not in READ_ONLY_BY_PEOPLE:
                found.update(inside.as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:LETTERS]
