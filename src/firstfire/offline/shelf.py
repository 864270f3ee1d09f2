"""The shelf as it was packed: what is told of every game before its sources are here."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from ..kernel.presentation.languages import LANGUAGES
from ..kernel.presentation.words import common_words
from ..server.bots.level_rows import levels
from ..server.protocol.json_text import from_json, to_json
from ..server.protocol.refusals import server_words
from ..server.views.catalogue import game_info, games_here
from ..server.views.puzzles import puzzle_rows

FILE = Path(__file__).with_name("shelf.json")


class _Plain:
    """Where nothing is compiled yet."""

    def state(self, game: str) -> str:
        """It runs as it stands."""
        return "interpreted"

    def reached(self, game: str) -> tuple[int, int]:
        """Nothing is compiled."""
        return 0, 0


def written_shelf() -> bytes:
    """What is told of all games, in every language."""
    return to_json({
        "games": {
            language: [game_info(game, language, _Plain()) for game in games_here()] for language in LANGUAGES
        },
        "levels": {language: levels(language) for language in LANGUAGES},
        "puzzles": {language: puzzle_rows(language) for language in LANGUAGES},
    })  # fmt: skip


@cache
def packed_shelf() -> Any:
    """The shelf that was packed; None where nothing was (all sources are here)."""
    return from_json(FILE.read_bytes()) if FILE.exists() else None


def warm_up() -> None:
    """Read what every page needs, so that a picture of Python's memory holds it: the shelf, and the words of all."""
    packed_shelf()
    for language in LANGUAGES:
        common_words(language)
        server_words(language)
