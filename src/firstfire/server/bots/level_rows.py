"""The levels of bots, as they are offered."""

from __future__ import annotations

from typing import Any

from ...games import GAMES
from ...players import levels_of
from ..protocol.refusals import server_words

DEFAULT_LEVEL = "hunter"
SIMPLE = ("random", "greedy")  # players that need nothing compiled


def levels(language: str) -> list[dict[str, Any]]:
    """The levels of bots that are offered, weakest first, in words: the same names in every game. Greedy is not among
    them: it plays between gatherer and hunter and never thinks; tables that have it keep it (`level_names`)."""
    rows = [
        {
            "name": level.name, "label": level.title(language), "blurb": level.about(language),
            "default": level.name == DEFAULT_LEVEL,
        }
        for level in levels_of(GAMES[0])
    ]  # fmt: skip
    words = server_words(language)
    careless = {
        "name": "random", "label": words.say("level.random.label"), "blurb": words.say("level.random.blurb"),
        "default": False,
    }  # fmt: skip
    return [careless, *rows]


def level_names(game: str) -> frozenset[str]:
    """The levels a bot of a game can have, offered or not."""
    return frozenset([*SIMPLE, *(level.name for level in levels_of(game))])
