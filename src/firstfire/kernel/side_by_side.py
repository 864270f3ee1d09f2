"""Side by side: decisions that the rules put to one seat after the other, though none depends on another's answer.

The secret set-up of a card duel is asked of the first player and then of the second; at a table both think at the same
time. The rules keep their order (logs, saves and counts are the same); a seat that is not asked yet answers *aside*: on
a copy of what it may know, where it is asked at once. What it chose there is played when the rules come to it.

    SIDE_BY_SIDE = SideBySide(phases=(Phase.SETUP,), is_pending=has_to_place, ask=ask_to_place)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..errors import BadSetup
from .position import Position
from .record import copy_of

if TYPE_CHECKING:
    from .engine import Engine
    from .game import Game


@dataclass(frozen=True)
class SideBySide:
    """Which decisions these are. `phases`: in the order one seat meets them. `is_pending(s, seat)`: whether the seat
    has not made all of them. `ask(s, seat, phase)`: puts the question of a phase to a seat."""

    phases: tuple[int, ...]
    is_pending: Callable[[Any, int], bool]
    ask: Callable[[Any, int, int], None]

    def concerns(self, s: Any, seat: int) -> bool:
        """Whether a seat may answer aside: such decisions are being made, it has to make its own, and it is not the
        one that the rules ask."""
        return not s.over and s.phase in self.phases and s.player != seat and bool(self.is_pending(s, seat))


def answers_aside(game: Game, s: Any, seat: int) -> bool:
    """Whether a seat may choose now although another one is asked."""
    return seat >= 0 and game.side_by_side is not None and game.side_by_side.concerns(s, seat)


def aside(game: Game, box: Any, engine: Engine, known: Any, seat: int, chosen: Sequence[int]) -> tuple[Any, list[int]]:
    """What a seat sees that answers aside, made from the record it may `known`: its own choices are made, and what is
    legal next; nothing once it has made them all, and the question is put to the seat the rules ask."""
    rules = game.side_by_side
    assert rules is not None
    imagined = copy_of(known)
    rules.ask(imagined, seat, rules.phases[0])
    position = Position(game, box=box, engine=engine, s=imagined)
    for action in chosen:
        if not position.try_step(action):
            raise BadSetup(f"seat {seat} cannot choose {game.actions.text(action)!r} aside: it is not legal there")
    engine.see(imagined, box, seat)
    if rules.is_pending(imagined, seat):
        return imagined, position.legal()
    rules.ask(imagined, known.player, known.phase)
    return imagined, []
