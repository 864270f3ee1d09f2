"""Aside: a seat makes decisions that the rules put to it later, on a copy of what it may know (side_by_side.py)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...errors import IllegalAction
from ..engines.engine import Engine
from ..game import Game
from ..records.record import copy_of
from .position import Position


def may_choose_now(game: Game, s: Any, seat: int) -> bool:
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
            raise IllegalAction(game.actions.text_of(action), f"seat {seat} cannot choose it beforehand")
    engine.see(imagined, box, seat)
    if rules.is_pending(imagined, seat):
        return imagined, position.legal()
    rules.ask(imagined, known.player, known.phase)
    return imagined, []
