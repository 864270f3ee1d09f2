"""The shelf: the games with their words and their guide."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Protocol

from ...errors import BadSetup
from ...games import game as find_game
from ...games import names
from ...kernel.game import Game
from ...kernel.presentation.sections import sections
from ...kernel.rules.options import Option
from ...tutorial import Thought, guide_of, has_tutorial
from ..protocol.refusals import server_words
from .descriptions import seat_colours, value_label

log = logging.getLogger(__name__)
KEPT = 128  # games in words, by language


class EngineStates(Protocol):
    """How the rules of games run here."""

    def state(self, game: str) -> str:
        """`compiling`, `ready`, or `interpreted`."""

    def reached(self, game: str) -> tuple[int, int]:
        """How many parts of a game's rules are compiled, of how many; (0, 0), where that is not known."""


def engine_info(state: str, reached: tuple[int, int], language: str) -> dict[str, Any]:
    """What is said about the rules being compiled."""
    done, parts = reached
    key = "waiting" if state == "compiling" and not parts else state
    sentence = server_words(language).entries.get(f"engine.{key}", "")
    return {"state": state, "done": done, "parts": parts, "sentence": sentence}


def games_here() -> list[Game]:
    """The games that can be played (one that cannot be loaded is named in the log)."""
    found = []
    for name in names():
        try:
            found.append(find_game(name))
        except Exception as error:
            log.warning("game %s cannot be loaded: %s", name, error)
    return found


def game_info(game: Game, language: str, compiling: EngineStates) -> Mapping[str, Any]:
    """A game on the shelf, in words."""
    engine = engine_info(compiling.state(game.key), compiling.reached(game.key), language)
    return {**_info(game, language), "engine": engine}


@lru_cache(maxsize=KEPT)
def _info(game: Game, language: str) -> Mapping[str, Any]:
    words = game.words(language)
    options = [
        {
            "name": option.name,
            "label": words.entries.get(f"option.{option.name}", option.name),
            "rule": option.rule,
            "default": option.proposed,
            "values": [
                {"value": value, "label": value_label(words.entries, option.name, value), "seats": seats}
                for value, seats in _possible(game, option).items()
            ],
            "seats": _matters(game, option),
        }
        for option in game.options
    ]
    return {
        "name": game.name, "title": words.say("game.title"), "pitch": words.say("game.pitch"),
        "length": words.say("game.length"), "seats": list(game.seats), "art": game.picture or game.name,
        "credits": game.credits.sentence(language), "edition": game.edition.sentence(language),
        "options": options, "tutorial": has_tutorial(game), "colours": seat_colours(game.key),
    }  # fmt: skip


def _possible(game: Game, option: Option) -> dict[str, list[int]]:
    """The numbers of players for which each value of an option can be chosen."""

    def allowed(seats: int, value: str) -> bool:
        try:
            game.check_seats(seats, {option.name: value})
        except BadSetup:
            return False
        return True

    return {value: [seats for seats in game.seats if allowed(seats, value)] for value in option.values}


def _matters(game: Game, option: Option) -> list[int]:
    """The numbers of players for which an option leaves a choice that changes anything."""
    possible = _possible(game, option).values()
    return [seats for seats in option.seats or game.seats if sum(seats in counts for counts in possible) > 1]


def game_texts(
    game: Game, language: str, compiling: EngineStates, components: str | None = None
) -> Mapping[str, Any]:  # fmt: skip
    """A game with its guide, which names the numbers of a components file where there is one."""
    return {**game_info(game, language, compiling), "guide": _guide(game, language, components)}


@lru_cache(maxsize=KEPT)
def _guide(game: Game, language: str, components: str | None) -> list[dict[str, Any]]:
    told, nowhere = guide_of(game), Thought("")
    words = game.words(language, None if components is None else game.own_box(components))
    return [
        {"id": step.id, "title": step.title, "text": step.text, "phases": when.phases, "spot": when.spot}
        for step in sections(words, "guide")
        for when in [told.get(step.id, nowhere)]
    ]
