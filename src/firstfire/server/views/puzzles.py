"""Puzzles as they are shown: which there are, one of them, and its answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from ...errors import UnknownGame
from ...explain import Hint
from ...explain.puzzles import Puzzle, puzzles
from ...explain.reasons import new_reasons
from ...games import game as find_game
from ...kernel.game import Game
from ...table import Table
from ...view import Action
from ..protocol.json_text import to_json
from ..protocol.refusals import Refusal
from .catalogue import games_here
from .descriptions import title_of

KEPT = 256  # drawn puzzles, and answers


def today() -> int:
    """The number of the day."""
    return datetime.now(UTC).toordinal()


def puzzle_rows(language: str) -> list[dict[str, Any]]:
    """Which games have puzzles, how many, and which one is today's."""
    kept = [(game, puzzles(game)) for game in games_here()]
    return of_today(
        [{"game": game.name, "title": title_of(game.name, language), "count": len(own)} for game, own in kept]
    )


def of_today(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The games that have puzzles, with the number of today's."""
    return [{**row, "today": today() % row["count"]} for row in rows if row["count"]]


def puzzled(name: str, number: int) -> Game:
    """The game of a puzzle; refuses what is none."""
    try:
        game = find_game(name)
    except (UnknownGame, ImportError):
        raise Refusal("unknown_game") from None
    if number >= len(puzzles(game)):
        raise Refusal("no_puzzle")
    return game


def _table(game: Game, found: Puzzle) -> Table:
    return Table.at(game, found.position, interpreted=True, history=False)


@lru_cache(maxsize=KEPT)
def puzzle_page(name: str, number: int, language: str) -> bytes:
    """A puzzle, as the seat to act sees it."""
    game = find_game(name)
    table = _table(game, puzzles(game)[number])
    assert table.player is not None
    view = table.view(table.player)
    about = {
        "game": game.name, "rules": game.key, "title": title_of(game.name, language), "number": number,
        "count": len(puzzles(game)), "seat": table.player, "names": view.names(language),
    }  # fmt: skip
    return to_json({**about, "scene": view.scene(language).as_data()})


@lru_cache(maxsize=KEPT)
def puzzle_answer(name: str, number: int, language: str) -> bytes:
    """Its answer: the best move, what it does, and what every other move is worth."""
    game = find_game(name)
    found = puzzles(game)[number]
    table = _table(game, found)
    assert table.player is not None
    view = table.view(table.player)
    sentences = {choice.action: choice.sentence for choice in view.scene(language).choices}
    moves = [
        {"action": action, "sentence": sentences[action], "worth": worth}
        for action, worth in ((game.actions.number(text), worth) for text, worth in found.worths.items())
    ]
    best = game.actions.number(found.best)
    advised = Hint(Action(found.best, best), 0.0, (), (), 0)
    why = new_reasons(view, advised, language, table.lean.engine)
    return to_json({"best": best, "sentence": sentences[best], "why": why, "moves": moves})
