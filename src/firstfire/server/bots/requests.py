"""What goes to a thinking process and comes back. Small, for every worker loads it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

from ...games import game as find_game
from ...kernel.game import Game
from ...view import View


class AdvisedAction(NamedTuple):
    """An action that a hint names: the chance to win, how often it was tried, the points in the end, and why (kinds and
    sentences, of the best one)."""

    action: int
    worth: float | None
    visits: int | None
    points: float | None
    reasons: tuple[tuple[str, str], ...] = ()


Advice = tuple[AdvisedAction, ...]


@dataclass(frozen=True)
class BotRequest:
    """What somebody who thinks for a seat gets: the redacted record, and luck that tells nothing."""

    game: str
    seat: int
    level: str
    state: bytes
    numbers: tuple[int, ...]
    luck: int = 0  # by which a bot picks anything (`luck_of`)
    box: bytes = b""  # what is printed on the components, where these are not the game's own


def luck_of(seed: int, state: bytes) -> int:
    """Luck for a decision: the same table in the same position has the same, and who does not know the table's seed
    cannot reckon it out. (Luck that came of the record alone would tell what is in it: whoever watches a bot could try
    out which hidden cards make it pick just that.)"""
    return int.from_bytes(blake2b(state, key=seed.to_bytes(8), digest_size=8).digest())


@dataclass(frozen=True)
class Reader:
    """Whom advice is written for: the language, what the players are called, and which seat is "you"."""

    language: str
    names: tuple[str, ...]
    seat: int


def own_box_of(view: View) -> bytes:
    """The components of a view as a request names them."""
    return b"" if view.box is view.game.standard_box else bytes(view.box)


@lru_cache(maxsize=16)
def _box(game: Game, content: bytes) -> Any:
    """The components of a request: the same object for the same ones, so that a bot keeps what it has thought."""
    return game.box.from_buffer_copy(content) if content else game.standard_box


def view_of(asked: BotRequest, reader: Reader | None = None) -> View:
    """The view a request describes."""
    game = find_game(asked.game)
    state = game.state.from_buffer_copy(asked.state)
    view = View(game, _box(game, asked.box), asked.seat, state, asked.numbers, [], reader.names if reader else None)
    if reader is not None:
        view.reader = reader.seat
    return view
